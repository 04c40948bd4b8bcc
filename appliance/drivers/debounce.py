"""What contacts and fingers do, as small pure objects: no pin, no thread, time is passed in.

gpiozero's mock pins ignore `bounce_time`, its debouncing acts late, its `when_held` sticks after a lost edge.
"""

from typing import Literal, NamedTuple

CHATTER = 0.020
"""Seconds for which a contact may chatter after an edge; arcade buttons settle in 5 to 10 ms."""

LOST = 0.050
"""Seconds after which an edge that the level tells of, but that has not arrived, is taken for lost."""

HOLD = 0.6
"""Seconds after which a press is a hold."""


class Change(NamedTuple):
    """A button that went down or up, and the second when it did."""

    at: float
    down: bool


class Debounce:
    """Acts on the first edge at once, then ignores chatter, then believes the level.

    A release that falls into the chatter is not forgotten: it comes out later, with its own time. A change
    of which no edge arrives at all is found by `settle`, so that no button can stick.
    """

    def __init__(self, down: bool = False, chatter: float = CHATTER, lost: float = LOST) -> None:
        self.down = down
        self._chatter = chatter
        self._lost = lost
        self._acted = float("-inf")
        self._ignored: Change | None = None
        self._doubt: float | None = None

    def edge(self, at: float, down: bool) -> list[Change]:
        """The contact's level became `down` at `at`; answers what that means: up to two changes, in order."""
        self._doubt = None
        if at - self._acted < self._chatter:
            self._ignored = Change(at, down)
            return []
        ignored, self._ignored = self._ignored, None
        if down != self.down:
            return [self._act(Change(at, down))]
        if ignored is None or ignored.down == self.down or at - ignored.at < self._chatter:
            return []  # nothing new, or still the same chatter
        return [self._act(ignored), self._act(Change(at, down))]  # it must have gone the other way in between

    def settle(self, now: float, down: bool) -> list[Change]:
        """The level read at `now` is `down`; answers what no edge has told: at most one change."""
        if now - self._acted < self._chatter:
            return []
        if down == self.down:
            self._ignored = self._doubt = None
            return []
        if self._ignored is not None and self._ignored.down == down:
            since, patience = self._ignored.at, self._chatter
        else:
            # The edge may only be late; to act now would give the press a later time than it had.
            since, patience = now if self._doubt is None else self._doubt, self._lost
            self._doubt = since
        return [self._act(Change(since, down))] if now - since >= patience else []

    def _act(self, change: Change) -> Change:
        self._acted = max(self._acted, change.at)
        self.down = change.down
        self._ignored = self._doubt = None
        return Change(self._acted, change.down)


class Hold:
    """Tells a tap from a hold. A hold fires once, while the button is still down; a tap fires on release.

    A button that is down at the start does nothing until it was released once: no `down` was given for it.
    """

    def __init__(self, seconds: float = HOLD) -> None:
        self._seconds = seconds
        self._since: float | None = None

    def down(self, at: float) -> None:
        """The button went down."""
        self._since = at

    def up(self, at: float) -> Literal["tap", "hold"] | None:
        """The button went up; what that was, or None if the hold had fired already."""
        since, self._since = self._since, None
        if since is None:
            return None
        # By the button's own time: a loop that was busy must not turn a hold into a tap.
        return "hold" if at - since >= self._seconds else "tap"

    def poll(self, now: float) -> Literal["hold"] | None:
        """Fires once when the button has been down for long enough."""
        if self._since is None or now - self._since < self._seconds:
            return None
        self._since = None
        return "hold"


_TURN = {0b00: 0, 0b10: 1, 0b11: 2, 0b01: 3}
"""Place on the circle of (a, b), each 1 when its contact is closed; clockwise a closes first."""


class Quadrature:
    """Counts the detents of a rotary encoder from the levels of its two contacts.

    Chatter moves it to and fro between two neighbours and so adds up to nothing; it needs no debouncing.
    `detents` is how many one cycle of the contacts has: 1 (most modules) or 2 (rests with both closed too).
    """

    def __init__(self, detents: Literal[1, 2] = 1) -> None:
        self._rests = {0} if detents == 1 else {0, 2}
        self._enough = 2 if detents == 1 else 1
        self._place = 0
        self._travel = 0

    def level(self, a: bool, b: bool) -> int:
        """The contacts are now closed (True) or open; answers the detents turned: -1, 0 or 1, clockwise 1."""
        place = _TURN[a << 1 | b]
        moved = (
            place - self._place + 1
        ) % 4 - 1  # a jump over one place, 2, has lost an edge: direction unknown
        self._place = place
        if moved != 2:
            self._travel += moved
        if place not in self._rests:
            return 0
        travel, self._travel = self._travel, 0
        return (travel >= self._enough) - (travel <= -self._enough)
