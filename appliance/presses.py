"""Seat buttons going down and up, and which of them was a tap or a hold, the earliest first."""

from typing import Literal

from appliance.drivers import SEAT_KEYS
from appliance.drivers.debounce import Hold

Gesture = tuple[int, Literal["tap", "hold"]]
"""A chair (from 0) and what its button did."""


class Presses:
    """The seat buttons that are down where it matters whether they are held."""

    def __init__(self) -> None:
        self._holds = {chair: Hold() for chair in range(len(SEAT_KEYS))}
        self._down: dict[int, float] = {}
        self._decided: dict[int, Literal["tap", "hold"]] = {}

    def down(self, chair: int, at: float) -> None:
        """The button goes down: wait and see whether it is a tap or a hold."""
        self._holds[chair].down(at)
        self._down[chair] = at

    def up(self, chair: int, at: float) -> Gesture | None:
        """The button is let go; what is known now, if anything."""
        fired = self._holds[chair].up(at)
        if fired:
            self._decided[chair] = fired
        return self._first()

    def poll(self, now: float) -> Gesture | None:
        """A button that has been held for long enough, if any."""
        for chair, hold in self._holds.items():
            if hold.poll(now):
                self._decided[chair] = "hold"
        return self._first()

    def _first(self) -> Gesture | None:
        """The earliest press, once it is known for a tap or a hold: a later, shorter one must wait for it."""
        if not self._down:
            return None
        chair = min(self._down, key=self._down.__getitem__)
        what = self._decided.pop(chair, None)
        if what is None:
            return None
        del self._down[chair]
        return chair, what
