"""A finger that reaches into a training scene, and colours near one another."""

from math import cos, radians, sin
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from appliance.virtual.scene import Colour
from appliance.vision.plane import Image

_SKINS = ((150, 175, 225), (120, 150, 205), (70, 100, 150), (45, 60, 95))

Point = npt.NDArray[np.float64]


def draw_finger(rng: Random, image: Image, tip: Point, way: float, wide: float) -> None:
    """A finger `wide` pixels thick from its tip out of the picture, `way` degrees clockwise; in place."""
    h, w = image.shape[:2]
    along = np.array([cos(radians(way)), sin(radians(way))])
    ends = [tuple(round(float(v)) for v in end) for end in (tip, tip + 2 * w * along)]
    cover = np.zeros((h, w), np.uint8)
    cv2.line(cover, ends[0], ends[1], 255, max(2, round(wide)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, wide / 8)).astype(np.float32)[:, :, None] / 255
    hard = cover.astype(np.float32)[:, :, None] / 255
    paint = np.array(rng.choice(_SKINS), np.float32) * (0.55 + 0.45 * soft)
    nail = np.zeros((h, w), np.uint8)
    x, y = (round(float(v)) for v in tip + 0.1 * wide * along)
    axes = (max(1, round(wide * 0.3)), max(1, round(wide * 0.24)))
    cv2.ellipse(nail, (x, y), axes, way, 0, 360, 255, -1, cv2.LINE_AA)
    paint += nail[:, :, None] / np.float32(255) * 30
    image[:] = np.clip(image * (1 - hard) + paint * hard, 0, 255).astype(np.uint8)


def near(rng: Random, colour: Colour, by: int) -> Colour:
    """A colour that differs from another by so many grey values at most in blue, green and red."""
    b, g, r = (max(4, min(250, c + rng.randint(-by, by))) for c in colour)
    return b, g, r
