"""Dice that lean: said, not believed; dice that lie flat are not, from wherever the camera looks."""

from dataclasses import replace
from math import dist

import pytest

from appliance.pieces import DiceSet, dice_set
from appliance.readers import Reader
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Mat, Table, View, truth
from appliance.vision.dice import COCKED, DiceReader
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.locate import bare
from appliance.vision.pips import PipReader
from appliance.vision.tilt import leans

LETTERS, PIPS = dice_set("anabid"), dice_set("bid-and-bluff")
SETS = pytest.mark.parametrize(
    ("dice", "eye"), [(LETTERS, DiceReader(LETTERS)), (PIPS, PipReader(PIPS))], ids=["letters", "pips"]
)


def apart(dice: DiceSet, *, markers: bool = True) -> Table:
    """Six dice of the set in two rows, each turned otherwise."""
    placed = [
        Placed(
            die, number % len(die.faces), -80.0 + 80 * (number % 3), -45.0 + 90 * (number // 3), 50.0 * number
        )
        for number, die in enumerate(dice.dice[:6])
    ]
    return Table(tuple(placed), Mat(GREEN, markers=markers), seed=6)


def leaning(table: Table, number: int, lean: float, twist: float) -> Table:
    """The table with one die tipped to the side that `twist` says."""
    dice = list(table.dice)
    dice[number] = replace(dice[number], lean=lean, twist=twist)
    return replace(table, dice=tuple(dice))


@SETS
@pytest.mark.parametrize("markers", [True, False])
@pytest.mark.parametrize("number", [0, 4])
def test_a_die_that_leans_beside_others_is_said(
    dice: DiceSet, eye: Reader, markers: bool, number: int
) -> None:
    for twist in (20.0, 140.0, 260.0):
        table = leaning(apart(dice, markers=markers), number, 26.0, twist)
        reading = eye.read(render(table))
        assert COCKED in reading.problems
        (x, y), edge = truth(table)[number].center, truth(table)[number].corners[:2]
        near = [item for item in reading.items if dist(item.center, (x, y)) < dist(*edge) / 2]
        assert not any(item.sure for item in near)


@SETS
@pytest.mark.parametrize("markers", [True, False])
@pytest.mark.parametrize("tilt", [(0.0, 0.0), (12.0, -10.0)], ids=["from above", "from aside"])
def test_flat_dice_do_not_lean(dice: DiceSet, eye: Reader, markers: bool, tilt: tuple[float, float]) -> None:
    table = replace(apart(dice, markers=markers), view=View(tilt=tilt, above=520))
    reading = eye.read(render(table))
    assert COCKED not in reading.problems
    assert len(reading.items) == len(table.dice)


@SETS
def test_flat_dice_far_from_the_middle_do_not_lean(dice: DiceSet, eye: Reader) -> None:
    far = [replace(one, x=one.x + 55, y=one.y + 45) for one in apart(dice).dice[4:]]
    reading = eye.read(render(Table(tuple(far), Mat(GREEN))))
    assert COCKED not in reading.problems


def test_of_one_die_without_a_mat_nothing_is_told() -> None:
    table = leaning(Table(apart(PIPS).dice[:1], Mat(GREEN, markers=False)), 0, 26.0, 20.0)
    assert leans(bare(render(table)), [Sighted(CUBE, 400.0, 380.0, 45.0, 0.0, 0.9)]).tolist() == [0.0]
