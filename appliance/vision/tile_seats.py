"""A witness for tiles that the reader takes for none: the finder saw them, in a row or among many."""

from collections.abc import Sequence
from dataclasses import replace
from math import log

import numpy as np
import numpy.typing as npt

from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import sides
from appliance.vision.tile_net import Faces

Floats = npt.NDArray[np.float64]
Weights = tuple[float, float, float, float]

_TILE, _DOUBT = 0.5, 0.1  # how likely it is none, up to which it tells where others lie, and is none itself
_TRUSTED = 0.45  # of the finder's trust, from which its word counts
_SIDES = 2  # on which there are tiles at least
_STEEP, _EVEN = 10.0, 0.3  # how steeply the trust counts, as the logarithm of odds, and where it says nothing
_MANY, _FIRM = 8, 0.6  # tiles on the mat, trusted so much by the finder, from which other things are rare
_FEW = 3  # tiles anywhere, from which print is not all that there is
_BARE = 0.5  # how likely three quarters of these have no number, so that tiles look like print to the reader
# What logistic regression gives over 686 places on mats with many tiles, drawn with the training fonts, and
# halved, as it tells all of these apart; and over 1,911 without a mat, most of them print. What is so without
# evidence, and how much the reader's odds for none, the finder's for a tile, and one letter's share count.
_AMONG_MANY: Weights = (0.0, -0.24, 2.2, 5.4)
_AMONG_BARE: Weights = (1.53, -0.61, 2.23, 0.0)


def seated(found: Sequence[Spot], seen: Faces, *, on_mat: bool) -> Faces:
    """The same with less doubt of places that the finder trusts among tiles, or with such on two sides.

    In the dark, far off the axis, without numbers or in thin print the reader misses what makes a tile before
    it misses the letter. Without a mat print lies in rows, too: there only what surely is a tile speaks for
    its neighbours, and a letter's being clear says nothing.
    """
    trust = np.array([spot.trust for spot in found])
    first = _seated(found, seen, trust, _weights(seen, trust, on_mat=on_mat), on_mat=on_mat)
    # Of a block without numbers the reader knows few tiles; what the first look adds may make them many.
    if on_mat and _are_many(first, trust) and not _are_many(seen, trust):
        return _seated(found, seen, trust, _AMONG_MANY, on_mat=on_mat)
    return first


def _seated(
    found: Sequence[Spot], seen: Faces, trust: Floats, weights: Weights | None, *, on_mat: bool
) -> Faces:
    """The same by these weights; without any, by what lies on two sides."""
    none, clear = np.exp(seen.nothing), seen.clear
    tiles = np.flatnonzero(none < (_TILE if on_mat else _DOUBT)).tolist()
    letters, blank, nothing = seen.letters.copy(), seen.blank.copy(), seen.nothing.copy()
    for i in np.flatnonzero(none >= _DOUBT).tolist():
        letter = np.logaddexp.reduce(letters[i].ravel())
        some = float(np.logaddexp(letter, blank[i]))
        odds = float(nothing[i]) - some
        if weights is not None and letter > blank[i]:  # of places without a letter colours tell more
            odds = min(odds, -_weighed(weights, odds, trust[i], clear[i]))
        elif trust[i] > _TRUSTED and len(sides(found, i, tiles)) >= _SIDES:
            odds -= _STEEP * (found[i].trust - _EVEN)
        nothing[i] = -np.logaddexp(0, -odds)
        letters[i], blank[i] = (part - some - np.logaddexp(0, odds) for part in (letters[i], blank[i]))
    return replace(seen, letters=letters, blank=blank, nothing=nothing)


def _weights(seen: Faces, trust: Floats, *, on_mat: bool) -> Weights | None:
    """How much each witness counts among these tiles, if they are such as the reader takes for print."""
    if on_mat and _are_many(seen, trust):
        return _AMONG_MANY
    return _AMONG_BARE if are_bare(seen, few=False) else None


def _are_many(seen: Faces, trust: Floats) -> bool:
    """Whether so many are tiles for the reader and for the finder that on a mat other things are rare."""
    return int(((np.exp(seen.nothing) < _DOUBT) & (trust > _FIRM)).sum()) >= _MANY


def _weighed(weights: Weights, none: float, trust: float, clear: float) -> float:
    """The logarithm of the odds for a tile; `clear` is one letter's share."""
    alone, reader, finder, letter = weights
    held = float(np.clip(trust, 0.02, 0.98))
    return alone + reader * none + finder * log(held / (1 - held)) + letter * clear


def are_bare(seen: Faces, *, few: bool) -> bool:
    """Whether most of what surely are tiles have no number; `few` is said of too few to tell."""
    sure = np.exp(seen.nothing) < _DOUBT
    return few if int(sure.sum()) < _FEW else _bare(seen.at(sure)) > _BARE


def _bare(tiles: Faces) -> float:
    """How likely a tile, of which three quarters are likelier so, has no number printed on it."""
    return float(np.exp(np.percentile(tiles.numberless, 25)))
