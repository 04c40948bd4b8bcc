"""Dice as people photograph them from their seats: from far aside, where their side faces show as well."""

from math import dist
from random import Random

import pytest

from appliance.pieces import Die, dice_set
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Table, View, truth
from appliance.vision.dice import DiceReader
from appliance.vision.dice_aside import from_aside
from appliance.vision.finder import Sides
from appliance.vision.pips import PipReader
from appliance.vision.plane import Plane, bare
from appliance.vision.reading import Reading, Said, Symbol

PIPS, LETTERS = dice_set("bid-and-bluff").dice, dice_set("anabid").dice
WOOD = Mat((120, 150, 176), markers=False)
DOUBT: Said = ((), ("doubt",))


def from_a_seat(dice: tuple[Die, ...], tilt: tuple[float, float], seed: int = 3) -> Table:
    """Some dice under a phone so many degrees off straight above."""
    placed = roll(Random(seed), dice, field=(170, 120))
    view = View(span=360, above=400, tilt=tilt)
    return Table(placed, WOOD, view=view, finish=Finish(size=18.0), seed=seed)


def right(table: Table, reading: Reading) -> int:
    """How many dice are read right, none of their side faces being sure."""
    tops = [(one.symbol, one.center, dist(*one.corners[:2])) for one in truth(table)]
    for item in reading.items:
        assert not item.sure or any(dist(item.center, top) < 0.5 * side for _, top, side in tops)
    return sum(
        any(dist(item.center, top) < 0.5 * side and item.symbol == symbol for item in reading.items)
        for symbol, top, side in tops
    )


@pytest.mark.parametrize("tilt", [(50.0, 0.0), (55.0, 4.0), (0.0, 52.0), (-54.0, 5.0)])
def test_dice_are_read_from_a_seat(tilt: tuple[float, float]) -> None:
    pips, letters = from_a_seat(PIPS, tilt), from_a_seat(LETTERS[:6], tilt)
    assert right(pips, PipReader(None).read(render(pips))) >= len(PIPS) - 1
    assert right(letters, DiceReader(None).read(render(letters))) >= 5


FRAME = render(Table((), WOOD))
DICE = bare(render(from_a_seat(PIPS, (50.0, 0.0))))
MIDDLES = [true.center for true in truth(from_a_seat(PIPS, (50.0, 0.0)))]


def symbol(x: float, y: float, confidence: float = 0.99, side: float = 50.0) -> Symbol:
    half = side / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Symbol("3", confidence >= 0.95, confidence, (x, y), corners, 0.0, "red")


def looked(said: Said, aside: Said, plane: Plane = DICE) -> tuple[Said, int]:
    """What is settled on where each look from above tells the same, and how many of these there were."""
    looks: list[Plane] = []

    def read(seen: Plane, sides: Sides | None) -> Said:
        looks.append(seen)
        return aside

    return from_aside(plane, said, read), len(looks)


def test_a_table_that_is_told_is_not_looked_at_again() -> None:
    tops = tuple(symbol(x, y) for x, y in MIDDLES)
    assert looked((tops[:1], ()), ((), ())) == ((tops[:1], ()), 0)
    sides = tuple(symbol(x, y + 40) for x, y in MIDDLES)
    assert looked(((*tops, *sides), ("doubt",)), ((), ())) == (((*tops, *sides), ("doubt",)), 0)


def test_a_table_on_which_nothing_looks_like_dice_is_not_looked_at_again() -> None:
    assert looked(DOUBT, ((), ()), bare(FRAME)) == (DOUBT, 0)


def test_the_look_from_above_is_believed_where_it_tells_more() -> None:
    above: Said = (tuple(symbol(x, y) for x, y in MIDDLES), ())
    (symbols, problems), looks = looked(DOUBT, above)
    assert looks >= 3
    assert not problems
    assert [one.sure for one in symbols] == [True] * len(MIDDLES)


def test_a_side_face_is_left_out_or_asked_about() -> None:
    x, y = max(MIDDLES, key=lambda middle: middle[1])  # nothing lies nearer to the camera
    tops = [symbol(a, b) for a, b in MIDDLES]
    hardly = symbol(x, y + 40, 0.01)
    (symbols, _), _ = looked(DOUBT, ((*tops, hardly), ()))
    assert len(symbols) == len(tops)
    (symbols, _), _ = looked(((symbol(x, y + 40),), ("doubt",)), (tuple(tops), ()))
    assert [one.center[1] for one in symbols if not one.sure] == [y + 40]


def test_nothing_is_believed_where_hardly_any_die_is_told() -> None:
    (symbols, _), _ = looked(DOUBT, ((symbol(*MIDDLES[0]),), ()))
    assert [one.sure for one in symbols] == [False]
