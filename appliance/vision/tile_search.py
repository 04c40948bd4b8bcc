"""Which places in a picture to read as tiles: at the size that tiles have there, and those that are firm."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appliance.vision.locate import Image, Plane
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import TILE, Spot, spots
from appliance.vision.tile_net import faces

FIRM = 0.28
"""Of the finder's trust: from there a middle is taken by itself."""

MOST = 160
"""Places that are looked at; boxes have a hundred tiles and some more."""

_SIDE_MM = 19.0
_SHARES = (0.94, 1.08)  # of that: sides that tiles have
_WEAK = 0.12  # of the finder's trust, from which a middle is taken if it lies beside others
_STEP = 1.6  # from one guess of the side to the next
_MANY, _CLEAR = 3, 0.7  # so many tiles, so much trusted, and not smaller than tried by more than
_SHRUNK = 0.8  # this share, need no look at a finer picture
_SAMPLE = 6  # places that tell whether tiles are as large as was tried


def tiles_in(plane: Plane, side: float | None) -> list[Spot]:
    """The middles of tiles, `MOST` at most, which are `side` pixels wide if that is known."""
    firm = sorted(_firm(_found(plane, side)), key=lambda spot: -spot.trust)
    return _even(firm[:MOST], plane.scale)


def _firm(found: Sequence[Spot]) -> list[Spot]:
    """The tiles that the finder trusts, and those it nearly trusts beside them."""
    tiles = [spot for spot in found if spot.kind == TILE]
    taken = [spot for spot in tiles if spot.trust >= FIRM]
    if not taken:
        return []
    side = float(np.median([spot.side for spot in taken]))
    taken = [spot for spot in taken if 0.7 < spot.side / side < 1.4]
    weak = [spot for spot in tiles if spot.trust < FIRM and 0.75 < spot.side / side < 1.3]
    for spot in sorted(weak, key=lambda s: -s.trust):
        if len(taken) < MOST and any(0.8 < np.hypot(spot.x - t.x, spot.y - t.y) / side < 1.25 for t in taken):
            taken.append(spot)
    return taken


def _even(found: Sequence[Spot], scale: float | None) -> list[Spot]:
    """The tiles all of one size where the mat is seen, a size that tiles have; else nearly of one."""
    if not found:
        return []
    side = float(np.median([spot.side for spot in found]))
    if scale is None:
        return [replace(spot, side=float(np.sqrt(side * spot.side))) for spot in found]
    least, most = (scale * _SIDE_MM * share for share in _SHARES)
    return [replace(spot, side=float(np.clip(side, least, most))) for spot in found]


def _found(plane: Plane, side: float | None) -> list[Spot]:
    """Tiles and squares in the picture at the size that tiles have there, known or not."""
    if plane.scale is not None:
        return [s for s in spots(plane.image, _SIDE_MM * plane.scale, _WEAK) if plane.shows(s.x, s.y)]
    tried, right, found = _at_any_size(plane.image) if side is None else _at(plane.image, side)
    return found if 0.8 < right / tried < 1.25 else spots(plane.image, right, _WEAK)


def _at(image: Image, side: float) -> tuple[float, float, list[Spot]]:
    """The side in pixels tried, the median of the tiles' sides (that tried where there are none), and all."""
    found = spots(image, side, _WEAK)
    fit = _fit(found, side)
    return side, float(np.median([spot.side for spot in fit])) if fit else side, found


def _at_any_size(image: Image) -> tuple[float, float, list[Spot]]:
    """The same where nothing tells how large tiles are: as most area is covered by tiles.

    From coarse pictures to fine ones: these take the time, and show tiles found before only too large.
    """
    best, most, many = (1.0, 1.0, list[Spot]()), 0.0, 0.0
    for side in _sizes(image):
        if many >= _MANY and best[1] > _SHRUNK * best[0]:
            break
        one = _at(image, side)
        fit = sorted(_fit(one[2], side), key=lambda spot: -spot.trust)
        area = sum((spot.trust**3 * spot.side) ** 2 for spot in fit)  # many faint ones are none
        if area > most:
            tiles = _share_of_tiles(image, fit[:_SAMPLE])
            if area * tiles > most:
                best, most = one, area * tiles
                many = tiles * sum(spot.trust > _CLEAR for spot in fit)
    return best


def _share_of_tiles(image: Image, some: Sequence[Spot]) -> float:
    """How many of them the reader takes for tiles too: print looks like tiles of many sizes."""
    seen = faces(image, [Patch(6, s.x, s.y, s.angle, s.side) for s in some])
    return float(np.mean(1 - np.exp(seen.nothing)))


def _fit(found: Sequence[Spot], side: float) -> list[Spot]:
    """Tiles that the finder trusts, and that are about as large as was tried."""
    return [s for s in found if s.kind == TILE and s.trust > FIRM and 0.6 < s.side / side < 1.6]


def _sizes(image: Image) -> list[float]:
    """Sides of tiles in pixels that are tried, the largest first."""
    short = min(image.shape[:2])
    sizes = [max(14.0, short / 40)]
    while sizes[-1] * _STEP < short / 2.5:
        sizes.append(sizes[-1] * _STEP)
    return sizes[::-1]
