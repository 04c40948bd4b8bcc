"""Dice that the finder passed over: places beside those it saw that have their colour.

Where dice touch, all that parts them may be a seam as thin as a pixel.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.finder import CUBE, Sighted
from appliance.vision.plane import Plane
from appliance.vision.straighten import quarter

_FIRM = 0.3  # score of dice beside which others are sought
_FAINT = 0.2  # score of what is found so: it must look like a die to be taken for one
_IN_LINE = 0.4  # score of what lies between two dice, as a die of their row does
_APART = 0.6  # sides from any other thing that the finder saw
_LIKE = 0.35  # share of a place that must have the die's colour: letters do not, and a die may lie askew
_TOLERANCE = 0.15, 16.0  # of the colour, and grey values at least, by which it may differ

_STEPS = 6  # sides at most from one die to another in line with it
_OFF = 0.15, 0.08, 10.0  # sides that it lies off that line, its side and sides from it off by, and degrees

_TOP = np.stack(np.meshgrid(*[np.linspace(-0.4, 0.4, 5)] * 2), axis=-1).reshape(-1, 2)
_MIDDLES = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)], np.float64)

Floats = npt.NDArray[np.float64]


def beside(plane: Plane, found: Sequence[Sighted]) -> list[Sighted]:
    """Places at the sides of the cubes found where more may lie; none where the ground looks alike."""
    cubes = [one for one in found if one.kind == CUBE and one.score > _FIRM]
    if not cubes:
        return []
    middles = _along(cubes, _MIDDLES[1:])
    places: list[Sighted] = []
    there = plane.shows(middles.reshape(-1, 2)).reshape(middles.shape[:2]) & _alike(plane, cubes)
    for one, row, likely in zip(cubes, middles, there, strict=True):
        for x, y in row[likely].tolist():
            if _is_free(x, y, one.side, (*found, *places)):
                places.append(Sighted(CUBE, x, y, one.side, one.angle, _FAINT))
    return places if len(places) <= len(cubes) else []


def between(dice: Sequence[Sighted]) -> list[Sighted]:
    """Places between dice in line, some sides apart, where more of the row may lie."""
    places: list[Sighted] = []
    for one, other in combinations(dice, 2):
        for place in _row(one, other):
            if _is_free(place.x, place.y, one.side, (*dice, *places)):
                places.append(place)
    return places


def _is_free(x: float, y: float, side: float, others: Iterable[Sighted]) -> bool:
    """Whether a die so large may lie there beside the others."""
    return all(hypot(x - other.x, y - other.y) > _APART * side for other in others)


def _row(one: Sighted, other: Sighted) -> Iterator[Sighted]:
    """Places between two dice if these lie as in a row of dice that touch."""
    beside, share, turn = _OFF
    if abs(other.side / one.side - 1) > share or abs(quarter(other.angle - one.angle)) > turn:
        return
    side = (one.side + other.side) / 2
    away, a = np.array([other.x - one.x, other.y - one.y]) / side, np.radians(one.angle)
    steps, off = sorted(np.abs([away @ (np.cos(a), np.sin(a)), away @ (-np.sin(a), np.cos(a))]))[::-1]
    count = round(steps)
    if not 2 <= count <= _STEPS or abs(steps / count - 1) > share or off > beside * count:
        return
    for k in range(1, count):
        x, y = np.array([one.x, one.y]) + away * side * k / count
        yield Sighted(CUBE, float(x), float(y), side, one.angle, _IN_LINE)


def _along(cubes: Sequence[Sighted], steps: Floats) -> Floats:
    """The points so many sides (m x 2) right and down of each die's middle, along its edges: n x m x 2."""
    turns = np.radians([one.angle for one in cubes])
    right = np.stack([np.cos(turns), np.sin(turns)], axis=-1)[:, None]
    down = right[..., ::-1] * [-1, 1]
    sides = np.array([one.side for one in cubes])[:, None, None]
    middles = np.array([(one.x, one.y) for one in cubes])[:, None]
    return np.asarray(middles + sides * (steps[:, :1] * right + steps[:, 1:] * down), np.float64)


def _alike(plane: Plane, cubes: Sequence[Sighted]) -> npt.NDArray[np.bool_]:
    """Whether the four places beside each cube have its colour (n x 4)."""
    points = _along(cubes, (_MIDDLES[:, None] + _TOP).reshape(-1, 2))
    picture, shrunk = plane.coarser(plane.finer, 1.0)
    seen = cv2.perspectiveTransform(points.reshape(1, -1, 2), shrunk @ plane.to_frame)[0]
    h, w = picture.shape[:2]
    columns, rows = np.round(seen).astype(int).T
    inside = (columns >= 0) & (rows >= 0) & (columns < w) & (rows < h)
    colours = picture[np.clip(rows, 0, h - 1), np.clip(columns, 0, w - 1)].astype(np.float64)
    colours = colours.reshape(len(cubes), len(_MIDDLES), len(_TOP), 3)
    own = np.sort(colours[:, 0], axis=1)[:, len(_TOP) // 2, None, None]  # the median
    share, least = _TOLERANCE
    near = np.abs(colours - own).max(axis=3) < np.maximum(least, share * own.max(axis=3))
    near &= inside.reshape(near.shape)
    return np.asarray(near[:, 1:].mean(axis=2) > _LIKE, np.bool_)
