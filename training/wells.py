"""Dice in trays with a well for each, of any measures and colours."""

from math import ceil
from random import Random

from appliance.virtual.dice import Placed
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from appliance.virtual.wells import Tray
from training.fingers import near
from training.props import any_colour

# In shares of a die's side: a well's room beside it, the walls between, their height, what is beyond them.
_ROOM, _WALL, _DEEP, _RIM = (0.02, 0.2), (0.03, 0.3), (0.15, 0.9), (0.05, 0.6)
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
    tray = Tray((columns, rows), size, room, wall, turn)
    dice = tuple(
        tray.holding(rng, one, divmod(number, columns)[::-1], _ASKEW) for number, one in enumerate(placed)
    )
    floor = near(rng, paint, 20) if rng.random() < _ALIKE else any_colour(rng)
    walls = near(rng, floor, 30) if rng.random() < _ALIKE else any_colour(rng)
    deep, rim = (size * rng.uniform(*share) for share in (_DEEP, _RIM))
    return dice, tuple(tray.sheets(deep, rim, floor, walls))
