"""Dice that the finder passed over: places beside those it saw that have their colour.

Where dice touch, all that parts them may be a seam as thin as a pixel.
"""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.finder import CUBE, Sighted
from appliance.vision.plane import Plane

_FIRM = 0.3  # score of dice beside which others are sought
_FAINT = 0.2  # score of what is found so: it must look like a die to be taken for one
_APART = 0.6  # sides from any other thing that the finder saw
_LIKE = 0.35  # share of a place that must have the die's colour: letters do not, and a die may lie askew
_TOLERANCE = 0.15, 16.0  # of the colour, and grey values at least, by which it may differ

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
            if all(hypot(x - o.x, y - o.y) > _APART * one.side for o in (*found, *places)):
                places.append(Sighted(CUBE, x, y, one.side, one.angle, _FAINT))
    return places if len(places) <= len(cubes) else []


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
