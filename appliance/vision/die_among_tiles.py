"""Whether what is taken for a tile is a die: by how it lies, by how it wants a number, by its make.

How much each witness counts was chosen over 1,400 drawn dice and 10,700 tiles, 1,400 of them without numbers,
in the training fonts.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from appliance.vision.finder import CUBE, Sighted
from appliance.vision.one_make import AT_MOST, Counted, by_makes, held, mostly_one_kind, odds, of_one_make
from appliance.vision.plane import Plane
from appliance.vision.pose import NONE, kinds
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_look import patches
from appliance.vision.tile_net import NUMBERED, Faces

_DIE, _LIES, _NUMBER = 4.3, 1.5, 4.7
"""The logarithm of the odds for a die among tiles with numbers, and how much what each witness says counts.

These are the odds for a cube, against none, by how it lies, and how likely it has no number.
"""
_BARE_DIE, _BARE_LIES, _BARE_WANT, _BARE_TRUST = 1.2, 0.6, 0.7, -1.4
"""The same among tiles without: how it lies, how little it is plain that it has none, the finder's trust."""
_MAKES = Counted(same=0.4, other=3.0)
_LEAST_NUMBER = 0.002  # least likelihood that there is none
_PLAINLY = 0.005  # how likely there is none, up to which it is no die however it lies
_ENOUGH = 3  # tiles with numbers beside which a die is not shown as one of them, if it looks like none
_UNLIKE = 0.5  # how much alike it looks to each of these at most

_FEW = 3  # things without numbers at least that tell together whether all are dice
_ALL = {True: 0.37, False: -0.13}  # logarithm of the odds that these are dice without evidence, by a mat
_ALL_LIE, _ALL_WANT = 0.85, 0.97  # how much it counts how they lie, and how surely they have no numbers
_LEAST_WANT = 0.001  # least doubt that there is none, as minus the logarithm of how likely that is

Floats = npt.NDArray[np.float64]


def as_dice(plane: Plane, found: Sequence[Spot], seen: Faces, *, bare: bool) -> Floats:
    """How likely each of these things, taken for tiles, is a die (n, 0…1); `bare` tiles have no numbers."""
    chance = np.zeros(len(found))
    lettered = np.flatnonzero(seen.letter > np.exp(seen.blank))
    number = np.exp(seen.numberless)[lettered]
    asked = np.flatnonzero(bare | (number > _PLAINLY))
    if len(asked) < (_FEW if bare else 1):
        return chance
    spots = [found[k] for k in lettered.tolist()]
    said = _kinds(plane, [spots[k] for k in asked.tolist()])
    if bare and _all_are(plane, said[:, CUBE], number):
        chance[lettered] = AT_MOST
        return chance
    lies = np.zeros(len(spots))
    lies[asked] = odds(said[:, CUBE]) - odds(said[:, NONE])
    alike, told = of_one_make(plane, patches(spots))
    own = _bare_odds(lies, number, spots) if bare else _odds(lies, number)
    likely = mostly_one_kind(by_makes(own, np.ones(len(own), bool), alike, told, _MAKES))
    numbered = number < NUMBERED
    unlike = (numbered.sum() >= _ENOUGH) & (alike[:, numbered].max(axis=1, initial=0.0) < _UNLIKE)
    chance[lettered] = held(likely, unlike)
    return chance


def _kinds(plane: Plane, spots: Sequence[Spot]) -> Floats:
    return kinds(plane, [Sighted(CUBE, one.x, one.y, one.side, one.angle, one.trust) for one in spots])


def _odds(lies: Floats, number: Floats) -> Floats:
    """Logarithms of those for a die among tiles with numbers."""
    return np.asarray(_DIE + _LIES * lies + _NUMBER * np.log(np.maximum(number, _LEAST_NUMBER)), np.float64)


def _bare_odds(lies: Floats, number: Floats, spots: Sequence[Spot]) -> Floats:
    """The same among tiles without."""
    trust = odds(np.array([one.trust for one in spots]))
    return _BARE_DIE + _BARE_LIES * lies + _BARE_WANT * _want(number) + _BARE_TRUST * trust


def _all_are(plane: Plane, cube: Floats, number: Floats) -> bool:
    """Whether things without numbers rather are dice than tiles, by how they lie and how bald they look.

    Beside a tile's letter it is plain that there is none, of a die that says less. By logistic regression on
    561 drawn tables of such tiles and 361 of letter dice, with a mat and without.
    """
    said = _ALL_LIE * np.median(odds(cube)) + _ALL_WANT * _want(number).mean()
    return bool(_ALL[plane.has_mat] + said > 0)


def _want(number: Floats) -> Floats:
    """How little it is plain that there is no number, by how likely that is."""
    return np.asarray(np.log(np.maximum(-np.log(number), _LEAST_WANT)), np.float64)
