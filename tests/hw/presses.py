"""Presses and lamps at the board's pins, and what the box's panel in there makes of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from tests.hw.board import LINES, Board, board
from tests.hw.guest import PATIENCE

WIRING: dict[str, Any] = {"buttons": [0, 1], "lamps": [2, 4], "dial_a": 5, "dial_b": 6, "dial_push": 7}
BUTTONS_ONLY: dict[str, Any] = {"buttons": [0, 1, 2, 4, 5, 6]}

APART = 0.001
"""Seconds between the two presses of a pair."""
NEAR = 0.002
"""Seconds up to which a pair counts as such, by the kernel's own stamps: the guest is not always awake."""
SETTLED = 0.025
"""Seconds after which a contact may change again; a little more than it may chatter."""


class Heard(NamedTuple):
    """What the panel told: `at` is the kernel's stamp in s, `took` the seconds from it until a lamp shone."""

    who: str
    what: str | int
    at: float
    took: float

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


@dataclass(frozen=True)
class Pairs:
    """Many pairs of presses: what was pressed, what was heard, in order, and the seconds between the two."""

    pressed: list[str]
    heard: list[str]
    gaps: list[float]

    @property
    def near(self) -> list[float]:
        """The gaps of those that were as near as they should be."""
        return [gap for gap in self.gaps if gap <= NEAR]

    @property
    def wrong(self) -> int:
        """How many pairs came out in another order, or not whole."""
        said, told = list(_in_twos(self.pressed)), list(_in_twos(self.heard))
        return sum(one != other for one, other in zip(said, told, strict=False)) + abs(len(said) - len(told))


class PanelInside:
    """The panel in the guest, as people have it before them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.guest = board.guest
        self.wired = WIRING

    def open(
        self, wiring: dict[str, Any] = WIRING, answers: bool = False, leant_on: tuple[int, ...] = ()
    ) -> list[int]:
        """Wire it so; answers the seats (from 0) whose button is down already. See `inside_panel.py`.

        Somebody leans on the buttons of some seats (from 1).
        """
        self.guest.ask("close")  # what a lamp was on takes no level from outside before
        self.wired = wiring
        free = {self.wired["buttons"][seat - 1] for seat in leant_on} | set(wiring.get("lamps", ()))
        self.board.pull_up(*(line for line in LINES if line not in free))
        held: list[int] = self.guest.ask("open", wiring, answers)["held"]
        self.guest.ask("report")
        return held

    def press(self, seat: int) -> None:
        """Put the button of a seat (from 1) down."""
        self.board.ground(self.wired["buttons"][seat - 1], True)

    def release(self, seat: int) -> None:
        """Let it go."""
        self.board.ground(self.wired["buttons"][seat - 1], False)

    def tap(self, line: int) -> None:
        """Close the contact at a pin as a finger does."""
        self.board.ground(line, True)
        self.rest(0.1)
        self.board.ground(line, False)
        self.rest(0.1)

    def turn(self, steps: int) -> None:
        """Turn the dial."""
        self.board.turn(self.wired["dial_a"], self.wired["dial_b"], steps)

    def rest(self, seconds: float = SETTLED) -> None:
        """Let so much time pass in the guest, whose clock goes slower than ours while it is busy."""
        self.guest.ask("rest", seconds)

    def heard(self, count: int, patience: float = PATIENCE) -> list[Heard]:
        """What the panel told since it was last asked, as soon as it is so much."""
        told: list[Heard] = []
        until = time.monotonic() + patience
        while len(told) < count and time.monotonic() < until:
            told += [Heard(*one) for one in self.guest.ask("report")["heard"]]
        return told


@contextmanager
def panel() -> Iterator[PanelInside]:
    """The panel in a guest that has started."""
    with board("inside_panel") as outside:
        outside.guest.hear("ready")
        yield PanelInside(outside)


def press_pairs(panel: PanelInside, count: int, seed: int) -> Pairs:
    """Press two buttons one after the other, again and again, until so many pairs were near enough."""
    panel.open(BUTTONS_ONLY)
    rng, result = Random(seed), Pairs([], [], [])
    while len(result.near) < count and len(result.gaps) < 5 * count:
        _some_pairs(panel, rng, result)
    return result


def _some_pairs(panel: PanelInside, rng: Random, result: Pairs) -> None:
    """A few of them, each at other buttons than the one before, which are let go meanwhile."""
    pairs = [(1, 2), (3, 4), (5, 6)] * 10
    before: tuple[int, ...] = ()
    for pair in pairs:
        for seat in before:
            panel.release(seat)
        first, second = rng.sample(pair, 2)
        begun = time.perf_counter()
        panel.press(first)
        while time.perf_counter() < begun + APART:
            pass
        panel.press(second)
        result.pressed.extend((f"seat {first}", f"seat {second}"))
        panel.rest()
        before = pair
    for seat in before:
        panel.release(seat)
    told = [one for one in panel.heard(4 * len(pairs)) if one.what == "down"]
    result.heard.extend(one.who for one in told)
    result.gaps.extend(second.at - first.at for first, second in _in_twos(told))


def _in_twos(things: list[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(things[::2], things[1::2], strict=False)


def answered_presses(panel: PanelInside, count: int) -> list[float]:
    """Seconds by the guest's clock from the kernel's stamp of a press until the lamp's pin has its level."""
    panel.open(WIRING, answers=True)
    took = []
    for _ in range(count):
        panel.press(1)
        took += [one.took for one in panel.heard(1)]
        assert panel.board.lit(WIRING["lamps"][0])
        panel.rest()
        panel.release(1)
        panel.heard(1)
        assert not panel.board.lit(WIRING["lamps"][0])
        panel.rest()
    return took


def gaps_of_the_same_moment(panel: PanelInside, count: int) -> list[float]:
    """Seconds between the kernel's stamps of two presses that were one: no time passed, one interrupt."""
    panel.open(WIRING)
    first, second = WIRING["buttons"]
    gaps = []
    for _ in range(count):
        panel.board.drive((first, False), (second, False))
        one, other = panel.heard(2)
        gaps.append(other.at - one.at)
        panel.board.drive((first, True), (second, True))
        panel.heard(2)
        panel.rest()
    return gaps
