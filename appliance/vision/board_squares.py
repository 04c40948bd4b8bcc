"""What the finder says of each of the board's squares: tiles on them, between two of them, or none."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.board_grid import CELL, EDGE
from appliance.vision.plane import Image
from appliance.vision.reading import BOARD_SIZE
from appliance.vision.straighten import Patch, quarter
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_net import faces

_TILE_SIDE = 0.95  # of a tile over a square's, where it was not measured
_HALFWAY = 0.45  # of a square: where a tile is looked for that lies on none
_FIRM, _EMPTY = 0.65, 0.5  # of the finder's trust: tiles that lie well have more, and so have empty squares
_FAINT = 0.35  # least trust in a tile of which it is not taken for another's faint double
_KNOWN = 0.3  # of a square: a tile that is seen farther off its middle needs no second look
_PAIRS = 24  # of neighbouring squares at most, between which is looked
_LETTER = 0.5
_OTHERS, _BUMPED = 3, 0.15  # tiles at least that tell how far off all lie, and the least of it in squares

Place = tuple[int, int]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def by_square(found: Sequence[Spot], kind: int) -> dict[Place, Spot]:
    """The strongest middle of that kind by row and column."""
    best: dict[Place, Spot] = {}
    for spot in sorted(found, key=lambda s: -s.trust):
        if spot.kind != kind or not 0.6 < spot.side / CELL < 1.4:
            continue
        column, row = (int((c + 0.5) // CELL) - EDGE for c in (spot.x, spot.y))
        if 0 <= row < BOARD_SIZE and 0 <= column < BOARD_SIZE:
            best.setdefault((row, column), spot)
    return best


def between(view: Image, tiles: Mapping[Place, Spot], squares: Mapping[Place, Spot]) -> dict[Place, Spot]:
    """The tiles by row and column, those between two squares where they lie and on the likelier of the two.

    The finder takes one that lies so for a faint tile on each; the reader can read it between them only.
    """
    tile, square = trusts(tiles), trusts(squares)
    free = (tile < _FIRM) & (square < _EMPTY) & (np.abs(offsets(tiles)).max(axis=2) < _KNOWN)
    pairs = [
        (float(tile[one] + tile[other] - square[one] - square[other]), one, other)
        for one in tiles
        for other in ((one[0] + down, one[1] + right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        if max(other) < BOARD_SIZE and min(other) >= 0 and free[one] and free[other]
        if tile[other] < _FAINT
        if tile[one] > tile[other] or (tile[one] == tile[other] and one < other)
    ]
    pairs = sorted(pairs, reverse=True)[:_PAIRS]
    spots = [_halfway(one, other, max(_LETTER, tile[one])) for _, one, other in pairs]
    ways = [
        [(one, spot), (one, tiles[one]), (other, tiles.get(other))]
        for (_, one, other), spot in zip(pairs, spots, strict=True)
    ]
    seen = faces(view, [patch_of(*place, spot) for each in ways for place, spot in each])
    letters = np.exp(seen.letters).max(axis=(1, 2), initial=0.0).reshape(-1, 3)
    found = dict(tiles)
    for (_, one, other), spot, letter in zip(pairs, spots, letters, strict=True):
        if letter[0] > max(_LETTER, *letter[1:]):
            found[one] = spot
            found.pop(other, None)
    return found


def _halfway(one: Place, other: Place, sure: float) -> Spot:
    row, column = ((1 - _HALFWAY) * a + _HALFWAY * b for a, b in zip(one, other, strict=True))
    x, y = ((EDGE + c + 0.5) * CELL - 0.5 for c in (column, row))
    return Spot(TILE, x, y, 0.0, _TILE_SIDE * CELL, sure)


def as_the_others(
    tiles: Mapping[Place, Spot], read: Sequence[Place], lost: Sequence[Place]
) -> dict[Place, Spot]:
    """Those in which nothing was read where they lie as far off as the others, if the board was bumped."""
    if len(read) < _OTHERS:
        return {}
    off = offsets(tiles)
    right, down = np.median([off[place] for place in read], axis=0).tolist()
    if np.hypot(right, down) < _BUMPED:
        return {}
    moved = {}
    for row, column in lost:
        x, y = ((EDGE + c + 0.5 + by) * CELL - 0.5 for c, by in ((column, right), (row, down)))
        moved[row, column] = replace(tiles[row, column], x=x, y=y, side=_TILE_SIDE * CELL)
    return moved


def beside(tiles: Flags) -> Flags:
    """Which squares have a tile on one of their four sides."""
    sides = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.uint8)
    return np.asarray(cv2.dilate(tiles.astype(np.uint8), sides), np.bool_)


def without_lone_blanks(tile: Floats, plain: Flags, most: int) -> Floats:
    """How likely tiles lie there (15 x 15), less where one without a letter would lie beside no letter.

    Only where more than `most` have no letter: it is squares then, of the tiles' own colour.
    """
    there = tile > _LETTER
    if (there & plain).sum() <= most:
        return tile
    return np.asarray(np.where(there & plain & ~beside(there & ~plain), _LETTER, tile), np.float64)


def trusts(best: Mapping[Place, Spot]) -> Floats:
    """How much the finder trusts in the middle on each square (15 x 15), 0 where it sees none."""
    trust = np.zeros((BOARD_SIZE, BOARD_SIZE))
    for place, spot in best.items():
        trust[place] = spot.trust
    return trust


def patch_of(row: int, column: int, spot: Spot | None) -> Patch:
    """Where to look for the tile of a square, in pixels of the straight view."""
    if spot is None or spot.trust < 0.25:
        x, y = ((EDGE + c + 0.5) * CELL - 0.5 for c in (column, row))
        return Patch(6, x, y, 0.0, _TILE_SIDE * CELL)
    side = float(np.clip(spot.side, 0.85 * CELL, 1.02 * CELL))
    # Turns are counted from the board's own edges.
    return Patch(6, spot.x, spot.y, float(np.clip(quarter(spot.angle), -12, 12)), side)


def offsets(tiles: Mapping[Place, Spot]) -> Floats:
    """By how much tiles lie off the middles of their squares (15 x 15 x 2: right, down), in squares."""
    off = np.zeros((BOARD_SIZE, BOARD_SIZE, 2))
    for (row, column), spot in tiles.items():
        at = (np.array([spot.x, spot.y]) + 0.5) / CELL - EDGE - 0.5
        off[row, column] = at - (column, row)
    return off
