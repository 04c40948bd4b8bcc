"""Train the finder that looks where no mat is long on a graphics card: `python -m training.finder_taught`."""

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from training import finder
from training.finder import FinderNet
from training.finder_anywhere import MODEL, WIDTHS
from training.finder_looks import FinderLooks, Piece, Pieces, arrays
from training.fonts import train_fonts
from training.net import ANY_SIZE
from training.solids import EVERYWHERE, WITHOUT_MAT
from training.taught import options, taught

_LARGE = (48, 128, 256, 128)  # widths of the network that teaches
_BATCH = 128
_WORN = 2  # times that each piece is shown, in another light
_USUAL, _MATS = (replace(mix, tiles=0.0) for mix in (WITHOUT_MAT, EVERYWHERE))  # tiles cost dice side by side
_BLOCKS, _WELLS = replace(_USUAL, blocks=0.6), replace(_USUAL, wells=0.5, blocks=0.3)
_MIXES = (_USUAL, _USUAL, _MATS, _BLOCKS, _WELLS)  # what a scene is like, by chance


def main() -> None:
    """Draw, train, export, and say how well it does."""
    chosen = options(__doc__, seed=81001)
    taught(
        chosen,
        MODEL,
        partial(FinderNet, _LARGE),
        partial(FinderNet, WIDTHS),
        scene=partial(_of_scene, chosen.seed, train_fonts()),
        arrays=arrays,
        stored=Pieces,
        looks=FinderLooks,
        batch=_BATCH,
        open_axes=ANY_SIZE,
    )


def _of_scene(seed: int, fonts: list[str], number: int) -> list[Piece]:
    mix, rng = Random(f"{seed}/{number}").choice(_MIXES), np.random.default_rng((seed, number))
    windows = finder.of_scene(seed, fonts, mix, number)
    return [finder.sample(window, rng) for window in windows for _ in range(_WORN)]


if __name__ == "__main__":
    main()
