"""Plays on the board: legality in words, scores against a second scorer, two looks at a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import BadValue
from appliance.games.scrabble.board import CENTRE, EMPTY, PREMIUMS, SIZE, Board, letter_factor, word_factor
from appliance.games.scrabble.placement import Play, difference, parse_place, reasons
from appliance.games.scrabble.scoring import score, unknown, words
from appliance.games.scrabble.squares import Square

# A second scorer, written from the rule and not from the code: premiums as lists of squares, words as
# slices of whole lines.

TRIPLE_WORD = {"A1", "H1", "O1", "A8", "O8", "A15", "H15", "O15"}
DOUBLE_WORD = {
    *("B2", "C3", "D4", "E5", "K5", "L4", "M3", "N2", "H8"),
    *("B14", "C13", "D12", "E11", "K11", "L12", "M13", "N14"),
}
TRIPLE_LETTER = {"F2", "J2", "B6", "F6", "J6", "N6", "B10", "F10", "J10", "N10", "F14", "J14"}
DOUBLE_LETTER = {
    *("D1", "L1", "G3", "I3", "A4", "H4", "O4", "C7", "G7", "I7", "M7", "D8", "L8"),
    *("C9", "G9", "I9", "M9", "A12", "H12", "O12", "G13", "I13", "D15", "L15"),
}
WORTH = {
    **dict.fromkeys("AEIOULNSTR", 1),
    **dict.fromkeys("DG", 2),
    **dict.fromkeys("BCMP", 3),
    **dict.fromkeys("FHVWY", 4),
    "K": 5,
    **dict.fromkeys("JX", 8),
    **dict.fromkeys("QZ", 10),
}


def second_score(before: Board, after: Board) -> int:
    total, new = 0, 0
    for line in range(SIZE):
        across = [(chr(65 + place) + str(line + 1), line, place) for place in range(SIZE)]
        down = [(chr(65 + line) + str(place + 1), place, line) for place in range(SIZE)]
        for squares in (across, down):
            text = "".join(after.rows[row][column] for _, row, column in squares)
            place = 0
            for word in text.split(EMPTY):
                here, place = squares[place : place + len(word)], place + len(word) + 1
                fresh = {name for name, row, column in here if before.rows[row][column] == EMPTY}
                if len(word) < 2 or not fresh:
                    continue
                points, factor = 0, 1
                for letter, (name, _, _) in zip(word, here, strict=True):
                    times = 1
                    if name in fresh:
                        times += (name in DOUBLE_LETTER) + 2 * (name in TRIPLE_LETTER)
                        factor *= 1 + (name in DOUBLE_WORD) + 2 * (name in TRIPLE_WORD)
                    points += times * WORTH.get(letter, 0)
                total += points * factor
        new += sum(
            a != EMPTY and b == EMPTY for a, b in zip(after.rows[line], before.rows[line], strict=True)
        )
    return total + (50 if new == 7 else 0)


letters = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZaeqz")


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, Play]:
    """A board made of legal plays, and one more legal play on it."""
    board, last = Board(), (Board(), Play(CENTRE, False, "AB"))
    for _ in range(draw(st.integers(1, 6))):
        play = _play(draw, board)
        if not reasons(board, play):
            last = board, play
            board = board.put(play.laid)
    return last


def _play(draw: st.DrawFn, board: Board) -> Play:
    near = sorted({beside for square in board.tiles for beside in square.neighbours} or {CENTRE})
    down = draw(st.booleans())
    rack = draw(st.lists(letters, min_size=1, max_size=7))
    anchor = draw(st.sampled_from(near))
    start = square = anchor.step(down, -draw(st.integers(0, len(rack) - 1)))
    tiles = ""
    while rack:
        tiles += EMPTY if board.at(square) != EMPTY else rack.pop()
        square = square.step(down)
    return Play(start, down, tiles)


@given(positions())
def test_the_score_is_what_a_second_scorer_makes_it(position: tuple[Board, Play]) -> None:
    board, play = position
    assert score(board, play) == second_score(board, board.put(play.laid))


@given(positions())
def test_across_and_down_score_the_same(position: tuple[Board, Play]) -> None:
    board, play = position
    turned = Play(Square(play.start.column, play.start.row), not play.down, play.tiles)
    assert reasons(board.transposed, turned) == ()
    assert score(board.transposed, turned) == score(board, play)


@given(positions())
def test_the_difference_is_the_play(position: tuple[Board, Play]) -> None:
    board, play = position
    found = difference(board, board.put(play.laid)).play
    assert found
    assert found.laid == play.laid
    assert reasons(board, found) == ()
    assert score(board, found) == score(board, play)
    if len(play.laid) > 1:
        assert (found.down, found.tiles) == (play.down, play.tiles.strip(EMPTY))


@given(positions())
def test_plays_and_boards_read_back_from_their_text(position: tuple[Board, Play]) -> None:
    board, play = position
    assert Play.parse(str(play)) == play
    assert Board.parse(str(board).splitlines()) == board


def test_the_premiums_are_where_the_lists_have_them() -> None:
    for row in range(SIZE):
        for column in range(SIZE):
            name, square = chr(65 + column) + str(row + 1), Square(row, column)
            assert letter_factor(square) == 1 + (name in DOUBLE_LETTER) + 2 * (name in TRIPLE_LETTER)
            assert word_factor(square) == 1 + (name in DOUBLE_WORD) + 2 * (name in TRIPLE_WORD)
    assert {len(row) for row in PREMIUMS} == {SIZE}


# AU-7, by example

CAT = Board().put(Play.parse("8G CAT").laid)


def test_a_first_play_counts_the_centre_twice() -> None:
    assert score(Board(), Play.parse("8G CAT")) == 10
    assert score(Board(), Play.parse("8G CaT")) == 8  # a blank is worth nothing


def test_seven_tiles_bring_fifty() -> None:
    assert score(Board(), Play.parse("8D TRAINED")) == 2 * (8 + 1) + 50
    assert score(Board(), Play.parse("8D TRAINE")) == 2 * (6 + 1)


def test_a_premium_counts_only_under_a_new_tile() -> None:
    assert [(word.text, word.points) for word in words(CAT, Play.parse("J8 SO"))] == [("SO", 2), ("CATS", 6)]
    assert score(CAT, Play.parse("8J S")) == 6


def test_cross_words_count_too() -> None:
    made = words(CAT, Play.parse("9G OW"))
    assert [(word.text, word.points) for word in made] == [("OW", 6), ("CO", 5), ("AW", 5)]


@pytest.mark.parametrize(
    ("board", "play", "why"),
    [
        (Board(), "8A CAT", "the first word must cover H8"),
        (Board(), "8H A", "two tiles or more"),
        (Board(), "8H ABCDEFGH", "8 tiles at once; 7 are the most"),
        (Board(), "8H A.B", "gap at I8"),
        (CAT, "8M TEAM", "runs off the board"),
        (CAT, "H7 BOB", "H8 has a tile already: A"),
        (CAT, "8G ...", "no new tile"),
        (CAT, "8K S", "touch none"),
        (CAT, "9J S", "touch none"),  # corner to corner is no touch
        (CAT, "10A A..B", "gap at B10"),
    ],
)
def test_what_is_illegal_is_said_in_words(board: Board, play: str, why: str) -> None:
    assert any(why in reason for reason in reasons(board, Play.parse(play)))


def test_a_play_that_cannot_lie_has_no_score() -> None:
    with pytest.raises(BadValue, match="H8 has a tile already"):
        score(CAT, Play.parse("H7 BOB"))


def test_words_are_looked_up_apart_from_legality() -> None:
    made = words(CAT, Play.parse("9G OW"))
    assert unknown(made, {"OW", "CO", "AW"}.__contains__) == ()
    assert unknown(made, {"OW", "AW"}.__contains__) == ("CO is no word",)


# Two looks at a board


def test_what_changed_between_two_looks_is_said_in_words() -> None:
    assert difference(CAT, CAT).reasons == ("no new tile lies there",)
    assert difference(CAT, CAT.take([Square(7, 6)])).reasons == ("C is gone from G8",)
    assert difference(CAT, CAT.put({Square(7, 7): "O"})).reasons == ("H8 was A and is now O",)
    scattered = difference(CAT, CAT.put({Square(0, 0): "X", Square(3, 3): "Y"}))
    assert scattered.reasons == ("the new tiles are not in one line: A1, D4",)


def test_one_new_tile_is_a_play_along_its_neighbours() -> None:
    assert str(difference(CAT, CAT.put({Square(7, 9): "S"})).play) == "8J S"
    assert str(difference(CAT, CAT.put({Square(8, 7): "S"})).play) == "H9 S"


def test_older_tiles_between_new_ones_are_dots() -> None:
    after = CAT.put({Square(6, 7): "B", Square(8, 7): "D"})
    assert str(difference(CAT, after).play) == "H7 B.D"


# Text forms


def test_places() -> None:
    assert parse_place("8D") == (Square(7, 3), False)
    assert parse_place("d8") == (Square(7, 3), True)
    assert parse_place("o15") == (Square(14, 14), True)
    assert [parse_place(text) for text in ("", "8", "D", "0D", "16A", "8P", "8D8", "-5")] == [None] * 8


@pytest.mark.parametrize("text", ["", "8D", "8D ", "8D C4T", "Z9 CAT", "CAT"])
def test_a_text_that_is_no_play(text: str) -> None:
    with pytest.raises(BadValue, match="is no play"):
        Play.parse(text)


@pytest.mark.parametrize("rows", [[], ["." * 15] * 14, ["." * 14] * 15, ["1" + "." * 14] * 15])
def test_rows_that_are_no_board(rows: list[str]) -> None:
    with pytest.raises(BadValue, match="make a board"):
        Board.parse(rows)
