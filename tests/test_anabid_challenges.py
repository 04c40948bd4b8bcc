"""The rules of Anabid! by their numbers: challenges (A7)."""

import pytest

from appliance.games.views import Account
from appliance.lexicon import Lexicon
from tests.anabid_party import FIVE, Party, party

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
