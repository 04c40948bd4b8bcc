"""A hand, an arm or a sleeve that reaches over the mat from its edge: dice may lie below it."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import locate
from appliance.vision.plane import Image, Plane
from appliance.vision.segment import Blob, segment
from appliance.vision.windows import BLOCK, busy, coarse

HAND = "a hand or its shadow is over the table: take it away"

_REACH = 0.15  # of the picture's shorter side: dice at the edge reach less far in
_FROM_EDGE = 3  # pixels within which an outline touches the edge of what can be looked at
_LARGE = 0.02  # of the picture's area
_QUICK = 480  # pixels of the picture's longer side in which a first look is taken
_RIM, _BLOCKS = 2, 30  # blocks of it: the edge, and how many something large takes
_BORDER, _BEYOND = 9, 31  # pixels of it: how wide a border is, and what lies about one
_TINT = 1.2  # how unevenly light changes the colours of the ground at most; skin does more
_SOFT = 0.21  # of the change across a border that comes within a pixel at most, if it is a shadow's


def hand_over(frame: Image) -> bool:
    """Whether something large reaches in over the edge of the mat, or of the picture where there is no mat.

    Soft shadows and what light falls between them are neither. A hard shadow looks like a hand. What has the
    ground's own colour is not seen.
    """
    plane = locate(frame)
    if not _is_anything(plane):
        return False
    inside = np.asarray(cv2.distanceTransform(_closed(plane), cv2.DIST_L2, 3), np.float32)
    return any(_reaches(blob, inside) and not _is_light(plane, blob) for blob in segment(plane))


def _is_anything(plane: Plane) -> bool:
    """Whether anything as large as a hand lies at the edge at all: quickly said, and mostly no."""
    factor = _QUICK / max(plane.size)
    picture = plane.picture(factor)
    h, w = (side // BLOCK * BLOCK for side in picture.shape[:2])
    there = busy(coarse(picture[:h, :w]))
    if there is None:
        return True
    for box in plane.taken:
        left, top, right, bottom = (round(side * factor / BLOCK) for side in box)
        there[max(0, top - 1) : bottom + 2, max(0, left - 1) : right + 2] = 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
    rim = np.ones_like(there)
    rim[_RIM:-_RIM, _RIM:-_RIM] = 0
    at_edge = set(labels[rim > 0].tolist()) - {0}
    return any(stats[k, cv2.CC_STAT_AREA] > _BLOCKS for k in at_edge)


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


def _is_light(plane: Plane, blob: Blob) -> bool:
    """Whether it is ground in more or less light: of the same tint as what lies about it, without an edge."""
    factor = _QUICK / max(plane.size)
    picture = np.asarray(cv2.GaussianBlur(plane.picture(factor), (0, 0), 1.0), np.uint8)
    cover = np.zeros(picture.shape[:2], np.uint8)
    outline = np.round((blob.outline + 0.5) * factor - 0.5).astype(np.int32)
    cv2.drawContours(cover, [outline], -1, 255, cv2.FILLED)
    size = cover.shape[1::-1]
    usable = cv2.resize(plane.usable, size, interpolation=cv2.INTER_NEAREST) > 0
    within = (cv2.erode(cover, np.ones((_BORDER, _BORDER), np.uint8)) > 0) & usable
    about = (cv2.dilate(cover, np.ones((_BEYOND, _BEYOND), np.uint8)) > 0) & usable
    about &= cv2.dilate(cover, np.ones((_BORDER, _BORDER), np.uint8)) == 0
    if not (within.any() and about.any()):
        return False
    here, there = (np.median(picture[where], axis=0) + 1 for where in (within, about))
    change = here / there
    if change.max() > _TINT * change.min():
        return False
    return bool(_steepness(picture, outline, usable) < _SOFT * float(np.linalg.norm(here - there)))


def _steepness(picture: Image, outline: npt.NDArray[np.int32], usable: npt.NDArray[np.bool_]) -> float:
    """How much the colours change within a pixel where an outline is sharp: at a quarter of its places."""
    step = np.sqrt(sum(cv2.Sobel(picture, cv2.CV_32F, *way, scale=1 / 8) ** 2 for way in ((1, 0), (0, 1))))
    steepest = cv2.dilate(np.linalg.norm(step, axis=2), np.ones((5, 5), np.uint8))
    h, w = usable.shape
    rim = cv2.erode(usable.astype(np.uint8), np.ones((_BORDER, _BORDER), np.uint8), borderValue=0)
    x, y = np.clip(outline.reshape(-1, 2), 0, [w - 1, h - 1]).T
    inner = rim[y, x] > 0
    return float(np.percentile(steepest[y, x][inner], 75)) if inner.any() else 0.0
