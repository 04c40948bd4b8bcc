"""Likeness to pictures of the owner's own pieces, and how it is blended into what a network says.

Pictures are compared by what the network makes of them: its last hidden layer, which knows what tells
letters apart, and the map before it, which still knows how they are drawn.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.nets import ANSWERS, DRAWN, HIDDEN, layers, log_softmax
from appliance.vision.plane import Image

SIDE = 60
"""Side of the pictures that are kept; their middle is what a network reads."""

CROP = 40
"""Side of that middle."""


class Weights(NamedTuple):
    """What counts how much, in logarithms of odds.

    `hidden` and `drawn` are those of the likeness (a cosine) in the two layers, `unseen` the likeness in both
    together of a symbol that was not shown. The network's own answers count `least`, and up to `more` on top
    if it reads all the pictures rightly; with the share that it reads this falls, by the power of `fall`.
    """

    hidden: float
    drawn: float
    unseen: float
    least: float
    more: float
    fall: float = 6.0


_SHIFTS = ((0.0, 0.0), (-1.5, -1.5), (1.5, -1.5), (-1.5, 1.5), (1.5, 1.5))  # as the finder may miss a middle
_SCALES = (0.93, 1.07)  # and a side
_MIDDLE = (SIDE - 1) / 2
VARIANTS = len(_SHIFTS) + len(_SCALES)
"""How many crops `varied` makes of a picture."""

Floats = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Compared:
    """A crop beside the pictures: what the network says by itself, and cosines with those most alike.

    `said` are its answers under each turn (turns x 27), `none` those of no such piece; `hidden` and `drawn`
    are the likeness (turns x 27), not a number for what was not shown.
    """

    said: Floats
    none: Floats
    hidden: Floats
    drawn: Floats


def alike(seen: Compared, weights: Weights) -> Floats:
    """How like a crop is to the pictures of each symbol (turns x 27), in both layers as they are weighed."""
    return weights.hidden * seen.hidden + weights.drawn * seen.drawn


def blended(seen: Compared, share: float, weights: Weights) -> Floats:
    """Log-probabilities of turns and symbols (turns x 27) of a crop that shows one.

    `share` is how many of the pictures the network reads rightly by itself.
    """
    like = alike(seen, weights)
    trust = weights.least + weights.more * share**weights.fall
    total = trust * seen.said + np.where(np.isnan(like), weights.unseen, like)
    return log_softmax(total.ravel()).reshape(total.shape)


def varied(picture: Image, side: int = CROP) -> list[Image]:
    """The middle of a picture as a network reads it, then cut out a little beside, smaller and larger.

    Each `side` pixels wide and high.
    """
    scalings = [cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), 0, factor) for factor in _SCALES]
    cuts = [(picture, x, y) for x, y in _SHIFTS]
    cuts += [(np.asarray(cv2.warpAffine(picture, place, (SIDE, SIDE))), 0.0, 0.0) for place in scalings]
    middles = [cv2.getRectSubPix(one, (CROP, CROP), (_MIDDLE + x, _MIDDLE + y)) for one, x, y in cuts]
    return [np.asarray(cv2.resize(one, (side, side), interpolation=cv2.INTER_CUBIC)) for one in middles]


def vectors(name: str, crops: Image) -> tuple[Vectors, Vectors, Floats]:
    """Unit vectors of a network's hidden layer and of the map before it, and its answers, for n crops."""
    hidden, drawn, raw = (
        layer.reshape(len(crops), -1) for layer in layers(name, crops, HIDDEN, DRAWN, ANSWERS)
    )
    return _unit(hidden), _unit(drawn), raw.astype(np.float64)


def _unit(rows: Vectors) -> Vectors:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
