"""Tables with one die at the mat's edge or on a marker, as some come to rest there, or a word of tiles."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from math import dist
from random import Random

import numpy as np

from appliance.pieces import mat
from appliance.virtual.scene import Table
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import TILE, TileArt, lay_layout
from benchmarks.others import is_shown

AT_THE_RIM = "one at its edge or on a marker"
"""How such tables are called."""

ABOUT = (
    f"{AT_THE_RIM.capitalize()}: one of the dice stands on the mat up to 12 mm from its edge, or on",
    "a marker, its rim, or up to 10 mm beside that, all of it in the picture.",
)
"""What is to be said of them."""

WORD_AT_THE_RIM = "a word at its edge or across a marker"
"""How tables of tiles are called of which one more word lies there, all of its tiles on the mat."""

_WORD, _ON_MAT = (3, 5), 4.0  # letters of it, and mm from the edge to the middle of each at least
_EDGE, _MARKER = 12.0, 34.0  # mm to the edge, and to a marker's middle along the longer way
_APART = 1.6  # of a die's size, from the middles of others


def with_one_at_the_rim(table: Table) -> Table:
    """The table with one of its dice, by chance, moved there."""
    rng = Random(f"rim/{table.seed}")
    moved = rng.randrange(len(table.dice))
    size = table.finish.size
    others = [(one.x, one.y) for k, one in enumerate(table.dice) if k != moved]
    for _ in count():
        x, y = (rng.uniform(-side / 2, side / 2) for side in mat.SIZE)
        free = all(dist((x, y), other) > _APART * size for other in others)
        if free and _is_at_the_rim(x, y) and is_shown(table, x, y, size, size):
            break
    dice = list(table.dice)
    dice[moved] = replace(dice[moved], x=x, y=y)
    return replace(table, dice=tuple(dice))


def _is_at_the_rim(x: float, y: float) -> bool:
    at = np.array([x, y]) + np.array(mat.SIZE) / 2
    edge = min(*at, *(np.array(mat.SIZE) - at))
    markers = [np.abs(at - mat.middle(number)).max() for number in range(4)]
    return bool(edge < _EDGE or min(markers) < _MARKER)


def with_word_at_the_rim(rng: Random, table: Table, letters: Sequence[str]) -> tuple[Table, str]:
    """The table of tiles with a word of these letters, of the same make, laid there; and the word."""
    make = next(one.art.make for one in table.sheets if isinstance(one.art, TileArt))
    word = "".join(letters[: rng.randint(*_WORD)])
    for _ in count():
        x, y = (rng.uniform(-side / 2, side / 2) for side in mat.SIZE)
        laid = lay_layout((word,), x, y, rng.uniform(0, 360), rng, make=make, gap=0.5, slip=0.2)
        if any(_is_at_the_rim(one.x, one.y) for one in laid) and all(_is_free(table, one) for one in laid):
            break
    return replace(table, sheets=(*table.sheets, *laid)), word


def _is_free(table: Table, tile: Sheet) -> bool:
    """Whether a tile lies on the mat, in the picture, and well off all others."""
    inside = all(abs(at) < side / 2 - _ON_MAT for at, side in zip((tile.x, tile.y), mat.SIZE, strict=True))
    apart = all(dist((tile.x, tile.y), (one.x, one.y)) > _APART * TILE for one in table.sheets)
    return inside and apart and is_shown(table, tile.x, tile.y, TILE, TILE)
