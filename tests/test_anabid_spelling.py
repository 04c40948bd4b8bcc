"""The rules of Anabid! by their numbers: spelling, scoring and the steal (A4 to A6)."""

import pytest

from appliance.games.anabid.rules import PLAY_SECONDS, VALUE
from appliance.games.prompts import Press
from appliance.games.views import Spelling
from appliance.lexicon import Lexicon
from tests.anabid_party import FIVE, Party, party

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
