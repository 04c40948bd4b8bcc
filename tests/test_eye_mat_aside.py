"""A mat that the camera sees from one side, as on a tripod beside the table: its markers tell from where."""

from dataclasses import replace
from math import cos, dist, radians, sin
from random import Random

import numpy as np
import pytest

from appliance.pieces import dice_set, mat
from appliance.readers import reader
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Table, View, truth
from appliance.vision.aim import looks_down, over, stands
from appliance.vision.dice import COCKED
from appliance.vision.locate import locate

VIEW = View(span=620, width=1920, above=700)
FAR = (-31, 2)
ASIDE = [(24, 0), (0, 27), (-26, 0), (3, -30)]
"""Degrees by which the camera is tilted to its picture's sides, `FAR` of them farther than all others."""


def seen(tilt: tuple[float, float], many: int = 7, seed: int = 5) -> Table:
    """Letter dice on the mat, seen from there."""
    return Table(roll(Random(seed), dice_set("anabid").dice[:many]), view=replace(VIEW, tilt=tilt))


@pytest.mark.parametrize("tilt", ASIDE)
def test_the_markers_tell_where_the_camera_stands(tilt: tuple[float, float]) -> None:
    plane = locate(render(seen(tilt)))
    right, down, above = stands(plane)
    away = np.hypot(right - mat.SIZE[0] / 2, down - mat.SIZE[1] / 2)
    angle = np.degrees(np.arccos(np.prod(np.cos(np.radians(tilt)))))
    assert above == pytest.approx(VIEW.above * cos(radians(angle)), rel=0.06)
    assert away == pytest.approx(VIEW.above * sin(radians(angle)), rel=0.08)
    assert not looks_down(plane)


def test_from_about_above_it_is_taken_to_look_straight_down() -> None:
    plane = locate(render(seen((5, -4))))
    assert looks_down(plane)
    assert np.array_equal(over(plane)[0], plane.below)


@pytest.mark.parametrize("tilt", ASIDE)
def test_dice_seen_from_one_side_are_read_and_do_not_lean(tilt: tuple[float, float]) -> None:
    table = seen(tilt)
    reading = reader("letter-dice", "anabid").read(render(table))
    assert sorted(reading.symbols) == sorted(die.symbol for die in truth(table))
    assert COCKED not in reading.problems
    assert sum(item.sure for item in reading.items) >= 6


@pytest.mark.parametrize(("tilt", "seed"), [(FAR, 1), (FAR, 2), ((0, 32), 0), ((0, 32), 11), ((3, -30), 9)])
def test_far_to_one_side_side_faces_are_no_dice_and_flat_dice_are_flat(
    tilt: tuple[float, float], seed: int
) -> None:
    table = seen(tilt, seed=seed)
    reading = reader("letter-dice", "anabid").read(render(table))
    assert sorted(reading.symbols) == sorted(die.symbol for die in truth(table))
    assert reading.sure


@pytest.mark.parametrize("tilt", [*ASIDE, FAR])
def test_nothing_lies_on_the_markers_of_an_empty_mat_seen_from_one_side(tilt: tuple[float, float]) -> None:
    assert not locate(render(Table(view=replace(VIEW, tilt=tilt)))).covered.any()


@pytest.mark.parametrize("tilt", ASIDE)
def test_where_a_die_stands_is_told_from_one_side_too(tilt: tuple[float, float]) -> None:
    dice = roll(Random(3), dice_set("bid-and-bluff").dice, size=18.0)
    table = Table(dice, view=replace(VIEW, tilt=tilt), finish=Finish(size=18.0))
    reading = reader("pip-dice", "bid-and-bluff").read(render(table))
    assert sorted(reading.symbols) == sorted(die.symbol for die in truth(table))
    for item in reading.items:
        assert item.spot is not None
        assert min(dist(item.spot, (die.x, die.y)) for die in dice) < 6


@pytest.mark.parametrize("tilt", ASIDE)
def test_a_die_that_leans_is_told_from_one_side_too(tilt: tuple[float, float]) -> None:
    table = seen(tilt)
    tipped = replace(table, dice=(replace(table.dice[0], lean=30.0, twist=140.0), *table.dice[1:]))
    reading = reader("letter-dice", "anabid").read(render(tipped))
    assert COCKED in reading.problems
