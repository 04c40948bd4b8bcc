"""How large tiles are from place to place in a picture: seen from aside, those farther away are smaller."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import middles

_LIKE = 1.4  # times as large or as small as expected at most, what tells how sizes change
_ROUNDS = 6
_ERROR = 0.06  # of a side, by which the finder is mistaken
_STEEP = 0.5  # of a side across the picture, by which sides change; 1.25 from 45° aside, by a wide lens
_LEAST, _MOST = 0.45, 2.2  # of the common side

Floats = npt.NDArray[np.float64]
Sizes = Callable[[Spot], float]
"""The side in pixels that a tile has at a spot's place."""


def sizes(tiles: Sequence[Spot], side: float, across: float) -> Sizes:
    """Sides at any place, from those of tiles in a picture `across` pixels wide, most about as large as told.

    They change evenly from end to end: of a plane seen from aside, as the depth's inverse does.
    """
    if not tiles:
        return lambda _: side
    at, seen = middles(tiles) / across, np.array([spot.side for spot in tiles]) / side
    middle, level, slope = np.median(at, axis=0), 1.0, np.zeros(2)
    for _ in range(_ROUNDS):
        like = np.abs(np.log(seen / _within(level + (at - middle) @ slope))) < np.log(_LIKE)
        if not like.any():
            break
        middle, level, slope = _plane(at[like], seen[like])

    def size(spot: Spot) -> float:
        return side * float(_within(level + (np.array([spot.x, spot.y]) / across - middle) @ slope))

    return size


def _plane(at: Floats, seen: Floats) -> tuple[Floats, float, Floats]:
    """The middle of places (n x 2), the side there, and by how much it grows right and down.

    Ridge regression: from a few that lie together nothing follows for places far away.
    """
    middle, level = at.mean(axis=0), float(seen.mean())
    away = at - middle
    slope = np.linalg.solve(away.T @ away + np.eye(2) * (_ERROR / _STEEP) ** 2, away.T @ (seen - level))
    return middle, level, slope


def _within(share: npt.ArrayLike) -> Floats:
    return np.clip(share, _LEAST, _MOST)
