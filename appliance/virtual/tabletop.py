"""The top of the virtual table: dice that are thrown, roll and rest, and that hands lay into words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from random import Random
from typing import NamedTuple

from appliance.drivers import Clock, Frame, Image
from appliance.pieces import DiceSet, Die, dice_set
from appliance.virtual.dice import Placed, lay_row, reach, roll
from appliance.virtual.geometry import project
from appliance.virtual.render import develop, expose
from appliance.virtual.scene import Table

ROLLING = 0.8
"""Seconds that thrown dice take to come to rest."""

FRAMES = 15
"""Frames a second that the virtual camera takes."""


@dataclass(frozen=True)
class _Throw:
    """Dice on their way: where each began, and when."""

    start: tuple[Placed, ...]
    begun: float


class Wanted(NamedTuple):
    """Which dice a game wants thrown: the set, and the least and most of them."""

    pieces: str
    least: int
    most: int


class Tabletop:
    """Dice on the virtual mat. Chance comes from `seed`, time from `clock`."""

    def __init__(self, clock: Clock, dice: DiceSet, seed: int = 0, scene: Table | None = None) -> None:
        self._clock = clock
        self._set = dice
        self._rng = Random(seed)
        self._scene = scene or Table()
        self._throw: _Throw | None = None
        self.dice: tuple[Placed, ...] = ()
        self.wanted: Callable[[], Wanted | None] = lambda: None
        """Says which dice the game asks for now."""
        self.count = 7
        """How many dice the next choice of dice takes (AN-7)."""

    @property
    def next_count(self) -> int:
        """How many dice the next throw would have."""
        wanted = self.wanted()
        if wanted is None:
            return len(self.dice) or self.count
        return len(self.dice) if self._settled(wanted) else min(max(self.count, wanted.least), wanted.most)

    def _settled(self, wanted: Wanted) -> bool:
        """Whether the dice that lie there are those to throw again."""
        return wanted.most > 1 and wanted.least <= len(self.dice) <= wanted.most

    def throw_for(self, wanted: Wanted) -> None:
        """Throw what the game wants: the same dice again if their number is settled."""
        if self._settled(wanted):
            self.throw([placed.die for placed in self.dice])
        else:
            count = min(max(self.count, wanted.least), wanted.most)
            self.throw(self._choose(dice_set(wanted.pieces), count))

    def _choose(self, dice: DiceSet, count: int) -> list[Die]:
        first = [die for die in dice.dice if die.body == dice.always][:1]
        others = [die for die in dice.dice if die not in first]
        return [*first, *self._rng.sample(others, count - len(first))]

    def throw(self, dice: Sequence[Die]) -> None:
        """Let these dice roll over the table; all others are put away."""
        self.dice = roll(self._rng, dice)
        begin = roll(self._rng, dice)
        self._throw = _Throw(begin, self._clock.now())

    def lay(self, letters: Sequence[str]) -> bool:
        """Lay these letters in a row, the other dice aside; False if they are not all there."""
        order: list[int] = []
        for letter in letters:
            places = (n for n, placed in enumerate(self.dice) if placed.symbol == letter and n not in order)
            place = next(places, None)
            if place is None:
                return False
            order.append(place)
        self.dice = lay_row(self.dice, order, rng=self._rng)
        return True

    def restore(self, letters: Sequence[str]) -> bool:
        """Dice that show these letters, thrown and at rest; False if no dice of the set can."""
        shown = _showing(list(self._set.dice), list(letters))
        if shown is None:
            return False
        places = roll(self._rng, [die for die, _ in shown])
        self.dice = tuple(replace(p, face=face) for p, (_, face) in zip(places, shown, strict=True))
        return True

    def at(self, x: float, y: float) -> int | None:
        """The die that lies at that place in mm, if any."""
        near = [(hypot(p.x - x, p.y - y), n) for n, p in enumerate(self.dice)]
        distance, number = min(near, default=(float("inf"), 0))
        return number if distance <= reach(self.dice[number].die) else None

    def move(self, number: int, x: float, y: float, turn: float | None = None) -> None:
        """Push a die to a place in mm, perhaps turning it; its face stays up."""
        placed = self.dice[number]
        moved = replace(placed, x=x, y=y, turn=placed.turn if turn is None else turn)
        self.dice = (*self.dice[:number], moved, *self.dice[number + 1 :])

    @property
    def rolling(self) -> bool:
        """Whether dice are still on their way."""
        return self._throw is not None and self._clock.now() - self._throw.begun < ROLLING

    def scene(self) -> Table:
        """What the camera sees now."""
        if not (self._throw and self.rolling):
            return replace(self._scene, dice=self.dice)
        done = (self._clock.now() - self._throw.begun) / ROLLING
        pairs = zip(self._throw.start, self.dice, strict=True)
        return replace(self._scene, dice=tuple(_between(a, b, done) for a, b in pairs))

    def place(self, across: float, down: float) -> tuple[float, float]:
        """A place in the picture (0…1 each way) in mm on the table, seen from straight above."""
        view = self._scene.view
        corners = project([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]], view.projection())
        (left, top), (right, bottom) = corners
        x = -1 + 2 * (across * view.width - left) / (right - left)
        y = -1 + 2 * (down * view.height - top) / (bottom - top)
        return float(x), float(y)


def _showing(dice: list[Die], letters: list[str]) -> list[tuple[Die, int]] | None:
    """A die and a face of it for each letter, each die once; None if there is no way."""
    if not letters:
        return []
    for die in dice:
        if letters[0] in die.faces:
            rest = _showing([other for other in dice if other is not die], letters[1:])
            if rest is not None:
                return [(die, die.faces.index(letters[0])), *rest]
    return None


def _between(start: Placed, end: Placed, done: float) -> Placed:
    """A die on its way: it slows down, spins, and shows one face after another."""
    share = 1 - (1 - done) ** 2
    face = (end.face + int((1 - share) * 6)) % len(end.die.faces)
    turn = end.turn + (1 - share) * 540
    return Placed(
        end.die,
        face,
        start.x + (end.x - start.x) * share,
        start.y + (end.y - start.y) * share,
        turn % 360,
    )


class TabletopCamera:
    """A `Camera` over a virtual table top. The scene is drawn once as long as nothing moves."""

    def __init__(self, top: Tabletop, clock: Clock) -> None:
        self._top = top
        self._clock = clock
        self._next = float("-inf")
        self._shots = 0
        self._expose = lru_cache(2)(expose)
        self.latest: Image | None = None

    def frame(self) -> Frame | None:
        """A new picture of the table, not more often than `FRAMES` a second."""
        now = self._clock.now()
        if now < self._next:
            return None
        self._next = now + 0.999 / FRAMES
        self._shots += 1
        scene = self._top.scene()
        self.latest = develop(self._expose(scene), scene.view, self._shots)
        return Frame(now, self.latest)

    def close(self) -> None:
        """Nothing to give back."""
