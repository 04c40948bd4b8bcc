"""Which places in a picture to read as tiles: at the size that tiles have there, and those that are firm."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image, Plane
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import CLEAR, SIDE, SQUARE, TILE, Spot, spots
from appliance.vision.tile_layout import middles
from appliance.vision.tile_net import faces
from appliance.vision.tile_sizes import Sizes, sizes

FIRM = 0.28
"""Of the finder's trust: from there a middle is taken by itself."""

MOST = 160
"""Places that are looked at; boxes have a hundred tiles and some more."""

_SIDE_MM = 19.0
_SHARES = (0.94, 1.08)  # of that: sides that tiles have
_WEAK = 0.12  # of the finder's trust, from which a middle is taken if it lies beside others
_HARDLY = 0.05  # and from which it may be a tile there, if the reader sees a letter
_BARELY, _BESIDE = 0.8, 1.25  # sides from one tile to another that lies beside it
_SQUEEZED, _MORE = 1.6, 1.1  # and seen from far aside, up to so many, or so many times as far as most lie
_ROW = 3  # tiles that tell how far that is
_FAINT = 24  # places at most that are trusted less and lie alone
_STEP = 1.6  # from one guess of the side to the next
_MANY, _CLEAR = 3, 0.7  # so many tiles, so much trusted, and not smaller than tried by more than
_SHRUNK = 0.8  # this share, need no look at a finer picture
_ENOUGH, _TOO_LARGE = 27.0, 36.0  # pixels that tiles are wide in a picture that need not be looked at anew
_SAMPLE = 6  # places that tell whether tiles are as large as was tried

Floats = npt.NDArray[np.float64]


class Places(NamedTuple):
    """Middles of what may be tiles.

    The finder trusts the `firm` ones. Of the others those are tiles that have a letter for certain: some lie
    `beside` firm ones, where it may take a tile for a square of the board; some `alone`, print mostly. What
    it trusts though it has another size than tiles have there is `odd`: a tile whose edges hardly show.
    """

    firm: list[Spot]
    beside: list[Spot]
    alone: list[Spot]
    odd: list[Spot]


def places_in(plane: Plane, side: float | None) -> Places:
    """The places to look at, `MOST` of each at most, where tiles are `side` pixels wide if that is known."""
    right, found = _found(plane, side)
    trusted = [spot for spot in found if spot.kind == TILE and spot.trust >= FIRM]
    size = Sizes(right) if plane.has_mat else sizes(trusted, right, plane.size[0])
    places = by_trust(size, found)
    if places.firm and plane.has_mat:
        size = Sizes(float(np.median([spot.side for spot in places.firm])))
    return Places(*(_even(some, size, plane.scale) for some in places))


def by_trust(size: Sizes, found: Sequence[Spot]) -> Places:
    """Those about as large as tiles are; beside firm ones what the finder nearly trusts is firm, too."""
    tiles = [spot for spot in found if spot.kind == TILE]
    trusted = [spot for spot in tiles if spot.trust >= FIRM]
    firm = [spot for spot in trusted if 0.7 < spot.side / size.at(spot) < 1.4]
    odd = [spot for spot in trusted if spot not in firm]
    weak = [spot for spot in tiles if spot.trust < FIRM and 0.75 < spot.side / size.at(spot) < 1.3]
    others, alone = [spot for spot in found if spot.kind == SQUARE], []
    reach = _reach(firm, size)
    for spot in sorted(weak, key=lambda s: -s.trust):
        away = _away(spot, firm, size.at(spot))
        if spot.trust < _WEAK:
            others.append(spot)
        elif not ((away > _BARELY) & (away < reach)).any():
            alone.append(spot)
        elif len(firm) < MOST:
            firm.append(spot)
    firm = sorted(firm, key=lambda spot: -spot.trust)[:MOST]
    return Places(firm, _beside(firm, others, size, reach), alone[:_FAINT], odd[:MOST])


def _reach(firm: Sequence[Spot], size: Sizes) -> float:
    """Sides from a tile up to which another lies beside it: a row that is seen squeezed is spread."""
    away = [np.sort(_away(spot, firm, size.at(spot))) for spot in firm]
    nearest = [float(one[1]) for one in away if len(one) > 1 and _BARELY < one[1] < _SQUEEZED]
    return max(_BESIDE, _MORE * float(np.median(nearest))) if len(nearest) >= _ROW else _BESIDE


def _beside(firm: Sequence[Spot], others: Sequence[Spot], size: Sizes, reach: float) -> list[Spot]:
    """Those of the others that lie next to firm places, up to so many sides away, and on none."""
    found: list[Spot] = []
    for spot in sorted(others, key=lambda s: -s.trust):
        away = _away(spot, firm, size.at(spot))
        free = (away > _BARELY).all() and (_away(spot, found, size.at(spot)) > 0.5).all()
        if free and (away < reach).any() and len(found) < MOST:
            found.append(spot)
    return [replace(spot, kind=TILE, trust=0.0) if spot.kind == SQUARE else spot for spot in found]


def _away(one: Spot, others: Sequence[Spot], side: float) -> Floats:
    """How many sides it is to each of the others."""
    return np.asarray(np.hypot(*(middles(others) - (one.x, one.y)).T) / side, np.float64)


def _even(found: Sequence[Spot], size: Sizes, scale: float | None) -> list[Spot]:
    """The tiles as large as others there where the mat is seen, a size that tiles have; else nearly so."""
    if scale is None:
        return [replace(spot, side=float(np.sqrt(size.at(spot) * spot.side))) for spot in found]
    least, most = (scale * _SIDE_MM * share for share in _SHARES)
    return [replace(spot, side=float(np.clip(size.at(spot), least, most))) for spot in found]


def _found(plane: Plane, side: float | None) -> tuple[float, list[Spot]]:
    """The side that tiles have in the picture, known or not, and tiles and squares at that size."""
    if plane.scale is not None:
        side = _SIDE_MM * plane.scale
        seen = spots(plane.flat, side, _HARDLY, CLEAR)
        return side, list(compress(seen, plane.shows(middles(seen))))
    tried, right, found = _at_any_size(plane.flat) if side is None else _at(plane.flat, side)
    clear = _ENOUGH < SIDE * right / tried < _TOO_LARGE
    return right, found if clear else spots(plane.flat, right, _HARDLY, CLEAR)


def _at(image: Image, side: float) -> tuple[float, float, list[Spot]]:
    """The side in pixels tried, the median of the tiles' sides (that tried where there are none), and all."""
    found = spots(image, side, _HARDLY)
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
            tiles, right = _as_read(image, fit[:_SAMPLE])
            if area * tiles > most:
                best, most = (one[0], right, one[2]), area * tiles
                many = tiles * sum(spot.trust > _CLEAR for spot in fit)
    return best


def _as_read(image: Image, some: Sequence[Spot]) -> tuple[float, float]:
    """How many of them the reader takes for tiles too, and the sides of these: print has many sizes."""
    seen = faces(image, [Patch(6, s.x, s.y, s.angle, s.side) for s in some])
    tile = 1 - np.exp(seen.nothing)
    sides = np.array([spot.side for spot in some])
    return float(tile.mean()), float(np.median(sides[tile >= min(0.5, float(tile.max()))]))


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
