"""Auction Scrabble: how it ends, and what the tiles left over do to the accounts (AU-9 … AU-13)."""

import pytest

from appliance.games.views import Account, Final
from appliance.lexicon import Lexicon
from tests.auction_party import AuctionParty


def booked(game: AuctionParty) -> dict[str, int]:
    """The points that the open page books."""
    view = game.play.prompt.view
    assert isinstance(view, Account)
    return {booking.name: booking.points for booking in view.bookings}


@pytest.fixture
def second_round(lexicon: Lexicon) -> AuctionParty:
    """Cleo keeps Q and E, nobody else has played, the bag is empty, and Ana starts: then Ben, then Cleo."""
    game = AuctionParty(lexicon, "Cleo Ana Ben").deals(Cleo="HORSEQE", Ana="STRANGE", Ben="CADINAL")
    game.scored("Cleo", "8D HORSE")
    game.passes("Ana", "Ben").empty()
    assert game.actor == "Ana"
    return game


def test_au9_the_total(second_round: AuctionParty) -> None:
    second_round.lays("Ana", "I8 STRANGE").stands().passes("Ben", "Cleo")
    assert second_round.says("100 − 0 + 70 = 170, and the others’ tiles")
    assert second_round.says("100 − 0 + 24 = 124, less E Q")


def test_au9_bids_count_against_it(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben").lot("E", "Ben 30, Ana 37").deals(Ben="STRANGE", Ana="HORSQA")
    game.scored("Ana", "8D HORSE")
    assert game.account("Ana") == 100 - 37 + 24
    game.passes("Ben").empty().passes("Ben", "Ana")
    assert game.says("100 − 37 + 24 = 87, less A Q")


def test_au10_those_who_have_not_played_in_this_round_still_may(second_round: AuctionParty) -> None:
    second_round.lays("Ana", "I8 STRANGE").stands()
    assert second_round.actor == "Ben"
    second_round.lays("Ben", "F6 CA.DINAL").stands()  # he uses up all of his, too
    assert second_round.actor == "Cleo"
    second_round.passes("Cleo")
    assert second_round.says("Ana has used up all tiles")


def test_au10_those_who_have_played_get_no_more(second_round: AuctionParty) -> None:
    second_round.passes("Ana")
    second_round.lays("Ben", "F6 CA.DINAL").stands().passes("Cleo")
    assert second_round.says("Ben has used up all tiles")
    assert booked(second_round) == {"Cleo": -11, "Ana": -8, "Ben": 19}


def test_au10_tiles_used_up_while_the_bag_has_more_end_nothing(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben").deals(Ana="STRANGE", Ben="CADINAL")
    game.lays("Ana", "8B STRANGE").stands().passes("Ben")
    assert game.play.prompt.accept("tile")
    assert game.actor == "Ana"


def test_au10_who_got_no_tile_any_more_has_finished_when_it_is_his_turn(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben Cleo").deals(Ana="STRANGE", Ben="CADINAL", Cleo="HORSEQE")
    game.lays("Ana", "8B STRANGE").stands().passes("Ben", "Cleo").empty()
    assert game.actor == "Ben"
    game.passes("Ben")
    assert game.actor == "Cleo"  # in this round before Ana
    game.passes("Cleo")
    assert game.says("Ana has used up all tiles")
    assert booked(game) == {"Ana": 29, "Ben": -10, "Cleo": -19}


def test_au11_x_a_second_finisher_neither_gains_nor_loses(second_round: AuctionParty) -> None:
    second_round.lays("Ana", "I8 STRANGE").stands().lays("Ben", "F6 CA.DINAL").stands().passes("Cleo")
    assert booked(second_round) == {"Ana": 11, "Ben": 0, "Cleo": -11}


def test_au11_x_who_played_before_the_finisher_loses_what_he_keeps(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Cleo Ben Ana").deals(Cleo="HORSEQE", Ben="CADINGK", Ana="STRANGE")
    game.scored("Cleo", "8D HORSE")
    game.scored("Ben", "F6 CA.DING")
    game.passes("Ana").empty()
    game.passes("Ben")
    game.lays("Ana", "I8 STRANGE").stands().passes("Cleo")
    assert booked(game) == {"Ana": 16, "Ben": -5, "Cleo": -11}


def poor(lexicon: Lexicon, **options: object) -> AuctionParty:
    """Cleo has 6 points left and keeps tiles worth 11; Ana has finished."""
    game = AuctionParty(lexicon, "Cleo Ana", **options).lot("H", "Ana 93, Cleo 94")
    game.deals(Cleo="DEAIOU", Ana="STRANGE")
    game.passes("Cleo")
    game.scored("Ana", "8B STRANGE")
    game.empty()
    assert (game.account("Cleo"), game.rack("Cleo")) == (6, "ADEHIOU")
    return game.passes("Cleo")


def test_au11_x_nobody_goes_below_0_and_the_finisher_gets_it_all(lexicon: Lexicon) -> None:
    game = poor(lexicon)
    assert booked(game) == {"Cleo": -6, "Ana": 11}
    assert game.account("Cleo") == 0


def test_au11_the_floor_is_for_the_house(lexicon: Lexicon) -> None:
    game = poor(lexicon, floor=False)
    assert booked(game) == {"Cleo": -11, "Ana": 11}
    assert game.account("Cleo") == -5


def test_au12_a_round_of_passes_with_the_bag_empty_ends_the_game(second_round: AuctionParty) -> None:
    second_round.passes("Ana", "Ben", "Cleo")
    assert second_round.says("Nobody can finish")
    assert booked(second_round) == {"Cleo": -11, "Ana": -8, "Ben": -10}


def test_au12_a_play_that_is_taken_back_is_none(second_round: AuctionParty) -> None:
    second_round.lays("Ana", "I8 SEGNART").out()
    second_round.passes("Ben", "Cleo")
    assert second_round.says("Nobody can finish")


def test_au12_one_play_keeps_the_game_going(second_round: AuctionParty) -> None:
    second_round.passes("Ana", "Ben")
    second_round.lays("Cleo", "D9 E").stands()
    assert second_round.actor == "Ben"


def test_au12_the_table_may_decide_instead(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben", all_passed_ends=False)
    game.deals(Ana="HORSEQE", Ben="STRANGE")
    game.scored("Ana", "8D HORSE")
    game.passes("Ben").empty().passes("Ben", "Ana")
    assert game.says("Nobody laid a tile")
    assert game.suggested("on") == "go on"
    game.act(None, "on", "go on")
    assert game.actor == "Ana"
    game.passes("Ana", "Ben").act(None, "on", "end")
    assert game.says("Nobody can finish")


def test_au12_with_tiles_in_the_bag_the_table_decides(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben").deals(Ana="AEINRST", Ben="AEINRST")
    game.passes("Ana", "Ben").act(None, "on", "end")
    assert booked(game) == {"Ana": -7, "Ben": -7}


def test_au13_most_points_win(second_round: AuctionParty) -> None:
    second_round.lays("Ana", "I8 STRANGE").stands().passes("Ben", "Cleo").go_on()
    assert second_round.play.prompt.view == Final(("Ana",))
    second_round.go_on()
    assert second_round.play.over
    assert second_round.play.result == second_round.play.standing


def test_au13_ties_are_shared(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben").deals(Ana="AEINRST", Ben="AEINRST")
    game.passes("Ana", "Ben").act(None, "on", "end").go_on()
    assert game.says("Ana & Ben share the win!")
    assert game.accounts == [93, 93]


def test_au11_x_the_value_counts_once(lexicon: Lexicon) -> None:
    """A T left over: one point more, one less, and not two as in tournaments of two."""
    game = AuctionParty(lexicon, "Ana Ben").deals(Ana="HORSEAT", Ben="STRANGE")
    game.scored("Ana", "8D HORSE")
    game.passes("Ben").empty()
    game.lays("Ben", "I8 STRANGE").stands()
    game.lays("Ana", "7G A").stands()  # AS; the T is left
    assert booked(game) == {"Ana": -1, "Ben": 1}
