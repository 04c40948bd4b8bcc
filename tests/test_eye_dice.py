"""Whole frames: tables read right, bad frames put into words, and the fixed form of the reading."""

from dataclasses import replace
from math import dist
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, DiceSet, Die, dice_set
from appliance.virtual.dice import Placed, lay_row, roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Light, Mat, Pattern, Table, View, truth
from appliance.vision import dice, dice_look, health, letters
from appliance.vision.dice import NO_DICE, DiceReader
from appliance.vision.dice_look import Seen
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.locate import locate
from appliance.vision.plane import Image
from appliance.vision.reading import Reading
from appliance.vision.rows import spelled
from appliance.vision.segment import shades
from appliance.vision.straighten import Patch
from appliance.vision.tilt import Lie
from tests.strange_pictures import spotted
from training.drawn_grounds import drawn

ANABID = dice_set("anabid")


def agrees(reading: Reading, table: Table) -> None:
    assert len(reading.items) == len(table.dice)
    for placed, true in zip(table.dice, truth(table), strict=True):
        item = min(reading.items, key=lambda i: dist(i.center, true.center))
        side = dist(true.corners[0], true.corners[1])
        assert dist(item.center, true.center) < 0.12 * side
        assert item.symbol == true.symbol
        assert item.body == true.body
        if item.symbol not in "OXHINSZ":
            off = abs((item.angle - true.angle + 180) % 360 - 180)
            assert off < (10 if placed.die.sides == 6 else 20)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(ANABID)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rolls_on_the_mat(reader: DiceReader, seed: int) -> None:
    mat = (Mat(), Mat(GREEN), Mat((66, 64, 62)))[seed - 1]
    table = Table(
        roll(Random(seed), ANABID.dice), mat, Light(gains=(0.9, 1, 1.1)), View(tilt=(2, -2), turn=4)
    )
    reading = reader.read(render(table))
    agrees(reading, table)
    assert reading.kind == "letter-dice"
    assert (reading.width, reading.height) == (1280, 960)


def test_a_light_table_without_a_mat(reader: DiceReader) -> None:
    dice = [die for die in ANABID.dice if die.body != "white"]
    table = Table(roll(Random(2), dice, field=(200, 120)), Mat((214, 218, 220), markers=False))
    agrees(reader.read(render(table)), table)


def test_dice_on_a_spotted_cloth_are_believed_for_all_its_small_spots() -> None:
    die = Die("any", 6, "cream", tuple("ABEHRS"))
    placed = (Placed(die, 1, -40, 0, 20), Placed(die, 4, 40, 0, 20))
    scene = Table(placed, Mat((90, 88, 86), markers=False), view=View(span=200))
    frame = spotted(render(scene), free=[die.center for die in truth(scene)])
    assert sorted(item.symbol for item in DiceReader(None).read(frame).items if item.sure) == ["B", "R"]


@pytest.mark.parametrize("seed", [1005, 1013, 1016, 1018])
def test_nothing_is_read_in_the_pattern_of_a_table(reader: DiceReader, tmp_path: Path, seed: int) -> None:
    """Of patterns that no network learnt from, a weave, rings, blobs and straws were full of letters."""
    cv2.imwrite(str(tmp_path / "pattern.png"), drawn(seed))
    pattern = Pattern(str(tmp_path / "pattern.png"), wide=100.0, most=40.0)
    table = Table(roll(Random(seed), ANABID.dice[:6]), Mat(markers=False, pattern=pattern), seed=1)
    reading = reader.read(render(table))
    agrees(reading, table)
    assert reading.sure


def test_words_in_rows_at_any_turn(reader: DiceReader) -> None:
    placed = roll(Random(11), ANABID.dice[:6])
    for turn in (0, 100, 215):
        laid = lay_row(placed, [0, 1, 2, 3], turn=turn, gap=3, rng=Random(1))
        reading = reader.read(render(Table(laid)))
        assert tuple(p.symbol for p in laid[:4]) in spelled(reading), reading.symbols


def test_any_letter_without_a_set() -> None:
    table = Table(roll(Random(6), ANABID.dice[:5]))
    reading = DiceReader(None).read(render(table))
    assert sorted(reading.symbols) == sorted(p.symbol for p in table.dice)


def test_a_large_frame_is_read_in_its_own_pixels(reader: DiceReader) -> None:
    table = Table(roll(Random(1), ANABID.dice[:4]))
    large = np.asarray(cv2.resize(render(table), (4000, 3000)), np.uint8)
    reading = reader.read(large)
    assert (reading.width, reading.height) == (4000, 3000)
    for true in truth(table):
        x, y = (c * 3.125 for c in true.center)
        assert any(item.symbol == true.symbol and dist(item.center, (x, y)) < 30 for item in reading.items)


def test_too_few_and_too_many_dice_are_said() -> None:
    names = frozenset(die.name for die in ANABID.dice[:4])
    table = Table(roll(Random(1), ANABID.dice[:3]))
    few = DiceReader(ANABID, names).read(render(table))
    assert few.problems == ("only 3 of the 4 dice in play are seen",)
    many = DiceReader(DiceSet("two", ANABID.dice[:2])).read(render(table))
    assert many.problems == ("3 dice seen, but only 2 belong to the set",)
    with pytest.raises(BadValue, match="no dice named Nobody"):
        DiceReader(ANABID, frozenset({"Nobody"}))


FLAT = np.full((960, 1280, 3), 120, np.uint8)
BAD: dict[str, tuple[Image, str]] = {
    "black": (FLAT * 0, health.BLACK),
    "white": (FLAT * 0 + 255, health.WHITE),
    "grey": (FLAT, NO_DICE),
    "noise": (np.random.default_rng(1).integers(0, 256, FLAT.shape, np.uint8), health.NOISY),
    "one pixel": (FLAT[:1, :1], health.TINY),
    "a line": (FLAT[:1], health.TINY),
    "small": (FLAT[:20, :30], NO_DICE),
    "an empty mat": (render(Table()), NO_DICE),
}


@pytest.mark.parametrize("name", BAD)
def test_frames_without_dice_are_put_into_words(reader: DiceReader, name: str) -> None:
    frame, problem = BAD[name]
    reading = reader.read(frame)
    assert reading.items == ()
    assert problem in reading.problems
    assert not reading.sure


@pytest.mark.parametrize("shape", [(8, 3000, 3), (40, 40, 3), (17, 900, 3), (300, 17, 3), (2, 2, 3)])
def test_no_shape_of_frame_raises(reader: DiceReader, shape: tuple[int, ...]) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        frame = cv2.GaussianBlur(rng.integers(0, 256, shape, np.uint8), (0, 0), 3)
        assert reader.read(np.asarray(frame, np.uint8)).height == shape[0]


@pytest.mark.parametrize(
    "frame",
    [
        FLAT[:, :, 0],
        np.zeros((9, 9, 4), np.uint8),
        FLAT.astype(np.float32),
        np.zeros((0, 5, 3), np.uint8),
        "no",
    ],
)
def test_what_is_no_picture_is_refused(reader: DiceReader, frame: Image) -> None:
    with pytest.raises(BadValue, match="expected"):
        reader.read(frame)


def test_the_form_of_the_reading_as_json(reader: DiceReader) -> None:
    reading = reader.read(render(Table(roll(Random(1), ANABID.dice[:2]))))
    data = reading.as_json("table.png")
    assert list(data) == ["image", "kind", "width", "height", "ms", "items", "sure", "problems"]
    keys = ["symbol", "sure", "confidence", "center", "corners", "angle", "body", "alternatives"]
    assert all(list(item) == keys for item in data["items"])
    assert all(len(item["corners"]) == 4 and 0 <= item["angle"] < 360 for item in data["items"])


def test_an_octahedron_near_the_corner_is_read_though_its_outline_is_square(reader: DiceReader) -> None:
    die = next(die for die in ANABID.dice if die.name == "yellow 1")
    finish = Finish(rounding=0.15)
    table = Table((Placed(die, 4, 143, 113, 254),), Mat(), view=View(above=480), finish=finish)
    reading = reader.read(render(table))
    assert reading.sure
    assert reading.symbols == ("U",)


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
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: Lie(tops, np.zeros((2, 2))))
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
    monkeypatch.setattr(dice, "lie", lambda plane, found, others: Lie(tops, flat))
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
