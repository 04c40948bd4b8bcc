"""Finding plays (AU-7): every way to lay one word, and a good play for players made of chance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from typing import Any

from appliance.games.judge import Judge
from appliance.games.scrabble.board import CENTRE, EMPTY, Board, on_board
from appliance.games.scrabble.placement import Play, reasons
from appliance.games.scrabble.scoring import score
from appliance.games.scrabble.squares import Square
from appliance.pieces.tiles import BLANK, RACK

ENOUGH = 6
"""So many legal plays through one letter are compared; a longer look finds hardly better ones."""
LETTERS, LETTERS_WITH_BLANK = 3, 1
"""How many of the board's letters a search tries to play through: words with a blank take long to list."""
LISTED, ANCHORS = 30, 12
"""How many words, the longest first, are tried on how many squares beside tiles where none goes through."""

Shuffle = Callable[[list[Any]], None]
"""Puts a list into the order in which things are tried, such as a `Random`'s `shuffle`."""

Lines = tuple[tuple[str, ...], tuple[str, ...]]


def placements(board: Board, word: str, rack: Sequence[str]) -> list[Play]:
    """All legal plays whose main word is this one, the best score first.

    Blanks of the rack stand for the letters that it lacks: each choice of which they are is a play. Whether
    the word exists, or those across it do, is not looked up.
    """
    there = {tile.upper() for tile in board.tiles.values()}
    if sum(letter not in there and letter not in rack for letter in word) > rack.count(BLANK):
        return []
    both = lines(board)
    starts = {
        (down, *_in_line(square, down, place))
        for square in _anchors(board)
        for down in (False, True)
        for place in range(len(word))
    }
    found = [
        play
        for down, number, start in starts
        for tiles in _dressed(_fitted(both[down][number], word, start), rack)
        if not reasons(board, play := Play(_square(down, number, start), down, tiles))
    ]
    return sorted(found, key=lambda play: (-score(board, play), play.down, play.start, play.tiles))


def lines(board: Board) -> Lines:
    """The board's rows from the top, and its columns from the left."""
    return board.rows, board.transposed.rows


def _square(down: bool, number: int, place: int) -> Square:
    return Square(place, number) if down else Square(number, place)


def _in_line(square: Square, down: bool, place: int) -> tuple[int, int]:
    """The line, and where in it a word starts that has its letter of that place on the square."""
    return (square.column, square.row - place) if down else (square.row, square.column - place)


def _fitted(line: str, word: str, place: int) -> str:
    """The new tiles that make this word from that place of a line on, `.` where one lies; "" if none can."""
    end = place + len(word)
    if place < 0 or end > len(line) or line[end : end + 1] not in ("", EMPTY):
        return ""
    if place and line[place - 1] != EMPTY:
        return ""
    tiles = ""
    for letter, there in zip(word, line[place:end], strict=True):
        if there not in (EMPTY, letter, letter.lower()):
            return ""
        tiles += letter if there == EMPTY else EMPTY
    return tiles


def _dressed(tiles: str, rack: Sequence[str]) -> Iterator[str]:
    """The tiles with blanks of the rack, in lower case, for letters that it lacks; none if it cannot."""
    needed = tiles.replace(EMPTY, "")
    lacking = {
        letter: needed.count(letter) - rack.count(letter)
        for letter in dict.fromkeys(needed)
        if needed.count(letter) > rack.count(letter)
    }
    if not needed or sum(lacking.values()) > rack.count(BLANK):
        return
    choices = [tiles]
    for letter, count in lacking.items():
        spots = [place for place, tile in enumerate(tiles) if tile == letter]
        choices = [
            "".join(tile.lower() if place in blanks else tile for place, tile in enumerate(choice))
            for choice in choices
            for blanks in combinations(spots, count)
        ]
    yield from choices


def some_play(
    board: Board, rack: Sequence[str], judge: Judge, *, shuffle: Shuffle = list.sort, tier: int = 4
) -> Play | None:
    """A good legal play of words up to a tier of rarity, or None if a short search finds none.

    It plays through some letters of the board, in the order that `shuffle` makes, else beside its tiles.
    """
    if not rack:
        return None
    blanks = min(rack.count(BLANK), 1)  # with two, the list of words alone would take too long
    hand = (*(tile for tile in rack if tile != BLANK), *[BLANK] * blanks)
    search = _Search(board, lines(board), hand, judge, cache(judge.is_word), tier)
    there = sorted({tile.upper() for tile in board.tiles.values()})
    shuffle(there)
    through = there[: LETTERS_WITH_BLANK if blanks else LETTERS]
    found = [play for letter in through for play in islice(_through(search, letter), ENOUGH)]
    if not found:
        found = list(islice(_beside(search, shuffle), ENOUGH))
    return max(found, key=lambda play: score(board, play), default=None)


@dataclass(frozen=True)
class _Search:
    """What a search for a play needs all the time."""

    board: Board
    lines: Lines
    hand: tuple[str, ...]
    judge: Judge
    is_word: Callable[[str], bool]
    tier: int


def _listed(search: _Search, *more: str) -> list[str]:
    """The words that the hand holds, with one letter of the board or without; the longest first."""
    found = search.judge.words((*search.hand, *more), shortest=2, longest=RACK + 1)
    longest_first = (word for length in sorted(found, reverse=True) for word in found[length])
    return [word.word for word in longest_first if word.tier <= search.tier]


def _through(search: _Search, letter: str) -> Iterator[Play]:
    """Plays whose word uses this letter of the board."""
    squares = [square for square, tile in search.board.tiles.items() if tile.upper() == letter]
    for word in _listed(search, letter):
        for place in (place for place, char in enumerate(word) if char == letter):
            for square in squares:
                yield from _legal(search, word, square, place)


def _beside(search: _Search, shuffle: Shuffle) -> Iterator[Play]:
    """Plays of words of the hand alone: over the middle, or so that they touch what lies."""
    anchors = sorted(_anchors(search.board))
    shuffle(anchors)
    for word in _listed(search)[:LISTED]:
        for square in anchors[:ANCHORS]:
            for place in range(len(word)):
                yield from _legal(search, word, square, place)


def _anchors(board: Board) -> set[Square]:
    if not board.tiles:
        return {CENTRE}
    beside = {square for tile in board.tiles for square in tile.neighbours}
    return {square for square in beside if on_board(square) and board.at(square) == EMPTY}


def _legal(search: _Search, word: str, square: Square, place: int) -> Iterator[Play]:
    """The plays, across and down, that have the word's letter of that place on the square."""
    for down in (False, True):
        number, start = _in_line(square, down, place)
        tiles = _fitted(search.lines[down][number], word, start)
        dressed = next(_dressed(tiles, search.hand), None) if tiles else None
        if dressed and all(map(search.is_word, _crossing(search.lines[not down], number, start, dressed))):
            play = Play(_square(down, number, start), down, dressed)
            if not reasons(search.board, play):
                yield play


def _crossing(across: Sequence[str], number: int, start: int, tiles: str) -> Iterator[str]:
    """The words that new tiles in line `number` from `start` on make with the lines across it."""
    for line, tile in zip(across[start:], tiles, strict=False):
        before, after = line[:number].rpartition(EMPTY)[2], line[number + 1 :].partition(EMPTY)[0]
        if tile != EMPTY and (before or after):
            yield f"{before}{tile}{after}".upper()
