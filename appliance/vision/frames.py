"""What every reader does with a frame: refuse what is none, scale it down, and put its answers in order."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from appliance.errors import BadValue
from appliance.vision import rim
from appliance.vision.health import WHITE, is_all_white, unreadable
from appliance.vision.plane import Array, Image, Plane
from appliance.vision.reading import Point, Reading, Said, Symbol

_LONGEST = 1920  # larger frames are scaled down: time and memory stay bounded
_LONGEST_WHOLE = 2400  # the same where only whole shares of the size will do


def reading(
    kind: str, frame: Image, read: Callable[[Image], tuple[Sequence[Symbol], Sequence[str]]]
) -> Reading:
    """What `read` makes of a frame, timed; a frame that shows nothing at all is only said to.

    In one that hardly shows anything but white nothing is sure.
    The frame is height x width x 3, blue-green-red, uint8; `BadValue` for other arrays.
    """
    start = time.perf_counter()
    check(frame)
    height, width = frame.shape[:2]
    problem = unreadable(frame)
    shows = problem is None or (problem == WHITE and not is_all_white(frame))
    items, problems = read(frame) if shows else ((), ())
    if problem is not None:
        items, problems = [replace(item, sure=False) for item in items], (*problems, problem)
    ms = (time.perf_counter() - start) * 1000
    return Reading(kind, width, height, ms, tuple(items), tuple(dict.fromkeys(problems)))


def with_unread(plane: Plane, said: Said) -> Said:
    """The same, and a word if something lies on a mat's marker or at its edge where nothing was read."""
    if plane.scale is None or not plane.covered.any():
        return said
    symbols, problems = said
    centers = np.array([symbol.center for symbol in symbols]).reshape(-1, 2)
    to_plane = np.asarray(np.linalg.inv(plane.to_frame), np.float64)
    at = (mapped(centers, to_plane) + 0.5) / plane.scale if symbols else centers
    return (symbols, (*problems, rim.WORDS)) if rim.unread(plane.covered, at) else said


def check(frame: object) -> None:
    """`BadValue` for anything but a picture (height x width x 3, uint8)."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8:
        raise BadValue(
            f"expected an image of 8-bit numbers, got {getattr(frame, 'dtype', type(frame).__name__)}"
        )
    if frame.ndim != 3 or frame.shape[2] != 3 or 0 in frame.shape:
        raise BadValue(
            f"expected height × width × 3 (blue, green, red), got {' × '.join(map(str, frame.shape))}"
        )


def bounded(frame: Image, longest: int = _LONGEST) -> tuple[Image, float]:
    """The frame, scaled down if it has more pixels along a side, and frame pixels a pixel of it."""
    h, w = frame.shape[:2]
    factor = max(1.0, max(h, w) / longest)
    if factor == 1.0:
        return frame, 1.0
    size = (max(1, round(w / factor)), max(1, round(h / factor)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), factor


def shrunk(frame: Image) -> tuple[Image, float]:
    """The same by a whole number: averaging whole blocks takes a tenth of the time."""
    factor = -(-max(frame.shape[:2]) // _LONGEST_WHOLE)
    if factor == 1 or min(frame.shape[:2]) < factor:
        return frame, 1.0
    h, w = (side // factor for side in frame.shape[:2])
    whole = frame[: h * factor, : w * factor]
    return np.asarray(cv2.resize(whole, (w, h), interpolation=cv2.INTER_AREA), np.uint8), float(factor)


def mapped(points: Array, to_frame: Array) -> Array:
    """Points (n x 2) of the plane in pixels of the frame."""
    return np.asarray(cv2.perspectiveTransform(points[:, None].astype(np.float64), to_frame)[:, 0], float)


def point(xy: Array) -> Point:
    """A pair of plain numbers."""
    return float(xy[0]), float(xy[1])


def enlarged(symbol: Symbol, factor: float) -> Symbol:
    """The symbol where it is in a picture so many times as large."""
    center, *(a, b, c, d) = ((x * factor, y * factor) for x, y in (symbol.center, *symbol.corners))
    return replace(symbol, center=center, corners=(a, b, c, d))


def in_reading_order(items: list[Symbol]) -> tuple[Symbol, ...]:
    """Line by line from the top, each from the left; dice within half a side of height share a line."""
    lines: list[list[Symbol]] = []
    for item in sorted(items, key=lambda one: one.center[1]):
        reach = float(np.hypot(*np.subtract(item.corners[0], item.corners[1]))) / 2
        if lines and item.center[1] - lines[-1][0].center[1] <= reach:
            lines[-1].append(item)
        else:
            lines.append([item])
    return tuple(item for line in lines for item in sorted(line, key=lambda one: one.center[0]))
