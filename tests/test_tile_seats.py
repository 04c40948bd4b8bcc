"""Tiles that the reader takes for none, between others that it reads."""

from dataclasses import replace

import numpy as np
import pytest

from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_net import VALUES, Faces
from appliance.vision.tile_seats import seated

SIDE = 24.0


def row(trust: float, count: int = 5) -> list[Spot]:
    """Tiles side by side; the finder trusts that in the middle so much."""
    spots = [Spot(TILE, 100 + 1.05 * SIDE * k, 100.0, 0.0, SIDE, 0.9) for k in range(count)]
    middle = spots[count // 2]
    spots[count // 2] = Spot(TILE, middle.x, middle.y, 0.0, SIDE, trust)
    return spots


def read(nothing: list[float], number: str = "1") -> Faces:
    """What the reader says: A with a number or none, or nothing, with such probabilities."""
    none = np.clip(np.array(nothing), 1e-9, 1 - 1e-9)
    letters = np.full((len(none), 4, 26), -30.0)
    letters[:, 0, 0] = np.log(1 - none)
    values = np.full((len(none), 4, len(VALUES)), -9.0)
    values[:, :, VALUES.index(number)] = 0.0
    return Faces(letters, np.full(len(none), -30.0), np.log(none), values)


@pytest.mark.parametrize("on_mat", [True, False])
def test_a_tile_that_the_finder_trusts_between_two_others_is_one(on_mat: bool) -> None:
    seen = seated(row(trust=0.8), read([0.0, 0.0, 0.95, 0.0, 0.0]), on_mat=on_mat)
    assert np.exp(seen.nothing[2]) < 0.5
    assert np.exp(seen.letters[2]).sum() + np.exp(seen.blank[2]) + np.exp(seen.nothing[2]) == pytest.approx(1)


@pytest.mark.parametrize(("on_mat", "is_tile"), [(True, True), (False, False)])
def test_what_is_no_sure_tile_speaks_for_others_on_the_mat_alone(on_mat: bool, is_tile: bool) -> None:
    seen = seated(row(trust=0.8), read([0.0, 0.3, 0.95, 0.3, 0.0]), on_mat=on_mat)
    assert (np.exp(seen.nothing[2]) < 0.5) == is_tile


@pytest.mark.parametrize(
    ("spots", "nothing"),
    [
        (row(trust=0.4), [0.0, 0.0, 0.95, 0.0, 0.0]),
        (row(trust=0.8, count=2), [0.0, 0.95]),
        (row(trust=0.8), [0.95, 0.95, 0.95, 0.95, 0.95]),
        (row(trust=0.6), [0.0, 0.0, 0.999, 0.0, 0.0]),
    ],
    ids=["hardly trusted", "at the end", "among none", "surely none"],
)
def test_a_gap_stays_one(spots: list[Spot], nothing: list[float]) -> None:
    seen = seated(spots, read(nothing), on_mat=True)
    number = nothing.index(max(nothing))
    assert np.exp(seen.nothing[number]) > 0.5


def test_among_many_tiles_the_finder_is_believed_at_the_end_of_a_row_too() -> None:
    spots, nothing = [*row(trust=0.8, count=9), *row(trust=0.8, count=9)[4:5]], [0.0] * 10
    spots[-1] = replace(spots[-1], y=300.0)
    nothing[-1] = 0.99
    seen = seated(spots, read(nothing), on_mat=True)
    assert np.exp(seen.nothing[-1]) < 0.5
    few = seated(spots[6:], read(nothing[6:]), on_mat=True)
    assert np.exp(few.nothing[-1]) > 0.5
    elsewhere = seated(spots, read(nothing), on_mat=False)
    assert np.exp(elsewhere.nothing[-1]) > 0.5


@pytest.mark.parametrize(("number", "is_tile"), [("", True), ("1", False)])
def test_where_tiles_have_no_numbers_the_finder_is_believed_of_one_alone(number: str, is_tile: bool) -> None:
    spots = [Spot(TILE, 100.0 * k, 100.0, 0.0, SIDE, 0.7) for k in range(5)]
    seen = seated(spots, read([0.0, 0.0, 0.0, 0.0, 0.95], number), on_mat=False)
    assert (np.exp(seen.nothing[4]) < 0.5) == is_tile
    two = seated(spots[2:], read([0.0, 0.0, 0.95], number), on_mat=False)
    assert np.exp(two.nothing[2]) == pytest.approx(0.95)


def test_of_plain_places_among_many_tiles_the_finder_alone_does_not_decide() -> None:
    spots, nothing = row(trust=0.4, count=9), [0.0] * 9
    nothing[4] = 0.8
    plain = read(nothing)
    plain.blank[4], plain.letters[4] = np.log(0.2), -30.0
    seen = seated(spots, plain, on_mat=True)
    assert np.exp(seen.nothing[4]) > 0.5


def test_of_tiles_like_print_in_a_row_on_the_mat_few_that_are_known_tell_of_all() -> None:
    """Five are known, some between two of these are likely; by all of them it is a place of many tiles."""
    count = 16
    spots = [Spot(TILE, 100 + 1.05 * SIDE * k, 100.0, 0.0, SIDE, 0.62) for k in range(count)]
    nothing = [0.02 if k in (0, 2, 4, 6, 8) else 0.6 if k < 8 else 0.99 for k in range(count)]
    for on_mat in (True, False):
        seen = seated(spots, read(nothing), on_mat=on_mat)
        assert (np.exp(seen.nothing).max() < 0.5) == on_mat
