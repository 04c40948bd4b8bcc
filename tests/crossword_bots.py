"""Whole games of Speed Scrabble and Idaho by bots: what both are held to after every answer."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from appliance.games import bots
from appliance.games.catalogue import Options, Setup, game
from appliance.games.game_views import Ballot, Pool
from appliance.games.judge import Judge
from appliance.games.looks import crosswords
from appliance.games.prompts import Answer, Look, Prompt
from appliance.games.scrabble import bot, stock
from appliance.games.script import Play
from appliance.games.views import Final, Standing
from appliance.pieces.tiles import ENGLISH
from tests.bot_kit import NAMES, booked, check_controls, check_turn


def eye(look: Look, prompt: Prompt, rng: Random) -> str:
    """Anything that can lie on a table: heaps, no words, too many blanks, seats that nobody has."""
    heaps = []
    for _ in range(rng.randint(1, 8)):
        rows, columns = rng.randint(1, 4), rng.randint(1, 5)
        lines = ["".join(rng.choice("...AEINRSTQ") for _ in range(columns)) for _ in range(rows)]
        if rng.random() < 0.2:
            lines[0] = "?" + lines[0][1:]
        heaps.append(f"{rng.randint(1, 9)}:{'/'.join(lines)}")
    return " ".join(heaps)


def anything(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    return bots.anything(prompt, rng, judge, eye)


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """The bot, whose tables must hold what everybody holds, out of the boxes there are."""
    answer = bot.sensibly(prompt, rng, judge)
    look = prompt.accept(answer.verb)
    if isinstance(look, Look):
        layouts = crosswords(answer.value)
        counts = {seat: sum(tile != "." for row in rows for tile in row) for seat, rows in layouts}
        assert [f"{seat + 1}:{count}" for seat, count in sorted(counts.items())] == sorted(look.among)
        tiles = [tile for _, rows in layouts for row in rows for tile in row if tile != "."]
        assert stock.reasons(ENGLISH, tiles, 1 if len(tiles) <= 100 else 2) == ()
    return answer


def options(kind: str, rng: Random) -> Options:
    """Some of the house rules, drawn by chance."""
    defaults = game(kind).options()
    switches = [name for name, value in vars(defaults).items() if isinstance(value, bool)]
    chosen = {name: rng.random() < 0.5 for name in switches if name != "two_sets"}
    return replace(defaults, games=rng.choice((1, 1, 1, 2)), two_sets=rng.random() < 0.05, **chosen)


def begin(kind: str, seats: int, agreed: Options, judge: Judge) -> Play[Standing]:
    setup = Setup.of(game(kind), NAMES[:seats])
    return replace(setup, options=agreed).begin(judge)


def check_pool(prompt: Prompt, tiles: int, even: bool) -> None:
    """No tile comes from nowhere, none gets lost; with `even` all hold the same number."""
    if not isinstance(prompt.view, Pool):
        return
    held = [int(what.split()[-2]) for _, what in prompt.view.rows]
    assert prompt.view.left >= 0
    assert min(held) >= 7
    assert not even or len(set(held)) == 1
    assert prompt.view.left + sum(held) <= tiles
    if even:
        assert prompt.view.left + sum(held) == tiles


def play_out(
    kind: str,
    play: Play[Standing],
    agreed: Options,
    draw: Callable[[Prompt, Random, Judge], Answer],
    rng: Random,
    judge: Judge,
) -> None:
    seats = len(play.standing.places)
    tiles = 200 if agreed.two_sets else 100
    while not play.over:
        prompt = play.prompt
        check_turn(prompt, seats)
        check_controls(prompt, seats)
        check_pool(prompt, tiles, even=kind == "speed-scrabble")
        if isinstance(prompt.view, Ballot):
            assert set(prompt.acting) == {
                NAMES.index(name) for name, voice in prompt.view.voices if not voice
            }
        before = play.standing
        play.give(draw(prompt, rng, judge))
        gained = dict.fromkeys(NAMES, 0)
        for name, points in booked(play) if play.standing != before else ():
            gained[name] += points
        for old, new in zip(before.places, play.standing.places, strict=True):
            assert new.score - old.score == gained[old.name]
        assert len(play.answers) < 20_000, "the game does not end"
    assert isinstance(play.prompt.view, Final)
    assert play.prompt.view.winners == play.standing.leaders


def a_block(kind: str, block: int, judge: Judge) -> None:
    """Fifty whole games, every second one by the bot."""
    people = game(kind).seats
    for seed in range(block * 50, block * 50 + 50):
        rng = Random(seed)
        agreed = options(kind, rng) if seed % 3 == 0 else game(kind).options()
        seats = people[0] + seed // 2 % len(people)
        play = begin(kind, seats, agreed, judge)
        play_out(kind, play, agreed, sensibly if seed % 2 else anything, rng, judge)


def undo_anywhere(kind: str, seats: int, seed: int, judge: Judge) -> None:
    """An answer taken back leaves all as it was; and the whole game replays to the same end."""
    rng, agreed = Random(seed), game(kind).options()
    play = begin(kind, seats, agreed, judge)
    while not play.over:
        before, told = play.prompt, list(play.answers)
        answer = bot.sensibly(before, rng, judge)
        play.give(answer)
        if rng.random() < 0.2:
            assert play.undo() == answer
            assert (play.prompt, play.answers) == (before, told)
            play.give(answer)
    again = begin(kind, seats, agreed, judge)
    again.replay([Answer.parse(str(answer)) for answer in play.answers])
    assert again.over
    assert again.standing == play.standing
