"""Tops and side faces of dice that are seen from far aside: which are which."""

import numpy as np
import pytest

from appliance.vision.finder import CUBE, Sighted
from appliance.vision.plane import bare
from appliance.vision.reversal import against, are_tops
from appliance.vision.tilt import as_flat

WIDTH, DICE = 1920, 6
UP, DOWN = np.array([0.0, -0.8]), np.array([0.0, 0.55])  # where tops are seen from 53° off, and side faces
FARTHER = -0.4  # logarithm of how much smaller dice are seen at the picture's top than at its foot


def faces(score: float, tilt: np.ndarray, *, lower: float = 0.0) -> tuple[list[Sighted], np.ndarray]:
    """Faces of six dice that lie at about the same heights of a picture, farther up smaller."""
    some = []
    for number in range(DICE):
        y = 300.0 + 150 * number + lower
        side = 60 * np.exp(FARTHER * (1 - y / 1440))
        some.append(Sighted(CUBE, 200.0 + 250 * number, y, side, 0.0, score))
    spread = np.random.default_rng(3).normal(0, 0.03, (DICE, 2))
    return some, tilt + spread


def both(top: float = 0.65, side: float = 0.6) -> tuple[list[Sighted], np.ndarray]:
    """Tops, then their side faces, with such scores of the finder."""
    tops, sides = faces(top, UP), faces(side, DOWN, lower=55.0)
    return [*tops[0], *sides[0]], np.concatenate([tops[1], sides[1]])


def all_at(tilt: np.ndarray, count: int) -> np.ndarray:
    return np.tile(tilt, (count, 1))


def test_side_faces_that_were_taken_for_tops_are_told() -> None:
    some, tilts = both()
    up, down = (all_at(tilt, len(some)) for tilt in (UP, DOWN))
    assert against(tilts, down).tolist() == [True] * DICE + [False] * DICE
    assert are_tops(some, tilts, down, up, WIDTH)
    assert not are_tops(some, tilts, up, down, WIDTH)


def test_what_looks_less_like_tops_and_grows_towards_where_it_should_be_farther_is_none() -> None:
    some, tilts = both(top=0.4, side=0.75)
    upside_down = [Sighted(CUBE, one.x, -one.y, one.side, 0.0, one.score) for one in some]
    up, down = (all_at(tilt, len(some)) for tilt in (UP, DOWN))
    assert not are_tops(upside_down, tilts, down, up, WIDTH)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_two_things_that_agree_are_too_few(left: int) -> None:
    some, tilts = both()
    mine = [*range(left), *range(DICE, 2 * DICE)]
    some, tilts = [some[k] for k in mine], tilts[mine]
    up, down = (all_at(tilt, len(some)) for tilt in (UP, DOWN))
    assert not are_tops(some, tilts, down, up, WIDTH)


def test_what_is_tilted_across_is_no_other_way_of_seeing_it() -> None:
    some, tilts = both()
    tilts[:DICE] = tilts[:DICE, ::-1]
    across, down = (all_at(tilt, len(some)) for tilt in (UP[::-1], DOWN))
    assert not are_tops(some, tilts, down, across, WIDTH)


def test_seen_nearly_from_above_what_most_show_are_tops() -> None:
    some, tilts = both()
    little, other = DOWN / 4, UP
    tilts[DICE:] += little - DOWN
    down, up = (all_at(tilt, len(some)) for tilt in (little, other))
    assert not are_tops(some, tilts, down, up, WIDTH)


def test_flat_dice_lie_as_their_tops_say_though_more_side_faces_are_seen() -> None:
    some, tilts = both()
    plane = bare(np.full((1440, WIDTH, 3), 128, np.uint8))
    most = np.array([False] * 4 + [True] * (2 * DICE - 4))  # two tops, and all of the side faces
    seen = as_flat(plane, tilts, some, most)
    assert np.abs(seen - UP).max() < 0.25
