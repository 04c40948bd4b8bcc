"""Cards before the camera: jumbles read and snapped, strange cards asked about, all else put into words."""

from dataclasses import dataclass
from math import dist

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.errors import BadValue, Missing
from appliance.lexicon.decks import deck, every_card
from appliance.readers import reader
from appliance.virtual.card import CardArt
from appliance.virtual.geometry import project
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Light, Mat, Table, Veil, View
from appliance.virtual.sheets import Sheet
from appliance.vision import card as eye
from appliance.vision import find_card, health, ocr, print_line
from appliance.vision.card import CardReader, edits
from appliance.vision.locate import locate
from appliance.vision.ocr import Line
from appliance.vision.reading import Reading

KNOWN = [card.jumble for card in every_card()]
JUMBLE = deck("green")[1].jumble


needs_tesseract = pytest.mark.skipif(ocr._tesseract() is None, reason="Tesseract is not installed")


def scene(*sheets: Sheet, mat: Mat | None = None) -> Table:
    return Table(mat=mat or Mat(), view=View(tilt=(2, -1), turn=3), sheets=sheets)


@dataclass(frozen=True)
class Page:
    """A card of another kind: one line of text repeated, by OpenCV's own strokes."""

    lines: int
    text: str
    scale: float
    size: tuple[float, float] = (88.0, 63.0)
    thick: float = 0.3
    corner: float = 3.0

    def paint(self) -> Image:
        image = np.full((504, 704, 3), 244, np.uint8)
        for number in range(self.lines):
            at = (30, round((number + 0.7) * 504 / self.lines))
            cv2.putText(
                image, self.text, at, cv2.FONT_HERSHEY_DUPLEX, self.scale, (20, 20, 20), 2, cv2.LINE_AA
            )
        return image


# What is read. Every line is a start of Tesseract, a third of a second: few scenes, each for several things.


@needs_tesseract
@pytest.mark.parametrize(
    ("turn", "mat"), [(7, Mat()), (100, Mat(GREEN)), (-171, Mat((120, 96, 80), markers=False))]
)
def test_a_card_of_the_decks_at_any_quarter_turn(turn: float, mat: Mat) -> None:
    table = scene(Sheet(CardArt(JUMBLE, "green", 2), 20, -15, turn), mat=mat)
    reading = reader("card", "anagrascramble").read(render(table))
    assert reading.kind == "card"
    assert "".join(reading.symbols) == JUMBLE
    assert reading.sure
    corners = project(table.sheets[0].corners(0), table.view.projection())
    along = (corners[1] - corners[0]) / dist(corners[0], corners[1])
    steps = [np.subtract(b.center, a.center) for a, b in zip(reading.items, reading.items[1:], strict=False)]
    assert all(step @ along > 10 for step in steps)  # in reading order
    upright = [(item.angle - (turn + 3) + 180) % 360 - 180 for item in reading.items]
    assert max(map(abs, upright)) < 3
    for item in reading.items:
        first, last = np.array(item.corners[0]), np.array(item.corners[2])
        assert (last - first) @ along > 0  # from its own upper left to its lower right
        assert dist(item.center, (first + last) / 2) < 1


@needs_tesseract
def test_a_strange_card_is_read_by_its_letters_and_asked_about() -> None:
    frame = render(scene(Sheet(CardArt("TUERNEV", ""), -30, 10, 93)))
    reading = CardReader(KNOWN).read(frame)
    assert "".join(reading.symbols) == "TUERNEV"
    assert not reading.problems
    assert not any(item.sure for item in reading.items)
    assert reading.as_json("x")["text"] == "TUERNEV"
    assert reader("card", "").read(frame).sure  # where any make of cards may lie: VENTURE
    with pytest.raises(Missing, match="no cards named 'tarot'"):
        reader("card", "tarot")


@needs_tesseract
@pytest.mark.parametrize("turn", [4, 184])
def test_a_strange_card_is_read_the_right_way_up(turn: int) -> None:
    frame = render(scene(Sheet(CardArt("IATCNET", ""), 10, -5, turn)))
    assert "".join(CardReader(KNOWN).read(frame).symbols) == "IATCNET"


@needs_tesseract
def test_a_card_as_two_letters_swapped_of_a_known_one_is_read_as_it_is() -> None:
    swapped = JUMBLE[1] + JUMBLE[0] + JUMBLE[2:]
    reading = CardReader(KNOWN).read(render(scene(Sheet(CardArt(swapped, ""), 10, -5, 4))))
    assert "".join(reading.symbols) == swapped
    assert not reading.sure


@needs_tesseract
def test_a_picture_of_nothing_but_a_card() -> None:
    art = CardArt(JUMBLE)
    paper = tuple(int(part) for part in art.paper)
    turn = cv2.getRotationMatrix2D((352, 252), 9, 0.9)
    frame = cv2.warpAffine(art.paint(), turn, (704, 504), borderValue=paper)
    assert "".join(CardReader(KNOWN).read(np.asarray(frame, np.uint8)).symbols) == JUMBLE


PALE = [Mat(CardArt(JUMBLE).paper), Mat(CardArt(JUMBLE).paper, markers=False)]
"""As pale as the cards, so that their edges are not seen."""


@needs_tesseract
@pytest.mark.parametrize("mat", PALE, ids=["mat", "table"])
@pytest.mark.parametrize("turn", [-40, 98])
def test_a_card_on_what_is_as_pale_as_it(mat: Mat, turn: float) -> None:
    table = scene(Sheet(CardArt(JUMBLE, "green", 2), 30, -15, turn), mat=mat)
    reading = CardReader(KNOWN).read(render(table))
    assert "".join(reading.symbols) == JUMBLE
    assert reading.sure


@needs_tesseract
@pytest.mark.parametrize("mat", [Mat(), PALE[1]], ids=["seen", "unseen"])
def test_of_two_cards_one_is_read_and_asked_about(mat: Mat) -> None:
    one, other = (CardArt(jumble, "green", 2) for jumble in KNOWN[:2])
    table = scene(Sheet(one, -80, 0, 9), Sheet(other, 60, 20, -4), mat=mat)
    reading = CardReader(KNOWN).read(render(table))
    assert "".join(reading.symbols) in KNOWN[:2]
    assert reading.problems == (eye.MANY,)


def test_a_card_in_a_shadow_whose_band_is_as_dark_as_the_table() -> None:
    veil = Veil(dark=0.5, x=0.35, y=0.4, turn=36, half=0.11, soft=0.22)
    light = Light(level=0.53, gains=(1.05, 1.0, 0.81), veil=veil)
    card = Sheet(CardArt(JUMBLE, "green", 2), -86, 12, -80)
    view = View(span=470, above=800, tilt=(0, 2.5), turn=-4, noise=2, blur=1)
    mat = Mat((73, 63, 65), markers=False, texture=3.5)
    strips, problems = find_card.strips(
        locate(render(Table(mat=mat, light=light, view=view, sheets=(card,))))
    )
    assert not problems
    assert [strip.parted for strip in strips] == [True]


def test_a_card_on_which_the_light_falls_off_is_no_page() -> None:
    art = cv2.resize(CardArt("ETOTVAG", "red", 2).paint(), (230, 165)).astype(np.float32)
    art *= np.linspace(0.6, 0.2, art.shape[1], dtype=np.float32)[None, :, None]
    art += np.random.default_rng(1).normal(0, 10, art.shape)
    region = cv2.resize(np.clip(art, 0, 255).astype(np.uint8), (620, 444), interpolation=cv2.INTER_CUBIC)
    assert not print_line.is_page(region)
    assert print_line.rows(region)


# What cannot be read


TEXT = Page(14, "The quick brown fox jumps over the lazy dogs", 0.75)
FRAMES = {
    "no card": (Table(), find_card.NO_CARD),
    "a page of text": (scene(Sheet(TEXT, 10, 5, 13)), find_card.BACK),
    "a notice on paper of its own white": (
        scene(
            Sheet(Page(5, "SILENCE", 4.0, size=(240.0, 172.0)), 0, 0, 4), mat=Mat((244,) * 3, markers=False)
        ),
        find_card.NO_CARD,
    ),
    "an empty card": (scene(Sheet(Page(1, "", 1.0), 10, 5, 100)), find_card.NO_JUMBLE),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_without_a_jumble_are_put_into_words(name: str) -> None:
    table, problem = FRAMES[name]
    reading = CardReader(KNOWN).read(render(table))
    assert reading.items == ()
    assert reading.problems == (problem,)
    assert not reading.sure


@needs_tesseract
def test_six_letters_are_no_jumble() -> None:
    reading = CardReader(()).read(render(scene(Sheet(Page(1, "TUREEN", 4.0), 10, 5, 3))))
    assert not reading.sure
    assert reading.problems == (eye.UNREAD,)


def test_what_is_no_picture_of_anything() -> None:
    black = np.zeros((96, 128, 3), np.uint8)
    assert CardReader(()).read(black).problems == (health.BLACK,)
    assert CardReader(()).read(np.full((20, 30, 3), 120, np.uint8)).problems == (find_card.NO_CARD,)
    with pytest.raises(BadValue, match="expected height"):
        CardReader(()).read(black[:, :, 0])


# The decision, with other lines than Tesseract's


def read_with(
    monkeypatch: pytest.MonkeyPatch, *lines: Line, known: tuple[str, ...] = (JUMBLE, "EVPETRN")
) -> Reading:
    """The reading of a card with JUMBLE on it, Tesseract saying these lines one after another."""
    answers = list(lines)
    monkeypatch.setattr(eye, "read_line", lambda *_: answers.pop(0) if answers else Line("", 0.0))
    frame = render(scene(Sheet(CardArt(JUMBLE), 0, 0, 2)))
    return CardReader(known).read(frame)


@pytest.mark.parametrize("line", [JUMBLE, "X" + JUMBLE[1:], JUMBLE[:6], JUMBLE + "I"])
def test_a_line_with_one_slip_is_snapped_to_the_jumble(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    reading = read_with(monkeypatch, Line(line, 0.9))
    assert "".join(reading.symbols) == JUMBLE
    assert reading.sure


def test_where_tesseract_reads_nothing_the_letters_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = read_with(monkeypatch, Line("", 0.0))
    assert "".join(reading.symbols) == JUMBLE


def test_where_the_two_readers_differ_the_letter_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = JUMBLE[:3] + "X" + JUMBLE[4:]
    reading = read_with(monkeypatch, Line(wrong, 0.9), known=())
    items = reading.items
    assert [item.sure for item in items] == [True] * 3 + [False] + [True] * 3
    assert items[3].alternatives == ((JUMBLE[3], 0.5),)


def test_a_strange_jumble_that_makes_no_word_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye, "read_line", lambda *_: Line(JUMBLE, 0.9))
    frame = render(scene(Sheet(CardArt(JUMBLE), 0, 0, 2)))
    asked: list[str] = []
    for answer in (True, False):
        reading = CardReader(["EVPETRN"], solvable=lambda text, a=answer: asked.append(text) or a).read(frame)
        assert "".join(reading.symbols) == JUMBLE
        assert reading.sure is answer
    assert set(asked) == {JUMBLE}


def test_without_a_cards_edges_only_a_known_jumble_is_sure_and_only_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = render(scene(Sheet(CardArt(JUMBLE), 30, -15, 8), mat=PALE[1]))
    for line, known, sure in ((JUMBLE, [JUMBLE], True), (JUMBLE[:6], [JUMBLE], False), (JUMBLE, [], False)):
        monkeypatch.setattr(eye, "read_line", lambda *_, text=line: Line(text, 0.9))
        reading = CardReader(known, solvable=lambda _: True).read(frame)
        assert "".join(reading.symbols) == JUMBLE
        assert reading.sure is sure


def test_a_jumble_that_the_letters_deny_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = read_with(monkeypatch, Line("EVPETRN", 0.9))
    assert not reading.sure


def test_without_tesseract_the_box_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_tesseract", lambda: None)
    frame = render(scene(Sheet(CardArt(JUMBLE), 0, 0, 2)))
    reading = CardReader(KNOWN).read(frame)
    assert reading.problems == (ocr.MISSING,)
    assert not reading.sure
    assert "".join(reading.symbols) == JUMBLE


def test_a_tesseract_that_fails_is_put_into_words(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        class Output:
            DICT = "dict"

        @staticmethod
        def image_to_data(*_: object, **__: object) -> None:
            raise RuntimeError("Tesseract process timeout")

    monkeypatch.setattr(ocr, "_tesseract", lambda: Broken)
    line = ocr.read_line(np.zeros((40, 200), np.uint8), 30.0)
    assert line.problem == "Tesseract failed: Tesseract process timeout"


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("TUERNEV", "TUERNEV", 0), ("TUERNE", "TUERNEV", 1), ("TTUERNEV", "TUERNEV", 1), ("", "ABC", 3)],
)
def test_edits(one: str, other: str, count: int) -> None:
    assert edits(one, other) == count
    assert edits(other, one) == count
