"""The same table once more with other pieces beside: words of tiles among dice, letter dice among tiles."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from random import Random

import numpy as np

from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import roll
from appliance.virtual.scene import Table
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles
from appliance.virtual.tiles import TILE, TileArt, lay_layout
from benchmarks.snaps import one_make

BESIDE_TILES, BESIDE_DICE = "tiles beside them", "letter dice beside them"
"""How such tables are called."""

ABOUT = (
    "Pieces beside them: one to three words or single tiles of one make, or six letter dice of a cream make,",
    "where there is room; what is read of these is invented.",
)
"""What is to be said of them."""

_WORDS, _LONGEST, _DICE = 3, 7, 6
_ROOM = 0.85  # of the sides of two pieces together, from middle to middle
_TRIES = 60


def with_tiles(table: Table, fonts: Sequence[str]) -> Table:
    """A table of dice with up to three words of one make of tiles beside them, or single tiles."""
    rng = Random(f"tiles beside/{table.seed}")
    make = any_tiles(rng, fonts, HELD_OUT_TILES)
    taken = [(one.x, one.y, table.finish.size) for one in table.dice]
    tiles: list[Sheet] = []
    for many in [rng.randint(1, _LONGEST) for _ in range(rng.randint(1, _WORDS))]:
        word = "".join(rng.choice(ALPHABET[:26]) for _ in range(many))
        for _ in range(_TRIES):
            x, y = _anywhere(rng, table)
            laid = lay_layout((word,), x, y, rng.uniform(0, 360), rng, make=make, slip=0.2)
            if all(_is_free(table, one.x, one.y, TILE, taken) for one in laid):
                taken += [(one.x, one.y, TILE) for one in laid]
                tiles += laid
                break
    return replace(table, sheets=(*table.sheets, *tiles))


def with_dice(table: Table, fonts: Sequence[str]) -> Table:
    """A table of tiles with up to six letter dice of one cream make beside them."""
    rng = Random(f"dice beside/{table.seed}")
    finish = one_make(rng, fonts)
    taken = [(one.x, one.y, TILE) for one in table.sheets if isinstance(one.art, TileArt)]
    dice = []
    for _ in range(_DICE):
        (thrown,) = roll(rng, [Die("any", 6, "cream", tuple(rng.sample(ALPHABET, 6)))], size=finish.size)
        for _ in range(_TRIES):
            x, y = _anywhere(rng, table)
            if _is_free(table, x, y, finish.size, taken):
                taken.append((x, y, finish.size))
                dice.append(replace(thrown, x=x, y=y))
                break
    return replace(table, dice=tuple(dice), finish=finish)


def _anywhere(rng: Random, table: Table) -> tuple[float, float]:
    wide = min(table.view.span, table.mat.size[0]) if table.mat.markers else table.view.span
    return rng.uniform(-0.5, 0.5) * wide, rng.uniform(-0.4, 0.4) * wide


def _is_free(
    table: Table, x: float, y: float, side: float, taken: Sequence[tuple[float, float, float]]
) -> bool:
    """Whether nothing else lies there, and all of it is in the picture, or on the mat between the markers."""
    mat = table.mat
    if any(hypot(x - a, y - b) < _ROOM * (side + wide) for a, b, wide in taken):
        return False
    if mat.markers:
        room = np.array(mat.size) / 2 - side
        corner = room - mat.marker - mat.inset
        return bool((np.abs([x, y]) < room).all() and (np.abs([x, y]) < corner).any())
    return is_shown(table, x, y, side)


def is_shown(table: Table, x: float, y: float, side: float, high: float = 0.0) -> bool:
    """Whether all of a piece there is in the picture that is so wide and high in mm, with room about it."""
    view = table.view
    ends = [(x + a * side, y + b * side, z) for a in (-1, 1) for b in (-1, 1) for z in (0.0, high)]
    rim = view.pixels(ends)
    return bool((rim > 0).all() and (rim < (view.width, view.height)).all())
