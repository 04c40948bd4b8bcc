"""Read the 15 × 15 board: find its squares, look at each, decide together, and say what is not in order."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces.tiles import BLANK, ENGLISH, TileSet
from appliance.vision import bodies
from appliance.vision.board_colours import by_colour, commonest
from appliance.vision.board_grid import CELL, EDGE, Grid, find_grid, from_corners, refined, straight
from appliance.vision.board_squares import (
    Place,
    as_the_others,
    beside,
    between,
    by_square,
    offsets,
    patch_of,
    trusts,
    without_lone_blanks,
)
from appliance.vision.enrolled_tiles import EnrolledTiles
from appliance.vision.frames import mapped, reading, shrunk
from appliance.vision.plane import Array, Image
from appliance.vision.reading import BOARD, BOARD_SIZE, Point, Reading, Symbol
from appliance.vision.straighten import Patch, body_colour, cut
from appliance.vision.tile_alike import agreed
from appliance.vision.tile_decide import excess, from_one_box, likely, symbols, turned
from appliance.vision.tile_finder import SQUARE, TILE, Spot, spots
from appliance.vision.tile_layout import quarter, turned_cell
from appliance.vision.tile_net import SYMBOLS, Faces, faces
from appliance.vision.tiles import symbol

NO_BOARD = "no board found: show all of it, with little else in the picture"
FRAME_UNCLEAR = "it is not clear which squares are the board's: show it whole, and in even light"
CUT = "part of the board is out of the picture"
HAND = "something lies over the board: take the hand away"
SHIFTED = "all tiles lie shifted against the squares: push them back, or straighten the board"
SIDE_UNCLEAR = "it is not clear from which side the board is to be read"

_SHARES = (0.85, 0.5)  # of the picture's height that the board may take up, give or take a third
_PATTERN = 0.4  # from which premiums leave no doubt about the board
_NO_PATTERN = 0.25  # below which they do not tell where the board's squares begin
_WEAK = 0.12  # of the finder's trust: least that counts at all
_BETWEEN = 1 / 3  # of a square: farther off its middle a tile lies between two
_SHIFT = 0.2  # of a square: median of all tiles beyond which they were bumped
_NEITHER = 0.03  # of the finder's trust: where it sees less, it says nothing
_SOME = 0.3
_NOT = 0.15  # of its trust in tiles and squares: less, and neither shows
_SQUARE = 0.975  # how likely a square is empty where the finder sees an empty one and no tile at all
_RARE = 0.2  # how much a blank counts against an empty square: there are two of them, and many of these
_DOUBT, _COLOURED = 0.4, 5.0  # power of the reader's odds against a blank, where its colour has such odds
_ALONE = 0.02  # how much a blank counts that lies beside no other tile: in a word it does
_SOLID = 0.997  # most that one witness is believed
_CLEAR = 0.95
_LETTER = 0.9  # how likely something has a letter, from which it tells how far off tiles lie
_TOO_MANY = 2  # times as many blanks as the box has, beyond which none by itself is believed
_FEW = 4  # squares in one piece that show neither tile nor board: a hand

_PLACES = [(row, column) for row in range(BOARD_SIZE) for column in range(BOARD_SIZE)]

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Squares:
    """What was seen of each square, 15 x 15 row by row as the camera sees the board.

    `tile` is the probability of a tile, `off` by how much its middle lies off (15 x 15 x 2, in squares),
    `covered` where neither tile nor square shows; the patches are those looked at.
    """

    tile: Floats
    off: Floats
    covered: Flags
    patches: list[Patch]


class BoardReader:
    """Reads a board with the tiles of one box; with None any letters, whatever numbers stand on them.

    `corners` are those of its squares in the frame if they are known (pixels, clockwise from the first row's
    upper left); else the board is sought. Raises `BadValue` if they are not four. `enrolled` knows what the
    tiles look like, if they were shown.
    """

    def __init__(
        self,
        tile_set: TileSet | None = ENGLISH,
        corners: Sequence[Point] | None = None,
        enrolled: EnrolledTiles | None = None,
    ) -> None:
        if corners is not None and len(corners) != 4:
            raise BadValue(f"a board has 4 corners, not {len(corners)}")
        self._tiles = tile_set
        self._faces = enrolled.faces if enrolled else faces
        self._corners = None if corners is None else np.array(corners, float)

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(BOARD, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = shrunk(frame)
        grid = self._grid(small, factor)
        if grid is None:
            return (), (NO_BOARD,)
        view, to_image = straight(small, grid)
        found = spots(view, CELL, _WEAK)
        squares = [(s.x, s.y) for s in found if s.kind == SQUARE and s.trust > 0.4]
        if self._corners is None and squares:
            grid = refined(grid, mapped(np.array(squares), to_image))
            view, better = straight(small, grid)
            found = _moved(found, np.linalg.inv(better) @ to_image)
            to_image = better
        seen, table = self._look(view, found)
        unclear = self._corners is None and grid.pattern < _NO_PATTERN
        out = not _inside(small, grid)
        to_frame = np.diag([factor, factor, 1.0]) @ to_image
        items, problems = self._decide(view, seen, table, to_frame)
        if unclear:
            # Perhaps it is no board at all: a calendar, a page of print.
            items = tuple(replace(item, sure=False) for item in items)
        framed = [said for said, so in ((FRAME_UNCLEAR, unclear), (CUT, out)) if so]
        return items, (*framed, *problems)

    def _grid(self, image: Image, factor: float) -> Grid | None:
        if self._corners is not None:
            return from_corners(image, self._corners / factor)
        short = min(image.shape[:2])
        sizes = [short / BOARD_SIZE * share for share in _SHARES]
        best: Grid | None = None
        for side in sizes:
            grid = find_grid(image, spots(image, side))
            if grid is not None and (best is None or grid.pattern > best.pattern):
                best = grid
            if best is not None and best.pattern > _PATTERN:
                break
        return best

    def _look(self, view: Image, found: Sequence[Spot]) -> tuple[_Squares, Floats]:
        """What shows on each square, and the turns and letters (225 x 4 x 27) that the tiles may have."""
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
        looked = np.flatnonzero(~plain.ravel())
        seen = self._faces(view, [patches[i] for i in looked])
        self._look_again(view, best[TILE], looked, patches, seen)
        there = np.full(plain.shape, 0.5)
        blank, nothing = np.exp(seen.blank), np.exp(seen.nothing)
        letter = np.maximum(0, 1 - blank - nothing)
        # Where a plain square has the tiles' colour, the reader's word that it is none counts for less.
        less = (blank < nothing) & (hue.flat[looked] > _COLOURED)
        plainly = np.where(less, blank**_DOUBT * nothing ** (1 - _DOUBT), blank)
        some = letter + _RARE * plainly
        there.flat[looked] = some / (some + nothing)
        covered = (tile < _NOT) & (square < _NOT) & (there < 0.5)
        witnesses = [np.clip(w, 1 - _SOLID, _SOLID) for w in (there, found_one)]
        odds = np.prod([w / (1 - w) for w in witnesses], axis=0)
        odds *= by_colour(colours, odds / (1 + odds))
        lettered = np.zeros(plain.shape, bool)
        lettered.flat[looked] = letter > blank + nothing
        odds[~lettered & ~beside(odds > 1)] *= _ALONE
        table = np.full((BOARD_SIZE**2, 4, len(SYMBOLS)), 1 / (4 * len(SYMBOLS)))
        table[looked] = likely(seen, self._tiles)
        return _Squares(odds / (1 + odds), offsets(best[TILE]), covered, patches), table

    def _look_again(
        self, view: Image, tiles: dict[Place, Spot], looked: Ints, patches: list[Patch], seen: Faces
    ) -> None:
        """Where the finder sees a tile and nothing is read: as far off its square as the others lie."""
        letter = np.exp(seen.letters).sum(axis=(1, 2))
        rows = {_PLACES[i]: k for k, i in enumerate(looked) if _PLACES[i] in tiles}
        read = [place for place, k in rows.items() if letter[k] > _LETTER]
        lost = [place for place, k in rows.items() if seen.nothing[k] > np.log(0.5)]
        moved = as_the_others(tiles, read, lost)
        again = self._faces(view, [patch_of(*place, spot) for place, spot in moved.items()])
        for n, (place, spot) in enumerate(moved.items()):
            k = rows[place]
            if again.nothing[n] < seen.nothing[k]:
                tiles[place], patches[looked[k]] = spot, patch_of(*place, spot)
                for part in fields(Faces):
                    getattr(seen, part.name)[k] = getattr(again, part.name)[n]

    def _decide(
        self, view: Image, seen: _Squares, table: Floats, to_frame: Array
    ) -> tuple[tuple[Symbol, ...], list[str]]:
        """The tiles by row and column as the letters stand, and problems."""
        if self._tiles is not None:
            plain = table.sum(axis=1).argmax(axis=1).reshape(seen.tile.shape) == SYMBOLS.index(BLANK)
            most = _TOO_MANY * self._tiles.counts.get(BLANK, 0)
            seen = replace(seen, tile=without_lone_blanks(seen.tile, plain, most))
        rows, columns = np.nonzero(seen.tile > 0.5)
        mine = table[rows * BOARD_SIZE + columns]
        turns = turned(mine)
        turn = int(turns.argmax()) if turns.max() > 0.5 else 0
        problems = [HAND] if _largest(seen.covered) >= _FEW else []
        if len(rows) and turns.max() < _CLEAR:
            problems.append(SIDE_UNCLEAR)
        places = list(zip(rows.tolist(), columns.tolist(), strict=True))
        patches = [seen.patches[row * BOARD_SIZE + column] for row, column in places]
        upright = [replace(patch, angle=(quarter(patch.angle) + 90 * turn) % 360) for patch in patches]
        posterior = from_one_box(agreed(symbols(mine, turns), view, upright), self._tiles)
        items = []
        for place, patch, likely_here in zip(places, upright, posterior, strict=True):
            body = bodies.name(body_colour(cut(view, patch, 0)), balanced=False)
            share = likely_here * seen.tile[place]
            items.append(symbol(share, patch, to_frame, body, _place(*place, turn)))
        over, said = excess([item.symbol for item in items], self._tiles)
        items = [replace(item, sure=item.sure and item.symbol not in over) for item in items]
        problems += said + _displaced(seen, turn) + _unclear(seen, turn)
        return tuple(sorted(items, key=lambda item: item.place)), problems


def _moved(found: Sequence[Spot], place: Array) -> list[Spot]:
    """The middles in a picture that shows the same a little shifted."""
    points = mapped(np.array([(s.x, s.y) for s in found]), place).tolist()
    return [replace(spot, x=x, y=y) for spot, (x, y) in zip(found, points, strict=True)]


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


def _place(row: int, column: int, turn: int) -> tuple[int, int]:
    """Row and column as read under that turn."""
    middle = BOARD_SIZE // 2
    right, down = turned_cell((column - middle, row - middle), turn)
    return down + middle, right + middle


def _name(row: int, column: int, turn: int) -> str:
    row, column = _place(row, column, turn)
    return f"{chr(ord('A') + column)}{row + 1}"


def _displaced(seen: _Squares, turn: int) -> list[str]:
    """What to say of tiles that do not lie on their squares."""
    there = seen.tile > 0.5
    off = seen.off[there]
    if len(off) >= 3 and float(np.hypot(*np.median(off, axis=0))) > _SHIFT:
        return [SHIFTED]
    far = there & (np.abs(seen.off).max(axis=2) > _BETWEEN)
    return [
        f"the tile at {_name(row, column, turn)} lies between two squares: push it onto one"
        for row, column in np.argwhere(far).tolist()
    ]


def _unclear(seen: _Squares, turn: int) -> list[str]:
    """What to say of squares of which it is not clear whether a tile lies there."""
    doubtful = (seen.tile > 1 - _CLEAR) & (seen.tile <= 0.5)
    names = [_name(row, column, turn) for row, column in np.argwhere(doubtful).tolist()]
    return [f"it is not clear whether a tile lies at {', '.join(names)}"] if names else []


def _largest(flags: Flags) -> int:
    """How many squares the largest connected piece has."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def _inside(image: Image, grid: Grid) -> bool:
    """Whether all squares lie in the picture, up to a third of one."""
    h, w = image.shape[:2]
    corners = grid.points(np.array([[0.33, 0.33], [14.67, 0.33], [14.67, 14.67], [0.33, 14.67]]))
    return bool((corners >= 0).all() and (corners[:, 0] < w).all() and (corners[:, 1] < h).all())
