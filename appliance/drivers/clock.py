"""Monotonic time: the machine's own, and one that only moves when told to."""

import time


class SystemClock:
    """The machine's monotonic clock, the one that the kernel stamps pin events and frames with."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let that much time pass; a negative length is none."""
        time.sleep(max(0.0, seconds))


class ManualClock:
    """Time that stands still until somebody sleeps or advances it, so that a minute costs no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Advance, at once; a negative length is none."""
        self.advance(max(0.0, seconds))

    def advance(self, seconds: float) -> None:
        """Let that much time pass.

        Raises `ValueError` if it would run backwards.
        """
        if seconds < 0:
            raise ValueError(f"a clock runs forwards only, not by {seconds} s")
        self._now += seconds
