"""What lies on a marker of the mat: its print is known, and all else there lies on it."""

from functools import lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

SIDE = round(mat.MARKER * 4 / 3)
"""Side in mm of a marker with its rim."""

BESIDE = 8
"""Millimetres beside a rim that are shown, too."""

SHOWN = SIDE + 2 * BESIDE
"""Side in mm of a marker's picture, with its rim and what is beside that."""

SLACK = 4
"""Millimetres by which a marker that is not told may lie off its place."""

_ALIKE = 0.35  # correlation of a marker that is not told with its print, under which all of it is covered
_CONTRAST = 20.0  # grey values from its black to its white, under which nothing can be told
_CLEAR, _SOME = 0.3, 4  # share of the black, and the white, that is not covered; every so many pixels tell it
_DARK, _BRIGHT = 0.28, 0.4  # of that: white that is darker is covered, and black that is brighter
_WHOLE = 0.99  # share of a marker that the picture shows, from which it is looked for where it fits best
_STEP = 2  # mm from one place that is tried for a marker in part to the next
_OFF = 2  # mm of a rim that tell nothing where a marker is not told
_LEAST, _WIDE = 25, 3  # mm² that differ, and mm that they are wide
_IN_ALL = 50  # mm² of a marker that is not told


def placed(number: int, ring: Array, to_frame: Array) -> Array:
    """The map of the pixels of a marker's picture, one a mm, to the frame's, by its corners there (4 x 2).

    `to_frame` is that of the mat's. A bent lens or mat moves and turns a marker, but its perspective is the
    mat's: four corners so near one another tell that badly.
    """
    x, y = mat.middle(number)
    by_mat = to_frame @ np.array([[1, 0, x - SHOWN / 2], [0, 1, y - SHOWN / 2], [0, 0, 1.0]])
    low, high = ((SHOWN + sign * mat.MARKER - 1) / 2 for sign in (-1, 1))
    square = np.array([[(low, low)], [(high, low)], [(high, high)], [(low, high)]])
    seen = np.column_stack([cv2.perspectiveTransform(square, by_mat)[:, 0], np.ones(4)])
    moved, *_ = np.linalg.lstsq(seen, ring, rcond=None)
    return np.asarray(np.vstack([moved.T, [0, 0, 1]]) @ by_mat, np.float64)


def strange(shown: Image, number: int, *, is_told: bool) -> Image:
    """255 where what is shown is not the marker's print, but for specks and thin lines.

    One that is not told may be shown some mm off its place.
    """
    marker, black, white = _printed(number)
    colours = shown.reshape(-1, 3)
    low, high = (
        np.sort(colours[some], axis=0)[round(share * len(some))].astype(float)
        for some, share in ((black, _CLEAR), (white, 1 - _CLEAR))
    )
    contrast = np.maximum(high - low, _CONTRAST)
    if (high - low).max() < _CONTRAST:
        return np.zeros_like(marker)
    is_bright = cv2.inRange(shown, low + _DARK * contrast, np.full(3, 255.0))
    is_dark = cv2.inRange(shown, np.ones(3), low + _BRIGHT * contrast)
    covers = np.where(marker > 0, 255 - is_bright, 255 - is_dark)
    covers[cv2.inRange(shown, np.zeros(3), np.zeros(3)) > 0] = 0  # beyond the picture nothing is shown
    if not is_told:
        covers[:_OFF] = covers[:, :_OFF] = covers[-_OFF:] = covers[:, -_OFF:] = 0
    opened = cv2.morphologyEx(covers, cv2.MORPH_OPEN, np.ones((_WIDE, _WIDE), np.uint8))
    return _large(np.asarray(opened, np.uint8), _LEAST if is_told else _IN_ALL)


def _large(there: Image, in_all: int) -> Image:
    """The same but for specks; nothing where that is less than so many mm²."""
    if not there.any():
        return there
    _, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA]
    keep = areas >= _LEAST
    keep[0] = False
    return np.asarray(keep[labels] * (255 if areas[keep].sum() >= in_all else 0), np.uint8)


def found(shown: Image, number: int) -> Image | None:
    """A marker that is not told as if it were, cut out where it lies; None where it is covered all over."""
    marker, _, _ = _printed(number)
    grey = np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), np.uint8)[BESIDE:-BESIDE, BESIDE:-BESIDE]
    is_whole = (grey > 0).mean() > _WHOLE
    alike, left, top = (_fitted if is_whole else _fitted_in_part)(grey, marker)
    if alike < _ALIKE and is_whole:
        return None
    there = shown[top : top + SHOWN, left : left + SHOWN]
    return there if alike >= _ALIKE else np.zeros_like(there)


def _fitted(grey: Image, marker: Image) -> tuple[float, int, int]:
    """How alike a picture and the print are at best, and how far right and down of the picture's corner."""
    _, alike, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(grey, marker, cv2.TM_CCOEFF_NORMED))
    return alike, left, top


def _fitted_in_part(grey: Image, marker: Image) -> tuple[float, int, int]:
    """The same of a marker that the camera's picture cuts, beyond which there is nothing."""
    tries = [(0.0, SLACK, SLACK)]
    for left, top in product(range(0, 2 * SLACK + 1, _STEP), repeat=2):
        part = grey[top : top + SIDE, left : left + SIDE]
        shown, printed = (some[part > 0].astype(np.float64) for some in (part, marker))
        if not shown.size:
            continue
        shown, printed = shown - shown.mean(), printed - printed.mean()
        both = float(np.linalg.norm(shown) * np.linalg.norm(printed))
        tries.append((float(shown @ printed) / max(1.0, both), left, top))
    return max(tries)


@lru_cache(maxsize=4)
def _printed(number: int) -> tuple[Image, Places, Places]:
    """A marker in its white rim, a pixel a mm; and some pixels, row by row, amid black and amid white."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY))
    rim = round((SIDE - mat.MARKER) / 2)
    code = cv2.aruco.generateImageMarker(dictionary, number, SIDE - 2 * rim)
    whole = np.asarray(cv2.copyMakeBorder(code, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255), np.uint8)
    around = np.ones((3, 3), np.uint8)
    black, white = cv2.dilate(whole, around) == 0, cv2.erode(whole, around) == 255
    return whole, np.flatnonzero(black)[::_SOME], np.flatnonzero(white)[::_SOME]
