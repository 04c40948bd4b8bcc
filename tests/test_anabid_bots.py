"""A thousand whole games by bots, invariants checked after every answer; undo, replay."""

from collections.abc import Callable
from dataclasses import fields
from random import Random

import pytest

from appliance.games import bots
from appliance.games.anabid import bot
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.anabid.sheet import Judge
from appliance.games.prompts import TIME, Answer, Look, Prompt
from appliance.games.script import Misfit, Play, Refused
from appliance.games.views import Final, Standing
from appliance.lexicon import Lexicon
from tests.bot_kit import NAMES, Recalling, booked, check_turn


def any_options(rng: Random) -> Options:
    chosen = {f.name: rng.random() < 0.5 for f in fields(Options) if f.type in (bool, "bool")}
    return Options(**chosen)


def game(judge: Judge, seats: int, options: Options) -> Play[Standing]:
    return Play(lambda: anabid.play(NAMES[:seats], options, judge))


def check_standing(before: Standing, after: Standing, booked: tuple[tuple[str, int], ...]) -> None:
    """Scores change only as the page says; tokens only go, one at a time."""
    for old, new in zip(before.places, after.places, strict=True):
        assert new.score - old.score == sum(points for name, points in booked if name == old.name)
        assert set(new.tokens) <= set(old.tokens)
        assert not (old.out and not new.out)
    held_before, held = (sum(len(p.tokens) for p in standing.places) for standing in (before, after))
    assert held_before - held in (0, 1)


def play_out(
    play: Play[Standing],
    draw: Callable[[Prompt, Random, Judge], Answer],
    rng: Random,
    judge: Judge,
) -> None:
    seats = len(play.standing.places)
    while not play.over:
        check_turn(play.prompt, seats)
        before = play.standing
        play.give(draw(play.prompt, rng, judge))
        check_standing(before, play.standing, booked(play) if not play.over else ())
        assert len(play.answers) < 20_000, "the game does not end"


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_games_of_bots(lexicon: Lexicon, block: int) -> None:
    judge = Recalling(lexicon)
    for seed in range(block * 50, block * 50 + 50):
        rng = Random(seed)
        options = any_options(rng) if seed % 3 else Options()
        play = game(judge, 2 + seed % 6, options)
        play_out(play, bot.sensibly if seed % 2 else bots.anything, rng, judge)
        assert isinstance(play.prompt.view, Final)
        assert play.prompt.view.winners == play.standing.leaders


def test_undo_takes_one_answer_back_anywhere(lexicon: Lexicon) -> None:
    rng = Random(5)
    play = game(lexicon, 4, Options())
    while not play.over and len(play.answers) < 150:
        before, told = play.prompt, list(play.answers)
        answer = bot.sensibly(play.prompt, rng, lexicon)
        play.give(answer)
        if rng.random() < 0.3:
            assert play.undo() == answer
            assert play.prompt == before
            assert play.answers == told
            play.give(answer)


def test_undo_at_the_start_does_nothing(lexicon: Lexicon) -> None:
    play = game(lexicon, 3, Options())
    assert play.undo() is None


def test_a_replay_needs_no_clock_and_reaches_the_same_prompt(lexicon: Lexicon) -> None:
    rng = Random(11)
    play = game(lexicon, 5, Options(quotable=True))
    for _ in range(120):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    again = game(lexicon, 5, Options(quotable=True))
    again.replay([Answer.parse(str(answer)) for answer in play.answers])
    assert again.prompt == play.prompt


def test_a_game_by_other_rules_is_refused_with_its_last_standing(lexicon: Lexicon) -> None:
    rng = Random(3)
    play = game(lexicon, 3, Options())
    for _ in range(60):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    other = game(lexicon, 3, Options(bidtacular=True, wordsmith=True, quotable=True))
    with pytest.raises(Misfit, match="does not fit") as caught:
        other.replay(play.answers)
    assert [place.name for place in caught.value.standing.places] == ["Ana", "Ben", "Cleo"]


def test_a_refused_answer_leaves_the_game_where_it_stands(lexicon: Lexicon) -> None:
    play = game(lexicon, 3, Options())
    prompt = play.prompt
    (look,) = prompt.of_kind(Look)
    for answer in (
        Answer(0, look.verb, "A B"),
        Answer(1, look.verb, "A"),
        Answer(None, TIME),
        Answer(0, "bid", "1x3"),
        Answer(0, look.verb, "€"),
    ):
        with pytest.raises(Refused):
            play.give(answer)
        assert play.prompt is prompt
    assert play.answers == []
