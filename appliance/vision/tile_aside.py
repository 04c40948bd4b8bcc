"""Read tiles that are seen from far aside once more, as if from above: their sizes tell how they lie.

A row by itself may lean on a rack, and looks lower than it is then: it is read once more, made higher.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist, hypot, sqrt

import numpy as np

from appliance.vision.agree import leaves_doubts, width
from appliance.vision.from_above import from_above, stretched
from appliance.vision.plane import Array, Plane
from appliance.vision.reading import Said, Symbol
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_layout import middles
from appliance.vision.tile_look import UNCLEAR
from appliance.vision.tile_sizes import Sizes, sizes

_FEW = 4  # tiles that tell how the table lies, at least
_STEEP = 0.3  # of a side, by which sides change across a picture from so far aside that it pays to look again
_MOST = 1.7  # times as long as it is seen, at most, is the table made: 54° off straight above
_ROW = 3  # tiles that make a row, at least
_OFF = 0.35  # of a side: no farther from a row's line are its tiles
_LEANS = 1.2
"""Times as high as it looks is a row made that may lean: of 10 traced racks in doubt 4 are so then.

By 1.4 half of them are not read at all.
"""
_LONGEST = 2400  # pixels of the picture as from above

Read = Callable[[Plane], Said]
"""Reads a plane."""


def from_aside(plane: Plane, said: Said, read: Read) -> Said:
    """What is read of tiles, `said` as the picture shows them; where doubts are left, as from above, too."""
    if plane.has_mat or not leaves_doubts(said):
        return said
    tiles = [_spot(symbol) for symbol in said[0]]
    upwards = _across(tiles)
    if upwards is not None:
        said = _higher(said, read(stretched(plane, upwards, _LEANS)))
    if len(tiles) < _FEW or not leaves_doubts(said):
        return said
    size = sizes(tiles, float(np.median([tile.side for tile in tiles])), plane.size[0])
    if hypot(*size.slope) * plane.size[0] < _STEEP:
        return said
    return _together(said, read(_from_above(plane, size)))


def _across(tiles: Sequence[Spot]) -> Array | None:
    """The direction (x, y) across the line in which they lie, as on a rack; None if they lie in none."""
    if len(tiles) < _ROW:
        return None
    off = middles(tiles) - middles(tiles).mean(axis=0)
    across = np.asarray(np.linalg.svd(off)[2][1], np.float64)
    in_line = np.abs(off @ across).max() < _OFF * np.median([tile.side for tile in tiles])
    return across if in_line else None


def _spot(one: Symbol) -> Spot:
    """The place of a tile; without a mat the plane's pixels are the picture's."""
    a, b, c, _ = one.corners
    return Spot(TILE, *one.center, 0.0, sqrt(dist(a, b) * dist(b, c)), one.confidence)


def _from_above(plane: Plane, size: Sizes) -> Plane:
    """The plane as from straight above, if a lens was as wide as phones' are."""
    steep = hypot(*size.slope)
    longer = min(_MOST, hypot(1, steep * plane.size[0]))
    return from_above(plane, size.middle, size.slope, longer, _LONGEST)


def _higher(low: Said, high: Said) -> Said:
    """Both looks at a row together; where it was not clear whether a tile lies there, one more answers it."""
    symbols, problems = _together(low, high)
    if UNCLEAR in low[1] and UNCLEAR not in problems and len(symbols) <= len(low[0]):
        problems = (*problems, UNCLEAR)
    return symbols, problems


def _together(one: Said, other: Said) -> Said:
    """The look that tells more; what the other tells otherwise is asked about, what only it tells is said."""
    first, second = (other, one) if _told(other) > _told(one) else (one, other)
    symbols = tuple(
        replace(symbol, sure=symbol.sure and not _contradicts(symbol, second[0])) for symbol in first[0]
    )
    alone = any(symbol.sure and _beside(symbol, symbols) is None for symbol in second[0])
    return symbols, (*first[1], UNCLEAR) if alone else first[1]


def _told(said: Said) -> int:
    """How many symbols are told surely, less the words of what is not."""
    return sum(symbol.sure for symbol in said[0]) - len(said[1])


def _contradicts(one: Symbol, others: Sequence[Symbol]) -> bool:
    """Whether another symbol is surely told there."""
    other = _beside(one, others)
    return other is not None and other.sure and other.symbol != one.symbol


def _beside(one: Symbol, others: Sequence[Symbol]) -> Symbol | None:
    """What is told about where one lies."""
    near = [other for other in others if dist(one.center, other.center) < width(one) / 2]
    return min(near, key=lambda other: dist(one.center, other.center), default=None)
