"""A thousand whole games of AnagraScramble by bots, invariants after every answer; undo, replay."""

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from appliance.games import bots
from appliance.games.anagrascramble import bot
from appliance.games.anagrascramble import game as anagrascramble
from appliance.games.anagrascramble.rules import Options
from appliance.games.game_views import Jumble
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Choose, Look, Prompt, Tick
from appliance.games.script import Misfit, Play
from appliance.games.views import Account, Final, Standing
from appliance.lexicon import Lexicon
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH
from tests.bot_kit import NAMES, Recalling, booked, check_controls, check_turn


def any_options(rng: Random) -> Options:
    chosen = {f.name: rng.random() < 0.5 for f in fields(Options) if f.type in (bool, "bool")}
    return Options(**chosen, cards=rng.randint(0, 12))  # type: ignore[arg-type]


def game(judge: Judge, seats: int, options: Options) -> Play[Standing]:
    return Play(lambda: anagrascramble.play(NAMES[:seats], options, judge))


def eye(look: Look, prompt: Prompt, rng: Random) -> str:
    """Every other card is none of the box's own."""
    if look.kind == "card" and rng.random() < 0.5:
        return "".join(rng.sample(ENGLISH.bag[:-2], 7))
    return bots.any_look(look, prompt, rng)


def anything(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """Anything, but a short game: nobody is to sit through a hundred cards."""
    choose = prompt.accept("cards")
    if isinstance(choose, Choose):
        return Answer(None, "cards", str(rng.randint(1, 12)))
    return bots.anything(prompt, rng, judge, eye)


def check_standing(play: Play[Standing], before: Standing) -> None:
    """Scores change only as the page of a card says; that of the tokens comes to nothing."""
    points = Counter[str]()
    for name, n in booked(play):
        points[name] += n
    if play.prompt.headline == say("anagrascramble.payout"):
        assert sum(points.values()) == 0
        points.clear()
    for old, new in zip(before.places, play.standing.places, strict=True):
        assert new.score - old.score == points[new.name]


def check_hidden(play: Play[Standing]) -> None:
    """A word is on the screen only while the time runs (AS-4)."""
    view = play.prompt.view
    if isinstance(view, Jumble):
        assert bool(view.letters) == (play.prompt.timer is not None)


def play_out(play: Play[Standing], draw: bots.Bot, rng: Random, judge: Judge) -> Counter[int]:
    """Play to the end; returns how often each seat rolled."""
    seats = len(play.standing.places)
    rolls = Counter[int]()
    while not play.over:
        check_turn(play.prompt, seats)
        check_controls(play.prompt, seats)
        check_hidden(play)
        before, answer = play.standing, draw(play.prompt, rng, judge)
        if answer.verb == "roll":
            assert answer.seat is not None
            rolls[answer.seat] += 1
        play.give(answer)
        if not play.over:
            check_standing(play, before)
        assert len(play.answers) < 5_000, "the game does not end"
    return rolls


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_a_thousand_games_of_bots(lexicon: Lexicon, block: int) -> None:
    judge = Recalling(lexicon)
    for seed in range(block * 100, block * 100 + 100):
        rng = Random(seed)
        options = any_options(rng) if seed % 3 else Options()
        seats = 2 + seed % 5
        play = game(judge, seats, options)
        rolls = play_out(play, bot.sensibly if seed % 2 else anything, rng, judge)
        assert len(set(rolls.values())) == 1  # AS-15
        assert len(rolls) == seats
        assert isinstance(play.prompt.view, Final)
        (winner,) = play.prompt.view.winners
        assert winner in play.standing.leaders  # AS-16: one of those who were tied


def test_sensible_games_are_worth_watching(lexicon: Lexicon) -> None:
    """All moves are seen, most cards are met, and nobody writes more than people do."""
    rng, judge = Random(4), Recalling(lexicon)
    moves, ticks, points = Counter[str](), [], []
    for _ in range(20):
        play = game(judge, 4, Options(cards=12))
        while not play.over:
            view = play.prompt.view
            answer = bot.sensibly(play.prompt, rng, judge)
            if answer.verb == "move":
                moves[answer.value] += 1
            if answer.verb == "counted":
                ticks += [len(tick.ticked) for tick in play.prompt.of_kind(Tick)]
            if isinstance(view, Account) and view.chances:
                points.append(sum(b.points for b in view.bookings))
            play.give(answer)
    assert set(moves) == {"play", "pass", "double", "triple", "6 letters"}
    assert 3 < sum(ticks) / len(ticks) < 8
    assert 0.5 < sum(n > 0 for n in points) / len(points) < 0.9


def test_undo_takes_one_answer_back_anywhere(lexicon: Lexicon) -> None:
    rng, judge = Random(5), Recalling(lexicon)
    play = game(judge, 4, Options(both=True))
    while not play.over:
        before, told = play.prompt, list(play.answers)
        answer = bot.sensibly(play.prompt, rng, judge)
        play.give(answer)
        if rng.random() < 0.2:
            assert play.undo() == answer
            assert play.prompt == before
            assert play.answers == told
            play.give(answer)


@pytest.mark.parametrize("options", [Options(), Options(both=True), Options(printed_cards=True)], ids=str)
def test_a_replay_needs_no_chance_and_reaches_the_same_prompt(lexicon: Lexicon, options: Options) -> None:
    rng, judge = Random(11), Recalling(lexicon)
    play = game(judge, 3, options)
    for _ in range(70):
        play.give(bot.sensibly(play.prompt, rng, judge))
    again = game(judge, 3, options)
    again.replay([Answer.parse(str(answer)) for answer in play.answers])
    assert again.prompt == play.prompt


def test_a_game_by_other_rules_is_refused_with_its_last_standing(lexicon: Lexicon) -> None:
    rng, judge = Random(3), Recalling(lexicon)
    play = game(judge, 3, Options())
    for _ in range(40):
        play.give(bot.sensibly(play.prompt, rng, judge))
    with pytest.raises(Misfit, match="does not fit") as caught:
        game(judge, 3, Options(red=True)).replay(play.answers)
    assert [place.name for place in caught.value.standing.places] == NAMES[:3]
