"""A witness for blank tiles: a place without a letter, coloured as the tiles beside it or as their ground."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.board_colours import commonest
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import middles, reach, sides
from appliance.vision.tile_net import Faces

_LETTER = 0.9  # how likely something has a letter, from which it tells what tiles look like
_TILES = 3  # such tiles at least
_NEAREST = 5  # tiles, and pieces of ground, that a place is compared with: light is not the same all over
_SPREAD = 5.0  # of one colour among neighbours, in units of Lab
_DIFFER = 10.0  # by which tiles and ground must differ for their colours to tell anything
_SAY, _READER, _FINDER = 5.3, 5.0, 4.0  # most that each witness may say, as the logarithm of odds
_TRUST, _EVEN = 3.0, 0.35  # how steeply the finder's trust counts, and where it says neither
_INK, _PRINTED = 24, 0.1  # grey values off the commonest that are print, and the share of it that blanks have
_OTHER, _UNLIKE = 6.0, 0.5  # off the tiles beside it (Lab) no blank is sure; how much each unit more says
_TOLD = -1.5  # where all else is for a blank, so much is left: people are told, as its lamp may be another
_SEEN, _ASK = 0.45, 2.2  # with less trust, and against the reader, colour alone makes a question
_EVIDENT, _CLEARLY = 0.6, 6.0  # what finder or reader must say for a blank that is not between two tiles
_QUESTION = 1.0  # what is left where neither does, so that people are asked
_BESIDE, _SIZES = 4.0, 0.05  # sides from a letter, and share of its side, by which a lone blank may be off
_LIKE, _LESS = 6.0, 3.0  # off the tiles' colour (Lab), and how much farther from the ground's it has to be
_SIZE = 20
_APART = 0.75  # least distance of two tiles' middles, in sides
_CLEAR = 0.8  # least distance of open ground from any tile's middle, in sides

Floats = npt.NDArray[np.float64]


def witnessed(image: Image, found: Sequence[Spot], seen: Faces) -> Faces:
    """The same with places that have no letter told apart by colour: blank tiles, or nothing."""
    letter = seen.letter
    tiles, doubtful = np.flatnonzero(letter > _LETTER), np.flatnonzero(letter < 1 - _LETTER)
    if len(tiles) < _TILES or not len(doubtful):
        return seen
    places = _places(found)
    ground = _open(places, places[tiles], image.shape)
    if not len(ground):
        return seen
    blank, nothing = seen.blank.copy(), seen.nothing.copy()
    for i in doubtful.tolist():
        mine = places[i : i + 1]
        if reach(found[i], places[tiles, :2]) <= _APART or not _plain(image, mine):
            continue
        like_tile, like_ground, differ = _compared(image, mine, places[tiles], ground)
        odds = float(blank[i] - nothing[i])
        if differ >= _DIFFER:
            odds = _together(odds, like_tile, like_ground, found[i].trust)
        if like_tile > _OTHER:
            most = _ASK - (like_tile - _OTHER) * _UNLIKE
            odds = min(odds, max(most, _TOLD) if odds > 0 else most)
        if found[i].trust < _EVIDENT and blank[i] - nothing[i] < _CLEARLY:
            # A rack of the tiles' own wood, say, which looks out beside them.
            odds = odds if _is_between(found, i, tiles.tolist()) else min(odds, _QUESTION)
        whole = np.logaddexp(blank[i], nothing[i])
        blank[i], nothing[i] = whole - np.logaddexp(0, -odds), whole - np.logaddexp(0, odds)
    return replace(seen, blank=blank, nothing=nothing)


def _is_between(found: Sequence[Spot], one: int, tiles: Sequence[int]) -> bool:
    """Whether there is a tile on two opposite sides of one place."""
    around = sides(found, one, tiles)
    return {(1, 0), (-1, 0)} <= around or {(0, 1), (0, -1)} <= around


def is_like(image: Image, spot: Spot, letters: Sequence[Spot], found: Sequence[Spot]) -> bool:
    """Whether a place without a letter, one of those found, is plainly a tile as these beside it are.

    It has their size and colour, and the ground has another: so no gap between tiles looks, and hardly what
    is printed or lies about.
    """
    if len(letters) < _TILES:
        return False
    mine, tiles = _places([spot]), _places(letters)
    if reach(spot, middles(letters)) > _BESIDE or abs(spot.side / np.median(tiles[:, 3]) - 1) > _SIZES:
        return False
    ground = _open(_places(found), tiles, image.shape)
    if not len(ground):
        return False
    like_tile, like_ground, _ = _compared(image, mine, tiles, ground)
    return like_tile < _LIKE and like_ground > _LESS * (1 + like_tile)


def _compared(image: Image, mine: Floats, tiles: Floats, ground: Floats) -> tuple[float, float, float]:
    """How far a place's colour is off tiles' and the ground's beside it, and these from each other (Lab)."""
    own, body, table = (_colours(image, _near(mine, some)) for some in (mine, tiles, ground))
    like_tile, like_ground = (float(np.linalg.norm(some - own, axis=1).min()) for some in (body, table))
    differ = float(np.median(np.linalg.norm(table - np.median(body, axis=0), axis=1)))
    return like_tile, like_ground, differ


def _places(some: Sequence[Spot]) -> Floats:
    """Middles, angles and sides (n x 4)."""
    return np.array([(s.x, s.y, s.angle, s.side) for s in some])


def _together(reader: float, like_tile: float, like_ground: float, trust: float) -> float:
    """The logarithm of the odds of a blank: by the reader, its colour, and the finder's trust."""
    said = (like_ground**2 - like_tile**2) / (2 * _SPREAD**2)
    sighted = _TRUST * np.log(max(trust, 0.01) / _EVEN)
    witnesses = ((reader, _READER), (said, _SAY), (sighted, _FINDER))
    odds = sum(float(np.clip(witness, -most, most)) for witness, most in witnesses)
    return min(odds, _ASK) if reader < 0 and trust < _SEEN else odds


def _open(found: Floats, tiles: Floats, shape: Sequence[int]) -> Floats:
    """Places (n x 4: middle, angle, side) a tile's width beside tiles at which nothing was found."""
    angles = np.radians(tiles[:, 2:3] + [0, 90, 180, 270])
    steps = np.stack([np.cos(angles), np.sin(angles)], axis=2) * 1.05 * tiles[:, None, 3:]
    beside = np.concatenate([tiles[:, None, :2] + steps, np.repeat(tiles[:, None, 2:], 4, axis=1)], axis=2)
    places = beside.reshape(-1, 4)
    inside = (places[:, :2] >= 0).all(axis=1) & (places[:, :2] < [shape[1], shape[0]]).all(axis=1)
    away = np.hypot(*(places[:, None, :2] - found[:, :2]).transpose(2, 0, 1)).min(axis=1)
    return np.asarray(places[inside & (away > _CLEAR * places[:, 3])], np.float64)


def _near(place: Floats, some: Floats) -> Floats:
    """Those of some places that lie nearest to one."""
    order = np.argsort(np.hypot(*(some - place)[:, :2].T), kind="stable")
    return np.asarray(some[order[:_NEAREST]], np.float64)


def _plain(image: Image, places: Floats) -> bool:
    """Whether there is next to nothing printed in the middle of the first place."""
    grey = _crops(image, places[:1])[0].astype(np.float32).mean(axis=2)
    return float((np.abs(grey - np.median(grey)) > _INK).mean()) < _PRINTED


def _colours(image: Image, places: Floats) -> Floats:
    """The commonest colours (n x 3, Lab) in the middle of places (n x 4)."""
    colours = commonest(_crops(image, places))[None].astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2Lab)[0], np.float64)


def _crops(image: Image, places: Floats) -> Image:
    crops = np.empty((len(places), _SIZE, _SIZE, 3), np.uint8)
    for number, (x, y, angle, side) in enumerate(places.tolist()):
        crops[number] = cut(image, Patch(6, x, y, angle, side), 0, size=_SIZE, margin=0.8)
    return crops
