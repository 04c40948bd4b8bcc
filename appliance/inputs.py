"""What a press, a turn, a key or a touch means for the open prompt: an answer, a wish, or nothing.

This is the only place that knows which control does what; the help screen says the same.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal

from appliance.drivers import SEAT_KEYS, DialButton, DialTurned, Event, KeyReleased, KeyTyped, SeatButton
from appliance.drivers.debounce import Hold
from appliance.games.letters import PUNCTUATION
from appliance.games.prompts import (
    ANY_WORD,
    Accept,
    Answer,
    Choose,
    Deal,
    K,
    Look,
    Press,
    Prompt,
    Spell,
    Tick,
    Write,
)
from appliance.phrases import say
from appliance.presses import Gesture, Presses
from appliance.typed import answer_of, found, letter_of

Wish = Literal["look", "other", "other back", "settle", "undo", "take back", "help", "leave", "off"]
"""What people may ask of the table itself: a look now, another letter for the marked symbol or to settle it,
the last answer or the last word back, help, to leave, to switch the box off."""

OFF = 3.0
"""Seconds for which the dial is held to switch the box off; long before that it asks for a pause."""

WISHES: dict[str, Wish] = {"undo": "undo", "f1": "help", "?": "help", "escape": "leave"}


class Inputs:
    """The half-finished state of people's hands: where the dial stands, what is typed, which button is down.

    `chairs` maps players to the seat buttons (from 0) that they sit at; `chance` deals where the box deals.
    """

    def __init__(self, chairs: Sequence[int], prompt: Prompt, chance: Random) -> None:
        self.chairs = list(chairs)
        self._chance = chance
        self._presses = Presses()
        self._dial_hold = Hold()
        self._dial_off = Hold(OFF)
        self.keys = False
        self.prompt = prompt
        self.typed = ""
        self.marked = False
        """Whether a symbol of the camera's is under the correcting cursor, which the dial then moves."""
        self.cursor = (0, 0)
        self.open(prompt)

    def open(self, prompt: Prompt) -> None:
        """A new prompt is open; a word begun stays on the keys while spelling goes on."""
        if not (_asks(self.prompt, Spell) and _asks(prompt, Spell)):
            self.typed = ""
        ticking = _asks(self.prompt, Tick) and _asks(prompt, Tick)
        self.prompt = prompt
        if ticking:  # the list is still the same
            self.cursor = 0, min(self.cursor[1], self._places() - 1)
        else:
            self.cursor = _suggested(prompt)
        self.keys = False
        self.offered = ""
        self._form = 0
        self.notice = ""

    def offer(self, word: str) -> None:
        """The camera sees this word laid out, or "" for none."""
        if word != self.offered:
            self.offered, self._form = word, 0

    @property
    def look(self) -> Look | None:
        """The look that is asked for, if any."""
        return self._first(Look)

    @property
    def word(self) -> str:
        """The word that the judge would okay now, or ""."""
        return self.typed or (_forms(self.offered)[self._form] if self.offered else "")

    def handle(self, event: Event) -> Answer | Wish | None:
        """What the event means now."""
        match event:
            case SeatButton(at, chair, down):
                return self._seat(chair, at, down)
            case DialTurned(_, steps):
                return self._turn(steps)
            case DialButton(at, down):
                return self._dial(at, down)
            case KeyTyped(at, key) if key in SEAT_KEYS:
                return self._seat(int(key) - 1, at, True)
            case KeyReleased(at, key) if key in SEAT_KEYS:
                return self._seat(int(key) - 1, at, False)
            case KeyTyped(_, key):
                return self._key(key)
        return None

    def poll(self, now: float) -> Answer | Wish | None:
        """A button that has been held for long enough."""
        if self._dial_hold.poll(now):
            return "leave"
        if self._dial_off.poll(now):
            return "off"
        return self._pressed(self._presses.poll(now))

    def touch(self, does: str, at: float) -> Answer | Wish | None:
        """A touched hotspot, by its text (see `appliance.screens.shown.Hotspot`)."""
        what, _, which = does.partition(" ")
        if what == "seat":
            return self._tapped(int(which) - 1)
        if what == "hold":
            return self._held(int(which) - 1)
        if what == "turn":
            return self._turn(int(which))
        if what == "row":
            self.cursor = (int(which), 0)
            return None
        if what == "tick":
            tick = self._first(Tick)
            return Answer(None, tick.verb, which) if tick else None
        if what == "key":
            return self.handle(KeyTyped(at, which))
        if what == "keys":
            self.keys = not self.keys
            return None
        return self._push()

    # Seat buttons

    def _seat(self, chair: int, at: float, down: bool) -> Answer | Wish | None:
        if not down:
            return self._pressed(self._presses.up(chair, at))
        if self._accept(chair, hold=True):
            self._presses.down(chair, at)
            return None
        return self._tapped(chair)

    def _pressed(self, gesture: Gesture | None) -> Answer | Wish | None:
        if gesture is None:
            return None
        chair, what = gesture
        return self._held(chair) if what == "hold" else self._tapped(chair)

    def _accept(self, chair: int, hold: bool) -> Accept | None:
        if chair not in self.chairs:
            return None
        seat = self.chairs.index(chair)
        return next((a for a in self.prompt.accepts if seat in a.seats and a.hold == hold), None)

    def _held(self, chair: int) -> Answer | Wish | None:
        accept = self._accept(chair, hold=True)
        return Answer(self.chairs.index(chair), accept.verb) if accept else self._tapped(chair)

    def _tapped(self, chair: int) -> Answer | Wish | None:
        accept = self._accept(chair, hold=False)
        written = self._first(Write)
        if isinstance(accept, Look) and written and self.typed:
            accept = written  # what was typed is meant
        if accept is None:
            self.notice = say("table.not_now", n=chair + 1)
            return None
        seat = self.chairs.index(chair)
        match accept:
            case Press():
                return Answer(seat, accept.verb)
            case Choose():
                return Answer(seat, accept.verb, self._chosen(accept))
            case Look():
                return "look"
            case Deal():
                return Answer(seat, accept.verb, self._chance.choice(accept.among))
            case Write() if self.typed:
                word, self.typed = self.typed, ""
                return Answer(seat, accept.verb, word)
            case Spell() if self.word:
                word, self.typed = self.word, ""
                return Answer(seat, accept.verb, word)
        self.notice = say("table.no_word")
        return None

    # The dial

    def _dial(self, at: float, down: bool) -> Answer | Wish | None:
        """A push acts when the dial is let go, as one that is held asks for a pause."""
        fired = self.dial(DialButton(at, down))
        return self._push() if fired == "tap" else "leave" if fired else None

    def dial(self, event: DialButton) -> Literal["tap", "hold"] | None:
        """What the dial was let go after; a hold is told by `poll` as soon as it is long enough."""
        if event.down:
            self._dial_hold.down(event.at)
            self._dial_off.down(event.at)
            return None
        self._dial_off.up(event.at)
        return self._dial_hold.up(event.at)

    def _chosen(self, choose: Choose) -> str:
        row, place = self.cursor
        return choose.rows[row].at(place)

    def _turn(self, steps: int) -> Answer | Wish | None:
        choose = self._first(Choose)
        spell = self._first(Spell)
        if self.marked:
            return "other" if steps > 0 else "other back"
        if choose:
            self._move(choose, steps)
        elif self._first(Tick):
            self.cursor = 0, min(max(self.cursor[1] + steps, 0), self._places() - 1)
            self.typed = ""
        elif spell and spell.punctuation and self.offered and not self.typed:
            self._form = (self._form + steps) % len(_forms(self.offered))
        elif spell:
            return Answer(spell.seats[0], spell.verb, ANY_WORD) if steps > 0 else "take back"
        elif self._first(Look):
            return "other" if steps > 0 else "other back"
        return None

    def _places(self) -> int:
        tick = self._first(Tick)
        return len(tick.places) if tick else 0

    def _move(self, choose: Choose, steps: int) -> None:
        """Move through all rows as if they were one; stop at both ends."""
        row, place = self.cursor
        place += steps
        while place < 0 and row > 0:
            row -= 1
            place += len(choose.rows[row])
        while place >= len(choose.rows[row]) and row < len(choose.rows) - 1:
            place -= len(choose.rows[row])
            row += 1
        self.cursor = row, min(max(place, 0), len(choose.rows[row]) - 1)

    def _push(self) -> Answer | Wish | None:
        choose, tick = self._first(Choose), self._first(Tick)
        if self.marked:
            return "settle"
        if tick:
            self.typed = ""
            return Answer(None, tick.verb, tick.places[self.cursor[1]])
        if choose and len(choose.rows) > 1:
            row = self.cursor[0] % len(choose.rows) + 1
            self.cursor = row % len(choose.rows), 0
            return None
        if choose:
            return Answer(choose.seats[0] if choose.seats else None, choose.verb, self._chosen(choose))
        for accept in self.prompt.accepts:
            if isinstance(accept, Press) and not accept.seats:
                return Answer(None, accept.verb)
            if isinstance(accept, Deal) and not accept.seats:
                return Answer(None, accept.verb, self._chance.choice(accept.among))
        return "settle" if self._first(Look) else None

    def _first(self, kind: type[K]) -> K | None:
        return next(self.prompt.of_kind(kind), None)

    # Keys

    def _key(self, key: str) -> Answer | Wish | None:
        if key in WISHES:
            return WISHES[key]
        if key in ("left", "right", "up", "down"):
            return self._turn(1 if key in self._onward() else -1)
        if key == "enter":
            return self._enter()
        if key == "backspace":
            self.typed = self.typed[:-1]
        else:
            self._letter(letter_of(self.prompt, key))
        return None

    def _letter(self, letter: str) -> None:
        tick = self._first(Tick)
        self.typed += letter
        if letter and tick:
            place: int
            self.typed, place = found(tick, self.typed) or ("", self.cursor[1])
            self.cursor = 0, place

    def _onward(self) -> tuple[str, str]:
        """The keys that turn the dial clockwise: up raises a number, but goes back in a list."""
        choose = self._first(Choose)
        numbers = choose is not None and any(isinstance(row.values, range) for row in choose.rows)
        return ("right", "up") if numbers else ("right", "down")

    def _enter(self) -> Answer | Wish | None:
        if not self.typed or self._first(Tick):
            return self._push()
        typed, self.typed = self.typed, ""
        return answer_of(self.prompt, typed)


def _asks(prompt: Prompt, kind: type[K]) -> bool:
    return next(prompt.of_kind(kind), None) is not None


def _suggested(prompt: Prompt) -> tuple[int, int]:
    choose = next(prompt.of_kind(Choose), None)
    return choose.place_of(choose.suggest) if choose and choose.suggest else (0, 0)


def _forms(word: str) -> list[str]:
    """The word plain, then with each mark in each gap (AN-45)."""
    marked = (word[:gap] + mark + word[gap:] for mark in PUNCTUATION for gap in range(1, len(word)))
    return [word, *marked]
