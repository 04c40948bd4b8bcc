"""Where in a picture anything is at all, so that nobody looks at the empty rest."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from appliance.vision.plane import Image

BLOCK = 8
"""Side in pixels of the blocks that are looked at or not."""

STEP = 4
"""Pixels each way that are taken together to tell where something is: noise goes, dice stay."""

_CONTRAST = 9  # grey values between neighbours from which something is there: a shadow, an edge, print
_ABOVE = 2.2  # times what is usual in the picture
_LIVELY = 14  # what is usual on a ground on which a die need not stand out
_AROUND = 1  # blocks about it that are looked at too
_LEAST = 3  # blocks; less is a crumb or a bad pixel
_WIDTHS = range(160, 321, 32)  # of sheets in pixels that are tried for the least waste
_MOST = 0.6  # share of the picture from which it is cheaper to look at all of it

Window = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, multiples of `BLOCK`."""


def coarse(picture: Image) -> Image:
    """The mean of each `STEP` x `STEP` pixels of a picture, whose sides are multiples of that."""
    h, w = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (w // STEP, h // STEP), interpolation=cv2.INTER_AREA), np.uint8)


def windows(coarsely: Image, where: Image | None = None) -> list[Window]:
    """Windows that hold everything that is not of one colour with its neighbourhood; they may overlap.

    They are windows of the picture that is shown `coarsely` (see `coarse`), whose sides are multiples of
    `BLOCK`; `where` is 0 for blocks (its rows and columns) that need no look.
    """
    h, w = (STEP * side for side in coarsely.shape[:2])
    there = busy(coarsely, where)
    if there is None:
        return [(0, 0, w, h)]
    found = _parted(there)
    if sum((right - left) * (bottom - top) for left, top, right, bottom in found) > _MOST * h * w:
        return [(0, 0, w, h)]
    return found


def busy(coarsely: Image, where: Image | None = None) -> Image | None:
    """1 for each block in which something is; None if the ground itself is too lively."""
    around = np.ones((3, 3), np.uint8)
    blue, green, red = cv2.split(cv2.absdiff(cv2.dilate(coarsely, around), cv2.erode(coarsely, around)))
    spread = np.maximum(np.maximum(blue, green), red)
    usual = float(np.median(spread if where is None else spread[_wide(where, spread.shape) > 0]))
    if usual > _LIVELY:
        return None
    here = (spread > max(_CONTRAST, _ABOVE * usual)).astype(np.uint8)
    n = BLOCK // STEP
    rows, columns = here.shape
    blocks = here.reshape(rows // n, n, columns // n, n).max(axis=(1, 3))
    if where is not None:
        blocks &= where
    return np.asarray(blocks, np.uint8)


def _wide(where: Image, shape: tuple[int, ...]) -> Image:
    """What is said of blocks, for each pixel of a coarse picture."""
    return np.asarray(cv2.resize(where, shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


def _parted(there: Image) -> list[Window]:
    """The bounding boxes of what hangs together, with some room; they may overlap."""
    h, w = there.shape
    _, _, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=4)
    left, top, wide, high = stats[1:][stats[1:, cv2.CC_STAT_AREA] >= _LEAST, :4].T
    box = [left - _AROUND, top - _AROUND, left + wide + _AROUND, top + high + _AROUND]
    corners = np.clip(np.array(box).T, 0, [w, h, w, h]) * BLOCK
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in corners.tolist()]


def packed(
    found: list[Window], cut: Callable[[Window], Image], ground: Sequence[float]
) -> tuple[Image, list[tuple[int, int]]]:
    """The windows of a picture beside and below one another in a smaller one, and where each begins there.

    `cut` gives what is seen in one, `ground` is the colour between them. A network looks at one picture of
    a hundred blocks much faster than at ten of ten.
    """
    high_first = sorted(found, key=lambda w: w[1] - w[3])
    widest = max(right - left for left, _, right, _ in found)
    tries = (_shelved(high_first, max(width, widest)) for width in _WIDTHS)
    (wide, high), places = min(tries, key=lambda one: one[0][0] * one[0][1])
    sheet = np.empty((high, wide, 3), np.uint8)
    sheet[:] = ground
    for window, (x, y) in places.items():
        left, top, right, bottom = window
        sheet[y : y + bottom - top, x : x + right - left] = cut(window)
    return sheet, [places[window] for window in found]


def _shelved(some: list[Window], width: int) -> tuple[tuple[int, int], dict[Window, tuple[int, int]]]:
    """Width and height of a sheet with the windows on shelves, one after the other, and their places."""
    places = {}
    x = y = shelf = wide = 0
    for left, top, right, bottom in some:
        if x + right - left > width:
            x, y, shelf = 0, y + shelf, 0
        places[left, top, right, bottom] = (x, y)
        x, shelf = x + right - left, max(shelf, bottom - top)
        wide = max(wide, x)
    return (wide, y + shelf), places
