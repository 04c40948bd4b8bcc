"""Dice and tiles on the mat's markers and at its edge: they are read, or people are told to move them."""

from dataclasses import replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import dice_set, mat
from appliance.pieces.track import track
from appliance.readers import reader
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import BLACK, GREEN, GREY, Finish, Light, Mat, Table, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import lay_layout
from appliance.virtual.track import TrackArt
from appliance.vision import rim
from appliance.vision.locate import locate
from appliance.vision.reading import Reading
from training.props import Coin

WIDE, HIGH = mat.SIZE
MARKERS = [(x - WIDE / 2, y - HIGH / 2) for x, y in map(mat.middle, range(4))]
EDGES = {
    "left": (-WIDE / 2 + 5, 40),
    "top": (-30, -HIGH / 2 + 5),
    "right": (WIDE / 2 - 5, 0),
    "bottom": (90, HIGH / 2 - 5),
}
DICE = roll(Random(4), dice_set("anabid").dice[:6])


def with_first_at(x: float, y: float, ground: tuple[int, int, int] = BLACK, turn: float = 30.0) -> Table:
    """Six dice of which the first lies there."""
    first = replace(DICE[0], x=x, y=y, turn=turn)
    return Table((first, *DICE[1:]), Mat(ground), view=View(span=480))


def read(table: Table, kind: str = "letter-dice", pieces: str = "anabid") -> Reading:
    return reader(kind, pieces).read(render(table))


@pytest.mark.parametrize("ground", [BLACK, GREEN, GREY], ids=["black", "green", "grey"])
def test_a_die_on_a_marker_is_mostly_read_and_else_told(ground: tuple[int, int, int]) -> None:
    read_there = 0
    for place in MARKERS:
        table = with_first_at(*place, ground)
        reading, true = read(table), truth(table)[0]
        there = [item.symbol for item in reading.items if dist(item.center, true.center) < 12]
        assert there == [true.symbol] or (not there and rim.WORDS in reading.problems)
        read_there += len(there)
    assert read_there >= 3


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    "beside", [(28, 0), (0, 28), (26, 26)], ids=["to one side", "to the other", "diagonally"]
)
def test_a_die_as_white_as_a_rim_is_read_beside_it(number: int, beside: tuple[float, float]) -> None:
    x, y = MARKERS[number]
    table = with_first_at(x - np.sign(x) * beside[0], y - np.sign(y) * beside[1])
    reading = read(table)
    assert sorted(reading.symbols) == sorted(true.symbol for true in truth(table))


@pytest.mark.parametrize("edge", EDGES)
def test_a_die_at_the_edge_is_read(edge: str) -> None:
    table = with_first_at(*EDGES[edge])
    reading = read(table)
    assert sorted(reading.symbols) == sorted(true.symbol for true in truth(table))
    assert reading.sure, reading.problems


@pytest.mark.parametrize("turn", [0.0, 30.0])
@pytest.mark.parametrize("edge", EDGES)
def test_a_die_of_which_hardly_more_than_half_stands_on_the_mat_is_read(edge: str, turn: float) -> None:
    x, y = EDGES[edge]
    right, down = {"left": (-4.5, 0), "top": (0, -4.5), "right": (4.5, 0), "bottom": (0, 4.5)}[edge]
    table = with_first_at(x + right, y + down, GREY, turn)
    reading = read(table)
    assert sorted(reading.symbols) == sorted(true.symbol for true in truth(table))
    assert reading.sure, reading.problems


@pytest.mark.parametrize("place", [*MARKERS, *EDGES.values()])
def test_what_is_not_read_there_is_told(place: tuple[float, float]) -> None:
    token = Table(DICE, view=View(span=480), sheets=(Sheet(Coin(22.0, 2.0, 3), *place),))
    dice = read(token)
    assert rim.WORDS in dice.problems
    assert not dice.sure
    assert not read(token, "tiles", "english").sure
    assert rim.WORDS not in read(replace(token, sheets=())).problems


def test_pips_at_the_edge_are_counted() -> None:
    dice = roll(Random(3), dice_set("bid-and-bluff").dice, size=16.0)
    for (x, y), die in zip(EDGES.values(), dice, strict=False):
        table = Table((replace(die, x=x, y=y),), view=View(span=480), finish=Finish(size=16.0))
        reading = read(table, "pip-dice", "bid-and-bluff")
        assert reading.symbols == (truth(table)[0].symbol,)
        assert reading.sure, reading.problems


def test_tiles_across_a_marker_are_read() -> None:
    x, y = MARKERS[1]
    word = lay_layout(("STONE",), x - 40, y + 2, 0.0, Random(2))
    reading = read(Table(sheets=word, view=View(span=480)), "tiles", "english")
    assert reading.layouts == (("STONE",),)
    assert reading.sure, reading.problems


def test_a_die_that_lies_off_the_mat_does_not_count() -> None:
    table = with_first_at(0.0, -HIGH / 2 - 14)
    reading = read(replace(table, view=View(span=560)))
    assert len(reading.items) == 5
    assert reading.sure, reading.problems


def test_a_marker_that_the_picture_cuts_is_no_thing() -> None:
    for shift, turn in (((20, 0), 4), ((28, 0), 0), ((0, 26), 0), ((-22, 18), 4)):
        plane = locate(render(Table(view=View(span=440, shift=shift, turn=turn))))
        assert plane.has_mat
        assert len(plane.corners) < 4
        assert not plane.covered.any()


def test_in_the_dark_nothing_is_told_of_a_marker() -> None:
    frame = render(Table(DICE, view=View(span=480)))
    frame[:220, :260] = 0
    assert not locate(frame).covered.any()


LIGHTS = {
    "plain": Light(),
    "dim": Light(level=0.35),
    "one lamp": Light(gradient=0.6),
    "bright": Light(level=1.3),
}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(
    "ground", [BLACK, GREEN, (118, 29, 77), (37, 189, 228)], ids=["black", "green", "purple", "yellow"]
)
def test_nothing_lies_on_an_empty_mat_in_any_light(light: str, ground: tuple[int, int, int]) -> None:
    board = (Sheet(TrackArt(track("bid-and-bluff")), 0.0, 0.0),)
    for view, sheets in ((View(span=480, tilt=(6, -5)), ()), (View(span=470, bend=-0.03), board)):
        frame = render(Table(mat=Mat(ground), light=LIGHTS[light], view=view, sheets=sheets))
        assert not locate(frame).covered.any()
        assert not locate(shaded(frame)).covered.any()


def shaded(frame: Image) -> Image:
    """The same with a soft shadow across half of it."""
    shade = np.zeros(frame.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.array([(0, 0), (900, 0), (500, 959), (0, 959)], np.int32), 1.0)
    soft = cv2.GaussianBlur(shade, (0, 0), 12)[:, :, None]
    return np.asarray(frame * (1 - 0.5 * soft), np.uint8)
