"""A witness for tiles that the reader takes for none: the finder saw them, in a row or among many."""

from collections.abc import Sequence
from dataclasses import replace
from math import log

import numpy as np

from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import Cell, beside
from appliance.vision.tile_net import Faces

_TILE, _DOUBT = 0.5, 0.1  # how likely it is none, up to which it tells where others lie, and is none itself
_TRUSTED = 0.45  # of the finder's trust, from which its word counts
_SIDES = 2  # on which there are tiles at least
_STEEP, _EVEN = 10.0, 0.3  # how steeply the trust counts, as the logarithm of odds, and where it says nothing
_MANY, _FIRM = 8, 0.6  # tiles for both, trusted so much by the finder, from which other things are rare
# Then half of what logistic regression gives over 329 doubtful places on tables drawn with the training fonts
# (it tells all of these apart): what is so without evidence, and how much the reader's odds for none and the
# finder's for a tile count.
_WEIGHTS = (5.6, -0.67, 3.1)


def seated(found: Sequence[Spot], seen: Faces, *, on_mat: bool) -> Faces:
    """The same with less doubt of places that the finder trusts among many tiles, or with such on two sides.

    In the dark and far off the axis the reader misses what makes a tile before it misses the letter. Without
    a mat print lies in rows, too: there only what surely is a tile speaks for its neighbours.
    """
    none, trust = np.exp(seen.nothing), np.array([spot.trust for spot in found])
    tiles = np.flatnonzero(none < (_TILE if on_mat else _DOUBT)).tolist()
    many = on_mat and int(((none < _DOUBT) & (trust > _FIRM)).sum()) >= _MANY
    letters, blank, nothing = seen.letters.copy(), seen.blank.copy(), seen.nothing.copy()
    for i in np.flatnonzero(none >= _DOUBT).tolist():
        letter = np.logaddexp.reduce(letters[i].ravel())
        some = float(np.logaddexp(letter, blank[i]))
        odds = float(nothing[i]) - some
        if many and letter > blank[i]:  # of places without a letter colours tell more
            odds = -_weighed(odds, found[i].trust)
        elif trust[i] > _TRUSTED and len(_sides(found, i, tiles)) >= _SIDES:
            odds -= _STEEP * (found[i].trust - _EVEN)
        nothing[i] = -np.logaddexp(0, -odds)
        letters[i], blank[i] = (part - some - np.logaddexp(0, odds) for part in (letters[i], blank[i]))
    return replace(seen, letters=letters, blank=blank, nothing=nothing)


def _weighed(none: float, trust: float) -> float:
    """The logarithm of the odds for a tile among many."""
    alone, reader, finder = _WEIGHTS
    held = float(np.clip(trust, 0.02, 0.98))
    return alone + reader * none + finder * log(held / (1 - held))


def _sides(found: Sequence[Spot], one: int, tiles: Sequence[int]) -> set[Cell]:
    """On which sides of a place there are tiles."""
    return {side for j in tiles if j != one and (side := beside(found[one], found[j])) is not None}
