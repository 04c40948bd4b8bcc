"""Look at each square of a straight board: what finder, reader and colours say of it, weighed together."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from appliance.pieces.tiles import TileSet
from appliance.vision import health
from appliance.vision.board_colours import KINDS, by_colour, commonest
from appliance.vision.board_grid import CELL, EDGE
from appliance.vision.board_squares import (
    Place,
    as_the_others,
    beside,
    between,
    by_square,
    offsets,
    patch_of,
    trusts,
)
from appliance.vision.plane import Image
from appliance.vision.reading import BOARD_SIZE
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_decide import likely
from appliance.vision.tile_finder import SQUARE, TILE, Spot
from appliance.vision.tile_net import SYMBOLS, Faces, Judge

_NEITHER = 0.03  # of the finder's trust: where it sees less, it says nothing
_SOME = 0.3
_NOT = 0.15  # of its trust in tiles and squares: less, and neither shows
_SQUARE = 0.975  # how likely a square is empty where the finder sees an empty one and no tile at all
_RARE = 0.2  # how much a blank counts against an empty square: there are two of them, and many of these
_DOUBT, _COLOURED = 0.4, 5.0  # power of the reader's odds against a blank, where its colour has such odds
_ALONE = 0.02  # how much a blank counts that lies beside no other tile: in a word it does
_PERHAPS = 0.25  # odds for a tile by its colour, from which a square is read that was not
_SOLID = 0.997  # most that one witness is believed
_CLEAR, _LETTERED = 0.6, 0.9  # one letter's share, from which a tile lies so likely on a plain square
_SIGHTED = 0.1  # where the finder trusts that so much at least
_HALF = 0.5  # likely a letter, from which something has one rather than none
_LETTER = 0.9  # how likely something has a letter, from which it tells how far off tiles lie

_PLACES = [(row, column) for row in range(BOARD_SIZE) for column in range(BOARD_SIZE)]

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Squares:
    """What was seen of each square, row by row as the camera sees the board.

    `tile` is the probability of a tile (15 x 15), `off` by how much its middle lies off (15 x 15 x 2, in
    squares), `covered` where neither tile nor square shows (15 x 15); `patches` are those looked at (225),
    and `table` holds the turns and letters that the tiles may have (225 x 4 x 27). `white` is the share of
    squares that are as white as the camera has it.
    """

    tile: Floats
    off: Floats
    covered: Flags
    patches: list[Patch]
    table: Floats
    white: float


def look(view: Image, found: Sequence[Spot], judge: Judge, tiles: TileSet | None) -> Squares:
    """What shows on each square of a board seen straight, where the finder found tiles and squares."""
    best = {kind: by_square(found, kind) for kind in (TILE, SQUARE)}
    best[TILE] = between(view, best[TILE], best[SQUARE])
    tile, square = (trusts(best[kind]) for kind in (TILE, SQUARE))
    patches = [patch_of(*place, best[TILE].get(place)) for place in _PLACES]
    found_one = (tile + _NEITHER) / (tile + square + 2 * _NEITHER)
    found_one[(tile == 0) & (square > _SOME)] = 1 - _SQUARE
    colours = _colours(view, patches, tile > 0)
    # An empty square that looks like one needs no reading: that is most of a board, and of the time.
    hue = by_colour(colours, found_one)
    plain = (tile == 0) & (square > _SOME) & (hue <= 1)
    looked = np.flatnonzero(~plain)
    seen = judge(view, [patches[i] for i in looked])
    _look_again(view, best[TILE], looked, patches, seen, judge)
    there = np.full(plain.shape, 0.5)
    bare = (KINDS == ".") & (tile > _SIGHTED)
    there.flat[looked] = _there(seen, hue.flat[looked] > _COLOURED, bare.flat[looked])
    covered = (tile < _NOT) & (square < _NOT) & (there < 0.5)
    odds = _odds(there) * _odds(found_one)
    odds *= by_colour(colours, odds / (1 + odds))
    # What the finder took for a square, and has the colour of the tiles that were read, is read as well.
    late = np.flatnonzero(plain & (odds > _PERHAPS))
    if len(late):
        more = judge(view, [patches[i] for i in late])
        odds.flat[late] *= _odds(_there(more, hue.flat[late] > _COLOURED, bare.flat[late]))
        looked, seen = np.concatenate([looked, late]), seen.joined(more)
    lettered = np.zeros(plain.shape, bool)
    lettered.flat[looked] = seen.letter > _HALF
    odds[~lettered & ~beside(odds > 1)] *= _ALONE
    table = np.full((BOARD_SIZE**2, 4, len(SYMBOLS)), 1 / (4 * len(SYMBOLS)))
    table[looked] = likely(seen, tiles)
    white = float((colours.min(axis=2) >= health.BLOWN).mean())
    return Squares(odds / (1 + odds), offsets(best[TILE]), covered, patches, table, white)


def _odds(likely_there: Floats) -> Floats:
    """The odds that one witness gives."""
    held = np.clip(likely_there, 1 - _SOLID, _SOLID)
    return np.asarray(held / (1 - held), np.float64)


def _there(seen: Faces, coloured: Flags, bare: Flags) -> Floats:
    """How likely tiles lie on squares (n): some have the tiles' own colour, `bare` ones no print.

    To the reader tiles without numbers look like print: a letter that is clear on a bare square is theirs.
    """
    blank, nothing = np.exp(seen.blank), np.exp(seen.nothing)
    letter = np.maximum(0, 1 - blank - nothing)
    # Where a plain square has the tiles' colour, the reader's word that it is none counts for less.
    less = (blank < nothing) & coloured
    plainly = np.where(less, blank**_DOUBT * nothing ** (1 - _DOUBT), blank)
    some = letter + _RARE * plainly
    there = some / (some + nothing)
    lettered = bare & (letter > blank) & (seen.clear > _CLEAR)
    return np.asarray(np.where(lettered, np.maximum(there, _LETTERED), there), np.float64)


def _look_again(
    view: Image,
    tiles: dict[Place, Spot],
    looked: Ints,
    patches: list[Patch],
    seen: Faces,
    judge: Judge,
) -> None:
    """Where the finder sees a tile and nothing is read: as far off its square as the others lie."""
    rows = {_PLACES[i]: k for k, i in enumerate(looked) if _PLACES[i] in tiles}
    read = [place for place, k in rows.items() if seen.letter[k] > _LETTER]
    lost = [place for place, k in rows.items() if seen.nothing[k] > np.log(0.5)]
    moved = as_the_others(tiles, read, lost)
    again = judge(view, [patch_of(*place, spot) for place, spot in moved.items()])
    for n, (place, spot) in enumerate(moved.items()):
        k = rows[place]
        if again.nothing[n] < seen.nothing[k]:
            tiles[place], patches[looked[k]] = spot, patch_of(*place, spot)
            for part in fields(Faces):
                getattr(seen, part.name)[k] = getattr(again, part.name)[n]


def _colours(view: Image, patches: Sequence[Patch], tiles: Flags) -> Floats:
    """The commonest colour of each square's or its tile's middle (15 x 15 x 3)."""
    crops = np.empty((BOARD_SIZE**2, CELL // 2, CELL // 2, 3), np.uint8)
    for number, ((row, column), patch) in enumerate(zip(_PLACES, patches, strict=True)):
        x, y = ((EDGE + c) * CELL for c in (column, row))
        if tiles[row, column]:
            crops[number] = cut(view, patch, 0, size=CELL // 2)
        else:
            crops[number] = view[y : y + CELL : 2, x : x + CELL : 2]
    return commonest(crops).reshape(BOARD_SIZE, BOARD_SIZE, 3)
