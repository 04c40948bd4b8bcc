"""A witness for tiles that the reader takes for none: the finder saw them, in a row with others."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import beside
from appliance.vision.tile_net import Faces

_TILE, _DOUBT = 0.5, 0.1  # how likely it is none, up to which it tells where others lie, and is none itself
_TRUSTED = 0.45  # of the finder's trust, from which its word counts
_SIDES = 2  # on which there are tiles at least
_STEEP, _EVEN = 10.0, 0.3  # how steeply the trust counts, as the logarithm of odds, and where it says nothing


def seated(found: Sequence[Spot], seen: Faces) -> Faces:
    """The same with less doubt of places that the finder trusts and that have tiles on two sides.

    In the dark and far off the axis the reader misses what makes a tile before it misses the letter.
    """
    none = np.exp(seen.nothing)
    tiles = np.flatnonzero(none < _TILE).tolist()
    trusted = np.array([spot.trust > _TRUSTED for spot in found], np.bool_)
    letters, blank, nothing = seen.letters.copy(), seen.blank.copy(), seen.nothing.copy()
    for i in np.flatnonzero((none >= _DOUBT) & trusted).tolist():
        sides = {beside(found[i], found[j]) for j in tiles if j != i} - {None}
        if len(sides) < _SIDES:
            continue
        some = np.logaddexp.reduce([*letters[i].ravel(), blank[i]])
        odds = nothing[i] - some - _STEEP * (found[i].trust - _EVEN)
        nothing[i] = -np.logaddexp(0, -odds)
        letters[i], blank[i] = (part - some - np.logaddexp(0, odds) for part in (letters[i], blank[i]))
    return replace(seen, letters=letters, blank=blank, nothing=nothing)
