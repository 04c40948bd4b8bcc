"""A track board as it is printed on the mat."""

from dataclasses import dataclass

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.phrases import say
from appliance.pieces.track import COLOURS, LABEL, LINE, LINE_WIDTH, MARGIN, Track

_PER_MM = 4


@dataclass(frozen=True)
class TrackArt:
    """The board's squares and their names; its middle lies on the mat's: `Sheet(TrackArt(track), 0, 0)`."""

    track: Track
    thick: float = 0.0
    corner: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Of the squares and a margin around them, in mm."""
        w, h = self.track.size
        return w + 2 * MARGIN, h + 2 * MARGIN

    def paint(self) -> Image:
        """The print, upright, START at the left."""
        w, h = (round(side * _PER_MM) for side in self.size)
        image = np.empty((h, w, 3), np.uint8)
        image[:] = LINE[::-1]
        edge = round(LINE_WIDTH / 2 * _PER_MM)
        for square in self.track.squares():
            left, top, right, bottom = self.track.corners(square)
            x, y = (slice(*self._pixels(ends, edge)) for ends in ((left, right, w), (top, bottom, h)))
            image[y, x] = COLOURS[self.track.kind(square)][::-1]
        for text, x_mm, y_mm in self.track.labels():
            self._label(image, text, x_mm, y_mm)
        for name, x_mm, y_mm in self.track.titles():
            self._label(image, say(f"mat.{name}"), x_mm, y_mm)
        return image

    def _pixels(self, ends: tuple[float, float, int], edge: int) -> tuple[int, int]:
        """Where a square begins and ends in the picture, less half a line at both ends."""
        low, high, whole = ends
        return round(low * _PER_MM + whole / 2) + edge, round(high * _PER_MM + whole / 2) - edge

    def _label(self, image: Image, text: str, x: float, y: float) -> None:
        font, scale, weight = cv2.FONT_HERSHEY_SIMPLEX, LABEL * _PER_MM / 22, 1
        (w, h), _ = cv2.getTextSize(text, font, scale, weight)
        left = round((x + self.size[0] / 2) * _PER_MM - w / 2)
        foot = round((y + self.size[1] / 2) * _PER_MM + h / 2)
        cv2.putText(image, text, (left, foot), font, scale, COLOURS["."][::-1], weight, cv2.LINE_AA)
