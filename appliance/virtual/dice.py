"""Dice on the virtual table: where they lie, rolling them, and laying words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from random import Random

from appliance.errors import BadValue
from appliance.pieces import Die
from appliance.virtual.geometry import turned

D6_SIZE = 18.0
"""Edge of a six-sided die, nominal size of an eight-sided and height of a twelve-sided one, in mm."""

_FOLDS = {6: 4, 8: 6, 12: 10}
"""Corners of the outline from above, by the number of sides."""

_REACHES = {6: 0.71, 8: 0.70, 12: 0.62}
_WIDTHS = {6: 1.0, 8: 1.2, 12: 1.18}

FIELD = (264.0, 220.0)
"""The middle part of the mat, in mm, in which rolled dice come to rest."""


@dataclass(frozen=True)
class Placed:
    """One die at rest: which face is up, its middle in mm from the middle of the mat, and its turn.

    `turn` is in degrees clockwise from the table's up to the up of the symbol on top. A die that does not lie
    flat is tipped by `lean` degrees about the symbol's line; one that tumbles is first turned by `twist` too,
    and `height` mm above the table.
    """

    die: Die
    face: int
    x: float
    y: float
    turn: float
    lean: float = 0.0
    twist: float = 0.0
    height: float = 0.0

    @property
    def pose(self) -> tuple[int, float, float, float, float]:
        """Face, turn, lean, twist and height, as a solid is laid with."""
        return self.face, self.turn, self.lean, self.twist, self.height

    @property
    def symbol(self) -> str:
        """What is printed on the top face."""
        return self.die.faces[self.face]


def reach(die: Die, size: float = D6_SIZE) -> float:
    """Radius in mm of the circle about the die's middle that holds all of it."""
    return size * _REACHES[die.sides]


def roll(
    rng: Random,
    dice: Sequence[Die],
    *,
    field: tuple[float, float] = FIELD,
    size: float = D6_SIZE,
    touching: float = 0.0,
) -> tuple[Placed, ...]:
    """The dice thrown: random places, turns and faces, none overlapping.

    Each die but the first comes to rest against another one with probability `touching`.
    Raises `BadValue` where the field has no room for them.
    """
    lying: list[Placed] = []
    for die in dice:
        for _ in range(500):
            placed = _throw(rng, die, field, size, lying if rng.random() < touching else [])
            if placed is not None and _free(placed, lying, size):
                lying.append(placed)
                break
        else:
            raise BadValue(f"no room for {len(dice)} dice on {field[0]:.0f} × {field[1]:.0f} mm")
    return tuple(lying)


def lay_row(
    placed: Sequence[Placed],
    order: Sequence[int],
    *,
    at: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
    gap: float = 0.6,
    size: float = D6_SIZE,
    field: tuple[float, float] = FIELD,
    rng: Random | None = None,
) -> tuple[Placed, ...]:
    """The same dice and faces, those in `order` side by side in a straight row, the others out of its way.

    `order` holds positions in `placed`, in reading direction; `at` is the middle of the row in mm, `turn` the
    clockwise angle of the row; `gap` mm lie between neighbours. With `rng` a hand's small errors are added.
    The answer keeps the sequence of `placed`. Raises `BadValue` for a position that is wrong or comes twice.
    """
    if len(set(order)) != len(order) or not set(order) <= set(range(len(placed))):
        raise BadValue(f"cannot lay {list(order)!r}: expected different positions below {len(placed)}")
    widths = [_width(placed[i].die, size) for i in order]
    length = sum(widths) + gap * max(0, len(order) - 1)
    along, moved = -length / 2, list(placed)
    for i, width in zip(order, widths, strict=True):
        off, lean = (rng.gauss(0, 0.5), rng.gauss(0, 1.5)) if rng else (0.0, 0.0)
        x, y = turned(along + width / 2, off, turn)
        moved[i] = replace(placed[i], x=at[0] + x, y=at[1] + y, turn=(turn + lean) % 360)
        along += width + gap
    row = [moved[i] for i in order]
    for i in sorted(set(range(len(placed))) - set(order)):
        moved[i] = _aside(moved[i], row, size, field, rng or Random(i))
        row.append(moved[i])
    return tuple(moved)


def lay_block(
    placed: Sequence[Placed], columns: int, rng: Random, *, gap: float = 0.6, size: float = D6_SIZE
) -> tuple[Placed, ...]:
    """The same dice and faces side by side in rows of so many, as a hand sets them, about where one lay.

    That is the first, and as it was turned the rows run; `gap` mm lie between neighbours.
    """
    first, laid = placed[0], list[Placed]()
    rows = [placed[k : k + columns] for k in range(0, len(placed), columns)]
    heights = [max(_width(one.die, size) for one in row) + gap for row in rows]
    down = -sum(heights) / 2
    for row, height in zip(rows, heights, strict=True):
        along = -sum(_width(one.die, size) + gap for one in row) / 2
        for one in row:
            wide = _width(one.die, size) + gap
            right, below = (
                along + wide / 2 + rng.gauss(0, 0.3 * gap),
                down + height / 2 + rng.gauss(0, 0.3 * gap),
            )
            x, y = turned(right, below, first.turn)
            turn = first.turn + 90 * rng.randrange(4) + rng.gauss(0, 1.5)
            laid.append(replace(one, x=first.x + x, y=first.y + y, turn=turn % 360))
            along += wide
        down += height
    return tuple(laid)


def _throw(
    rng: Random, die: Die, field: tuple[float, float], size: float, friends: list[Placed]
) -> Placed | None:
    face, turn = rng.randrange(len(die.faces)), rng.uniform(0, 360)
    if not friends:
        x, y = (rng.uniform(-side / 2, side / 2) for side in field)
        return Placed(die, face, x, y, turn)
    # Against a friend: side by side, at a slightly different angle, along one of its edges.
    friend = rng.choice(friends)
    step = 360 // _FOLDS[friend.die.sides]
    half = (_width(friend.die, size) + _width(die, size)) / 2
    way = friend.turn + step * rng.randrange(360 // step)
    along = rng.uniform(-0.4, 0.4) * size
    x, y = turned(half + rng.uniform(0.05, 0.6), along, way)
    turn = friend.turn + 90 * rng.randrange(4)
    placed = Placed(die, face, friend.x + x, friend.y + y, turn % 360)
    inside = abs(placed.x) <= field[0] / 2 and abs(placed.y) <= field[1] / 2
    return placed if inside else None


def _free(placed: Placed, others: Sequence[Placed], size: float) -> bool:
    return not any(_collide(placed, other, size) for other in others)


def _collide(one: Placed, other: Placed, size: float) -> bool:
    """Whether two outlines overlap: the separating axis test over the edges of both."""
    near = reach(one.die, size) + reach(other.die, size)
    if hypot(one.x - other.x, one.y - other.y) > near:
        return False
    rings = [_outline(one, size), _outline(other, size)]
    for die in (one, other):
        step = 360 // _FOLDS[die.die.sides]
        for k in range(180 // step):
            a = radians(die.turn + step * k)
            spans = [[x * cos(a) + y * sin(a) for x, y in ring] for ring in rings]
            if max(spans[0]) <= min(spans[1]) or max(spans[1]) <= min(spans[0]):
                return False
    return True


def _outline(placed: Placed, size: float) -> list[tuple[float, float]]:
    """The die seen from straight above: a square, a hexagon or a decagon."""
    corners = _FOLDS[placed.die.sides]
    first = 180 / corners
    out = reach(placed.die, size)
    ring = (turned(out, 0, placed.turn + first + 360 / corners * k) for k in range(corners))
    return [(placed.x + x, placed.y + y) for x, y in ring]


def _aside(
    placed: Placed, taken: list[Placed], size: float, field: tuple[float, float], rng: Random
) -> Placed:
    """The die where it lies if that is clear of the others by a finger's width, else in a free place."""
    for attempt in range(500):
        clear = 8 + reach(placed.die, size)
        if all(hypot(placed.x - t.x, placed.y - t.y) > clear + reach(t.die, size) for t in taken):
            return placed
        wide = 1 + attempt / 1000
        x, y = (rng.uniform(-side / 2, side / 2) * wide for side in field)
        placed = replace(placed, x=x, y=y)
    raise BadValue("no room left beside the row")


def _width(die: Die, size: float) -> float:
    """Extent in mm along the reading direction, for a symbol that stands upright."""
    return size * _WIDTHS[die.sides]
