"""Dice that lean: said, not believed; dice that lie flat are not, from wherever the camera looks."""

from dataclasses import replace
from math import dist

import numpy as np
import pytest

from appliance.pieces import ALPHABET, DiceSet, dice_set
from appliance.readers import Reader
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Mat, Table, View, truth
from appliance.vision import dice_seen, pips, tilt
from appliance.vision.crops import crops
from appliance.vision.dice import COCKED, DiceReader
from appliance.vision.finder import CUBE, Sighted, sighted
from appliance.vision.locate import locate
from appliance.vision.pip_look import Floats, Seen
from appliance.vision.pips import PipReader
from appliance.vision.plane import Image, bare
from appliance.vision.straighten import Patch
from appliance.vision.tilt import Lie, lie

DOUBTFUL = 0.23
"""Tilt that is as likely to be a lean as not, where a test chooses."""

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


def thing(x: float, symbols: Floats) -> Seen:
    """Something like a die, 40 pixels wide, of which the network says so."""
    face = np.full((26, 26, 3), 200, np.uint8)
    return Seen(
        Sighted(CUBE, x, 200.0, 40.0, 0.0, 0.9),
        1.0,
        symbols,
        np.array([40, 40, 200], np.float32),
        False,
        False,
        face,
    )


def letter(lean: float, *, seen_at: float) -> dice_seen.Seen:
    """An E of which the network that reads letters says so surely that it leans, its top being seen there."""
    evidence, symbols = np.full((6, len(ALPHABET)), -np.inf), np.zeros(len(ALPHABET))
    e = ALPHABET.index("E")
    evidence[0, e], evidence[-1, 0], symbols[e] = np.log(1 - lean), np.log(lean), 1 - lean
    found = Sighted(CUBE, 200.0, 200.0, 40.0, 0.0, 0.9)
    face, patch = np.full((48, 48, 3), 200, np.uint8), Patch(6, 200.0, 200.0, 0.0, 40.0)
    one = dice_seen.Seen(found, patch, np.ones(3, np.float32), face, evidence, {6: symbols})
    return one.tilted(seen_at)


def lying(*leans: float) -> Lie:
    """How dice lie that are seen from straight above and lean so likely."""
    ways = np.linspace(0, 1, 20001)
    steps = Lie(np.column_stack([ways, 0 * ways]), np.zeros((len(ways), 2)), DOUBTFUL).leans
    tops = np.array([(np.interp(lean, steps, ways), 0) for lean in leans])
    return Lie(tops, np.zeros((len(leans), 2)), DOUBTFUL)


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
def test_of_two_dice_without_a_mat_one_that_leans_is_said(dice: DiceSet, eye: Reader) -> None:
    two = replace(apart(dice, markers=False), dice=apart(dice).dice[:2])
    assert COCKED not in eye.read(render(two)).problems
    for number, twist in ((0, 20.0), (1, 140.0), (0, 260.0)):
        table = leaning(two, number, 26.0, twist)
        reading = eye.read(render(table))
        assert COCKED in reading.problems
        near = min(reading.items, key=lambda item: dist(item.center, truth(table)[number].center))
        assert not near.sure


@pytest.mark.parametrize(
    ("markers", "beside", "asked"), [(False, 0, 1), (False, 60, 2), (False, 32, 1), (True, 0, 0)]
)
def test_what_seems_to_lean_is_asked_about_off_the_mat(
    monkeypatch: pytest.MonkeyPatch, *, markers: bool, beside: int, asked: int
) -> None:
    """Flat dice far from below a camera look like that, but so do the side faces of others."""
    leans_as_5 = np.array([0, 0, 0, 0, 0, 0.002, 0, 0, 0.998])
    seen = [thing(200, leans_as_5)] + ([thing(200 + beside, np.eye(9)[3])] if beside else [])
    monkeypatch.setattr(pips, "look", lambda plane, sides: [] if sides else seen)  # none from aside
    monkeypatch.setattr(pips, "lie", lambda plane, dice, others: None)  # nothing is there to tell it by
    table = Table((), Mat(GREEN, markers=markers))
    reading = PipReader(None).read(render(table))
    assert COCKED in reading.problems
    assert len(reading.items) == asked
    assert [item.symbol for item in reading.items if item.sure] == (["3"] if beside else [])


@pytest.mark.parametrize(("pips_there", "lean", "asked"), [(0, 0.99999, 1), (0, 0.9, 2), (3, 0.99999, 2)])
def test_a_plain_thing_far_from_flat_is_told_but_not_asked_about(
    monkeypatch: pytest.MonkeyPatch, pips_there: int, lean: float, asked: int
) -> None:
    """Mostly it is a shadow; a die that leans by less, or shows pips, is to be laid flat."""
    seen = [thing(200, np.eye(9)[3]), thing(300, np.eye(9)[pips_there])]
    monkeypatch.setattr(pips, "look", lambda plane, sides: seen)
    monkeypatch.setattr(pips, "lie", lambda plane, dice, others: lying(1e-6, lean))
    reading = PipReader(None).read(render(Table((), Mat(GREEN))))
    assert COCKED in reading.problems
    assert [item.symbol for item in reading.items if item.sure] == ["3"]
    assert len(reading.items) == asked


@SETS
@pytest.mark.parametrize("markers", [True, False])
@pytest.mark.parametrize("way", [(0.0, 0.0), (12.0, -10.0)], ids=["from above", "from aside"])
def test_flat_dice_do_not_lean(dice: DiceSet, eye: Reader, markers: bool, way: tuple[float, float]) -> None:
    table = replace(apart(dice, markers=markers), view=View(tilt=way, above=520))
    reading = eye.read(render(table))
    assert COCKED not in reading.problems
    assert len(reading.items) == len(table.dice)


@pytest.mark.parametrize(
    ("places", "leans"),
    [
        (((0, 0), (40, 0), (-40, 1), (0, 120)), False),  # held from both sides
        (((0, 0), (40, 0), (1, 41), (0, 120)), False),  # in a corner
        (((0, 0), (40, 0), (-52, 0), (0, 120)), True),  # from one
        (((0, 0), (40, 16), (-40, -16), (0, 120)), True),  # touched in part: dice fell so
    ],
)
def test_a_die_on_the_mat_that_stands_flush_between_others_hardly_leans(
    monkeypatch: pytest.MonkeyPatch, places: tuple[tuple[int, int], ...], *, leans: bool
) -> None:
    plane = locate(render(Table((), Mat(GREEN))))
    dice = [
        Sighted(CUBE, plane.below[0] + x, plane.below[1] + y, 40.0, k / 10, 0.9)
        for k, (x, y) in enumerate(places)
    ]
    monkeypatch.setattr(
        tilt,
        "_tilts",
        lambda looks, angles, ways: np.array([(0.3 * (a == 0), 0.0, 0.06, 0.06) for a in angles]),
    )
    said = lie(plane, dice)
    assert said is not None
    assert [lean > tilt.SAID for lean in said.leans.tolist()] == [leans, False, False, False]


@pytest.mark.parametrize("markers", [True, False])
@pytest.mark.parametrize(
    ("spreads", "angle", "leans"),
    [
        ((0.05, 0.05), 0, True),  # all of the die is plain to see
        ((0.15, 0.15), 0, False),  # hardly any
        ((0.15, 0.05), 0, False),  # hidden on the sides that would tell
        ((0.15, 0.05), 90, True),  # on the others
    ],
)
def test_a_die_leans_only_as_far_as_the_network_can_tell(
    monkeypatch: pytest.MonkeyPatch, spreads: tuple[float, float], angle: int, *, leans: bool, markers: bool
) -> None:
    plane = locate(render(Table((), Mat(GREEN, markers=markers))))
    x, y = plane.below - (180, 0)
    dice = [Sighted(CUBE, x + 120 * k, y, 40.0, angle + k / 10, 0.9) for k in range(4)]

    def tilts(looks: Image, angles: Floats, ways: range) -> Floats:
        return np.array([(0.25 * (a == angle), 0.0, *spreads) for a in angles])

    monkeypatch.setattr(tilt, "_tilts", tilts)
    said = lie(plane, dice)
    assert said is not None
    assert [lean > tilt.SAID for lean in said.leans.tolist()] == [leans, False, False, False]


@pytest.mark.parametrize("markers", [True, False])
def test_where_a_neighbour_hides_its_side_a_die_is_told_less_well_across_it(*, markers: bool) -> None:
    row = tuple(
        Placed(die, k, -36.0 + 18 * k, 0.0, 0.0) for k, die in enumerate(PIPS.dice[:5])
    )  # side by side: to the right and left of each there is another
    plane = locate(render(Table(row, Mat(GREEN, markers=markers), seed=6)))
    found = sorted(sighted(plane, CUBE), key=lambda one: one.x)
    patches = [Patch(6, one.x, one.y, 0.0, one.side) for one in found]
    looks = crops(plane, patches, tilt.CROP, [tilt.MARGIN] * len(found))
    spreads = tilt._tilts(looks, np.zeros(len(found)), range(8))[:, 2:]
    assert len(found) == len(row)
    assert (spreads[1:-1, 0] > spreads[1:-1, 1]).all()


def test_an_odd_letter_on_a_die_that_is_seen_to_lie_flat_leans_no_more() -> None:
    flat = letter(0.7, seen_at=1e-6)
    assert flat.leans < 1e-4
    assert flat.symbols[6].sum() == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("seen_at", [0.5, 0.9, 1.0])
def test_a_die_that_is_seen_to_lean_leans_as_its_letter_says(seen_at: float) -> None:
    assert letter(0.7, seen_at=seen_at).leans == pytest.approx(0.7)


@SETS
def test_flat_dice_far_from_the_middle_do_not_lean(dice: DiceSet, eye: Reader) -> None:
    far = [replace(one, x=one.x + 55, y=one.y + 45) for one in apart(dice).dice[4:]]
    reading = eye.read(render(Table(tuple(far), Mat(GREEN))))
    assert COCKED not in reading.problems


def test_of_one_die_without_a_mat_nothing_is_told() -> None:
    table = leaning(Table(apart(PIPS).dice[:1], Mat(GREEN, markers=False)), 0, 26.0, 20.0)
    assert lie(bare(render(table)), [Sighted(CUBE, 400.0, 380.0, 45.0, 0.0, 0.9)]) is None
