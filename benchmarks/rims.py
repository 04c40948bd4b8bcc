"""The same table once more with one die at the mat's edge or on a marker: some come to rest there."""

from dataclasses import replace
from itertools import count
from math import dist
from random import Random

import numpy as np

from appliance.pieces import mat
from appliance.virtual.scene import Table

AT_THE_RIM = "one at its edge or on a marker"
"""How such tables are called."""

ABOUT = (
    f"{AT_THE_RIM.capitalize()}: one of the dice stands on the mat up to 12 mm from its edge, or on",
    "a marker, its rim, or up to 10 mm beside that, all of it in the picture.",
)
"""What is to be said of them."""

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
        if free and _is_at_the_rim(x, y) and _is_shown(table, x, y, size):
            break
    dice = list(table.dice)
    dice[moved] = replace(dice[moved], x=x, y=y)
    return replace(table, dice=tuple(dice))


def _is_at_the_rim(x: float, y: float) -> bool:
    at = np.array([x, y]) + np.array(mat.SIZE) / 2
    edge = min(*at, *(np.array(mat.SIZE) - at))
    markers = [np.abs(at - mat.middle(number)).max() for number in range(4)]
    return bool(edge < _EDGE or min(markers) < _MARKER)


def _is_shown(table: Table, x: float, y: float, size: float) -> bool:
    """Whether all of a die there is in the picture."""
    view = table.view
    ring = view.pixels(
        [(x + a * size, y + b * size, c * size) for a in (-1, 1) for b in (-1, 1) for c in (0, 1)]
    )
    return bool((ring > 0).all() and (ring < (view.width, view.height)).all())
