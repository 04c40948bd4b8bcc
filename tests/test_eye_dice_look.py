"""What the eye takes for a letter die: shadows, side faces, patterns, what leans, what is hardly one."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from appliance.pieces import ALPHABET, DiceSet, Die, dice_set
from appliance.virtual.dice import Placed, lay_block, roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Light, Mat, Table, View
from appliance.vision import dice, dice_look, letters
from appliance.vision.dice import DiceReader
from appliance.vision.dice_look import look
from appliance.vision.dice_seen import Seen
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.locate import locate
from appliance.vision.plane import Image, bare
from appliance.vision.segment import shades
from appliance.vision.straighten import Patch
from appliance.vision.tilt import Lie

ANABID = dice_set("anabid")


def test_hard_shadows_are_not_looked_at_from_near(monkeypatch: pytest.MonkeyPatch) -> None:
    near: list[int] = []

    def judged(crops: Image, shapes: list[int]) -> list[np.ndarray]:
        near.append(len(crops))
        return letters.judged(crops, shapes)

    monkeypatch.setattr("appliance.vision.dice_look.judged", judged)
    scene = Table(roll(Random(0), ANABID.dice[:7]), Mat(GREEN), Light(elevation=25, shadow=0.8, level=0.6))
    assert len(DiceReader(ANABID).read(render(scene)).symbols) == 7
    assert sum(near) < 7  # 34 where each shadow is looked at again and again


def test_hard_shadows_are_nothing_that_is_worth_a_word() -> None:
    """Lamps from aside: the finder takes shadows for something a little like a die."""
    lamp = Light(elevation=35, shadow=0.65, level=0.6, softness=1.5)
    for seed in range(3):
        scene = Table(roll(Random(seed), ANABID.dice[:7]), Mat(GREEN), lamp)
        reading = DiceReader(ANABID).read(render(scene))
        assert reading.problems == (), seed
        assert len(reading.symbols) == 7


def test_a_tray_of_five_rows_is_looked_at_whole_once_its_dice_are_known_to_be_so_large() -> None:
    rng = Random(4)
    dice = [Die("any", 6, "cream", tuple(rng.sample(ALPHABET, 6))) for _ in range(25)]
    laid = lay_block([Placed(die, rng.randrange(6), 0, 0, 12) for die in dice], 5, rng, gap=7)
    scene = Table(laid, Mat(markers=False), view=View(span=300))
    seen = look(bare(render(scene)), sides=(40.0, 120.0))
    assert sum(one.is_die for one in seen) == len(laid)


def test_ground_is_bare_in_a_shadow_too_but_not_where_a_die_lies() -> None:
    table = Table((Placed(ANABID.dice[0], 0, 0, 0, 0),), Mat(GREEN), Light(elevation=30, shadow=0.8))
    plane = locate(render(table))
    assert plane.scale
    x, y = (side / 2 for side in plane.size)
    side = 12 * plane.scale
    around = [(x + dx * side, y + dy * side, side) for dx in (-2, 0, 2) for dy in (-2, 0, 2)]
    light = shades(plane, around)
    assert [shade is not None for shade in light] == [True] * 4 + [False] + [True] * 4
    assert min(shade for shade in light if shade) < 0.6  # to one side the die's shadow
    assert sum(shade > 0.9 for shade in light if shade) > 4
    assert shades(plane, []) == []


def seen_as_e(x: float, score: float, leans: float = 0.0, nothing: float = 0.0) -> Seen:
    """A die 40 pixels wide whose top shows an E, or that leans or is none, as the networks have it."""
    plain = 1 - leans - nothing
    with np.errstate(divide="ignore"):
        evidence = np.log(np.zeros((6, len(ALPHABET))))
        evidence[0, 4], evidence[-2, 0], evidence[-1, 0] = np.log(plain), np.log(nothing), np.log(leans)
    found = Sighted(CUBE, x, 200.0, 40.0, 0.0, score)
    face = np.full((48, 48, 3), 200, np.uint8)
    symbols = np.eye(len(ALPHABET))[4] * plain
    return Seen(found, Patch(6, x, 200.0, 0.0, 40.0), np.ones(3, np.float32), face, evidence, {6: symbols})


@pytest.mark.parametrize(
    ("often", "is_told"),
    [
        ({}, False),
        ({8: {"N": 4}}, False),
        ({6: {"N": 4, "Z": 4}}, False),
        ({6: {"N": 4, "Z": 0.5}}, True),
        ({6: {"N": 4}}, True),
        ({6: {"Z": 4}}, False),
    ],
)
def test_what_a_set_hardly_has_needs_no_look_from_near(
    often: dict[int, dict[str, float]], is_told: bool
) -> None:
    """A cube's N is hardly told from a Z, which few or none of the set's faces may have."""
    likely = np.zeros((6, len(ALPHABET)))
    likely[0, ALPHABET.index("N")], likely[1, ALPHABET.index("Z")] = 0.997, 0.003
    with np.errstate(divide="ignore"):
        one = replace(seen_as_e(200.0, 0.9), evidence=np.log(likely))
    counts = {
        sides: np.array([some.get(symbol, 0.0) for symbol in ALPHABET]) for sides, some in often.items()
    }
    assert one.is_told(counts) == is_told


@pytest.mark.parametrize(("score", "is_sure"), [(0.48, False), (0.6, True)])
def test_sure_letters_that_hardly_look_like_dice_are_asked_about_without_a_mat(
    monkeypatch: pytest.MonkeyPatch, score: float, is_sure: bool
) -> None:
    """Print is as plain to read as dice are; only what carries it is not."""
    seen = [seen_as_e(x, score) for x in (200.0, 300.0, 400.0)]
    monkeypatch.setattr(dice, "look", lambda plane, judge, sides, often: [] if sides else seen)
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: None)
    reading = DiceReader(None).read(render(Table((), Mat(GREEN, markers=False))))
    assert [(item.symbol, item.sure) for item in reading.items] == [("E", is_sure)] * 3


@pytest.mark.parametrize(("score", "is_asked"), [(0.45, False), (0.7, True)])
def test_what_seems_to_lean_beside_a_die_is_asked_about_unless_it_may_be_its_side(
    monkeypatch: pytest.MonkeyPatch, score: float, is_asked: bool
) -> None:
    seen = [seen_as_e(200.0, 0.8), seen_as_e(300.0, 0.8), seen_as_e(342.0, score, leans=0.9)]
    monkeypatch.setattr(dice, "look", lambda plane, judge, sides, often: [] if sides else seen)
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: None)
    reading = DiceReader(None).read(render(Table((), Mat(GREEN, markers=False))))
    assert [item.sure for item in reading.items] == [True, True] + [False] * is_asked
    assert dice.COCKED in reading.problems


@pytest.mark.parametrize(("seen_at", "shown"), [(0.02, 2), (0.9, 1)])
def test_a_die_on_the_mat_that_leans_by_its_top_alone_is_read_if_it_lies_as_the_others_do(
    monkeypatch: pytest.MonkeyPatch, seen_at: float, shown: int
) -> None:
    seen = [seen_as_e(200.0, 0.8), seen_as_e(300.0, 0.8, leans=0.95)]
    monkeypatch.setattr(dice, "look", lambda plane, judge, sides, often: seen)
    tops = np.array([(0.0, 0.0), (seen_at, 0.0)])
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: Lie(tops, np.zeros((2, 2)), 0.23))
    reading = DiceReader(None).read(render(Table((), Mat(GREEN))))
    assert reading.symbols == ("E",) * shown
    assert (dice.COCKED in reading.problems) == (shown == 1)


@pytest.mark.parametrize(("score", "shown"), [(0.5, 2), (0.7, 3)])
def test_what_looks_like_a_top_is_no_side_face_wherever_it_lies(
    monkeypatch: pytest.MonkeyPatch, score: float, shown: int
) -> None:
    seen = [seen_as_e(200.0, 0.8), seen_as_e(300.0, 0.8), seen_as_e(330.0, score)]
    monkeypatch.setattr(dice, "look", lambda plane, judge, sides, often: [] if sides else seen)
    flat = np.tile((-0.5, 0.0), (3, 1))  # the camera looks from the right, where the third one lies
    tops = np.array([(-0.5, 0.0), (-0.5, 0.0), (0.9, 0.0)])
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: Lie(tops, flat, 0.27))
    reading = DiceReader(None).read(render(Table((), Mat(GREEN, markers=False))))
    assert [item.sure for item in reading.items] == [True, True, False][:shown]


@pytest.mark.parametrize(("score", "is_kept"), [(0.4, False), (0.7, True)])
def test_what_seems_to_lean_is_none_where_bare_ground_shows(score: float, *, is_kept: bool) -> None:
    plane = locate(render(Table((), Mat(GREEN, markers=False))))
    one, tipped = seen_as_e(200.0, 0.8), seen_as_e(400.0, score, leans=0.95)
    assert dice_look._without_ground(plane, [one, tipped]) == [one, tipped][: 1 + is_kept]


@pytest.mark.parametrize(
    ("nothing", "shade", "is_kept"), [(0.99, 0.6, False), (0.99, 1.0, True), (0.9, 0.6, True)]
)
def test_what_looks_much_like_a_die_is_a_shadow_if_it_is_dark_and_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, nothing: float, shade: float, *, is_kept: bool
) -> None:
    """Dice of the table's own colour are told from that by nothing but what they show."""
    monkeypatch.setattr(dice_look, "shades", lambda plane, places: [shade for _ in places])
    plane = locate(render(Table((), Mat(GREEN, markers=False))))
    one, dark = seen_as_e(200.0, 0.8), seen_as_e(400.0, 0.7, nothing=nothing)
    assert dice_look._without_ground(plane, [one, dark]) == [one, dark][: 1 + is_kept]


@pytest.mark.parametrize(
    ("side", "doubt", "is_kept"), [(16.0, 0.4, False), (16.0, 0.0, True), (38.0, 0.4, True)]
)
def test_what_may_be_a_die_of_another_size_is_none_where_bare_ground_shows(
    side: float, doubt: float, is_kept: bool
) -> None:
    plane = locate(render(Table((), Mat(GREEN, markers=False))))
    one, other = seen_as_e(200.0, 0.8), seen_as_e(400.0, 0.3, nothing=doubt)
    faint = replace(other, found=replace(other.found, side=side), patch=replace(other.patch, width=side))
    assert (faint in dice_look._without_ground(plane, [one, faint])) == is_kept


@pytest.mark.parametrize(
    ("score", "side", "doubt", "markers", "is_kept"),
    [
        (0.4, 12.0, 0.3, False, False),
        (0.4, 28.0, 0.3, False, True),
        (0.4, 12.0, 0.0, False, True),
        (0.6, 12.0, 0.3, False, True),
        (0.4, 12.0, 0.3, True, True),
    ],
)
def test_what_hardly_looks_like_a_die_and_has_another_size_is_of_the_table_s_pattern(
    monkeypatch: pytest.MonkeyPatch, score: float, side: float, doubt: float, *, markers: bool, is_kept: bool
) -> None:
    """Not on the mat, which has none; and not what is plainly a letter."""
    monkeypatch.setattr(dice_look, "shades", lambda plane, places: [None for _ in places])
    plane = locate(render(Table((), Mat(GREEN, markers=markers))))
    one, other = seen_as_e(200.0, 0.8), seen_as_e(400.0, score, nothing=doubt)
    other = replace(other, found=replace(other.found, side=side), patch=replace(other.patch, width=side))
    assert dice_look._without_ground(plane, [one, other]) == [one, other][: 1 + is_kept]


@pytest.mark.parametrize(
    ("markers", "known", "likely", "is_sure"),
    [
        (True, None, 0.96, True),
        (False, None, 0.96, False),
        (False, None, 0.975, True),
        (True, ANABID, 0.975, False),
        (True, ANABID, 0.99, True),
    ],
)
def test_letters_are_to_be_as_plain_as_questions_are_rare(
    monkeypatch: pytest.MonkeyPatch, *, markers: bool, known: DiceSet | None, likely: float, is_sure: bool
) -> None:
    """Of a known set hardly a letter leaves a doubt, so that a little one may be asked about."""
    one = seen_as_e(200.0, 1.0)
    symbols = one.symbols[6] * likely
    symbols[ALPHABET.index("F")] = 1 - likely
    seen = [replace(one, symbols={6: symbols})]
    monkeypatch.setattr(dice, "look", lambda plane, judge, sides, often: [] if sides else seen)
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: None)
    monkeypatch.setattr(
        dice, "together", lambda sightings, among: (np.array([symbols]), np.eye(1, len(among)))
    )
    reading = DiceReader(known).read(render(Table((), Mat(GREEN, markers=markers))))
    assert [(item.symbol, item.sure) for item in reading.items] == [("E", is_sure)]


@pytest.mark.parametrize(
    ("letter", "likely", "sure"),
    [("E", 0.995, True), ("H", 0.995, False), ("H", 0.999, True), ("E", 0.98, False)],
)
def test_an_h_is_asked_about_that_may_be_an_i_on_its_side(letter: str, likely: float, sure: bool) -> None:
    row = np.zeros(len(ALPHABET))
    row[ALPHABET.index(letter)], row[ALPHABET.index("I")] = likely, 1 - likely
    said = dice._symbol(seen_as_e(100, 0.9), row, "white", np.eye(3), dice.SURE_OF_SET)
    assert (said.symbol, said.sure) == (letter, sure)
