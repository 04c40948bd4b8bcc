"""Which pieces seem to be of one make, as large and in the same colours, and what that tells of their kind.

What looks like one make is of one kind: all dice, or all tiles.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.plane import Image, Plane
from appliance.vision.straighten import Patch, commonest

_SIDE, _WITHIN = 24, 0.9  # pixels of a face that is looked at, and how much of its width these show
_LETTER = 0.05  # share of a face's pixels that are farthest from its body's grey: its letter, or part of it
_SIZE, _BODY, _INK = 0.2, 0.04, 0.4
"""By how much makes differ, as logarithms of the side and of green over blue and red over green.

Of drawn dice half are within a fifth of that, nine tenths within two thirds, as light is not even.
"""
_BLOWN, _BLACK = 250.0, (20.0, 30.0)  # greatest channel from and up to which a body or letter has no hue
_NOISE = 6.0  # levels that are added to all channels: of dark ones a sensor tells the ratios badly

_UNTOLD = 0.2  # how much less another counts of which no hue tells that it is of the same make
_LEAST = 0.003  # least and, from 1, greatest probability that is believed
_MOST = 50.0  # greatest logarithm of odds: of more there is no telling, where very many look alike
_LEAST_OTHERS = 0.01  # least likelihood of others of another make that is believed
AT_MOST = 0.4
"""How likely a piece is of the rarer kind, or with less evidence: it is asked about."""
_CERTAIN = 0.999  # how likely one is of the rarer kind from which it is not shown as one of the others
_RARE, _MANY = 0.025, 4.0  # share of the rarer kind that is expected, and how many things that counts for
_ROUNDS = 5

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Counted(NamedTuple):
    """How much others count: each of the `same` make, and how likely there are those of another (`other`)."""

    same: float
    other: float


def of_one_make(plane: Plane, patches: Sequence[Patch]) -> tuple[Floats, Flags]:
    """How much each two of these faces look alike in size and hues (n x n, 0…1), and of which hues tell.

    Of a body that light has blown, or that is black, the size alone tells, and its letter.
    """
    if not patches:
        return np.zeros((0, 0)), np.zeros((0, 0), bool)
    faces = crops(plane, patches, _SIDE, [_WITHIN] * len(patches))
    bodies, letters = (np.array(each) for each in zip(*map(_colours, faces), strict=True))
    gains = np.array([plane.gain(patch.x, patch.y) for patch in patches], np.float64)
    sizes = np.log([patch.width for patch in patches])
    told = _both_have_hue(bodies, _BLACK[0])
    away = (np.subtract.outer(sizes, sizes) / _SIZE) ** 2 + told * _apart(bodies * gains, _BODY)
    away += _both_have_hue(letters, _BLACK[1]) * _apart(letters * gains, _INK)
    return np.exp(-away / 2), told


def by_makes(said: Floats, bald: Flags, alike: Floats, told: Flags, counted: Counted) -> Floats:
    """The logarithms of the odds (n) for the rarer kind after what is said of others that look alike.

    Dice side by side hide how they lie, all of one make, and so do tiles of which no number can be read: what
    is `bald` is of the rarer kind only beside what is not, of another make.
    """
    near = alike * np.where(told, 1.0, _UNTOLD) * ~np.eye(len(said), dtype=bool)
    after = np.clip(said + counted.same * near @ np.clip(said, -1, 1), -_MOST, _MOST)
    usual = ((1 - alike) / (1 + np.exp(after))).max(axis=1, initial=0.0)
    beside = counted.other * np.log(np.maximum(usual, _LEAST_OTHERS))
    return np.where(bald, after + beside, after)


def mostly_one_kind(said: Floats) -> Floats:
    """Probabilities of the rarer kind from the logarithms of its odds: mostly there is none of it."""
    share, likely = _RARE, np.zeros(len(said))
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-said - np.log(share / (1 - share))))
        share = float((likely.sum() + _RARE * _MANY) / (len(said) + _MANY))
    return likely


def held(likely: Floats, known: Flags) -> Floats:
    """The same, but what is not certain, and `known` by more than its likelihood, is only asked about."""
    return np.where(known & (likely > _CERTAIN), likely, np.minimum(likely, AT_MOST))


def odds(likely: Floats) -> Floats:
    """The logarithms of the odds, of probabilities that are not believed to the utmost."""
    believed = np.clip(likely, _LEAST, 1 - _LEAST)
    return np.asarray(np.log(believed / (1 - believed)), np.float64)


def _colours(face: Image) -> tuple[Floats, Floats]:
    """Those of its body and of its letter, blue-green-red."""
    pixels = face.reshape(-1, 3)
    body = commonest(pixels)
    away = np.abs(pixels.mean(axis=1) - body.mean())
    letter = pixels[np.argsort(-away, kind="stable")[: round(_LETTER * len(pixels))]].mean(axis=0)
    return body.astype(np.float64), letter


def _both_have_hue(colours: Floats, least: float) -> Flags:
    """Whether each two of these colours are neither black nor blown (n x n)."""
    brightest = colours.max(axis=1)
    have = (brightest > least) & (brightest < _BLOWN)
    return np.asarray(have[:, None] & have, np.bool_)


def _apart(colours: Floats, spread: float) -> Floats:
    """How far apart the hues of each two colours are, squared, in spreads (n x n)."""
    hues = np.diff(np.log(colours + _NOISE), axis=1)
    return np.asarray((((hues[:, None] - hues) / spread) ** 2).sum(axis=2), np.float64)
