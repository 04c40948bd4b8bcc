"""Train two networks on with traced scenes beside drawn ones: `python -m training.traced_scenes`.

They are the finder that looks where no mat is, and what tells how far dice lean: both look at the edges of
dice, which light makes. Tracing takes two seconds a scene on two cores, so that one is shown often.
"""

import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from appliance.drivers import Image
from appliance.virtual.scene import Table
from appliance.vision.plane import bare
from training import finder, fit, solids, tilt, tilt_scenes
from training.finder_anywhere import MODEL, WIDTHS
from training.fonts import train_fonts
from training.traced import traced

_SAMPLES = 16  # paths a pixel: learning sees pictures worn anyway
_SHEETS = 0.2  # share of the scenes in which what lies beside dice is traced, too
_CHECKED = 15  # of so many traced scenes one is not learnt from
_PIECES = 10  # windows of each traced scene
_USUAL = replace(solids.WITHOUT_MAT, tiles=0.0, blocks=0.2)
_PAPER = replace(_USUAL, snaps=0.75, paper=0.45)
_TRACED = (
    replace(_PAPER, aside=0.3),
    replace(_USUAL, snaps=0.5),
    replace(_USUAL, aside=1.0, seats=0.5),
    replace(_PAPER, aside=0.3, blocks=0.7),
)
_DRAWN = (
    replace(_USUAL, snaps=0.5),
    _USUAL,
    replace(_USUAL, blocks=0.6),
    replace(_USUAL, wells=0.6),
    solids.WITHOUT_MAT,
    replace(_USUAL, snaps=0.2, aside=1.0, seats=0.5),
    replace(_PAPER, snaps=0.8, aside=0.2),
)
"""What traced and drawn scenes are like, in turn."""


def main() -> None:
    """Trace and draw scenes, train both networks, and export them."""
    chosen = fit.options(__doc__, scenes=1600, rounds=6)
    fonts, start = train_fonts(), time.monotonic()
    pictures = list(scenes(chosen.seed, chosen.scenes, fonts))
    print(f"{len(pictures)} scenes traced, {time.monotonic() - start:.0f} s", flush=True)
    learnt = [one for number, one in enumerate(pictures) if number % _CHECKED]
    checked = pictures[::_CHECKED]
    train_finder(chosen, learnt, checked)
    train_tilt(chosen, learnt, checked, fonts)


def scenes(seed: int, count: int, fonts: list[str]) -> Iterator[solids.Scene]:
    """So many traced scenes of dice without a mat; in a quarter half of the dice lean."""
    for number in range(count):
        rng = Random(seed * 1_000_003 + number)
        one = solids.scene(
            rng,
            fonts,
            0.0,
            octahedra=rng.choice((0.0, 0.0, 0.0, 0.3)),
            letters=rng.choice((0.0, 0.5, 1.0, 1.0, 1.0)),
            tipped=tilt_scenes.leaning if number % 8 in (0, 3) else None,
            mix=_TRACED[number % len(_TRACED)],
            drawn=partial(_traced, Random(number)),
        )
        if one.dice:
            yield one


def _traced(rng: Random, table: Table) -> Image:
    return traced(table if rng.random() < _SHEETS else replace(table, sheets=()), samples=_SAMPLES)


def train_finder(chosen: Namespace, learnt: Sequence[solids.Scene], checked: Sequence[solids.Scene]) -> None:
    """Train the finder on, with windows of traced scenes beside about as many of drawn ones.

    Of these it is to say what it said before.
    """

    def windows(some: Sequence[solids.Scene]) -> list[finder.Window]:
        rng = Random(chosen.seed)
        return [finder.window(rng, one) for one in some for _ in range(_PIECES)]

    def samples(seed: int, count: int) -> list[finder.Window]:
        if seed != chosen.seed:
            return windows(checked)
        each = count // len(_DRAWN)
        drawn = [one for k, mix in enumerate(_DRAWN) for one in finder.windows(seed + k, each, mix=mix)]
        return [*(replace(one, kept=True) for one in drawn), *windows(learnt)]

    settings = Namespace(**vars(chosen) | {"scenes": 3 * chosen.scenes // 2})
    finder.trained(finder.FinderNet(WIDTHS), MODEL, settings, samples)


def dice(seed: int, some: Iterable[solids.Scene]) -> list[tilt_scenes.Sample]:
    """The dice of traced scenes, for the network that tells how far they lean."""
    rng = Random(seed)
    return [sample for one in some for sample in tilt_scenes.dice_of(rng, one.table, bare(one.image))]


def train_tilt(
    chosen: Namespace, learnt: Sequence[solids.Scene], checked: Sequence[solids.Scene], fonts: list[str]
) -> None:
    """Train on what tells how far dice lean, with traced dice twice beside as many drawn ones."""

    def samples(seed: int, count: int) -> list[tilt_scenes.Sample]:
        if seed != chosen.seed:
            return dice(chosen.seed, checked)
        return [*tilt_scenes.samples(seed, count, fonts), *2 * dice(chosen.seed, learnt)]

    settings = Namespace(**vars(chosen) | {"scenes": 3 * chosen.scenes // 4, "rounds": 2 * chosen.rounds})
    tilt.trained(settings, samples)


if __name__ == "__main__":
    main()
