"""The network that reads letter dice: turns, places a little wrong, what is no letter, letters on paper."""

from math import dist

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import Placed
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View, default_font, truth
from appliance.vision import letters
from appliance.vision.crops import crops
from appliance.vision.letters import CROP, MARGINS, TEMPERATURE, TURNS, WIDTH, judged, upright
from appliance.vision.plane import bare
from appliance.vision.straighten import D8_FACE, Patch, cut

VIEW = View(width=640, height=480, span=230.0)
LETTERS = (*"ABCDEFGJKLPQRTUVY", "Qu")
"""Those that no turn makes another letter of."""


def row(sides: int, symbols: tuple[str, ...], turn: float, lean: float = 0.0) -> Table:
    """Dice of those symbols, apart, in rows of six, each turned a little more than the one before."""
    dice = [
        Placed(
            Die(str(n), sides, ("cream", "white", "blue", "red")[n % 4], (symbol,) * sides),
            0,
            -85.0 + 34 * (n % 6),
            -50.0 + 45 * (n // 6),
            turn + 37 * n,
            lean,
        )
        for n, symbol in enumerate(symbols)
    ]
    return Table(tuple(dice), view=VIEW, seed=5)


def patches(
    table: Table, turn: int = 0, shift: tuple[float, float] = (0.0, 0.0), more: float = 1.0
) -> list[Patch]:
    """The tops as a finder might give them: a turn back, beside the place (in sides), larger by a factor."""
    found = []
    for placed, true in zip(table.dice, truth(table), strict=True):
        sides = placed.die.sides
        side = dist(true.corners[0], true.corners[1])
        width = side * (1.0 if sides == 6 else D8_FACE) * more
        x, y = (c + s * side for c, s in zip(true.center, shift, strict=True))
        found.append(Patch(sides, x, y, true.angle - 360 / TURNS[sides] * turn, width))
    return found


def faces(image: Image, found: list[Patch]) -> Image:
    return crops(bare(image), found, CROP, [MARGINS[patch.sides] for patch in found])


def evidence(image: Image, found: list[Patch]) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    return judged(faces(image, found), [patch.sides for patch in found])


def said(table: Table, found: list[Patch], image: Image | None = None) -> list[tuple[str, int]]:
    """Symbol and turn that the network takes for the likeliest; "-" for no die, "/" for one that leans."""
    answers = []
    for table_of in evidence(render(table) if image is None else image, found):
        turn, symbol = np.unravel_index(int(table_of.argmax()), table_of.shape)
        rows = len(table_of)
        names = {rows - 2: "-", rows - 1: "/"}
        answers.append((names.get(int(turn), ALPHABET[symbol]), int(turn)))
    return answers


@pytest.mark.parametrize("sides", [6, 8])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_turn_counts_clockwise_from_the_patch(sides: int, turn: int) -> None:
    table = row(sides, LETTERS, 20.0)
    assert said(table, patches(table, turn)) == [(symbol, turn) for symbol in LETTERS]


@pytest.mark.parametrize("sides", [6, 8])
def test_a_place_a_little_wrong_does_no_harm(sides: int) -> None:
    table = row(sides, LETTERS, 50.0)
    image = render(table)
    for shift, more in (((0.07, -0.05), 1.0), ((-0.06, 0.0), 1.1), ((0.0, 0.07), 0.91)):
        answers = said(table, patches(table, 0, shift, more), image)
        assert sum(answer[0] == true for answer, true in zip(answers, LETTERS, strict=True)) >= 17


@pytest.mark.parametrize("sides", [6, 8])
def test_the_answer_is_a_distribution_over_all_that_may_lie_there(sides: int) -> None:
    table = row(sides, ("A", "N"), 0.0)
    for answer in evidence(render(table), patches(table)):
        assert answer.shape == (TURNS[sides] + 2, len(ALPHABET))
        assert np.isneginf(answer[-2:, 1:]).all()
        assert np.exp(answer).sum() == pytest.approx(1.0)


def test_m_and_w_upside_down_are_told_apart_with_care() -> None:
    table = row(6, ("M", "W"), 0.0)
    likely = [np.exp(answer[:-2]) for answer in evidence(render(table), patches(table))]
    m, w = ALPHABET.index("M"), ALPHABET.index("W")
    assert min(likely[0][0, m], likely[1][0, w]) > 0.9
    assert 2e-4 < likely[0][2, w] / likely[0][0, m] < 0.1
    assert 2e-4 < likely[1][2, m] / likely[1][0, w] < 0.1


@pytest.mark.parametrize(
    ("pair", "odds"),
    [("MW", 3.0), ("WM", 3.0), ("IH", 3.0), ("TL", 3.25), ("NZ", 3.75), ("EW", 3.0), ("EF", 5.0)],
)
def test_odds_of_letters_that_are_alike_but_for_a_turn_count_less(
    monkeypatch: pytest.MonkeyPatch, pair: str, odds: float
) -> None:
    one, other = (ALPHABET.index(letter) for letter in pair)
    raw = np.full((1, WIDTH), -60.0)
    raw[0, one], raw[0, len(ALPHABET) + other] = 5.0 * TEMPERATURE, 0.0
    monkeypatch.setattr(letters, "answers", lambda *_: raw)
    (table,) = letters.glanced(np.zeros((1, CROP, CROP, 3), np.uint8), [6])
    assert table[0, one] - table[1, other] == pytest.approx(odds, abs=1e-3)
    assert np.exp(table).sum() == pytest.approx(1.0)


def test_pips_and_the_bare_table_are_no_letters() -> None:
    table = row(6, ("3", "5", "6"), 10.0)
    bare = [Patch(sides, 320.0, 400.0, 12.0, 50.0) for sides in (6, 8)]
    assert {symbol for symbol, _ in said(table, patches(table) + bare)} == {"-"}


@pytest.mark.parametrize("sides", [6, 8])
def test_a_die_that_leans_is_told(sides: int) -> None:
    flat, tipped = (row(sides, LETTERS, 10.0, lean) for lean in (0.0, 45.0))
    leans = [[float(np.exp(e[-1, 0])) for e in evidence(render(t), patches(t))] for t in (flat, tipped)]
    assert max(leans[0]) < 0.2
    assert np.median(leans[1]) > 0.6


def test_letters_on_paper_are_read_upright() -> None:
    paper = np.full((26, CROP, CROP, 3), 238, np.uint8)
    for crop, letter in zip(paper, ALPHABET, strict=False):
        mask = glyph(default_font(), letter)
        small = cv2.resize(mask, None, fx=18 / CAP, fy=18 / CAP, interpolation=cv2.INTER_AREA)
        h, w = small.shape
        y, x = (CROP - h) // 2, (CROP - w) // 2
        crop[y : y + h, x : x + w] = 238 - small[:, :, None] * np.float32(0.85)
    answers = upright(paper)
    assert answers.shape == (26, len(ALPHABET))
    assert "".join(ALPHABET[i] for i in answers.argmax(axis=1)) == "".join(ALPHABET[:26])
    known, turned = answers.max(axis=1), upright(np.rot90(paper, 2, axes=(1, 2))).max(axis=1)
    lost = {ALPHABET[i] for i in np.flatnonzero(known - turned > 1.0)}
    assert lost >= set("ABCEFGJKLPQRTUVY")  # those that have no other's form upside down
    assert not lost & set("HINOSXZ")


@pytest.mark.parametrize("width", [18.0, 40.0, 130.0])
def test_all_crops_together_are_those_cut_one_by_one(width: float) -> None:
    image = render(row(6, ("A", "E", "K"), 10.0))
    some = [Patch(6, 200.0, 150.0, 33.0, width), Patch(8, 630.0, 3.0, 250.0, 0.7 * width)]
    for crop, patch in zip(faces(image, some), some, strict=True):
        alone = cut(
            image,
            Patch(6, patch.x, patch.y, patch.angle, patch.width),
            0,
            size=CROP,
            margin=MARGINS[patch.sides],
        )
        assert np.abs(crop.astype(int) - alone).mean() <= 4


def test_no_patches_give_no_answers() -> None:
    assert evidence(np.zeros((10, 10, 3), np.uint8), []) == []
