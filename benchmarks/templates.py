"""The other yardstick: correlation of a die's crop with the letters of many fonts."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import ALPHABET
from appliance.virtual.glyphs import glyph
from appliance.vision.plane import Image
from appliance.vision.straighten import ink

_SIZE = 28
_CAPITAL = 18

Floats = npt.NDArray[np.float32]


class Templates:
    """The alphabet in some fonts, each letter a vector of length one."""

    def __init__(self, fonts: Sequence[str]) -> None:
        rows = [_unit(_drawn(font, symbol)) for font in fonts for symbol in ALPHABET]
        self._rows = np.stack(rows)

    def read(self, crop: Image) -> str:
        """The symbol that some turn of a face's crop (the face alone, upright up to a turn) is most like."""
        marks = cv2.resize(ink(crop), (_SIZE, _SIZE), interpolation=cv2.INTER_AREA)
        turns = np.stack([_unit(np.rot90(marks, turn).astype(np.float32)) for turn in range(4)])
        best = (self._rows @ turns.T).max(axis=1)
        return ALPHABET[int(best.argmax()) % len(ALPHABET)]


def _drawn(font: str, symbol: str) -> Floats:
    mask = glyph(font, symbol)
    scale = min(_CAPITAL / mask.shape[0], (_SIZE - 2) / mask.shape[1])
    small = cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    square = np.zeros((_SIZE, _SIZE), np.float32)
    y, x = ((_SIZE - side) // 2 for side in small.shape)
    square[y : y + small.shape[0], x : x + small.shape[1]] = small
    return square


def _unit(picture: Floats) -> Floats:
    """As a vector without mean and of length one."""
    flat = cv2.GaussianBlur(picture, (0, 0), 1.0).ravel()
    flat = flat - flat.mean()
    return np.asarray(flat / max(1e-6, float(np.linalg.norm(flat))), np.float32)
