"""The rules of Speed Scrabble by their numbers (section E of the rules page)."""

import json
from pathlib import Path
from random import Random

import pytest

from appliance.errors import BadValue
from appliance.games.judge import Judge
from appliance.games.prompts import TIME, Look, Press
from appliance.games.scrabble.layout import Layout
from appliance.games.scrabble.pool import takes
from appliance.games.views import Account, Final
from appliance.lexicon import Lexicon
from tests.crossword_party import Party, legal

FOUR = "Ana Ben Cleo Dan"
VECTORS = json.loads((Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8"))["cases"]


def party(lexicon: Judge, names: str = FOUR, variants: str = "") -> Party:
    return Party(lexicon, "speed-scrabble", names, variants)


@pytest.fixture
def four(lexicon: Lexicon) -> Party:
    return party(lexicon).begin()


@pytest.fixture
def last(four: Party) -> Party:
    """Four players, all takes done: the next call wins."""
    return four.calls("Ana", 18)


def crossword(lexicon: Lexicon, count: int = 25, seed: int = 1) -> str:
    return legal(lexicon, count, Random(seed).randrange)


# Set-up


@pytest.mark.parametrize(
    ("names", "warned"), [("A B", True), ("A B C", True), (FOUR, False), ("A B C D E", False)]
)
def test_ss1_four_or_five_are_best(lexicon: Lexicon, names: str, warned: bool) -> None:
    assert party(lexicon, names).says("best with four or five") == warned


def test_ss1_with_one_set_five_play_and_the_winner_rotates_out(lexicon: Lexicon) -> None:
    game = party(lexicon, "A B C D E F G", "games=2")
    assert game.says("F & G wait")
    game.begin().calls("B", 13)
    assert "up to" in game.refusal("F", "go")
    game.call("B").by_hand().vote(True).go_on()
    assert game.says("B: say GO!")  # the winner is GOSAYER also while sitting out
    assert game.says("G & B wait")
    assert set(game.begin().holding) == {"A", "C", "D", "E", "F"}


def test_ss1_with_two_sets_all_seven_play(lexicon: Lexicon) -> None:
    game = party(lexicon, "A B C D E F G", "two_sets").begin()
    assert set(game.holding) == set("ABCDEFG")
    assert game.pool == 200 - 49


def test_ss2_the_first_gosayer_is_anybody_the_next_the_winner(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="games=2")
    assert game.pool == 72
    assert set(game.holding.values()) == {7}
    (go,) = game.play.prompt.of_kind(Press)
    assert go.seats == ()
    game.begin().calls("Dan", 19).by_hand().vote(True)
    assert game.says("Dan says GO! in the next game")
    game.go_on()
    assert "up to" in game.refusal("Ana", "go")
    game.act("Dan", "go")
    assert game.play.standing.progress == "Game 2 of 2"


def test_ss2_house_rule_a_player_is_the_first_gosayer(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="player_starts").act(None, "gosayer", "Cleo")
    assert game.says("Cleo: say GO!")
    assert "up to" in game.refusal("Ana", "go")
    game.act("Cleo", "go")


# Calls and takes


def test_ss4_every_player_takes_one_more_and_all_hold_the_same(four: Party) -> None:
    four.call("Ben")
    assert four.says("Everybody takes one tile")
    assert four.holding == dict.fromkeys(FOUR.split(), 8)
    assert four.pool == 68


def test_ss5_a_call_within_the_window_is_the_same_call(four: Party) -> None:
    four.act("Ben", "go")
    timer = four.play.prompt.timer
    assert timer
    assert (timer.name, timer.seconds) == ("window", 1)
    four.act("Dan", "go too")
    assert four.play.prompt.timer == timer  # it runs on
    assert four.says("Ben & Dan called")
    assert four.play.prompt.acting == (1, 3)  # both lamps say so
    assert "up to" in four.refusal("Dan", "go too")
    assert "not asked" in four.refusal("Ana", "go")
    four.act(None, TIME)
    assert set(four.holding.values()) == {8}


def test_ss5_a_call_after_the_window_is_another_one(four: Party) -> None:
    four.call("Ben").call("Dan")
    assert set(four.holding.values()) == {9}


def test_ss5_house_rule_a_longer_window(lexicon: Lexicon) -> None:
    game = party(lexicon, variants="window_seconds=3").begin().act("Ben", "go")
    assert game.play.prompt.timer
    assert game.play.prompt.timer.seconds == 3


def test_ss5_when_all_have_called_nobody_waits(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben").begin().act("Ben", "go").act("Ana", "go too")
    assert set(game.holding.values()) == {8}


@pytest.mark.parametrize("case", [c for c in VECTORS if c["group"] == "speed.takes"], ids=str)
def test_ss7_the_numbers_of_takes(case: dict[str, object]) -> None:
    players, expected = case["input"], case["expect"]
    assert isinstance(players, int)
    assert list(takes(players)) == expected


@pytest.mark.parametrize(
    ("names", "takes", "each", "aside"),
    [("A B", 43, 50, 0), ("A B C", 26, 33, 1), ("A B C D", 18, 25, 0), ("A B C D E", 13, 20, 0)],
)
def test_ss7_takes_tiles_each_and_what_is_left_over(
    lexicon: Lexicon, names: str, takes: int, each: int, aside: int
) -> None:
    game = party(lexicon, names).begin()
    for left in range(takes, 0, -1):
        assert game.says(f"{left} more take")
        assert game.says("put aside") == bool(aside)
        game.call("A")
    assert game.says("the next call wins")
    assert game.pool == aside
    assert set(game.holding.values()) == {each}
    game.call("B")
    assert game.says("B: let the camera see")


def test_ss7_a_missed_take_shows(last: Party, lexicon: Lexicon) -> None:
    last.call("Ben").lies("Ben", f"2:{crossword(lexicon, 24)}")
    assert "24 tiles read, not 25" in last.wrong
    last.as_read()
    assert last.says("void")


def test_ss7_players_that_the_tiles_do_not_suffice_for() -> None:
    with pytest.raises(BadValue, match="not enough"):
        takes(15)


# Nobody can finish


def test_ss8_the_group_pulls_a_tile_and_it_counts_as_a_take(four: Party) -> None:
    four.stuck().votes(Ana=True, Ben=False, Dan=True, Cleo=True)
    assert four.says("17 more takes")
    assert set(four.holding.values()) == {8}


def test_ss8_without_a_majority_nobody_pulls(four: Party) -> None:
    four.stuck().votes(Ana=True, Ben=False, Dan=True, Cleo=False)  # a tie
    assert four.says("18 more takes")


def test_ss8_with_an_empty_pool_the_game_is_drawn(last: Party) -> None:
    last.stuck().vote(False)
    assert last.says("next GO! wins")
    last.stuck().vote(True)
    assert last.says("A draw")
    last.go_on()
    assert isinstance(last.play.prompt.view, Final)
    assert last.scores == {}
    assert last.go_on().play.over


def test_ss8_after_a_draw_the_gosayer_stays(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben", "games=2 player_starts").act(None, "gosayer", "Ben").begin()
    game.calls("Ana", 43).stuck().vote(True).go_on()
    assert game.says("Ben: say GO!")


# The last call


def test_ss6_the_winning_call_is_the_nineteenth_and_the_layout_is_checked(
    last: Party, lexicon: Lexicon
) -> None:
    last.call("Cleo")
    (look,) = last.play.prompt.of_kind(Look)
    assert (look.kind, look.pieces, look.seats) == ("crosswords", "english", (2,))
    last.lies("Cleo", f"1:QZ 3:{crossword(lexicon)}")
    assert last.wrong == ""
    last.as_read()
    assert isinstance(last.play.prompt.view, Account)
    assert last.scores == {"Cleo": 1}
    last.go_on()
    assert last.says("Cleo wins")
    assert last.go_on().play.over


def test_ss6_a_call_that_is_not_legal_is_void_and_play_goes_on(last: Party, lexicon: Lexicon) -> None:
    last.call("Cleo").lies("Cleo", "3:TACK").as_read()
    assert last.says("void")
    assert set(last.holding.values()) == {25}
    last.call("Ana").lies("Ana", f"1:{crossword(lexicon)}").as_read()
    assert last.scores == {"Ana": 1}


def test_ss6_the_table_can_be_looked_at_again(last: Party, lexicon: Lexicon) -> None:
    last.call("Cleo").lies("Cleo", "3:TACK").lies("Cleo", f"3:{crossword(lexicon)}")
    assert last.wrong == ""


def test_ss6_of_two_who_called_together_the_second_is_checked_when_the_first_fails(
    last: Party, lexicon: Lexicon
) -> None:
    last.call("Cleo", "Ana").lies("Cleo", "3:TACK").as_read()
    assert last.says("Ana: let the camera see")
    last.lies("Ana", f"1:{crossword(lexicon)}").as_read()
    assert last.scores == {"Ana": 1}


@pytest.mark.parametrize("legal", [True, False])
def test_ss6_without_a_camera_the_group_votes(last: Party, legal: bool) -> None:
    last.call("Dan").by_hand().vote(legal)
    assert last.scores == ({"Dan": 1} if legal else {})
    assert last.says("void") != legal


def test_ss6_the_group_may_vote_against_what_the_camera_saw(last: Party) -> None:
    last.call("Dan").lies("Dan", "4:TACK").by_hand().vote(True)
    assert last.scores == {"Dan": 1}


# Words: the smallest crosswords, of two players' first seven, are checked with fewer tiles on the table


def small(lexicon: Lexicon, layout: str) -> Party:
    """Two players, and one of them has called last with this crossword."""
    return party(lexicon, "Ana Ben").begin().calls("Ben", 43).call("Ana").lies("Ana", layout)


@pytest.mark.parametrize("layout", [".JAM/.E../AT../A...", "JAM./..E./.AT./.A..", "JAM/..E/.AT/..A"])
def test_ss3_the_sheets_layout_is_legal_in_all_three_ways(lexicon: Lexicon, layout: str) -> None:
    assert small(lexicon, f"1:{layout}").wrong == "7 tiles read, not 50"


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        ("TACKX", "TACKX is no word"),
        ("CAT Q", "tile left over: Q"),
        ("CAT DOG", "not connected: DOG"),
        ("Q", "tile left over: Q"),
        ("C?T/.?./.?.", "blanks"),
        ("J/J", "2 × J, but there is only 1"),
    ],
)
def test_ss11_why_a_layout_is_illegal(lexicon: Lexicon, layout: str, why: str) -> None:
    assert why in small(lexicon, " ".join(f"1:{part}" for part in layout.split())).wrong


def test_ss11_one_single_word_is_legal(lexicon: Lexicon) -> None:
    assert small(lexicon, "1:CAT").wrong == "3 tiles read, not 50"


def test_ss10_a_blank_is_the_same_letter_in_both_words(lexicon: Lexicon) -> None:
    assert "no word" not in small(lexicon, "1:.B/T?CK/.X").wrong
    assert "no word" in small(lexicon, "1:.B/Z?CK/.X").wrong


def test_ss10_more_than_two_blanks_on_the_whole_table_are_an_alarm(lexicon: Lexicon) -> None:
    game = small(lexicon, "1:.B/T?CK/.X 2:C?T 2:D?G")
    assert "3 × ?, but there are only 2" in game.wrong
    assert game.says("All tiles")


def test_ss10_tiles_face_down_are_not_taken_for_blanks(lexicon: Lexicon) -> None:
    rows = crossword(lexicon, 33)
    game = party(lexicon, "Ana Ben Cleo").begin().calls("Ana", 26).call("Ben")
    game.lies("Ben", f"2:? 2:{rows}")  # the one tile that was put aside lies near Ben
    assert game.wrong == ""


class Without:
    """The lexicon less one word."""

    def __init__(self, lexicon: Lexicon, word: str) -> None:
        self.words, self.look_up = lexicon.words, lexicon.look_up
        self.is_word = lambda other: other != word and lexicon.is_word(other)


def test_ss9_a_word_that_the_list_lacks_can_be_voted_in(lexicon: Lexicon) -> None:
    rows = crossword(lexicon)
    word = Layout.parse(rows.replace("/", "\n")).runs[0].text
    game = party(Without(lexicon, word)).begin().calls("Ana", 18)
    game.call("Ben").lies("Ben", f"2:{rows}")
    assert game.wrong == f"{word} is no word"
    game.act("Ben", "doubt").act("Ben", "word", word).votes(Ana=True, Ben=True, Cleo=False, Dan=False)
    assert game.wrong == f"{word} is no word"  # a tie means not allowed
    game.doubt("Ana", word, stands=True)
    assert game.wrong == ""
    game.as_read()
    assert game.scores == {"Ben": 1}


def test_ss9_a_word_that_the_list_has_can_be_voted_out(lexicon: Lexicon) -> None:
    game = small(lexicon, "1:CAT")
    assert "no word" not in game.wrong
    game.doubt("Ben", "CAT", stands=False)
    assert "CAT is no word" in game.wrong


def test_ss9_a_vote_on_a_word_with_a_blank_holds_for_its_letters(lexicon: Lexicon) -> None:
    game = small(lexicon, "1:Q?ZJ")
    assert "Q?ZJ is no word" in game.wrong
    assert "Q?ZJ" not in game.doubt("Ben", "Q?ZJ", stands=True).wrong


def test_ss9_a_player_may_think_better_of_a_doubt(lexicon: Lexicon) -> None:
    game = small(lexicon, "1:CAT").act("Ben", "doubt").act("Ben", "word", "none")
    assert "no word" not in game.wrong


def test_ss12_a_game_won_is_one_point_and_the_most_games_win(lexicon: Lexicon) -> None:
    game = party(lexicon, "Ana Ben", "games=3")
    for winner in ("Ben", "Ana", "Ben"):
        game.begin().calls("Ana", 43).call(winner).by_hand().vote(True).go_on()
    assert game.scores == {"Ana": 1, "Ben": 2}
    assert game.says("Ben wins")


def test_what_lies_at_a_seat_that_nobody_has_is_nobodys(last: Party, lexicon: Lexicon) -> None:
    last.call("Ben").lies("Ben", f"2:{crossword(lexicon)} 9:ZZZ")
    assert last.wrong == ""
