"""Dice in a tray with a well for each, as word games are played with."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from random import Random

from appliance.virtual.dice import Placed
from appliance.virtual.geometry import turned
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import ClothArt
from training.fingers import near
from training.props import any_colour

# In shares of a die's side: a well's room beside it, the walls between, their height, what is beyond them.
_ROOM, _WALL, _DEEP, _RIM = (0.02, 0.2), (0.03, 0.3), (0.15, 0.9), (0.05, 0.6)
_FLOOR = 0.5  # mm thick
_ASKEW = 2.0  # degrees by which dice stand off their wells' sides, standard deviation
_ALIKE = 0.35  # share of the trays, and of their walls, that have another's colour or nearly


def in_wells(
    rng: Random, placed: tuple[Placed, ...], size: float, paint: Colour
) -> tuple[tuple[Placed, ...], tuple[Sheet, ...]]:
    """The dice, `size` mm wide, each in a well of a tray about the table's middle, and that tray.

    Some trays have nearly the colour of a die's body, `paint`.
    """
    columns = max(1, round(len(placed) ** 0.5))
    rows, turn = ceil(len(placed) / columns), rng.uniform(0, 360)
    if rng.random() < 0.5:  # along the picture's sides
        turn = rng.gauss(0, 6)
    room, wall = (size * rng.uniform(*share) for share in (_ROOM, _WALL))
    step = size + room + wall
    dice = []
    for number, one in enumerate(placed):
        row, column = divmod(number, columns)
        right, down = (
            (k - (many - 1) / 2) * step + rng.uniform(-0.5, 0.5) * room
            for k, many in ((column, columns), (row, rows))
        )
        own = turn + 90 * rng.randrange(4) + rng.gauss(0, _ASKEW)
        x, y = turned(right, down, turn)
        dice.append(replace(one, x=x, y=y, turn=own % 360))
    return tuple(dice), tuple(_tray(rng, (columns, rows), step, wall, size, paint, turn))


def _tray(
    rng: Random, wells: tuple[int, int], step: float, wall: float, size: float, paint: Colour, turn: float
) -> Iterator[Sheet]:
    """The floor and the walls of so many wells across and down."""
    floor = near(rng, paint, 20) if rng.random() < _ALIKE else any_colour(rng)
    walls = near(rng, floor, 30) if rng.random() < _ALIKE else any_colour(rng)
    deep, rim = (size * rng.uniform(*share) for share in (_DEEP, _RIM))
    wide, high = (many * step + wall + 2 * rim for many in wells)
    yield Sheet(ClothArt((wide, high), floor, thick=_FLOOR), 0, 0, turn)
    for across, many in zip((True, False), wells, strict=True):
        for k in range(many + 1):
            outer = (k == many) - (k == 0)  # the rim is beyond the first and the last
            at, thick = (k - many / 2) * step + outer * rim / 2, wall + abs(outer) * rim
            size_of, place = ((thick, high), (at, 0.0)) if across else ((wide, thick), (0.0, at))
            yield Sheet(ClothArt(size_of, walls, thick=deep), *turned(*place, turn), turn)
