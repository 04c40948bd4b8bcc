"""AnagraScramble, a turn: the die, the one move, passing and inheriting (AS-3 … AS-7)."""

import pytest

from appliance.games.prompts import Look
from appliance.lexicon import Lexicon
from tests.anagrascramble_party import Party, party

VENTURE, YELLOWY, RUMMAGE, FUTHORC = "TUERNEV", "LYOYWLE", "EGMMUAR", "HORFCUT"


def printed(lexicon: Lexicon, names: str = "Ana Ben", cards: int = 2, **options: object) -> Party:
    """A party with the sheet's own cards, which the camera reads."""
    return party(lexicon, names, cards, printed_cards=True, **options)


def test_as3_somebody_is_chosen_to_go_first_and_play_goes_to_the_left(lexicon: Lexicon) -> None:
    game = Party(lexicon, "Ana Ben Cleo", cards=3).act("Ben", "first")
    order = ""
    for _ in range(6):
        order += game.acting[0]
        game.roll(game.acting, "Pass").go_on()
    assert order == "BCABCA"


def test_as5_the_die_shows_the_target(lexicon: Lexicon) -> None:
    game = printed(lexicon).roll("Ana", "6")
    assert game.jumble.target == 6
    assert game.says("6 letters")


def test_as5_only_a_face_of_the_die_can_be_rolled(lexicon: Lexicon) -> None:
    game = printed(lexicon)
    assert "no die shows" in game.refusal("Ana", "roll", "8")
    assert game.refusal("Ben", "roll", "6")
    (look,) = game.prompt.of_kind(Look)
    assert (look.kind, look.pieces) == ("d12", "anagrascramble")


def test_as5_pass_on_the_die_loses_the_turn_but_no_points_and_no_card(lexicon: Lexicon) -> None:
    game = printed(lexicon).roll("Ana", "Pass")
    assert game.says("Ana loses the turn")
    game.go_on()
    assert game.acting == "Ben"
    assert game.scores == {}
    assert game.play.standing.progress == "0 of 2 cards"


def test_as5_with_a_star_the_player_picks_the_target(lexicon: Lexicon) -> None:
    game = printed(lexicon).roll("Ana", "*")
    assert game.refusal("Ana", "target", "3")
    assert game.refusal("Ana", "target", "8")
    game.act("Ana", "target", "4")
    assert game.jumble.target == 4
    assert "5 letters" in game.moves()


def test_as6_a_higher_target_is_binding(lexicon: Lexicon) -> None:
    """X 3: rolled 5, raised to 7, and MERGE needs two Es."""
    game = printed(lexicon).roll("Ana", "5")
    assert game.refusal("Ana", "move", "4 letters")
    assert game.refusal("Ana", "move", "5 letters")
    game.move("Ana", "7 letters").card(RUMMAGE)
    assert game.jumble.target == 7
    game.writes("ARGUE GEAR GERM GRAM", others=1)
    assert game.says("Ana -7: target missed")
    assert game.scores == {"Ana": -7}


def test_as6_at_seven_there_is_nothing_higher(lexicon: Lexicon) -> None:
    assert printed(lexicon).roll("Ana", "7").moves() == ["pass", "play", "double", "triple"]


@pytest.mark.parametrize("move", ["7 letters", "pass", "double", "triple", "play"])
def test_as6_the_moves_exclude_each_other(lexicon: Lexicon, move: str) -> None:
    game = printed(lexicon, inherit_may_double=False).roll("Ana", "5").move("Ana", move)
    assert game.prompt.accept("move") is None
    for other in ("7 letters", "pass", "double", "triple"):
        assert game.refusal("Ana", "move", other)


def test_as6_a_coin_lies_before_the_player_until_the_card_is_played(lexicon: Lexicon) -> None:
    """X 2: target 4, Triple."""
    game = printed(lexicon).roll("Ana", "4").move("Ana", "triple")
    assert game.tokens("Ana") == ("Triple",)
    game.card(YELLOWY)
    assert game.jumble.coin == 3
    game.writes("YELL WELL YOWL YELLOW")
    assert game.says("Ana +30: YOWL with the coin")
    assert game.scores == {"Ana": 56}
    assert game.tokens("Ana") == ()


@pytest.mark.parametrize(("coin", "lost"), [("double", -8), ("triple", -12)])
def test_as13_a_coin_makes_a_missed_target_dearer(lexicon: Lexicon, coin: str, lost: int) -> None:
    game = printed(lexicon).roll("Ana", "4").move("Ana", coin).card(YELLOWY).writes()
    assert game.scores == {"Ana": lost}


def test_as7_the_next_player_inherits_the_target_and_must_play_it(lexicon: Lexicon) -> None:
    """X 4: A passes a seven, B fails on FUTHORC."""
    game = printed(lexicon, inherit_may_double=False).roll("Ana", "7").move("Ana", "pass")
    assert game.says("Ana -4: passed")
    assert game.scores == {"Ana": -4}
    game.go_on()
    assert game.acting == "Ben"
    assert game.jumble.target == 7
    game.card(FUTHORC).writes("FORT")
    assert game.scores == {"Ana": -4, "Ben": -7}


@pytest.mark.parametrize(("face", "cost"), [("4", -1), ("5", -2), ("6", -3), ("7", -4)])
def test_as7_passing_costs_the_target_less_three(lexicon: Lexicon, face: str, cost: int) -> None:
    game = printed(lexicon).roll("Ana", face)
    assert game.says(f"To pass costs {-cost} point")
    assert game.move("Ana", "pass").scores == {"Ana": cost}


def test_as7_a_target_picked_after_a_star_may_be_passed_too(lexicon: Lexicon) -> None:
    game = printed(lexicon).roll("Ana", "*").act("Ana", "target", "6").move("Ana", "pass")
    assert game.scores == {"Ana": -3}


def test_as7_the_inheritor_may_lay_a_coin_but_neither_pass_nor_raise(lexicon: Lexicon) -> None:
    game = printed(lexicon).roll("Ana", "6").move("Ana", "pass").go_on()
    assert game.moves() == ["play", "double", "triple"]
    assert game.refusal("Ana", "move", "play")
    game.move("Ben", "double").card(VENTURE).writes("TUREEN EVER")
    assert game.says("Ben +12: TUREEN with the coin")
    assert game.scores == {"Ana": -3, "Ben": 19}


def test_as7_or_the_inheritor_may_not(lexicon: Lexicon) -> None:
    game = printed(lexicon, inherit_may_double=False).roll("Ana", "6").move("Ana", "pass").go_on()
    assert game.prompt.accept("move") is None
    assert game.prompt.accept("card")


def test_as7_after_the_inherited_card_the_inheritor_still_rolls(lexicon: Lexicon) -> None:
    game = printed(lexicon, "Ana Ben Cleo", 3).roll("Ana", "4").move("Ana", "pass").go_on()
    game.move("Ben", "play").card(YELLOWY).writes("YELL").go_on()
    assert game.acting == "Ben"
    assert game.prompt.accept("roll")
    game.turn("Ben", "4", VENTURE, "EVER")
    assert game.acting == "Cleo"
    assert game.scores == {"Ana": -1, "Ben": 14}
