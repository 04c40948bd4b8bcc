"""Read tiles that are seen from far aside once more, as if from above: their sizes tell how they lie."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, dist, hypot, sqrt

import numpy as np

from appliance.vision.agree import leaves_doubts, width
from appliance.vision.frames import mapped
from appliance.vision.plane import Array, Plane
from appliance.vision.reading import Said, Symbol
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_look import UNCLEAR
from appliance.vision.tile_sizes import Sizes, sizes

_FEW = 4  # tiles that tell how the table lies, at least
_STEEP = 0.3  # of a side, by which sides change across a picture from so far aside that it pays to look again
_MOST = 1.7  # times as long as it is seen, at most, is the table made: 54° off straight above
_FAR = 0.4  # size of tiles over those in the middle, up to which the table is looked at
_LONGEST = 2400  # pixels of the picture as from above
_GRID = 9  # points of a picture, both ways, that tell how much of the table it shows

Read = Callable[[Plane], Said]
"""Reads a plane."""


def from_aside(plane: Plane, said: Said, read: Read) -> Said:
    """What is read of tiles, `said` as the picture shows them; where doubts are left, as from above, too."""
    if plane.has_mat or len(said[0]) < _FEW or not leaves_doubts(said):
        return said
    tiles = [_spot(symbol) for symbol in said[0]]
    size = sizes(tiles, float(np.median([tile.side for tile in tiles])), plane.size[0])
    if hypot(*size.slope) * plane.size[0] < _STEEP:
        return said
    return _together(said, read(_from_above(plane, size)))


def _spot(one: Symbol) -> Spot:
    """The place of a tile; without a mat the plane's pixels are the picture's."""
    a, b, c, _ = one.corners
    return Spot(TILE, *one.center, 0.0, sqrt(dist(a, b) * dist(b, c)), one.confidence)


def _from_above(plane: Plane, size: Sizes) -> Plane:
    """The plane as from straight above, if a lens was as wide as phones' are."""
    steep = hypot(*size.slope)
    place = _straightened(size, min(_MOST, hypot(1, steep * plane.size[0])))
    grid = np.stack(np.meshgrid(*(np.linspace(0, side, _GRID) for side in plane.size)), axis=2).reshape(-1, 2)
    shown = mapped(grid[1 + (grid - size.middle) @ size.slope > _FAR], place)
    least, most = shown.min(axis=0), shown.max(axis=0)
    less = min(1.0, _LONGEST / float((most - least).max()))
    shift = np.array([[less, 0, -less * least[0]], [0, less, -less * least[1]], [0, 0, 1]])
    w, h = np.ceil(less * (most - least)).astype(int).tolist()
    return replace(plane, to_frame=plane.to_frame @ np.linalg.inv(shift @ place), size=(w, h))


def _straightened(size: Sizes, longer: float) -> Array:
    """The homography of a picture to one as from above, in which all tiles are as large as in the middle."""
    a = atan2(size.slope[1], size.slope[0])
    along = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    to_middle = np.eye(3)
    to_middle[:2, 2] = -size.middle
    nearer = np.array([[longer, 0, 0], [0, 1, 0], [hypot(*size.slope), 0, 1]])
    return np.asarray(np.linalg.inv(along @ to_middle) @ nearer @ along @ to_middle, np.float64)


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
