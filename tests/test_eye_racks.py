"""Tiles on a rack, seen from the front: the row is read, and the rack is no blank tile."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.racks import from_the_front, lay_rack
from appliance.virtual.render import render
from appliance.virtual.scene import WOOD, Mat, Table, View
from appliance.virtual.tiles import TileMake
from appliance.vision.plane import Plane, Pyramid
from appliance.vision.reading import Reading, Said, Symbol
from appliance.vision.tile_aside import from_aside
from appliance.vision.tile_look import ODD, UNCLEAR
from appliance.vision.tiles import TilesReader

READER = TilesReader(ENGLISH)
SMALL = View(width=960, height=720)


def on_a_rack(seed: int, colour: tuple[int, int, int]) -> Reading:
    rng = Random(seed)
    sheets = lay_rack(rng, "TSY?C", TileMake(), colour, turn=5)
    view = replace(SMALL, span=260, tilt=from_the_front(rng, 5))
    return READER.read(render(Table(mat=Mat(WOOD, markers=False), sheets=sheets, view=view)))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("colour", [(60, 95, 140), (60, 120, 40)], ids=["brown", "green"])
def test_a_row_on_a_rack_is_read_and_the_rack_is_no_blank(seed: int, colour: tuple[int, int, int]) -> None:
    assert on_a_rack(seed, colour).layouts == (("TSY?C",),)


@pytest.mark.parametrize("seed", range(6))
def test_a_rack_nearly_as_pale_as_its_tiles_is_asked_about_at_most(seed: int) -> None:
    reading = on_a_rack(seed, (225, 228, 230))
    assert reading.layouts == (("TSY?C",),) or not reading.sure


@pytest.mark.parametrize("seed", [15, 20, 135])
def test_the_end_of_a_rack_of_the_tiles_own_wood_is_no_blank_for_sure(seed: int) -> None:
    reading = on_a_rack(seed, TileMake().body)
    assert reading.layouts != (("TSY?C",),)  # its end has a tile's width there
    assert not reading.sure


@pytest.mark.parametrize("seed", range(4))
def test_a_rack_seen_from_so_far_above_that_its_row_looks_low_is_read(seed: int) -> None:
    sheets = lay_rack(Random(seed), "GLYPHS", TileMake(), (60, 75, 120))
    view = View(width=1600, height=1200, span=300, above=600)
    frame = render(Table(mat=Mat((120, 140, 150), markers=False), view=view, sheets=sheets))
    low = np.asarray(cv2.resize(frame, None, fx=1, fy=0.62, interpolation=cv2.INTER_AREA), np.uint8)
    reading = TilesReader(None).read(low)
    assert [(item.symbol, item.sure) for item in reading.items] == [(letter, True) for letter in "GLYPHS"]


def said(symbols: str, *problems: str, sure: bool = False) -> Said:
    """Tiles of a row side by side."""
    items = [
        Symbol(
            symbol=symbol,
            sure=sure,
            confidence=1.0,
            center=(100.0 + 40 * k, 200.0),
            corners=tuple((100.0 + 40 * k + x, 200.0 + y) for x, y in RING),  # type: ignore[arg-type]
            angle=0.0,
            body="white",
        )
        for k, symbol in enumerate(symbols)
    ]
    return tuple(items), problems


RING = ((-20, -20), (20, -20), (20, 20), (-20, 20))
PLANE = Plane(Pyramid(np.zeros((400, 600, 3), np.uint8)), np.eye(3), None, (600, 400))


@pytest.mark.parametrize(
    ("low", "high", "problems"),
    [
        (said("CAT", ODD), said("CAT", sure=True), ()),
        (said("CAT", ODD, UNCLEAR), said("CAT", sure=True), (UNCLEAR,)),
        (said("CAT", ODD, UNCLEAR), said("CATS", sure=True), ()),
    ],
    ids=["print?", "one more?", "one more"],
)
def test_what_a_row_made_higher_shows_counts_but_for_a_tile_that_was_in_doubt(
    low: Said, high: Said, problems: tuple[str, ...]
) -> None:
    looks: list[Plane] = []

    def read(plane: Plane) -> Said:
        looks.append(plane)
        return high

    symbols, words = from_aside(PLANE, low, read)
    assert [plane.size for plane in looks] == [(600, 480)]
    assert (symbols, words) == (high[0], problems)


def test_what_lies_in_no_row_or_leaves_no_doubt_is_not_looked_at_so() -> None:
    def read(plane: Plane) -> Said:
        raise AssertionError(plane.size)

    sure = said("CAT", sure=True)
    assert from_aside(PLANE, sure, read) == sure
    (first, *others), problems = said("CAT")
    heap = ((replace(first, center=(100.0, 300.0)), *others), problems)
    assert from_aside(PLANE, heap, read) == heap
