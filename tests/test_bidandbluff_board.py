"""Bid & Bluff's board: its squares as data, where they lie on the mat, and its print."""

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue, Missing
from appliance.pieces import mat, track
from appliance.pieces.track import BLACK, COLOURS, FINISH, GOAL, START, WHITE, ZONE, Track, parse
from appliance.virtual.render import render
from appliance.virtual.scene import Light, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.track import TrackArt

BOARD = track.track("bid-and-bluff")


def reached(board: Track, start: str, others: set[str]) -> bool:
    """Whether a way leads from there to FINISH past others, by steps forward and sideways."""
    seen, edge = {start}, [start]
    while edge:
        square = edge.pop()
        if square == FINISH:
            return True
        row, column = board.place(square)
        for r, c in ((row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= c < board.width:
                there = board.at(r, c)
                if there not in seen | others and board.kind(there) != BLACK:
                    seen.add(there)
                    edge.append(there)
    return False


def test_bb1_six_start_squares_in_one_row_thirty_red_squares_in_five_rows_and_finish() -> None:
    kinds = [BOARD.kind(square) for square in BOARD.squares()]
    assert kinds.count(START) == 6
    assert kinds.count(ZONE) == 30
    assert kinds.count(GOAL) == 1
    assert BOARD.rows[0] == START * 6
    assert BOARD.rows[-6:-1] == (ZONE * 6,) * 5
    assert BOARD.rows[-1] == GOAL * 6
    assert all(set(row) <= {WHITE, BLACK} for row in BOARD.rows[1:-6])


def test_the_black_squares_are_spread_fairly_and_touch_nowhere() -> None:
    black = [BOARD.place(square) for square in BOARD.squares() if BOARD.kind(square) == BLACK]
    assert len(black) == 12
    assert [sum(c == column for _, c in black) for column in range(6)] == [2] * 6
    assert max(row.count(BLACK) for row in BOARD.rows) == 2
    assert BLACK not in BOARD.rows[1]
    for (r, c), (s, d) in combinations(black, 2):
        assert max(abs(r - s), abs(c - d)) > 1


def test_finish_can_be_reached_from_every_start_square_past_any_other_die() -> None:
    for start in BOARD.starts:
        for other in set(BOARD.squares()) - {start, FINISH}:
            assert reached(BOARD, start, {other}), (start, other)


def test_beyond_start_no_two_dice_can_bar_the_way() -> None:
    ahead = [s for s in BOARD.squares() if BOARD.kind(s) in (WHITE, ZONE)]
    for pair in combinations(ahead, 2):
        assert any(reached(BOARD, start, set(pair)) for start in BOARD.starts), pair


@pytest.mark.parametrize("square", ["A1", "F1", "C4", "F15", FINISH])
def test_a_square_is_found_again_by_its_middle(square: str) -> None:
    assert BOARD.square_at(*BOARD.middle(square)) == square


def test_squares_on_the_mat() -> None:
    assert BOARD.side == 24
    assert BOARD.middle("A1") == (-180, -60)
    assert BOARD.middle("F15") == (156, 60)
    assert [BOARD.middle(FINISH, nth) for nth in (0, 5)] == [(180, -60), (180, 60)]
    assert BOARD.square_at(-192.1, 0) is None
    assert BOARD.square_at(0, 72.1) is None
    for square in BOARD.squares():
        left, top, right, bottom = BOARD.corners(square)
        assert BOARD.square_at(left + 0.1, top + 0.1) == BOARD.square_at(right - 0.1, bottom - 0.1) == square


def test_the_board_keeps_clear_of_the_markers() -> None:
    marker = mat.INSET + mat.MARKER * 2 / 3  # from the mat's edge, with the rim
    w, h = TrackArt(BOARD).size
    assert w <= mat.SIZE[0]
    assert h / 2 < mat.SIZE[1] / 2 - marker


@pytest.mark.parametrize("name", ["G1", "A0", "A16", "16", "", "a1", "C4x", "AA1"])
def test_what_is_no_square(name: str) -> None:
    with pytest.raises(BadValue, match="no square of the board bid-and-bluff; there are A1 to F15"):
        BOARD.place(name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SS\nFF", "2 rows"),
        ("SS\n.x\nFF", "row 2 has 'x'"),
        ("SS\n...\nFF", "row 2 has 3 squares, row 1 has 2"),
        ("SS\n..\nF.", "the last row, and no other"),
        ("SS\nFF\nFF", "the last row, and no other"),
        ("..\n..\nFF", "the first row, and no other"),
        ("SS\nS.\nFF", "the first row, and no other"),
        ("SSSS\n#.#.\n##.#\nFFFF", "no way leads from A1 to FINISH"),
        ("S#S\n.##\nFFF", "no way leads from C1 to FINISH"),
        ("SSSSSS\n" + "......\n" * 30 + "FFFFFF", "12 mm wide"),
    ],
)
def test_what_is_no_board(text: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        parse("own", text)


def test_a_winding_way_is_a_way() -> None:
    assert parse("own", "; notes\n\nSSSS\n###.\n....\n.###\nFFFF").starts == ("A1", "B1", "C1", "D1")


def test_the_owners_board_in_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(track, "_own", {})
    file = tmp_path / "board.txt"
    file.write_text("SSSSSS\n..##..\nzzzzzz\nFFFFFF\n", "utf-8")
    track.use_own("bid-and-bluff", file)
    assert track.track("bid-and-bluff").rows[1] == "..##.."
    assert track.track("bid-and-bluff").side == pytest.approx(188 / 6)
    with pytest.raises(Missing, match="cannot read the board"):
        track.load("bid-and-bluff", tmp_path / "none.txt")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadValue, match="is no text"):
        track.load("bid-and-bluff", file)


def test_a_board_that_nobody_has() -> None:
    with pytest.raises(Missing, match="there are: bid-and-bluff"):
        track.track("monopoly")


def test_the_print_shows_each_square_in_its_colour_where_it_lies() -> None:
    view = View(blur=0, noise=0)
    light = Light(ambient=1, gradient=0, vignette=0, shadow=0)
    image = render(Table(view=view, light=light, sheets=(Sheet(TrackArt(BOARD), 0, 0),)))
    for square in BOARD.squares():
        x, y = BOARD.middle(square)
        here = view.projection() @ np.array([x, y, 0, 1])
        column, row = here[:2] / here[2]
        seen = image[round(row) - 3 : round(row) + 4, round(column) - 3 : round(column) + 4].mean(axis=(0, 1))
        assert np.abs(seen[::-1] - COLOURS[BOARD.kind(square)]).max() < 30, square


def test_the_markers_are_still_found_on_the_mat_with_the_board() -> None:
    image = render(Table(sheets=(Sheet(TrackArt(BOARD), 0, 0),)))
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY))
    _, found, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert sorted(found.ravel()) == [0, 1, 2, 3]
