"""Whether a frame can be read at all, in words that people can act on."""

import cv2
import numpy as np

from appliance.vision.plane import Image

BLACK = "the picture is black: is the lens covered, or the light off?"
WHITE = "the picture is overexposed: less light, or a shorter exposure"
TINY = "the picture is too small to read"
BLURRED = "the picture is blurred too much: focus the lens, or keep the table still"
SHARP = 0.055
"""Sharpness of ink from which a die can be read well."""

NOISY = "the picture is all noise: check the camera's cable"

BLOWN = 250
"""Of all colours, from which a place is as white as the camera has it."""

_BLEACHED, _SHARE = 242, 0.25  # level of all colours, noise smoothed, and of a face that is so white
_DARK, _LIGHT = 24, 232  # levels of a smooth picture at which there is light at all, and anything but light
_LEAST = 0.0004  # of a picture: a single dark die's print in dim light is a two-thousandth


def unreadable(frame: Image) -> str | None:
    """Why nothing can be read for sure in the frame, or None."""
    if min(frame.shape[:2]) < 16:
        return TINY
    grey = _grey(frame)
    if np.count_nonzero(_smooth(grey) >= _DARK) < _LEAST * grey.size:
        return BLACK
    if np.count_nonzero(grey > BLOWN) > 0.9 * grey.size:
        return WHITE
    return NOISY if _noise(frame) > 45 else None


def is_all_white(frame: Image) -> bool:
    """Whether light has left nothing of the picture, not even print."""
    grey = _grey(frame)
    return bool(np.count_nonzero(_smooth(grey) <= _LIGHT) < _LEAST * grey.size)


def _grey(frame: Image) -> Image:
    """The picture in grey, some 400 pixels along its longer side."""
    h, w = frame.shape[:2]
    step = max(1, max(h, w) // 400)
    some = cv2.resize(frame, (w // step, h // step), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(some, cv2.COLOR_BGR2GRAY), np.uint8)


def _smooth(grey: Image) -> Image:
    """The picture without noise."""
    return np.asarray(cv2.blur(grey, (3, 3)), np.uint8)


def _noise(frame: Image) -> float:
    """Median difference of a pixel from its neighbours' median: large only where there is no picture."""
    h, w = frame.shape[:2]
    y, x = max(0, h // 2 - 60), max(0, w // 2 - 80)
    part = np.ascontiguousarray(frame[y : y + 120, x : x + 160, 1])
    away = cv2.absdiff(part, np.asarray(cv2.medianBlur(part, 5), np.uint8))
    return float(np.searchsorted(np.cumsum(np.bincount(away.ravel(), minlength=256)), away.size / 2))


def is_blown(face: Image) -> bool:
    """Whether much of a face but for its rim is as white as the camera has it: print or pips may be lost.

    Noise is smoothed first, which darkens such white a little.
    """
    rim = len(face) // 10
    smooth = cv2.blur(face, (3, 3))[rim:-rim, rim:-rim]
    return float((smooth.min(axis=2) >= _BLEACHED).mean()) > _SHARE


def sharpness(crop: Image) -> float:
    """How steep the steepest edges of an ink crop are, as a share of its full range a pixel."""
    grey = crop.astype(np.float32)
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    steep = np.percentile(np.hypot(x, y), 98)
    return float(steep / max(1.0, float(np.percentile(grey, 99)) - float(np.percentile(grey, 1))))
