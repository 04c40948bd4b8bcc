"""Auction Scrabble: what lies on the board, words, points and verdicts (AU-6, AU-7)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.auctionscrabble.rules import as_seen, known, likely, seen_play, with_blanks
from appliance.games.looks import board_text
from appliance.games.prompts import Choose, Look, Press, Write
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.moves import some_play
from appliance.games.scrabble.placement import Play
from appliance.games.scrabble.scoring import score, unknown, words
from appliance.games.scrabble.squares import Square
from appliance.lexicon import Lexicon
from tests.auction_party import AuctionParty

TWO, THREE = "Ana Ben", "Ana Ben Cleo"


@pytest.fixture
def dealt(lexicon: Lexicon) -> AuctionParty:
    """Ana is to lay the first word."""
    return AuctionParty(lexicon, THREE).deals(Ana="HORSEQ?", Ben="STRANGE", Cleo="CADINAL")


@pytest.fixture
def horse(dealt: AuctionParty) -> AuctionParty:
    """HORSE lies from D8 to H8, and Ben is to lay."""
    assert dealt.scored("Ana", "8D HORSE") == 24
    return dealt


# AU-6


def test_au6_everybody_plays_once_clockwise_and_the_starter_moves_on(dealt: AuctionParty) -> None:
    order = ""
    for _ in range(4):
        while dealt.play.prompt.accept("board"):
            order += dealt.actor[0]
            dealt.passes(dealt.actor)
        dealt.act(None, "on", "go on")
    assert order == "ABC" + "BCA" + "CAB" + "ABC"


# AU-7 Points


def test_au7_premiums_and_the_account_at_once(horse: AuctionParty) -> None:
    assert horse.accounts == [124, 100, 100]  # (2 × 4 + 1 + 1 + 1 + 1) × 2
    assert horse.rack("Ana") == "Q?"


def test_au7_cross_words_and_fifty_for_seven_tiles(horse: AuctionParty) -> None:
    horse.lays("Ben", "I8 STRANGE")
    assert horse.crossboard.words == (("STRANGE", 11), ("HORSES", 9), ("all seven tiles", 50))
    assert horse.crossboard.new == tuple((row, 8) for row in range(7, 14))
    assert horse.says("Ben lays STRANGE: 70 points")
    assert horse.stands().account("Ben") == 170


def test_au7_a_blank_scores_nothing(dealt: AuctionParty) -> None:
    assert dealt.scored("Ana", "8D hORSE") == 8


def test_au7_a_pass_scores_nothing(dealt: AuctionParty) -> None:
    dealt.passes("Ana", "Ben")
    assert dealt.accounts == [100] * 3
    assert (dealt.rack("Ana"), dealt.actor) == ("EHOQRS?", "Cleo")


def test_au7_nobody_draws_or_exchanges(dealt: AuctionParty) -> None:
    assert dealt.offered("Ana") == {"board", "word", "hand", "pass"}
    dealt.passes("Ana")
    assert dealt.actor == "Ben"


def test_au7_exchanging_if_the_table_likes_it(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, exchange=True).deals(Ana="HORSEQE", Ben="STRANGE").passes("Ana")
    game.act("Ana", "return", "Q").act("Ana", "return", "E")
    assert game.says("put tiles back? Q E")
    game.act("Ana", "done")
    assert (game.actor, game.rack("Ana"), game.crossboard.left) == ("Ben", "EHORS", 88)
    game.passes("Ben").act("Ben", "done")
    assert (game.actor, game.account("Ana")) == ("Ana", 100)  # tiles are to be had by auction only
    game.lot("Q")  # it may come again
    assert game.rack("Ana") == "EHOQRS"


def test_au7_nothing_is_put_back_into_a_bag_that_is_almost_empty(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, exchange=True).deals(Ana="HORSEQE", Ben="STRANGE")
    game.scored("Ana", "8D HORSE")
    game.passes("Ben").act("Ben", "done").empty().passes("Ben")
    assert game.actor == "Ana"


# AU-7 What lies there


def put_right(game: AuctionParty, board: Board, why: str) -> None:
    """The box says what is wrong, and the same player is still to lay."""
    actor = game.actor
    game.shows(board)
    assert game.says(why), game.crossboard.problems
    assert game.actor == actor
    assert game.says("put this right")
    assert game.crossboard.problems
    assert game.offered(actor) == {"board", "word", "hand", "pass"}


def laid(game: AuctionParty, text: str) -> Board:
    return game.board.put(Play.parse(text).laid)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8A HORSE", "the first word must cover H8"),
        ("8H H", "two tiles or more"),
        ("8D HOXRSE", "X is not one of this player’s tiles"),
        ("8D HORSES", "S is not one"),
        ("8D hORsE", "? is not one"),
    ],
)
def test_au7_a_first_play_that_is_none(dealt: AuctionParty, text: str, why: str) -> None:
    empty = dealt.board
    put_right(dealt, laid(dealt, text), why)
    dealt.shows(empty.put(Play.parse("8D HORSE").laid)).act(None, "verdict", "stands")
    assert dealt.account("Ana") == 124


@pytest.mark.parametrize(
    ("text", "why"),
    [("1A STRANGE", "touch none of the old ones"), ("I8 STRANGER", "R is not one")],
)
def test_au7_a_later_play_that_is_none(horse: AuctionParty, text: str, why: str) -> None:
    put_right(horse, laid(horse, text), why)


def test_au7_a_gap(horse: AuctionParty) -> None:
    put_right(horse, horse.board.put({Square(7, 8): "S", Square(9, 8): "T"}), "there is a gap at I9")


def test_au7_tiles_in_no_line(horse: AuctionParty) -> None:
    put_right(horse, horse.board.put({Square(7, 8): "S", Square(8, 7): "T"}), "not in one line: I8, H9")


def test_au7_nothing_laid(horse: AuctionParty) -> None:
    put_right(horse, horse.board, "no new tile lies there")


def test_au7_a_tile_that_is_gone_must_be_put_back(horse: AuctionParty) -> None:
    before = horse.board
    wanted = laid(horse, "I8 STRANGE")
    put_right(horse, wanted.take([Square(7, 4)]), "O is gone from E8")
    assert horse.board == before  # shown as it should be
    assert (7, 4) in horse.crossboard.new
    horse.shows(wanted).stands()  # put back
    assert horse.actor == "Cleo"
    assert before.tiles.items() < horse.board.tiles.items()


def test_au7_a_tile_that_is_another_one_now(horse: AuctionParty) -> None:
    put_right(horse, laid(horse, "I8 STRANGE").put({Square(7, 4): "A"}), "E8 was O and is now A")


def test_au7_a_board_that_was_pushed_aside(horse: AuctionParty) -> None:
    moved = Board(tuple("." + row[:-1] for row in horse.board.rows))
    put_right(horse, moved, "H is gone from D8")
    assert len(horse.crossboard.problems) == 5  # every one of the five tiles stands elsewhere
    assert horse.crossboard.new == tuple((7, column) for column in range(3, 9))


def test_au7_after_a_problem_one_may_pass_and_the_board_stays_as_it_was(horse: AuctionParty) -> None:
    before = horse.board
    put_right(horse, laid(horse, "1A STRANGE"), "touch none")
    horse.passes("Ben")
    assert horse.board == before
    assert horse.account("Ben") == 100


def test_au7_an_undo_takes_the_problem_away(horse: AuctionParty) -> None:
    put_right(horse, laid(horse, "1A STRANGE"), "touch none")
    horse.play.undo()
    assert not horse.crossboard.problems


# Blanks


def test_a_new_blank_is_asked_about_and_what_makes_words_is_suggested(dealt: AuctionParty) -> None:
    dealt.shows(laid(dealt, "8D hORSE"))
    assert dealt.says("what is the blank on D8?")
    assert dealt.suggested("blank") in "HTNGMWDC"
    dealt.act("Ana", "blank", "H").stands()
    assert dealt.board.at(Square(7, 3)) == "h"
    assert dealt.rack("Ana") == "HQ"


def test_a_blank_that_lies_shows_no_letter_and_is_the_same_as_before(dealt: AuctionParty) -> None:
    dealt.scored("Ana", "8D hORSE")
    assert "?ORSE" in as_seen(dealt.board)
    dealt.lays("Ben", "I8 STRANGE").stands()
    assert dealt.board.at(Square(7, 3)) == "h"


def test_a_blank_that_became_a_letter_is_no_longer_the_same(dealt: AuctionParty) -> None:
    dealt.scored("Ana", "8D hORSE")
    put_right(dealt, laid(dealt, "I8 STRANGE").put({Square(7, 3): "H"}), "D8 was h and is now H")


def test_two_new_blanks_are_asked_about_one_by_one(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).deals(Ana="QZXJK??", Ben="STRANGE")
    game.shows(laid(game, "8H QuiZ"))
    assert game.suggested("blank") == "U"
    game.act("Ana", "blank", "U")
    assert game.says("the blank on J8")
    assert game.suggested("blank") == "I"
    assert game.act("Ana", "blank", "I").says("Ana lays QUIZ")


def test_no_letter_is_suggested_where_none_makes_words(lexicon: Lexicon) -> None:
    assert likely(Board(), Play(Square(7, 7), False, "Q?Z"), lexicon.is_word) == ""


@given(st.lists(st.sampled_from(["8D CArT", "8F dOG", "H8 tEN", "8H A"]), min_size=1, max_size=1))
def test_the_camera_sees_blanks_without_letters_and_the_box_remembers_them(plays: list[str]) -> None:
    board = Board().put(Play.parse(plays[0]).laid)
    assert known(board, as_seen(board)) == board
    assert known(Board(), as_seen(board)) == Board(
        tuple("".join("?" if tile.islower() else tile for tile in row) for row in board.rows)
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_is_laid_by_the_rules_is_seen_as_that_play(lexicon: Lexicon, seed: int) -> None:
    """Whole games of plays: the look after each gives the same new tiles and points as the play itself."""
    rng, board = Random(seed), Board()
    for _ in range(10):
        rack = rng.choices("AEINORSTLDCM", k=6) + ["?"] * rng.randint(0, 1)
        play = some_play(board, rack, lexicon, shuffle=rng.shuffle)
        if play:
            after = known(board, as_seen(board.put(play.laid)))
            seen = seen_play(board, after, rack).play
            assert seen
            blanks = [tile for tile in play.laid.values() if tile.islower()]
            assert with_blanks(seen, blanks).laid == play.laid
            assert score(board, with_blanks(seen, blanks)) == score(board, play)
            if blanks:
                letter = likely(board, seen, lexicon.is_word)
                assert not unknown(words(board, with_blanks(seen, letter)), lexicon.is_word)
            board = board.put(play.laid)
    assert len(board.tiles) > 20


# Without the camera


def test_a_typed_word_is_laid_where_its_player_says(horse: AuctionParty) -> None:
    horse.act("Ben", "word", "STRANGE")
    (choose,) = horse.play.prompt.of_kind(Choose)
    assert "I8 STRANGE" in choose.rows[0].values
    assert choose.rows[0].values[0] == "I8 STRANGE"  # the best first
    horse.act("Ben", "place", "I8 STRANGE").stands()
    assert horse.account("Ben") == 170


def test_a_typed_word_takes_blanks_for_what_is_missing(dealt: AuctionParty) -> None:
    dealt.act("Ana", "word", "SHORES").act("Ana", "place", "8D sHORES").stands()
    assert dealt.rack("Ana") == "Q"
    assert dealt.board.at(Square(7, 3)) == "s"


def test_a_typed_word_that_fits_nowhere(horse: AuctionParty) -> None:
    horse.act("Ben", "word", "ZEBRA")
    assert horse.says("ZEBRA cannot lie anywhere with these letters")
    assert horse.actor == "Ben"


def test_another_word_after_all(horse: AuctionParty) -> None:
    horse.act("Ben", "word", "STRANGE").act("Ben", "back")
    assert not horse.crossboard.problems
    assert horse.offered("Ben") == {"board", "word", "hand", "pass"}


def test_a_word_can_be_spelled_with_buttons_and_dial_alone(horse: AuctionParty) -> None:
    horse.act(None, "hand")
    (choose,) = horse.play.prompt.of_kind(Choose)
    assert choose.rows[0].values == tuple("AEGHNORST")  # his own letters and those of the board
    for letter in "AGES":
        horse.act("Ben", "letter", letter)
    assert horse.says("spell the whole word: AGES")
    assert horse.holds("enough")
    horse.act("Ben", "enough")
    (choose,) = horse.play.prompt.of_kind(Choose)
    place = choose.rows[0].at(0)
    horse.act("Ben", "place", place)
    assert horse.says("Ben lays")


def test_with_a_blank_every_letter_can_be_spelled(dealt: AuctionParty) -> None:
    dealt.act(None, "hand")
    (choose,) = dealt.play.prompt.of_kind(Choose)
    assert len(choose.rows[0].values) == 26
    dealt.act("Ana", "enough")  # thought better of it
    assert not dealt.crossboard.problems
    assert dealt.offered("Ana") == {"board", "word", "hand", "pass"}


def test_a_word_cannot_be_longer_than_the_board(dealt: AuctionParty) -> None:
    dealt.act(None, "hand")
    for _ in range(15):
        dealt.act("Ana", "letter", "O")
    assert dealt.says("OOOOOOOOOOOOOOO cannot lie")


def test_every_control_means_one_thing(horse: AuctionParty) -> None:
    accepts = horse.play.prompt.accepts
    assert [type(a) for a in accepts] == [Look, Write, Press, Press]
    assert [a.seats for a in accepts] == [(1,), (1,), (), (1,)]
    assert [a.hold for a in accepts] == [False, False, False, True]
    (look,) = horse.play.prompt.of_kind(Look)
    assert look.among == tuple("AEGNRST")


# AU-7 Verdicts


def test_au7_what_the_list_does_not_know_is_taken_back_and_scores_nothing(dealt: AuctionParty) -> None:
    dealt.lays("Ana", "8D ROHSE")
    assert dealt.says("ROHSE is no word")
    assert dealt.suggested("verdict") == "out"
    dealt.act(None, "verdict", "out")
    assert dealt.says("Ana takes the tiles back")
    assert dealt.says("not allowed: ROHSE")
    dealt.go_on()
    assert (dealt.account("Ana"), dealt.rack("Ana"), dealt.actor) == (100, "EHOQRS?", "Ben")
    assert not dealt.board.tiles


def test_au7_people_overrule_the_box(dealt: AuctionParty) -> None:
    dealt.lays("Ana", "8D ROHSE").stands()
    assert dealt.account("Ana") == 118  # (2 × 1 + 1 + 4 + 1 + 1) × 2


def test_au7_cross_words_must_be_words_too(horse: AuctionParty) -> None:
    horse.lays("Ben", "9H TAN")
    assert horse.suggested("verdict") == "stands"  # TAN, and ET down the middle
    horse.stands().lays("Cleo", "10I CAD")
    assert horse.suggested("verdict") == "out"
    assert horse.crossboard.problems == ("AC is no word",)  # CAD and NA are words


def test_au7_the_table_may_take_back_what_the_box_knows(dealt: AuctionParty) -> None:
    dealt.lays("Ana", "8D HORSE")
    assert dealt.suggested("verdict") == "stands"
    dealt.out()
    assert dealt.account("Ana") == 100


def test_au7_tiles_left_lying_after_a_verdict_are_noticed(dealt: AuctionParty) -> None:
    dealt.lays("Ana", "8D ROHSE").out()
    put_right(dealt, Board().put(Play.parse("8D ROHSE").laid), "O is not one of this player’s tiles")


def test_au7_without_the_box_somebody_must_doubt(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE, words_checked=False)
    game.deals(Ana="HORSEQ?", Ben="STRANGE", Cleo="CADINAL")
    game.lays("Ana", "8D ROHSE")
    assert game.says("Any doubts about Ana’s words?")
    assert game.crossboard.words == (("ROHSE", 18),)
    assert game.refusal("Ana", "doubt")
    game.go_on()  # nobody does
    assert game.account("Ana") == 118


def test_au7_a_doubt_is_settled_by_the_list_or_the_table(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE, words_checked=False)
    game.deals(Ana="HORSEQ?", Ben="STRANGE", Cleo="CADINAL")
    game.lays("Ana", "8D HORSE").act("Cleo", "doubt")
    assert (game.suggested("verdict"), game.says("all of them are in the list")) == ("stands", True)
    game.stands()
    game.lays("Ben", "I8 SEGNART").act("Ana", "doubt")
    assert (game.suggested("verdict"), game.says("SEGNART is no word")) == ("out", True)
    game.out()
    assert game.accounts == [124, 100, 100]


def test_a_look_that_came_too_early_is_taken_again(dealt: AuctionParty) -> None:
    """The camera saw HO while HORSE was being laid."""
    empty = dealt.board
    dealt.lays("Ana", "8G HO")
    assert dealt.offered("Ana") == {"verdict", "again"}
    assert dealt.offered("Ben") == {"verdict"}  # by the dial
    dealt.act("Ana", "again")
    assert dealt.board == empty
    assert dealt.account("Ana") == 100
    dealt.lays("Ana", "8G HORSE").stands()
    assert dealt.account("Ana") > 100


def test_a_look_that_came_too_early_where_others_must_doubt(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, words_checked=False).deals(Ana="HORSEQ?", Ben="STRANGE")
    game.lays("Ana", "8G HO").act("Ana", "again")
    game.lays("Ana", "8G HORSE").act("Ben", "doubt")
    assert game.refusal("Ana", "again")  # not once it is doubted


def test_a_board_must_be_a_board(dealt: AuctionParty) -> None:
    assert dealt.refusal("Ana", "board", "15/15")
    assert dealt.refusal("Ana", "board", board_text(["." * 14] * 15))
    assert dealt.refusal("Ben", "board", as_seen(Board()))
