"""How large tiles are from place to place in a picture: seen from aside, those farther away are smaller."""

from collections.abc import Sequence
from dataclasses import dataclass, field

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


def _none() -> Floats:
    return np.zeros(2)


@dataclass(frozen=True)
class Sizes:
    """Sides of tiles at any place: `side` pixels in the `middle`, and `slope` (shares of it a pixel) more."""

    side: float
    middle: Floats = field(default_factory=_none)
    slope: Floats = field(default_factory=_none)

    def at(self, spot: Spot) -> float:
        """The side that a tile has there."""
        share = 1 + (np.array([spot.x, spot.y]) - self.middle) @ self.slope
        return self.side * float(np.clip(share, _LEAST, _MOST))


def sizes(tiles: Sequence[Spot], side: float, across: float) -> Sizes:
    """What tiles in a picture `across` pixels wide tell, most of which are about so large.

    Sides change evenly from end to end: of a plane seen from aside, as the depth's inverse does.
    """
    found = Sizes(side)
    if not tiles:
        return found
    at, seen = middles(tiles), np.array([spot.side for spot in tiles])
    for _ in range(_ROUNDS):
        expected = np.array([found.at(spot) for spot in tiles])
        like = np.abs(np.log(seen / expected)) < np.log(_LIKE)
        if not like.any():
            break
        found = _plane(at[like], seen[like], across)
    return found


def _plane(at: Floats, seen: Floats, across: float) -> Sizes:
    """What sides at so many places (n x 2) tell.

    Ridge regression: from a few that lie together nothing follows for places far away.
    """
    middle, side = at.mean(axis=0), float(seen.mean())
    away = (at - middle) / across
    doubt = np.eye(2) * (_ERROR / _STEEP) ** 2
    slope = np.linalg.solve(away.T @ away + doubt, away.T @ (seen / side - 1))
    return Sizes(side, middle, slope / across)
