"""Whether what is taken for a die is a tile: by how it lies, by a number beside the letter, by its make.

From straight above both are a pale square with a letter. How much each witness counts was chosen over 13,700
drawn dice and 6,000 tiles beside them, in the training fonts.
"""

from collections.abc import Sequence
from itertools import compress

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.one_make import Counted, by_makes, held, mostly_one_kind, odds, of_one_make
from appliance.vision.plane import Plane
from appliance.vision.pose import NONE, kinds
from appliance.vision.straighten import Patch
from appliance.vision.tile_net import CROP, MARGIN, NUMBERED, answers, judged

_TILE, _FINDER, _LIES, _NUMBER = 3.1, -2.5, 2.5, -2.2
"""The logarithm of the odds for a tile without evidence, and how much what each witness says counts.

These are the finder's odds for a die, those for none by how it lies, and how likely it has no number.
"""
_MAKES = Counted(same=4.5, other=10.0)
_SURELY = 0.6  # score of the finder on a mat from which a thing is a die, if none there seems to be a tile
_MAY_BE = 0.005  # how likely it is none by how it lies, from which a number is looked for
_PLAINLY = 0.002  # how likely there is no number, up to which one is plainly seen; less is not believed
_SOME = 1.5  # tiles with numbers that make one another certain
_MUCH = 0.5  # score of the finder up to which what has no number is one of them

Floats = npt.NDArray[np.float64]


def as_tiles(plane: Plane, dice: Sequence[Sighted], patches: Sequence[Patch]) -> Floats:
    """How likely each of these things, that a finder takes for dice with such tops, is a tile (n, 0…1)."""
    chance = np.zeros(len(dice))
    square = np.flatnonzero([one.kind == CUBE for one in dice])
    cubes, tops = [dice[k] for k in square.tolist()], [patches[k] for k in square.tolist()]
    score = np.array([one.score for one in cubes])
    none, number = np.zeros(len(cubes)), np.ones(len(cubes))
    looked = score < (_SURELY if plane.has_mat else np.inf)
    none[looked] = _none(plane, cubes, looked)
    read = looked & (none > _MAY_BE)
    number[read] = numberless(plane, list(compress(tops, read)))
    if not (_odds(none, score, number)[read] > 0).any():  # none of these rather is a tile, by itself
        return chance
    none[~looked] = _none(plane, cubes, ~looked)
    number[~read] = numberless(plane, list(compress(tops, ~read)))
    numbered, plain = number < NUMBERED, number <= _PLAINLY
    said = _odds(none, score, number)
    weighed = by_makes(said, ~numbered, *of_one_make(plane, tops), _MAKES)
    # What is plain is asked about, though it may look like the dice beside it.
    likely = mostly_one_kind(np.where(plain, np.maximum(said, weighed), weighed))
    by_itself = (said > 0) & (numbered | (score < _MUCH))
    chance[square] = held(likely, by_itself & (likely[numbered].sum() > _SOME))
    return chance


def numberless(plane: Plane, patches: Sequence[Patch]) -> Floats:
    """How likely no number stands beside what is on each patch, read as a tile (n, 0…1)."""
    return np.exp(judged(answers(crops(plane, patches, CROP, [MARGIN] * len(patches)))).numberless)


def _none(plane: Plane, cubes: Sequence[Sighted], looked: npt.NDArray[np.bool_]) -> Floats:
    """How likely those looked at are none by how they lie."""
    return kinds(plane, list(compress(cubes, looked)))[:, NONE]


def _odds(none: Floats, score: Floats, number: Floats) -> Floats:
    """Logarithms of those for a tile, by how likely it is none by how it lies, and that it has no number."""
    counted = _NUMBER * np.log(np.maximum(number, _PLAINLY))
    return np.asarray(_TILE + _FINDER * odds(score) + _LIES * odds(none) + counted, np.float64)
