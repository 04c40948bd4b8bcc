"""Which tiles lie side by side: connected groups on a common lattice, each tile with its row and column."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, degrees, exp, log, pi, radians, sin, sqrt

import numpy as np
import numpy.typing as npt

from appliance.vision.straighten import quarter
from appliance.vision.tile_finder import Spot

ASKEW = "tiles lie askew against each other: push them into rows and columns"

TURNED = 14.0
"""Degrees between the edges of neighbours at most."""

_ALONG = (0.72, 1.4)  # distance of neighbours along the lattice, in sides
_TOUCHING = 1.08  # up to which no other is so near but in line: that it seems turned is an error
_CLOSE = 1.22  # beyond which only tiles in one line are neighbours
_ASIDE = 0.33  # most that a neighbour may lie off the line
_HALFWAY = 1.3  # distance in sides below which tiles that are no neighbours lie askew
_BY_CHANCE, _AT_MOST = -4.0, 3.0  # least and most logarithm of the odds that neighbours lie so by chance
_IN_LINE = 0.6  # how much one pair that touches askew says for that, over one in line
_USUAL_TURN, _USUAL_OFF = 3.0, 0.06  # degrees and sides by which tiles stray that were laid in line,
_LOOSE = 0.05  # but for this share, which may lie anyhow

Cell = tuple[int, int]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Layout:
    """Tiles on a common lattice: row and column of each by its number, and the lattice's angle.

    `angle` is in degrees clockwise, 0 ≤ angle < 90; rows and columns count from 0 in that direction. `stray`
    is the logarithm of the odds, by how straight they lie, that they lie side by side by chance.
    """

    cells: dict[int, Cell]
    angle: float
    stray: float = 0.0


def layouts(tiles: Sequence[Spot]) -> tuple[list[Layout], bool]:
    """The groups in which tiles lie, and whether some lie askew."""
    left = set(range(len(tiles)))
    groups, askew = [], False
    while left:
        first = max(left, key=lambda i: tiles[i].trust)
        cells, odd = _grown(tiles, first, left)
        askew |= odd
        left -= set(cells)
        groups.append(cells)
    chance = _by_chance(tiles, groups)
    return [_upright(tiles, cells, chance) for cells in groups], askew


def middles(some: Sequence[Spot]) -> Floats:
    """Where spots lie (n x 2), in pixels."""
    return np.array([(spot.x, spot.y) for spot in some], np.float64).reshape(-1, 2)


def reach(one: Spot, places: Floats) -> float:
    """How many of its sides it is from one to the nearest of some places (n x 2)."""
    return float(np.hypot(*(places - (one.x, one.y)).T).min()) / one.side


def beside(one: Spot, other: Spot) -> Cell | None:
    """On which side of a tile another lies as its neighbour: one step right or down, or back."""
    step = _step(one, other, one.angle)
    return step and step[:2]


def sides(tiles: Sequence[Spot], one: int, others: Iterable[int]) -> set[Cell]:
    """On which sides of one place some others lie as its neighbours."""
    return {side for j in others if j != one and (side := beside(tiles[one], tiles[j])) is not None}


def common_angle(spots: Sequence[Spot]) -> float:
    """The angle that squares have together, 0 ≤ angle < 90."""
    turns = np.radians([4 * spot.angle for spot in spots])
    weight = np.array([spot.trust for spot in spots])
    return float(degrees(np.arctan2(weight @ np.sin(turns), weight @ np.cos(turns))) / 4 % 90)


def _grown(tiles: Sequence[Spot], first: int, left: set[int]) -> tuple[dict[int, Cell], bool]:
    """Cells (right, down along the first tile's edges) of all that hang together with it."""
    cells: dict[int, Cell] = {first: (0, 0)}
    angles = {first: tiles[first].angle}
    taken = {(0, 0)}
    askew = False
    edge = [first]
    while edge:
        steps = []
        for one in edge:
            for other in left - cells.keys():
                step = _step(tiles[one], tiles[other], angles[one])
                if step is None:
                    askew |= _is_askew(tiles[one], tiles[other])
                else:
                    steps.append((step[2], one, other, step[:2]))
        edge = []
        for _, one, other, (right, down) in sorted(steps):
            cell = (cells[one][0] + right, cells[one][1] + down)
            if other in cells:
                askew |= cells[other] != cell
            elif cell in taken:
                askew = True
            else:
                cells[other] = cell
                turn = quarter(tiles[other].angle - angles[one])
                angles[other] = angles[one] + turn * (abs(turn) <= TURNED)
                taken.add(cell)
                edge.append(other)
    return cells, askew


def _by_chance(tiles: Sequence[Spot], groups: Sequence[dict[int, Cell]]) -> float:
    """The logarithm of the odds that what seems to lie side by side does so by chance, before a look at how.

    Where many are poured out and touch askew, some lie in line by chance.
    """
    in_line = sum(
        (right + 1, down) in cells.values() or (right, down + 1) in cells.values()
        for cells in groups
        for right, down in cells.values()
    )
    at, sides = middles(tiles), np.array([spot.side for spot in tiles])
    near = np.hypot(*(at[:, None] - at).transpose(2, 0, 1)) < _HALFWAY * (sides[:, None] + sides) / 2
    own = np.zeros(len(tiles), int)
    for number, cells in enumerate(groups):
        own[list(cells)] = number
    askew = int((near & (own[:, None] != own)).sum()) / 2
    return max(_BY_CHANCE, log(max(1e-9, _IN_LINE * askew / max(1, in_line))))


def _step(one: Spot, other: Spot, angle: float) -> tuple[int, int, float] | None:
    """Whether the other tile is a neighbour: one step right or down, and how badly it fits."""
    side = (one.side + other.side) / 2
    dx, dy = (other.x - one.x) / side, (other.y - one.y) / side
    if abs(dx) > 1.5 or abs(dy) > 1.5:
        return None
    turn = quarter(other.angle - angle)
    turned = abs(turn) > TURNED
    along, down = _along(dx, dy, angle if turned else angle + turn / 2)
    for u, v, step in ((along, down, (1, 0)), (down, along, (0, 1))):
        if turned and (abs(u) > _TOUCHING or abs(v) > _ASIDE / 2):
            continue
        aligned = abs(u) < _CLOSE or (abs(v) < _ASIDE / 2 and abs(turn) < TURNED / 2)
        if _ALONG[0] < abs(u) < _ALONG[1] and abs(v) < _ASIDE and aligned:
            way = 1 if u > 0 else -1
            return step[0] * way, step[1] * way, abs(abs(u) - 1) + abs(v)
    return None


def _along(x: float, y: float, angle: float) -> tuple[float, float]:
    """How far a way leads right and down of what is turned by so many degrees."""
    a = radians(angle)
    return x * cos(a) + y * sin(a), -x * sin(a) + y * cos(a)


def _is_askew(one: Spot, other: Spot) -> bool:
    """Whether two tiles touch without lying side by side: pushed half along, or turned against each other."""
    side = (one.side + other.side) / 2
    return float(np.hypot(other.x - one.x, other.y - one.y)) < _HALFWAY * side


def _upright(tiles: Sequence[Spot], cells: dict[int, Cell], chance: float) -> Layout:
    """The layout with rows and columns from 0, its angle below a quarter turn."""
    first = next(iter(cells))
    own = tiles[first].angle
    angle = own + quarter(common_angle([tiles[i] for i in cells]) - own)
    if len(cells) > 2:
        angle = _fitted(tiles, cells, angle)
    # Cells were counted along the first tile's edges; bring the angle back below 90 without losing them.
    turns = int(np.floor(angle / 90))
    turned = {i: turned_cell(cell, -turns) for i, cell in cells.items()}
    right, down = min(c for c, _ in turned.values()), min(r for _, r in turned.values())
    upright = {i: (r - down, c - right) for i, (c, r) in turned.items()}
    stray = min(_AT_MOST, chance + _stray(tiles, upright, angle - 90 * turns))
    return Layout(upright, angle - 90 * turns, stray)


def _stray(tiles: Sequence[Spot], cells: dict[int, Cell], angle: float) -> float:
    """How much likelier tiles lie on a lattice by chance than by hand, as far as they stray (logarithm)."""
    at = {cell: i for i, cell in cells.items()}
    odds = 0.0
    for i, (row, column) in cells.items():
        odds += _straying(quarter(tiles[i].angle - angle), _USUAL_TURN, TURNED)
        for down, right in ((0, 1), (1, 0)):
            other = at.get((row + down, column + right))
            if other is not None:
                one, next_one = tiles[i], tiles[other]
                off = _along((next_one.x - one.x) / one.side, (next_one.y - one.y) / one.side, angle)
                odds += _straying(off[right], _USUAL_OFF, _ASIDE)
    return odds


def _straying(off: float, usual: float, most: float) -> float:
    """How much likelier by chance, up to `most`, than by hand something is so far off (logarithm)."""
    by_hand = exp(-((off / usual) ** 2) / 2) / (usual * sqrt(2 * pi))
    return -log((1 - _LOOSE) * by_hand * 2 * most + _LOOSE)


def turned_cell(cell: Cell, turns: int) -> Cell:
    """(right, down) seen from a lattice that is turned by so many quarter turns clockwise."""
    right, down = cell
    for _ in range(turns % 4):
        right, down = down, -right
    return right, down


def _fitted(tiles: Sequence[Spot], cells: dict[int, Cell], angle: float) -> float:
    """The angle of the lattice through all middles, if they span one."""
    places = np.array([cells[i] for i in cells], float)
    points = np.array([(tiles[i].x, tiles[i].y) for i in cells])
    u = (places - places.mean(axis=0)) @ np.array([1, 1j])
    z = (points - points.mean(axis=0)) @ np.array([1, 1j])
    turn = degrees(float(np.angle(np.vdot(u, z))))
    return angle + quarter(turn - angle)
