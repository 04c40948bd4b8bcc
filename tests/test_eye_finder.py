"""Dice of unknown size: looked for in pictures of several sizes, each taken from where it is seen best."""

import numpy as np
import pytest

from appliance.vision import finder
from appliance.vision.finder import CUBE, Sighted, sighted
from appliance.vision.plane import Plane, bare

FRAME = np.zeros((960, 1280, 3), np.uint8)


def cube(x: float, side: float, score: float) -> Sighted:
    return Sighted(CUBE, x, 400.0, side, 0.0, score)


def seen(monkeypatch: pytest.MonkeyPatch, levels: dict[int, list[Sighted]]) -> list[Sighted]:
    """What is sighted in a frame of whose pictures, by their longer side, the network says so."""

    def at_scale(plane: Plane, factor: float, *kinds: int, least: float) -> list[Sighted]:
        return levels.get(round(factor * 1280), [])

    monkeypatch.setattr(finder, "at_scale", at_scale)
    return sighted(bare(FRAME), CUBE)


def test_dice_that_touch_do_not_run_into_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = [cube(350, 100, 0.6), cube(455, 100, 0.55)]
    between = cube(402, 130, 0.9)  # where a die has nine pixels
    assert seen(monkeypatch, {240: apart, 120: [between]}) == apart


def test_a_die_has_the_highest_score_that_is_seen_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    coarse, fine = cube(350, 104, 0.5), cube(352, 100, 0.8)
    assert seen(monkeypatch, {240: [coarse], 480: [fine]}) == [fine]
    assert seen(monkeypatch, {240: [coarse], 960: [fine]}) == [cube(350, 104, 0.8)]


def test_a_die_that_fills_the_picture_is_seen_in_the_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    huge, tiny = cube(640, 600, 0.7), cube(100, 8, 0.6)
    assert seen(monkeypatch, {120: [huge], 240: [huge], 480: [tiny]}) == [huge]


def test_a_tiny_die_is_seen_in_the_largest_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = cube(100, 8, 0.6)
    assert seen(monkeypatch, {480: [tiny]}) == []
    assert seen(monkeypatch, {960: [tiny]}) == [tiny]


def test_a_die_that_is_seen_where_it_is_a_little_too_small_alone_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, other = cube(350, 30, 0.46), cube(700, 26, 0.8)
    assert seen(monkeypatch, {960: [other], 480: [small]}) == [other, small]
    fine = cube(355, 28, 0.3)
    assert seen(monkeypatch, {960: [other, fine], 480: [small]}) == [other, cube(355, 28, 0.46)]
