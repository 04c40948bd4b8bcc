"""How the camera looks at the mat: what of it is in the picture, how far askew it is seen, and how sharp."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import cv2
import numpy as np

from appliance.pieces import mat
from appliance.vision.locate import marker_mm
from appliance.vision.plane import Array, Image, Plane

USUAL_FOCAL = 1.2
"""Focal length of a camera of which nothing is known, in widths of its picture."""

ABOVE = 650.0
"""About how high the camera hangs above a mat, in mm."""

_ASIDE = 0.24  # of its height: how far from above the middle of its picture a camera is that looks from aside
_LEAST_TILT = 0.004  # of the foreshortening from which the focal length can be told from the mat
_FOCALS = (0.5, 3.0)  # widths of the picture
_REACH = 4.0  # mm on both sides of a marker's edge that are looked at for its sharpness
_STEP = 0.05  # mm
_QUARTERS = 1.349  # from a quarter of the rise to three quarters, in standard deviations of the blur


@dataclass(frozen=True)
class Aim:
    """Where the mat is in the picture.

    `cut` has for each side of the mat (left, top, right, bottom) how many mm of it the picture cuts off at
    most, `tilt` is the angle in degrees between the camera's axis and the mat's upright, `scale` pixels a mm.
    """

    cut: tuple[float, float, float, float]
    tilt: float
    scale: float


def aim(plane: Plane, focal: float | None = None) -> Aim:
    """How the camera is aimed at a plane with a mat; `focal` in pixels, where the lens is known."""
    assert plane.scale is not None
    to_frame = plane.to_frame @ np.diag([plane.scale, plane.scale, 1.0])  # from mm
    height, width = plane.frame.shape[:2]
    return Aim(_cut(to_frame, width, height), _tilt(to_frame, width, height, focal), plane.scale)


def _cut(to_frame: Array, width: int, height: int) -> tuple[float, float, float, float]:
    """By how far the picture's edge lies within the mat, looked at along each of the mat's sides."""
    across, down = np.linspace(0, mat.SIZE[0], 81), np.linspace(0, mat.SIZE[1], 61)
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 1, 2)
    seen = cv2.perspectiveTransform(grid, to_frame)[:, 0]
    inside = (seen > -1).all(axis=1) & (seen[:, 0] < width) & (seen[:, 1] < height)
    shown = inside.reshape(len(down), len(across))
    if not shown.any():
        return mat.SIZE[0], mat.SIZE[1], mat.SIZE[0], mat.SIZE[1]
    # Columns and rows that are seen whole, but for one point at an end.
    columns, rows = (shown.mean(axis=axis) > 0.98 for axis in (0, 1))
    left, right = (_first(line) * 5.0 for line in (columns, columns[::-1]))
    top, bottom = (_first(line) * 5.0 for line in (rows, rows[::-1]))
    return left, top, right, bottom


def _first(line: np.ndarray) -> int:
    return int(line.argmax()) if line.any() else 0


def _tilt(to_frame: Array, width: int, height: int, focal: float | None) -> float:
    upright = _axes(to_frame, width, height, focal)[:, 2]
    return float(np.degrees(np.arccos(min(1.0, abs(upright[2]) / float(np.linalg.norm(upright))))))


def stands(plane: Plane) -> Array:
    """Where the camera is: how many mm right and down of the mat's upper left, and above it."""
    assert plane.scale is not None
    height, width = plane.frame.shape[:2]
    return _stands(plane.to_frame.tobytes(), plane.scale, width, height)


def looks_down(plane: Plane) -> bool:
    """Whether a mat is seen from about above: farther to one side dice's side faces look like tops."""
    if plane.scale is None:
        return False
    right, down, above = stands(plane).tolist()
    x, y = plane.below.tolist()
    return not hypot(right - x / plane.scale, down - y / plane.scale) > _ASIDE * above


def over(plane: Plane) -> tuple[Array, float]:
    """The point of a mat's plane that lies below the camera, and how far above it that is, in pixels.

    It is taken to look straight down from as high as usual, unless the markers tell that it is far aside:
    from about above a bent lens tells them otherwise.
    """
    assert plane.scale is not None
    if looks_down(plane):
        return plane.below, ABOVE * plane.scale
    right, down, above = stands(plane) * plane.scale
    return np.array([right, down]), float(above)


@lru_cache(maxsize=4)
def _stands(to_frame: bytes, scale: float, width: int, height: int) -> Array:
    """The same by a plane's own values: each of its dice asks."""
    place = np.frombuffer(to_frame).reshape(3, 3) @ np.diag([scale, scale, 1.0])
    axes = _axes(place, width, height, None)
    right, down, away = np.linalg.solve(axes[:, :3], -axes[:, 3])
    return np.array([right, down, abs(away)])


def _axes(to_frame: Array, width: int, height: int, focal: float | None) -> Array:
    """The mat's axes (right, down, upright) and its upper left (3 x 4, mm), as the camera has them."""
    middle = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1]])
    plane = middle @ to_frame
    length = focal or _focal(plane, width)
    columns = np.diag([1 / length, 1 / length, 1.0]) @ plane
    lengths = np.linalg.norm(columns[:, :2], axis=0)
    right, down = (columns[:, :2] / lengths).T
    return np.column_stack([right, down, np.cross(right, down), columns[:, 2] / lengths.mean()])


def _focal(plane: Array, width: int) -> float:
    """The focal length at which the mat's edges are square and its sides as long as they are.

    Both hold only where the mat is seen askew; from above nothing can be told, and nothing hangs on it.
    """
    (a, b), (c, d), (e, f) = np.diag([1 / width, 1 / width, 1.0]) @ plane[:, :2]
    flat = np.array([a * b + c * d, a * a + c * c - b * b - d * d])
    far = np.array([e * f, e * e - f * f])
    square = -float(far @ flat) / max(1e-30, float(far @ far))
    if np.linalg.norm(flat) < _LEAST_TILT * (a * a + c * c) or square <= 0:
        return USUAL_FOCAL * width
    return float(np.clip(np.sqrt(square), *_FOCALS)) * width


def blur(plane: Plane) -> dict[int, float]:
    """The standard deviation of the picture's blur in mm of the mat, at each marker that is seen whole."""
    assert plane.scale is not None
    to_frame = plane.to_frame @ np.diag([plane.scale, plane.scale, 1.0])
    grey = np.asarray(cv2.cvtColor(plane.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    found = {number: _blur(grey, to_frame, marker_mm(number)) for number in range(4)}
    return {number: width for number, width in found.items() if width is not None}


def _blur(grey: Image, to_frame: Array, ring: Array) -> float | None:
    """The median over the four edges of a marker's black square."""
    widths = [_edge(grey, to_frame, ring[n], ring[(n + 1) % 4]) for n in range(4)]
    sharp = [width for width in widths if width is not None]
    return float(np.median(sharp)) if len(sharp) >= 3 else None


def _edge(grey: Image, to_frame: Array, start: Array, end: Array) -> float | None:
    """From black to white across the middle of one edge: how far a blurred step reaches."""
    along = (end - start) / np.linalg.norm(end - start)
    out = np.array([along[1], -along[0]])
    reach = np.arange(-_REACH, _REACH + _STEP, _STEP)
    places = start + np.linspace(0.2, 0.8, 40)[:, None] * (end - start)
    grid = places[:, None] + reach[None, :, None] * out
    seen = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), to_frame).reshape(*grid.shape).astype(np.float32)
    height, width = grey.shape
    if seen.min() < 0 or seen[..., 0].max() > width - 1 or seen[..., 1].max() > height - 1:
        return None
    patch = cv2.remap(grey, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR)
    profile = np.median(patch, axis=0)
    black, white = (float(np.median(part)) for part in (profile[:20], profile[-20:]))
    if white - black < 20:
        return None
    rise = (profile - black) / (white - black)
    quarter, three = (float(reach[int((rise > share).argmax())]) for share in (0.25, 0.75))
    return max(0.0, three - quarter) / _QUARTERS
