"""How the mat is lit: how bright white paper is on each part of it, where it glares, and how grainy it is."""

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat
from appliance.vision.plane import Array, Image, Plane

Mask = npt.NDArray[np.bool_]
Cell = tuple[int, int]
"""Row and column of a third of the mat each way, from its upper left."""

CELLS = tuple((row, column) for row in range(3) for column in range(3))

GLARE = 0.3
"""How much brighter than it should be the mat is where it glares, in shares of white."""

_CORNERS: dict[int, Cell] = {0: (0, 0), 1: (0, 2), 2: (2, 2), 3: (2, 0)}
_RIM = (19.5, 22.5)  # mm from a marker's middle: the inner part of its white rim
_BESIDE = 70.0  # mm from a marker's middle up to which the mat has the marker's light
_EVEN = 0.35  # spread of grey values over their middle up to which a part of the mat is empty
_PATCH = 80  # mm² of glare that matter: less than half of a die's face
_MOSTLY = 0.12  # of the mat that is too bright everywhere: a board is printed on it, no glare


@dataclass(frozen=True)
class Light:
    """The light on the mat.

    `paper` is the grey value (0…255) that white paper has, by cell, where it can be told; 255 may be more.
    `glare` are the cells with glare, `noise` the standard deviation of a pixel in grey values.
    """

    paper: dict[Cell, float]
    glare: frozenset[Cell]
    noise: float


def light(plane: Plane, seen: Collection[int]) -> Light:
    """The light on a plane with a mat, of whose markers these were seen."""
    assert plane.scale is not None
    flat = plane.plain(1 / plane.scale)  # a pixel a mm, not balanced
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
    usable = cv2.resize(plane.usable, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    rims = {n: white for n in sorted(seen) if (white := _rim(grey, n)) is not None}
    if not rims:
        return Light({}, frozenset(), 0.0)
    paper = _paper(grey, usable, rims)
    return Light(paper, _glare(grey, usable, rims), _noise(plane))


def _away(grey: Image, number: int) -> Array:
    """Each pixel's distance from a marker's middle, along the longer way."""
    x, y = mat.middle(number)
    down, across = (np.arange(side) + 0.5 for side in grey.shape)
    return np.asarray(np.maximum(abs(across[None, :] - x), abs(down[:, None] - y)), np.float64)


def _rim(grey: Image, number: int) -> float | None:
    """How bright the paper around a marker is; None where it is not in the picture."""
    away = _away(grey, number)
    ring = grey[(away > _RIM[0]) & (away < _RIM[1])]
    # Outside of the frame all is black.
    return float(np.median(ring)) if (ring > 0).mean() > 0.7 else None


def _paper(grey: Image, usable: Mask, rims: dict[int, float]) -> dict[Cell, float]:
    """At the corners the paper's own; elsewhere the mat's, times how much brighter paper is."""
    shares = []
    for number, white in rims.items():
        beside = grey[(_away(grey, number) < _BESIDE) & usable]
        if beside.size and _even(beside):
            shares.append(white / max(2.0, float(np.median(beside))))
    paper = {_CORNERS[number]: white for number, white in rims.items()}
    for cell in CELLS:
        part = grey[_within(grey, cell) & usable]
        if cell not in paper and shares and part.size > 400 and _even(part):
            paper[cell] = min(255.0, float(np.median(part)) * float(np.median(shares)))
    return paper


def _even(greys: Image) -> bool:
    low, middle, high = np.percentile(greys, (25, 50, 75))
    return float(high - low) <= max(6.0, _EVEN * float(middle))


def _within(grey: Image, cell: Cell) -> Mask:
    height, width = grey.shape
    inside = np.zeros(grey.shape, bool)
    (top, left), (end, right) = cell, (cell[0] + 1, cell[1] + 1)
    inside[top * height // 3 : end * height // 3, left * width // 3 : right * width // 3] = True
    return inside


def _glare(grey: Image, usable: Mask, rims: dict[int, float]) -> frozenset[Cell]:
    """Where patches of the mat are far brighter than the mat is, or, on a printed board, all white."""
    ground = float(np.median(grey[usable])) if usable.any() else 0.0
    white = max(rims.values())
    bright = usable & (grey > ground + GLARE * white)
    if bright.sum() > _MOSTLY * usable.sum():
        bright = usable & (grey >= 250)
    count, _, stats, middles = cv2.connectedComponentsWithStats(bright.astype(np.uint8))
    patches = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= _PATCH]
    across, down = mat.SIZE
    return frozenset(
        (min(2, int(middles[n][1] * 3 / down)), min(2, int(middles[n][0] * 3 / across))) for n in patches
    )


def _noise(plane: Plane) -> float:
    """From the differences of pixels two apart on the bare mat: neighbours share some of their noise."""
    grey = cv2.cvtColor(plane.frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    height, width = grey.shape
    part = grey[height // 4 : height * 3 // 4, width // 4 : width * 3 // 4]
    return float(np.median(np.abs(part[:, 2:] - part[:, :-2]))) / 0.954
