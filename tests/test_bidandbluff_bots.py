"""A thousand whole games of Bid & Bluff by bots, invariants after every answer; undo, replay."""

from dataclasses import fields
from itertools import pairwise
from random import Random

import pytest

from appliance.games import bots
from appliance.games.bidandbluff import bot
from appliance.games.bidandbluff import game as bidandbluff
from appliance.games.bidandbluff.rules import Options, cards_in
from appliance.games.game_views import Track, Tricks
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Look, Prompt
from appliance.games.script import Misfit, Play
from appliance.games.views import Final, Standing
from appliance.lexicon import Lexicon
from appliance.pieces.track import BLACK, FINISH, track
from tests.bot_kit import NAMES, check_controls, check_turn

BOARD = track("bid-and-bluff")
LAST = len(BOARD.rows) - 1


def any_options(rng: Random) -> Options:
    return Options(**{field.name: rng.random() < 0.5 for field in fields(Options)})


def game(judge: Judge, seats: int, options: Options) -> Play[Standing]:
    return Play(lambda: bidandbluff.play(NAMES[:seats], options, judge))


def eye(look: Look, prompt: Prompt, rng: Random) -> str:
    """Where dice stand, now and then with another one put aside."""
    if look.kind == "track" and rng.random() < 0.2:
        idle = [body for body in ("purple", "white") if f"{body}@" not in look.wanted]
        return " ".join([look.wanted, *(f"{body}@off" for body in idle)])
    return bots.any_look(look, prompt, rng)


def anything(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """Anything; but tricks that never add up would only make long games."""
    if prompt.accept("tricks") and rng.random() < 0.8:
        return bot.sensibly(prompt, rng, judge)
    return bots.anything(prompt, rng, judge, eye)


def check_board(play: Play[Standing], options: Options) -> None:
    """One die on a square, none on a black one; a score is the row that the die stands in (BB-9)."""
    view = play.prompt.view
    if not isinstance(view, Track):
        return
    squares = [square for _, _, square in view.dice if square != FINISH]
    assert len(set(squares)) == len(squares)
    assert len({colour for colour, _, _ in view.dice}) == len(view.dice)
    if options.black_squares:
        assert not any(BOARD.kind(square) == BLACK for square in squares)
    rows = {name: BOARD.place(square)[0] for _, name, square in view.dice}
    for place in play.standing.places:
        row = rows.get(place.name, 0)
        assert place.score == row or (row == LAST and row < place.score < LAST + 8)  # over the line


def check_cards(play: Play[Standing], number: int) -> None:
    """The cards are those of the round; tricks said are numbers of them (BB-3, BB-6)."""
    view = play.prompt.view
    if isinstance(view, Tricks) and view.cards:
        assert view.cards == cards_in(number)
        assert all(0 <= int(tricks or 0) <= view.cards for _, _, _, tricks in view.rows)


def play_out(play: Play[Standing], draw: bots.Bot, rng: Random, judge: Judge, options: Options) -> int:
    """Play to the end, checking all; returns how many rounds it took."""
    seats, number, dealers = len(play.standing.places), 0, []
    while not play.over:
        prompt, before = play.prompt, play.standing
        check_turn(prompt, seats)
        check_controls(prompt, seats)
        if prompt.accept("dealt"):
            number += 1
            dealers.append(prompt.acting[0])
        check_cards(play, number)
        play.give(draw(prompt, rng, judge))
        check_board(play, options)
        for old, new in zip(before.places, play.standing.places, strict=True):
            assert old.score <= new.score  # nobody goes back
        assert len(play.answers) < 20_000, "the game does not end"
    assert all((a + 1) % seats == b for a, b in pairwise(dealers))  # BB-2
    return number


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_games_of_bots(lexicon: Lexicon, block: int) -> None:
    for seed in range(block * 50, block * 50 + 50):
        rng = Random(seed)
        options = any_options(rng) if seed % 3 else Options()
        play = game(lexicon, 2 + seed % 5, options)
        rounds = play_out(play, bot.sensibly if seed % 2 else anything, rng, lexicon, options)
        assert rounds >= 2
        assert isinstance(play.prompt.view, Final)
        (winner,) = play.prompt.view.winners
        assert winner in play.standing.leaders
        assert max(place.score for place in play.standing.places) >= LAST


def test_sensible_games_take_as_long_as_people_like(lexicon: Lexicon) -> None:
    """Between four and nine rounds on average, however many play; the cards fall by chance."""
    for seats in range(2, 7):
        rounds = 0
        for seed in range(20):
            play, rng = game(lexicon, seats, Options()), Random(seed)
            while not play.over:
                rounds += play.prompt.accept("dealt") is not None
                play.give(bot.sensibly(play.prompt, rng, lexicon))
        assert 4 < rounds / 20 < 9


def test_undo_takes_one_answer_back_anywhere(lexicon: Lexicon) -> None:
    rng = Random(5)
    play = game(lexicon, 4, Options())
    while not play.over:
        before, told = play.prompt, list(play.answers)
        answer = bot.sensibly(play.prompt, rng, lexicon)
        play.give(answer)
        if rng.random() < 0.3 and not play.over:
            assert play.undo() == answer
            assert play.prompt == before
            assert play.answers == told
            play.give(answer)


def test_a_replay_reaches_the_same_prompt(lexicon: Lexicon) -> None:
    rng = Random(11)
    play = game(lexicon, 6, Options(black_squares=False))
    for _ in range(90):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    again = game(lexicon, 6, Options(black_squares=False))
    again.replay([Answer.parse(str(answer)) for answer in play.answers])
    assert again.prompt == play.prompt


def test_a_game_by_other_rules_is_refused_with_its_last_standing(lexicon: Lexicon) -> None:
    rng = Random(3)
    play = game(lexicon, 3, Options(black_squares=False))
    while not play.over:
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    with pytest.raises(Misfit, match="does not fit") as caught:
        game(lexicon, 3, Options()).replay(play.answers)
    assert [place.name for place in caught.value.standing.places] == ["Ana", "Ben", "Cleo"]
