"""The board in whole frames: makes, turns, how many tiles lie on it, and what is not in order."""

from collections.abc import Sequence
from dataclasses import replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue
from appliance.pieces.premiums import PREMIUMS
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.board import BoardMake, grid_truth, lay_board, lay_hand
from appliance.virtual.render import render
from appliance.virtual.scene import WOOD, Light, Mat, Table, Veil, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import SEEN_BOARDS, crossword
from appliance.virtual.tiles import TileMake, tile_truth
from appliance.vision import health
from appliance.vision.board import CUT, FRAME_UNCLEAR, HAND, NO_BOARD, SHIFTED, BoardReader
from appliance.vision.board_grid import Grid, find_grid, from_corners
from appliance.vision.plane import Image
from appliance.vision.reading import BOARD
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import SQUARE, TILE, Spot, spots
from appliance.vision.tile_net import Faces, faces

READER = BoardReader(ENGLISH)
VIEW = View(width=960, height=720, span=480)
BARE = Mat(WOOD, markers=False)
EMPTY = ("." * 15,) * 15
GAME = (
    *EMPTY[:5],
    ".......Z.......",
    ".......I.......",
    ".....JUNKIER...",
    ".......C.......",
    *EMPTY[9:],
)


def table(sheets: Sequence[Sheet], view: View = VIEW) -> Table:
    return Table(sheets=tuple(sheets), view=view, mat=BARE)


def rows_of(many: int, seed: int = 1) -> tuple[str, ...]:
    bag = list(ENGLISH.bag)
    Random(seed).shuffle(bag)
    return tuple(crossword(Random(seed), bag[:many], (15, 15)))


@pytest.mark.parametrize("many", [0, 10, 60])
def test_a_board_with_so_many_tiles(many: int) -> None:
    rows = rows_of(many)
    scene = table(lay_board(rows, rng=Random(many), turn=3))
    reading = READER.read(render(scene))
    assert reading.kind == BOARD
    assert reading.rows == rows
    assert not reading.problems
    for true in tile_truth(scene):
        item = min(reading.items, key=lambda i: dist(i.center, true.center))
        assert dist(item.center, true.center) < 5
        assert true.symbol == "?" or abs((item.angle - true.angle + 180) % 360 - 180) < 8


def test_a_tile_that_the_finder_takes_for_a_square_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def misled(image: Image, side: float, least: float = 0.3) -> list[Spot]:
        found = spots(image, side, least)
        first = min((spot for spot in found if spot.kind == TILE), key=lambda spot: spot.x)
        left = [spot for spot in found if np.hypot(spot.x - first.x, spot.y - first.y) > first.side / 2]
        # Hardly sure of the others it does not tell their colour either.
        faint = [replace(spot, trust=0.2) if spot.kind == TILE else spot for spot in left]
        return [*faint, replace(first, kind=SQUARE, trust=0.6)]

    frame = render(table(lay_board(GAME, rng=Random(1))))
    monkeypatch.setattr("appliance.vision.board.spots", misled)
    assert READER.read(frame).rows == GAME


def test_clear_letters_on_bare_squares_are_tiles_though_they_look_like_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def doubting(image: Image, patches: Sequence[Patch]) -> Faces:
        seen = faces(image, patches)
        nothing = np.logaddexp(seen.nothing, np.log(0.97))
        whole = np.logaddexp(nothing, np.log(0.03))
        letters = seen.letters + np.log(0.03) - whole[:, None, None]
        return Faces(letters, seen.blank + np.log(0.03) - whole, nothing - whole, seen.values)

    monkeypatch.setattr("appliance.vision.board.faces", doubting)
    bare = (*EMPTY[:8], "......JUNKIER..", *EMPTY[9:])
    shown = BoardReader(ENGLISH).read(render(table(lay_board(bare, rng=Random(1)))))
    marked = [PREMIUMS[8][column] != "." for column in range(6, 13)]
    assert any(marked)
    assert [c != "." for c, m in zip(shown.rows[8][6:13], marked, strict=True) if not m] == [True] * 4


@pytest.mark.parametrize("make", range(3))
def test_boards_of_several_makes(make: int) -> None:
    plain, dl, tl, dw, tw = SEEN_BOARDS[make * 3]
    board = BoardMake(
        plain=plain,
        double_letter=dl,
        triple_letter=tl,
        double_word=dw,
        triple_word=tw,
        labels=("none", "letters", "words")[make],
        teeth=2.0 if make == 0 else 0.0,
        rim=(4.0, 18.0, 25.0)[make],
        line_colour=(30, 30, 30) if make % 2 else (236, 240, 240),
        centre=("plain", "dot", "star")[make],
        named=make == 2,
    )
    reading = READER.read(render(table(lay_board(GAME, board, rng=Random(make), turn=-5))))
    assert reading.rows == GAME
    assert reading.sure, reading.problems


@pytest.mark.parametrize("plain", [SEEN_BOARDS[0][0], SEEN_BOARDS[6][0]])
def test_blank_tiles_in_words_and_beside_free_squares_are_seen(plain: tuple[int, int, int]) -> None:
    rows = (*EMPTY[:6], ".......?.......", ".......I.......", ".....JUNKIE?...", *EMPTY[9:])
    reading = READER.read(render(table(lay_board(rows, BoardMake(plain=plain), rng=Random(4), turn=2))))
    assert reading.rows == rows
    assert reading.sure, reading.problems


def test_a_letter_that_a_lamp_bleaches_is_no_blank_for_sure() -> None:
    frame = render(table(lay_board((*EMPTY[:7], ".....JUN?IER...", *EMPTY[8:]), rng=Random(4))))
    plain, bright = (
        READER.read(np.asarray(cv2.convertScaleAbs(frame, alpha=alpha), np.uint8)).items[3]
        for alpha in (1.0, 1.6)
    )
    assert (plain.symbol, bright.symbol) == ("?", "?")
    assert (plain.sure, bright.sure) == (True, False)


def test_a_pale_board_that_is_overexposed_is_said() -> None:
    frame = render(table(lay_board(GAME, BoardMake(plain=(222, 232, 232)), rng=Random(1))))
    for alpha, said in ((1.0, False), (1.6, True)):
        reading = READER.read(np.asarray(cv2.convertScaleAbs(frame, alpha=alpha), np.uint8))
        assert reading.rows == GAME
        assert (health.WHITE in reading.problems) == said


@pytest.mark.parametrize("turn", [90, 186])
def test_the_letters_tell_the_board_s_turn(turn: float) -> None:
    reading = READER.read(render(table(lay_board(GAME, rng=Random(1), turn=turn))))
    assert reading.rows == GAME


def test_known_corners_are_taken() -> None:
    scene = table(lay_board(GAME, rng=Random(1), turn=2))
    ring = grid_truth(scene)
    assert ring is not None
    reader = BoardReader(ENGLISH, [(float(x), float(y)) for x, y in ring])
    assert reader.read(render(scene)).rows == GAME
    with pytest.raises(BadValue, match="4 corners"):
        BoardReader(ENGLISH, [(0.0, 0.0)])


def test_a_large_frame_is_read_in_its_own_pixels() -> None:
    image = cv2.resize(render(table(lay_board(GAME, rng=Random(1)))), (4000, 3000))
    reading = READER.read(np.asarray(image, np.uint8))
    assert reading.as_json("a.png")["rows"] == list(GAME)
    side = dist(reading.items[0].corners[0], reading.items[0].corners[1])
    assert side == pytest.approx(19 * 4000 / 480, rel=0.1)


def test_a_hand_over_the_board_is_said() -> None:
    scene = table((*lay_board(GAME, rng=Random(1)), *lay_hand(60, 70, -30)))
    reading = READER.read(render(scene))
    assert HAND in reading.problems
    assert not reading.sure


@pytest.mark.parametrize(
    ("place", "slip"), [((7, 11), (9.0, 0.0)), ((5, 7), (-8.0, 0.0)), ((8, 7), (0.0, 9.0))]
)
def test_a_tile_between_two_squares_is_said(place: tuple[int, int], slip: tuple[float, float]) -> None:
    reading = READER.read(render(table(lay_board(GAME, slips={place: slip}))))
    assert any("between two squares" in problem for problem in reading.problems), reading.problems
    assert not reading.sure


@pytest.mark.parametrize("shift", [(5.0, -5.0)])
def test_tiles_that_are_all_shifted_are_said(shift: tuple[float, float]) -> None:
    reading = READER.read(render(table(lay_board(GAME, rng=Random(1), shift=shift))))
    assert SHIFTED in reading.problems
    assert not reading.sure


def test_the_premiums_between_the_tiles_tell_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    def unseen(image: Image, found: Sequence[Spot]) -> Grid | None:
        """As where tiles lie so far beside their squares that they are not known for tiles yet."""
        grid = find_grid(image, found)
        return grid and replace(grid, pattern=0.1)

    monkeypatch.setattr("appliance.vision.board.find_grid", unseen)
    plain = BoardMake().plain
    grey = BoardMake(20, 12, 0, plain, plain, plain, plain, plain, labels="none", centre="plain")
    rows = rows_of(60)
    for board, said in ((BoardMake(), False), (grey, True)):
        reading = READER.read(render(table(lay_board(rows, board, rng=Random(1), shift=(5.0, 5.0)))))
        assert (FRAME_UNCLEAR in reading.problems) == said
        assert any(item.sure for item in reading.items) != said


def test_small_slips_are_nothing_to_speak_of() -> None:
    reading = READER.read(render(table(lay_board(GAME, rng=Random(1), shift=(1.5, -1.5)))))
    assert reading.rows == GAME
    assert reading.sure, reading.problems


def test_more_of_a_letter_than_the_box_has_is_said() -> None:
    rows = (*EMPTY[:7], "...QUIZ..QI....", *EMPTY[8:])
    image = render(table(lay_board(rows)))
    reading = READER.read(image)
    assert "2 tiles Q seen, but the box has only 1" in reading.problems
    assert not reading.sure
    assert BoardReader(None).read(image).rows == rows


def test_a_board_that_is_cut_off_is_said() -> None:
    view = replace(VIEW, shift=(90.0, 60.0))
    reading = READER.read(render(table(lay_board(GAME), view)))
    assert {CUT, NO_BOARD} & set(reading.problems)


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (np.zeros((480, 640, 3), np.uint8), health.BLACK),
        (np.full((480, 640, 3), 120, np.uint8), NO_BOARD),
        (render(Table()), NO_BOARD),
    ],
)
def test_frames_without_a_board_are_put_into_words(frame: np.ndarray, problem: str) -> None:
    reading = READER.read(frame)
    assert reading.items == ()
    assert reading.problems == (problem,)
    assert not reading.sure


@pytest.mark.parametrize("shape", [(8, 3000, 3), (40, 40, 3), (300, 17, 3), (2, 2, 3)])
def test_no_shape_of_frame_raises(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    frame = cv2.GaussianBlur(rng.integers(0, 256, shape, np.uint8), (0, 0), 3)
    assert READER.read(np.asarray(frame, np.uint8)).height == shape[0]


def test_the_grid_is_found_though_a_third_of_its_squares_is_not() -> None:
    scene = table(lay_board(EMPTY, turn=20))
    ring = grid_truth(scene)
    assert ring is not None
    rng = Random(2)
    flat = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    place = cv2.getPerspectiveTransform(flat, ring.astype(np.float32))
    middles = np.array([[[c + 0.5, r + 0.5]] for r in range(15) for c in range(15)])
    points = cv2.perspectiveTransform(middles, place)[:, 0]
    side = dist(ring[0], ring[1]) / 15
    spots = [
        Spot(SQUARE, x + rng.gauss(0, 0.8), y + rng.gauss(0, 0.8), 20 + rng.gauss(0, 1), side, 0.9)
        for x, y in points.tolist()
        if rng.random() < 0.66
    ]
    grid = find_grid(render(scene), spots)
    assert grid is not None
    assert np.abs(grid.points(flat.astype(float)) - ring).max() < 0.1 * side
    assert find_grid(render(scene), spots[:30]) is None


def test_squares_of_a_tile_s_colour_are_no_blank_tiles() -> None:
    board = BoardMake(double_letter=TileMake().body, double_word=TileMake().body, labels="none")
    for rows in (EMPTY, GAME):
        assert READER.read(render(table(lay_board(rows, board, rng=Random(3))))).rows == rows


def test_the_premiums_tell_the_frame_in_a_shadow_across_the_board() -> None:
    light = Light(gradient=0.45, veil=Veil(0.5, x=0.75, turn=80, half=0.2, soft=0.15))
    scene = replace(table(lay_board(GAME, rng=Random(1), turn=4)), light=light)
    image, ring = render(scene), grid_truth(scene)
    assert ring is not None
    right = from_corners(image, ring)
    assert right.pattern > 0.4
    flat = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], float)
    for step in ((0, 1), (1, 0), (1, 1), (-1, 1), (0, -1)):
        assert from_corners(image, right.points(flat + step)).pattern < 0.25
    assert READER.read(image).rows == GAME
