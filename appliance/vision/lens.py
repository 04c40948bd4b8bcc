"""The camera's lens: measured on views of the calibration page, and taken out of every frame after that."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces import chart, mat
from appliance.vision.locate import marker_mm, markers
from appliance.vision.plane import Array, Image

Maps = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]

FEWEST = 12
"""Corners of the page, of 54, from which a view of it counts."""

VIEWS = 6
"""Views from which the lens can be worked out."""

_LEAST_TURN = 15.0  # degrees by which the page must have been tilted between some two views
_ALIKE = 0.01  # difference of two pictures' shapes up to which one lens holds for both
_STRONGEST = 0.5  # of the bends that are tried on the mat's markers


@dataclass(frozen=True)
class Lens:
    """Focal lengths, middle and the coefficients k1, k2, p1, p2 for pictures of `size`, all in their pixels.

    `error` is the root mean square in pixels by which the page's corners missed, `views` how many there were.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, float, float, float]
    error: float
    views: int

    def matrix(self, size: tuple[int, int]) -> Array:
        """The camera matrix for pictures of that size."""
        share = size[0] / self.size[0]
        (fx, fy), (x, y) = self.focal, self.middle
        # Pixels are counted by their middles: half a pixel stays half a pixel at every size.
        x, y = (x + 0.5) * share - 0.5, (y + 0.5) * share - 0.5
        return np.array([[fx * share, 0, x], [0, fy * share, y], [0, 0, 1]], np.float64)

    def fits(self, size: tuple[int, int]) -> bool:
        """Whether pictures of that size have the shape of those that it was measured on."""
        return abs(size[0] * self.size[1] / (size[1] * self.size[0]) - 1) < _ALIKE

    def as_values(self) -> dict[str, Any]:
        """Plain values, for a file."""
        return asdict(self)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "Lens":
        """The lens of such values; `BadValue` if they are none."""
        try:
            width, height = map(int, values["size"])
            k1, k2, p1, p2 = map(float, values["distortion"])
            pairs = [tuple(map(float, values[name])) for name in ("focal", "middle")]
            (fx, fy), (x, y) = pairs
            lens = cls(
                (width, height),
                (fx, fy),
                (x, y),
                (k1, k2, p1, p2),
                float(values["error"]),
                int(values["views"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadValue(f"no lens: {error}") from error
        if min(width, height, fx, fy) <= 0 or not np.isfinite([fx, fy, x, y, k1, k2, p1, p2]).all():
            raise BadValue(f"no lens: {dict(values)}")
        return lens


# Taking it out


def straight(frame: Image, lens: Lens) -> Image:
    """The frame as a lens without flaws would show it, of the same size, with all that the frame shows.

    A frame of another shape than the lens was measured on comes back as it is.
    """
    size = (frame.shape[1], frame.shape[0])
    if not lens.fits(size):
        return frame
    maps = _maps(lens, size)
    return np.asarray(cv2.remap(frame, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def straight_matrix(lens: Lens, size: tuple[int, int]) -> Array:
    """The camera matrix of the straightened picture: as large as shows all of the frame."""
    given = lens.matrix(size)
    best, _ = cv2.getOptimalNewCameraMatrix(given, np.array(lens.distortion), size, 1.0)
    return np.asarray(best, np.float64)


def unbent(pixels: Array, lens: Lens) -> Array:
    """Where a straight lens of the same camera matrix would show pixels (n x 2) of a picture."""
    given = lens.matrix(lens.size)
    moved = cv2.undistortPoints(pixels[:, None], given, np.array(lens.distortion), P=given)
    return np.asarray(moved[:, 0], np.float64)


@lru_cache(maxsize=2)
def _maps(lens: Lens, size: tuple[int, int]) -> Maps:
    """For each straight pixel its place in the frame, in OpenCV's fixed-point form."""
    whole, part = cv2.initUndistortRectifyMap(
        lens.matrix(size),
        np.array(lens.distortion),
        np.eye(3),
        straight_matrix(lens, size),
        size,
        cv2.CV_16SC2,
    )
    return np.asarray(whole, np.int16), np.asarray(part, np.uint16)


# Measuring it on the page


@dataclass(frozen=True)
class Sighting:
    """The page's inner corners that a picture shows: their numbers, and their places in it (n x 2)."""

    numbers: tuple[int, ...]
    pixels: Array


def sighted(frame: Image) -> Sighting | None:
    """The calibration page in a frame, or None where too little of it can be seen."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    corners, numbers, _, _ = _detector().detectBoard(grey)
    if corners is None or numbers is None or len(numbers) < FEWEST:
        return None
    return Sighting(tuple(map(int, numbers.ravel())), np.asarray(corners, np.float64).reshape(-1, 2))


def measure(views: Sequence[Sighting], size: tuple[int, int]) -> Lens:
    """The lens that explains the views best; `BadValue` if there are too few, or all too alike."""
    if len(views) < VIEWS:
        raise BadValue(f"{len(views)} views of the calibration page; the lens needs {VIEWS} or more")
    corners = np.asarray(board().getChessboardCorners(), np.float32)
    flat = [corners[list(view.numbers)] for view in views]
    seen = [view.pixels.astype(np.float32)[:, None] for view in views]
    start = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], np.float64)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    error, matrix, bends, turns, _ = cv2.calibrateCamera(flat, seen, size, start, np.zeros(5), flags=flags)
    upright = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    if not np.isfinite(matrix).all() or (upright @ upright.T).min() > np.cos(np.radians(_LEAST_TURN)):
        raise BadValue("the views of the calibration page are too alike: tilt it, each time to another side")
    k1, k2, p1, p2 = (float(value) for value in np.ravel(bends)[:4])
    return Lens(
        size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2),
        float(error),
        len(views),
    )


@lru_cache(maxsize=1)
def board() -> cv2.aruco.CharucoBoard:
    """OpenCV's description of the page, in mm."""
    numbers = np.arange(chart.FIRST, chart.FIRST + chart.COLUMNS * chart.ROWS // 2)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY))
    return cv2.aruco.CharucoBoard(
        (chart.COLUMNS, chart.ROWS), chart.SQUARE, chart.MARKER, dictionary, numbers
    )


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board())


# Seeing it in the mat


def bend(frame: Image) -> float:
    """How far the lens puts places of the mat wrong at most, in mm; 0.0 with less than all four markers.

    One radial coefficient is fitted to the markers' sixteen corners beside the homography.
    """
    found = markers(frame)
    if len(found) < 4:
        return 0.0
    seen = np.concatenate([corners for _, corners in found])
    flat = np.concatenate([marker_mm(number) for number, _ in found])
    middle = np.array([frame.shape[1] - 1, frame.shape[0] - 1]) / 2
    out = (seen - middle) / float(np.hypot(*middle))
    strength = _best(out, flat)
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 9), np.linspace(0, 1, 7)), axis=-1).reshape(-1, 2)
    low, high = out.min(axis=0), out.max(axis=0)
    there = low + grid * (high - low)
    plain = _to_mm(out, flat, there)
    bent = _to_mm(_radial(out, strength), flat, _radial(there, strength))
    return float(np.linalg.norm(plain - bent, axis=1).max())


def _radial(out: Array, strength: float) -> Array:
    return np.asarray(out * (1 + strength * (out**2).sum(axis=1, keepdims=True)), np.float64)


def _best(out: Array, flat: Array) -> float:
    """The strength with which one homography fits best, by a grid that is made finer thrice."""
    best, step = 0.0, _STRONGEST / 8
    for _ in range(4):
        tried = best + step * np.arange(-8, 9)
        misses = [_miss(_radial(out, strength), flat) for strength in tried]
        best, step = float(tried[int(np.argmin(misses))]), step / 6
    return best


def _miss(out: Array, flat: Array) -> float:
    return float(np.square(_to_mm(out, flat, out) - flat).sum())


def _to_mm(out: Array, flat: Array, points: Array) -> Array:
    """Points through the homography that takes `out` to `flat`."""
    plane, _ = cv2.findHomography(out, flat, 0)
    return np.asarray(cv2.perspectiveTransform(points[:, None], plane)[:, 0], np.float64)
