"""Read the owner's own dice: likeness to pictures of their faces is blended into what the network says."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from appliance.pieces import ALPHABET
from appliance.vision.letters import NOTHING_AT, STARTS, TEMPERATURE, TURNS, turned
from appliance.vision.likeness import VARIANTS, Compared, Vectors, Weights, blended, varied, vectors
from appliance.vision.nets import log_softmax
from appliance.vision.plane import Image

NETWORK = "dice-letters"

WEIGHTS = Weights(hidden=19.0, drawn=66.0, unseen=69.0, least=0.06, more=0.98)
"""Chosen with `training.likeness`, whose optimum is broad."""

_USUAL = np.log(0.02)
"""Up to so likely the network has a face that it knows well as no die, or as one that leans."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Look:
    """One picture of a face (`SIDE` x `SIDE` x 3), its symbol upright, of a die with so many `sides`."""

    symbol: str
    sides: int
    picture: Image


@dataclass(frozen=True)
class _Known:
    """The looks of one shape: unit vectors (n x 96 and n x 1600) and the symbol that each stands for.

    `excess` is by how much more than usual the network has each symbol (27 x 2) as no die, and as one that
    leans (logarithms): what it says so of a die that looks like these tells the less.
    """

    hidden: Vectors
    drawn: Vectors
    symbols: npt.NDArray[np.int64]
    excess: Floats


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
            hidden, drawn, raw = vectors(
                NETWORK, np.stack([crop for look in mine for crop in varied(look.picture)])
            )
            symbols = np.array([ALPHABET.index(look.symbol) for look in mine])
            said = raw[:, STARTS[sides] : STARTS[sides] + TURNS[sides] * len(ALPHABET)]
            right += int((said[::VARIANTS].argmax(axis=1) % len(ALPHABET) == symbols).sum())
            symbols = symbols.repeat(VARIANTS)
            self._known[sides] = _Known(hidden, drawn, symbols, _excess(symbols, said, raw[:, NOTHING_AT:]))
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
            letters = blended(seen, self.share, self._weights)
            table[-2:, 0] -= self._known[sides].excess[int(letters.max(axis=0).argmax())]
            doubt = min(1 - 1e-9, float(np.exp(table[-2:, 0]).sum()))
            table[:-2] = letters + np.log1p(-doubt)
        return table

    def compared(self, crop: Image, sides: int) -> Compared:
        """One crop (40 x 40 x 3) beside the looks at dice of that shape."""
        turns, width = TURNS[sides], len(ALPHABET)
        hidden, drawn, raw = vectors(NETWORK, np.stack([turned(crop, sides, turn) for turn in range(turns)]))
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


def _excess(symbols: npt.NDArray[np.int64], said: Floats, none: Floats) -> Floats:
    """Of all letters (27 x 2) by how much more than usual they are no dice to the network, or lean.

    `said` are its answers about the pictures of these symbols (n x turns · 27), `none` those of no such die.
    """
    plain = log_softmax(np.hstack([said, none]) / TEMPERATURE)[:, -2:]
    excess = np.zeros((len(ALPHABET), 2))
    for symbol in np.unique(symbols):
        excess[symbol] = np.maximum(0.0, np.median(plain[symbols == symbol], axis=0) - _USUAL)
    return excess
