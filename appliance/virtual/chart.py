"""The calibration page on the virtual table, and how a person would hold it before the camera."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.pieces import chart, mat
from appliance.virtual.scene import WOOD, Mat, Table, View
from appliance.virtual.sheets import Sheet

_PER_MM = 4  # pixels of the print
_BORDER = 15.0  # mm of white paper all around

# Tilts in degrees, turn, and the shift in shares of the picture's width
_HOLDS = (
    ((0, 0), 0, (0.0, 0.0)),
    ((25, 0), 90, (0.2, 0.1)),
    ((-25, 0), 90, (-0.2, 0.1)),
    ((0, 25), 0, (-0.25, -0.1)),
    ((0, -25), 180, (0.25, -0.1)),
    ((20, 20), 45, (0.25, 0.15)),
    ((-20, -20), 135, (-0.25, -0.15)),
    ((20, -20), 90, (0.2, -0.15)),
    ((-20, 20), 80, (-0.2, 0.15)),
    ((8, 5), 90, (0.1, -0.1)),
)


@dataclass(frozen=True)
class ChartArt:
    """The printed page."""

    thick: float = 0.0
    corner: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm, the white border with them."""
        return chart.COLUMNS * chart.SQUARE + 2 * _BORDER, chart.ROWS * chart.SQUARE + 2 * _BORDER

    def paint(self) -> Image:
        """The page, upright."""
        return _painted()


@lru_cache(maxsize=1)
def _painted() -> Image:
    count = chart.COLUMNS * chart.ROWS // 2
    board = cv2.aruco.CharucoBoard(
        (chart.COLUMNS, chart.ROWS),
        chart.SQUARE,
        chart.MARKER,
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY)),
        np.arange(chart.FIRST, chart.FIRST + count),
    )
    side = round(chart.SQUARE * _PER_MM)
    grey = board.generateImage((chart.COLUMNS * side, chart.ROWS * side))
    border = round(_BORDER * _PER_MM)
    grey = cv2.copyMakeBorder(grey, border, border, border, border, cv2.BORDER_CONSTANT, value=255)
    paper = np.asarray(grey, np.float32)[:, :, None] / 255 * (np.array((236, 240, 240)) - 24) + 24
    return np.asarray(paper, np.uint8)


def holds(view: View) -> Iterator[Table]:
    """The page as a person holds it before that camera, one table a hold."""
    for tilt, turn, (across, down) in _HOLDS:
        shift = (view.shift[0] + across * view.span, view.shift[1] + down * view.span)
        held = replace(view, tilt=tilt, turn=float(turn), shift=shift)
        yield Table(mat=Mat(WOOD, markers=False), view=held, sheets=(Sheet(ChartArt(), 0.0, 0.0),))
