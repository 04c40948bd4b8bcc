"""What a crop shows: a letter under one of four turns, a blank, or no tile, and the number printed on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from appliance.pieces.tiles import BLANK
from appliance.vision import nets
from appliance.vision.nets import log_softmax
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut

CROP = 48
"""Side of the upright crops that the network reads, in pixels."""
MARGIN = 1.2
"""Side of a crop over the side of a tile."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VALUES = ("", "1", "2", "3", "4", "5", "6", "8", "10")
"""Numbers that may stand on a tile; none on the first."""
SYMBOLS = LETTERS + BLANK
BLANK_AT = 4 * len(LETTERS)
NOTHING_AT = BLANK_AT + 1
VALUES_AT = NOTHING_AT + 1
WIDTH = VALUES_AT + 4 * len(VALUES)
"""Numbers in one answer: 4 x 26 turns and letters, blank, nothing, 4 x 9 turns and values."""

TEMPERATURE = 0.7
"""By which answers are divided: with the mean over four turns the network is surer than it says."""

_PLAIN = 0.98  # of no tile, and
_SURE = 0.995  # of anything: such crops are looked at once only

Floats = npt.NDArray[np.float64]


NUMBERED = 0.03
"""How likely no number stands on a tile, up to which one surely does."""


@dataclass(frozen=True)
class Faces:
    """What the network says of n crops, as log-probabilities.

    `letters` (n x 4 x 26), `blank` (n) and `nothing` (n) exclude each other; `values` (n x 4 x 9) are those
    of the numbers if the turn is the right one.
    """

    letters: Floats
    blank: Floats
    nothing: Floats
    values: Floats

    @property
    def letter(self) -> Floats:
        """How likely each shows a letter, whichever (n)."""
        return np.asarray(np.exp(self.letters).sum(axis=(1, 2)), np.float64)

    @property
    def clear(self) -> Floats:
        """How likely each shows its likeliest letter, under any turn, if it shows one at all (n)."""
        each = np.logaddexp.reduce(self.letters, axis=1)
        return np.asarray(np.exp(each.max(axis=1) - np.logaddexp.reduce(each, axis=1)), np.float64)

    @property
    def numberless(self) -> Floats:
        """Logarithm of how likely no number stands on each under its likeliest turn (n)."""
        turns = np.logaddexp.reduce(self.letters, axis=2).argmax(axis=1)
        return np.asarray(self.values[np.arange(len(turns)), turns, VALUES.index("")], np.float64)

    def at(self, chosen: npt.NDArray[Any]) -> "Faces":
        """Some of them, by number or by flags."""
        return Faces(self.letters[chosen], self.blank[chosen], self.nothing[chosen], self.values[chosen])

    def joined(self, more: "Faces") -> "Faces":
        """These and more."""
        pairs = ((getattr(self, part.name), getattr(more, part.name)) for part in fields(Faces))
        return Faces(*map(np.concatenate, pairs))


Judge = Callable[[Image, Sequence[Patch]], Faces]
"""Says what lies on patches of a picture, as `faces` does."""


def faces(image: Image, patches: Sequence[Patch]) -> Faces:
    """What lies at each of the patches; those that are unclear are looked at under all four turns."""
    return judged(answers(cropped(image, patches)))


def cropped(image: Image, patches: Sequence[Patch]) -> Image:
    """The patches as the network reads them (n x 48 x 48 x 3)."""
    crops = np.empty((len(patches), CROP, CROP, 3), np.uint8)
    for number, patch in enumerate(patches):
        crops[number] = cut(image, patch, 0, size=CROP, margin=MARGIN)
    return crops


def answers(crops: Image, as_they_are: Floats | None = None) -> Floats:
    """The network's answers (n x WIDTH) to crops (n x 48 x 48 x 3), the unclear ones under four turns.

    `as_they_are` has those without a turn, if they are known already.
    """
    total = _forward(crops) if as_they_are is None else as_they_are.copy()
    first = judged(total)
    top = np.maximum(first.letters.max(axis=(1, 2), initial=-np.inf), first.blank)
    tiles = np.flatnonzero((first.nothing < np.log(_PLAIN)) & (top < np.log(_SURE)))
    for turn in range(1, 4):
        # A quarter turn of a crop needs no new sampling, and moves each answer to the turn before.
        total[tiles] += _unturned(_forward(np.rot90(crops[tiles], turn, axes=(1, 2))), turn)
    total[tiles] /= 4
    return total


def judged(raw: Floats) -> Faces:
    """Log-probabilities from the network's answers."""
    n = len(raw)
    what = log_softmax(raw[:, :VALUES_AT] / TEMPERATURE)
    values = log_softmax(raw[:, VALUES_AT:].reshape(n, 4, len(VALUES)) / TEMPERATURE)
    letters = what[:, :BLANK_AT].reshape(n, 4, len(LETTERS))
    return Faces(letters, what[:, BLANK_AT], what[:, NOTHING_AT], values)


def _unturned(raw: Floats, turn: int) -> Floats:
    """Answers to crops seen under that turn, as answers to the crops themselves."""
    out = raw.copy()
    for start, width in ((0, len(LETTERS)), (VALUES_AT, len(VALUES))):
        part = raw[:, start : start + 4 * width].reshape(-1, 4, width)
        out[:, start : start + 4 * width] = np.roll(part, turn, axis=1).reshape(-1, 4 * width)
    return out


def _forward(crops: Image) -> Floats:
    return nets.answers("tiles", crops, WIDTH)
