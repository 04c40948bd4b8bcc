"""What whole games of bots are held to, whatever the game; a lexicon that remembers what it was asked."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from appliance.games.prompts import TIME, Answer, Choose, Press, Prompt, Tick
from appliance.games.script import Play
from appliance.games.views import Account, Standing
from appliance.lexicon import Found, Lexicon

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]


class Recalling:
    """The lexicon, with what was asked last remembered: bots ask for the same letters at every word."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.look_up = lexicon.look_up
        self.is_word = lexicon.is_word
        self._words = lru_cache(64)(lexicon.words)

    def words(self, tiles: Sequence[str], **limits: Any) -> dict[int, list[Found]]:
        return self._words(tuple(tiles), **limits)


def booked(play: Play[Standing]) -> tuple[tuple[str, int], ...]:
    """The points that the open page books, if it is a page of points."""
    view = play.prompt.view
    return tuple((b.name, b.points) for b in view.bookings) if isinstance(view, Account) else ()


def check_turn(prompt: Prompt, seats: int) -> None:
    """Nobody may act out of turn, some legal act is open, and the screen says something."""
    assert prompt.accepts
    assert prompt.headline
    assert prompt.help
    for accept in prompt.accepts:
        for seat in {*range(seats), None} - ({*accept.seats} or {None}):
            elsewhere = any(a.verb == accept.verb and seat in (a.seats or (None,)) for a in prompt.accepts)
            assert elsewhere or prompt.check(Answer(seat, accept.verb))
    assert (prompt.check(Answer(None, TIME)) is None) == (prompt.timer is not None)


def check_controls(prompt: Prompt, seats: int) -> None:
    """No button and no push of the dial means two things at once."""
    for seat in range(seats):
        for hold in (False, True):
            assert sum(seat in a.seats and a.hold == hold for a in prompt.accepts) <= 1
    pushed = [a for a in prompt.accepts if isinstance(a, Choose | Press | Tick) and not a.seats]
    assert len(pushed) <= 1
