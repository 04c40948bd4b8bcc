"""Dice and tiles that the picture's edge cuts, where there is no mat: they are said, and nothing else is."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import Colour, Finish, Mat, Table, View
from appliance.virtual.tiles import lay_layout
from appliance.vision.at_edge import CUT_DIE, CUT_TILE, with_cut_dice, with_cut_tiles
from appliance.vision.dice import DiceReader
from appliance.vision.pips import PipReader
from appliance.vision.plane import Image
from appliance.vision.reading import Reading
from appliance.vision.tiles import TilesReader
from benchmarks.trays import in_tray

WOOD: Colour = (96, 140, 176)
PALE = replace(Finish(), bodies=(("pale", (226, 232, 234), (30, 28, 28)),))
VIEW = View(span=240, above=420)
RIGHT, TOP = 240 / 2, 180 / 2  # mm from the middle of the table to the picture's edges
INSIDE = ((-60.0, -30.0), (10.0, 20.0), (50.0, -40.0))


def laid(
    *places: tuple[float, float], faces: str = "123456", ground: Colour = WOOD, turn: float = 20.0
) -> Image:
    """A bare table with a pale die at each of these places, in mm from the middle, right and down."""
    die = Die("pale", 6, "pale", tuple(faces))
    placed = tuple(Placed(die, k % 6, x, y, turn + 31 * k) for k, (x, y) in enumerate(places))
    return render(Table(placed, Mat(ground, markers=False), view=VIEW, finish=PALE, seed=5))


def pips(frame: Image) -> Reading:
    return PipReader(None).read(frame)


@pytest.mark.parametrize(
    "place", [(RIGHT - 1, 10.0), (-RIGHT, -20.0), (20.0, TOP), (-30.0, -TOP - 2), (RIGHT + 2, 0.0)]
)
def test_a_die_that_an_edge_cuts_is_said(place: tuple[float, float]) -> None:
    reading = pips(laid(*INSIDE, place))
    assert len(reading.items) >= len(INSIDE)
    assert CUT_DIE in reading.problems


def test_a_letter_die_in_a_corner_is_said() -> None:
    reading = DiceReader(None).read(laid(*INSIDE, (RIGHT - 3, TOP - 1), faces="AEHKRS"))
    assert CUT_DIE in reading.problems


@pytest.mark.parametrize("ground", [WOOD, (236, 238, 238), (40, 40, 44)])
def test_nothing_is_said_of_dice_that_are_whole(ground: Colour) -> None:
    reading = pips(laid(*INSIDE, (RIGHT - 13, 30.0), ground=ground))
    assert len(reading.items) == len(INSIDE) + 1
    assert reading.sure


def test_nothing_is_said_of_what_has_another_colour_than_the_dice() -> None:
    frame = laid(*INSIDE)
    items = pips(frame).items
    w, side = frame.shape[1], 90
    shown = frame.copy()
    cv2.rectangle(shown, (w - side // 2, 400), (w, 400 + side), (60, 40, 30), -1)
    assert with_cut_dice(shown, (items, ())) == (items, ())
    assert with_cut_dice(frame, ((), ("a word",))) == ((), ("a word",))


def test_what_is_read_of_a_die_that_is_cut_is_asked_about_and_said() -> None:
    frame = laid(*INSIDE)
    items = pips(frame).items
    one = items[0]
    left, right = min(x for x, _ in one.corners), max(x for x, _ in one.corners)
    for share, sure in ((0.95, True), (0.7, False)):
        cut = frame[:, : round(left + share * (right - left))]
        said, problems = with_cut_dice(cut, ((one,), ()))
        assert said[0].sure == sure
        assert (CUT_DIE in problems) == (not sure)
        assert said[0].symbol == one.symbol


def test_the_walls_of_a_tray_are_no_dice() -> None:
    die = Die("pale", 6, "pale", tuple("123456"))
    placed = tuple(Placed(die, k, x, y, 50.0 * k) for k, (x, y) in enumerate(INSIDE))
    for seed in range(4):
        table = Table(placed, Mat(WOOD, markers=False), view=VIEW, finish=PALE, seed=seed)
        reading = pips(render(in_tray(table)))
        assert reading.symbols == pips(render(table)).symbols
        assert reading.sure


@pytest.mark.parametrize(("x", "y", "turn"), [(84.0, 10.0, 0.0), (-5.0, 53.0, 90.0), (-84.0, -20.0, 8.0)])
def test_a_tile_that_an_edge_cuts_is_said(x: float, y: float, turn: float) -> None:
    sheets = lay_layout(("MONEY",), x, y, turn, Random(3))
    reading = TilesReader().read(render(Table(mat=Mat(WOOD, markers=False), view=VIEW, sheets=sheets)))
    assert 3 <= len(reading.items) <= 4
    assert CUT_TILE in reading.problems


@pytest.mark.parametrize("x", [0.0, 68.0, -69.0])
def test_nothing_is_said_of_tiles_that_are_whole(x: float) -> None:
    sheets = lay_layout(("MONEY",), x, 20.0, 0.0, Random(3))
    reading = TilesReader().read(render(Table(mat=Mat(WOOD, markers=False), view=VIEW, sheets=sheets)))
    assert len(reading.items) == 5
    assert reading.sure


@pytest.mark.parametrize("size", [(1, 1), (3, 400), (60, 2)])
def test_pictures_of_any_size_are_looked_at(size: tuple[int, int]) -> None:
    frame = np.asarray(np.random.default_rng(3).integers(0, 256, (*size, 3)), np.uint8)
    items = pips(laid(*INSIDE)).items
    for said, word in ((with_cut_dice, CUT_DIE), (with_cut_tiles, CUT_TILE)):  # the dice lie beyond them
        assert said(frame, (items, ()))[1] == (word,)
        assert said(frame, ((replace(items[0], center=(0.0, 0.0)),), ()))[1] == (word,)


def test_on_a_mat_only_what_lies_on_it_counts() -> None:
    dice = dice_set("bid-and-bluff").dice
    rng = Random(2)
    placed = tuple(Placed(die, k, 30.0 * k - 60, 0, rng.uniform(0, 360)) for k, die in enumerate(dice[:4]))
    beyond = Placed(dice[4], 1, 218, 0, 0)
    reading = PipReader(dice_set("bid-and-bluff")).read(render(Table((*placed, beyond), seed=4)))
    assert CUT_DIE not in reading.problems
