"""Tiles as people photograph them from their seats: far ones are smaller, and all look squeezed."""

from collections import Counter
from math import dist

import numpy as np
import pytest

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Mat, Table, View
from appliance.virtual.tiles import lay_layout, tile_truth
from appliance.vision.reading import Reading
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_look import overlooked
from appliance.vision.tile_search import by_trust
from appliance.vision.tile_sizes import sizes
from appliance.vision.tiles import TilesReader

READER = TilesReader(ENGLISH)
WORDS = (("QUIZ", -110, -120, 8), ("FJORD", 60, -105, -20), ("B", -20, -60, 40), ("GLYPHS", -60, 20, 75))
NEARER = (("WAX", 70, 30, -10), ("VENT", -95, 95, 15), ("M", 20, 100, 60), ("EDICT", 90, 105, -35))


def words(view: View) -> Table:
    sheets = [lay_layout((word,), x, y, turn) for word, x, y, turn in (*WORDS, *NEARER)]
    return Table(
        mat=Mat(colour=GREEN, markers=False), view=view, sheets=tuple(s for some in sheets for s in some)
    )


def reads_all(table: Table) -> Reading:
    reading = READER.read(render(table))
    true = tile_truth(table)
    assert len(reading.items) == len(true)
    for one in true:
        near = min(reading.items, key=lambda item: dist(item.center, one.center))
        assert (near.symbol, near.sure) == (one.symbol, True)
        assert dist(near.center, one.center) < 0.2 * dist(*one.corners[:2])
    return reading


@pytest.mark.parametrize("tilt", [(35.0, 0.0), (0.0, -38.0), (47.0, 4.0)])
def test_tiles_seen_from_a_seat_are_read_and_none_is_passed_over(tilt: tuple[float, float]) -> None:
    reading = reads_all(words(View(width=1600, height=1200, span=470, above=420, tilt=tilt)))
    assert not reading.problems
    assert Counter(row for layout in reading.layouts for row in layout) == Counter(
        w for w, *_ in (*WORDS, *NEARER)
    )


def spot(x: float, y: float, side: float, trust: float = 0.9) -> Spot:
    return Spot(TILE, x, y, 0.0, side, trust)


def test_sides_change_evenly_over_a_picture() -> None:
    tiles = [spot(x, y, 20 + y / 20) for x in (100, 500, 900) for y in range(0, 700, 100)]
    size = sizes([*tiles, spot(300, 300, 90)], 30, 1000)
    assert [round(size.at(spot(400, y, 1)), 1) for y in (0, 300, 600)] == pytest.approx([20, 35, 50], abs=0.5)


def test_tiles_that_lie_together_tell_little_of_places_far_away() -> None:
    shaky = np.random.default_rng(3).normal(40, 2, 4)
    size = sizes([spot(100 + 50 * n, 100, side) for n, side in enumerate(shaky.tolist())], 40, 1000)
    assert size.at(spot(900, 700, 1)) == pytest.approx(40, rel=0.2)
    assert sizes([], 40, 1000).at(spot(900, 700, 1)) == 40


@pytest.mark.parametrize(
    ("odd", "worth"),
    [(spot(300, 100, 22, 0.6), True), (spot(300, 100, 22, 0.3), False), (spot(105, 98, 22), False)],
)
def test_a_tile_of_another_size_where_none_is_read_is_worth_a_word(odd: Spot, worth: bool) -> None:
    assert overlooked([spot(100, 100, 40), spot(150, 100, 40)], [odd]) is worth


def test_tiles_of_a_row_that_is_seen_squeezed_lie_beside_one_another_however_far() -> None:
    row = [spot(300 + 87 * k, 450, 64, trust) for k, trust in enumerate((0.2, 0.5, 0.5, 0.4, 0.4))]
    places = by_trust(sizes(row[1:], 64, 1280), row)
    assert [round(one.x) for one in places.firm][-1] == 300
    assert not places.alone
    assert by_trust(sizes(row[1:2], 64, 1280), row[:2]).alone == row[:1]
