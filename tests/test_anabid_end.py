"""The rules of Anabid! by their numbers: elimination, the end, and the variants (A8, A10)."""

import pytest

from appliance.games.anabid.rules import Bid, Options
from appliance.games.anabid.sheet import Sheet
from appliance.games.prompts import Answer, Look, Press, Spell
from appliance.games.views import Final
from appliance.lexicon import Lexicon
from tests.anabid_party import FIVE, Party, eliminate, party, rollers

# A8 Elimination, length, end


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
