"""Find the mat by its four printed markers: the homography of the table plane, and what white looks like."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

WHITE = 235.0
"""Grey value that white balance gives to the markers' paper."""

_EDGE = 3.0  # mm along the mat's border that are not looked at: the mat may curl there


@dataclass(frozen=True)
class Plane:
    """The table seen from straight above.

    `image` is the picture of the plane (without a mat the frame itself), `usable` its pixels to look at,
    `to_frame` the homography from its pixels to the frame's, `scale` pixels a mm or None without a mat,
    `frame_size` the frame's width and height, `markers` how many of the mat's four were seen.
    """

    image: Image
    usable: Image
    to_frame: Array
    scale: float | None
    frame_size: tuple[int, int]
    markers: int = 0

    @property
    def below(self) -> Array:
        """The point of the plane, in its pixels, that lies about below the camera: the frame's middle."""
        size = np.array([[self.frame_size]], np.float64) / 2
        return np.asarray(cv2.perspectiveTransform(size, np.linalg.inv(self.to_frame))[0, 0], np.float64)

    @property
    def has_mat(self) -> bool:
        """Whether the markers were found."""
        return self.scale is not None


def locate(frame: Image) -> Plane:
    """The plane of the mat in the frame, white balanced; the frame itself if less than two markers show."""
    shape = (frame.shape[1], frame.shape[0])
    found = _markers(frame)
    if len(found) < 2:
        return Plane(frame, np.full(frame.shape[:2], 255, np.uint8), np.eye(3), None, shape, len(found))
    seen = np.concatenate([corners for _, corners in found])
    flat = np.concatenate([_marker_mm(number) for number, _ in found])
    sides = np.linalg.norm([corners - np.roll(corners, 1, axis=0) for _, corners in found], axis=2)
    scale = float(np.clip(sides.mean() / mat.MARKER, 0.5, 6.0))
    solution, _ = cv2.findHomography(flat * scale, seen, 0)
    to_frame = np.eye(3) if solution is None else np.asarray(solution, np.float64)
    if solution is None or not np.isfinite(to_frame).all() or abs(np.linalg.det(to_frame)) < 1e-9:
        return Plane(frame, np.full(frame.shape[:2], 255, np.uint8), np.eye(3), None, shape, len(found))
    size = (round(mat.SIZE[0] * scale), round(mat.SIZE[1] * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    image = cv2.warpPerspective(frame, to_frame, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
    balanced = _balance(np.asarray(image, np.uint8), [number for number, _ in found], scale)
    return Plane(balanced, _usable(frame, to_frame, size, scale), to_frame, scale, shape, len(found))


def _markers(frame: Image) -> list[tuple[int, Array]]:
    """Number and corners (4 x 2, frame pixels) of each of the mat's markers."""
    corners, numbers, _ = _detector().detectMarkers(frame)
    found: dict[int, Array] = {}
    if numbers is not None:
        for number, corner in zip(numbers.ravel(), corners, strict=True):
            if number < 4:
                found.setdefault(int(number), np.asarray(corner[0], float))
    return sorted(found.items())


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # One window size is enough for markers of this size and saves two thirds of the time.
    settings.adaptiveThreshWinSizeMin = 23
    settings.adaptiveThreshWinSizeMax = 23
    settings.minMarkerPerimeterRate = 0.05
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY)), settings
    )


def _middle_mm(number: int) -> tuple[float, float]:
    near, (width, height) = mat.INSET, mat.SIZE
    return ((near, near), (width - near, near), (width - near, height - near), (near, height - near))[number]


def _marker_mm(number: int) -> Array:
    half = mat.MARKER / 2
    ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return ring + _middle_mm(number)


def _balance(image: Image, numbers: Sequence[int], scale: float) -> Image:
    """Make the markers' white rims white, and the light even between them."""
    rims = {n: white for n in numbers if (white := _rim(image, n, scale)) is not None}
    if not rims:
        return image
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
    fine = cv2.resize(np.clip(field * 48, 1, 255).astype(np.uint8), (image.shape[1], image.shape[0]))
    return np.asarray(cv2.multiply(image, fine, scale=1 / 48), np.uint8)


def _rim(image: Image, number: int, scale: float) -> Array | None:
    """Median colour of the paper around a marker, None where it is out of the picture."""
    x, y = _middle_mm(number)
    off = mat.MARKER / 2 + mat.MARKER / 12
    ring = [(x + a * off, y + b * off) for a in (-1, -0.5, 0, 0.5, 1) for b in (-1, 1)]
    ring += [(x + a * off, y + b * off) for a in (-1, 1) for b in (-0.5, 0, 0.5)]
    spots = np.array(ring) * scale
    columns = np.clip(spots[:, 0].astype(int), 0, image.shape[1] - 1)
    rows = np.clip(spots[:, 1].astype(int), 0, image.shape[0] - 1)
    colours = image[rows, columns].astype(float)
    colours = colours[colours.sum(axis=1) > 30]
    return np.median(colours, axis=0) if len(colours) >= 6 else None


def _usable(frame: Image, to_frame: Array, size: tuple[int, int], scale: float) -> Image:
    """Pixels of the plane that show the mat: not its border, not its markers, not what the frame cut off."""
    usable = np.zeros((size[1], size[0]), np.uint8)
    edge = round(_EDGE * scale)
    usable[edge:-edge, edge:-edge] = 255
    for number in range(4):
        x, y = _middle_mm(number)
        half = mat.MARKER * (0.5 + 1 / 6) + 1
        a, b = (round((x - half) * scale), round((y - half) * scale))
        c, d = (round((x + half) * scale), round((y + half) * scale))
        usable[max(0, b) : d, max(0, a) : c] = 0
    h, w = frame.shape[:2]
    view = np.array([[0, 0], [w, 0], [w, h], [0, h]], float)[:, None]
    shown = cv2.perspectiveTransform(view, np.linalg.inv(to_frame)).astype(np.int32)
    seen = np.zeros_like(usable)
    cv2.fillConvexPoly(seen, shown, 255)
    return np.asarray(cv2.bitwise_and(usable, seen), np.uint8)
