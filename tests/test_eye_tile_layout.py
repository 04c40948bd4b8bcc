"""Tiles that are poured out: of those that touch askew, two in line may lie so by chance."""

from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_layout import Layout, layouts

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
