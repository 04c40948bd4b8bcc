"""No game at all: the box as a plain timer with buttons."""

from dataclasses import replace

from appliance.games.prompts import TIME, Press, Prompt, Timer
from appliance.games.script import Part, ask
from appliance.games.views import Countdown, Standing
from appliance.phrases import say

LEAVE = "leave"


def countdown(seconds: float, seats: int) -> Part[None]:
    """A timer that any of `seats` buttons starts and stops, until somebody leaves with the dial."""
    buttons = tuple(range(seats))
    bar = Timer("countdown", seconds, "bid" if seconds <= 20 else "play")
    state = "ready"
    while True:
        view = Countdown(seconds, state)
        headline = say(f"timer.{state}", seconds=seconds)
        prompt = Prompt(headline, say(f"timer.{state}_help"), (), view, Standing(()))
        if state == "running":
            stop = Press("stop", buttons, say("timer.stop"))
            answer = yield from ask(replace(prompt, accepts=(stop,), timer=bar))
            state = "up" if answer.verb == TIME else "stopped"
            continue
        start, leave = Press("start", buttons, say("timer.start")), Press(LEAVE, (), say("timer.leave"))
        answer = yield from ask(replace(prompt, accepts=(start, leave), acting=buttons))
        if answer.verb == LEAVE:
            return
        state = "running"
