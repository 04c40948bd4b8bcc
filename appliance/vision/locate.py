"""Find the mat by its four printed markers: the homography of the table plane, and what white looks like."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from appliance.pieces import mat
from appliance.vision.plane import Array, Floats, Image, Plane, bare, halved

WHITE = 235.0
"""Grey value that white balance gives to the markers' paper."""

_ENOUGH = 480  # pixels of a picture's longer side in which markers are looked for


def locate(frame: Image) -> Plane:
    """The plane of the mat in the frame, white balanced; the frame itself if less than two markers show."""
    found = markers(frame)
    if len(found) < 2:
        return replace(bare(frame), markers=len(found))
    seen = np.concatenate([corners for _, corners in found])
    flat = np.concatenate([marker_mm(number) for number, _ in found])
    sides = np.linalg.norm([corners - np.roll(corners, 1, axis=0) for _, corners in found], axis=2)
    scale = float(np.clip(sides.mean() / mat.MARKER, 0.5, 6.0))
    solution, _ = cv2.findHomography(flat * scale, seen, 0)
    to_frame = np.eye(3) if solution is None else np.asarray(solution, np.float64)
    if solution is None or not np.isfinite(to_frame).all() or abs(np.linalg.det(to_frame)) < 1e-9:
        return replace(bare(frame), markers=len(found))
    size = (round(mat.SIZE[0] * scale), round(mat.SIZE[1] * scale))
    gains = _gains(frame, to_frame, [number for number, _ in found], scale)
    return Plane(frame, to_frame, scale, size, len(found), gains)


def markers(frame: Image) -> list[tuple[int, Array]]:
    """Number and corners (4 x 2, frame pixels) of each of the mat's markers."""
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    small, factor = grey, 1
    while max(small.shape) >= 2 * _ENOUGH:
        small, factor = halved(small), factor * 2
    found = _detected(small)
    if len(found) < 4 and factor > 1:
        # Small or dim markers may be lost with the pixels.
        found, factor = _detected(grey), 1
    if not found:
        return []
    corners = np.concatenate(list(found.values()))
    corners = ((corners + 0.5) * factor - 0.5).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    cv2.cornerSubPix(grey, corners, (2 + factor, 2 + factor), (-1, -1), stop)
    exact = corners.reshape(-1, 4, 2).astype(np.float64)
    return sorted(zip(found, exact, strict=True), key=lambda one: one[0])


def _detected(grey: Image) -> dict[int, Array]:
    """Corners (4 x 2) of each marker in a grey picture, to about a pixel."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    found: dict[int, Array] = {}
    if numbers is not None:
        for number, corner in zip(numbers.ravel(), corners, strict=True):
            if number < 4:
                found.setdefault(int(number), np.asarray(corner[0], float))
    return found


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    # One window size is enough for markers of this size and saves two thirds of the time.
    settings.adaptiveThreshWinSizeMin = 23
    settings.adaptiveThreshWinSizeMax = 23
    settings.minMarkerPerimeterRate = 0.05
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY)), settings
    )


def marker_mm(number: int) -> Array:
    """The corners (4 x 2) of a marker's black square, likewise, clockwise from its upper left."""
    half = mat.MARKER / 2
    ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return ring + mat.middle(number)


def _gains(frame: Image, to_frame: Array, numbers: Sequence[int], scale: float) -> Floats | None:
    """What makes the markers' white rims white, and the light even between them: a coarse field."""
    rims = _rims(frame, to_frame, numbers, scale)
    if not rims:
        return None
    mean = np.mean(list(rims.values()), axis=0)
    corners = np.array([[rims.get(0, mean), rims.get(1, mean)], [rims.get(3, mean), rims.get(2, mean)]])
    gains = np.clip(WHITE / np.maximum(corners, 8), 0.3, 5).astype(np.float32)
    # The four gains hold at the markers' middles; between and beyond them they vary linearly.
    h, w = 30, 40
    far = mat.INSET / np.array(mat.SIZE)
    u = (np.arange(w) + 0.5) / w
    v = (np.arange(h) + 0.5) / h
    u, v = (np.clip((t - f) / (1 - 2 * f), 0, 1)[:, None] for t, f in ((u, far[0]), (v, far[1])))
    top, bottom = (gains[row, 0] * (1 - u) + gains[row, 1] * u for row in (0, 1))
    field = top[None] * (1 - v[:, :, None]) + bottom[None] * v[:, :, None]
    return np.asarray(np.clip(field, 0.02, 5.3), np.float32)


def _rims(frame: Image, to_frame: Array, numbers: Sequence[int], scale: float) -> dict[int, Array]:
    """Median colour of the paper around each marker, but of those that are out of the picture."""
    off = mat.MARKER / 2 + mat.MARKER / 12
    along = (-1, -0.5, 0, 0.5, 1)
    ring = [(x, y) for x in along for y in (-1, 1)] + [(x, y) for x in (-1, 1) for y in along[1:-1]]
    places = np.array([[mat.middle(n)] for n in numbers]) + off * np.array(ring)
    spots = cv2.perspectiveTransform(places.reshape(-1, 1, 2) * scale, to_frame)
    columns, rows = np.round(spots).astype(int).reshape(len(numbers), -1, 2).transpose(2, 0, 1)
    inside = (columns >= 0) & (rows >= 0) & (columns < frame.shape[1]) & (rows < frame.shape[0])
    colours = frame[np.where(inside, rows, 0), np.where(inside, columns, 0)].astype(float)
    told = inside & (colours.sum(axis=2) > 30)
    return {n: np.median(colours[k, told[k]], axis=0) for k, n in enumerate(numbers) if told[k].sum() >= 6}
