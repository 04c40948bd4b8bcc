"""Shadows of drawn dice: dark all around, or, with light that the table throws back, sharp at first."""

from dataclasses import replace

import numpy as np
import pytest

from appliance.pieces import Die
from appliance.virtual.dice import D6_SIZE, Placed
from appliance.virtual.render import expose
from appliance.virtual.scene import Finish, Light, Mat, Table, View

PAPER = 230
DIE = Die("any", 6, "white", tuple("OOOOOO"))
FROM_THE_RIGHT = Light(azimuth=0, elevation=45, gradient=0, vignette=0, shadow=0.5, softness=4)
SCENE = Table(
    (Placed(DIE, 0, 0, 0, 0),),
    Mat((PAPER, PAPER, PAPER), markers=False, texture=0),
    FROM_THE_RIGHT,
    View(span=200, blur=0),
    Finish(rounding=0.1),
)


def light_beside(table: Table, away: float) -> float:
    """How light the table is so many mm right (below zero: left) of the die's side, over its own light."""
    x = np.sign(away) * (D6_SIZE / 2 + abs(away))
    (column, row), *_ = table.view.pixels([[x, 0, 0]])
    return float(expose(table)[int(row), int(column)].mean()) / PAPER


def bouncing(share: float) -> Table:
    return replace(SCENE, light=replace(FROM_THE_RIGHT, bounce=share))


def test_a_die_has_a_dark_rim_on_the_lamps_side_too() -> None:
    assert light_beside(SCENE, 1.5) < 0.75


def test_with_light_thrown_back_there_is_hardly_one_and_the_shadow_is_as_dark() -> None:
    assert light_beside(bouncing(0.8), 1.5) > 0.95
    assert light_beside(bouncing(0.8), -4.0) == pytest.approx(0.5, abs=0.06)


def test_such_a_shadow_grows_softer_away_from_the_die() -> None:
    steps = [light_beside(bouncing(0.8), -D6_SIZE + away) for away in (-4.0, -2.0, 0.0, 2.0, 4.0)]
    assert steps == sorted(steps, reverse=True)
    assert 0.55 < steps[2] < 0.95


@pytest.mark.parametrize(("lamp", "lit"), [(0, True), (180, False)])
def test_the_table_lights_a_dies_sides_where_the_lamp_does_not_and_more_where_it_does(
    lamp: int, lit: bool
) -> None:
    # Far to the left its right side is seen, a little of it.
    far = replace(SCENE, dice=(Placed(DIE, 0, -70, 0, 0),), view=View(span=200, above=260, blur=0))
    x = -70 + D6_SIZE / 2
    (column, row), *_ = far.view.pixels([[x, 0, D6_SIZE * 0.5]])
    (c, r), *_ = far.view.pixels([[-70, 7, D6_SIZE]])

    def side_over_top(bounce: float | None) -> float:
        picture = expose(replace(far, light=replace(FROM_THE_RIGHT, azimuth=lamp, bounce=bounce)))
        side, top = picture[int(row) + 4, int(column)], picture[int(r), int(c)]
        return float(side.mean()) / float(top.mean())

    assert side_over_top(0.8) > side_over_top(None) + 0.04
    assert (side_over_top(0.8) > 1) is lit
