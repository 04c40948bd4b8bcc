"""Objects against the ground: by colour, with shadows explained away."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Array, Image, Plane

Floats = npt.NDArray[np.float32]
Square = tuple[float, float, float]
"""The middle and the side of a thing, however it is turned, in pixels of the plane."""

_SUM = np.ones((1, 3), np.float32)
_WORK = 640  # longer side of the reduced picture in which objects are looked for
_COARSE = 320  # of that in which it is told whether anything lies at a place
_MIN_SHARE = 0.00008  # of the picture's area: smaller objects are specks
_NOISE = 5.0  # robust deviations of the ground by which an object must differ
_FIRM = 1.4  # mean of an object over the threshold: stains of the mat only just pass it
_FLOOR = 16.0  # grey values by which it must differ at least
_MIDDLE = 0.7  # of a thing's side within which it is told whether anything but ground shows there
_SPECKS = 0.9  # share of a place that must not differ from the ground for nothing to lie there


@dataclass(frozen=True)
class Blob:
    """One connected object: its outline (n x 2) and convex hull in pixels of the plane, its area in them."""

    outline: Array
    hull: Array
    area: float

    @property
    def solidity(self) -> float:
        """Area over the area of the convex hull; single dice are close to one."""
        return self.area / max(1.0, float(cv2.contourArea(self.hull.astype(np.float32))))


def segment(plane: Plane) -> list[Blob]:
    """All objects on the ground that are large enough to be a die, or several in touch."""
    small, usable, factor = _reduced(plane, _WORK)
    strange = _strangeness(small, ground(small, usable))
    cut = _threshold(strange, usable)
    mask = ((strange > cut) & (usable > 0)).astype(np.uint8) * 255
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = _MIN_SHARE * mask.size
    firm = [o for o in outlines if cv2.contourArea(o) > least and _contrast(strange, o) > _FIRM * cut]
    blobs = [_blob(np.asarray(outline, np.int32), factor) for outline in firm]
    return [blob for blob in blobs if blob is not None]


def shades(plane: Plane, places: Sequence[Square]) -> list[float | None]:
    """How light the ground is where things seem to lie, over what it is about there: below one in a shadow.

    None where anything but ground shows in their middle.
    """
    if not places:
        return []
    small, usable, factor = _reduced(plane, _COARSE)
    bare = ground(small, usable)
    strange = _strangeness(small, bare)
    cut = _threshold(strange, usable)
    found: list[float | None] = []
    for x, y, side in places:
        away = _MIDDLE * side / 2
        (left, right), (top, bottom) = (
            (max(0, round((at - away) / factor)), round((at + away) / factor) + 1) for at in (x, y)
        )
        part = slice(top, bottom), slice(left, right)
        plain = strange[part].size and float(np.quantile(strange[part], _SPECKS)) < cut
        found.append(float(small[part].mean() / bare[part].mean()) if plain else None)
    return found


def _reduced(plane: Plane, longest: int) -> tuple[Image, Image, float]:
    w, h = plane.size
    factor = max(1.0, max(h, w) / longest)
    small = plane.picture(1 / factor)
    size = (small.shape[1], small.shape[0])
    usable = cv2.resize(plane.usable, size, interpolation=cv2.INTER_NEAREST)
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), np.uint8)
    return np.asarray(small, np.uint8), np.asarray(usable, np.uint8), w / size[0]


def ground(small: Image, usable: Image) -> Floats:
    """Colour of the empty ground at each pixel (h x w x 3), a quadratic surface a channel, without objects.

    It is fitted where the other picture (h x w) is not nought.
    """
    size = (80, 60)
    coarse = cv2.resize(small, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float64)
    there = cv2.resize(usable, size, interpolation=cv2.INTER_NEAREST).ravel() > 0
    terms = _quadratic(*size)
    weight = there.astype(float)
    middle = _mode(coarse[there]) if there.any() else coarse.mean(axis=0)
    spread = 40.0
    surface = np.broadcast_to(middle, coarse.shape)
    for _ in range(6):
        away = np.linalg.norm(coarse - surface, axis=1)
        inside = np.clip(1 - (away / spread) ** 2, 0, 1) ** 2 * weight
        if inside.sum() < 20:
            break
        root = np.sqrt(inside)[:, None]
        ridge = np.eye(terms.shape[1]) * 1e-3
        left = (terms * root).T @ (terms * root) + ridge
        surface = terms @ np.linalg.solve(left, (terms * root).T @ (coarse * root))
        spread = max(18.0, spread * 0.8)
    field = np.clip(surface, 1, 255).reshape(size[1], size[0], 3).astype(np.float32)
    return np.asarray(cv2.resize(field, (small.shape[1], small.shape[0])), np.float32)


def _mode(colours: Array) -> Array:
    """The commonest colour: the fullest cell of a coarse histogram, smoothed."""
    cells, _ = np.histogramdd(colours, bins=(16, 16, 16), range=[(0, 256)] * 3)
    for axis in range(3):
        cells = cells + 0.5 * (np.roll(cells, 1, axis) + np.roll(cells, -1, axis))
    best = np.unravel_index(int(cells.argmax()), cells.shape)
    middle = (np.array(best) + 0.5) * 16
    near = colours[np.linalg.norm(colours - middle, axis=1) < 24]
    return np.asarray(np.median(near, axis=0) if len(near) else middle, np.float64)


def _quadratic(w: int, h: int) -> Array:
    y, x = (t.ravel() for t in np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _strangeness(small: Image, ground: Floats) -> Floats:
    """How far each pixel lies from every brightness of the ground's own colour up to the lit one."""
    pixel = small.astype(np.float32)
    # Sums over the channels by OpenCV: numpy is slow along an axis of three.
    dot = cv2.transform(pixel * ground, _SUM)
    square = cv2.transform(ground * ground, _SUM)
    # A shadow is ground with less light: a share below one. What is lighter than the ground is an object.
    share = np.minimum(dot / square, np.float32(1.0))
    away = pixel - share[:, :, None] * ground
    return np.asarray(cv2.sqrt(cv2.transform(away * away, _SUM)), np.float32)


def _threshold(strange: Floats, usable: Image) -> float:
    values = strange[::3, ::3][usable[::3, ::3] > 0]
    if not values.size:
        return _FLOOR
    middle = float(np.median(values))
    deviation = 1.5 * float(np.median(np.abs(values - middle)))
    return max(_FLOOR, middle + _NOISE * deviation)


def _contrast(strange: Floats, outline: cv2.typing.MatLike) -> float:
    """Mean strangeness within an outline."""
    x, y, w, h = cv2.boundingRect(outline)
    mask = np.zeros((h, w), np.uint8)
    cv2.drawContours(mask, [outline], -1, 255, cv2.FILLED, offset=(-x, -y))
    return float(cv2.mean(strange[y : y + h, x : x + w], mask)[0])


def _blob(outline: npt.NDArray[np.int32], factor: float) -> Blob | None:
    points = (outline[:, 0].astype(float) + 0.5) * factor - 0.5
    hull = cv2.convexHull(points.astype(np.float32))[:, 0].astype(float)
    if len(hull) < 4:
        return None
    # Contours run through the middles of border pixels: half a reduced pixel is missing all around.
    grown = float(cv2.contourArea(outline)) * factor**2 + cv2.arcLength(outline, True) * factor * factor / 2
    return Blob(points, hull, grown)
