"""Bid & Bluff at the table: set-up, bids, tricks, moves and the end, by the numbers of the rules page."""

import pytest

from appliance.games.game_views import Track, Tricks
from appliance.games.prompts import Answer, Choose, Look, Press
from appliance.games.views import Account, Final
from appliance.lexicon import Lexicon
from tests.bidandbluff_party import Party, short_board

ZONE_AHEAD = ("SSSSSS", "zzzzzz", "zzzzzz", "FFFFFF")
LINE = ("SSSSSS", "zzzzzz", "FFFFFF")


def party(lexicon: Lexicon, names: str = "Ana Ben Cleo", **options: bool) -> Party:
    return Party(lexicon, names, **options)


# Set-up


def test_bb2_highest_card_deals_and_the_left_of_the_dealer_chooses_first(lexicon: Lexicon) -> None:
    game = party(lexicon)
    assert game.says("A tie? They cut again.")
    game.act("Ana", "highest")
    for name in ("Ben", "Cleo", "Ana"):
        assert game.turn == name
        (colours,) = game.play.prompt.of_kind(Choose)
        game.act(name, "colour", colours.rows[0].at(0))
        (starts,) = game.play.prompt.of_kind(Choose)
        game.act(name, "start", starts.rows[0].at(0))
    assert game.stands == {"Ben": "A1", "Cleo": "B1", "Ana": "C1"}


def test_bb2_a_colour_and_a_square_are_chosen_once(lexicon: Lexicon) -> None:
    game = party(lexicon).act("Cleo", "highest").act("Ana", "colour", "blue").act("Ana", "start", "C1")
    assert "cannot be chosen" in game.refusal("Ben", "colour", "blue")
    game.act("Ben", "colour", "red")
    assert "cannot be chosen" in game.refusal("Ben", "start", "C1")
    assert "cannot be chosen" in game.refusal("Ben", "start", "A2")


def at_start(lexicon: Lexicon) -> Party:
    """Red stands on A1, yellow on B1, and the camera is to see it."""
    game = party(lexicon, "Ana Ben").act("Ben", "highest")
    game.act("Ana", "colour", "red").act("Ana", "start", "A1")
    return game.act("Ben", "colour", "yellow").act("Ben", "start", "B1")


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ("red@A2 yellow@B1", "Red stands on A2, expected on A1"),
        ("red@finish yellow@B1", "Red stands on FINISH, expected on A1"),
        ("red@A1 yellow@off", "Yellow is off the board, expected on B1"),
        ("yellow@B1", "Red is not in view, expected on A1"),
        ("red@A1 red@C1 yellow@B1", "two dice of one colour: red"),
        ("green@C1 red@A1 yellow@B1", "Green stands on C1 but does not play"),
    ],
)
def test_what_stands_wrong_is_said_in_words(lexicon: Lexicon, seen: str, why: str) -> None:
    assert at_start(lexicon).refusal("Ana", "stand", seen) == why


@pytest.mark.parametrize("seen", ["red@A1 yellow@B1", "green@off red@A1 yellow@B1"])
def test_dice_that_stand_right_with_others_put_aside(lexicon: Lexicon, seen: str) -> None:
    game = at_start(lexicon).act("Ana", "stand", seen)
    assert game.says("deal 8 cards each")


def test_without_a_camera_people_say_that_the_dice_stand(lexicon: Lexicon) -> None:
    game = at_start(lexicon)
    assert [press.verb for press in game.play.prompt.of_kind(Press)] == ["placed"]
    game.act(None, "placed")
    assert game.says("deal 8 cards each")


# Cards and bids


def test_bb3_bb4_the_dealer_deals_and_shows_trump(lexicon: Lexicon) -> None:
    game = party(lexicon).begin()
    assert game.turn == "Cleo"
    assert game.says("Cleo: deal 8 cards each, turn up the next")
    assert isinstance(game.play.prompt.view, Tricks)
    assert "trump suit" in game.play.prompt.view.reminder
    assert game.play.standing.progress == "Round 1: 8 cards"


def test_bb5_bids_from_the_dealers_left_0_to_5_and_6_refused(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal()
    assert game.turn == "Ana"
    assert game.refusal("Ana", "bid", "6") == "no die shows “6”"
    assert "not up to this player" in game.refusal("Ben", "bid", "2")
    game.bids(0, 5)
    assert game.turn == "Cleo"
    (look,) = game.play.prompt.of_kind(Look)
    assert (look.kind, look.pieces) == ("pip-dice", "bid-and-bluff:green")
    game.bids(3)
    assert "not asked for" in game.refusal("Ana", "bid", "1")  # no change once all have bid


def in_round(lexicon: Lexicon, number: int, **options: bool) -> Party:
    """Two players, the cards of that round dealt; till then the dealer took every trick and went aside."""
    game = party(lexicon, "Ana Ben", **options).begin("A1 F1")
    for cards in range(8, 8 - number + 1, -1):
        game.round((5, 5), (0, cards))
        for choose in game.play.prompt.of_kind(Choose):
            game.act(game.turn, "to", choose.rows[0].at(len(choose.rows[0]) - 1))
        game.placed()
    return game.deal()


def test_bb5_a_bid_above_the_cards_dealt_is_warned_of(lexicon: Lexicon) -> None:
    game = in_round(lexicon, 5)  # four cards
    assert game.play.standing.progress == "Round 5: 4 cards"
    name = game.turn
    game.bids(5)
    assert isinstance(game.play.prompt.view, Tricks)
    assert game.play.prompt.view.reminder == f"{name} bids 5 with 4 cards!"
    game.bids(0)
    assert game.says("Play the cards")


def test_bb5_other_reading_a_bid_above_the_cards_dealt_is_refused(lexicon: Lexicon) -> None:
    game = in_round(lexicon, 5, high_bids=False)
    name = game.turn
    game.bids(5)
    assert game.turn == name
    assert game.says("5 is too high, 4 cards only")
    game.bids(4)
    assert game.turn != name


# Tricks


def test_bb6_the_left_of_the_dealer_leads(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal().bids(1, 2, 3)
    assert game.says("Play the cards: Ana leads")
    assert isinstance(game.play.prompt.view, Tricks)
    assert "Follow suit" in game.play.prompt.view.reminder


def suggested(game: Party) -> str:
    (choose,) = game.play.prompt.of_kind(Choose)
    return choose.suggest


def test_bb6_tricks_that_do_not_add_up_are_said_and_asked_again(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal().bids(1, 2, 3).act(None, "played")
    assert suggested(game) == "1"
    game.tricks(2)
    assert suggested(game) == "2"
    game.tricks(2)
    assert suggested(game) == "4"  # what is left for the last one
    game.tricks(5)
    assert isinstance(game.play.prompt.view, Tricks)
    assert game.play.prompt.view.reminder == "That makes 9 tricks, not 8: once more."
    assert game.turn == "Ana"
    assert suggested(game) == "2"  # as said before
    game.tricks(1, 2, 5)
    assert isinstance(game.play.prompt.view, Account)


def test_bb6_more_tricks_than_cards_are_refused(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal().bids(1, 2, 3).act(None, "played")
    assert "cannot be chosen" in game.refusal("Ana", "tricks", "9")


# Moves


def test_bb7_bb8_how_far_everybody_moves_and_why(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal().bids(3, 3, 0).act(None, "played").tricks(3, 4, 1)
    assert isinstance(game.play.prompt.view, Account)
    assert [(b.name, b.points, b.reason) for b in game.play.prompt.view.bookings] == [
        ("Ana", 6, "bid 3 made"),
        ("Ben", 4, "bid 3, took 4"),
        ("Cleo", 1, "bid 0, took 1"),
    ]


def test_bb7_dice_are_moved_from_the_dealers_left(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().round((3, 3, 0), (3, 4, 1))
    game.goes("Ana", game.ways[0])
    game.goes("Ben", game.ways[0])
    game.goes("Cleo", "C2")
    assert game.says("Ana: deal 7 cards each")  # BB-2: the next dealer is to the left
    assert game.scores[2] == 1


def test_bb8_a_die_that_gets_no_squares_is_not_asked(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().round((2, 3, 5), (0, 3, 5))
    assert game.turn == "Ben"


def test_bb9_diagonal_with_four_players_and_not_with_three(lexicon: Lexicon) -> None:
    three = party(lexicon).begin("C1 A1 F1").round((0, 0, 5), (1, 2, 5))
    assert three.ways == ["B1", "C2", "D1"]
    four = party(lexicon, "Ana Ben Cleo Dan").begin("C1 A1 F1 E1").round((0, 0, 5, 1), (1, 2, 5, 0))
    assert four.ways == ["B1", "B2", "C2", "D1", "D2"]


def test_bb9_dice_are_in_each_others_way(lexicon: Lexicon) -> None:
    game = party(lexicon).begin("A1 B1 C1").round((0, 0, 5), (1, 2, 5))
    assert game.says("Ana: move red to A2")  # B1 is taken: there is but one way, and nothing to choose
    game.goes("Ana")
    assert game.says("Ben: move yellow to C2")  # over B2, as B3 is black, and A2 and C1 are taken
    assert game.ways == ["B2", "C2"]


def test_bb10_a_shut_in_die_loses_its_whole_move(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    short_board(monkeypatch, "SSSSSS", ".####.", "......", "FFFFFF")
    game = party(lexicon).begin("B1 A1 C1").round((0, 0, 0), (1, 2, 5))
    assert game.says("Ana is shut in: 1 square lost")
    game.act(None, "go on")
    assert game.turn == "Ben"
    assert game.scores == [0, 0, 0]


def test_bb10_what_cannot_be_moved_is_said_to_be_lost(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_board(monkeypatch, "SSSSSS", "#####.", "......", "FFFFFF")
    game = party(lexicon).begin("A1 C1 F1").round((5, 5, 0), (3, 1, 4))
    assert game.says("Ana: red to B1, 2 squares lost")


def test_bb11_in_the_zone_only_the_bid_counts(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    short_board(monkeypatch, *ZONE_AHEAD)
    game = party(lexicon, "Ana Ben").begin("A1 F1")
    game.round((5, 1), (1, 7))  # Ana goes one, Ben seven: into FINISH if he likes
    game.goes("Ana", "A2")
    game.goes("Ben", next(way for way in game.ways if way != "finish"))
    game.deal().bids(2, 0).act(None, "played").tricks(1, 6)
    assert isinstance(game.play.prompt.view, Account)
    assert [(b.points, b.reason) for b in game.play.prompt.view.bookings] == [
        (0, "bid 2, took 1: no move in the zone"),
        (0, "bid 0, took 6: no move in the zone"),
    ]


def test_bb11_0_bid_made_in_the_zone_is_one_square(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    short_board(monkeypatch, *LINE)
    game = in_zone(lexicon)
    game.deal().bids(0, 3).act(None, "played").tricks(0, 7)
    assert isinstance(game.play.prompt.view, Account)
    assert [b.points for b in game.play.prompt.view.bookings] == [1, 0]


def in_zone(lexicon: Lexicon, names: str = "Ana Ben") -> Party:
    """All dice stand in the zone, one step before FINISH; the first named deals, the next one begins."""
    game = party(lexicon, names).begin()
    game.round((5,) * len(game.names), (1, 7) if len(game.names) == 2 else (1, 1, 6))
    for name in game.names:
        if game.play.prompt.accept("to"):
            game.act(name, "to", next(way for way in game.ways if way.endswith("2")))
        game.placed()
    return game


def test_bb12_a_move_from_outside_may_carry_through_the_zone(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_board(monkeypatch, *ZONE_AHEAD)
    game = party(lexicon, "Ana Ben").begin("A1 F1").round((5, 5), (5, 3))
    assert "finish" in game.ways
    game.act("Ana", "to", "finish")
    assert game.says("Ana: red into FINISH!")
    assert game.says("5 squares over the line")


def test_bb12_other_reading_a_missed_bid_does_not_enter_the_zone(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_board(monkeypatch, *ZONE_AHEAD)
    game = party(lexicon, "Ana Ben", zone_by_start_square=False).begin("A1 F1").round((5, 4), (2, 6))
    assert game.ways == ["B1", "C1"]
    assert game.says("Ana: move red to C1")


def test_black_squares_may_be_played_without(lexicon: Lexicon) -> None:
    for on in (True, False):
        game = party(lexicon, black_squares=on).begin().round((0, 1, 1), (2, 3, 3))
        assert isinstance(game.play.prompt.view, Track)
        assert any("#" in row for row in game.play.prompt.view.rows) == on
        assert game.play.prompt.view.rows[0] == "SSSSSS"


# The end


def test_bb13_the_round_is_completed_and_the_furthest_over_the_line_wins(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_board(monkeypatch, *LINE)
    game = in_zone(lexicon).round((2, 5), (2, 5))
    game.goes("Ben", "finish")
    game.act("Ana", "to", "finish")  # everybody moves before the winner is named
    assert game.says("4 squares over the line")
    game.placed()
    assert isinstance(game.play.prompt.view, Final)
    assert game.play.prompt.view.winners == ("Ana",)
    assert game.scores == [2 + 4, 2 + 1]


def test_bb13_equally_far_the_first_mover_wins(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    short_board(monkeypatch, *LINE)
    game = in_zone(lexicon, "Ana Ben Cleo").round((3, 3, 0), (3, 3, 1))
    game.goes("Ben", "finish").goes("Cleo", "finish")
    assert isinstance(game.play.prompt.view, Final)
    assert game.play.prompt.view.winners == ("Ben",)
    assert game.scores == [1, 2 + 2, 2 + 2]
    game.act(None, "go on")
    assert game.play.over


def test_an_undo_takes_a_bid_back(lexicon: Lexicon) -> None:
    game = party(lexicon).begin().deal().bids(4)
    assert game.play.undo() == Answer(0, "bid", "4")
    assert game.turn == "Ana"
