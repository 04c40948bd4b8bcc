"""Which letter lies on top of a die, and under which turn: a small network that looks at raw colours."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import ALPHABET
from appliance.vision.alike import less_apart
from appliance.vision.nets import answers, log_softmax
from appliance.vision.plane import Image

CROP = 40
"""Side of the crops that the network reads, in pixels."""
NEAR = 48
"""Side of those that the network reads which looks from near."""
MARGINS = {6: 1.4, 8: 1.7}
"""Side of a crop over the width of the face (the square, or the circle within the triangle), by the shape."""

TURNS = {6: 4, 8: 3}
"""Turns that a symbol may have on a face, by the shape: quarters, or thirds."""

STARTS = {6: 0, 8: TURNS[6] * len(ALPHABET)}
"""Where the turns x 27 symbols of a shape begin in the network's answer."""
NOTHING_AT = STARTS[8] + TURNS[8] * len(ALPHABET)
LEANS_AT = NOTHING_AT + 1
WIDTH = LEANS_AT + 1
"""Numbers in one answer: 4 x 27 of a cube, 3 x 27 of an octahedron, no such die, and one that leans."""

TEMPERATURE = 0.55
"""By which both networks' answers are divided, measured so that their probabilities come true."""

_ALIKE = {"MW": 0.6, "IH": 0.6, "LT": 0.65, "NZ": 0.75, "EW": 0.6}
"""Letters that some fonts draw alike but for a turn, and what their odds (the logarithm) count, measured.

They come one after the other where a letter is in two pairs.
"""

_CLEAR = 0.99  # certainty from which no other look is needed

Floats = npt.NDArray[np.float64]


def judged(crops: Image, shapes: Sequence[int]) -> list[Floats]:
    """For each crop the log-probability of every turn and symbol, and of no symbol: (turns + 2) x 27.

    The crops (n x 40 x 40 x 3, or 48 to be looked at from near) are `MARGINS` as wide as faces, the shapes
    6 or 8. Turn k stands for the symbol's up at 90°·k (cubes) or 120°·k (octahedra) clockwise. The row before
    the last holds, in its first place, that of no such die; the last row that of a die that leans; all else
    there is minus infinity.
    """
    tables = glanced(crops, shapes)
    for turn in range(1, TURNS[6]):  # where a doubt is left, from one side of the table after the other
        doubtful = [
            n for n, table in enumerate(tables) if turn < TURNS[shapes[n]] and _certainty(table) < _CLEAR
        ]
        if not doubtful:
            break
        others = _raw(np.stack([turned(crops[n], shapes[n], turn) for n in doubtful]))
        for n, row in zip(doubtful, others, strict=True):
            other = _tables(_unturned(row, shapes[n], turn)[None], shapes[n])[0]
            tables[n] = _mean(tables[n], turn, other)
    return tables


def glanced(crops: Image, shapes: Sequence[int]) -> list[Floats]:
    """The same by one look each."""
    raw, sides = _raw(crops), np.array(shapes)
    tables = {shape: iter(_tables(raw[sides == shape], shape)) for shape in set(shapes)}
    return [next(tables[shape]) for shape in shapes]


def _raw(crops: Image) -> Floats:
    """The answers of the network that reads crops of that size, over the temperature."""
    name = "dice-letters-near" if crops.shape[1] == NEAR else "dice-letters"
    return answers(name, crops, WIDTH) / TEMPERATURE


def _certainty(table: Floats) -> float:
    likely = np.exp(table)
    return float(max(likely[:-2].sum(axis=0).max(), likely[-2:, 0].max()))


def upright(crops: Image) -> Floats:
    """Log-probabilities (n x 27) that crops (n x 40 x 40 x 3) show the symbols upright, and not turned.

    Capitals are to be about 18 pixels high and in the middle, of any colour on any plain ground.
    """
    return log_softmax(_raw(crops)[:, : STARTS[8]])[:, : len(ALPHABET)]


def turned(crop: Image, sides: int, turn: int = 1) -> Image:
    """The crop turned against the clock by so many turns of that shape."""
    if sides == 6:
        return np.rot90(crop, turn)
    size = len(crop)
    middle = (size - 1) / 2
    place = cv2.getRotationMatrix2D((middle, middle), 360 / TURNS[sides] * turn, 1.0)
    return np.asarray(cv2.warpAffine(crop, place, (size, size), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _unturned(row: Floats, sides: int, turn: int) -> Floats:
    """The answer to a crop turned by so much as one to the crop itself."""
    out = row.copy()
    mine = slice(STARTS[sides], STARTS[sides] + TURNS[sides] * len(ALPHABET))
    out[mine] = np.roll(row[mine], turn * len(ALPHABET))
    return out


def _tables(raw: Floats, sides: int) -> Floats:
    """The tables (n x (turns + 2) x 27) of answers (n x `WIDTH`) to crops of dice of one shape."""
    symbols = TURNS[sides] * len(ALPHABET)
    start = STARTS[sides]
    likely = log_softmax(np.concatenate([raw[:, start : start + symbols], raw[:, NOTHING_AT:]], axis=1))
    tables = np.full((len(raw), TURNS[sides] + 2, len(ALPHABET)), -np.inf)
    tables[:, :-2] = likely[:, :symbols].reshape(len(raw), TURNS[sides], len(ALPHABET))
    tables[:, -2:, 0] = likely[:, symbols:]
    if sides == 6:
        for pair, share in _ALIKE.items():
            one, other = (ALPHABET.index(letter) for letter in pair)
            less_apart(tables[:, :-2], one, other, share)
    return tables


def _mean(table: Floats, looks: int, other: Floats) -> Floats:
    """The table of the mean of so many looks' answers and one more."""
    mean = (looks * table + other) / (looks + 1)
    return np.asarray(mean - np.log(np.exp(mean).sum()), np.float64)
