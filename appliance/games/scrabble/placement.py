"""A play: tiles laid in one line, why it may be illegal (AU-7), and which one leads from board to board."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from appliance.errors import BadValue
from appliance.games.scrabble.board import CENTRE, EMPTY, SIZE, Board, name, on_board
from appliance.games.scrabble.squares import Square
from appliance.phrases import say
from appliance.pieces.tiles import RACK

_PLACE = re.compile(r"([0-9]{1,2})([A-Oa-o])|([A-Oa-o])([0-9]{1,2})")


def parse_place(text: str) -> tuple[Square, bool] | None:
    """Where a play starts and whether it runs down: `8D` runs across, `D8` down; None for other texts."""
    found = _PLACE.fullmatch(text)
    if not found:
        return None
    across_row, across_column, down_column, down_row = found.groups()
    row = int(across_row or down_row) - 1
    column = ord((across_column or down_column).upper()) - ord("A")
    return (Square(row, column), down_row is not None) if 0 <= row < SIZE else None


def place_text(start: Square, down: bool) -> str:
    """The text form of a place: row first for across, column first for down."""
    return name(start) if down else f"{start.row + 1}{name(start)[0]}"


@dataclass(frozen=True)
class Play:
    """New tiles in one line from `start` on, with `.` for each square that has a tile already.

    Its text form is `8D C.T` across or `D8 C.T` down; a blank is the lower-case letter it stands for.
    """

    start: Square
    down: bool
    tiles: str

    def __str__(self) -> str:
        return f"{place_text(self.start, self.down)} {self.tiles}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The play of a text form; `BadValue` for any other text."""
        place, _, tiles = text.partition(" ")
        parsed = parse_place(place)
        if not parsed or not tiles or not all(tile == EMPTY or tile.isalpha() for tile in tiles):
            raise BadValue(f"{text!r} is no play; expected place and tiles, such as 8D C.T")
        return cls(*parsed, tiles)

    @property
    def squares(self) -> tuple[Square, ...]:
        """All squares from the first to the last, those with older tiles too."""
        return tuple(self.start.step(self.down, place) for place in range(len(self.tiles)))

    @property
    def laid(self) -> dict[Square, str]:
        """The new tiles by square."""
        pairs = zip(self.squares, self.tiles, strict=True)
        return {square: tile for square, tile in pairs if tile != EMPTY}


def obstacles(board: Board, play: Play) -> Iterator[str]:
    """Why the tiles cannot lie like that at all: nothing to lay, off the board, a square taken, a gap."""
    if not play.laid:
        yield say("scrabble.nothing_laid")
    for square, tile in zip(play.squares, play.tiles, strict=True):
        if not on_board(square):
            yield say("scrabble.off_board", play=play)
            return
        if tile == EMPTY and board.at(square) == EMPTY:
            yield say("scrabble.gap", square=name(square))
        elif tile != EMPTY and board.at(square) != EMPTY:
            yield say("scrabble.taken", square=name(square), tile=board.at(square))


def reasons(board: Board, play: Play) -> tuple[str, ...]:
    """Why the play is illegal, a sentence each; empty if it is legal. Words are not looked up here."""
    found = list(obstacles(board, play))
    if len(play.laid) > RACK:
        found.append(say("scrabble.too_long", n=len(play.laid), most=RACK))
    if found:
        return tuple(found)
    if not board.tiles:
        if CENTRE not in play.laid:
            found.append(say("scrabble.not_over_centre", square=name(CENTRE)))
        if len(play.laid) < 2:
            found.append(say("scrabble.one_tile"))
    elif not is_connected(board, play):
        found.append(say("scrabble.touches_nothing"))
    return tuple(found)


def is_connected(board: Board, play: Play) -> bool:
    """Whether a new tile lies beside one that was there before."""
    return any(beside in board.tiles for square in play.laid for beside in square.neighbours)


@dataclass(frozen=True)
class Difference:
    """What happened between two looks at a board: the play, or the reasons why it was none."""

    play: Play | None
    reasons: tuple[str, ...] = ()


def difference(before: Board, after: Board) -> Difference:
    """The play that leads from one board to the other; its legality is for `reasons`.

    No play if a tile is gone or another than before, if none is new, or if the new ones lie in no line.
    A single tile is a play across, unless it has neighbours only above or below.
    """
    odd = [
        say("scrabble.gone", square=name(square), tile=tile)
        if after.at(square) == EMPTY
        else say("scrabble.changed", square=name(square), tile=tile, now=after.at(square))
        for square, tile in before.tiles.items()
        if after.at(square) != tile
    ]
    new = {square: tile for square, tile in after.tiles.items() if square not in before.tiles}
    if not new and not odd:
        odd.append(say("scrabble.nothing_laid"))
    if len({square.row for square in new}) > 1 and len({square.column for square in new}) > 1:
        odd.append(say("scrabble.no_line", squares=", ".join(map(name, sorted(new)))))
    return Difference(None, tuple(odd)) if odd else Difference(_in_line(before, new))


def _in_line(before: Board, new: Mapping[Square, str]) -> Play:
    first, last = min(new), max(new)
    down = first.column == last.column
    if len(new) == 1:
        beside = {
            down: first.step(down, -1) in before.tiles or first.step(down) in before.tiles
            for down in (False, True)
        }
        down = beside[True] and not beside[False]
    count = (last.row - first.row if down else last.column - first.column) + 1
    line = [first.step(down, place) for place in range(count)]
    return Play(first, down, "".join(new.get(square, EMPTY) for square in line))
