"""Tiles on a rack, seen from the front: the row is read, and the rack is no blank tile."""

from dataclasses import replace
from random import Random

import pytest

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.racks import from_the_front, lay_rack
from appliance.virtual.render import render
from appliance.virtual.scene import WOOD, Mat, Table, View
from appliance.virtual.tiles import TileMake
from appliance.vision.reading import Reading
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


@pytest.mark.parametrize("seed", [15, 20, 36])
def test_the_end_of_a_rack_of_the_tiles_own_wood_is_no_blank_for_sure(seed: int) -> None:
    reading = on_a_rack(seed, TileMake().body)
    assert reading.layouts != (("TSY?C",),)  # its end has a tile's width there
    assert not reading.sure
