"""A hand, an arm or a sleeve that reaches over the mat from its edge: dice may lie below it."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import Image, Plane, locate
from appliance.vision.segment import Blob, segment

HAND = "a hand or its shadow is over the table: take it away"

_REACH = 0.15  # of the picture's shorter side: dice at the edge reach less far in
_FROM_EDGE = 3  # pixels within which an outline touches the edge of what can be looked at
_LARGE = 0.02  # of the picture's area


def hand_over(frame: Image) -> bool:
    """Whether something large reaches in over the edge of the mat, or of the picture where there is no mat.

    A hard shadow looks like a hand. What has the ground's own colour is not seen.
    """
    plane = locate(frame)
    inside = np.asarray(cv2.distanceTransform(_closed(plane), cv2.DIST_L2, 3), np.float32)
    return any(_reaches(blob, inside) for blob in segment(plane))


def _closed(plane: Plane) -> Image:
    """What can be looked at, with a rim about it: beyond the picture nothing can."""
    hull = cv2.convexHull(cv2.findNonZero(plane.usable))
    whole = np.zeros_like(plane.usable)
    cv2.fillConvexPoly(whole, hull, 255)
    return np.asarray(cv2.copyMakeBorder(whole, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), np.uint8)


def _reaches(blob: Blob, inside: npt.NDArray[np.float32]) -> bool:
    h, w = inside.shape
    points = np.clip(np.round(blob.outline).astype(int) + 1, 0, [w - 1, h - 1])
    depth = inside[points[:, 1], points[:, 0]]
    large = blob.area > _LARGE * w * h
    return bool(large and depth.min() <= _FROM_EDGE and depth.max() > _REACH * min(w, h))
