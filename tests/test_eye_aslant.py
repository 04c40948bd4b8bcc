"""Tables seen from aside, without a mat: foreshortening undone, side faces asked about."""

from math import dist
from random import Random

import numpy as np
import pytest

from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Table, View, truth
from appliance.vision.aslant import aslant
from appliance.vision.closer import Read
from appliance.vision.dice import COCKED, DiceReader
from appliance.vision.finder import Sides
from appliance.vision.from_above import stretched
from appliance.vision.locate import locate
from appliance.vision.pips import PipReader
from appliance.vision.plane import Plane, bare
from appliance.vision.reading import Said, Symbol

PIPS, LETTERS = dice_set("bid-and-bluff").dice, dice_set("anabid").dice
WOOD = Mat((120, 150, 176), markers=False)
FRAME = np.zeros((300, 400, 3), np.uint8)


def seen_from_aside(dice: tuple[Die, ...], seed: int, tilt: tuple[float, float]) -> Table:
    """Some dice under a camera so many degrees off straight above."""
    placed = roll(Random(seed), dice, field=(200, 130))
    return Table(placed, WOOD, view=View(span=320, tilt=tilt), finish=Finish(size=18.0), seed=seed)


def symbol(x: float, y: float, confidence: float = 0.99, side: float = 20.0) -> Symbol:
    """A die with three pips, or else with two."""
    half = side / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Symbol("3", confidence >= 0.95, confidence, (x, y), corners, 0.0, "red", (("2", 1 - confidence),))


def reads(from_above: Said, *, tall: Said = ((), ()), wide: Said = ((), ())) -> Read:
    """A reader that says so of the frame, and of it as it is made taller or wider."""

    def read(plane: Plane, sides: Sides | None) -> Said:
        if plane.is_frame:
            return from_above
        return tall if plane.size[1] > FRAME.shape[0] else wide

    return read


@pytest.mark.parametrize("tilt", [(40.0, 0.0), (0.0, 40.0), (35.0, 6.0)])
def test_dice_with_pips_are_counted_from_aside(tilt: tuple[float, float]) -> None:
    table = seen_from_aside(PIPS, 3, tilt)
    reading = PipReader(None).read(render(table))
    for true in truth(table):
        near = [i for i in reading.items if dist(i.center, true.center) < 6]
        assert [item.symbol for item in near] == [true.symbol]


@pytest.mark.parametrize("tilt", [(0.0, 36.0), (28.0, -28.0)])
def test_two_dice_that_agree_are_flat_ones_seen_from_aside(tilt: tuple[float, float]) -> None:
    for seed in range(3):
        table = seen_from_aside(PIPS[:2], seed, tilt)
        reading = PipReader(None).read(render(table))
        assert sorted(reading.symbols) == sorted(true.symbol for true in truth(table))
        assert reading.sure


def test_letters_are_read_from_aside_at_their_places() -> None:
    table = seen_from_aside(LETTERS[:6], 5, (42.0, 0.0))
    reading = DiceReader(None).read(render(table))
    for true in truth(table):
        item = min(reading.items, key=lambda i: dist(i.center, true.center))
        assert item.symbol == true.symbol
        # Its corners are those of a square that is seen from aside.
        off = [min(dist(corner, other) for other in item.corners) for corner in true.corners]
        assert max(off) < 0.3 * dist(true.corners[0], true.corners[1])


def test_no_side_face_is_taken_for_a_die_unasked() -> None:
    for seed in range(4):
        table = seen_from_aside(PIPS, seed, (44.0, 0.0))
        tops = [true.center for true in truth(table)]
        for item in PipReader(None).read(render(table)).items:
            assert not item.sure or min(dist(item.center, top) for top in tops) < 8


def looked(plane: Plane, read: Read) -> Said:
    """What is settled on, beginning from what is read from above."""
    return aslant(plane, read(plane, None), read, far=0.6)


def test_what_is_plain_from_above_is_looked_at_once() -> None:
    looks: list[Plane] = []

    def read(plane: Plane, sides: Sides | None) -> Said:
        looks.append(plane)
        return (symbol(50, 50),), ()

    assert looked(bare(FRAME), read)[0][0].sure
    assert len(looks) == 1


def test_a_mat_tells_how_the_table_lies() -> None:
    plane = locate(render(Table((Placed(PIPS[0], 2, 0, 0, 0),), Mat())))
    looks: list[Plane] = []

    def read(seen: Plane, sides: Sides | None) -> Said:
        looks.append(seen)
        return (symbol(50, 50, 0.5),), ("doubt",)

    assert looked(plane, read)[1] == ("doubt",)
    assert len(looks) == 1


def test_an_empty_table_is_not_searched_from_all_sides() -> None:
    assert looked(bare(FRAME), reads(((), ("no dice found",)), tall=((symbol(5, 5),), ()))) == (
        (),
        ("no dice found",),
    )


def test_the_look_counts_in_which_most_is_told() -> None:
    above: Said = ((symbol(50, 50, 0.6), symbol(150, 50, 0.6)), ())
    as_much: Said = ((symbol(54, 50, 0.7), symbol(154, 50, 0.7)), ())
    more: Said = ((symbol(54, 50), symbol(154, 50), symbol(250, 50)), ())

    def places(wide: Said, tall: Said = ((), ())) -> list[int]:
        return [round(one.center[0]) for one in looked(bare(FRAME), reads(above, wide=wide, tall=tall))[0]]

    assert places(more) == [54, 154, 250]
    assert places(as_much, more) == [54, 154, 250]


def test_what_may_be_a_side_face_is_asked_for() -> None:
    above: Said = ((symbol(50, 50, 0.1),), ())
    far = symbol(200, 150)
    # By the height that the table really has they are a die's side apart.
    tall: Said = ((symbol(50, 50), symbol(52, 64), far), ())
    seen, _ = looked(bare(FRAME), reads(above, tall=tall))
    assert [item.sure for item in seen] == [True, False, True]
    wide: Said = ((symbol(50, 50), symbol(64, 52), far), ())
    seen, _ = looked(bare(FRAME), reads(above, wide=wide))
    assert [item.sure for item in seen] == [False, False, True]


@pytest.mark.parametrize(("tilt", "sure"), [(0.0, [True] * 4), (50.0, [True, True, False, False])])
def test_dice_in_rows_are_no_side_faces_where_the_others_tell_that_none_is_seen(
    tilt: float, sure: list[bool]
) -> None:
    rows = tuple(Placed(die, 2, 19.0 * (k % 2), 19.0 * (k // 2), 0) for k, die in enumerate(PIPS[:4]))
    table = Table(rows, WOOD, view=View(span=320, tilt=(tilt, 0)), finish=Finish(size=18.0))
    plane = bare(render(table))
    below = sorted((true.center for true in truth(table)), key=lambda middle: middle[1])

    def read(seen: Plane, sides: Sides | None) -> Said:
        taller = seen.size[1] == round(plane.size[1] * 4 / 3)
        return tuple(symbol(*middle, 0.99 if taller else 0.92, 68.0) for middle in below), ()

    told, _ = looked(plane, read)
    assert [one.sure for middle in below for one in told if one.center == middle] == sure


@pytest.mark.parametrize(("confidence", "looks"), [(0.1, 1), (0.3, 3)])
def test_where_many_things_are_seen_and_hardly_one_is_told_nobody_looks_on(
    confidence: float, looks: int
) -> None:
    sizes: list[tuple[int, int]] = []

    def read(plane: Plane, sides: Sides | None) -> Said:
        sizes.append(plane.size)
        return tuple(symbol(40.0 * k, 50, confidence) for k in range(10)), ()

    looked(bare(FRAME), read)
    assert len(sizes) == looks


def test_a_stretched_plane_shows_the_same_table() -> None:
    frame = render(Table((Placed(PIPS[0], 2, 20, -30, 0),), WOOD, view=View(noise=0)))
    plane = stretched(bare(frame), np.array([0.0, 1.0]), 4 / 3)
    assert plane.size == (1280, 1280)
    assert plane.flat.shape == (1280, 1280, 3)
    assert not plane.has_mat
    assert plane.shows(np.array([(1279, 1279), (640, 1281)])).tolist() == [True, False]
    corner = plane.to_frame @ np.array([-0.5, 1279.5, 1])
    assert corner[:2] / corner[2] == pytest.approx([-0.5, 959.5])


def test_what_only_another_look_tells_is_asked_about() -> None:
    above: Said = ((symbol(50, 50, 0.92), symbol(150, 50, 0.6)), ())
    aside: Said = ((symbol(48, 50, 0.99), symbol(250, 50, 0.99), symbol(90, 50, 0.3)), ())
    told, _ = looked(bare(FRAME), reads(above, wide=aside))
    assert [round(one.center[0]) for one in told] == [48, 150, 250]
    assert [one.sure for one in told] == [True, False, False]
    assert told[2].confidence == 0.99


@pytest.mark.parametrize("tilt", [(24.0, -24.0), (-22.0, -25.0)])
def test_from_any_side_tops_tell_where_the_camera_is(tilt: tuple[float, float]) -> None:
    table = seen_from_aside(LETTERS[:6], 5, tilt)
    reading = DiceReader(None).read(render(table))
    tops = {true.symbol: true.center for true in truth(table)}
    assert sorted(reading.symbols) == sorted(tops)
    assert all(dist(item.center, tops[item.symbol]) < 8 for item in reading.items)


def test_side_faces_of_dice_from_aside_are_no_dice_that_lean() -> None:
    """Only what leans is to be laid flat: as many side faces are seen there as dice."""
    for seed in range(3):
        table = seen_from_aside(LETTERS[:6], seed, (36.0, 0.0))
        reading = DiceReader(None).read(render(table))
        tops = [true.center for true in truth(table)]
        assert all(min(dist(item.center, top) for top in tops) < 10 for item in reading.items)
        assert COCKED not in reading.problems
