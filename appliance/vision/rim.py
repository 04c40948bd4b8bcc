"""What lies on the mat's markers or at its edge, where the print itself would look like something.

A marker's squares are known, and a mat has one colour along its edge: all else there lies on it.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]

SLACK = 4
"""Millimetres by which a marker that is not told may lie off its place."""

SIDE = round(mat.MARKER * 4 / 3)
"""Side in mm of a marker with its rim."""

BESIDE = 8
"""Millimetres beside a rim that are looked at, too."""

WORDS = "something lies on a marker or at the mat's edge, and is not read: move it to the middle"

_ALIKE = 0.35  # correlation of a marker that is not told with its print, under which all of it is covered
_CONTRAST = 20.0  # grey values from its black to its white, under which nothing can be told
_CLEAR, _SOME = 0.3, 4  # share of the black, and the white, that is not covered; every so many pixels tell it
_DARK, _BRIGHT = 0.28, 0.4  # of that: white that is darker is covered, and black that is brighter
_WHOLE = 0.99  # share of a marker that the picture shows, from which it is looked for where it fits best
_STEP = 2  # mm from one place that is tried for a marker in part to the next
_OFF = 4  # mm of a rim that tell nothing where a marker is not told
_LEAST, _WIDE = 25, 3  # mm² that differ, and mm that they are wide
_IN_ALL = 50  # mm² of a marker that is not told
_GAP, _NEAR = 5, 8  # mm between what is one thing, and how far beyond it the middle of its top may be seen

_WITHIN = slice(BESIDE, -BESIDE)
_BESIDE_AT = slice(3, 6)  # mm beside a rim, from the outermost one looked at
_ALONG = slice(BESIDE + 3, None)  # and along it: its outer end lies at the mat's edge
_SHORTEST = 5  # mm along it that a thing takes

_LINES = ((3, 5), (6, 8), (30, 34))  # mm from the edge: two that tell, and one that has the ground's colour
_PLACES = 64  # along each edge
_ROUNDS = 3  # of the fit of the ground's colour
_SPREAD = 20.0, 0.3  # grey values off it that count, and share of its own
_LIGHTER = 1.8  # times the fitted ground's light: most of an edge may lie in a shadow
# Grey values, share of the ground's own, and robust deviations, by which a thing differs from the ground.
_FLOOR, _SHARE, _NOISE = 9.0, 0.16, 6.0
_RUN = (5.0, 150.0)  # mm along the edge that a thing takes: a longer one is a sheet, a sleeve, or the print
_MOSTLY = 0.4  # of what the lines show: where so much differs the mat is not plain there
_MARKED = 10  # mm from the edge that are said to be covered


def covered(around: Image, told: Mapping[int, Image], hidden: Collection[int] = ()) -> Image:
    """255 for each mm of the mat (h x w) at which something lies on a marker or at the edge.

    `around` shows the mat and `SLACK` mm more on every side, a pixel a mm, in the camera's own colours;
    `told` likewise those of its markers whose corners are known, each with its rim and what is `BESIDE` that;
    `hidden` are others that the picture should show.
    """
    wide, high = (round(side) for side in mat.SIZE)
    mask = np.zeros((high + 2 * BESIDE, wide + 2 * BESIDE), np.uint8)
    for number in (*told, *hidden):
        x, y = (round(at - SIDE / 2) for at in mat.middle(number))
        there = slice(y, y + SIDE + 2 * BESIDE), slice(x, x + SIDE + 2 * BESIDE)
        mask[there] = _on_marker(told[number], number) if number in told else _on_hidden(around, number)
    mask = mask[_WITHIN, _WITHIN]
    _mark_edges(mask, around[SLACK:-SLACK, SLACK:-SLACK])
    return mask


def unread(mask: Image, read: Floats) -> bool:
    """Whether anything lies there (as `covered` says) of which nothing is read, by what is (n x 2, mm)."""
    whole = cv2.dilate(mask, np.ones((_GAP, _GAP), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    for left, top, wide, high, _ in stats[1:].tolist():
        least, most = (left - _NEAR, top - _NEAR), (left + wide + _NEAR, top + high + _NEAR)
        if not ((read > least) & (read < most)).all(axis=1).any():
            return True
    return False


# Markers


def _on_marker(shown: Image, number: int, off: int = 0) -> Image:
    """255 for each mm of a marker, its rim and what is beside on which something lies.

    It may be shown so many mm `off`, and then the rim's outermost ones tell nothing.
    """
    mask = np.zeros(shown.shape[:2], np.uint8)
    mask[_WITHIN, _WITHIN] = _strange(shown[_WITHIN, _WITHIN], number, off)
    _mark_beside(mask, shown, number)
    return mask


def _strange(shown: Image, number: int, off: int) -> Image:
    """255 where what is shown is not the marker's print, but for specks and thin lines."""
    marker, black, white = _printed(number)
    colours = shown.reshape(-1, 3)
    low, high = (
        np.sort(colours[some], axis=0)[round(share * len(some))].astype(float)
        for some, share in ((black, _CLEAR), (white, 1 - _CLEAR))
    )
    range_ = np.maximum(high - low, _CONTRAST)
    if (high - low).max() < _CONTRAST:
        return np.zeros_like(marker)
    is_bright = cv2.inRange(shown, low + _DARK * range_, np.full(3, 255.0))
    is_dark = cv2.inRange(shown, np.ones(3), low + _BRIGHT * range_)
    covers = np.where(marker > 0, 255 - is_bright, 255 - is_dark)
    covers[cv2.inRange(shown, np.zeros(3), np.zeros(3)) > 0] = 0  # beyond the picture nothing is shown
    covers[:off] = covers[:, :off] = covers[SIDE - off :] = covers[:, SIDE - off :] = 0
    opened = cv2.morphologyEx(covers, cv2.MORPH_OPEN, np.ones((_WIDE, _WIDE), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA]
    keep = areas >= _LEAST
    keep[0] = False
    if off and areas[keep].sum() < _IN_ALL:
        return np.zeros_like(marker)
    return np.asarray(keep[labels] * 255, np.uint8)


def _mark_beside(mask: Image, shown: Image, number: int) -> None:
    """Mark what lies beside a marker's rim towards the middle: what is as white as the rim shows there."""
    for turn, step in (
        (number + 1, 1),
        (number + 2, -1),
    ):  # each side the upper one, its inner end at the right
        side, marked = (np.rot90(picture, turn)[:BESIDE, ::step][:, _ALONG] for picture in (shown, mask))
        line = side[_BESIDE_AT].mean(axis=0)
        ground = np.median(line, axis=0)
        off, least = _off(line, ground), float(_least(ground))
        if off.max() > least:
            middle = float(np.median(off))
            noise = 1.5 * float(np.median(np.abs(off - middle)))
            differs = (off > max(least, middle + _NOISE * noise)).astype(np.uint8)[None]
            row = cv2.morphologyEx(255 * differs, cv2.MORPH_OPEN, np.ones((1, _SHORTEST), np.uint8))
            marked[:] = np.maximum(marked, row)


def _on_hidden(around: Image, number: int) -> Image:
    """The same of a marker that is not told: it may lie a little off its place, or be covered all over."""
    marker, _, _ = _printed(number)
    x, y = (round(at - SIDE / 2) for at in mat.middle(number))
    shown = around[y : y + SIDE + 2 * SLACK, x : x + SIDE + 2 * SLACK]
    grey = np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), np.uint8)
    is_whole = (grey > 0).mean() > _WHOLE
    alike, left, top = (_fitted if is_whole else _fitted_in_part)(grey, marker)
    if alike < _ALIKE:
        return np.pad(np.full_like(marker, 255 if is_whole else 0), BESIDE)
    wider = cv2.copyMakeBorder(around, BESIDE, BESIDE, BESIDE, BESIDE, cv2.BORDER_CONSTANT)
    x, y = x + left, y + top
    return _on_marker(np.asarray(wider[y : y + SIDE + 2 * BESIDE, x : x + SIDE + 2 * BESIDE]), number, _OFF)


def _fitted(grey: Image, marker: Image) -> tuple[float, int, int]:
    """How alike a picture and the print are at best, and how far right and down of the picture's corner."""
    _, alike, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(grey, marker, cv2.TM_CCOEFF_NORMED))
    return alike, left, top


def _fitted_in_part(grey: Image, marker: Image) -> tuple[float, int, int]:
    """The same of a marker that the camera's picture cuts, beyond which there is nothing."""
    tries = []
    for left, top in product(range(0, 2 * SLACK + 1, _STEP), repeat=2):
        part = grey[top : top + SIDE, left : left + SIDE]
        shown, printed = (some[part > 0].astype(np.float64) for some in (part, marker))
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


# Edges


def _mark_edges(mask: Image, picture: Image) -> None:
    """Mark what lies across the edges of the mat, which is shown a pixel a mm, between its markers."""
    taken = round(mat.INSET + SIDE / 2) + SLACK
    edges = [np.rot90(picture, turn)[:, taken:-taken] for turn in range(4)]  # each the upper one
    lines = np.stack([[_line(edge, *depth) for depth in _LINES] for edge in edges])
    for turn, differs in enumerate(_differing(lines)):
        turned = np.rot90(mask, turn)
        step = (turned.shape[1] - 2 * taken) / _PLACES
        ends = np.flatnonzero(np.diff(np.pad(differs.astype(np.int8), 1))) * step
        for start, end in ends.reshape(-1, 2).tolist():
            if _RUN[0] <= end - start <= _RUN[1]:
                turned[:_MARKED, taken + round(start) : taken + round(end)] = 255


def _line(edge: Image, low: int, high: int) -> Floats:
    """The colours along an edge that is the upper one (`_PLACES` x 3), so many mm within it."""
    shown = cv2.resize(edge[low:high], (_PLACES, 1), interpolation=cv2.INTER_AREA)
    return np.asarray(shown[0], np.float64)


def _differing(lines: Floats) -> Flags:
    """Where along edges the two outer lines (edges x 3 x n x 3) differ from the ground, by more than light.

    A mat that a lens bends may end within the outer one, and so only what both show lies there.
    """
    along = np.linspace(-1, 1, _PLACES)
    terms = np.tile(np.stack([np.ones_like(along), along, along**2], axis=1), (len(_LINES), 1))
    colours = lines.reshape(len(lines), -1, 3)
    usual = np.median(colours, axis=1, keepdims=True)
    spread = _SPREAD[0] + _SPREAD[1] * np.linalg.norm(usual, axis=2)
    surface = np.broadcast_to(usual, colours.shape)
    for _ in range(_ROUNDS):
        away = np.square(colours - surface).sum(axis=2)
        weighed = np.clip(1 - away / spread**2, 0, 1)[:, :, None] * terms
        left = weighed.swapaxes(1, 2) @ terms + 1e-3 * np.eye(3)
        surface = terms @ np.linalg.solve(left, weighed.swapaxes(1, 2) @ colours)
    off = _off(colours, surface)
    middle = np.median(off, axis=1, keepdims=True)
    noise = 1.5 * np.median(np.abs(off - middle), axis=1, keepdims=True)
    differs = (off > np.maximum(_least(surface), middle + _NOISE * noise)).reshape(lines.shape[:3])
    is_plain = differs.mean(axis=(1, 2)) < _MOSTLY  # no pattern, and no board
    return np.asarray(differs[:, 0] & differs[:, 1] & is_plain[:, None], np.bool_)


def _least(ground: Floats) -> Floats:
    """How far colours must lie off the ground's (… x 3) to be a thing's: the more, the brighter that is."""
    return np.asarray(np.maximum(_FLOOR, _SHARE * np.linalg.norm(ground, axis=-1)), np.float64)


def _off(colours: Floats, surface: Floats) -> Floats:
    """How far each colour lies from the ground's in any light up to `_LIGHTER` times what most of it has."""
    ground = np.maximum(surface, 1.0)
    share = np.minimum(_LIGHTER, (colours * ground).sum(axis=-1) / (ground * ground).sum(axis=-1))
    return np.asarray(np.linalg.norm(colours - share[..., None] * ground, axis=-1), np.float64)
