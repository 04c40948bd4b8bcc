"""Dice with pips as the eye reads them: on mats and boards, leaning, twice, and what is no die."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.errors import BadValue
from appliance.pieces import Die, dice_set
from appliance.pieces.track import track
from appliance.readers import reader
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Light, Mat, Pips, Table, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.track import TrackArt
from appliance.vision import health, pip_look
from appliance.vision.dice import NO_DICE, ODD
from appliance.vision.finder import CUBE, Sighted, sighted
from appliance.vision.pip_look import NOTHING, ON_EDGE, Seen
from appliance.vision.pips import COCKED, PipReader, by_size
from appliance.vision.plane import Plane
from appliance.vision.reading import PIP_DICE, SURE, Reading
from tests.strange_pictures import draw, spotted

SET = dice_set("bid-and-bluff")
FINISH = Finish(size=16.0)


@dataclass(frozen=True)
class Board:
    """Squares of 22 mm in rows of red, white and black, grey and white again."""

    size: tuple[float, float] = (286.0, 132.0)
    thick: float = 0.2
    corner: float = 0.0

    def paint(self) -> Image:
        """Three pixels a mm, lines between."""
        image = np.full((396, 858, 3), 235, np.uint8)
        for row in range(13):
            for column in range(6):
                paint = (44, 40, 190) if row == 0 else (205, 190, 170) if 7 < row < 12 else (235, 235, 235)
                paint = (36, 34, 34) if (row, column) in ((3, 2), (5, 5), (6, 0)) else paint
                low, high = (row * 66, column * 66), (row * 66 + 66, column * 66 + 66)
                cv2.rectangle(image, low, high, paint, -1)
                cv2.rectangle(image, low, high, (150, 150, 150), 1)
        return image


@dataclass(frozen=True)
class Thing:
    """A coin or a tile without a letter."""

    size: tuple[float, float]
    thick: float
    corner: float
    colour: tuple[int, int, int]

    def paint(self) -> Image:
        """One colour with a dot off its middle."""
        image = np.full((80, 80, 3), self.colour, np.uint8)
        cv2.circle(image, (50, 30), 6, (60, 60, 60), 1, cv2.LINE_AA)
        return image


@pytest.fixture(scope="module")
def eye() -> PipReader:
    return PipReader(SET)


def table(placed: Sequence[Placed], mat: Mat | None = None, **more: object) -> Table:
    return Table(tuple(placed), mat or Mat(), finish=FINISH, **more)  # type: ignore[arg-type]


def agrees(reading: Reading, scene: Table) -> None:
    assert len(reading.items) == len(scene.dice)
    for true, placed in zip(truth(scene), scene.dice, strict=True):
        item = min(reading.items, key=lambda i: dist(i.center, true.center))
        assert (item.symbol, item.body) == (true.symbol, true.body)
        assert dist(item.center, true.center) < 6
        assert abs((item.angle - true.angle + 45) % 90 - 45) < 10
        assert item.spot is None or dist(item.spot, (placed.x, placed.y)) < 3


@pytest.mark.parametrize("mat", [Mat(), Mat(GREEN), Mat((66, 64, 62)), Mat((40, 42, 180))], ids=str)
def test_rolls_on_mats_even_of_a_die_s_own_colour(eye: PipReader, mat: Mat) -> None:
    scene = table(
        roll(Random(5), SET.dice, size=16), mat, light=Light(gains=(0.9, 1, 1.1)), view=View(turn=4)
    )
    reading = eye.read(render(scene))
    agrees(reading, scene)
    assert reading.kind == PIP_DICE
    assert sum(item.sure for item in reading.items) >= 5


@pytest.mark.parametrize("face", [0, 2, 5])
def test_each_face_of_each_colour(eye: PipReader, face: int) -> None:
    placed = [
        Placed(die, face, 50.0 * (i % 3) - 50, 60.0 * (i // 3) - 30, 37.0 * i)
        for i, die in enumerate(SET.dice)
    ]
    scene = table(placed)
    reading = eye.read(render(scene))
    agrees(reading, scene)
    assert set(reading.symbols) == {SET.dice[0].faces[face]}


@pytest.mark.parametrize("seed", [1, 2])
def test_dice_on_the_printed_board(eye: PipReader, seed: int) -> None:
    rng = Random(seed)
    squares = rng.sample([(r, c) for r in range(13) for c in range(6)], 6)
    placed = [
        Placed(die, rng.randrange(6), (r - 6) * 22.0, (c - 2.5) * 22.0, rng.uniform(0, 360))
        for die, (r, c) in zip(SET.dice, squares, strict=True)
    ]
    scene = table(placed, sheets=(Sheet(Board(), 0, 0),))
    agrees(eye.read(render(scene)), scene)


BOARD = track("bid-and-bluff")
SQUARES = ["C5 D2 A3 F3 E5 B1", "A11 B2 C8 D15 E10 F6", "E12 F4 D5 A2 B9 C3"]


@pytest.mark.parametrize("squares", SQUARES)
def test_plain_dice_on_the_game_s_own_board(eye: PipReader, squares: str) -> None:
    plain = SET.dice[0].faces.index("0")
    placed = [
        Placed(die, plain, *BOARD.middle(square), 4.0 * number - 10)
        for number, (die, square) in enumerate(zip(SET.dice, squares.split(), strict=True))
    ]
    scene = table(placed, sheets=(Sheet(TrackArt(BOARD), 0, 0),))
    reading = eye.read(render(scene))
    agrees(reading, scene)
    assert sum(item.sure for item in reading.items) >= 5


def test_the_game_s_own_board_holds_no_dice_when_it_is_empty(eye: PipReader) -> None:
    assert eye.read(render(table((), sheets=(Sheet(TrackArt(BOARD), 0, 0),)))).items == ()


def test_an_empty_board_holds_no_dice(eye: PipReader) -> None:
    reading = eye.read(render(table((), sheets=(Sheet(Board(), 0, 0),))))
    assert reading.items == ()
    assert reading.problems == (NO_DICE,)


def test_dice_that_touch(eye: PipReader) -> None:
    placed = [Placed(die, i, 16.2 * i - 40, 0.0, 0.0) for i, die in enumerate(SET.dice)]
    scene = table(placed)
    agrees(eye.read(render(scene)), scene)


def test_a_die_whose_sides_look_like_its_top_is_read_as_large_as_the_others(eye: PipReader) -> None:
    discs = Pips(radius=0.106, away=0.21, disc=0.45, hollow=0.47)
    finish = replace(FINISH, size=14.6, engraved=0.32, depth=0.5, fill=0.5, rounding=0.046, pips=discs)
    rng = Random(4)
    placed = [
        Placed(
            die,
            rng.randrange(1, 4),
            44.0 * k - 110,
            rng.choice((-33, 11, 33)) + rng.gauss(0, 1),
            rng.uniform(0, 360),
        )
        for k, die in enumerate(SET.dice)
    ]
    view = View(span=494, above=899, blur=1.0, noise=3.2)
    scene = replace(table(placed, sheets=(Sheet(Board(), 0, 0),), view=view), finish=finish)
    agrees(eye.read(render(scene)), scene)


@pytest.mark.parametrize("size", [12.0, 20.0, 30.0])
def test_dice_of_any_size_without_a_mat_or_a_set(size: int) -> None:
    dice = [
        Die(f"d{i}", 6, body, tuple("123456")) for i, body in enumerate(("white", "red", "black", "cream"))
    ]
    placed = roll(Random(4), dice, size=size, field=(220, 160))
    scene = Table(placed, Mat((110, 70, 60), markers=False), finish=Finish(size=size))
    reading = PipReader(None).read(render(scene))
    assert sorted(reading.symbols) == sorted(p.symbol for p in placed)
    assert all(item.spot is None for item in reading.items)


def test_a_die_on_its_edge_is_said_and_not_read(eye: PipReader) -> None:
    flat = Placed(SET.dice[0], 2, -40, 0, 20)
    for lean in (34.0, 38.0, 45.0):
        leaning = Placed(SET.dice[1], 1, 40, 10, 60, lean=lean)
        reading = eye.read(render(table([flat, leaning])))
        # Half over, it may as well be a die that is covered.
        assert {COCKED, ODD} & set(reading.problems)
        assert [item.body for item in reading.items if item.sure] == ["red"]


@pytest.mark.parametrize(("seed", "tilt"), [(0, 33), (36, -36), (50, -36)])
def test_a_die_amid_others_that_lies_as_a_side_face_would_is_not_passed_over(seed: int, tilt: float) -> None:
    rng = Random(seed)
    thrown = [Die("any", 6, "cream", tuple("123456"))] * 9
    placed = roll(rng, thrown, size=16.0, field=(110, 80), touching=0.9)
    grey = Mat(colour=(110, 112, 116), markers=False)
    view = View(span=300, above=300, tilt=(tilt, 0))
    reading = PipReader(None).read(render(Table(placed, grey, view=view, finish=FINISH)))
    assert len(reading.items) == len(placed)


def test_dice_seen_from_aside_are_not_doubted_as_leaning() -> None:
    dice = [Die(f"d{k}", 6, "cream", tuple("123456")) for k in range(8)]
    placed = roll(Random(9), dice, size=16.0, field=(220, 160))
    view = View(span=300, above=420, tilt=(33.0, 0.0))
    scene = Table(placed, Mat((120, 122, 124), markers=False), finish=FINISH, view=view)
    reading = PipReader(None).read(render(scene))
    assert sorted(reading.symbols) == sorted(die.symbol for die in placed)
    assert sum(item.sure for item in reading.items) >= 7


def test_what_seems_to_lean_by_its_top_alone_is_believed_as_far_as_it_lies_like_the_others() -> None:
    said, black = np.full(9, 0.01), np.zeros(3, np.float32)
    said[[3, ON_EDGE]] = 0.13, 0.8
    face = np.zeros((27, 27, 3), np.uint8)
    one = Seen(Sighted(CUBE, 0, 0, 40, 0, 0.6), 0.9, said, black, lighter=True, disc=False, face=face)
    like, beside, unlike = (one.tilted(lean) for lean in (0.0, 0.2, 0.9))
    assert like.symbols[ON_EDGE] == 0
    assert like.whether == pytest.approx(0.19 / 0.2)
    assert 0.4 < like.whether - beside.whether < 0.6
    assert list(unlike.symbols) == pytest.approx(list(said))
    assert (like.pips, unlike.lean, like.symbols[NOTHING] < 0.06) == (3, 0.9, True)


@pytest.mark.parametrize("ground", [Mat(), Mat((205, 210, 212)), Mat((120, 120, 118))], ids=str)
def test_shadows_beside_dice_are_no_dice(eye: PipReader, ground: Mat) -> None:
    light = Light(elevation=40, shadow=0.6, ambient=0.4, softness=1.0)
    scene = table(roll(Random(11), SET.dice[:5], size=16), ground, light=light)
    assert len(eye.read(render(scene)).items) == 5


def test_what_lies_between_two_dice_that_are_not_found_is_worth_a_word_as_it_shows_pips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is darker than pale paper, as a hard shadow is."""
    die = Die("any", 6, "cream", tuple("123456"))
    lying = [(2, -40.0, 0.0), (4, -23.5, 0.0), (1, 40.0, 20.0), (3, 30.0, -30.0), (5, 5.0, 45.0)]
    finish = Finish(size=16.0, bodies=(("cream", (150, 160, 175), (30, 25, 20)),))
    placed = tuple(Placed(die, face, x, y, 0.0) for face, x, y in lying)
    scene = Table(placed, Mat((215, 225, 228), markers=False), view=View(span=200), finish=finish)
    (ax, ay), (bx, by) = (one.center for one in truth(scene)[:2])

    def passed_over(plane: Plane, *kinds: int, **more: object) -> list[Sighted]:
        factor = scene.view.width / plane.size[0]
        found = sighted(plane, *kinds, **more)  # type: ignore[arg-type]
        away = [
            min(dist((one.x * factor, one.y * factor), at) for at in ((ax, ay), (bx, by))) for one in found
        ]
        side = max(one.side for one in found)
        left = [one for one, far in zip(found, away, strict=True) if far > side * factor]
        return [*left, Sighted(CUBE, (ax + bx) / 2 / factor, (ay + by) / 2 / factor, side, 0.0, 0.55)]

    reading = PipReader(None).read(render(scene))
    assert (len(reading.items), reading.problems) == (5, ())
    monkeypatch.setattr(pip_look, "sighted", passed_over)
    reading = PipReader(None).read(render(scene))
    assert len(reading.items) < 5
    assert ODD in reading.problems


def test_a_plain_thing_larger_than_the_dice_of_the_set_is_doubted_or_a_shadow() -> None:
    white, face = np.full(3, 230, np.float32), np.full((27, 27, 3), 230, np.uint8)

    def seen(pips: int, side: float) -> Seen:
        said = np.eye(9)[pips]
        return Seen(Sighted(CUBE, 0, 0, side, 0, 0.6), 0.9, said, white, lighter=False, disc=False, face=face)

    told = [38.0, 40.0, 45.0]
    sides = (34.0, 45.0, 48.0, 52.0)
    assert [by_size(seen(0, side), told) for side in sides] == [1.0, 1.0, pytest.approx(0.85), 0.0]
    assert by_size(seen(3, 52.0), told) == 1.0  # pips speak for themselves
    assert by_size(seen(0, 52.0), []) == 1.0


def test_a_plain_face_beside_dice_of_its_size_is_believed_without_a_set() -> None:
    dotted = [Placed(die, 2, 50.0 * i - 60, 30.0, 20.0 * i) for i, die in enumerate(SET.dice[:3])]
    plain = Placed(SET.dice[4], SET.dice[4].faces.index("0"), 0, -40, 15)
    alone, beside = (PipReader(None).read(render(table(dice))) for dice in ([plain], [*dotted, plain]))
    assert [item.symbol for item in alone.items if item.sure] == []
    assert sorted(item.symbol for item in beside.items if item.sure) == ["0", *[dotted[0].symbol] * 3]


def test_dice_on_a_spotted_cloth_are_believed_for_all_its_small_spots() -> None:
    die = Die("any", 6, "cream", tuple("123456"))
    placed = [Placed(die, 1, -40, 0, 20), Placed(die, 4, 40, 0, 20)]
    scene = Table(tuple(placed), Mat((90, 88, 86), markers=False), view=View(span=200))
    frame = spotted(render(scene), free=[die.center for die in truth(scene)])
    assert sorted(item.symbol for item in PipReader(None).read(frame).items if item.sure) == ["2", "5"]


def test_dice_that_the_finder_passes_over_between_others_of_a_row_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    die = Die("any", 6, "cream", tuple("123456"))
    placed = [Placed(die, k, 16.2 * k - 40.5, 0, 90.0 * k) for k in range(6)]
    scene = Table(tuple(placed), Mat((90, 88, 86), markers=False), view=View(span=200), finish=FINISH)
    left, *_, right = (true.center[0] for true in truth(scene))

    def blind(*known: object, **more: object) -> list[Sighted]:
        ends = 0.25 * (right - left)
        seen = sighted(*known, **more)  # type: ignore[arg-type]
        return [one for one in seen if not left + ends < one.x < right - ends]

    monkeypatch.setattr(pip_look, "sighted", blind)
    assert sorted(PipReader(None).read(render(scene)).symbols) == list("123456")


def test_less_is_asked_about_where_the_set_is_known(eye: PipReader) -> None:
    frame = render(table([Placed(SET.dice[0], 1, 0, 0, 20)]))
    (known,), (any_die,) = eye.read(frame).items, PipReader(None).read(frame).items
    assert known.least < any_die.least == SURE


def test_two_dice_of_one_colour_are_said(eye: PipReader) -> None:
    placed = [Placed(SET.dice[0], 1, -40, 0, 20), Placed(SET.dice[0], 3, 40, 0, 50)]
    reading = eye.read(render(table(placed)))
    assert "2 dice look red; the set has one of them" in reading.problems
    assert not any(item.sure for item in reading.items)


def test_a_die_of_a_strange_colour_is_said(eye: PipReader) -> None:
    stranger = Die("black", 6, "black", SET.dice[0].faces)
    reading = eye.read(render(table([Placed(stranger, 1, 0, 0, 20)], Mat(GREEN))))
    assert reading.problems == ("a black die is not of the set",)
    assert not reading.items[0].sure


def test_missing_dice_are_no_problem(eye: PipReader) -> None:
    reading = eye.read(render(table([Placed(SET.dice[2], 4, 10, 0, 20)])))
    assert reading.symbols == ("5",)
    assert reading.sure


@pytest.mark.parametrize("seed", range(2))
def test_nothing_else_is_a_sure_die(seed: int) -> None:
    rng = Random(seed)
    coin = Thing((24.0, 24.0), 2.0, 12.0, (90, 130, 190))
    tile = Thing((19.0, 19.0), 4.0, 1.0, (160, 200, 220))
    sheets = (Sheet(coin, -60, -40), Sheet(tile, -60, 40, rng.uniform(0, 90)), Sheet(tile, 0, 70))
    placed = roll(rng, dice_set("anabid").dice[:4], field=(60, 60))
    placed = tuple(replace(one, x=one.x + 70) for one in placed)
    image = render(table(placed, sheets=sheets))
    for eye in (PipReader(SET), PipReader(None)):
        assert not any(item.sure for item in eye.read(image).items)


@pytest.mark.parametrize("pips", [Pips(disc=0.45), Pips(0.15, 0.28), Pips(hollow=0.5)], ids=str)
def test_neither_discs_nor_large_pips_are_taken_for_the_body(eye: PipReader, pips: Pips) -> None:
    placed = [
        Placed(die, i % 5, 60.0 * (i % 3) - 60, 60.0 * (i // 3) - 30, 29.0 * i)
        for i, die in enumerate(SET.dice)
    ]
    scene = Table(tuple(placed), finish=replace(FINISH, pips=pips))
    agrees(eye.read(render(scene)), scene)


def test_long_shadows_on_a_mat_of_a_die_s_own_colour_are_no_sure_dice(eye: PipReader) -> None:
    light = Light(elevation=33, shadow=0.6, softness=1.0)
    scene = table(roll(Random(8), SET.dice[:4], size=16), Mat((70, 140, 40)), light=light)
    items, dice = eye.read(render(scene)).items, truth(scene)
    assert all(any(dist(item.center, true.center) < 6 for item in items) for true in dice)
    for item in items:
        true = min(dice, key=lambda one: dist(item.center, one.center))
        near = dist(item.center, true.center) < 6
        assert (item.symbol, item.body) == (true.symbol, true.body) if near else not item.sure


@pytest.mark.parametrize("gains", [(1.0, 1.0, 1.0), (0.78, 1.0, 1.25), (1.25, 1.0, 0.8)], ids=str)
def test_colours_are_told_in_any_light_without_a_mat(eye: PipReader, gains: tuple[float, ...]) -> None:
    scene = table(
        roll(Random(6), SET.dice, size=16),
        Mat((52, 50, 50), markers=False),
        light=Light(level=0.7, gains=(gains[0], gains[1], gains[2])),
    )
    reading = eye.read(render(scene))
    agrees(reading, scene)
    assert sum(item.sure for item in reading.items) >= 5


FLAT = np.full((480, 640, 3), 120, np.uint8)


@pytest.mark.parametrize(
    ("frame", "problem"),
    [(FLAT * 0, health.BLACK), (FLAT, NO_DICE), (FLAT[:1], health.TINY), (FLAT[:20, :30], NO_DICE)],
)
def test_frames_without_dice_are_put_into_words(eye: PipReader, frame: Image, problem: str) -> None:
    reading = eye.read(frame)
    assert reading.items == ()
    assert problem in reading.problems


@pytest.mark.parametrize("shape", [(17, 900, 3), (300, 17, 3), (2, 2, 3), (61, 47, 3)])
def test_no_shape_of_frame_raises(eye: PipReader, shape: tuple[int, ...]) -> None:
    frame = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, shape, np.uint8), (0, 0), 3)
    assert eye.read(np.asarray(frame, np.uint8)).height == shape[0]
    with pytest.raises(BadValue, match="expected"):
        eye.read(frame[:, :, 0])


def test_the_readers_are_found_by_name() -> None:
    image = render(table([Placed(SET.dice[2], 4, 10, 0, 20)]))
    for pieces in ("any", "bid-and-bluff"):
        said = reader("pip-dice", pieces).read(image).as_json("x.png")
        assert said["kind"] == "pip-dice"
        assert [item["symbol"] for item in said["items"]] == ["5"]


def test_hard_shadows_on_a_pale_table_are_nothing_that_is_worth_a_word() -> None:
    lamp = Light(elevation=35, shadow=0.65, level=0.6, softness=1.5)
    for seed in range(3):
        scene = Table(roll(Random(seed), SET.dice), Mat((205, 210, 212), markers=False), lamp)
        reading = PipReader(SET).read(render(scene))
        assert reading.problems == (), seed
        assert len(reading.symbols) == len(SET.dice)


def test_the_white_of_a_page_is_no_plain_die_for_sure() -> None:
    """Of the set's dice one may be plain, and white: beside print it is asked about."""
    assert not any(item.sure for item in PipReader(SET).read(draw("headline", 2)).items)
