"""What is asked before a game: which, who plays, by which variants. A script like any other."""

import dataclasses
from collections.abc import Sequence

from appliance.games.catalogue import GAMES, Game, Options, Setup, game
from appliance.games.prompts import GO_ON, Choose, Press, Prompt, Row
from appliance.games.script import Part, ask
from appliance.games.views import Joining, Menu, Standing
from appliance.phrases import say

START = "play"
TIMER = "timer"
MOST = 200
"""The largest number that a variant can be set to."""
NEW = "new"
STAY, OFF = "stay", "off"
NOBODY = Standing(())


def choose_game() -> Part[str]:
    """The start menu; returns a game's name or `timer`."""
    entries = [(g.name, g.title, say(f"{g.name}.line")) for g in GAMES.values()]
    entries.append((TIMER, say("timer.title"), say("timer.line")))
    rows = (Row(say("setup.row"), tuple(name for name, _, _ in entries)),)
    prompt = Prompt(
        say("setup.game"),
        say("setup.game_help"),
        (Choose("game", (), rows),),
        Menu(tuple(entries)),
        NOBODY,
    )
    answer = yield from ask(prompt)
    return answer.value


def go_on_with(title: str, begun: str, standing: Standing) -> Part[bool]:
    """Whether to go on with a game that was broken off."""
    rows = (Row(say("setup.row"), (GO_ON, NEW)),)
    entries = ((GO_ON, say("setup.go_on"), str(standing)), (NEW, say("setup.new"), say("setup.new_line")))
    prompt = Prompt(
        say("setup.unfinished", title=title, day=begun[:10]),
        say("setup.unfinished_help"),
        (Choose("unfinished", (), rows),),
        Menu(entries),
        NOBODY,
    )
    answer = yield from ask(prompt)
    return answer.value == GO_ON


def switch_off() -> Part[bool]:
    """Whether the box is to be switched off."""
    rows = (Row(say("setup.row"), (STAY, OFF)),)
    entries = tuple((name, say(f"setup.{name}"), say(f"setup.{name}_line")) for name in (STAY, OFF))
    prompt = Prompt(
        say("setup.ask_off"), say("setup.ask_off_help"), (Choose("switch", (), rows),), Menu(entries), NOBODY
    )
    answer = yield from ask(prompt)
    return answer.value == OFF


def set_up(name: str, seats: Sequence[str]) -> Part[Setup]:
    """Who plays a game, and how; `seats` are the names of the people at each seat button, "" for no name."""
    chosen = game(name)
    chairs = yield from join(chosen, seats)
    options = yield from choose_variants(chosen)
    return Setup(chosen, tuple(player(seats, chair) for chair in chairs), tuple(chairs), options)


def player(seats: Sequence[str], chair: int) -> str:
    """The name of whoever sits there."""
    return seats[chair] or say("setup.player", n=chair + 1)


def join(game: Game, seats: Sequence[str]) -> Part[list[int]]:
    """Everybody who plays presses; a second press leaves again."""
    chairs: set[int] = set()
    everywhere = tuple(range(len(seats)))
    while True:
        names = tuple(player(seats, seat) if seat in chairs else "" for seat in everywhere)
        accepts = [Press("join", everywhere, say("setup.joined"))]
        if len(chairs) in game.seats:
            accepts.append(Press(GO_ON, (), say("setup.enough")))
        prompt = Prompt(
            say("setup.join"),
            say("setup.join_help"),
            tuple(accepts),
            Joining(names),
            NOBODY,
            acting=tuple(sorted(set(everywhere) - chairs)),
        )
        answer = yield from ask(prompt)
        if answer.seat is None:
            return sorted(chairs)
        chairs ^= {answer.seat}


def choose_variants(game: Game) -> Part[Options]:
    """Each variant can be switched; `play` starts the game."""
    options = game.options()
    last = START
    while True:
        entries = [(START, say("setup.start"), say("setup.start_line"))]
        for name in game.variants:
            title = say(f"{game.name}.{name}")
            entries.append(
                (name, f"{title}: {state_of(getattr(options, name))}", say(f"{game.name}.{name}_line"))
            )
        rows = (Row(say("setup.variant_row"), (START, *game.variants)),)
        prompt = Prompt(
            say("setup.variants"),
            say("setup.variants_help"),
            (Choose("variant", (), rows, last),),
            Menu(tuple(entries)),
            NOBODY,
        )
        answer = yield from ask(prompt)
        if answer.value == START:
            return options
        last = answer.value
        now: bool | int = getattr(options, last)
        changed = (not now) if isinstance(now, bool) else (yield from choose_number(game, last, now))
        options = dataclasses.replace(options, **{last: changed})


def state_of(value: bool | int) -> str:
    """How a variant stands, in a word or a number."""
    if not isinstance(value, bool):
        return str(value)
    return say("setup.switched_on" if value else "setup.switched_off")


def choose_number(game: Game, name: str, now: int) -> Part[int]:
    """A variant that is a number, from 1 to `MOST`."""
    title = say(f"{game.name}.{name}")
    prompt = Prompt(
        title,
        say("setup.number_help"),
        (Choose("number", (), (Row(title, range(1, MOST + 1)),), str(now)),),
        Menu(((str(now), f"{title}: {now}", say(f"{game.name}.{name}_line")),)),
        NOBODY,
    )
    answer = yield from ask(prompt)
    return int(answer.value)
