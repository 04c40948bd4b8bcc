"""Read the owner's own tiles: likeness to pictures of them is blended into what the network says."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from appliance.vision.likeness import VARIANTS, Compared, Vectors, Weights, alike, blended, varied, vectors
from appliance.vision.nets import log_softmax
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch
from appliance.vision.tile_net import (
    BLANK_AT,
    CROP,
    LETTERS,
    NOTHING_AT,
    SYMBOLS,
    Faces,
    answers,
    cropped,
    judged,
)

NETWORK = "tiles"
TURNS = 4

WEIGHTS = Weights(hidden=77.0, drawn=33.0, unseen=93.0, least=0.3, more=0.7)
"""Near those of `training.tile_likeness`, whose optimum is broad; to be chosen anew for another network."""

# Of 2,500 tiles in strange letters and others and of 1,100 other things, on mats and beside pages, few lie
# on the wrong side of this likeness; and how soon and how far it outweighs the network's word.
_LIKE, _STEEP, _MOST, _LEAST = 82.0, 0.6, 8.0, 4.0

_NO_PRINT = 0.999  # how sure the network can be of that

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class TileLook:
    """One picture of a tile (`SIDE` x `SIDE` x 3), its symbol upright: a capital letter, or `?`."""

    symbol: str
    picture: Image


class EnrolledTiles:
    """What the owner's tiles look like; stands in for `tile_net.faces` where they are read.

    `share` is how many of the pictures the network reads rightly by itself.
    """

    def __init__(self, looks: Sequence[TileLook], weights: Weights = WEIGHTS) -> None:
        self._weights = weights
        upright = np.stack([crop for look in looks for crop in varied(look.picture, CROP)])
        # What a crop seems to be like under a turn is what the picture is like under that turn.
        hidden, drawn, raw = zip(
            *(vectors(NETWORK, np.rot90(upright, -turn, axes=(1, 2))) for turn in range(TURNS)), strict=True
        )
        self._hidden: Vectors = np.stack(hidden)
        self._drawn: Vectors = np.stack(drawn)
        symbols = np.array([SYMBOLS.index(look.symbol) for look in looks])
        self._symbols = symbols.repeat(VARIANTS)
        said = _said(raw[0][::VARIANTS])
        self.share = float((said.reshape(len(looks), -1).argmax(axis=1) % len(SYMBOLS) == symbols).mean())

    def faces(self, image: Image, patches: Sequence[Patch]) -> Faces:
        """What lies at each of the patches, as `tile_net.faces` has it."""
        crops = cropped(image, patches)
        compared, raw = self.compared(crops)
        plain = judged(raw)
        tables = [blended(seen, self.share, self._weights) for seen in compared]
        table = np.array(tables).reshape(len(crops), TURNS, len(SYMBOLS))
        table = _without_print(table, plain.blank)
        likeness = [_likeness(seen, self._weights) for seen in compared]
        nothing = _none(plain.nothing, np.array(likeness))
        table += np.log1p(-np.exp(nothing))[:, None, None]
        blank = np.logaddexp.reduce(table[:, :, -1], axis=1)
        return Faces(table[:, :, : len(LETTERS)], blank, nothing, plain.values)

    def compared(self, crops: Image) -> tuple[list[Compared], Floats]:
        """Crops (n x 48 x 48 x 3) beside the looks, and the network's own answers to them."""
        if not len(crops):
            return [], answers(crops)
        hidden, drawn, first = vectors(NETWORK, crops)
        raw = answers(crops, first)
        like = np.full((2, len(crops), TURNS, len(SYMBOLS)), np.nan)
        for symbol in np.unique(self._symbols):
            mine = self._symbols == symbol
            like[0, :, :, symbol] = (self._hidden[:, mine] @ hidden.T).max(axis=1).T
            like[1, :, :, symbol] = (self._drawn[:, mine] @ drawn.T).max(axis=1).T
        parts = zip(_said(raw), raw[:, NOTHING_AT : NOTHING_AT + 1], *like, strict=True)
        return [Compared(*part) for part in parts], raw


def _likeness(seen: Compared, weights: Weights) -> float:
    """How like a crop is to the owner's letter it is most like; not a number if rather like their blank."""
    best = np.nanmax(alike(seen, weights).reshape(TURNS, -1), axis=0, initial=-np.inf)
    return float(best[:-1].max()) if best[:-1].max() > best[-1] else np.nan


def _none(said: Floats, likeness: Floats) -> Floats:
    """The log-probabilities of no tile (n), less where a crop is like the owner's letters, else more.

    The network takes strange letters for print; but no print is like them, and plain things say nothing.
    """
    held = np.minimum(said, -1e-9)
    logits = held - np.log1p(-np.exp(held))
    more = np.clip(_STEEP * (_LIKE - likeness), -_MOST, _LEAST)
    return np.asarray(-np.logaddexp(0, -(logits + np.nan_to_num(more))), np.float64)


def _without_print(table: Floats, blank: Floats) -> Floats:
    """The log-probabilities (n x 4 x 27), letters' less where the network says (n) that there is no print.

    It tells that in any alphabet; a blank in other light is hardly like its picture.
    """
    printed = np.log1p(-np.minimum(np.exp(blank), _NO_PRINT))
    both = table + np.where(np.arange(len(SYMBOLS)) < len(LETTERS), printed[:, None, None], 0.0)
    return log_softmax(both.reshape(len(both), TURNS * len(SYMBOLS))).reshape(both.shape)


def _said(raw: Floats) -> Floats:
    """The network's answers as turns and symbols (n x 4 x 27); a blank is one under any turn."""
    letters = raw[:, :BLANK_AT].reshape(-1, TURNS, len(LETTERS))
    blank = np.broadcast_to(raw[:, BLANK_AT, None, None] - np.log(TURNS), (len(raw), TURNS, 1))
    return np.concatenate([letters, blank], axis=2)
