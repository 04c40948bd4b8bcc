"""The same dice in a tray: a shallow box of wood, felt or plastic that people roll in."""

from dataclasses import replace
from random import Random

import numpy as np

from appliance.virtual.geometry import turned
from appliance.virtual.scene import Colour, Table
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import ClothArt, tinted

IN_A_TRAY = "in a tray"
"""How such tables are called."""

ABOUT = (
    "In a tray: a box of black or brown plastic, wood or felt, 10 to 45 mm deep, as large as the throw needs",
    "or larger; dice may stand against its walls, in their shadow too.",
)
"""What is to be said of them."""

_FLOORS: tuple[Colour, ...] = (
    *((34, 32, 32), (24, 24, 26), (40, 40, 44), (110, 112, 116), (38, 82, 40), (60, 30, 34)),
    *((50, 40, 110), (170, 110, 60), (96, 140, 176), (60, 90, 140)),
)
_WALLS: tuple[Colour, ...] = (
    *((30, 30, 32), (24, 24, 26), (40, 70, 110), (60, 95, 140), (96, 140, 176)),
    *((40, 44, 90), (200, 205, 210)),
)
_THIN, _WIDE, _DEEP = (2.0, 5.0), (8.0, 16.0), (10.0, 45.0)  # mm: walls, and how high they are
_HALF, _ROOM = 0.75, (1.0, 60.0)  # of dice, sides from their middles; and mm beyond that to the walls


def in_tray(table: Table) -> Table:
    """The table with its dice in a tray, which stands on it as it may."""
    rng = Random(f"tray/{table.seed}")
    turn = rng.uniform(0, 360) if rng.random() < 0.5 else rng.choice((0, 90)) + rng.gauss(0, 3)
    (left, top), (right, below) = _taken(table, rng, turn)
    w, h = right - left, below - top
    floor = tinted(rng, rng.choice(_FLOORS), 8)
    wall = tinted(rng, rng.choice(_WALLS), 8) if rng.random() < 0.6 else floor
    wide, deep = rng.uniform(*rng.choice((_THIN, _WIDE))), rng.uniform(*_DEEP)
    grain = rng.choice((0.0, rng.uniform(1, 6)))

    def part(x: float, y: float, size: tuple[float, float], colour: Colour, thick: float) -> Sheet:
        art = ClothArt(size, colour, grain, thick=thick, seed=rng.randrange(1 << 20))
        return Sheet(art, *turned((left + right) / 2 + x, (top + below) / 2 + y, turn), turn)

    along, across = (w + 2 * wide, wide), (wide, h)
    parts = (
        part(0, 0, (w + 2 * wide, h + 2 * wide), floor, 0.5),
        *(part(0, side * (h + wide) / 2, along, wall, deep) for side in (-1, 1)),
        *(part(side * (w + wide) / 2, 0, across, wall, deep) for side in (-1, 1)),
    )
    return replace(table, sheets=(*table.sheets, *parts))


def _taken(table: Table, rng: Random, turn: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Upper left and lower right, along a tray turned so, of what the dice need of it, and some more."""
    places = np.array([turned(one.x, one.y, -turn) for one in table.dice])
    reach = _HALF * table.finish.size
    left, top, right, below = (reach + rng.choice((_ROOM[0], rng.uniform(*_ROOM))) for _ in range(4))
    (x0, y0), (x1, y1) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    return (x0 - left, y0 - top), (x1 + right, y1 + below)
