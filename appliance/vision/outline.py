"""Fit a lying cube or octahedron, seen a little from the side, to the outline of an object.

The outline's support function (how far it reaches in each direction) is linear in the solid's place, size and
rounding once its turn and the sideways shift of its top are given; those two are searched.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import degrees, pi, sqrt, tau

import numpy as np

from appliance.vision.locate import Array

_WAYS = 28
_ANGLES = tau / _WAYS * np.arange(_WAYS)
_UNITS: Array = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_SHIFTS = np.array([0.0, 0.08, 0.16, 0.24, 0.32])
_ROUNDEST = 0.34


@dataclass(frozen=True)
class Fit:
    """A solid that fits: middle of its top face and distance of opposite edges in pixels, turn in degrees.

    `turn` is the direction clockwise from up to where a symbol's up may be, `error` the root mean square
    distance from the outline over the size.
    """

    sides: int
    x: float
    y: float
    extent: float
    turn: float
    error: float


def fitted(hull: Array, sides: int, outward: Array) -> Fit:
    """The best fit to a convex outline (n x 2); `outward` points away from below the camera, of any length.

    Only the top's shift along that way is tried: upright edges lean away from the camera.
    """
    length = float(np.hypot(*outward))
    way = outward / length if length > 1 else np.array([1.0, 0.0])
    middle = hull.mean(axis=0)
    reach = ((hull - middle) @ _UNITS.T).max(axis=0)
    period = pi / 2 if sides == 6 else tau / 3
    turns = np.arange(0, period, pi / 45)
    _, turn, shift, _ = _search(reach, sides, way, turns, _SHIFTS)
    near = turn + np.linspace(-pi / 45, pi / 45, 7)
    shifts = np.clip(shift + np.linspace(-0.06, 0.06, 5), 0, 0.4)
    error, turn, shift, (x, y, size, rounding) = _search(reach, sides, way, near, shifts)
    extent = size + 2 * rounding
    top = middle + [x, y] + size * shift * way
    return Fit(sides, float(top[0]), float(top[1]), extent, degrees(turn) % 360, error / max(1.0, extent))


def _search(
    reach: Array, sides: int, way: Array, turns: Array, shifts: Array
) -> tuple[float, float, float, tuple[float, float, float, float]]:
    """Error, turn, shift and (x, y, size, rounding) of the best of all pairs of turn and shift."""
    model = _model(sides, way, turns, shifts).reshape(-1, _WAYS)
    columns = np.empty((len(model), _WAYS, 4))
    columns[:, :, :2] = _UNITS
    columns[:, :, 2] = model
    columns[:, :, 3] = 1
    square = columns.transpose(0, 2, 1) @ columns + np.eye(4) * 1e-6
    answer = np.linalg.solve(square, columns.transpose(0, 2, 1) @ reach[:, None])[:, :, 0]
    size, rounding = answer[:, 2], answer[:, 3]
    error = np.sqrt((((columns @ answer[:, :, None])[:, :, 0] - reach) ** 2).mean(axis=1))
    # Edges that are less than sharp, or rounder than dice are, only imitate another turn or solid.
    error += 0.3 * (np.clip(-rounding - 0.02 * size, 0, None) + np.clip(rounding - _ROUNDEST * size, 0, None))
    error += 1e6 * (size <= 0)
    best = int(error.argmin())
    x, y, s, r = (float(v) for v in answer[best])
    return (
        float(error[best]),
        float(turns[best // len(shifts)]),
        float(shifts[best % len(shifts)]),
        (x, y, s, r),
    )


def _model(sides: int, way: Array, turns: Array, shifts: Array) -> Array:
    """Support function of the unit solid for all turns and shifts of its top: turns x shifts x ways."""
    bottom, top = _rings(sides)
    spin = np.stack(
        [np.stack([np.cos(turns), -np.sin(turns)], 1), np.stack([np.sin(turns), np.cos(turns)], 1)], 1
    )
    low = (bottom @ spin.transpose(0, 2, 1) @ _UNITS.T).max(axis=1)
    high = (top @ spin.transpose(0, 2, 1) @ _UNITS.T).max(axis=1)
    lean = shifts[:, None] * (_UNITS @ way)
    return np.asarray(np.maximum(low[:, None, :], high[:, None, :] + lean[None]), np.float64)


@lru_cache(maxsize=2)
def _rings(sides: int) -> tuple[Array, Array]:
    """Corners of the bottom and the top face of the solid with opposite edges one apart, at turn 0."""
    if sides == 6:
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2.0
        return square, square
    # At turn 0 one corner of the top triangle points up: there a symbol's head may be.
    up = -pi / 2 + tau / 3 * np.arange(3)
    top = np.stack([np.cos(up), np.sin(up)], axis=1) / sqrt(3)
    return -top, top
