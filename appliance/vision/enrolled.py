"""Read the owner's own dice: likeness to pictures of their faces is blended into what the network says.

Pictures are compared by what the letters' network makes of them: its last hidden layer, which knows what
tells letters apart, and the map before it, which still knows how they are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import Missing
from appliance.pieces import ALPHABET
from appliance.vision.letters import (
    CROP,
    NOTHING_AT,
    STARTS,
    TEMPERATURE,
    TURNS,
    turned,
)
from appliance.vision.locate import Image
from appliance.vision.nets import log_softmax, net

SIDE = 60
"""Side of the pictures that are kept; their middle is what the network reads."""


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


WEIGHTS = Weights(hidden=19.0, drawn=66.0, unseen=69.0, least=0.06, more=0.98)
"""Chosen with `training.likeness`, whose optimum is broad."""

_SHIFTS = ((0.0, 0.0), (-1.5, -1.5), (1.5, -1.5), (-1.5, 1.5), (1.5, 1.5))  # as the finder may miss a middle
_SCALES = (0.93, 1.07)  # and a side
_MIDDLE = (SIDE - 1) / 2
_VARIANTS = len(_SHIFTS) + len(_SCALES)

Floats = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Look:
    """One picture of a face (`SIDE` x `SIDE` x 3), its symbol upright, of a die with so many `sides`."""

    symbol: str
    sides: int
    picture: Image


@dataclass(frozen=True)
class _Known:
    """The looks of one shape: unit vectors (n x 96 and n x 1600) and the symbol that each stands for."""

    hidden: Vectors
    drawn: Vectors
    symbols: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Compared:
    """A crop beside the looks: what the network says by itself, and cosines with the most alike looks.

    `said` are its answers under each turn (turns x 27), `none` those of no such die and of one that leans;
    `hidden` and `drawn` are the likeness (turns x 27), not a number for what was not shown.
    """

    said: Floats
    none: Floats
    hidden: Floats
    drawn: Floats


class Enrolled:
    """What the owner's dice look like; stands in for `letters.judged` where they are read.

    `share` is how many of the pictures the network reads rightly by itself.
    """

    def __init__(self, looks: Sequence[Look], weights: Weights = WEIGHTS) -> None:
        self._weights = weights
        self._known: dict[int, _Known] = {}
        right = 0
        for sides in sorted({look.sides for look in looks}):
            mine = [look for look in looks if look.sides == sides]
            hidden, drawn, raw = _seen(np.stack([s for look in mine for s in _varied(look.picture)]))
            symbols = np.array([ALPHABET.index(look.symbol) for look in mine])
            upright = raw[::_VARIANTS, STARTS[sides] : STARTS[sides] + TURNS[sides] * len(ALPHABET)]
            right += int((upright.argmax(axis=1) % len(ALPHABET) == symbols).sum())
            self._known[sides] = _Known(hidden, drawn, symbols.repeat(_VARIANTS))
        self.share = right / max(1, len(looks))

    def judged(self, crops: Image, shapes: Sequence[int]) -> list[Floats]:
        """For each crop the table of `letters.judged`; each is looked at under all turns of its shape."""
        return [self._table(crop, sides) for crop, sides in zip(crops, shapes, strict=True)]

    def _table(self, crop: Image, sides: int) -> Floats:
        seen = self.compared(crop, sides)
        plain = log_softmax(np.concatenate([seen.said.ravel(), seen.none]) / TEMPERATURE)
        turns, width = seen.said.shape
        table = np.full((turns + 2, width), -np.inf)
        table[:-2], table[-2:, 0] = plain[:-2].reshape(turns, width), plain[-2:]
        if sides in self._known:
            doubt = min(1 - 1e-9, float(np.exp(plain[-2:]).sum()))
            table[:-2] = blended(seen, self.share, self._weights) + np.log1p(-doubt)
        return table

    def compared(self, crop: Image, sides: int) -> Compared:
        """One crop (40 x 40 x 3) beside the looks at dice of that shape."""
        turns, width = TURNS[sides], len(ALPHABET)
        hidden, drawn, raw = _seen(np.stack([turned(crop, sides, turn) for turn in range(turns)]))
        own = raw[:, STARTS[sides] : STARTS[sides] + turns * width].reshape(turns, turns, width)
        # Looked at under turn k, what is at turn j of the crop seems to be at turn j - k.
        said = np.mean([np.roll(own[turn], turn, axis=0) for turn in range(turns)], axis=0)
        like_hidden, like_drawn = np.full((2, turns, width), np.nan)
        if sides in self._known:
            known = self._known[sides]
            for symbol in np.unique(known.symbols):
                mine = known.symbols == symbol
                like_hidden[:, symbol] = (known.hidden[mine] @ hidden.T).max(axis=0)
                like_drawn[:, symbol] = (known.drawn[mine] @ drawn.T).max(axis=0)
        return Compared(said, raw[:, NOTHING_AT:].mean(axis=0), like_hidden, like_drawn)


def blended(seen: Compared, share: float, weights: Weights) -> Floats:
    """Log-probabilities of turns and symbols (turns x 27) of a crop that shows one."""
    like = weights.hidden * seen.hidden + weights.drawn * seen.drawn
    trust = weights.least + weights.more * share**weights.fall
    total = trust * seen.said + np.where(np.isnan(like), weights.unseen, like)
    return log_softmax(total.ravel()).reshape(total.shape)


def _varied(picture: Image) -> list[Image]:
    """The middle of a picture as the network reads it, then cut out a little beside, smaller and larger."""
    scalings = [cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), 0, factor) for factor in _SCALES]
    cuts = [(picture, x, y) for x, y in _SHIFTS]
    cuts += [(np.asarray(cv2.warpAffine(picture, place, (SIDE, SIDE))), 0.0, 0.0) for place in scalings]
    size = (CROP, CROP)
    return [np.asarray(cv2.getRectSubPix(one, size, (_MIDDLE + x, _MIDDLE + y))) for one, x, y in cuts]


def _seen(crops: Image) -> tuple[Vectors, Vectors, Floats]:
    """Unit vectors of the hidden layer and of the map before it, and the answers, for n crops."""
    reader, layers = net("dice-letters"), _layers()
    rows = []
    for crop in crops.transpose(0, 3, 1, 2).astype(np.float32) / 255:
        reader.setInput(crop[None])
        rows.append([blob.ravel() for blob in reader.forward(layers)])
    hidden, drawn, raw = (np.stack(column) for column in zip(*rows, strict=True))
    return _unit(hidden), _unit(drawn), raw.astype(np.float64)


def _unit(rows: Vectors) -> Vectors:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


@cache
def _layers() -> list[str]:
    """Names of the network's hidden layer, of the map before it, and of its answers."""
    reader = net("dice-letters")
    names = list(reader.getLayerNames())
    kinds = [reader.getLayer(name).type for name in names]
    if "ReLU" not in kinds or "Pooling" not in kinds:
        raise Missing("the letters' network has no hidden layer after a pooled map; was it made otherwise?")
    last = {kind: name for name, kind in zip(names, kinds, strict=True)}
    return [last["ReLU"], last["Pooling"], names[-1]]
