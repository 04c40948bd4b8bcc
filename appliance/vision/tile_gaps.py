"""Places between tiles in line where others may lie that the finder passed over, or misplaced."""

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from appliance.vision.straighten import quarter
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import TURNED, middles, reach

_PITCH, _GAP = 1.05, 0.25  # sides from one tile of a row to the next, and by how much two of them may differ
_STEP, _STEPS = (0.93, 1.3), 6  # sides from tile to tile where the finder misplaced them; so many at most
_OFF_LINE = 0.12  # of how far one tile is, by how much it may lie off the line of another
_NEAR = 0.6  # sides from a place within which something doubtful is probably what lies there

Floats = npt.NDArray[np.float64]


def gaps(tiles: Sequence[Spot]) -> list[Spot]:
    """The places between two tiles in line with room for one, as spots that nothing speaks for (trust 0)."""
    at = middles(tiles)
    found: list[Spot] = []
    for i, one in enumerate(tiles):
        away = _away(one, at)
        for axis in (0, 1):
            in_line = (abs(abs(away[:, axis]) - 2 * _PITCH) < _GAP) & (abs(away[:, 1 - axis]) < _GAP)
            for j in np.flatnonzero(in_line).tolist():
                other, (x, y) = tiles[j], (at[i] + at[j]) / 2
                turn = quarter(other.angle - one.angle)
                taken = np.hypot(*(at - (x, y)).T).min() < 0.7 * one.side
                known = any(np.hypot(x - gap.x, y - gap.y) < 0.5 * one.side for gap in found)
                if abs(turn) < TURNED and not taken and not known:
                    angle = (one.angle + turn / 2) % 90
                    found.append(Spot(one.kind, float(x), float(y), angle, (one.side + other.side) / 2, 0.0))
    return found


def missed(tiles: Sequence[Spot], doubtful: Sequence[Spot]) -> list[list[Spot]]:
    """Evenly spaced places from one tile to the next in line, where something doubtful lies between them.

    Where tiles of one make lie close together and their edges hardly show, the finder may misplace several.
    """
    at, odd = middles(tiles), middles(doubtful)
    found: list[list[Spot]] = []
    for one in tiles if doubtful else ():
        right, down = _away(one, at).T
        for ahead, aside in ((right, down), (down, right), (-right, down), (-down, right)):
            in_line = np.flatnonzero((ahead > 0.5) & (abs(aside) < np.maximum(_GAP, _OFF_LINE * ahead)))
            if not len(in_line):
                continue
            between = _between(one, tiles[in_line[ahead[in_line].argmin()]])
            taken = np.concatenate([at, *map(middles, found)])
            if any(reach(spot, odd) < _NEAR for spot in between) and all(
                reach(spot, taken) > _NEAR for spot in between
            ):
                found.append(between)
    return found


def _away(one: Spot, places: Floats) -> Floats:
    """How far places (n x 2) are from a tile along its edges, right and down, in its sides."""
    a = radians(one.angle)
    turn = np.array([[cos(a), -sin(a)], [sin(a), cos(a)]])
    return np.asarray((places - (one.x, one.y)) / one.side @ turn, np.float64)


def _between(one: Spot, other: Spot) -> list[Spot]:
    """Places for tiles between two, spaced as tiles are; none if there is no room, or more than a row has."""
    far = float(np.hypot(other.x - one.x, other.y - one.y)) * 2 / (one.side + other.side)
    least, most = _STEP
    steps = max(1, round(2 * far / (least + most)))
    turn = quarter(other.angle - one.angle)
    if not (1 < steps <= _STEPS and least < far / steps < most and abs(turn) < TURNED):
        return []
    return [
        Spot(
            one.kind,
            one.x + share * (other.x - one.x),
            one.y + share * (other.y - one.y),
            (one.angle + share * turn) % 90,
            one.side + share * (other.side - one.side),
            0.0,
        )
        for share in (step / steps for step in range(1, steps))
    ]
