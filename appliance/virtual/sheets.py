"""Flat things on the virtual table: tiles, cards, boards, all printed rectangles of some thickness."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Protocol

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual.geometry import Array, project


class Art(Hashable, Protocol):
    """What is printed on a sheet: a frozen, hashable value that can paint itself."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""

    @property
    def thick(self) -> float:
        """Thickness in mm."""

    @property
    def corner(self) -> float:
        """Radius of the rounded corners in mm."""

    def paint(self) -> Image:
        """The upper side, upright: height x width x 3, blue-green-red, of any resolution."""


@dataclass(frozen=True)
class Sheet:
    """One sheet at rest: its middle in mm from the middle of the mat, its turn, the height of its underside.

    `turn` is in degrees clockwise, as a die's.
    """

    art: Art
    x: float
    y: float
    turn: float = 0.0
    base: float = 0.0

    def corners(self, height: float) -> Array:
        """Its four corners (4 x 3, mm), clockwise from its own upper left, so far above its underside."""
        a = radians(self.turn)
        w, h = self.art.size[0] / 2, self.art.size[1] / 2
        ring = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        turned = ring @ np.array([[cos(a), sin(a)], [-sin(a), cos(a)]])
        flat = turned + np.array([self.x, self.y])
        return np.column_stack([flat, np.full(4, self.base + height)])


def draw_sheet(image: Image, sheet: Sheet, projection: Array) -> None:
    """Draw the sheet with its sides into the picture, in place."""
    top = project(sheet.corners(sheet.art.thick), projection)
    painted, cover = _painted(sheet.art)
    if sheet.art.thick:
        _side(image, sheet, projection, painted)
    h, w = painted.shape[:2]
    low = np.maximum(np.floor(top.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(top.max(axis=0)).astype(int) + 3, [image.shape[1], image.shape[0]])
    if (high <= low).any():
        return
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    place = np.asarray(cv2.getPerspectiveTransform(source, (top - low).astype(np.float32)), np.float64)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shrunk, cover, place = _near(painted, cover, place, w / max(1.0, float(np.linalg.norm(top[1] - top[0]))))
    paint = np.asarray(cv2.warpPerspective(shrunk, place, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
    alpha = np.asarray(cv2.warpPerspective(cover, place, size), np.float32)[:, :, None] / 255
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(part * (1 - alpha) + paint * alpha + 0.5, 0, 255).astype(np.uint8)


def _near(painted: Image, cover: Image, place: Array, factor: float) -> tuple[Image, Image, Array]:
    """The print at about the picture's own resolution, so that fine lines do not break up."""
    if factor < 1.5:
        return painted, cover, place
    h, w = painted.shape[:2]
    size = (max(1, round(w / factor)), max(1, round(h / factor)))
    small = np.asarray(cv2.resize(painted, size, interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.uint8)
    return small, mask, place @ np.diag([w / size[0], h / size[1], 1.0])


def _side(image: Image, sheet: Sheet, projection: Array, painted: Image) -> None:
    both = np.vstack([sheet.corners(0.0), sheet.corners(sheet.art.thick)])
    hull = cv2.convexHull(np.round(project(both, projection) * 16).astype(np.int32))
    edge = np.concatenate([painted[0], painted[-1]]).mean(axis=0) * 0.72
    cv2.fillConvexPoly(image, hull, edge.tolist(), cv2.LINE_AA, 4)


@lru_cache(maxsize=160)
def _painted(art: Art) -> tuple[Image, Image]:
    """The print and its coverage."""
    paint = art.paint()
    h, w = paint.shape[:2]
    cover = np.zeros((h, w), np.uint8)
    r = round(art.corner * w / art.size[0])
    if r < 1:
        cover[:] = 255
        return paint, cover
    for x, y in ((r, r), (w - 1 - r, r), (w - 1 - r, h - 1 - r), (r, h - 1 - r)):
        cv2.circle(cover, (x, y), r, 255, -1, cv2.LINE_AA)
    cover[r : h - r] = 255
    cover[:, r : w - r] = 255
    return paint, cover
