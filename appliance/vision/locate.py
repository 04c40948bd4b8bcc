"""Find the mat by its four printed markers: the homography of the table plane, and what white looks like.

Some webcams show a mirror image. The markers tell, and the homography undoes it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from appliance.pieces import mat
from appliance.vision.plane import Array, Floats, Image, Plane, Pyramid, whole

WHITE = 235.0
"""Grey value that white balance gives to the markers' paper."""

_ENOUGH = 480  # pixels of a picture's longer side in which markers are looked for
_LEAST = 2  # markers that tell where the mat lies


def locate(frame: Image) -> Plane:
    """The plane of the mat in the frame, white balanced; the frame itself if less than two markers show."""
    pyramid = Pyramid(frame)
    found = _markers(pyramid)
    if len(found) < _LEAST:
        return replace(whole(pyramid), corners=dict(found))
    seen = np.concatenate([corners for _, corners in found])
    flat = np.concatenate([marker_mm(number) for number, _ in found])
    sides = np.linalg.norm([corners - np.roll(corners, 1, axis=0) for _, corners in found], axis=2)
    scale = float(np.clip(sides.mean() / mat.MARKER, 0.5, 6.0))
    solution, _ = cv2.findHomography(flat * scale, seen, 0)
    to_frame = np.eye(3) if solution is None else np.asarray(solution, np.float64)
    if solution is None or not np.isfinite(to_frame).all() or abs(np.linalg.det(to_frame)) < 1e-9:
        return replace(whole(pyramid), corners=dict(found))
    size = (round(mat.SIZE[0] * scale), round(mat.SIZE[1] * scale))
    gains = _gains(frame, to_frame, [number for number, _ in found], scale)
    return Plane(pyramid, to_frame, scale, size, dict(found), gains)


def markers(frame: Image) -> list[tuple[int, Array]]:
    """Number and corners (4 x 2, frame pixels) of each of the mat's markers.

    The corners are clockwise from the upper left on the mat, and so the other way round in a mirror image.
    """
    return _markers(Pyramid(frame))


def is_mirrored(plane: Plane) -> bool:
    """Whether the frame shows the mat as in a mirror."""
    return plane.has_mat and bool(np.linalg.det(plane.to_frame) < 0)


def _markers(pyramid: Pyramid) -> list[tuple[int, Array]]:
    times = 0
    while max(pyramid.at(times).shape) >= 2 * _ENOUGH:
        times += 1
    grey = _grey(pyramid.at(times))
    found = _detected(grey)
    mirrored = _mirrored(grey) if len(found) < _LEAST else {}
    if mirrored:
        found = mirrored
    elif len(found) < 4 and times:
        # Small or dim markers may be lost with the pixels.
        found, times = _detected(_grey(pyramid.at(0))), 0
    rough = {number: (corners + 0.5) * 2**times - 0.5 for number, corners in found.items()}
    return [(number, _exact(pyramid.at(0), rough[number], 2 + 2**times)) for number in sorted(rough)]


def _grey(frame: Image) -> Image:
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)


def _exact(frame: Image, corners: Array, reach: int) -> Array:
    """A marker's corners to a small part of a pixel, from places up to `reach` pixels off."""
    room = 2 * reach + 2  # how far from the places there is looked
    first = np.maximum(0, np.floor(corners.min(axis=0)).astype(int) - room)
    (left, top), (right, bottom) = first, np.ceil(corners.max(axis=0)).astype(int) + room + 1
    grey, within = _grey(frame[top:bottom, left:right]), (corners - first).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    cv2.cornerSubPix(grey, within, (reach, reach), (-1, -1), stop)
    return np.asarray(within + first, np.float64)


def _detected(grey: Image) -> dict[int, Array]:
    """Corners (4 x 2) of each marker in a grey picture, to about a pixel."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    found: dict[int, Array] = {}
    if numbers is not None:
        for number, corner in zip(numbers.ravel(), corners, strict=True):
            if number < 4:
                found.setdefault(int(number), np.asarray(corner[0], float))
    return found


def _mirrored(grey: Image) -> dict[int, Array]:
    """The same of a picture that shows the mat as in a mirror; nothing of any other."""
    found = _detected(np.ascontiguousarray(grey[:, ::-1]))
    if len(found) < _LEAST:
        return {}
    return {number: corners * (-1, 1) + (grey.shape[1] - 1, 0) for number, corners in found.items()}


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
    ranked = np.sort(np.where(told[:, :, None], colours, np.inf), axis=1)  # what is not told comes last
    rims = zip(numbers, ranked, told.sum(axis=1).tolist(), strict=True)
    return {n: (rows[(count - 1) // 2] + rows[count // 2]) / 2 for n, rows, count in rims if count >= 6}
