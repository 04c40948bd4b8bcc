"""Tiles beside the middles of their squares: between two, or all as far off."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from appliance.vision.board_grid import CELL, EDGE
from appliance.vision.board_squares import as_the_others, between, offsets, without_lone_blanks
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_net import LETTERS, VALUES, Faces

VIEW = np.zeros((9, 9, 3), np.uint8)


def lying(row: int, column: int, right: float, down: float, trust: float = 0.6) -> Spot:
    """A tile as the finder sees it, so far off the middle of its square (in squares)."""
    x, y = ((EDGE + at + 0.5) * CELL - 0.5 for at in (column + right, row + down))
    return Spot(TILE, x, y, 0.0, 0.95 * CELL, trust)


def showing(likely: Iterable[float]) -> Faces:
    """What the network says of crops of which each shows an A, so likely."""
    a = np.array(list(likely))
    letters = np.full((len(a), 4, len(LETTERS)), -20.0)
    letters[:, 0, 0] = np.log(a)
    return Faces(letters, np.full(len(a), -20.0), np.log(1 - a), np.zeros((len(a), 4, len(VALUES))))


@pytest.mark.parametrize(("here", "halfway", "moved"), [(0.99, 0.7, False), (0.2, 0.7, True)])
def test_a_tile_lies_between_two_squares_if_it_is_read_better_there(
    monkeypatch: pytest.MonkeyPatch, *, here: float, halfway: float, moved: bool
) -> None:
    seen = {(7, 7): lying(7, 7, 0.2, -0.2), (7, 8): lying(7, 8, -0.2, 0.0, trust=0.3)}
    own = {(spot.x, spot.y) for spot in seen.values()}

    def read(_: Image, patches: Sequence[Patch]) -> Faces:
        return showing(here if (patch.x, patch.y) in own else halfway for patch in patches)

    monkeypatch.setattr("appliance.vision.board_squares.faces", read)
    tiles = between(VIEW, seen, {})
    assert (tiles[7, 7] != seen[7, 7]) == moved
    assert ((7, 8) not in tiles) == moved


def test_where_nothing_is_read_a_tile_is_sought_as_far_off_as_the_others_lie() -> None:
    row, lost, off = [(7, 7), (7, 8), (7, 9)], (4, 9), (0.3, -0.3)
    tiles = {place: lying(*place, *off) for place in row} | {lost: lying(*lost, 0.0, 0.0)}
    moved = as_the_others(tiles, row, [lost])
    assert list(moved) == [lost]
    assert offsets(moved)[lost] == pytest.approx(off)


def test_few_tiles_or_straight_ones_tell_of_no_bump() -> None:
    row, lost = [(7, 7), (7, 8), (7, 9)], (4, 9)
    bumped, straight = (
        {place: lying(*place, off, 0.0) for place in row} | {lost: lying(*lost, 0.1, 0.1)}
        for off in (0.3, 0.05)
    )
    assert as_the_others(bumped, row[:2], [lost]) == {}
    assert as_the_others(straight, row, [lost]) == {}


@pytest.mark.parametrize(("lone", "kept"), [(3, True), (5, False)])
def test_many_more_blanks_than_the_box_has_are_squares_but_in_words(*, lone: int, kept: bool) -> None:
    tile, plain = np.zeros((15, 15)), np.zeros((15, 15), np.bool_)
    tile[7, 5:8], plain[7, 6] = 0.99, True
    tile[0, 0 : 2 * lone : 2] = 0.98
    plain[0] = True
    believed = without_lone_blanks(tile, plain, most=4) > 0.5
    assert believed[7, 5:8].all()
    assert (believed[0].sum() == lone) == kept
    assert kept or not believed[0].any()
