"""Letter dice in a tray with a well for each, as word games are played with sixteen or twenty-five."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import Placed
from appliance.virtual.scene import Colour, Table
from appliance.virtual.tile_variety import tinted
from appliance.virtual.wells import Tray
from benchmarks.snaps import as_large, one_make, taken

IN_WELLS = "each in a well of a tray"
"""How such dice lie, in words."""

ABOUT = (
    "In wells: 16 or 25 letter dice of one such make in a tray of blue, black, wooden, yellow, white or red",
    "walls, a quarter to four fifths as high as the dice, with wells 3 to 14 % wider than these.",
)
"""What is to be said of them."""

_ROWS = (4, 4, 5)
_COLOURS: tuple[tuple[Colour, Colour], ...] = (
    *(((150, 80, 40), (110, 50, 20)), ((40, 40, 44), (30, 30, 34)), ((60, 110, 160), (40, 80, 120))),
    *(((40, 160, 230), (20, 120, 200)), ((200, 205, 210), (230, 232, 235)), ((60, 50, 170), (40, 30, 120))),
)
"""Of floor and walls."""
# In shares of a die's side: a well's width beside that, walls, how high they are, and what is beyond them.
_ROOM, _WALL, _DEEP, _RIM = (0.03, 0.14), (0.05, 0.25), (0.25, 0.8), (0.1, 0.5)
_ASKEW = 1.5  # degrees by which dice stand off their wells' sides, standard deviation


def dice_in_wells(seed: int, count: int, fonts: Sequence[str], place: str) -> Iterator[Table]:
    """So many tables with one such tray each, as phones see dice of that size from there."""
    for number in range(count):
        rng = Random(f"{seed}/{number}/wells/{place}")
        side, width = as_large(rng)
        finish, rows, turn = one_make(rng, fonts), rng.choice(_ROWS), rng.uniform(0, 360)
        size = finish.size
        room, wall, deep, rim = (size * rng.uniform(*share) for share in (_ROOM, _WALL, _DEEP, _RIM))
        tray = Tray((rows, rows), size, room, wall, turn)
        placed = tuple(_in_well(rng, tray, divmod(k, rows)) for k in range(rows**2))
        floor, walls = (tinted(rng, colour, 8) for colour in _COLOURS[number % len(_COLOURS)])
        table = taken(rng, number, placed, finish, width * size / side, width, place)
        yield replace(table, sheets=(*table.sheets, *tray.sheets(deep, rim, floor, walls)))


def _in_well(rng: Random, tray: Tray, well: tuple[int, int]) -> Placed:
    """A die with six letters, any side up, in that well."""
    die = Die("any", 6, "cream", tuple(rng.sample(ALPHABET, 6)))
    held = tray.holding(rng, Placed(die, 0, 0.0, 0.0, 0.0), well, _ASKEW)
    return replace(held, face=rng.randrange(6))
