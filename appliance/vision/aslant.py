"""Read pictures that were taken from aside: where doubts are left, undo the foreshortening and look again."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist, hypot

import numpy as np

from appliance.vision.finder import A_ROLL, APART, Sides
from appliance.vision.frames import in_reading_order
from appliance.vision.locate import Plane, stretched
from appliance.vision.reading import Symbol

Said = tuple[tuple[Symbol, ...], tuple[str, ...]]
"""What is read: the symbols, and what was wrong in words."""
Read = Callable[[Plane, Sides | None], Said]
"""Reads a plane, where dice of any size are looked for or, quicker, of such sides in its pixels."""

_BY = 4 / 3
"""By so much a table looks lower than it is to a camera 41° off straight above."""

_MORE = 1.0
"""So many symbols more must be told from aside, as a table is mostly seen from above."""

_NARROWER, _WIDER = 1.8, 2.4
"""By so much other dice may be smaller or larger than the one that is told best."""

_TELLS = 0.5
"""Confidence of a symbol from which it is worth a question though another look passes over it."""

_NEAR = 1.25
"""Of a die's side: no farther from the middle of its top is that of a side face, seen from up to 55° off."""


def aslant(plane: Plane, read: Read, factor: float, least: float = 0.05) -> Said:
    """What is read of a table; where no mat tells how it lies and doubts are left, perhaps seen from aside.

    The table may be foreshortened from top to bottom or, where the camera lies on its side, across. `factor`
    are pixels of what is read a pixel of the plane. From above at `least` so many symbols must be told, and
    no more seen than people roll: elsewhere looking on would take long and find nothing.
    """
    said = read(plane, None)
    symbols, problems = said
    if plane.has_mat or not symbols or (all(symbol.sure for symbol in symbols) and not problems):
        return said
    if _told(said) < least or len(symbols) >= A_ROLL:
        return said
    side = _side(max(symbols, key=lambda symbol: symbol.confidence)) / factor
    sides = side / _NARROWER, side * _WIDER
    aside = [_from_aside(stretched(plane, *by), read, sides, by) for by in ((1.0, _BY), (_BY, 1.0))]
    best = max(aside, key=_told)
    chosen = best if _told(best) > _told(said) + _MORE else said
    return _with_others(chosen, [symbol for symbols, _ in (said, *aside) for symbol in symbols])


def _with_others(said: Said, told: Sequence[Symbol]) -> Said:
    """The same with what was told in other ways where nothing was read in this one, to be asked about."""
    symbols, problems = said
    every = list(symbols)
    for one in sorted(told, key=lambda symbol: -symbol.confidence):
        if one.confidence > _TELLS and not any(_overlap(one, other) for other in every):
            every.append(replace(one, sure=False))
    return in_reading_order(every), problems


def _overlap(one: Symbol, other: Symbol) -> bool:
    return dist(one.center, other.center) <= APART * max(_side(one), _side(other))


def _told(said: Said) -> float:
    """About how many symbols are told."""
    return sum(symbol.confidence for symbol in said[0])


def _side(symbol: Symbol, across: float = 1.0, down: float = 1.0) -> float:
    """How wide its die is seen, in a picture that is so many times as wide and high."""
    (x0, y0), (x1, y1) = symbol.corners[:2]
    return hypot((x1 - x0) * across, (y1 - y0) * down)


def _from_aside(plane: Plane, read: Read, sides: Sides, by: tuple[float, float]) -> Said:
    """What is read of a plane that was made so many times as wide and high; side faces are asked for."""
    symbols, problems = read(plane, sides)
    middles = np.array([symbol.center for symbol in symbols]).reshape(-1, 2) * by
    asked = set[int]()
    for middle, symbol in zip(middles, symbols, strict=True):
        right, below = ((middles - middle) / _side(symbol, *by)).T
        # What is nearer to a camera lies lower in its picture, or on either side if it lies on its own.
        along, beside = (below, right) if by[1] > by[0] else (np.abs(right), below)
        asked |= set(np.flatnonzero((along > np.abs(beside)) & (along < _NEAR)).tolist())
    return tuple(replace(s, sure=s.sure and k not in asked) for k, s in enumerate(symbols)), problems
