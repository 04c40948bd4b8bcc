"""AnagraScramble, the end: equal rolls, the showdown, the tokens (AS-15 … AS-17); a whole printed game."""

import pytest

from appliance.games.anagrascramble.rules import Options
from appliance.games.catalogue import GAMES, Setup, options_of
from appliance.games.prompts import TIME, Choose
from appliance.games.views import Account, Final
from appliance.lexicon import Lexicon
from appliance.lexicon.decks import deck
from tests.anagrascramble_party import Party, party

GREEN = [card.jumble for card in deck("green")]
VENTURE, YELLOWY = "TUERNEV", "LYOYWLE"


def printed(lexicon: Lexicon, names: str = "Ana Ben", cards: int = 2, **options: object) -> Party:
    return party(lexicon, names, cards, printed_cards=True, **options)


# Agreeing on the number of cards, equal rolls (AS-15)


def test_as15_the_table_agrees_on_a_number_of_cards(lexicon: Lexicon) -> None:
    game = Party(lexicon, "Ana Ben Cleo")
    (choose,) = game.prompt.of_kind(Choose)
    assert choose.suggest == "9"  # three rounds
    assert game.refusal(None, "cards", "0")
    assert game.refusal(None, "cards", "101")
    game.act(None, "cards", "4").act("Ana", "first")
    assert game.play.standing.progress == "0 of 4 cards"


def test_as15_or_the_set_up_says_it(lexicon: Lexicon) -> None:
    assert Party(lexicon, "Ana Ben", cards=6).prompt.accept("first")


def test_as15_the_running_round_is_finished(lexicon: Lexicon) -> None:
    game = printed(lexicon, "Ana Ben Cleo", 1)
    game.turn("Ana", "4", VENTURE, "EVER")
    assert game.play.standing.progress == "Last round"
    game.turn("Ben", "4", VENTURE)
    game.turn("Cleo", "4", VENTURE)
    assert not game.prompt.accept("roll")


def test_as15_a_round_in_which_cards_are_missing_is_followed_by_another(lexicon: Lexicon) -> None:
    game = printed(lexicon).turn("Ana", "4", VENTURE, "EVER").roll("Ben", "Pass").go_on()
    assert game.acting == "Ana"
    game.turn("Ana", "4", VENTURE)
    assert game.acting == "Ben"  # everybody has the same number of rolls


def test_as15_the_card_that_the_last_roller_passes_is_played_all_the_same(lexicon: Lexicon) -> None:
    game = printed(lexicon, tokens=False).turn("Ana", "4", VENTURE, "EVER")
    game.roll("Ben", "5").move("Ben", "pass").go_on()
    assert game.acting == "Ana"
    game.move("Ana", "play").card(YELLOWY).writes("YELLOW").go_on()
    assert isinstance(game.prompt.view, Final)
    assert game.scores == {"Ana": 19, "Ben": -2}


# Showdown (AS-16)


def tied(lexicon: Lexicon, names: str = "Ana Ben Cleo") -> Party:
    """All but the last are tied at 7."""
    *first, last = names.split()
    game = printed(lexicon, names, len(first) + 1, tokens=False)
    for name in first:
        game.turn(name, "4", VENTURE, "EVER")
    return game.turn(last, "4", VENTURE)


def shown(game: Party, *words: str) -> Party:
    """A showdown's card with what each of the tied wrote."""
    game.card(VENTURE).act(None, TIME)
    for some in words:
        game.ticks(some)
    return game


def test_as16_the_most_points_win(lexicon: Lexicon) -> None:
    game = printed(lexicon, tokens=False).turn("Ana", "4", VENTURE).turn("Ben", "4", VENTURE, "EVER")
    assert isinstance(game.prompt.view, Final)
    assert game.prompt.view.winners == ("Ben",)


def test_as16_all_who_are_tied_are_shown_one_card(lexicon: Lexicon) -> None:
    game = tied(lexicon)
    assert game.jumble.who == "Ana & Ben"
    assert game.says("Showdown")
    assert game.prompt.acting == (0, 1)
    game.card(VENTURE)
    assert game.prompt.timer
    assert game.prompt.timer.seconds == 30
    game.go_on()  # all done before the time
    assert game.checklist.who == "Ana"
    assert game.checklist.target == 0


@pytest.mark.parametrize(
    ("ana", "ben", "winner"),
    [
        ("EVER", "EVER EVEN", "Ben"),  # the number of words
        ("VENTURE EVER", "TUREEN NEVER", "Ana"),  # 7 letters
        ("VENTURE NEVER", "VENTURE TUREEN", "Ben"),  # 6
        ("TUREEN EVENT EVER", "TUREEN EVEN EVER", "Ana"),  # 5
        ("EVENT NEVER EVER", "EVENT EVEN TREE EVER", "Ben"),
    ],
)
def test_as16_most_words_then_the_longest(lexicon: Lexicon, ana: str, ben: str, winner: str) -> None:
    game = shown(tied(lexicon), ana, ben)
    assert isinstance(game.prompt.view, Final)
    assert game.prompt.view.winners == (winner,)
    assert game.scores == {"Ana": 7, "Ben": 7, "Cleo": -4}  # the card's points are not added


def test_as16_invalid_words_count_for_nothing(lexicon: Lexicon) -> None:
    game = tied(lexicon).card(VENTURE).act(None, TIME)
    game.ticks("EVER", others=3).ticks("EVER EVEN")
    assert isinstance(game.prompt.view, Final)
    assert game.prompt.view.winners == ("Ben",)


def test_as16_still_tied_another_card_for_those_who_are(lexicon: Lexicon) -> None:
    game = shown(tied(lexicon, "Ana Ben Cleo Dan"), "EVER", "EVER EVEN", "NEVER")
    assert isinstance(game.prompt.view, Final)
    game = shown(tied(lexicon, "Ana Ben Cleo Dan"), "EVER", "EVEN", "")
    assert game.jumble.who == "Ana & Ben"
    game = shown(game, "EVER", "TUREEN")
    assert isinstance(game.prompt.view, Final)
    assert game.prompt.view.winners == ("Ben",)


def test_as16_of_mixed_decks_the_card_that_waits_is_shown(lexicon: Lexicon) -> None:
    game = party(lexicon, cards=3, both=True, tokens=False)
    for number, (name, move) in enumerate((("Ana", "play"), ("Ben", "double"), ("Ana", "play"))):
        game.card(GREEN[number]).roll(name, "4").move(name, move).act("Ana", "ready").writes().go_on()
    game.card(GREEN[3]).roll("Ben", "Pass").go_on()
    assert game.scores == {"Ana": -8, "Ben": -8}
    assert game.jumble.who == "Ana & Ben"
    assert game.act("Ben", "ready").jumble.letters == GREEN[3]
    game.act(None, TIME).ticks().ticks()
    assert game.card(GREEN[4]).jumble.letters == GREEN[4]  # then the box deals


# Tokens (AS-17)


def test_as17_the_tokens_are_shown_before_the_end(lexicon: Lexicon) -> None:
    game = printed(lexicon, "Ana Ben Cleo", 3)
    game.turn("Ana", "4", YELLOWY, "YELL YOWL").turn("Ben", "4", VENTURE, "EVER").turn("Cleo", "4", VENTURE)
    view = game.prompt.view
    assert isinstance(view, Account)
    assert [(b.name, b.points, b.reason) for b in view.bookings] == [
        ("Ana", 11, "gets"),  # of 17, 7 and -4 the average is 6 2/3
        ("Ben", 0, "even"),
        ("Cleo", -11, "owes"),
    ]
    assert game.scores == {"Ana": 17, "Ben": 7, "Cleo": -4}
    game.go_on()
    assert isinstance(game.prompt.view, Final)


def test_as17_without_tokens_the_page_is_left_out(lexicon: Lexicon) -> None:
    game = printed(lexicon, tokens=False).turn("Ana", "4", VENTURE, "EVER").turn("Ben", "4", VENTURE)
    assert isinstance(game.prompt.view, Final)


# Setting up


@pytest.mark.parametrize(
    ("variants", "decks"),
    [
        ([], ("green",)),
        (["red"], ("red",)),
        (["both"], ("green", "red")),
        (["both", "red"], ("green", "red")),
    ],
)
def test_the_decks_are_switches(variants: list[str], decks: tuple[str, ...]) -> None:
    assert options_of(GAMES["anagrascramble"], variants).decks == decks


def test_as1_two_to_six_play(lexicon: Lexicon) -> None:
    made = Setup.of(GAMES["anagrascramble"], list("ABCDEF"), ["cards=6", "printed-cards"])
    assert made.options == Options(cards=6, printed_cards=True)
    assert made.begin(lexicon).prompt.accept("first")
    with pytest.raises(ValueError, match="2 to 6 players"):
        Setup.of(GAMES["anagrascramble"], list("ABCDEFG"))


# A whole game


def test_a_whole_game_of_printed_cards_one_of_them_unknown(lexicon: Lexicon) -> None:
    """Two known cards of the box's own decks, the four of the sheet, which the word list solves."""
    game = printed(lexicon, "Ana Ben Cleo", 6)
    known, other = deck("green")[0], deck("red")[0]
    game.roll("Ana", "6").move("Ana", "play").card(VENTURE)
    game.writes("EVENT NEVER EVER EVEN TUREEN").go_on()  # X 1
    game.roll("Ben", "4").move("Ben", "triple").card(YELLOWY).writes("YELL WELL YOWL YELLOW").go_on()  # X 2
    game.roll("Cleo", "5").move("Cleo", "7 letters").card("EGMMUAR")
    game.writes("ARGUE GEAR GERM GRAM", others=1).go_on()  # X 3
    assert game.scores == {"Ana": 36, "Ben": 56, "Cleo": -7}
    game.roll("Ana", "7").move("Ana", "pass").go_on()
    game.move("Ben", "play").card("HORFCUT").writes().go_on()  # X 4
    assert game.scores == {"Ana": 32, "Ben": 49, "Cleo": -7}
    game.roll("Ben", "Pass").go_on()
    game.turn("Cleo", "4", known.jumble)
    assert game.play.standing.progress == "5 of 6 cards"
    game.roll("Ana", "*").act("Ana", "target", "7").move("Ana", "double").card(other.jumble)
    game.act(None, TIME)
    assert game.listed == other.words
    game.ticks(other.solutions[0]).go_on()
    game.roll("Ben", "Pass").go_on().roll("Cleo", "Pass").go_on()
    assert game.prompt.headline.startswith("Tokens")
    game.go_on()
    assert isinstance(game.prompt.view, Final)
    assert game.prompt.view.winners == ("Ana",)
    game.go_on()
    assert game.play.over
    assert game.play.result
    assert [place.score for place in game.play.result.places][1:] == [49, -11]
