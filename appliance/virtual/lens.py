"""What a real lens does to a straight picture: it bends lines, and parts the colours towards the corners.

Radii are shares of half the picture's diagonal. A point at r from the middle comes to lie at
r (1 + bend (r² - a)), Brown's radial model; `a` is the radius² that stays where it is, chosen so that the
bent picture has no empty corners.
"""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.virtual.geometry import Array

Floats = npt.NDArray[np.floating]
Maps = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]

_STEP = 8
"""The way back through the lens is worked out on every eighth pixel, and is smooth in between."""


def bent(pixels: Array, size: tuple[int, int], bend: float) -> Array:
    """Where pixels (n x 2) of the straight picture of that width and height lie behind the lens."""
    if not bend:
        return pixels
    middle, half = _middle(size), _half(size)
    out = (pixels - middle) / half
    square = (out**2).sum(axis=1, keepdims=True)
    moved: Array = middle + half * out * (1 + bend * (square - _still(size, bend)))
    return moved


def unbent(pixels: Array, size: tuple[int, int], bend: float) -> Array:
    """Where pixels (n x 2) behind the lens lie in the straight picture: the way back from `bent`."""
    if not bend:
        return pixels
    out = (pixels - _middle(size)) / _half(size)
    away = np.hypot(out[:, :1], out[:, 1:])
    back: Array = _middle(size) + _half(size) * out * _inward(away, bend, _still(size, bend))
    return back


def through(image: Image, bend: float, fringe: float) -> Image:
    """The straight picture as the lens shows it; red and blue part by `fringe` pixels in the corners."""
    size = (image.shape[1], image.shape[0])
    if not fringe:
        return _moved(image, _maps(size, bend, 1.0)) if bend else image
    share = fringe / 2 / _half(size)
    blue, green, red = cv2.split(image)
    blue = _moved(np.asarray(blue, np.uint8), _maps(size, bend, 1 + share))
    green = _moved(np.asarray(green, np.uint8), _maps(size, bend, 1.0)) if bend else green
    red = _moved(np.asarray(red, np.uint8), _maps(size, bend, 1 - share))
    return np.asarray(cv2.merge([blue, green, red]), np.uint8)


def _moved(image: Image, maps: Maps) -> Image:
    return np.asarray(cv2.remap(image, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@lru_cache(maxsize=6)
def _maps(size: tuple[int, int], bend: float, scale: float) -> Maps:
    """For each pixel behind the lens its place in the straight picture, in OpenCV's fixed-point form."""
    w, h = size
    middle, half = _middle(size), _half(size)
    # One step more on every side, so that the enlarged grid is true up to the rim.
    x = (np.arange(-1, w // _STEP + 2, dtype=np.float32) + 0.5) * _STEP - 0.5 - middle[0]
    y = (np.arange(-1, h // _STEP + 2, dtype=np.float32) + 0.5) * _STEP - 0.5 - middle[1]
    away = np.hypot(x[None, :], y[:, None]) / half * scale
    share = scale * _inward(away, bend, _still(size, bend))
    grown = (share.shape[1] * _STEP, share.shape[0] * _STEP)
    fine = np.asarray(cv2.resize(share, grown), np.float32)[_STEP : _STEP + h, _STEP : _STEP + w]
    across = fine * (np.arange(w, dtype=np.float32) - middle[0]) + middle[0]
    down = fine * (np.arange(h, dtype=np.float32)[:, None] - middle[1]) + middle[1]
    whole, part = cv2.convertMaps(across, down, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(part, np.uint16)


def _inward(away: Floats, bend: float, still: float) -> Floats:
    """What radii behind the lens are to be multiplied by to be those of the straight picture."""
    away = np.maximum(away, 1e-6)
    straight = away.copy()
    for _ in range(4):  # Newton's method; the error is then far below a hundredth of a pixel
        miss = straight * (1 + bend * (straight**2 - still)) - away
        straight -= miss / (1 + bend * (3 * straight**2 - still))
    return straight / away


def _middle(size: tuple[int, int]) -> npt.NDArray[np.float32]:
    return np.array([size[0] / 2, size[1] / 2], np.float32)


def _half(size: tuple[int, int]) -> float:
    return float(np.hypot(*size)) / 2


def _still(size: tuple[int, int], bend: float) -> float:
    """The radius² that the lens leaves in place: the corners' (barrel), or the near sides' (pincushion)."""
    return 1.0 if bend < 0 else (min(size) / 2 / _half(size)) ** 2
