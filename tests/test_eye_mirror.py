"""What a camera shows as in a mirror: the mat's markers tell, and everything is read as it lies."""

from dataclasses import replace
from math import dist
from random import Random

import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import dice_set
from appliance.readers import reader
from appliance.virtual.board import lay_hand
from appliance.virtual.dice import Placed, lay_row, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Table, View
from appliance.virtual.tiles import lay_layout
from appliance.vision.hand import hand_over
from appliance.vision.reading import Reading
from appliance.vision.rows import spelled

NUMBERS = replace(dice_set("anagrascramble").dice[0], body="red")
TABLES = {
    "letter-dice": Table(roll(Random(5), dice_set("anabid").dice[:7]), view=View(tilt=(3, -2), turn=8)),
    "pip-dice": Table(roll(Random(3), dice_set("bid-and-bluff").dice), finish=Finish(size=16.0)),
    "d12": Table((Placed(NUMBERS, 3, -60, 25, 40.0),), finish=Finish(size=20.0)),
    "tiles": Table(sheets=lay_layout(("FJORD", "L...."), 20, -10, 35.0, Random(2))),
}


def mirrored(frame: Image) -> Image:
    return np.ascontiguousarray(frame[:, ::-1])


def read(kind: str, frame: Image) -> Reading:
    sets = {"letter-dice": "anabid", "pip-dice": "bid-and-bluff", "d12": "anagrascramble", "tiles": "english"}
    return reader(kind, sets[kind]).read(frame)


@pytest.mark.parametrize("kind", TABLES)
def test_every_piece_is_read_where_it_is_seen(kind: str) -> None:
    frame = render(TABLES[kind])
    plain, seen = read(kind, frame), read(kind, mirrored(frame))
    assert plain.sure
    assert seen.sure, seen.problems
    assert sorted(seen.symbols) == sorted(plain.symbols)
    for one in plain.items:
        there = (frame.shape[1] - 1 - one.center[0], one.center[1])
        other = min(seen.items, key=lambda item: dist(item.center, there))
        assert dist(other.center, there) < 3
        assert (other.symbol, other.body) == (one.symbol, one.body)
        assert (one.spot is None) == (other.spot is None)
        if one.spot and other.spot:
            assert dist(one.spot, other.spot) < 1  # on the mat they lie at the same place


def test_words_are_read_in_their_own_direction() -> None:
    placed = roll(Random(11), dice_set("anabid").dice[:6])
    laid = lay_row(placed, [0, 1, 2, 3], turn=20, gap=3, rng=Random(1))
    dice = read("letter-dice", mirrored(render(Table(laid))))
    assert tuple(die.symbol for die in laid[:4]) in spelled(dice)
    tiles = read("tiles", mirrored(render(TABLES["tiles"])))
    assert tiles.layouts == (("FJORD", "L...."),)


def test_a_hand_over_the_mat_is_seen() -> None:
    assert hand_over(mirrored(render(Table(sheets=lay_hand(20, 10, 30.0, (120, 150, 200))))))
    assert not hand_over(mirrored(render(TABLES["letter-dice"])))
