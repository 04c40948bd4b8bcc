"""Read pictures taken from aside, or squeezed since then: where doubts are left, undo that and look again."""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, degrees, hypot

import numpy as np
import numpy.typing as npt

from appliance.vision.agree import backed, leaves_doubts, together, told, width
from appliance.vision.closer import Read, about
from appliance.vision.dice_aside import from_aside
from appliance.vision.finder import A_ROLL, CUBE, Sighted
from appliance.vision.from_above import stretched
from appliance.vision.plane import Plane
from appliance.vision.reading import Said, Symbol
from appliance.vision.tilt import lie

_ASIDE = 0.3
"""Tilt of flat dice from which the camera is so far to one side that the table is looked at as from above."""

_DOWN, _ACROSS, _BY = np.array([0.0, 1.0]), np.array([1.0, 0.0]), 4 / 3
"""Which ways, and by how much, tables look narrower than they are: 41° off straight above, or squeezed."""

_BARELY = 0.2
"""Share of symbols but one that are told at least: on 53 drawn tables in doubt 0.59, in noise often less."""

_TELL, _LIKELY = 3, 0.5
"""So many dice, of such a confidence, tell how flat ones are seen, and with that whether side faces are."""

_NEAR = 1.25
"""Of a die's side: no farther from the middle of its top is that of a side face, seen from up to 55° off."""

Floats = npt.NDArray[np.float64]


def aslant(plane: Plane, said: Said, read: Read, least: float = 0.05, far: float = 0.0) -> Said:
    """What is read of a table, `said` from above; where doubts are left without a mat, perhaps from aside.

    From above at `least` so many symbols must be told, where several are seen a share of them, and no more
    seen than people roll, or else what the finder sees must look much like dice: elsewhere looking on would
    take long and find nothing. Where dice tell that the camera is not so `far` aside (tilt of flat ones), no
    side face is taken for a top.
    """
    return from_aside(plane, _squeezed(plane, said, read, least, far), read)


def _squeezed(plane: Plane, said: Said, read: Read, least: float, far: float) -> Said:
    """The same where a table looks a little narrower than it is.

    Where the tops of its dice tell from where it is seen that is undone, and otherwise what it may look
    narrower than it is from top to bottom or across.
    """
    symbols = said[0]
    if plane.has_mat or not symbols or not leaves_doubts(said):
        return said
    if told(said) < max(least, _BARELY * (len(symbols) - 1)) or len(symbols) >= A_ROLL:
        return said
    sides = about(width(max(symbols, key=lambda symbol: symbol.confidence)) / plane.finer)
    away = _away(plane, symbols)
    if hypot(*away) > _ASIDE:
        said = together(said, read(stretched(plane, away, hypot(1, *away)), sides), alike=True)
        if not leaves_doubts(said):
            return said
    asks = hypot(*away) > far or sum(symbol.confidence > _LIKELY for symbol in symbols) < _TELL
    looks = [(read(stretched(plane, way, _BY), sides), way) for way in (_DOWN, _ACROSS)]
    other, best = sorted((_sides_asked(*look) if asks else look[0] for look in looks), key=told)
    return backed(together(said, best, alike=False), other)


def _away(plane: Plane, symbols: Sequence[Symbol]) -> Floats:
    """How far right and down of dice's own middles most of their tops are seen, over half their height."""
    lying = lie(plane, [_sighted(symbol, plane.finer) for symbol in symbols])
    return np.zeros(2) if lying is None else np.asarray(np.median(lying.flat, axis=0), np.float64)


def _sighted(symbol: Symbol, finer: float) -> Sighted:
    """A symbol's top in pixels of a plane that has so many of the frame's in one of its own."""
    x, y = (c / finer for c in symbol.center)
    (x0, y0), (x1, y1) = symbol.corners[:2]
    angle = degrees(atan2(y1 - y0, x1 - x0))
    return Sighted(CUBE, x, y, width(symbol) / finer, angle, symbol.confidence)


def _sides_asked(said: Said, way: Floats) -> Said:
    """What is read of a plane that was made longer that way, but asked about where it may be a side face."""
    symbols, problems = said
    by = 1 + (_BY - 1) * way
    middles = np.array([symbol.center for symbol in symbols]).reshape(-1, 2) * by
    asked = set[int]()
    for middle, symbol in zip(middles, symbols, strict=True):
        right, below = ((middles - middle) / width(symbol, *by)).T
        # What is nearer to a camera lies lower in its picture, or on either side if it lies on its own.
        along, beside = (below, right) if way[1] else (np.abs(right), below)
        asked |= set(np.flatnonzero((along > np.abs(beside)) & (along < _NEAR)).tolist())
    return tuple(replace(s, sure=s.sure and k not in asked) for k, s in enumerate(symbols)), problems
