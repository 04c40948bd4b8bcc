"""The rules of Idaho by their numbers (section F of the rules page): picks, the end, who is first."""

from collections.abc import Mapping

import pytest

from appliance.games.prompts import TIME, Choose, Deal, Look
from appliance.games.views import Account, Final
from appliance.lexicon import Lexicon
from tests.crossword_party import Party

THREE = "Ana Ben Cleo"


def party(lexicon: Lexicon, names: str = THREE, variants: str = "") -> Party:
    return Party(lexicon, "idaho", names, variants)


@pytest.fixture
def three(lexicon: Lexicon) -> Party:
    return party(lexicon).begin()


def empty(game: Party) -> Party:
    """Ana calls, and nobody has any unused tile, until the pool is empty."""
    while game.pool:
        game.call("Ana")
        game.unused(**{name: 0 for name in game.names if name != "Ana"})
    return game


@pytest.fixture
def last(three: Party) -> Party:
    """No tiles are left: the next PICK! ends it."""
    return empty(three)


# Set-up


@pytest.mark.parametrize(("names", "advice"), [("A B", False), ("A B C", False), ("A B C D", True)])
def test_id1_two_or_three_are_best(lexicon: Lexicon, names: str, advice: bool) -> None:
    assert party(lexicon, names).says("best with two or three") == advice


def test_id1_the_pool_and_the_gosayer_are_those_of_speed_scrabble(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="player_starts").act(None, "gosayer", "Ben")
    assert game.pool == 79
    assert "up to" in game.refusal("Ana", "go")
    game.begin()
    assert set(game.holding.values()) == {7}


# Picks


def test_id2_everybody_takes_enough_to_have_seven_unused(three: Party) -> None:
    three.call("Ben").unused(Cleo=2, Ana=6)
    assert three.says("Take your tiles")
    assert three.holding == {"Ana": 8, "Ben": 14, "Cleo": 12}
    assert three.pool == 79 - 1 - 7 - 5


def test_id2_those_with_seven_or_more_take_none(three: Party) -> None:
    three.call("Ben").unused(Cleo=7, Ana=0)
    assert three.holding == {"Ana": 14, "Ben": 14, "Cleo": 7}


def test_id2_two_calls_at_once_are_one(three: Party) -> None:
    three.act("Ben", "go").act("Ana", "go too").act(None, TIME).unused(Cleo=1)
    assert three.holding == {"Ana": 14, "Ben": 14, "Cleo": 13}


def test_id2_when_all_called_nobody_counts(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben").begin().call("Ben", "Ana")
    assert game.holding == {"Ana": 14, "Ben": 14}


def test_id2_each_says_a_number_in_turn_from_the_caller_beginning_with_his_last(three: Party) -> None:
    three.call("Ben").unused(Cleo=3, Ana=4).call("Cleo").by_hand()
    assert three.says("Ana: how many unused")
    assert three.suggested == "4"
    assert "cannot be chosen" in three.refusal("Ana", "unused", "12")  # she holds 11
    three.act("Ana", "unused", "5")
    assert three.says("Ben: how many unused")


def test_id2_the_camera_counts_what_is_unused(three: Party) -> None:
    """Of Ana’s tiles JAM is the main layout; the camera has missed a tile of Cleo; Ben has called."""
    three.call("Ben").lies("Ben", "1:..J/..A/..M 1:E/. 1:AT 1:X 2:TEACHER 3:QUIVER/.......")
    assert three.says("Cleo: how many unused")  # six tiles read, she holds seven
    three.act("Cleo", "unused", "7")
    assert three.holding == {"Ana": 10, "Ben": 14, "Cleo": 7}  # Ana: E, X, A, T unused


def test_id2_tiles_face_down_beside_a_player_are_not_counted(three: Party) -> None:
    three.call("Ben").lies("Ben", "1:JAM 1:Q 1:Z 1:V 1:W 1:? 1:? 1:?? 2:TEACHER 3:VILLAGE 3:?")
    assert three.holding == {"Ana": 10, "Ben": 14, "Cleo": 14}


def test_id3_a_short_pool_is_shared_out_from_the_caller_clockwise(three: Party) -> None:
    for _ in range(3):
        three.call("Ana").unused(Ben=0, Cleo=0)
    assert three.pool == 16
    three.call("Ben").unused(Cleo=0, Ana=1)  # 7 + 7 + 6 wanted
    assert three.holding == {"Ana": 28 + 5, "Ben": 28 + 6, "Cleo": 28 + 5}
    assert three.pool == 0


def test_id3_house_rule_a_short_pool_is_put_aside(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="no_short_pool_is_shared").begin()
    for _ in range(3):
        game.call("Ana").unused(Ben=0, Cleo=0)
    game.call("Ben").unused(Cleo=0, Ana=1)
    assert set(game.holding.values()) == {28}
    assert game.pool == 0


def test_id4_somebody_stuck_every_player_pulls_one(three: Party) -> None:
    three.stuck().votes(Ana=True, Ben=True)
    assert three.says("pulls one extra tile")
    assert set(three.holding.values()) == {8}
    three.call("Ben").unused(Cleo=8, Ana=0)  # more than seven unused: none to take
    assert three.holding == {"Ana": 15, "Ben": 15, "Cleo": 8}


def test_id4_only_if_the_group_agrees(three: Party) -> None:
    three.stuck().votes(Ana=False, Ben=False)
    assert three.pool == 79


def test_id4_not_with_an_empty_pool(last: Party) -> None:
    last.stuck()
    assert last.says("count as it is")


# The end


TABLE = "1:JAM/..E/.AT/..A 2:.B/T?CK/.X 2:Q 2:E 3:ZZXQJ"


def test_id5_with_no_tiles_left_a_call_ends_it(last: Party) -> None:
    last.call("Cleo")
    assert last.says("Stop!")
    (look,) = last.play.prompt.of_kind(Look)
    assert (look.kind, look.seats) == ("crosswords", (2,))
    assert look.among == ("1:34", "2:33", "3:33")


def test_id5_the_group_may_end_it_when_nobody_can(last: Party) -> None:
    last.stuck().vote(False)
    assert last.says("the next PICK! ends it")
    last.stuck().vote(True)
    assert last.says("Stop!")


def page(game: Party) -> Mapping[str, list[tuple[int, str]]]:
    view = game.play.prompt.view
    assert isinstance(view, Account)
    lines: dict[str, list[tuple[int, str]]] = {}
    for booking in view.bookings:
        lines.setdefault(booking.name, []).append((booking.points, booking.reason))
    return lines


def test_id6_the_page_shows_letters_doubles_and_unused(last: Party) -> None:
    last.call("Cleo").lies("Cleo", TABLE)
    assert "ZZXQJ is no word" in last.wrong
    last.as_read()
    assert last.scores == {"Ana": 20, "Ben": 9, "Cleo": -46}
    lines = page(last)
    assert lines["Ana"] == [(16, "3 words: AT, JAM, META"), (4, "letters in two words, again")]
    assert lines["Ben"][0] == (20, "2 words: TOCK, BOX")
    assert lines["Ben"][1:] == [(-11, "unused: E Q")]  # its blank, in two words, is worth nothing
    assert lines["Cleo"] == [(-46, "unused: J Q X Z Z")]


def test_id6_house_rule_an_unused_tile_costs_one_point(lexicon: Lexicon) -> None:
    game = empty(party(lexicon, variants="no_unused_cost_their_value").begin())
    game.call("Cleo").lies("Cleo", TABLE).as_read()
    assert game.scores == {"Ana": 20, "Ben": 18, "Cleo": -5}


def test_id6_without_a_camera_everybody_says_the_points(last: Party) -> None:
    last.call("Cleo").by_hand().act("Ana", "points", "104").act("Ben", "points", "-7")
    assert "cannot be chosen" in last.refusal("Cleo", "points", "-0")
    last.act("Cleo", "points", "0")
    assert last.scores == {"Ana": 104, "Ben": -7}


def test_id6_the_dial_reaches_all_that_can_be_scored(last: Party) -> None:
    (choose,) = last.call("Cleo").by_hand().play.prompt.of_kind(Choose)
    for value in ("0", "49", "50", "374", "-1", "-187"):
        assert any(value in row for row in choose.rows)
    assert not any("-188" in row for row in choose.rows)


def test_id7_a_vote_makes_an_illegal_word_count(last: Party) -> None:
    last.call("Cleo").lies("Cleo", TABLE).doubt("Cleo", "ZZXQJ", stands=True).as_read()
    assert last.scores["Cleo"] == 46


def test_id7_a_vote_takes_a_word_out(last: Party) -> None:
    last.call("Cleo").lies("Cleo", "1:JAM/..E/.AT/..A 2:CAT 3:AT").doubt("Ben", "AT", stands=False)
    last.as_read()
    assert last.scores == {"Ana": 12 + 6 - 1, "Ben": 5, "Cleo": -2}  # the A beside the T is unused


def test_id7_house_rule_an_illegal_word_spoils_the_layout(lexicon: Lexicon) -> None:
    game = empty(party(lexicon, variants="no_illegal_words_count_nothing").begin())
    game.call("Cleo").lies("Cleo", "1:CAT/Z.. 2:CAT 3:AT 3:Q").as_read()
    assert game.scores == {"Ana": -15, "Ben": 5, "Cleo": -8}


def test_id7_what_does_not_tally_shows(last: Party) -> None:
    last.call("Cleo").lies("Cleo", "1:JAM 2:?AT 2:?OG 3:?IG")
    assert "3 tiles read, not 34" in last.wrong
    assert "3 × ?, but there are only 2" in last.wrong


@pytest.mark.parametrize(("points", "winner"), [("40 30 20", "Ana wins"), ("40 50 20", "Ben wins")])
def test_id8_most_points_win_and_say_go_next(last: Party, points: str, winner: str) -> None:
    last.call("Cleo").by_hand()
    for name, number in zip(THREE.split(), points.split(), strict=True):
        last.act(name, "points", number)
    assert last.says(winner)
    assert last.says(f"{winner.split()[0]} says GO! in the next game")
    last.go_on()
    assert isinstance(last.play.prompt.view, Final)
    assert last.go_on().play.over


def test_id8_of_tied_players_the_last_caller_says_go(last: Party) -> None:
    last.call("Cleo").by_hand()
    last.act("Ana", "points", "40").act("Ben", "points", "12").act("Cleo", "points", "40")
    assert last.says("Ana & Cleo share the win")
    assert last.says("Cleo says GO!")


def test_id8_otherwise_the_lot_decides(lexicon: Lexicon) -> None:
    game = empty(party(lexicon, variants="games=2").begin()).call("Cleo").by_hand()
    game.act("Ana", "points", "40").act("Ben", "points", "40").act("Cleo", "points", "12")
    (deal,) = game.play.prompt.of_kind(Deal)
    assert deal.among == ("Ana", "Ben")
    assert "cannot be chosen" in game.refusal(None, "lot", "Cleo")
    game.act(None, "lot", "Ben")
    assert game.says("Ben says GO!")
    game.go_on()
    assert "up to" in game.refusal("Ana", "go")
    game.act("Ben", "go")
    assert game.pool == 79


def test_id8_games_add_up(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="games=2")
    for points in ("10 20 30", "50 20 30"):
        empty(game.begin()).call("Cleo").by_hand()
        for name, number in zip(THREE.split(), points.split(), strict=True):
            game.act(name, "points", number)
        game.go_on()
    assert game.scores == {"Ana": 60, "Ben": 40, "Cleo": 60}
    assert game.says("Ana & Cleo share the win")
