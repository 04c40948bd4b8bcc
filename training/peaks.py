"""What the finder takes for the top of a cube in a scene, to train those with who read it."""

from functools import cache
from math import atan2, degrees
from pathlib import Path

import cv2
import numpy as np

from appliance.vision.locate import Image
from appliance.vision.straighten import Patch
from training.finder import FOLDS, MODEL, STRIDE, USUAL


def peaks(image: Image, factor: float, least: float, model: Path = MODEL) -> list[Patch]:
    """Cubes that the finder sees in the picture drawn `factor` times as large, down to that score."""
    h, w = image.shape[:2]
    size = (round(w * factor) // 8 * 8, round(h * factor) // 8 * 8)
    across, down = w / size[0], h / size[1]
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    finder = _finder(model)
    finder.setInput(np.ascontiguousarray(small.transpose(2, 0, 1)[None].astype(np.float32) / 255))
    answer = np.asarray(finder.forward())[0]
    heat = 1 / (1 + np.exp(-answer[0]))
    found = []
    for row, column in np.argwhere((heat >= cv2.dilate(heat, np.ones((3, 3)))) & (heat > least)):
        larger, dx, dy, cosine, sine = (float(v) for v in answer[len(FOLDS) :, row, column])
        x, y = STRIDE * (column + dx) + 2, STRIDE * (row + dy) + 2
        turn = degrees(atan2(sine, cosine)) / FOLDS[6] % 90
        side = USUAL * 2 ** min(3.0, max(-2.0, larger)) * across
        place = ((x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5)
        found.append(Patch(6, *place, turn, side, float(heat[row, column])))
    return found


@cache
def _finder(model: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(model))
