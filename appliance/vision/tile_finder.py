"""Where tiles and empty board squares lie in a picture: a small network that marks their middles."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.nets import maps
from appliance.vision.plane import Image

SIDE = 24.0
"""Side in pixels that the network counts in, and that tiles have where it is guessed; 15 to 38 will do."""
CLEAR = 30.0
"""Side that they have where it is known: there the network is mistaken least, in their turns too."""
STRIDE = 4
"""Pixels of the picture a cell of the network's maps."""
CHANNELS = 7
"""Maps: tile, square, cosine and sine of four times the angle, log of side / SIDE, offset right and down."""

TILE, SQUARE = 0, 1

_LEAST = 0.3  # of the network's trust in a middle
_CANDIDATES = 400  # middles of a kind at most: a board has 225 squares
_LONGEST = 2400

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Spot:
    """The middle of a tile or of an empty square, in pixels of the picture.

    `angle` is in degrees clockwise, 0 ≤ angle < 90: one of the four turns. `trust` is between 0 and 1.
    """

    kind: int
    x: float
    y: float
    angle: float
    side: float
    trust: float


def spots(image: Image, side: float, least: float = _LEAST, shown: float = SIDE) -> list[Spot]:
    """All middles in the picture, whose tiles are about `side` pixels wide, as the network is shown it.

    There tiles are `shown` pixels wide.
    """
    factor = shown / side
    factor = min(factor, _LONGEST / max(image.shape[:2]))
    w, h = (max(32, round(s * factor / STRIDE) * STRIDE) for s in (image.shape[1], image.shape[0]))
    flags = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, (w, h), interpolation=flags), np.uint8)
    seen = maps("tile-finder", small)
    found = [spot for kind in (TILE, SQUARE) for spot in _peaks(seen, kind, least)]
    fx, fy = image.shape[1] / w, image.shape[0] / h
    return [
        Spot(s.kind, (s.x + 0.5) * fx - 0.5, (s.y + 0.5) * fy - 0.5, s.angle, s.side * (fx + fy) / 2, s.trust)
        for s in found
    ]


def _peaks(seen: Floats, kind: int, least: float) -> list[Spot]:
    """The middles of one kind, strongest first, none within half a side of a stronger one."""
    heat = 1 / (1 + np.exp(-seen[kind]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[rows, columns])[:_CANDIDATES]
    rows, columns = rows[order], columns[order]
    cosine, sine, size, right, down = seen[2:7, rows, columns].astype(float)
    x = (columns + 0.5 + right) * STRIDE - 0.5
    y = (rows + 0.5 + down) * STRIDE - 0.5
    angle = np.degrees(np.arctan2(sine, cosine)) / 4 % 90
    side = SIDE * np.exp(np.clip(size, -1.5, 1.5))
    trust = heat[rows, columns]
    kept = _apart(x, y, side)
    return [
        Spot(kind, float(x[i]), float(y[i]), float(angle[i]), float(side[i]), float(trust[i])) for i in kept
    ]


def _apart(x: Floats, y: Floats, side: Floats) -> list[int]:
    """Which places to keep, the strongest of them first: none within half a side of a stronger one."""
    free = np.ones(len(x), bool)
    kept = []
    for i in range(len(x)):
        if free[i]:
            kept.append(i)
            near = np.hypot(x - x[i], y - y[i]) <= 0.55 * np.minimum(side, side[i])
            free &= ~near
    return kept
