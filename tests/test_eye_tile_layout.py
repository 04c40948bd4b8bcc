"""The lattice on which tiles lie, of middles that are not quite right, and what lies on one by chance."""

from math import cos, dist, radians, sin
from random import Random

import pytest

from appliance.virtual.scene import Table
from appliance.virtual.tiles import lay_layout, tile_truth
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_layout import Layout, layouts

WORDS = ("..Q...", "BRUISE", "..I..A", "..T..T")
PAIR = [Spot(TILE, x, 100.0, 0.0, 40.0, 0.9) for x in (100.0, 142.0)]
ASKEW = [
    Spot(TILE, x, y, 40.0, 40.0, 0.9) for x, y in ((100, 150), (140, 52), (192, 100), (52, 100), (150, 150))
]
WORD = [Spot(TILE, 100.0 + 42.0 * k, 100.0, 0.0, 40.0, 0.9) for k in range(9)]


def in_line(tiles: list[Spot]) -> Layout:
    groups, _ = layouts(tiles)
    return max(groups, key=lambda group: len(group.cells))


def test_two_in_line_among_many_askew_may_lie_so_by_chance() -> None:
    alone, poured = in_line(PAIR), in_line([*PAIR, *ASKEW])
    assert len(alone.cells) == len(poured.cells) == 2
    assert poured.stray > alone.stray + 3


def test_a_word_that_one_tile_touches_askew_is_a_word_all_the_same() -> None:
    alone, touched = in_line(WORD), in_line([*WORD, ASKEW[0]])
    assert len(alone.cells) == len(touched.cells) == 9
    assert touched.stray < alone.stray + 2


@pytest.mark.parametrize("seed", range(8))
def test_shaky_middles_still_make_a_lattice(seed: int) -> None:
    rng = Random(seed)
    turn = rng.uniform(0, 360)
    table = Table(sheets=lay_layout(WORDS, turn=turn))
    spots = [
        Spot(
            TILE,
            true.center[0] + rng.gauss(0, 1.5),
            true.center[1] + rng.gauss(0, 1.5),
            (true.angle + rng.gauss(0, 2)) % 90,
            dist(true.corners[0], true.corners[1]) * rng.uniform(0.95, 1.05),
            rng.uniform(0.5, 1.0),
        )
        for true in tile_truth(table)
    ]
    (layout,), askew = layouts(spots)
    assert not askew
    assert abs((layout.angle - turn + 45) % 90 - 45) < 1.5
    assert len(set(layout.cells.values())) == len(spots)


def test_tiles_at_arm_s_length_and_turned_are_no_neighbours() -> None:
    one = Spot(TILE, 100.0, 100.0, 10.0, 40.0, 1.0)
    for angle, many in ((10.0, 1), (1.0, 2)):
        a = radians(10)
        other = Spot(TILE, 100 + 52 * cos(a), 100 + 52 * sin(a), angle, 40.0, 1.0)
        assert len(layouts([one, other])[0]) == many


def test_apart_means_another_layout() -> None:
    rows = ("A.B",)
    spots = [
        Spot(TILE, *t.center, t.angle % 90, 55.0, 1.0) for t in tile_truth(Table(sheets=lay_layout(rows)))
    ]
    found, askew = layouts(spots)
    assert len(found) == 2
    assert not askew
