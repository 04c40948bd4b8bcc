"""Finding plays: all ways to lay one word against trying every square, and good plays for bots (AU-7)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.scrabble.board import SIZE, Board
from appliance.games.scrabble.moves import placements, some_play
from appliance.games.scrabble.placement import Play, reasons
from appliance.games.scrabble.scoring import score, unknown, words
from appliance.games.scrabble.squares import Square
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import BLANK, ENGLISH, face


def board_of(*plays: str) -> Board:
    board = Board()
    for text in plays:
        play = Play.parse(text)
        assert not reasons(board, play)
        board = board.put(play.laid)
    return board


CROSS = board_of("8G CART", "H7 T.N", "10H T.sK".replace(".", "A"))


def by_trying(board: Board, word: str, rack: str) -> set[tuple[frozenset[tuple[Square, str]], bool]]:
    """Every legal way to lay the word with capitals only, found by trying all squares."""
    found = set()
    for down in (False, True):
        for row in range(SIZE):
            for column in range(SIZE):
                squares = [Square(row, column).step(down, n) for n in range(len(word))]
                tiles = "".join(
                    "." if board.at(s) != "." else letter for s, letter in zip(squares, word, strict=True)
                )
                fits = all(
                    board.at(s) in (".", letter, letter.lower())
                    for s, letter in zip(squares, word, strict=True)
                )
                play = Play(Square(row, column), down, tiles)
                if not fits or reasons(board, play) or Counter(play.laid.values()) - Counter(rack):
                    continue
                ends = (squares[0].step(down, -1), squares[-1].step(down))
                if all(board.at(end) == "." for end in ends):
                    found.add((frozenset(play.laid.items()), down))
    return found


@given(
    st.sampled_from(["CART", "TAN", "ART", "CARTS", "AT", "SK", "TASKS", "RANT", "KAT", "TASK"]),
    st.text("ACKNRST", max_size=7),
)
def test_placements_are_all_that_trying_every_square_finds(word: str, rack: str) -> None:
    made = placements(CROSS, word, tuple(rack))
    assert {(frozenset(play.laid.items()), play.down) for play in made} == by_trying(CROSS, word, rack)
    assert len(made) == len(set(made))


def test_the_first_word_lies_over_the_middle() -> None:
    made = placements(Board(), "CAB", tuple("ABCXYZQ"))
    assert {str(play) for play in made} == {f"{place} CAB" for place in ("8F", "8G", "8H", "H6", "H7", "H8")}


def test_a_blank_stands_for_what_the_rack_lacks_wherever_that_is() -> None:
    made = {str(play) for play in placements(Board(), "TOT", tuple("TO?")) if play.start == Square(7, 7)}
    assert made == {"8H tOT", "8H TOt", "H8 tOT", "H8 TOt"}
    assert placements(Board(), "TOTS", tuple("TO?")) == []
    assert len(placements(Board(), "TOT", ("?", "?", "T"))) == 6 * 2


def test_a_blank_on_the_board_is_gone_through_as_its_letter() -> None:
    board = board_of("8G CaRT")
    assert "H7 T.N" in map(str, placements(board, "TAN", tuple("TN")))


def test_the_best_score_comes_first() -> None:
    made = placements(CROSS, "TASK", tuple("TASK"))
    scores = [score(CROSS, play) for play in made]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1


def test_no_letters_no_word() -> None:
    assert placements(CROSS, "CART", ()) == []
    assert placements(CROSS, "A" * 16, tuple("A" * 7)) == []


@pytest.mark.parametrize("seed", range(8))
def test_some_play_is_legal_from_the_first_word_to_the_last_tile(lexicon: Lexicon, seed: int) -> None:
    rng = Random(seed)
    bag = list(ENGLISH.bag)
    rng.shuffle(bag)
    board, rack, plays, missed = Board(), [bag.pop() for _ in range(7)], 0, 0
    while rack and missed < 3:
        play = some_play(board, rack, lexicon, shuffle=rng.shuffle)
        if play is None:
            missed += 1
            continue
        assert not reasons(board, play)
        assert not unknown(words(board, play), lexicon.is_word)
        laid = Counter(map(face, play.laid.values()))
        assert not laid - Counter(rack)
        board, plays, missed = board.put(play.laid), plays + 1, 0
        rack = list((Counter(rack) - laid).elements())
        while bag and len(rack) < 7:
            rack.append(bag.pop())
    assert plays >= 15


def test_some_play_knows_only_words_of_its_tier(lexicon: Lexicon) -> None:
    everyday = some_play(Board(), tuple("EATNIXO"), lexicon, tier=1)
    assert everyday
    assert lexicon.tier("".join(everyday.tiles)) == 1


def test_some_play_may_find_none(lexicon: Lexicon) -> None:
    assert some_play(Board(), (), lexicon) is None
    assert some_play(Board(), tuple("VVCCQ"), lexicon) is None
    assert some_play(CROSS, ("V",), lexicon) is None


def test_some_play_is_the_same_for_the_same_order(lexicon: Lexicon) -> None:
    rack = ("S", "E", "A", BLANK, "N", "O", "R")
    assert some_play(CROSS, rack, lexicon) == some_play(CROSS, rack, lexicon)
