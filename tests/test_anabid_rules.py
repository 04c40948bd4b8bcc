"""Each rule of Anabid! by its number, played at the table (A1 to A10 of the rules page)."""

import pytest

from appliance.errors import BadValue
from appliance.games.anabid.rules import PLAY_SECONDS, VALUE, Bid, Options, bids_above
from appliance.games.anabid.sheet import Sheet
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer, Look, Press, Spell
from appliance.games.views import Account, Final, Ladder, Spelling, Throw
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from tests.anabid_party import Party

# Alex rolls; Reza sits to his right, Marcus to hers: seats go to the left, so they come last.
FIVE = "Alex Eve Dan Marcus Reza"


@pytest.fixture
def five(lexicon: Lexicon) -> Party:
    return Party(lexicon, FIVE).begin()


@pytest.fixture
def sheet(five: Party) -> Party:
    """The sheet's own example, up to the spelling: Marcus is to make three 5-letter words of ACERBT."""
    return five.roll("ACERBT").bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -, Eve -")


def party(lexicon: Lexicon, names: str, **options: object) -> Party:
    return Party(lexicon, names, **options).begin()


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


# A4 Spelling


def test_an_16_one_minute_for_all_words_together(sheet: Party) -> None:
    timer = sheet.play.prompt.timer
    assert timer
    assert timer.seconds == PLAY_SECONDS == 60
    assert sheet.spells("BRACE").play.prompt.timer == timer


def test_an_17_the_roller_judges(sheet: Party) -> None:
    assert sheet.judge == "Alex"
    assert "not up to this player" in sheet.refusal("Marcus", "word", "BRACE")


def test_an_17_a_spelling_roller_is_judged_from_the_left(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 1x3, Reza -, Marcus -, Dan -, Eve -")
    assert five.judge == "Eve"


def test_an_18_the_bidder_may_say_done(sheet: Party) -> None:
    assert sheet.spells("BRACE TRACE CARET").done().says("Any doubts")


def test_an_18_a_word_completed_just_as_time_runs_out_counts(sheet: Party) -> None:
    sheet.spells("BRACE TRACE").time()
    assert sheet.says("Did a last word stand?")
    assert sheet.spells("CARET").challenges().go_on().scores == {"Marcus": 21}


def test_an_18_but_only_one(sheet: Party) -> None:
    assert sheet.time().spells("CARET").says("Any doubts")


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("CREAM", "not all there"),
        ("TREAT", "not all there"),
        ("BRACE", "spelled already"),
        ("A1B2C", "A to Z"),
    ],
)
def test_an_19_letters_showing_each_die_once_each_word_once(sheet: Party, word: str, why: str) -> None:
    sheet.spells("BRACE")
    assert why in sheet.refusal("Alex", "word", word)


@pytest.mark.parametrize("word", ["RACE", "CAB"])
def test_an_20_only_words_of_the_bid_length_score(sheet: Party, word: str) -> None:
    assert "only 5 count" in sheet.refusal("Alex", "word", word)


def test_an_21_places_are_in_the_list_and_persons_are_not(lexicon: Lexicon) -> None:
    assert lexicon.look_up("ALBANY", places=True, punctuation=False).found
    assert lexicon.look_up("SMITH", places=True, punctuation=False).found
    assert not lexicon.look_up("MARY", places=True, punctuation=False).found


def test_an_21_the_box_keeps_its_doubts_until_time_is_up(sheet: Party) -> None:
    sheet.spells("BARCT")  # no word at all, and nobody hears so now
    assert isinstance(sheet.play.prompt.view, Spelling)
    assert sheet.play.prompt.view.words == ("BARCT",)


# A5 Scoring


def test_an_22_values() -> None:
    assert VALUE == {3: 2, 4: 4, 5: 7, 6: 12, 7: 20, 8: 30}


@pytest.mark.parametrize(
    ("bid", "words", "points"),
    [
        ("3x5", "BRACE TRACE CARET BRACT CATER CRATE", 24),
        ("6x5", "BRACE TRACE CARET BRACT CATER CRATE", 42),
        ("3x5", "BRACE TRACE CARET", 21),
        ("3x5", "BRACE TRACE CARET BRACT", 22),
    ],
)
def test_an_22_met(five: Party, bid: str, words: str, points: int) -> None:
    five.roll("ACERBT").bids(f"Alex {bid}, Reza -, Marcus -, Dan -, Eve -")
    assert five.spells(words).done().challenges().go_on().scores == {"Alex": points}


def test_an_23_missed(sheet: Party) -> None:
    sheet.spells("BRACE").time().go_on().challenges().go_on()
    assert sheet.scores == {"Alex": 11, "Reza": 13, "Dan": 11, "Eve": 11}


def test_an_23_a_lone_bidder_leaves_nobody_the_extra_two(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 1x3, Reza -, Marcus -, Dan -, Eve -").done().go_on()
    assert five.scores == {"Reza": 1, "Marcus": 1, "Dan": 1, "Eve": 1}


def test_an_23_the_next_highest_bid_is_by_another_player(five: Party) -> None:
    five.roll("ACERBT").bids("Alex 1x3, Reza 2x3, Marcus -, Dan -, Eve 3x3, Alex -, Reza 9x5")
    five.bids("Marcus -, Dan -").done().go_on()
    assert five.scores["Eve"] == five.scores["Dan"] + 2


# A6 The Steal


def test_an_24_one_token_a_roll_the_first(sheet: Party) -> None:
    sheet.spells("BRACE").act("Reza", "steal 2")
    assert "not asked for" in sheet.refusal("Eve", "steal 1")
    assert isinstance(sheet.play.prompt.view, Spelling)
    assert sheet.play.prompt.view.steal == "Reza plays Steal 2"


def test_an_24_not_the_bidder_and_not_before_the_spelling(five: Party) -> None:
    five.roll("ACERBT")
    assert "not asked for" in five.refusal("Reza", "steal 1")
    five.bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -, Eve -")
    assert "not up to this player" in five.refusal("Marcus", "steal 1")


def test_an_24_the_judge_too_by_holding_and_saying_which(sheet: Party) -> None:
    presses = {p.verb: p for p in sheet.play.prompt.of_kind(Press)}
    assert presses["steal"].seats == (sheet.seat("Alex"),)
    assert presses["steal"].hold
    assert not presses["steal 1"].hold
    assert presses["steal 2"].hold
    sheet.act("Alex", "steal").spells("BRACE TRACE CARET").done()
    sheet.act("Alex", "token", "2")
    assert sheet.says("Alex steals: 2 more words")
    assert sheet.judge == "Eve"  # AN-29


def test_an_25_a_missed_bid_lets_the_steal_fail_and_the_token_is_lost(sheet: Party) -> None:
    sheet.act("Reza", "steal 1").spells("BRACE").done().challenges().go_on()
    assert sheet.scores == {"Alex": 11, "Reza": 13, "Dan": 11, "Eve": 11}
    assert sheet.tokens("Reza") == ("Steal 2",)


def test_an_26_the_stealer_spells_at_once_what_the_bidder_did_not(sheet: Party) -> None:
    sheet.act("Reza", "steal 2").spells("BRACE TRACE CARET BRACT").done()
    timer = sheet.play.prompt.timer
    assert timer
    assert timer.seconds == 10
    assert "spelled already" in sheet.refusal("Alex", "word", "BRACE")
    assert "only 5 count" in sheet.refusal("Alex", "word", "RACE")


def test_an_26_house_rule_more_time(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, steal_seconds=15, beginner=True).roll("ACERBT")
    game.bids("Alex 1x5, Reza -, Marcus -, Dan -, Eve -")
    game.act("Reza", "steal 1").spells("BRACE").done()
    assert game.play.prompt.timer
    assert game.play.prompt.timer.seconds == 15


def test_an_27_success_pays_the_bid_without_extras_and_the_bidder_nothing(sheet: Party) -> None:
    sheet.spells("BRACE TRACE").act("Reza", "steal 2").spells("CARET BRACT").time().go_on()
    sheet.spells("CRATE CATER").challenges().challenges().go_on()
    assert sheet.scores == {"Reza": 21}


@pytest.mark.parametrize("way_out", ["done", "time"])
def test_an_27_failure_pays_the_bidder_in_full(sheet: Party, way_out: str) -> None:
    sheet.act("Reza", "steal 2").spells("BRACE TRACE CARET BRACT").done().spells("CRATE")
    if way_out == "done":
        sheet.done()
    else:
        sheet.time().go_on()
    sheet.challenges().challenges().go_on()
    assert sheet.scores == {"Marcus": 22}


@pytest.mark.parametrize(("token", "words"), [(1, "CRATE"), (2, "CRATE CATER")])
def test_an_28_both_tokens_pay_the_same_and_are_gone(sheet: Party, token: int, words: str) -> None:
    sheet.act("Reza", f"steal {token}").spells("BRACE TRACE CARET BRACT").done().spells(words)
    sheet.challenges().challenges().go_on()
    assert sheet.scores == {"Reza": 21}
    assert sheet.tokens("Reza") == (f"Steal {3 - token}",)


def test_an_28_a_last_token_is_played_by_a_press(sheet: Party) -> None:
    sheet.act("Dan", "steal 1").done().go_on()
    sheet.roll("ACERBT").bids("Reza 1x3, Marcus -, Dan -, Eve -, Alex -")
    (press,) = (p for p in sheet.play.prompt.of_kind(Press) if p.verb == "steal 2" and not p.hold)
    assert press.seats == (sheet.seat("Dan"),)


def test_an_29_the_roller_judges_the_stealer(sheet: Party) -> None:
    sheet.act("Reza", "steal 1").spells("BRACE TRACE CARET").done()
    assert sheet.judge == "Alex"


# A7 Challenges


@pytest.fixture
def four_words(sheet: Party) -> Party:
    return sheet.spells("BRACE TRACE CARET BRACT").done()


def test_an_30_only_counted_words_each_once_and_not_by_the_speller(four_words: Party) -> None:
    assert "not up to this player" in four_words.refusal("Marcus", "challenge")
    four_words.challenges("Dan").doubts("Dan", "BRACT", found=True)
    four_words.challenges("Eve")
    assert four_words.refusal("Eve", "doubt", "BRACT")
    assert four_words.refusal("Eve", "doubt", "CATER")


def test_an_31_the_nearest_to_the_spellers_right_goes_first(four_words: Party) -> None:
    four_words.challenges("Alex", "Reza", "Dan")  # from Marcus to the right: Dan, Eve, Alex, Reza
    four_words.doubts("Dan", "BRACT", found=False)
    four_words.doubts("Alex", "CARET", found=True)
    four_words.doubts("Reza", "TRACE", found=True)
    assert four_words.says("Any doubts")


def test_an_31_a_willing_player_may_think_better_of_it(four_words: Party) -> None:
    four_words.challenges("Dan").act("Dan", "doubt", "none").challenges().go_on()
    assert four_words.scores == {"Marcus": 22}


def test_an_32_a_real_word_costs_the_challenger(sheet: Party) -> None:
    sheet.spells("BRACE TRACE CARET").done().challenges("Dan").doubts("Dan", "CARET", found=True)
    assert sheet.challenges().go_on().scores == {"Marcus": 21, "Dan": -15}


@pytest.mark.parametrize(
    ("length", "bonus"), [(3, "+4"), (4, "+8"), (5, "+14"), (6, "+24"), (7, "+40"), (8, "+60")]
)
def test_an_32_a_word_thrown_out_pays_twice_its_value(five: Party, length: int, bonus: str) -> None:
    letters = "ACERBTNS"
    five.roll(letters).bids(f"Alex 1x{length}, Reza -, Marcus -, Dan -, Eve -")
    five.spells(letters[:length]).done().challenges("Dan").doubts("Dan", letters[:length], found=False)
    assert five.says(f"Dan {bonus}")
    assert five.says("Alex -8")


def test_an_32_the_box_says_what_its_list_says(four_words: Party) -> None:
    four_words.challenges("Dan").act("Dan", "doubt", "BRACT")
    assert four_words.suggested("verdict") == "found"
    assert four_words.says("BRACT is a word")


def test_an_32_a_word_only_counted_is_looked_up_by_people(sheet: Party) -> None:
    sheet.spells("* * *").done().challenges("Dan").act("Dan", "doubt", "#2")
    assert sheet.says("Look it up")


def test_an_33_words_left_still_meet_the_bid(four_words: Party) -> None:
    four_words.challenges("Dan").doubts("Dan", "BRACT", found=False).challenges().go_on()
    assert four_words.scores == {"Marcus": 13, "Dan": 14}


def test_an_33_bid_broken_costs_only_the_penalty(sheet: Party) -> None:
    sheet.spells("BRACE TRACE CARET").done().challenges("Dan").doubts("Dan", "CARET", found=False)
    assert sheet.challenges().go_on().scores == {"Marcus": -8, "Dan": 14}


def test_an_33_a_penalty_and_a_bonus_for_each_word(sheet: Party) -> None:
    sheet.spells("BRACE TRACE CARET").done().challenges("Dan", "Eve")
    sheet.doubts("Dan", "CARET", found=False).doubts("Eve", "BRACE", found=False)
    assert sheet.challenges().go_on().scores == {"Marcus": -16, "Dan": 14, "Eve": 14}


def stolen_then_broken(lexicon: Lexicon, **options: object) -> Party:
    game = party(lexicon, FIVE, **options).roll("ACERBT")
    game.bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -, Eve -")
    game.act("Reza", "steal 1").spells("BRACE TRACE CARET").done().spells("CRATE")
    game.challenges("Dan").doubts("Dan", "CARET", found=False).challenges()
    return game.challenges().go_on() if options.get("challenge_steal_words", True) else game.go_on()


def test_an_34_a_steal_fails_when_the_bid_is_broken_afterwards(lexicon: Lexicon) -> None:
    game = stolen_then_broken(lexicon)
    assert game.scores == {"Marcus": -8, "Dan": 14}
    assert game.tokens("Reza") == ("Steal 2",)


def test_an_34_house_rule_a_steal_once_paid_stands(lexicon: Lexicon) -> None:
    game = stolen_then_broken(lexicon, steal_survives_challenge=True)
    assert game.scores == {"Marcus": -8, "Dan": 14, "Reza": 21}


def test_an_35_the_stealers_words_may_be_challenged_too(sheet: Party) -> None:
    sheet.act("Reza", "steal 1").spells("BRACE TRACE CARET BRACT").done().spells("CRATE")
    sheet.challenges()  # nobody doubts Marcus
    assert sheet.says("Any doubts about Reza")
    sheet.challenges("Marcus").doubts("Marcus", "CRATE", found=False).go_on()
    assert sheet.scores == {"Marcus": 22 + 14, "Reza": -8}


def test_an_35_house_rule_they_may_not(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, challenge_steal_words=False).roll("ACERBT")
    game.bids("Alex 1x5, Reza -, Marcus -, Dan -, Eve -").act("Reza", "steal 1").spells("BRACE").done()
    game.spells("CRATE").challenges()
    assert isinstance(game.play.prompt.view, Account)


def test_an_36_after_a_missed_bid_a_challenge_changes_only_the_penalties(sheet: Party) -> None:
    sheet.spells("BRACE TRACE").done().challenges("Dan", "Eve")
    sheet.doubts("Dan", "BRACE", found=False).doubts("Eve", "TRACE", found=True).go_on()
    assert sheet.scores == {"Alex": 11, "Reza": 13, "Dan": 11 + 14, "Eve": 11 - 15, "Marcus": -8}


def test_an_37_the_list_is_asked_only_for_challenges(lexicon: Lexicon) -> None:
    asked: list[str] = []

    class Spy:
        def words(self, tiles: object, **limits: object) -> dict[int, list[object]]:
            return {}

        def look_up(self, word: str, **rules: object) -> object:
            asked.append(word)
            return lexicon.look_up(word)

    game = Party(Spy(), FIVE).begin().roll("ACERBT")  # type: ignore[arg-type]
    game.bids("Alex 2x5, Reza -, Marcus -, Dan -, Eve -").spells("BRACE BARCT").done()
    assert asked == []
    game.challenges("Dan").act("Dan", "doubt", "BARCT")
    assert asked == ["BARCT"]


# A8 Elimination, length, end


def lose(game: Party, name: str, challenges: int) -> None:
    """`name` loses that many challenges against a single good word each, over as many rolls."""
    for _ in range(challenges):
        letters = "ACERBT"
        game.roll(letters)
        speller = next(n for n in game.names if n != name)
        while game.play.prompt.accept("bid"):
            bidder = game.bidder
            already = isinstance(game.play.prompt.view, Ladder) and game.play.prompt.view.high
            game.bids(f"{bidder} 1x3" if bidder == speller and not already else f"{bidder} -")
        game.spells("ACE").done().challenges(name).doubts(name, "ACE", found=True).go_on()


def eliminate(game: Party, name: str) -> None:
    lose(game, name, 2)
    assert game.scores[name] == -30


@pytest.mark.parametrize(("points", "stays"), [(-5, True), (-6, False)])
def test_an_38_minus_20_stays_and_minus_21_is_out(lexicon: Lexicon, points: int, stays: bool) -> None:
    sheet = Sheet(["Ana", "Ben", "Cleo"], Options(), lexicon)
    sheet.scores[1] = points - 15
    sheet.eliminate()
    assert (1 in sheet.playing) == stays


def test_an_38_an_eliminated_player_neither_rolls_nor_bids_nor_gets_points(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo Dan")
    eliminate(game, "Cleo")
    assert game.says("Ben: roll")  # Ana, Dan, then Cleo is passed over
    game.roll("ACERBT").bids("Ben 1x5, Ana -, Dan -")
    assert game.says("Ben spells")
    before = dict(game.scores)
    game.done().go_on()
    assert game.scores["Cleo"] == before["Cleo"]


def test_an_38_one_player_left_ends_the_game(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben")
    lose_two_player(game)
    assert isinstance(game.play.prompt.view, Final)
    assert game.says("Ana wins")


def lose_two_player(game: Party) -> None:
    for roll in range(2):
        game.roll("ACERBT")
        game.bids("Ana 1x3, Ben -" if roll == 0 else "Ben -, Ana 1x3, Ben -")
        game.spells("ACE").done().challenges("Ben").doubts("Ben", "ACE", found=True).go_on()


def rollers(game: Party, rolls: int) -> str:
    order = ""
    for _ in range(rolls):
        (roller,) = game.play.prompt.acting
        order += game.names[roller]
        game.roll("ACERBT")
        while game.play.prompt.accept("bid"):
            game.bids(f"{game.bidder} -")
        game.go_on()
    return order


def test_an_39_three_rounds_everybody_rolls_once_in_each(lexicon: Lexicon) -> None:
    game = party(lexicon, "A B C D E")
    assert sorted(rollers(game, 15)) == sorted("ABCDE" * 3)
    assert isinstance(game.play.prompt.view, Final)


def test_an_40_right_left_right(lexicon: Lexicon) -> None:
    # Seats go to the left, so A's right hand is D: the sheet's A B C D is our A D C B.
    assert rollers(party(lexicon, "A D C B"), 12) == "ABCDADCBABCD"


def test_an_40_with_three_always_to_the_right(lexicon: Lexicon) -> None:
    assert rollers(party(lexicon, "A C B"), 9) == "ABC" * 3


def test_an_40_bidding_follows_the_direction_of_the_round(lexicon: Lexicon) -> None:
    game = party(lexicon, "A D C B")
    rollers(game, 4)
    game.roll("ACERBT").bids("A -")
    assert game.bidder == "D"  # to the left in the second round


def test_an_41_the_highest_total_wins_and_ties_share(lexicon: Lexicon) -> None:
    game = party(lexicon, "A B C")
    rollers(game, 9)
    assert game.says("A & B & C share the win")
    game.go_on()
    assert game.play.over


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


# A10 Variants


def test_an_43_beginners_have_twenty_seconds() -> None:
    assert Options(beginner=True).bid_seconds == 20
    assert Options().bid_seconds == 10


def test_an_44_no_place_names(lexicon: Lexicon) -> None:
    for places, verdict in ((True, "found"), (False, "not found")):
        game = party(lexicon, "Ana Ben Cleo", places=places).roll("ALBANY")
        game.bids("Ana 1x6, Cleo -, Ben -").spells("ALBANY").done()
        game.challenges("Ben").act("Ben", "doubt", "ALBANY")
        assert game.suggested("verdict") == verdict


@pytest.mark.parametrize("face", ["heads", "tails"])
def test_an_45_its_quotable(lexicon: Lexicon, face: str) -> None:
    game = party(lexicon, "Ana Ben Cleo", quotable=True).roll("NCATEB").coin(face)
    game.bids("Ana 1x4, Cleo -, Ben -")
    if face == "tails":
        assert "no ' or -" in game.refusal(game.judge, "word", "CAN'T")
        return
    game.spells("CAN'T").done().challenges("Ben").act("Ben", "doubt", "CAN'T")
    assert game.suggested("verdict") == "found"


def test_an_45_the_mark_does_not_count_in_the_length_and_stands_between_letters() -> None:
    spell = Spell("word", 0, (1,), "anabid", tuple("NCATEB"), 4, punctuation=True)
    assert spell.check(Answer(1, "word", "CAN'T")) is None
    assert spell.check(Answer(1, "word", "'CANT"))
    assert spell.check(Answer(1, "word", "CANT-"))


def test_an_45_the_stealer_may_not(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo", quotable=True).roll("NCATEB").coin("heads")
    game.bids("Ana 1x4, Cleo -, Ben -").act("Cleo", "steal 1").spells("CANE").done()
    assert "no ' or -" in game.refusal(game.judge, "word", "CAN'T")


def test_an_46_every_bid_needs_more_words(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, bidtacular=True).roll("ACERBT").bids("Alex 10x3")
    assert game.refusal("Reza", "bid", "3x5")
    game.bids("Reza 11x4, Marcus 12x3")  # the length may go up and down


def test_an_46_house_rule_the_length_may_not_drop(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, bidtacular=True, bidtacular_length_may_drop=False).roll("ACERBT")
    assert game.bids("Alex 10x4").refusal("Reza", "bid", "11x3")
    game.bids("Reza 11x4")


def test_an_46_the_next_highest_is_the_bid_before_the_last(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo", bidtacular=True).roll("ACERBT")
    game.bids("Ana 1x8, Cleo 2x5, Ben 3x3, Ana -, Cleo -").done().go_on()
    assert game.scores == {"Ana": 3, "Cleo": 5}


def test_an_47_wordsmith_has_no_tokens(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, wordsmith=True).roll("ACERBT")
    game.bids("Alex 1x3, Reza -, Marcus -, Dan -, Eve -")
    assert game.tokens("Reza") == ()
    assert not [p for p in game.play.prompt.of_kind(Press) if p.verb.startswith("steal")]


def test_an_48_compensation(lexicon: Lexicon) -> None:
    game = party(lexicon, FIVE, compensation=True).roll("ACERBT")
    game.bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -, Eve -").act("Reza", "steal 2")
    game.spells("BRACE TRACE CARET BRACT").done().spells("CRATE CATER").challenges().challenges().go_on()
    assert game.scores == {"Marcus": 1, "Reza": 21}


def test_a_look_names_the_dice_it_expects(five: Party) -> None:
    (look,) = five.play.prompt.of_kind(Look)
    assert (look.pieces, look.least, look.most) == ("anabid", 6, 9)
    assert Bid.parse("3x5", 2) == Bid(3, 5, 2)
