"""Read the 15 × 15 board: find its squares, look at each, decide together, and say what is not in order."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces.tiles import BLANK, ENGLISH, TileSet
from appliance.vision import bodies, health
from appliance.vision.board_grid import CELL, Grid, find_grid, from_corners, pattern, refined, straight
from appliance.vision.board_look import Squares, look
from appliance.vision.board_squares import without_lone_blanks
from appliance.vision.enrolled_tiles import EnrolledTiles
from appliance.vision.frames import mapped, reading, shrunk
from appliance.vision.plane import Array, Image
from appliance.vision.reading import BOARD, BOARD_SIZE, Point, Reading, Symbol
from appliance.vision.straighten import body_colour, cut, quarter
from appliance.vision.tile_alike import agreed
from appliance.vision.tile_decide import excess, from_one_box, symbols, turned
from appliance.vision.tile_finder import SQUARE, Spot, spots
from appliance.vision.tile_layout import turned_cell
from appliance.vision.tile_net import SYMBOLS, faces
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
_THERE, _CLEAR = 0.5, 0.95  # how likely a tile is believed, and said to be clear
_TOO_MANY = 2  # times as many blanks as the box has, beyond which none by itself is believed
_FEW = 4  # squares in one piece that show neither tile nor board: a hand
_WHITE = 0.5  # share of the squares that the picture has white, from which white tiles are lost among them

Flags = npt.NDArray[np.bool_]


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
        seen = look(view, found, self._faces, self._tiles)
        unclear = self._corners is None and grid.pattern < _NO_PATTERN
        if unclear:  # tiles that lie beside their squares were not known for tiles when the board was sought
            unclear = pattern(small, grid.place, seen.tile > _THERE) < _NO_PATTERN
        out = not _inside(small, grid)
        to_frame = np.diag([factor, factor, 1.0]) @ to_image
        items, problems = self._decide(view, seen, to_frame)
        if unclear:
            # Perhaps it is no board at all: a calendar, a page of print.
            items = tuple(replace(item, sure=False) for item in items)
        lost = seen.white > _WHITE
        framed = [said for said, so in ((FRAME_UNCLEAR, unclear), (CUT, out), (health.WHITE, lost)) if so]
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

    def _decide(self, view: Image, seen: Squares, to_frame: Array) -> tuple[tuple[Symbol, ...], list[str]]:
        """The tiles by row and column as the letters stand, and problems."""
        if self._tiles is not None:
            plain = seen.table.sum(axis=1).argmax(axis=1).reshape(seen.tile.shape) == SYMBOLS.index(BLANK)
            most = _TOO_MANY * self._tiles.counts.get(BLANK, 0)
            seen = replace(seen, tile=without_lone_blanks(seen.tile, plain, most))
        rows, columns = np.nonzero(seen.tile > _THERE)
        mine = seen.table[rows * BOARD_SIZE + columns]
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
            crop = cut(view, patch, 0)
            body = bodies.name(body_colour(crop), balanced=False)
            share = likely_here * seen.tile[place]
            items.append(symbol(share, patch, crop, to_frame, body, _place(*place, turn)))
        over, said = excess([item.symbol for item in items], self._tiles)
        items = [replace(item, sure=item.sure and item.symbol not in over) for item in items]
        problems += said + _displaced(seen, turn) + _unclear(seen, turn)
        return tuple(sorted(items, key=lambda item: item.place)), problems


def _moved(found: Sequence[Spot], place: Array) -> list[Spot]:
    """The middles in a picture that shows the same a little shifted."""
    points = mapped(np.array([(s.x, s.y) for s in found]), place).tolist()
    return [replace(spot, x=x, y=y) for spot, (x, y) in zip(found, points, strict=True)]


def _place(row: int, column: int, turn: int) -> tuple[int, int]:
    """Row and column as read under that turn."""
    middle = BOARD_SIZE // 2
    right, down = turned_cell((column - middle, row - middle), turn)
    return down + middle, right + middle


def _name(row: int, column: int, turn: int) -> str:
    row, column = _place(row, column, turn)
    return f"{chr(ord('A') + column)}{row + 1}"


def _displaced(seen: Squares, turn: int) -> list[str]:
    """What to say of tiles that do not lie on their squares."""
    there = seen.tile > _THERE
    off = seen.off[there]
    if len(off) >= 3 and float(np.hypot(*np.median(off, axis=0))) > _SHIFT:
        return [SHIFTED]
    far = there & (np.abs(seen.off).max(axis=2) > _BETWEEN)
    return [
        f"the tile at {_name(row, column, turn)} lies between two squares: push it onto one"
        for row, column in np.argwhere(far).tolist()
    ]


def _unclear(seen: Squares, turn: int) -> list[str]:
    """What to say of squares of which it is not clear whether a tile lies there."""
    doubtful = (seen.tile > 1 - _CLEAR) & (seen.tile <= _THERE)
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
