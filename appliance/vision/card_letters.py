"""The letters of a card's line one by one, by the network that reads dice: a second opinion."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.find_card import Strip
from appliance.vision.letters import CROP, upright
from appliance.vision.plane import Image

TURNS = (0, 2)
"""Quarter turns under which a line may be read."""

_CAPITAL = 17.5  # pixels of a crop: letters of dice are about that large in what the network was trained on
_ALPHABET = 26

Floats = npt.NDArray[np.float64]


def opinion(strip: Strip) -> Floats | None:
    """Log-probabilities of turn and letter for each letter from the left (2 x 7 x 26); None if they touch."""
    if not strip.parted:
        return None
    crops = [_crop(strip, corners) for corners in strip.boxes]
    turned = np.stack([np.rot90(crop, turn) for turn in TURNS for crop in crops])
    raw = upright(np.repeat(turned[..., None], 3, axis=3))
    table = raw.reshape(len(TURNS), len(crops), -1)[:, :, :_ALPHABET]
    top = table.max(axis=(0, 2), keepdims=True)
    return np.asarray(table - top - np.log(np.exp(table - top).sum(axis=(0, 2), keepdims=True)), np.float64)


def _crop(strip: Strip, corners: Floats) -> Image:
    """One letter alone in the middle of an empty square."""
    (x0, y0), (x1, y1) = np.floor(corners[0]).astype(int), np.ceil(corners[2]).astype(int)
    part = strip.ink[max(0, y0) : y1, max(0, x0) : x1]
    scale = min(_CAPITAL / strip.capital, (CROP - 2) / max(part.shape))
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    square = np.zeros((CROP, CROP), np.uint8)
    y, x = (CROP - size[1]) // 2, (CROP - size[0]) // 2
    square[y : y + size[1], x : x + size[0]] = small
    return square
