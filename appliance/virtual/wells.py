"""A tray with a well for each die, as word games are played with."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from appliance.virtual.dice import Placed
from appliance.virtual.geometry import turned
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import ClothArt

_FLOOR = 0.5  # mm thick


@dataclass(frozen=True)
class Tray:
    """So many wells across and down about the table's middle; all measures in mm.

    A well is `room` wider than a die of that `size`, and `wall` is between two; `turn` is in degrees.
    """

    wells: tuple[int, int]
    size: float
    room: float
    wall: float
    turn: float

    @property
    def step(self) -> float:
        """From a well's middle to the next one's."""
        return self.size + self.room + self.wall

    def holding(self, rng: Random, die: Placed, well: tuple[int, int], askew: float) -> Placed:
        """The die in the well of that column and row, any way round, and by chance so many degrees askew."""
        right, down = (
            (k - (many - 1) / 2) * self.step + rng.uniform(-0.5, 0.5) * self.room
            for k, many in zip(well, self.wells, strict=True)
        )
        own = self.turn + 90 * rng.randrange(4) + rng.gauss(0, askew)
        x, y = turned(right, down, self.turn)
        return replace(die, x=x, y=y, turn=own % 360)

    def sheets(self, deep: float, rim: float, floor: Colour, walls: Colour) -> Iterator[Sheet]:
        """Its floor and its walls, so high, with so much of them beyond the outer wells."""
        wide, high = (many * self.step + self.wall + 2 * rim for many in self.wells)
        yield Sheet(ClothArt((wide, high), floor, thick=_FLOOR), 0, 0, self.turn)
        for k in range(max(self.wells) + 1):
            for across, many in zip((True, False), self.wells, strict=True):
                if k > many:
                    continue
                outer = (k == many) - (k == 0)  # the rim is beyond the first and the last
                at = (k - many / 2) * self.step + outer * rim / 2
                thick = self.wall + abs(outer) * rim
                size, place = ((thick, high), (at, 0.0)) if across else ((wide, thick), (0.0, at))
                art = ClothArt(size, walls, thick=deep)
                yield Sheet(art, *turned(*place, self.turn), self.turn)
