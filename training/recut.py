"""A stored crop of a die as the eye may cut it: beside its place, larger, turned, from farther away."""

from collections.abc import Sequence
from math import cos, hypot, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.finder import Sighted
from appliance.vision.plane import Image


def well_within(image: Image, x: float, y: float, side: float) -> bool:
    """Whether most of a die of that side at (x, y) is in the picture."""
    h, w = image.shape[:2]
    return bool(0.4 * side < x < w - 0.4 * side and 0.4 * side < y < h - 0.4 * side)


def told_by(
    found: Sequence[Sighted], x: float, y: float, side: float, *, near: float
) -> tuple[float, float, float] | None:
    """Where the finder sees the die at (x, y), right and down of there, and its side, all over the true side.

    None if it sees nothing as `near` as so many sides.
    """
    about = [one for one in found if hypot(one.x - x, one.y - y) < near * side]
    best = max(about, key=lambda one: one.score, default=None)
    return None if best is None else ((best.x - x) / side, (best.y - y) / side, best.side / side)


def recut(
    wide: Image,
    size: int,
    around: float,
    *,
    told: float,
    shift: npt.NDArray[np.float64],
    turn: float,
    mirrored: bool = False,
) -> Image:
    """The middle of a stored crop (n x n x 3) as it is cut (size x size x 3), `around` times as small.

    `told` is the side that the finder tells over the true one, `shift` how far right and down of the middle
    it sees the die in the stored crop's pixels; turned by so many degrees clockwise, mirrored at last.
    """
    a = radians(turn)
    linear = told * len(wide) / (around * size) * np.array([[cos(a), -sin(a)], [sin(a), cos(a)]])
    if mirrored:
        linear[:, 0] *= -1
    middle = (len(wide) - 1) / 2 + shift
    place = np.column_stack([linear, middle - linear @ np.full(2, (size - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    look = cv2.warpAffine(wide, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(look, np.uint8)


def farther(wide: Image, pixels: int) -> Image:
    """The stored crop as if seen from farther away: so many pixels wide, and enlarged again."""
    far = cv2.resize(wide, (pixels, pixels), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(far, (len(wide), len(wide))), np.uint8)
