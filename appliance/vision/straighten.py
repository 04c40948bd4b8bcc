"""Turn the top face of a die upright: its outline's edges give the angle, its ink the middle."""

from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Array, Image

CROP = 32
"""Side in pixels of the upright crops that the network reads."""

MARGIN = 1.12
"""Side of a crop over the width of the printed face (the square, or the circle within the triangle)."""

D8_FACE = 0.577
"""Width of the circle within an octahedron's face, over the distance of opposite edges of its outline."""


_SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
_BINS = 24  # of grey values, among which the commonest is looked for


@dataclass(frozen=True)
class Patch:
    """A top face to read, in pixels of the plane.

    `angle` (degrees clockwise) is one of the turns that the symbol may have: quarter turns for 6 `sides`,
    thirds for 8; `width` is the width of the face.
    """

    sides: int
    x: float
    y: float
    angle: float
    width: float

    @property
    def extent(self) -> float:
        """Distance of the die's opposite edges seen from above, in pixels."""
        return self.width if self.sides == 6 else self.width / D8_FACE

    @property
    def turns(self) -> int:
        """How many turns have to be tried."""
        return 4 if self.sides == 6 else 3

    def turned(self, turn: int) -> float:
        """The angle of that turn, in degrees clockwise, 0 ≤ angle < 360."""
        return (self.angle + 360.0 / self.turns * turn) % 360


def cut(image: Image, patch: Patch, turn: int, *, size: int = CROP, margin: float = MARGIN) -> Image:
    """The face upright under that turn, size x size x 3."""
    place = to_plane(patch, turn, size, margin)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shrink = patch.width * margin / size
    source = image
    if shrink > 2:
        # Plain interpolation would skip pixels of large dice: average a neighbourhood first.
        reach = 0.75 * patch.width * margin  # a little more than half its diagonal
        x0, y0 = max(0, int(patch.x - reach)), max(0, int(patch.y - reach))
        x1, y1 = int(patch.x + reach) + 1, int(patch.y + reach) + 1
        box = max(1, round(shrink * 0.7))
        part = image[y0:y1, x0:x1]
        if part.size:
            source = np.asarray(cv2.blur(part, (box, box)), np.uint8)
            place = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ place
    return np.asarray(
        cv2.warpAffine(source, place[:2], (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def to_plane(patch: Patch, turn: int, size: int, margin: float) -> Array:
    """The 3 x 3 map from crop pixels to plane pixels."""
    a = radians(patch.turned(turn))
    step, middle = patch.width * margin / size, (size - 1) / 2
    right, down = step * cos(a), step * sin(a)
    left, top = patch.x - middle * (right - down), patch.y - middle * (right + down)
    return np.array([[right, -down, left], [down, right, top], [0, 0, 1]])


def ink(crop: Image) -> Image:
    """How much each pixel differs from the die's body in any colour, 0…255: dark or light print alike."""
    pixels = cv2.GaussianBlur(crop, (3, 3), 0.5).astype(np.float32)
    body = body_colour(crop)
    away = np.sqrt(((pixels - body) ** 2).sum(axis=2))
    top = max(30.0, float(np.percentile(away, 97)))
    return np.asarray(np.clip(away * (220 / top), 0, 255), np.uint8)


def body_colour(crop: Image) -> npt.NDArray[np.float32]:
    """The commonest colour of a crop, blue-green-red: most of a printed face is body."""
    h, w = crop.shape[:2]
    return commonest(crop[h // 8 : h - h // 8, w // 8 : w - w // 8].reshape(-1, 3))


def commonest(colours: Image) -> npt.NDArray[np.float32]:
    """The commonest of some colours (n x 3)."""
    inner = colours.astype(np.float32)
    grey = inner @ np.full(3, 1 / 3, np.float32)
    counts = np.bincount((grey * (_BINS / 256)).astype(int), minlength=_BINS)
    smooth = np.convolve(counts, [0.5, 1, 0.5], "same")
    best = (int(smooth.argmax()) + 0.5) * 256 / _BINS
    near = inner[np.abs(grey - best) < 16]
    some = near if len(near) else inner
    return np.asarray(np.partition(some, len(some) // 2, axis=0)[len(some) // 2], np.float32)


def corners(patch: Patch, turn: int) -> Array:
    """Corners (4 x 2, plane pixels) of the square about the die, clockwise from the symbol's upper left."""
    a = radians(patch.turned(turn))
    edges = np.array([(cos(a), sin(a)), (-sin(a), cos(a))])  # right and down
    return np.asarray(np.array([patch.x, patch.y]) + patch.extent / 2 * (_SQUARE @ edges), np.float64)


def quarter(angle: float) -> float:
    """The angle as that of a square: -45 ≤ angle < 45."""
    return (angle + 45) % 90 - 45


def angle_in_frame(points: Array) -> float:
    """Degrees clockwise from up to the symbol's up, of mapped corners as `corners` orders them."""
    up = (points[0] + points[1]) - (points[2] + points[3])
    return degrees(atan2(float(up[0]), -float(up[1]))) % 360
