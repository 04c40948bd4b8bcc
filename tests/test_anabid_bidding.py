"""The rules of Anabid! by their numbers: set-up, rolls and bidding (A1 to A3, and A9 for two)."""

import pytest

from appliance.errors import BadValue
from appliance.games.anabid.rules import Options, bids_above
from appliance.games.catalogue import GAMES, Setup
from appliance.games.views import Final, Ladder, Throw
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from tests.anabid_party import FIVE, Party, eliminate, party, rollers

# A1 Equipment and set-up


def test_an_1_the_pieces_are_six_white_two_yellow_and_one_blue_die() -> None:
    bodies = [die.body for die in dice_set("anabid").dice]
    assert [bodies.count(colour) for colour in ("white", "yellow", "blue")] == [6, 2, 1]
    assert {(die.body, die.sides) for die in dice_set("anabid").dice} == {
        ("white", 6),
        ("yellow", 8),
        ("blue", 8),
    }


@pytest.mark.parametrize("count", [1, 8])
def test_an_2_two_to_seven_players(count: int) -> None:
    with pytest.raises(BadValue, match=f"2 to 7 players, not {count}"):
        Setup.of(GAMES["anabid"], [f"P{n}" for n in range(count)])
    assert len(Setup.of(GAMES["anabid"], [f"P{n}" for n in range(7)]).names) == 7


def test_an_3_the_letter_nearest_a_rolls_first_and_ties_roll_again(lexicon: Lexicon) -> None:
    party = Party(lexicon, "Ana Ben Cleo")
    party.act("Ana", "roll", "D").act("Ben", "roll", "B").act("Cleo", "roll", "B")
    assert party.says("Ben: roll one white die")
    party.act("Ben", "roll", "S").act("Cleo", "roll", "N")
    assert party.says("Cleo: roll the dice")


def test_an_3_only_a_white_die_counts_for_it(lexicon: Lexicon) -> None:
    assert "U" in dice_set("anabid").dice[-1].faces
    assert "cannot lie" in Party(lexicon, "Ana Ben").refusal("Ana", "roll", "U")


def test_an_4_everybody_starts_with_both_tokens_and_no_points(five: Party) -> None:
    assert [five.tokens(name) for name in five.names] == [("Steal 1", "Steal 2")] * 5
    assert five.scores == {}


def test_an_5_every_letter_is_on_some_die_and_h_on_one() -> None:
    faces = [face for die in dice_set("anabid").dice for face in die.faces]
    assert {*"ABCDEFGHIJKLMNOPRSTUVWXYZ", "Qu"} == set(faces)
    assert faces.count("H") == 1


def test_an_5_letters_that_the_dice_cannot_show_are_refused(five: Party) -> None:
    assert "cannot lie" in five.refusal("Alex", "roll", "H H A E T S")


def test_an_6_qu_is_one_letter(lexicon: Lexicon) -> None:
    quit_ = party(lexicon, "Ana Ben Cleo").roll("QuITESN").bids("Ana 1x3, Cleo -, Ben -")
    quit_.spells("QUIT")
    assert "4 letters; only 3" in quit_.refusal(quit_.judge, "word", "QUIET")


def test_an_6_qu_gives_no_lone_u(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo").roll("QuITESN").bids("Ana 1x3, Cleo -, Ben -")
    assert "not all there" in game.refusal(game.judge, "word", "NUT")


@pytest.mark.parametrize(("letters", "good"), [("ACERB", False), ("ACERBTNSMX", False), ("ACERBTNSX", True)])
def test_an_7_six_to_nine_dice(five: Party, letters: str, good: bool) -> None:
    if good:
        five.roll(letters)
    else:
        assert "expected 6 to 9" in five.refusal("Alex", "roll", " ".join(letters))


def test_an_7_one_yellow_die_is_always_among_them(five: Party) -> None:
    assert "cannot lie" in five.refusal("Alex", "roll", "B N D T L R")


def test_an_7_the_number_of_dice_holds_for_the_whole_game(five: Party) -> None:
    five.roll("ACERBT").bids("Alex -, Reza -, Marcus -, Dan -, Eve -").go_on()
    assert isinstance(five.play.prompt.view, Throw)
    assert five.play.prompt.view.hint == "The same 6 dice"
    assert "expected 6 to 6" in five.refusal("Reza", "roll", "A C E R B T N")


def test_an_7_house_rule_every_roller_chooses_anew(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo", reselect_each_roll=True)
    game.roll("ACERBT").bids("Ana -, Cleo -, Ben -").go_on()
    game.roll("ACERBTN")


# A2 Order of events


def test_an_8_only_the_roller_rolls(five: Party) -> None:
    assert "not up to this player" in five.refusal("Reza", "roll", "A C E R B T")


def test_an_9_the_bid_timer_starts_once_the_letters_are_announced(five: Party) -> None:
    five.act("Alex", "roll", "A C E R B T")
    assert five.says("read the letters out")
    assert five.play.prompt.timer is None
    five.announce()
    assert five.play.prompt.timer
    assert five.bidder == "Alex"


# A3 Bidding


@pytest.mark.parametrize("bid", ["0x3", "1x2", "1x9", "2x3 4x4", "x", "-1x3", "03x3"])
def test_an_10_a_bid_is_so_many_words_of_one_length_from_3_to_8(five: Party, bid: str) -> None:
    assert five.roll("ACERBT").refusal("Alex", "bid", bid)


def test_an_10_a_length_above_the_dice_is_warned_of_not_refused(five: Party) -> None:
    rows = bids_above(None, 6, Options())
    assert "too few dice" in rows[4].label
    assert "too few" not in rows[3].label
    five.roll("ACERBT").bids("Alex 1x7")


def test_an_11_the_roller_bids_first_then_the_right(five: Party) -> None:
    five.roll("ACERBT")
    assert five.bidder == "Alex"
    assert five.bids("Alex 6x3").bidder == "Reza"


@pytest.mark.parametrize(("beginner", "seconds"), [(False, 10), (True, 20)])
def test_an_12_each_bidder_has_ten_seconds_or_twenty(lexicon: Lexicon, beginner: bool, seconds: int) -> None:
    game = party(lexicon, FIVE, beginner=beginner).roll("ACERBT")
    first = game.play.prompt.timer
    game.bids("Alex 6x3")
    second = game.play.prompt.timer
    assert first
    assert second
    assert (first.seconds, second.seconds) == (seconds, seconds)
    assert first.name != second.name  # it starts again for every bidder


def test_an_12_no_bid_in_time_is_no_bid(five: Party) -> None:
    five.roll("ACERBT").time()
    assert five.bidder == "Reza"
    assert isinstance(five.play.prompt.view, Ladder)
    assert five.play.prompt.view.bids == (("Alex", "no bid"),)


def test_an_13_a_bid_that_does_not_beat_is_refused_and_the_timer_runs_on(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 6x3")
    timer = five.play.prompt.timer
    assert five.refusal("Reza", "bid", "6x3")
    assert five.refusal("Reza", "bid", "5x3")
    assert five.play.prompt.timer == timer
    five.bids("Reza 1x4")
    assert five.refusal("Marcus", "bid", "20x3")


def test_an_14_two_passes_in_a_row_end_it_once_all_were_asked(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -")
    assert five.bidder == "Eve"
    assert five.bids("Eve -").says("Marcus spells: 3 × 5")


def test_an_14_two_passes_do_not_end_it_before_everybody_was_asked(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 6x3, Reza -, Marcus -")
    assert five.bidder == "Dan"
    five.bids("Dan 7x3, Eve -, Alex -")
    assert five.says("Dan spells: 7 × 3")


def test_an_14_a_pass_does_not_put_a_player_out_of_the_auction(five: Party) -> None:
    five.roll("ACERBT").bids("Alex -, Reza 1x3, Marcus 2x3, Dan -, Eve 3x3")
    assert five.bidder == "Alex"
    five.bids("Alex 4x3")


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_an_14_a_lone_bid_stands_after_everybody_passed(lexicon: Lexicon, count: int) -> None:
    names = [f"P{n}" for n in range(count)]
    game = party(lexicon, " ".join(names)).roll("ACERBT").bids("P0 1x3")
    for name in reversed(names[1:]):
        game.bids(f"{name} -")
    assert game.says("P0 spells: 1 × 3")


def test_an_14_it_ends_when_it_would_come_back_to_the_holder(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo")
    eliminate(game, "Ben")
    game.roll("ACERBT").bids("Ana 1x3, Cleo -")  # one pass alone, yet Ben is out
    assert game.says("Ana spells")


def test_an_15_nobody_bids(five: Party) -> None:
    five.roll("ACERBT").bids("Alex -, Reza -, Marcus -, Dan -, Eve -")
    assert five.says("Nobody bids")
    assert five.says("TRACE")  # what was there is shown all the same
    assert five.go_on().scores == {}
    assert five.says("Reza: roll")
    assert five.tokens("Alex") == ("Steal 1", "Steal 2")


def test_an_15_house_rule_roll_again(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo", reroll_if_no_bid=True)
    assert game.roll("ACERBT").bids("Ana -, Cleo -, Ben -").go_on().says("Ana: roll")


# A9 Two players


def test_an_42_three_bids_each_and_the_worked_example(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben").roll("ACERBT")
    game.bids("Ana 1x3, Ben 2x3, Ana 3x3, Ben 4x3, Ana 5x3, Ben 1x4")
    assert game.says("Ben spells: 1 × 4")
    assert game.judge == "Ana"
    assert game.done().go_on().scores == {"Ana": 4}


def test_an_42_a_pass_against_a_bid_ends_it(lexicon: Lexicon) -> None:
    assert party(lexicon, "Ana Ben").roll("ACERBT").bids("Ana 1x3, Ben -").says("Ana spells")


def test_an_42_the_opening_passes_over_and_uses_up_an_opportunity(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben").roll("ACERBT")
    game.bids("Ana -, Ben 1x3, Ana 2x3, Ben 3x3, Ana 4x3, Ben 5x3")
    assert game.says("Ben spells: 5 × 3")


def test_an_42_both_decline(lexicon: Lexicon) -> None:
    assert party(lexicon, "Ana Ben").roll("ACERBT").bids("Ana -, Ben -").says("Nobody bids")


def test_an_42_eight_rolls_four_each(lexicon: Lexicon) -> None:
    game = party(lexicon, "A B")
    assert rollers(game, 8) == "AB" * 4
    assert isinstance(game.play.prompt.view, Final)
