"""The one timer that a prompt may carry: it starts, runs on and stops with the prompts. Time is passed in."""

from appliance.games.prompts import Timer

LATE = 0.05
"""Seconds for which the table still waits after the end: a press made in time may be on its way."""


class Stopwatch:
    """Follows the timers of successive prompts.

    It runs on while they carry the same name, starts anew with another name and stops with none.
    """

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._used = 0.0
        self._since: float | None = None  # None while it stands still

    def follow(self, timer: Timer | None, now: float) -> None:
        """A new prompt is open, with this timer or none."""
        if timer and self._timer and timer.name == self._timer.name:
            self._timer = timer
            return
        self._timer, self._used = timer, 0.0
        self._since = now if timer else None

    def resume_with(self, timer: Timer | None, used: float) -> None:
        """Stand at `used` seconds of this timer, until `go_on`."""
        self._timer, self._used, self._since = timer, used if timer else 0.0, None

    def pause(self, now: float) -> None:
        """Let the time stand still."""
        self._used, self._since = self.used(now), None

    def go_on(self, now: float) -> None:
        """Let the time run again."""
        if self._timer and self._since is None:
            self._since = now

    @property
    def timer(self) -> Timer | None:
        """The timer that is followed now."""
        return self._timer

    def used(self, now: float) -> float:
        """Seconds used so far."""
        return self._used if self._since is None else self._used + max(0.0, now - self._since)

    def left(self, now: float) -> float:
        """Seconds left; infinitely many without a timer."""
        return max(0.0, self._timer.seconds - self.used(now)) if self._timer else float("inf")

    def over(self, at: float) -> bool:
        """Whether the time had run out by the moment `at`."""
        return self._timer is not None and self._since is not None and self.used(at) >= self._timer.seconds
