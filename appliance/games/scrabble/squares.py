"""Squares, runs of tiles along a line, and parts that hang together; a board's or a loose layout's alike."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self


class Square(NamedTuple):
    """A place for a tile, row and column counted from 0; off a board's edge it may be negative."""

    row: int
    column: int

    def step(self, down: bool, count: int = 1) -> "Square":
        """The square that many further down or to the right."""
        return Square(self.row + count, self.column) if down else Square(self.row, self.column + count)

    @property
    def neighbours(self) -> "tuple[Square, ...]":
        """The four squares beside it."""
        return tuple(self.step(down, count) for down in (False, True) for count in (-1, 1))


Tiles = Mapping[Square, str]


@dataclass(frozen=True)
class Run:
    """Tiles side by side in one line, as long as it goes; `text` has blanks in lower case or as `?`."""

    start: Square
    down: bool
    text: str

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of the text's letters."""
        return tuple(self.start.step(self.down, place) for place in range(len(self.text)))

    @classmethod
    def through(cls, tiles: Tiles, square: Square, down: bool) -> Self:
        """The run through a square that has a tile; it may be of one tile only."""
        start = square
        while start.step(down, -1) in tiles:
            start = start.step(down, -1)
        return cls(start, down, "".join(_along(tiles, start, down)))


def _along(tiles: Tiles, square: Square, down: bool) -> Iterator[str]:
    while square in tiles:
        yield tiles[square]
        square = square.step(down)


def runs(tiles: Tiles, among: Iterable[Square] | None = None) -> tuple[Run, ...]:
    """All runs of two tiles or more, or those through some squares only; across first, from the top left."""
    squares = tiles if among is None else among
    found = {Run.through(tiles, square, down) for square in squares for down in (False, True)}
    long = [run for run in found if len(run.text) > 1]
    return tuple(sorted(long, key=lambda run: (run.down, run.start)))


def parts(tiles: Tiles) -> list[dict[Square, str]]:
    """The tiles in groups that hang together side by side, the largest group first."""
    left = dict(tiles)
    groups: list[dict[Square, str]] = []
    while left:
        edge = [next(iter(left))]
        group: dict[Square, str] = {}
        while edge:
            square = edge.pop()
            if square in left:
                group[square] = left.pop(square)
                edge += square.neighbours
        groups.append(group)
    return sorted(groups, key=lambda group: (-len(group), min(group)))


def transposed(tiles: Tiles) -> dict[Square, str]:
    """The same tiles with across and down exchanged."""
    return {Square(square.column, square.row): tile for square, tile in tiles.items()}
