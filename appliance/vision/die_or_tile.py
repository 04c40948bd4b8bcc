"""Whether what shows a letter is a die or a tile: by how it lies, by a number beside the letter, by the rest.

From straight above both are a pale square with a letter. Logistic regression tells how much each witness
counts, over 2,418 things without a mat, 1,385 on one, and 5,277 beside tiles, drawn with the training fonts.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.plane import Plane
from appliance.vision.pose import NONE, kinds
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_net import CROP, MARGIN, Faces, answers, judged

Floats = npt.NDArray[np.float64]


class _Weights(NamedTuple):
    """The logarithm of the odds for a tile without evidence, and how much what each witness says counts.

    These are the finder's odds for a die, those for none by how it lies, and how likely it has no number.
    """

    alone: float
    finder: float
    lies: float
    number: float


_ON_MAT, _WITHOUT = _Weights(1.07, -2.23, 0.82, -0.93), _Weights(1.49, -1.14, 0.97, -0.92)
_ALONE, _LIES, _NUMBER = 0.2, 0.54, 0.8  # of a die among tiles; the first was -0.7: doubts are asked about
_SURELY = 0.8  # score of the finder on a mat from which a thing is a die without another look
_MAY_BE = {True: 0.1, False: 0.02}  # how likely it is none by how it lies, from which a number is looked for
_USUAL = 0.4  # how likely a die's top has none to the reader of tiles
_LEAST, _LEAST_NUMBER = 0.003, 0.002  # probabilities that are believed
_NUMBERED = 0.03  # how likely there is no number, up to which there surely is one
_SOME = 1.5  # tiles with numbers that make one another certain
_MUCH, _WORDS = 0.5, 4.0  # score of the finder from which one is asked about, unless there are so many tiles
_FEW = 3  # things without numbers at least that tell together whether all are dice
_BARE = {True: 0.37, False: -0.13}  # logarithm of the odds that these are dice without evidence, by a mat
_BARE_LIES, _BARE_NUMBER = 0.85, 0.97  # how much it counts how they lie, and how surely they have no numbers
_LEAST_WANT = 0.001  # least doubt that there is none, as minus the logarithm of how likely that is
_CERTAIN = 0.98  # how likely one among tiles is a die from which it is not shown as one of them
_AT_MOST, _ASKED = 0.4, 0.3  # how likely that is, or less than so many; and others that seem to have none
_RARE, _MANY = 0.025, 4.0  # share of the other kind that is expected, and how many things that counts for
_ROUNDS = 5


def as_tiles(plane: Plane, dice: Sequence[Sighted], patches: Sequence[Patch]) -> Floats:
    """How likely each of these things, that a finder takes for dice with such tops, is a tile (n, 0…1)."""
    chance = np.zeros(len(dice))
    score = np.array([one.score for one in dice])
    square = np.array([one.kind == CUBE for one in dice], bool)
    asked = np.flatnonzero(square & (score < (_MUCH if plane.has_mat else np.inf)))
    none, number = _looked(plane, dice, patches, asked)
    if plane.has_mat and (number < _NUMBERED).any():  # where one is a tile, what looks more like a die may be
        asked = np.flatnonzero(square & (score < _SURELY))
        none, number = _looked(plane, dice, patches, asked)
    held = _ON_MAT if plane.has_mat else _WITHOUT
    odds = held.alone + held.finder * _odds(score[asked]) + held.lies * _odds(none)
    odds += held.number * np.log(np.maximum(number, _LEAST_NUMBER))
    numbered = number < _NUMBERED
    chance[asked[numbered]] = _among(odds[numbered], len(dice))
    if chance.sum() < _SOME:
        return np.minimum(chance, _AT_MOST)
    # Beside tiles with numbers one may lie whose number is not seen.
    chance[asked[~numbered]] = np.minimum(_among(odds[~numbered], len(dice)), _ASKED)
    if plane.has_mat or chance.sum() > _WORDS:
        return chance
    return np.where(score < _MUCH, chance, np.minimum(chance, _AT_MOST))


def _looked(
    plane: Plane, dice: Sequence[Sighted], patches: Sequence[Patch], asked: npt.NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """How likely each of those asked about is none by how it lies, and has no number (each n)."""
    none = kinds(plane, [dice[k] for k in asked.tolist()])[:, NONE]
    number = np.full(len(asked), _USUAL)
    may_be = none > _MAY_BE[plane.has_mat]
    number[may_be] = numberless(plane, [patches[k] for k in asked[may_be].tolist()])
    return none, number


def as_dice(plane: Plane, found: Sequence[Spot], seen: Faces, *, bare: bool) -> Floats:
    """How likely each of these things, taken for tiles, is a die (n, 0…1); `bare` tiles have no numbers."""
    chance = np.zeros(len(found))
    number = np.exp(seen.numberless)
    asked = np.flatnonzero((seen.letter > np.exp(seen.blank)) & (number > _NUMBERED))
    if not len(asked) or (bare and len(asked) < _FEW):
        return chance
    spots = [found[k] for k in asked.tolist()]
    said = kinds(plane, [Sighted(CUBE, s.x, s.y, s.side, s.angle, s.trust) for s in spots])
    if bare:  # then only all of them together tell
        chance[asked] = _AT_MOST if _are_dice(plane, said[:, CUBE], number[asked]) else 0.0
        return chance
    odds = _ALONE + _LIES * (_odds(said[:, CUBE]) - _odds(said[:, NONE])) + _NUMBER * np.log(number[asked])
    chance[asked] = _among(odds, len(found))
    return np.where(chance > _CERTAIN, chance, np.minimum(chance, _AT_MOST))


def _are_dice(plane: Plane, cube: Floats, bald: Floats) -> bool:
    """Whether things without numbers rather are dice than tiles, by how they lie and how bald they look.

    Beside a tile's letter it is plain that there is none, of a die that says less. By logistic regression on
    561 drawn tables of such tiles and 361 of letter dice, with a mat and without.
    """
    doubt = np.log(np.maximum(-np.log(bald), _LEAST_WANT)).mean()
    return bool(_BARE[plane.has_mat] + _BARE_LIES * np.median(_odds(cube)) + _BARE_NUMBER * doubt > 0)


def numberless(plane: Plane, patches: Sequence[Patch]) -> Floats:
    """How likely no number stands beside what is on each patch, read as a tile (n, 0…1)."""
    return np.exp(judged(answers(crops(plane, patches, CROP, [MARGIN] * len(patches)))).numberless)


def _among(odds: Floats, many: int) -> Floats:
    """Probabilities from logarithms of odds, of so many things in all: of one kind there mostly is none."""
    share, likely = _RARE, np.zeros(len(odds))
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-odds - np.log(share / (1 - share))))
        share = float((likely.sum() + _RARE * _MANY) / (many + _MANY))
    return likely


def _odds(likely: Floats) -> Floats:
    held = np.clip(likely, _LEAST, 1 - _LEAST)
    return np.asarray(np.log(held / (1 - held)), np.float64)
