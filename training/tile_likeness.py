"""Choose how much likeness to an owner's tiles counts: `python -m training.tile_likeness`.

As `training.likeness` does for dice: tiles with strange and with ordinary letters are shown to the eye as
`tallybox teach` has it, row by row, and read on other tables in other light.
"""

import argparse
from collections.abc import Iterator
from math import dist
from random import Random

import cv2
import numpy as np

from appliance.pieces.tiles import ENGLISH
from appliance.teach_hands import row_laid
from appliance.teach_tiles_eye import RowPupil
from appliance.teach_tiles_script import ROW
from appliance.virtual.render import render
from appliance.virtual.scene import Table
from appliance.virtual.tile_variety import any_tiles
from appliance.virtual.tiles import TileMake, tile_truth
from appliance.virtual.variety import SEEN, Variety, any_light, any_mat, any_view
from appliance.vision.enrolled_tiles import WEIGHTS, EnrolledTiles, TileLook
from appliance.vision.locate import locate
from appliance.vision.tile_look import patches
from appliance.vision.tile_net import SYMBOLS, cropped
from appliance.vision.tile_search import places_in
from benchmarks.tiles import Rows, scattered
from training.fonts import strange_train_fonts, train_fonts
from training.likeness import DIM, TRIES, Case, fitted, half_shown, report

_EVERY = 1, 20  # of the strange fonts and of those for training
_TILES = (14, 30)  # on a table
_SPAN = (450.0, 520.0)  # mm across the picture
_WHOLE = 12  # times as much as sets of which half was shown count those that were shown whole
_NEAR = 0.3  # of a tile's side from its true middle


def main() -> None:
    """Make the cases, choose, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=3, help="of each set")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    kinds = [
        [case for font in fonts for case in cases(Random(f"{options.seed}/{font}"), font, options.tables)]
        for fonts in (strange_train_fonts()[:: _EVERY[0]], train_fonts()[:: _EVERY[1]])
    ]
    print([len(kind) for kind in kinds], "tiles with strange and with ordinary letters", flush=True)
    half = [half_shown(kind) for kind in kinds]
    chosen = fitted((*kinds * _WHOLE, *half), WEIGHTS, ("hidden", "drawn", "unseen", "least", "more"))
    report((*kinds, *half), WEIGHTS, chosen)


def cases(rng: Random, font: str, count: int) -> Iterator[Case]:
    """Tiles on tables, of a make in that font."""
    make = any_tiles(rng, [font])
    known = EnrolledTiles(shown(rng, make))
    for table, _ in tables(rng, DIM, make, count):
        plane = locate(render(table))
        found = patches(places_in(plane, None).firm)
        if not found:
            continue
        crops = cropped(plane.flat, found)
        compared, _ = known.compared(crops)
        places = np.array([[(patch.x, patch.y) for patch in found]], float)
        pixels = cv2.perspectiveTransform(places, plane.to_frame)[0].tolist()
        for true in tile_truth(table):
            reach = _NEAR * dist(true.corners[0], true.corners[1])
            near = [n for n, at in enumerate(pixels) if dist(at, true.center) < reach]
            if near:
                yield Case(compared[near[0]], known.share, SYMBOLS.index(true.symbol))


def shown(rng: Random, make: TileMake) -> list[TileLook]:
    """What is kept of tiles that are shown row by row, all in one ordinary light.

    First each one, then once more those that the eye by itself did not take for what they are.
    """
    mat, light, view = any_mat(rng, SEEN, markers=True), any_light(rng, SEEN), any_view(rng, SEEN)
    pupil = RowPupil()
    kept: list[TileLook] = []
    doubtful = ""
    for once_more in (False, True):
        due = doubtful if once_more else SYMBOLS
        for symbols in (due[n : n + ROW] for n in range(0, len(due), ROW)):
            pupil.asked_for(symbols)
            for tried in range(1, TRIES + 1):
                sheets = row_laid(rng, symbols, make)
                table = Table((), mat, light, view, sheets=sheets, seed=rng.randrange(1 << 30))
                reading = pupil.read(render(table))
                if len(reading.items) == len(symbols) or (tried == TRIES and reading.items):
                    break  # else the box says so, and the row is laid anew
            else:
                continue
            true = tile_truth(table)
            for item, picture in zip(reading.items, pupil.pictures, strict=True):
                # People say which is missing.
                symbol = min(true, key=lambda one: dist(one.center, item.center)).symbol
                kept.append(TileLook(symbol, picture))
                doubtful += symbol if item.symbol != symbol and not once_more else ""
    return kept


def tables(rng: Random, variety: Variety, make: TileMake, count: int) -> Iterator[tuple[Table, list[Rows]]]:
    """Tiles in words, crosswords and alone, each table on a mat and in a light of its own."""
    for _ in range(count):
        bag = list(ENGLISH.bag)
        rng.shuffle(bag)
        rows, sheets = scattered(rng, bag[: rng.randint(*_TILES)], make)
        mat, light = any_mat(rng, variety, markers=True), any_light(rng, variety)
        view = any_view(rng, variety, span=_SPAN)
        yield Table((), mat, light, view, sheets=sheets, seed=rng.randrange(1 << 30)), rows


if __name__ == "__main__":
    main()
