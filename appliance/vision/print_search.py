"""Find a line of large letters anywhere in a picture, at any turn: a card whose edges cannot be seen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Array, Image

_LEVELS = (1280, 640, 320, 160)  # longer sides of the pictures in which letters are looked for
_HIGH = (12, 24)  # about the height of a letter in their pixels
_AROUND, _DARKER = 61, 14  # pixels about a place, and grey values by which ink is darker than their mean
_SPECK, _BIG = 0.4, 9.0  # longer side of what belongs to a letter, or to several that touch, over that height
_CLOSED = 0.6  # gaps in a line up to which it counts as one
_FITS = (0.7, 1.6)  # height of a line over the one looked for
_LONG = (3.0, 11.0)  # its length over its height
_INK = (0.15, 0.8)  # share of it that is ink: a coloured band is full
_FAINT = 0.76  # how light letters are at most, over the paper; drawn print is to 0.73

Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Line:
    """A line of letters in pixels of a picture: its middle, its way (a unit vector), length and height.

    `ink` is how light its letters are, over what is between them.
    """

    x: float
    y: float
    way: tuple[float, float]
    long: float
    high: float
    ink: float


def lines(picture: Image) -> list[Line]:
    """Every line that may be one of seven letters, the darkest letters first."""
    found: list[Line] = []
    longest = max(picture.shape[:2])
    for factor in sorted({min(1.0, level / longest) for level in _LEVELS}, reverse=True):
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        labels, longer = _blots(grey)
        for line in (line for high in _HIGH for line in _closed(grey, _letters(labels, longer, high), high)):
            x, y = ((at + 0.5) / factor - 0.5 for at in (line.x, line.y))
            if not any(hypot(x - other.x, y - other.y) < other.high for other in found):
                found.append(replace(line, x=x, y=y, long=line.long / factor, high=line.high / factor))
    return sorted(found, key=lambda line: line.ink)


def _closed(grey: Image, letters: Image, high: int) -> Iterator[Line]:
    """The lines of letters about so high that are one thing once the gaps between letters are closed."""
    size = round(_CLOSED * high) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    whole = cv2.morphologyEx(letters, cv2.MORPH_CLOSE, kernel)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        corners = cv2.boxPoints(cv2.minAreaRect(outline)).astype(float)
        sides = corners[1] - corners[0], corners[2] - corners[1]
        short, along = sorted(sides, key=lambda side: float(np.hypot(*side)))
        tall, long = float(np.hypot(*short)) + 1, float(np.hypot(*along)) + 1
        if not (_FITS[0] < tall / high < _FITS[1] and _LONG[0] < long / tall < _LONG[1]):
            continue
        share, ink = _within(corners, letters, grey)
        if _INK[0] < share < _INK[1] and ink < _FAINT:
            (x, y), (right, down) = corners.mean(axis=0).tolist(), (along / (long - 1)).tolist()
            yield Line(x, y, (right, down), long, tall, ink)


def _blots(grey: Image) -> tuple[Numbers, Numbers]:
    """For each pixel the number of its blot, of what is darker than about there; for each the longer side.

    The first is what is no blot, and has no side.
    """
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _AROUND, _DARKER
    )
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    longer = stats[:, 2:4].max(axis=1)
    longer[0] = 0
    return np.asarray(labels, np.int32), np.asarray(longer, np.int32)


def _letters(labels: Numbers, longer: Numbers, high: int) -> Image:
    """255 where a blot may belong to letters about so high."""
    kept = (longer > _SPECK * high) & (longer < _BIG * high)
    return np.where(kept[labels], 255, 0).astype(np.uint8)


def _within(corners: Array, letters: Image, grey: Image) -> tuple[float, float]:
    """How much of a rectangle is letters, and how light these are over what is between them."""
    x, y, w, h = cv2.boundingRect(corners.round().astype(np.int32))
    x, y = max(0, x), max(0, y)
    part = letters[y : y + h, x : x + w]
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(mask, (corners - [x, y]).round().astype(np.int32), 255)
    inked, plain = (part > 0) & (mask > 0), (part == 0) & (mask > 0)
    shade, paper = (cv2.mean(grey[y : y + h, x : x + w], some.astype(np.uint8))[0] for some in (inked, plain))
    return float(inked.sum() / max(1, mask.sum() / 255)), shade / max(1.0, paper)
