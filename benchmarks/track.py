"""A plain stand-in for the printed board of Bid & Bluff: no print that a reader could have been made for."""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual.scene import Colour

CELL = 22.0
COLUMNS = 6
_PER_MM = 3


@dataclass(frozen=True)
class Track:
    """Six lanes across the mat: start, white and black squares, a zone, the finish; colours vary."""

    rows: int
    seed: int
    thick: float = 0.2
    corner: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """It lies across the mat."""
        return self.rows * CELL, COLUMNS * CELL

    def paint(self) -> Image:
        """The start on the left, the finish on the right."""
        rng = Random(self.seed)
        start, white, black, zone, finish, line = (
            _about(rng, colour)
            for colour in (
                (44, 40, 190),
                (232, 236, 238),
                (36, 34, 34),
                (205, 190, 170),
                (236, 238, 240),
                (150, 150, 150),
            )
        )
        cell = round(CELL * _PER_MM)
        image = np.empty((COLUMNS * cell, self.rows * cell, 3), np.uint8)
        for row in range(self.rows):
            for column in range(COLUMNS):
                paint = white if 0 < row < self.rows - 6 else zone
                paint = start if row == 0 else finish if row == self.rows - 1 else paint
                if 0 < row < self.rows - 1 and rng.random() < 0.12:
                    paint = black
                low = (row * cell, column * cell)
                cv2.rectangle(image, low, (low[0] + cell - 1, low[1] + cell - 1), paint, -1)
                cv2.rectangle(image, low, (low[0] + cell, low[1] + cell), line, rng.choice((1, 1, 2)))
        return image


def square(track: Track, row: int, column: int) -> tuple[float, float]:
    """The middle of a square in mm from the middle of the mat, the board lying there."""
    return (row + 0.5 - track.rows / 2) * CELL, (column + 0.5 - COLUMNS / 2) * CELL


def _about(rng: Random, colour: Colour) -> Colour:
    b, g, r = (max(10, min(245, c + rng.randint(-20, 20))) for c in colour)
    return b, g, r
