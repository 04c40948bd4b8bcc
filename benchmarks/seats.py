"""Tables as cameras see them from far aside of straight above: phones from a seat, others beside the mat."""

from dataclasses import replace
from math import cos, radians, sin
from random import Random

import numpy as np

from appliance.virtual.board import BoardArt
from appliance.virtual.card import CardArt
from appliance.virtual.geometry import Array
from appliance.virtual.scene import Table, View
from appliance.virtual.tiles import TileArt

FROM_A_SEAT = "from a seat"
"""Which tables are seen so, in words."""

SAID = (
    "From a seat: by a phone from 25 to 45° off straight above, about along the picture's sides, 0.8 to 1.6",
    "times as far away as the picture shows of the table.",
)
"""What is to be said of these tables."""

FROM_ONE_SIDE = "the camera beside it"
"""Which mats are seen from one side, in words."""

ONE_SIDE = (
    "The camera beside it: from 15 to 35° off straight above, about along the picture's sides, all of it in",
    "the picture, 0.8 to 1.6 times as far away as that shows of the table.",
)
"""What is to be said of these."""

_SEAT, _SIDE = (25.0, 45.0), (15.0, 35.0)  # degrees off straight above
_STRAY = 8.0  # degrees off the picture's sides, standard deviation
_EDGE = 8  # pixels of a picture within which nothing lies
_FARTHER = 1.06  # times, until all is in the picture


def from_a_seat(table: Table) -> Table:
    """The table so, all of its board, tiles or card in the picture."""
    things = [sheet for sheet in table.sheets if isinstance(sheet.art, BoardArt | TileArt | CardArt)]
    corners = np.concatenate([sheet.corners(0.0) for sheet in things])
    return _aside(table, Random(f"seat/{table.seed}"), _SEAT, corners)


def from_one_side(table: Table) -> Table:
    """The table with the camera beside its mat."""
    half = np.array([*table.mat.size, 0.0]) / 2
    corners = half * [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    return _aside(table, Random(f"one side/{table.seed}"), _SIDE, corners)


def _aside(table: Table, rng: Random, degrees: tuple[float, float], points: Array) -> Table:
    """The table from so many degrees off straight above, these points (n x 3, mm) in the picture."""
    away, way = rng.uniform(*degrees), radians(90 * rng.randrange(4) + rng.gauss(0, _STRAY))
    above = table.view.span * rng.uniform(0.8, 1.6)
    view = replace(table.view, above=above, tilt=(away * cos(way), away * sin(way)))
    while not _shows(view, points):
        view = replace(view, span=view.span * _FARTHER, above=view.above * _FARTHER)
    return replace(table, view=view)


def _shows(view: View, points: Array) -> bool:
    seen = view.pixels(points)
    return bool(((seen > _EDGE) & (seen < np.array([view.width, view.height]) - _EDGE)).all())
