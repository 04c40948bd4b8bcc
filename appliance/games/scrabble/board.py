"""The board of 15 × 15 squares with its premiums (AU-7), as a value that is never changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from appliance.errors import BadValue
from appliance.games.scrabble.squares import Square
from appliance.pieces.premiums import PREMIUMS

SIZE = 15
EMPTY = "."
CENTRE = Square(7, 7)


def letter_factor(square: Square) -> int:
    """By what the square multiplies a new tile's value."""
    return {"t": 3, "d": 2}.get(PREMIUMS[square.row][square.column], 1)


def word_factor(square: Square) -> int:
    """By what the square multiplies a word with a new tile on it."""
    return {"T": 3, "D": 2}.get(PREMIUMS[square.row][square.column], 1)


def on_board(square: Square) -> bool:
    """Whether the board has such a square."""
    return 0 <= square.row < SIZE and 0 <= square.column < SIZE


def name(square: Square) -> str:
    """What players call a square: column letter and row, `H8` in the middle."""
    return f"{chr(ord('A') + square.column)}{square.row + 1}"


@dataclass(frozen=True)
class Board:
    """15 rows of 15 characters: `.` empty, a capital letter, or in lower case what a blank stands for."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE

    @classmethod
    def parse(cls, rows: Iterable[str]) -> Self:
        """The board of its rows in text form; `BadValue` for any other shape or character."""
        made = tuple(row.strip() for row in rows)
        fits = len(made) == SIZE and all(len(row) == SIZE for row in made)
        if not fits or not all(char == EMPTY or char.isalpha() for row in made for char in row):
            raise BadValue(f"{SIZE} rows of {SIZE} letters or dots make a board, not {made!r}")
        return cls(made)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    @cached_property
    def tiles(self) -> dict[Square, str]:
        """The tiles that lie, by square."""
        return {
            Square(row, column): tile
            for row, line in enumerate(self.rows)
            for column, tile in enumerate(line)
            if tile != EMPTY
        }

    def at(self, square: Square) -> str:
        """The tile on a square, or `.`; so too off the board."""
        return self.tiles.get(square, EMPTY)

    def put(self, tiles: Mapping[Square, str]) -> "Board":
        """The board with these squares filled, whatever was there; `.` takes a tile away."""
        rows = [list(row) for row in self.rows]
        for square, tile in tiles.items():
            rows[square.row][square.column] = tile
        return Board(tuple(map("".join, rows)))

    def take(self, squares: Iterable[Square]) -> "Board":
        """The board without the tiles on these squares."""
        return self.put(dict.fromkeys(squares, EMPTY))

    @property
    def transposed(self) -> "Board":
        """The board with rows and columns exchanged."""
        return Board(tuple(map("".join, zip(*self.rows, strict=True))))
