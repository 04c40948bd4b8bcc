"""From objects on the ground to faces that may be read, touching dice parted."""

from dataclasses import dataclass

import cv2
import numpy as np

from appliance.vision.locate import Plane
from appliance.vision.part import part
from appliance.vision.segment import Blob, segment
from appliance.vision.straighten import Patch, centred, patches

TOUCHING = "dice touch and could not be told apart: move them a little"
ODD = "something lies there that is no die, or is covered in part"

_SINGLE = 0.87  # solidity from which an object is one die
_LONG = 1.42  # of its longer over its shorter side: beyond it there are two dice in a row
_LARGE = 1.75  # area over that of the usual die
_CRUMB = 0.3


@dataclass(frozen=True)
class Found:
    """One object that may be a die, under each shape that its outline allows; the likelier first."""

    patches: tuple[Patch, ...]


def find(plane: Plane) -> tuple[list[Found], list[str]]:
    """Faces to read in pixels of the plane, and problems in words."""
    blobs = segment(plane)
    single = [blob for blob in blobs if _looks_single(blob)]
    side = _usual_side(single)
    found, problems = [], []
    for blob in blobs:
        if side is not None and blob.area < _CRUMB * side**2:
            continue
        if _looks_single(blob) and (side is None or blob.area < _LARGE * side**2):
            choices = patches(blob.hull)
            found.append(Found(tuple(centred(plane.image, patch) for patch in choices)))
            continue
        dice, whole = part(plane.image, blob, side or _guessed_side(blob))
        found += [Found(shapes) for shapes in dice]
        if not whole:
            problems.append(TOUCHING if dice or blob.area > 1.5 * (side or 0) ** 2 else ODD)
    return found, problems


def _looks_single(blob: Blob) -> bool:
    _, (w, h), _ = cv2.minAreaRect(blob.hull.astype(np.float32))
    return blob.solidity > _SINGLE and max(w, h) < _LONG * max(1.0, min(w, h))


def _usual_side(single: list[Blob]) -> float | None:
    """Side of a die in pixels as most single objects have it, or None."""
    if not single:
        return None
    sides = sorted(min(cv2.minAreaRect(blob.hull.astype(np.float32))[1]) for blob in single)
    # Crumbs are small and heaps are large; the middle of those within a factor of the larger ones stays.
    large = [side for side in sides if side > 0.5 * sides[-1]]
    return float(np.median(large))


def _guessed_side(blob: Blob) -> float:
    """Side of a die in an object of several, where no single one lies beside it: its narrowest width."""
    return float(min(cv2.minAreaRect(blob.hull.astype(np.float32))[1]))
