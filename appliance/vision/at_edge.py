"""Dice and tiles that the picture's edge cuts: too little of one shows to read it, but it must be said."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import dist, log, log2
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.agree import width
from appliance.vision.finder import CUBE, OCTAHEDRON, at_scale
from appliance.vision.plane import Image, bare
from appliance.vision.reading import Point, Said, Symbol
from appliance.vision.tile_finder import TILE, spots

CUT_DIE = "a die lies partly outside the picture: move it, or the camera"
CUT_TILE = "a tile lies partly outside the picture: move it, or the camera"

_SIDE = 30.0  # pixels of a die's or tile's side in the pictures in which cut ones are looked for
_WITHIN, _BEYOND = 1.3, 0.7  # sides of the picture along its edge that are looked at, and that it is gone on
_LEAST, _MOST = 0.12, 0.99  # score of a finder from which a thing is looked at, and up to which it counts
_SIZES = (0.5, 1.6)  # of its side, over that of those that were read
_NEAR, _OTHER = 0.5, 0.7  # sides from the edge within which its middle lies, and from the next that was read

_WHOLE = 0.85  # share of it that shows from which what is read of it may be sure
_COARSE = 15.0  # pixels of a piece's side in which its colours are looked at
_TOP, _GROUND = 0.42, (0.8, 1.15)  # sides from its middle: its top lies so near, and so far away the table
_FEW = 8  # pixels that show a colour, at least
_APART = (2.0, 60.0)  # differences of colours (CIELAB) between which they tell something
_ONE_MAKE = 18.0  # the same without lightness, up to which pieces of one make differ: sides lie in shade

Floats = npt.NDArray[np.float32]


class _Thing(NamedTuple):
    """What may be a die or a tile: its middle and side in pixels, and how sure the finder is (0…1)."""

    x: float
    y: float
    side: float
    score: float


class _Colours(NamedTuple):
    """Of a top, and of the table about it, in CIELAB."""

    top: Floats
    ground: Floats


class _Weights(NamedTuple):
    """Logarithm of the odds for a piece without evidence, and how much what each witness says counts.

    These are the finder's odds, by how many octaves it is larger than the others, and the logarithms of how
    far apart its colour is from the nearest of theirs, and from the table's.
    """

    alone: float
    score: float
    larger: float
    body: float
    stands: float


Find = Callable[[Image], Iterator[_Thing]]

_DIE, _TILE = _Weights(-1.15, 1.96, -2.0, -0.8, 1.76), _Weights(0.5, 1.79, -9.5, -2.06, 1.7)
"""By logistic regression on 1,220 drawn tables with dice and 700 with tiles."""


def with_cut_dice(frame: Image, said: Said) -> Said:
    """What was said of a frame without a mat, and that its edge cuts a die, read or passed over.

    Of one less than a sixth of whose top shows nothing is said. What is read of cut ones is asked about.
    """
    return _at_edge(_dice, _DIE, CUT_DIE, frame, said)


def with_cut_tiles(frame: Image, said: Said) -> Said:
    """The same of tiles."""
    return _at_edge(_tiles, _TILE, CUT_TILE, frame, said)


def _at_edge(find: Find, weights: _Weights, word: str, frame: Image, said: Said) -> Said:
    symbols, problems = said
    whole = [shown(one.corners, *frame.shape[1::-1]) > _WHOLE for one in symbols]
    if not all(whole) or _cuts(find, weights, frame, symbols):
        problems = (*problems, word)
    return tuple(
        replace(one, sure=one.sure and is_whole) for one, is_whole in zip(symbols, whole, strict=True)
    ), problems


def _dice(picture: Image) -> Iterator[_Thing]:
    for one in at_scale(bare(picture), 1.0, CUBE, OCTAHEDRON, least=_LEAST):
        yield _Thing(one.x, one.y, one.side, one.score)


def _tiles(picture: Image) -> Iterator[_Thing]:
    for one in spots(picture, _SIDE, _LEAST, _SIDE):
        if one.kind == TILE:
            yield _Thing(one.x, one.y, one.side, one.trust)


def shown(corners: Sequence[Point], wide: float, high: float) -> float:
    """The share of a piece with these corners that is in a picture of so many pixels."""
    ring = np.array(corners, np.float32)
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    inside, _ = cv2.intersectConvexConvex(ring, whole)
    return float(inside / max(cv2.contourArea(ring), 1.0))


def _cuts(find: Find, weights: _Weights, frame: Image, symbols: Sequence[Symbol]) -> bool:
    """Whether there is one about as large and coloured as those that were read."""
    side = float(np.median([width(symbol) for symbol in symbols])) if symbols else np.inf
    if side > min(frame.shape[:2]):
        return False
    others = list(_others(find, frame, symbols, side))
    if not others:  # mostly: then nobody needs to look at colours
        return False
    colours = [_colours(frame, *symbol.center, side) for symbol in symbols]
    known = np.array([one.top for one in colours if one], np.float32).reshape(-1, 3)
    return any(_odds(weights, frame, one, side, known) > 0 for one in others)


def _others(find: Find, frame: Image, symbols: Sequence[Symbol], side: float) -> Iterator[_Thing]:
    """What may be pieces of about that side at the edge of a picture, but those that were read."""
    h, w = frame.shape[:2]
    middles = [symbol.center for symbol in symbols]
    for one in _along_edges(find, frame, side):
        is_near = min(one.x, one.y, w - 1 - one.x, h - 1 - one.y) < _NEAR * side
        if is_near and _SIZES[0] < one.side / side < _SIZES[1]:
            mirrored = w - 1 - abs(w - 1 - abs(one.x)), h - 1 - abs(h - 1 - abs(one.y))
            if all(min(dist(one[:2], at), dist(mirrored, at)) > _OTHER * side for at in middles):
                yield one


def _along_edges(find: Find, frame: Image, side: float) -> Iterator[_Thing]:
    """What may be pieces of about that side along each edge of a picture, in its pixels.

    The picture is gone on beyond its edge as in a mirror: what shows of a piece then looks like all of one.
    """
    factor, strip, more = _SIDE / side, round(_WITHIN * side), round(_BEYOND * _SIDE)
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    for turn in range(4):
        turned = np.rot90(frame, turn)
        edge = cv2.resize(np.ascontiguousarray(turned[:strip]), None, fx=factor, fy=factor, interpolation=way)
        edge = cv2.copyMakeBorder(edge, more, 0, more, more, cv2.BORDER_REFLECT_101)
        for one in find(np.asarray(edge, np.uint8)):
            x, y = ((at - more + 0.5) / factor - 0.5 for at in (one.x, one.y))
            high, wide = turned.shape[:2]
            for _ in range(turn):  # back by as many quarter turns
                x, y, high, wide = high - 1 - y, x, wide, high
            yield _Thing(x, y, one.side / factor, one.score)


def _odds(weights: _Weights, frame: Image, one: _Thing, side: float, known: Floats) -> float:
    """The logarithm of the odds that it is a piece, by those whose sides and colours (n x 3) are known."""
    colours = _colours(frame, one.x, one.y, side)
    if colours is None or not _has_their_hue(colours.top, known):
        return -np.inf
    score, body = min(one.score, _MOST), _nearest(colours.top, known)
    odds = weights.alone + weights.score * log(score / (1 - score))
    odds += weights.larger * max(0.0, log2(one.side / side))
    return odds + weights.body * log(body) + weights.stands * log(_nearest(colours.top, colours.ground[None]))


def _has_their_hue(top: Floats, known: Floats) -> bool:
    """Whether its hue is no farther from that of one of those known than theirs are from one another."""
    hues = known[:, 1:]
    most = max([_ONE_MAKE, *(_nearest(hue, np.delete(hues, k, axis=0)) for k, hue in enumerate(hues))])
    return _nearest(top[1:], hues) <= most


def _colours(frame: Image, x: float, y: float, side: float) -> _Colours | None:
    """Those of a piece the middle of whose top is there; None where too little of it is in the picture."""
    reach = _GROUND[1] * side
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    part = frame[top : max(0, round(y + reach)) + 1, left : max(0, round(x + reach)) + 1]
    factor = min(1.0, _COARSE / side)
    if min(part.shape[:2]) * factor < 1:
        return None
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    rows, columns = (np.indices(lab.shape[:2]) + 0.5) / factor - 0.5
    away = np.hypot(columns + left - x, rows + top - y) / side
    inner, outer = lab[away < _TOP], lab[(away > _GROUND[0]) & (away < _GROUND[1])]
    if min(len(inner), len(outer)) < _FEW:
        return None
    return _Colours(np.median(inner, axis=0), np.median(outer, axis=0))


def _nearest(one: Floats, others: Floats) -> float:
    """How far a colour is from that of the others (n x 3) which is most like it; as far as counts if none."""
    away = np.linalg.norm(others - one, axis=1).min(initial=_APART[1])
    return float(max(away, _APART[0]))
