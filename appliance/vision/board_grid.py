"""Find the board's 15 × 15 squares: a lattice through the middles of tiles and squares, and its premiums."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces.premiums import PREMIUMS
from appliance.vision.plane import Array, Image
from appliance.vision.reading import BOARD_SIZE
from appliance.vision.straighten import quarter
from appliance.vision.tile_finder import SQUARE, Spot

CELL = 48
"""Pixels a square in the picture of the board seen straight from above."""
EDGE = 1
"""Squares around the board that this picture shows too."""

_NEAR = 0.3  # most that a middle may lie off the lattice, in squares
_LEAST = 45  # middles that a board must have
_SLACK = 3  # squares by which the first guess of the frame may be off
_COVERED = 0.45  # least share of the squares that must have been found

Floats = npt.NDArray[np.float64]

_STEPS = (0.25, 0.4, 0.6, 0.75)  # across a square: where its colour is looked at
_INNER = np.array(
    [[[c + u, r + v]] for r in range(15) for c in range(15) for u in _STEPS for v in _STEPS], np.float64
)

_STRANGE = 0.1  # squared difference of logarithms of colours from which a square hardly counts
_ROWS, _COLUMNS = np.mgrid[-1:1:15j, -1:1:15j]
LIGHT = np.stack([_ROWS**0, _ROWS, _COLUMNS, _ROWS**2, _ROWS * _COLUMNS, _COLUMNS**2], axis=2)
"""How light falls on a board: evenly, from a side, from the middle (15 x 15 x 6)."""

_KINDS = np.array([[".dtDT".index(char) for char in row] for row in PREMIUMS])


@dataclass(frozen=True)
class Grid:
    """The board in the picture: the homography from squares (column, row; 0…15) to pixels.

    `pattern` is the share of the squares' differences in colour that the premiums explain.
    """

    place: Array
    pattern: float

    def middle(self, row: float, column: float) -> Array:
        """The middle of that square in pixels."""
        return np.asarray(self.points(np.array([[column + 0.5, row + 0.5]]))[0], float)

    def points(self, squares: Array) -> Array:
        """Points (n x 2, in squares right and down from the upper left corner) in pixels."""
        return np.asarray(cv2.perspectiveTransform(squares[:, None].astype(float), self.place)[:, 0], float)

    def squares(self, points: Array) -> Array:
        """Pixels (n x 2) in squares right and down from the upper left corner."""
        back = np.linalg.inv(self.place)
        return np.asarray(cv2.perspectiveTransform(points[:, None].astype(float), back)[:, 0], float)


def from_corners(image: Image, corners: Array) -> Grid:
    """The grid whose corners (4 x 2, pixels, clockwise from the upper left) are known."""
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * BOARD_SIZE
    place = np.asarray(cv2.getPerspectiveTransform(flat, corners.astype(np.float32)), float)
    return Grid(place, pattern(image, place, np.zeros((BOARD_SIZE, BOARD_SIZE), bool)))


def find_grid(image: Image, found: Sequence[Spot]) -> Grid | None:
    """The board's squares in the picture, upright as the camera sees it; None where there is none."""
    if len(found) < _LEAST:
        return None
    lattice = _lattice(found)
    if lattice is None:
        return None
    cells, place = lattice
    return _framed(image, found, cells, place)


def straight(image: Image, grid: Grid) -> tuple[Image, Array]:
    """The board from straight above with `EDGE` squares around, and the homography from it to the image."""
    to_squares = np.array([[1 / CELL, 0, 0.5 / CELL - EDGE], [0, 1 / CELL, 0.5 / CELL - EDGE], [0, 0, 1]])
    to_image = grid.place @ to_squares
    side = (BOARD_SIZE + 2 * EDGE) * CELL
    shrink = float(np.sqrt(abs(np.linalg.det(grid.place[:2, :2])))) / CELL
    source = image
    if shrink > 1.6:
        source = np.asarray(cv2.blur(image, (round(shrink), round(shrink))), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(source, to_image, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8), to_image


def colours(image: Image, place: Array) -> Floats:
    """Mean colour (15 x 15 x 3) of the inner part of every square, nan where it is out of the picture."""
    pixels = cv2.perspectiveTransform(_INNER, place)[:, 0]
    h, w = image.shape[:2]
    inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < w) & (pixels[:, 1] < h)
    x, y = np.clip(pixels, 0, [w - 1, h - 1]).astype(int).T
    values = image[y, x].astype(float)
    values[~inside] = np.nan
    # The median over the square: labels are thin, the ground is most of it.
    shaped = values.reshape(15, 15, len(_STEPS) ** 2, 3)
    gone = np.isnan(shaped).any(axis=(2, 3))
    shaped[gone] = 0
    middle = np.median(shaped, axis=2)
    middle[gone] = np.nan
    return np.asarray(middle, np.float64)


def pattern(image: Image, place: Array, tiles: npt.NDArray[np.bool_]) -> float:
    """Share of what the free squares differ by in colour that the premiums explain, light left out, 0…1."""
    mean = colours(image, place)
    free = ~tiles & ~np.isnan(mean).any(axis=2)
    if free.sum() < 40:
        return 0.0
    values, light, kinds = np.log(mean[free] + 8), LIGHT[free], _KINDS[free]
    premiums = (kinds[:, None] == np.arange(1, 5)).astype(float)
    whole = _unexplained(values, light)
    return float(max(0.0, 1 - _unexplained(values, np.hstack([light, premiums])) / max(1e-9, whole)))


def _unexplained(values: Array, causes: Array) -> float:
    """What is left of the values (n x 3) after the best sum of causes (n x m), strangers hardly counted."""
    weight = np.ones((len(values), 1))
    for _ in range(2):
        share, *_ = np.linalg.lstsq(weight * causes, weight * values, rcond=None)
        away = ((values - causes @ share) ** 2).sum(axis=1, keepdims=True)
        weight = 1 / (1 + away / _STRANGE)
    return float(away.clip(0, 0.5).sum())


def refined(grid: Grid, squares: Array) -> Grid:
    """The grid moved a little so that it fits the middles of empty squares (n x 2, pixels) better."""
    flat = grid.squares(squares) - 0.5 if len(squares) else np.empty((0, 2))
    cells = np.round(flat)
    near = (np.hypot(*(flat - cells).T) < _NEAR) & (cells >= 0).all(axis=1) & (cells < BOARD_SIZE).all(axis=1)
    if near.sum() < _LEAST:
        return grid
    place = _homography(cells[near] + 0.5, squares[near], 0.1 * _pitch(grid.place))
    return grid if place is None else Grid(place, grid.pattern)


def _pitch(place: Array) -> float:
    """Pixels a square in the middle of the board."""
    ends = cv2.perspectiveTransform(np.array([[[7.0, 7.5]], [[8.0, 7.5]]]), place)[:, 0]
    return float(np.hypot(*(ends[1] - ends[0])))


def _homography(cells: Array, points: Array, near: float) -> Array | None:
    place, _ = cv2.findHomography(cells, points, cv2.RANSAC, near)
    return None if place is None else np.asarray(place, np.float64)


def _lattice(found: Sequence[Spot]) -> tuple[Array, Array] | None:
    """Columns and rows (n x 2, nan for strangers) of the middles, and the homography from them to pixels."""
    points = np.array([(s.x, s.y) for s in found])
    sides = np.array([s.side for s in found])
    squares = np.array([s.kind == SQUARE for s in found])
    side = float(np.median(sides))
    order = sorted(range(len(found)), key=lambda i: -found[i].trust)
    for first in order[:12]:
        cells = _grown(found, points, sides, first)
        there = ~np.isnan(cells[:, 0])
        place = _homography(cells[there], points[there], 0.2 * side) if there.sum() >= _LEAST else None
        for near in (0.2, 0.15, 0.12):
            if place is None:
                break
            cells, kept = _snapped(place, points)
            use = kept & squares if (kept & squares).sum() > 60 else kept
            place = _homography(cells[use], points[use], near * side) if kept.sum() >= _LEAST else None
        if place is not None:
            cells, kept = _snapped(place, points)
            cells[~kept] = np.nan
            return cells, place
    return None


def _grown(found: Sequence[Spot], points: Array, sides: Array, first: int) -> Array:
    """Columns and rows of the middles, from one to its neighbours and on."""
    cells = np.full((len(found), 2), np.nan)
    cells[first] = 0
    angle = found[first].angle
    angle = angle - 90 if angle > 45 else angle
    frames = {first: (angle, float(sides[first]))}
    edge = [first]
    while edge:
        one = edge.pop(0)
        angle, pitch = frames[one]
        a = np.radians(angle)
        away = (points - points[one]) / pitch
        right = away @ np.array([np.cos(a), np.sin(a)])
        down = away @ np.array([-np.sin(a), np.cos(a)])
        for u, v in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            off = np.hypot(right - u, down - v)
            near = int(off.argmin())
            if off[near] < _NEAR and np.isnan(cells[near, 0]):
                cells[near] = cells[one] + (u, v)
                turn = angle + 0.3 * quarter(found[near].angle - angle)
                size = float(0.8 * pitch + 0.2 * np.clip(sides[near], 0.8 * pitch, 1.25 * pitch))
                frames[near] = (turn, size)
                edge.append(near)
    return cells


def _snapped(place: Array, points: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """The nearest cell of each point, and which points lie close to theirs, one a cell."""
    flat = cv2.perspectiveTransform(points[:, None].astype(float), np.linalg.inv(place))[:, 0]
    cells = np.asarray(np.round(flat), np.float64)
    off = np.hypot(*(flat - cells).T)
    kept = np.asarray(off < _NEAR, np.bool_)
    best: dict[tuple[float, float], int] = {}
    for i in np.argsort(off):
        cell = (float(cells[i, 0]), float(cells[i, 1]))
        if kept[i] and best.setdefault(cell, int(i)) != i:
            kept[i] = False
    return cells, kept


def _framed(image: Image, found: Sequence[Spot], cells: Array, place: Array) -> Grid | None:
    """The 15 x 15 cells of the lattice that are the board: most middles inside, premiums in place."""
    kept = ~np.isnan(cells[:, 0])
    inside = cells[kept].astype(int)
    low = inside.min(axis=0)
    span = inside.max(axis=0) - low + 1
    pad = BOARD_SIZE + _SLACK
    weight = np.zeros(span[::-1] + 2 * pad)
    tiles = np.zeros(weight.shape, bool)
    columns, rows = (inside - low + pad).T
    weight[rows, columns] = 1
    tiles[rows, columns] = np.array([spot.kind != SQUARE for spot in found])[kept]
    whole = np.pad(weight, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    held = (
        whole[BOARD_SIZE:, BOARD_SIZE:]
        - whole[:-BOARD_SIZE, BOARD_SIZE:]
        - whole[BOARD_SIZE:, :-BOARD_SIZE]
        + whole[:-BOARD_SIZE, :-BOARD_SIZE]
    )
    best: tuple[float, Grid] | None = None
    for r, c in zip(*np.nonzero(held > max(held.max() - 2.6 * BOARD_SIZE, 0.5 * held.max())), strict=True):
        corner = np.array([c - pad + low[0] - 0.5, r - pad + low[1] - 0.5])
        moved = place @ np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1.0]])
        fits = pattern(image, moved, tiles[r : r + BOARD_SIZE, c : c + BOARD_SIZE])
        score = float(held[r, c]) / BOARD_SIZE**2 + 1.5 * fits
        if best is None or score > best[0]:
            best = (score, Grid(moved, fits))
            share = float(held[r, c]) / BOARD_SIZE**2
    if best is None or share < _COVERED:
        return None
    return best[1]
