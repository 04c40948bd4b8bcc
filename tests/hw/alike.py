"""Whether a photograph of a screen shows the same as a picture that was drawn elsewhere."""

from typing import NamedTuple

import cv2
import numpy as np

from appliance.drivers import Image

OFF, WORST, LIKE = 3.0, 60.0, 0.9
"""Of the same page: grey levels over all of it and over its worst patch, and the least similarity."""

_PATCH = 16
"""Pixels; letters that another version of a library draws a pixel aside stay within one."""
_DYNAMIC = 255.0


class Likeness(NamedTuple):
    """How far two pictures of the same size are apart."""

    off: float
    """Grey levels by which pixels differ, on average."""
    worst: float
    """The same over the patch where it is most."""
    like: float
    """Structural similarity: 1 for the same, about 0 where nothing of the one is in the other."""

    @property
    def same(self) -> bool:
        """Whether both show the same page."""
        return self.off <= OFF and self.worst <= WORST and self.like >= LIKE


def likeness(seen: Image, drawn: Image) -> Likeness:
    """Compare two (height x width x 3, uint8), shapes in grey; other sizes have nothing in common."""
    if seen.shape != drawn.shape:
        return Likeness(_DYNAMIC, _DYNAMIC, 0.0)
    apart = np.abs(seen.astype(np.float64) - drawn).mean(axis=2)
    one, other = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float64) for picture in (seen, drawn))
    return Likeness(float(apart.mean()), float(cv2.blur(apart, (_PATCH, _PATCH)).max()), _ssim(one, other))


def _ssim(one: np.ndarray, other: np.ndarray) -> float:
    """Wang et al., Image quality assessment (2004), with Gaussian windows of sigma 1.5.

    Flat windows of both are left out: a page is mostly background, which says nothing.
    """

    def mean(of: np.ndarray) -> np.ndarray:
        return cv2.GaussianBlur(of, (11, 11), 1.5)

    a, b = mean(one), mean(other)
    spread_a, spread_b, shared = mean(one**2) - a**2, mean(other**2) - b**2, mean(one * other) - a * b
    small_a, small_b = (0.01 * _DYNAMIC) ** 2, (0.03 * _DYNAMIC) ** 2
    whole = (2 * a * b + small_a) * (2 * shared + small_b)
    whole /= (a**2 + b**2 + small_a) * (spread_a + spread_b + small_b)
    drawn = np.maximum(spread_a, spread_b) > 4
    return float(whole[drawn].mean()) if drawn.any() else 1.0
