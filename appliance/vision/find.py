"""From objects on the ground to faces that may be read, touching dice parted."""

import cv2
import numpy as np

from appliance.vision.locate import Plane
from appliance.vision.part import WIDER, Found, part
from appliance.vision.segment import Blob, segment
from appliance.vision.straighten import Patch, centred, patches

TOUCHING = "dice touch and could not be told apart: move them a little"
ODD = "something lies there that is no die, or is covered in part"

_SINGLE = 0.87  # solidity from which an object is one die
_LONG = 1.42  # of its longer over its shorter side: beyond it there are two dice in a row
_LARGE = 1.32  # side over that of the usual die: beyond it there is more than one
_CRUMB = 0.3  # of a die's area: smaller objects are no dice
_SHARES = (1.0, 0.8, 0.62, 0.5, 0.4)  # sides to try, over the narrowest width of a heap
_SMALLEST_MM, _LARGEST_MM = 9.0, 26.0  # sides of the dice that are played with


def find(plane: Plane) -> tuple[list[Found], list[str]]:
    """Faces to read in pixels of the plane, and problems in words."""
    blobs = segment(plane)
    shapes = {i: _shapes(plane, blob) for i, blob in enumerate(blobs) if _looks_single(blob)}
    side = _usual_side(list(shapes.values()), plane.scale) or _side_in_heaps(plane, blobs)
    if side is None:
        return [], []
    found, problems = [], []
    for number, blob in enumerate(blobs):
        if blob.area < _CRUMB * side**2:
            continue
        mine = shapes.get(number)
        if mine and _side(mine[0]) < _LARGE * side:
            found.append(Found(tuple(centred(plane.image, patch) for patch in mine)))
            continue
        parted = part(plane.image, blob, side)
        found += parted.dice
        if not parted.whole:
            problems.append(TOUCHING if parted.dice or blob.area > 1.5 * side**2 else ODD)
    return found, problems


def _shapes(plane: Plane, blob: Blob) -> list[Patch]:
    return patches(blob.hull, blob.hull.mean(axis=0) - plane.below)


def _looks_single(blob: Blob) -> bool:
    _, (w, h), _ = cv2.minAreaRect(blob.hull.astype(np.float32))
    return blob.solidity > _SINGLE and max(w, h) < _LONG * max(1.0, min(w, h))


def _usual_side(single: list[list[Patch]], scale: float | None) -> float | None:
    """Side of a cube in pixels as most single objects have it, or None where there are none.

    Two dice in a heap may look like one large die, so the smallest that can be a die leads.
    """
    sides = sorted(_side(shapes[0]) for shapes in single if shapes)
    least, most = _plausible(scale)
    if scale is None and sides:
        least = 0.35 * sides[-1]
    fit = [side for side in sides if least <= side <= most]
    return float(np.median([side for side in fit if side <= 1.35 * fit[0]])) if fit else None


def _side(patch: Patch) -> float:
    """Side of a cube of the same make: octahedra are wider."""
    return patch.extent if patch.sides == 6 else patch.extent / WIDER


def _side_in_heaps(plane: Plane, blobs: list[Blob]) -> float | None:
    """Side of a die where all lie in heaps: the one that explains the narrowest heap best."""
    large = [blob for blob in blobs if blob.area > 0.1 * max(other.area for other in blobs)]
    if not large:
        return None
    heap = min(large, key=_narrowest)
    least, most = _plausible(plane.scale)
    narrowest = _narrowest(heap)
    sides = [narrowest * share for share in _SHARES if least <= narrowest * share <= most]
    if not sides:
        return None
    parted = {side: part(plane.image, heap, side) for side in sides}
    return max(sides, key=lambda side: (parted[side].whole, parted[side].trust * len(parted[side].dice)))


def _plausible(scale: float | None) -> tuple[float, float]:
    """Smallest and largest side of a die in pixels; anything where no mat tells the scale."""
    return (0.0, float("inf")) if scale is None else (_SMALLEST_MM * scale, _LARGEST_MM * scale)


def _narrowest(blob: Blob) -> float:
    """Side of a die in an object of several, where no single one lies beside it."""
    return float(min(cv2.minAreaRect(blob.hull.astype(np.float32))[1]))
