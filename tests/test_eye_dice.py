"""Whole frames: tables read right, bad frames put into words, and the fixed form of the reading."""

from math import dist
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue
from appliance.pieces import DiceSet, Die, dice_set
from appliance.virtual.dice import Placed, lay_block, lay_row, roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Light, Mat, Pattern, Table, View, truth
from appliance.vision import health
from appliance.vision.dice import NO_DICE, DiceReader
from appliance.vision.plane import Image
from appliance.vision.reading import Reading
from appliance.vision.rows import spelled
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


@pytest.mark.parametrize("seed", [1005, 1013, 1014, 1026])
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


@pytest.mark.parametrize("columns", [1, 2, 3, 6])
def test_dice_side_by_side_are_no_tiles(reader: DiceReader, columns: int) -> None:
    cubes = [die for die in ANABID.dice if die.sides == 6][:6]
    asked = 0
    for seed in range(4):
        laid = lay_block(roll(Random(seed), cubes), columns, Random(1), gap=0.4)
        reading = reader.read(render(Table(laid)))
        assert sorted(reading.symbols) == sorted(one.symbol for one in laid)
        asked += sum(not item.sure for item in reading.items)
    assert asked <= 1  # 2 to 4 of most such blocks before the finder had seen any


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


@pytest.mark.parametrize("seed", range(3))
def test_dice_on_paper_that_is_all_white_are_asked_about(seed: int) -> None:
    table = Table(roll(Random(seed), ANABID.dice[:3]), Mat((236, 238, 238), markers=False), seed=seed)
    frame = cv2.convertScaleAbs(render(table), alpha=1.25)
    assert (frame.min(axis=2) > health.BLOWN).mean() > 0.9
    reading = DiceReader(None).read(frame)
    assert sorted(reading.symbols) == sorted(die.symbol for die in truth(table))
    assert not any(item.sure for item in reading.items)
    assert health.WHITE in reading.problems


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
