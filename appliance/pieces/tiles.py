"""Tiles: what each letter is worth, how many there are, and which cannot come from one set.

A tile is one character: a capital letter, or a blank. A blank is `?` while it stands for nothing, and the
lower-case letter that it stands for once it lies.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

BLANK = "?"
RACK = 7
"""How many tiles a player holds (AU-5, SS-2)."""


@dataclass(frozen=True, eq=False)
class TileSet:
    """One box of tiles: `values` by capital letter, `counts` by letter and for the blank."""

    name: str
    values: Mapping[str, int]
    counts: Mapping[str, int]

    def value(self, tile: str) -> int:
        """What a tile is worth: nothing if it is a blank."""
        return self.values.get(tile, 0)

    def worth(self, tiles: Iterable[str]) -> int:
        """What these tiles are worth together."""
        return sum(map(self.value, tiles))

    @property
    def bag(self) -> tuple[str, ...]:
        """All tiles of the box, in the order of the alphabet, blanks last."""
        return tuple(Counter(self.counts).elements())

    def excess(self, tiles: Iterable[str], boxes: int = 1) -> dict[str, int]:
        """Which of these tiles are too many for that number of boxes, and by how many."""
        stock = Counter({tile: count * boxes for tile, count in self.counts.items()})
        return dict(sorted((Counter(map(face, tiles)) - stock).items()))


def face(tile: str) -> str:
    """What the tile itself shows: the letter, or `?` for a blank, whatever it stands for."""
    return tile if tile.isupper() else BLANK


def tile_set(name: str, table: str, blanks: int = 2) -> TileSet:
    """A set from a table such as `A9:1 B2:3`: letter, how many, and their value."""
    rows = [(entry[0], *entry[1:].split(":")) for entry in table.split()]
    values = {letter: int(value) for letter, _, value in rows}
    return TileSet(name, values, {letter: int(count) for letter, count, _ in rows} | {BLANK: blanks})


ENGLISH = tile_set(
    "english",
    "A9:1 B2:3 C2:3 D4:2 E12:1 F2:4 G3:2 H2:4 I9:1 J1:8 K1:5 L4:1 M2:3 "
    "N6:1 O8:1 P2:3 Q1:10 R6:1 S4:1 T6:1 U4:1 V2:4 W2:4 X1:8 Y2:4 Z1:10",
)
"""The standard 100 tiles (top of the rules page)."""
