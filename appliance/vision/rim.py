"""What lies on the mat's markers or at its edge, where the print itself would look like something.

A marker's print is known, and a mat has one colour along its edge: all else there lies on it.
"""

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat
from appliance.vision.on_marker import BESIDE, SHOWN, SIDE, SLACK, found, strange

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
_Side = tuple[Floats, Image]

COARSE = 2
"""Millimetres a pixel in which the mat's edge is looked at."""

WORDS = "something lies on a marker or at the mat's edge, and is not read: move it to the middle"

_GAP, _NEAR = 5, 8  # mm between what is one thing, and how far beyond it the middle of its top may be seen

_WITHIN = slice(BESIDE, -BESIDE)
_BESIDE_AT = slice(3, 6)  # mm beside a rim, from the outermost one looked at
_ALONG = slice(BESIDE + 3, None)  # and along it: its outer end lies at the mat's edge
_SHORTEST = 5  # mm along it that a thing takes

_LINES = ((4, 6), (6, 8), (30, 34))  # mm from the edge: two that tell, and one that has the ground's colour
_PLACES = 64  # along each edge
_ROUNDS = 3  # of the fit of the ground's colour
_SPREAD = 20.0, 0.3  # grey values off it that count, and share of its own
_LIGHTER = 1.8  # times the fitted ground's light: most of an edge may lie in a shadow
# Grey values, share of the ground's own, and robust deviations, by which a thing differs from the ground.
_FLOOR, _SHARE, _NOISE = 9.0, 0.16, 6.0
_UNLIKE = 2.0  # how much more one line may differ than most do
_RUN = (5.0, 150.0)  # mm along the edge that a thing takes: a longer one is a sheet, a sleeve, or the print
_HALF_OFF = 30.0  # the same at most of a die that stands hardly more than half on the mat
_FAINTLY, _PLAINLY = 0.5, 1.5  # parts of what counts, by which all of such a die differs, and some of it
_MOSTLY = 0.4  # of what the lines show: where so much differs the mat is not plain there
_MARKED = 10  # mm from the edge that are said to be covered


def covered(coarsely: Image, told: Mapping[int, Image], hidden: Mapping[int, Image]) -> Image:
    """255 for each mm of the mat (h x w) at which something lies on a marker or at the edge.

    `coarsely` shows the mat, a pixel every `COARSE` mm, in the camera's own colours. The markers are shown
    likewise, a pixel a mm: `told` are those whose corners are known, each with its rim and what is `BESIDE`
    that, `hidden` others that the picture should show, with `SLACK` more about them.
    """
    wide, high = (round(side) for side in mat.SIZE)
    mask = np.zeros((high + 2 * BESIDE, wide + 2 * BESIDE), np.uint8)
    pictures = {**told, **{number: found(picture, number) for number, picture in hidden.items()}}
    sides: list[_Side] = []
    for number, picture in pictures.items():
        x, y = (round(at - SIDE / 2) for at in mat.middle(number))
        piece = mask[y : y + SHOWN, x : x + SHOWN]
        if picture is None:
            piece[_WITHIN, _WITHIN] = 255
        else:
            piece[_WITHIN, _WITHIN] = strange(picture[_WITHIN, _WITHIN], number, is_told=number in told)
            sides += _beside(picture, piece, number)
    _mark_beside(sides)
    mask = mask[_WITHIN, _WITHIN]
    _mark_edges(mask, coarsely)
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


# Beside markers


def _beside(picture: Image, piece: Image, number: int) -> Iterator[_Side]:
    """The colours along both sides of a marker that lie towards the middle, and their parts of a mask."""
    for turn, step in ((number + 1, 1), (number + 2, -1)):  # each the upper one, its inner end at the right
        shown, marked = (np.rot90(one, turn)[:BESIDE, ::step][:, _ALONG] for one in (picture, piece))
        yield shown[_BESIDE_AT].mean(axis=0), marked


def _mark_beside(sides: Sequence[_Side]) -> None:
    """Mark what lies beside markers' rims: what is as white as a rim shows there."""
    if not sides:
        return
    colours = np.stack([line for line, _ in sides])
    differs = _off_the_usual(colours, np.median(colours, axis=1, keepdims=True)) > 1
    for (_, marked), there in zip(sides, differs, strict=True):
        if there.any():
            row = (255 * there).astype(np.uint8)[None]
            long = cv2.morphologyEx(row, cv2.MORPH_OPEN, np.ones((1, _SHORTEST), np.uint8))
            marked[:] = np.maximum(marked, long)


# Edges


def _mark_edges(mask: Image, coarsely: Image) -> None:
    """Mark what lies across the edges of the mat between its markers."""
    taken = round(mat.INSET + SIDE / 2) + SLACK
    ends = slice(taken // COARSE, -(taken // COARSE))
    edges = [np.rot90(coarsely, turn)[:, ends] for turn in range(4)]  # each the upper one
    lines = np.stack([[_line(edge, *depth) for depth in _LINES] for edge in edges])
    for turn, off in enumerate(_off_the_ground(lines)):
        turned = np.rot90(mask, turn)
        step = (turned.shape[1] - 2 * taken) / _PLACES
        for start, end in _things(off, step):
            turned[:_MARKED, taken + round(start * step) : taken + round(end * step)] = 255


def _things(off: Floats, step: float) -> Iterator[tuple[int, int]]:
    """Where things start and end, by how far one edge's lines are off the ground; `step` is mm a place.

    A mat that a lens bends may end within the outermost line: what that alone shows must be short, and plain.
    What the innermost shows too is print, or a sheet.
    """
    differs = off > 1
    first, second, inner = differs
    if differs.mean() >= _MOSTLY:  # a pattern, or a board
        return
    for start, end in _runs(first & second & ~inner):
        if _RUN[0] <= (end - start) * step <= _RUN[1]:
            yield start, end
    for start, end in _runs((off[0] > _FAINTLY) & ~inner):
        if (off[0, start:end] > _PLAINLY).any() and (end - start) * step <= _HALF_OFF:
            yield start, end


def _runs(there: Flags) -> Iterator[tuple[int, int]]:
    """Where each run of what is there starts, and ends."""
    ends = np.flatnonzero(np.diff(np.pad(there.astype(np.int8), 1))).tolist()
    return zip(ends[::2], ends[1::2], strict=True)


def _line(edge: Image, low: int, high: int) -> Floats:
    """The colours along an edge that is the upper one (`_PLACES` x 3), between two depths in mm."""
    shown = cv2.resize(edge[low // COARSE : high // COARSE], (_PLACES, 1), interpolation=cv2.INTER_AREA)
    return np.asarray(shown[0], np.float64)


def _off_the_ground(lines: Floats) -> Floats:
    """How far lines along edges (edges x 3 x n x 3) are off the ground's colour, as `_off_the_usual`."""
    colours = lines.reshape(len(lines), -1, 3)
    usual = np.median(colours, axis=1, keepdims=True)
    outer, inner = lines[:, :2], lines[:, 2:]
    apart = np.minimum(*(np.square(outer - other).sum(axis=3) for other in (inner, usual[:, None])))
    if not (apart[:, 0] > _FLOOR**2).any():  # mostly nothing is there
        return np.zeros(lines.shape[:3])
    return _off_the_usual(colours, _ground(colours, usual)).reshape(lines.shape[:3])


def _ground(colours: Floats, usual: Floats) -> Floats:
    """The ground's own colour at each place of the lines of edges (edges x places x 3), in uneven light."""
    along = np.linspace(-1, 1, _PLACES)
    terms = np.tile(np.stack([np.ones_like(along), along, along**2], axis=1), (len(_LINES), 1))
    spread = _SPREAD[0] + _SPREAD[1] * np.linalg.norm(usual, axis=2)
    surface = np.broadcast_to(usual, colours.shape)
    for _ in range(_ROUNDS):
        away = np.square(colours - surface).sum(axis=2)
        weighed = np.clip(1 - away / spread**2, 0, 1)[:, :, None] * terms
        left = weighed.swapaxes(1, 2) @ terms + 1e-3 * np.eye(3)
        surface = terms @ np.linalg.solve(left, weighed.swapaxes(1, 2) @ colours)
    return surface


def _off_the_usual(colours: Floats, ground: Floats) -> Floats:
    """How far colours along some lines (lines x n x 3) are from the ground's in any light.

    From 1 on they are not the ground's; 0 all along lines on which none is.
    """
    ground = np.maximum(ground, 1.0)
    square = np.square(ground).sum(axis=2)
    share = np.minimum(_LIGHTER, (colours * ground).sum(axis=2) / square)
    off = np.sqrt(np.square(colours - share[:, :, None] * ground).sum(axis=2))
    least = np.maximum(_FLOOR, _SHARE * np.sqrt(square))
    if not (off > least).any():
        return np.zeros(off.shape)
    middle = np.median(off, axis=1, keepdims=True)
    noise = 1.5 * np.median(np.abs(off - middle), axis=1, keepdims=True)
    spread = middle + _NOISE * noise
    # What takes half of one line tells nothing of its noise: the others do.
    return np.asarray(off / np.maximum(least, np.minimum(spread, _UNLIKE * np.median(spread))), np.float64)
