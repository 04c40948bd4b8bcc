"""Find cubes and twelve-sided dice on any ground, by a network that looks at the whole picture at once."""

from dataclasses import dataclass
from math import atan2, degrees

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import Array, Image, Plane
from appliance.vision.nets import net

CUBE, NUMBER = 0, 1
"""Kinds of dice that are told apart."""

FAINT = 0.15
"""Score from which there may be a die; what is surely one has 0.5 and more."""

_STRIDE, _USUAL = 4, 24.0  # of the network's answers: pixels between them, and the side that they count from
_PER_MM = {CUBE: 1.5, NUMBER: 1.1}  # pixels a mm in which it looks at a mat: dice are 18 to 45 pixels then
_SIDES_MM = (9.0, 40.0)
_LEVELS = (960, 480, 240, 120)  # longer sides of the picture that are looked at where no mat tells the scale
_APART = 0.62  # least distance of two dice's middles, over the side of the larger one

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sighted:
    """A die in pixels of the plane: the middle of its top, and how sure it is that there is one (0…1).

    `side` is a cube's, of a twelve-sided die the distance of its outline's opposite edges. `angle` is that of
    a cube's edges in degrees, 0 ≤ angle < 90.
    """

    kind: int
    x: float
    y: float
    side: float
    angle: float
    score: float


def sighted(plane: Plane, kind: int) -> list[Sighted]:
    """All dice of that kind on the plane, the surest first; a die may be sighted as both kinds."""
    h, w = plane.image.shape[:2]
    if plane.scale is not None:
        factors = [_PER_MM[kind] / plane.scale]
    else:
        factors = [side / max(h, w) for side in _LEVELS if side <= 1.3 * max(h, w)] or [1.0]
    found = [one for factor in factors for one in _at_scale(plane.image, factor, kind)]
    if plane.scale is not None:
        least, most = (side * plane.scale for side in _SIDES_MM)
        found = [one for one in found if least < one.side < most]
    found = [one for one in found if plane.usable[_inside(one.y, h), _inside(one.x, w)]]
    chosen: list[Sighted] = []
    for one in sorted(found, key=lambda one: -one.score):
        if all(np.hypot(one.x - o.x, one.y - o.y) > _APART * max(one.side, o.side) for o in chosen):
            chosen.append(one)
    return chosen


def _inside(at: float, size: int) -> int:
    return min(size - 1, max(0, round(at)))


def _at_scale(image: Image, factor: float, kind: int) -> list[Sighted]:
    h, w = image.shape[:2]
    size = (max(8, round(w * factor)), max(8, round(h * factor)))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = image if size == (w, h) else np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)
    # The network halves the picture three times.
    small = np.asarray(
        cv2.copyMakeBorder(small, 0, -size[1] % 8, 0, -size[0] % 8, cv2.BORDER_REPLICATE), np.uint8
    )
    answer = _answer(small)
    score = 1 / (1 + np.exp(-answer[kind]))
    peak = (score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score > FAINT)
    return [
        _one(
            kind,
            float(score[row, column]),
            answer[2:, row, column],
            (column, row),
            size,
            (w, h),
        )
        for row, column in np.argwhere(peak).tolist()
    ]


def _one(
    kind: int,
    score: float,
    measures: Floats,
    cell: tuple[int, int],
    size: tuple[int, int],
    full: tuple[int, int],
) -> Sighted:
    """One peak of a heat map, in pixels of the full picture."""
    larger, dx, dy, cosine, sine = (float(v) for v in measures)
    x, y = _STRIDE * (cell[0] + dx) + 2, _STRIDE * (cell[1] + dy) + 2
    across, down = full[0] / size[0], full[1] / size[1]
    angle = degrees(atan2(sine, cosine)) / 4 % 90
    side = _USUAL * 2 ** float(np.clip(larger, -2, 3)) * across
    return Sighted(kind, (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5, side, angle, score)


def _answer(picture: Image) -> Floats:
    """The network's answers (7 x h/4 x w/4): heat of both kinds, log2 of the side, place, turn."""
    finder = net("finder")
    finder.setInput(np.ascontiguousarray(picture.transpose(2, 0, 1)[None].astype(np.float32) / 255))
    answers: Floats = np.asarray(finder.forward(), np.float32)
    return answers.reshape(answers.shape[1:])


_ABOVE = 650.0  # mm: about how high the camera hangs


def spot(plane: Plane, x: float, y: float, height: float) -> tuple[float, float] | None:
    """Where a die stands in mm from the mat's middle, its top seen at (x, y) and so many mm above the table.

    None where no mat is seen. The camera's own height is taken as usual: between 450 and 900 mm it shifts
    the outermost dice by two mm at most.
    """
    if plane.scale is None:
        return None
    top: Array = np.array([x, y], np.float64)
    foot = plane.below + (top - plane.below) * (1 - height / _ABOVE)
    size = np.array([plane.image.shape[1], plane.image.shape[0]])
    at = (foot + 0.5 - size / 2) / plane.scale
    return float(at[0]), float(at[1])
