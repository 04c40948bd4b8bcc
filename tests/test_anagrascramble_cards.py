"""AnagraScramble, a card: dealt or read, shown for half a minute, its words ticked (AS-1, AS-4, AS-8 …)."""

import pytest

from appliance.games.prompts import FEWER, MORE, TIME, Answer, Deal, Look
from appliance.games.views import Account
from appliance.lexicon import Lexicon
from appliance.lexicon.decks import deck
from tests.anagrascramble_party import Party, party

VENTURE = "TUERNEV"
GREEN, RED = (tuple(card.jumble for card in deck(name)) for name in ("green", "red"))


def dealing(game: Party) -> Deal:
    (deal,) = game.prompt.of_kind(Deal)
    return deal


def shown(lexicon: Lexicon) -> Party:
    """Ana has rolled a six and sees VENTURE's card."""
    return party(lexicon, printed_cards=True).roll("Ana", "6").move("Ana", "play").card(VENTURE)


# Decks (AS-1, AS-4)


@pytest.mark.parametrize(("options", "cards"), [({}, GREEN), ({"red": True}, RED)])
def test_as1_one_deck(lexicon: Lexicon, options: dict[str, bool], cards: tuple[str, ...]) -> None:
    game = party(lexicon, **options).roll("Ana", "5").move("Ana", "play")
    assert dealing(game).among == cards
    assert len(cards) == 100


@pytest.mark.parametrize("red", [False, True])
def test_as1_both_decks_shuffled_together(lexicon: Lexicon, red: bool) -> None:
    game = party(lexicon, both=True, red=red)
    assert dealing(game).among == GREEN + RED


def test_a_card_is_dealt_once(lexicon: Lexicon) -> None:
    game = party(lexicon).turn("Ana", "5", GREEN[7]).roll("Ben", "5").move("Ben", "play")
    assert dealing(game).among == GREEN[:7] + GREEN[8:]
    assert game.refusal("Ben", "card", GREEN[7])
    assert game.refusal("Ben", "card", RED[0])


def test_when_all_cards_were_dealt_they_are_shuffled_anew(lexicon: Lexicon) -> None:
    game = party(lexicon, cards=101)
    for number, jumble in enumerate(GREEN):
        game.turn("Ben" if number % 2 else "Ana", "5", jumble)
    game.roll("Ana", "5").move("Ana", "play")
    assert dealing(game).among == GREEN
    game.card(GREEN[3]).writes().go_on().roll("Ben", "5").move("Ben", "play")
    assert dealing(game).among == GREEN[:3] + GREEN[4:]


def test_as4_of_one_deck_the_card_is_dealt_only_when_the_player_is_ready(lexicon: Lexicon) -> None:
    game = party(lexicon)
    assert game.prompt.accept("roll")
    assert game.jumble.deck == "green"


def test_as4_of_mixed_decks_the_colour_is_shown_before_the_roll_the_word_is_not(lexicon: Lexicon) -> None:
    game = party(lexicon, both=True)
    assert game.jumble.deck == ""
    game.card(RED[2])
    assert game.prompt.accept("roll")
    assert (game.jumble.deck, game.jumble.letters) == ("red", "")
    game.roll("Ana", "5").move("Ana", "play")
    assert (game.jumble.deck, game.jumble.letters) == ("red", "")
    game.act("Ben", "ready")
    assert (game.jumble.deck, game.jumble.letters) == ("red", RED[2])


def test_as5_a_card_whose_colour_was_shown_waits_if_the_die_says_pass(lexicon: Lexicon) -> None:
    game = party(lexicon, both=True).card(RED[2]).roll("Ana", "Pass").go_on()
    assert game.acting == "Ben"
    assert game.prompt.accept("roll")
    assert game.jumble.deck == "red"
    assert game.roll("Ben", "4").move("Ben", "play").act("Ben", "ready").jumble.letters == RED[2]


def test_as7_the_inheritor_gets_the_card_meant_for_the_first(lexicon: Lexicon) -> None:
    game = party(lexicon, both=True).card(RED[2]).roll("Ana", "7").move("Ana", "pass").go_on()
    game.move("Ben", "play").act("Ana", "ready")
    assert (game.jumble.who, game.jumble.letters) == ("Ben", RED[2])


# Half a minute (AS-8)


def test_as8_the_timer_runs_from_the_moment_the_word_is_shown(lexicon: Lexicon) -> None:
    game = party(lexicon).roll("Ana", "5").move("Ana", "play")
    assert game.prompt.timer is None
    assert game.jumble.letters == ""
    game.card(GREEN[0])
    assert game.prompt.timer
    assert (game.prompt.timer.seconds, game.prompt.timer.bar) == (30, "play")
    assert game.jumble.letters == GREEN[0]


def test_as8_whoever_keeps_the_score_may_show_the_card_from_any_button(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben Cleo", 3).roll("Ana", "5").move("Ana", "play")
    assert game.act("Cleo", "card", GREEN[0]).jumble.letters == GREEN[0]


def test_as8_it_ends_with_the_time_or_when_the_player_is_done(lexicon: Lexicon) -> None:
    game = shown(lexicon)
    assert game.refusal("Ben", "done")
    assert game.act("Ana", "done").checklist.who == "Ana"
    assert shown(lexicon).act(None, TIME).checklist.who == "Ana"


# Printed cards


def test_a_printed_card_that_the_box_knows_has_the_words_of_its_deck(lexicon: Lexicon) -> None:
    card = deck("red")[4]
    game = party(lexicon, printed_cards=True).roll("Ana", "5").move("Ana", "play")
    (look,) = game.prompt.of_kind(Look)
    assert (look.kind, look.seats[0], look.among) == ("card", 0, GREEN)
    game.card(card.jumble)
    assert game.jumble.deck == "red"
    game.act(None, TIME)
    assert game.listed == card.words
    assert game.ticks(card.solutions[0]).says(card.solutions[0])


def test_an_unknown_printed_card_is_solved_from_the_word_list(lexicon: Lexicon) -> None:
    game = shown(lexicon).act(None, TIME)
    assert {"VENTURE", "EVENT", "NEVER", "EVER", "EVEN", "TUREEN"} <= set(game.listed)
    assert {len(word) for word in game.listed} == {4, 5, 6, 7}
    assert game.checklist.letters == VENTURE


def test_what_is_no_card_is_refused(lexicon: Lexicon) -> None:
    game = party(lexicon, printed_cards=True).roll("Ana", "5").move("Ana", "play")
    assert "7 letters" in game.refusal("Ana", "card", "VENT")


def test_a_card_whose_letters_hold_no_word_can_only_be_missed(lexicon: Lexicon) -> None:
    game = party(lexicon, printed_cards=True).roll("Ana", "5").move("Ana", "play").card("QQZZXXV")
    game.act(None, TIME)
    assert game.listed == ()
    assert game.ticks(others=1).scores == {"Ana": -5}


# Counting (AS-9, AS-12)


def test_x1_venture_at_the_table(lexicon: Lexicon) -> None:
    game = shown(lexicon).writes("EVENT NEVER EVER EVEN TUREEN")
    assert game.says("Ana: the word was VENTURE")
    assert game.says("Ana +36: 5 words")
    assert game.scores == {"Ana": 36}


def test_as9_only_words_of_the_card_are_on_the_list(lexicon: Lexicon) -> None:
    game = shown(lexicon).act(None, TIME)
    assert game.refusal(None, "tick", "MERGE")
    assert game.refusal(None, "tick", "EVE")  # three letters are never on a card
    assert dict(game.checklist.words)["EVENT"] == 8
    assert game.checklist.target == 6


def test_as9_a_word_ticked_again_is_taken_off(lexicon: Lexicon) -> None:
    game = shown(lexicon).act(None, TIME)
    for word, ticked in (("EVER", ("EVER",)), ("EVEN", ("EVER", "EVEN")), ("EVER", ("EVEN",))):
        assert game.act(None, "tick", word).checklist.ticked == ticked


def test_as12_invalid_words_are_counted_up_and_down(lexicon: Lexicon) -> None:
    game = shown(lexicon).act(None, TIME)
    assert game.refusal(None, "tick", FEWER)
    game.act(None, "tick", MORE).act(None, "tick", MORE).act(None, "tick", FEWER)
    assert game.checklist.others == 1
    game.ticks("EVENT NEVER EVER EVEN TUREEN")
    assert game.says("Ana -2: not on the card")
    assert game.scores == {"Ana": 34}


def test_as12_two_points_in_all_by_a_house_rule(lexicon: Lexicon) -> None:
    game = party(lexicon, printed_cards=True, invalid_penalty_per_word=False)
    game.roll("Ana", "4").move("Ana", "play").card(VENTURE).writes("EVER", others=3)
    assert game.scores == {"Ana": 5}


def test_as14_scores_may_go_below_zero(lexicon: Lexicon) -> None:
    assert shown(lexicon).writes().scores == {"Ana": -6}


def test_the_page_after_a_card_says_what_it_held_but_no_slurs(lexicon: Lexicon) -> None:
    game = party(lexicon, printed_cards=True).roll("Ana", "4").move("Ana", "play").card("SHITTED")
    assert "SHITTED"[:4] in game.act(None, TIME).listed
    game.ticks()
    view = game.prompt.view
    assert isinstance(view, Account)
    examples = {word for chance in view.chances for word in chance.examples}
    assert "DIET" in examples
    assert "SHIT" not in examples
    assert [chance.length for chance in view.chances] == sorted({len(w) for w in examples}, reverse=True)


def test_undoing_a_deal_brings_the_card_back(lexicon: Lexicon) -> None:
    game = party(lexicon).roll("Ana", "5").move("Ana", "play")
    before = game.prompt
    game.card(GREEN[0])
    assert game.play.undo() == Answer(0, "card", GREEN[0])
    assert game.prompt == before
