"""Finding plays (AU-7): every way to lay one word, and a good play for players made of chance."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from appliance.games.judge import Judge
from appliance.games.scrabble.board import CENTRE, EMPTY, SIZE, Board, on_board
from appliance.games.scrabble.placement import Play, reasons
from appliance.games.scrabble.scoring import score, unknown, words
from appliance.games.scrabble.squares import Square
from appliance.pieces.tiles import BLANK, RACK

ENOUGH = 6
"""So many legal plays through one letter are compared; a longer look finds hardly better ones."""
LETTERS, LETTERS_WITH_BLANK = 4, 1
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
    found = [
        play
        for down in (False, True)
        for number, line in enumerate(lines(board)[down])
        for place in range(SIZE - len(word) + 1)
        for tiles in _dressed(_fitted(line, word, place), rack)
        if not reasons(board, play := Play(_square(down, number, place), down, tiles))
    ]
    return sorted(found, key=lambda play: (-score(board, play), play.down, play.start, play.tiles))


def lines(board: Board) -> Lines:
    """The board's rows from the top, and its columns from the left."""
    return board.rows, board.transposed.rows


def _square(down: bool, number: int, place: int) -> Square:
    return Square(place, number) if down else Square(number, place)


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


def _dressed(tiles: str, rack: Iterable[str]) -> Iterator[str]:
    """The tiles with blanks of the rack, in lower case, for letters that it lacks; none if it cannot."""
    have = Counter(rack)
    needed = Counter(tiles.replace(EMPTY, ""))
    lacking = needed - have
    if not needed or lacking.total() > have[BLANK]:
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
    hand = [*(tile for tile in rack if tile != BLANK), *[BLANK] * blanks]
    there = sorted({tile.upper() for tile in board.tiles.values()})
    shuffle(there)
    through = there[: LETTERS_WITH_BLANK if blanks else LETTERS]
    found = [play for letter in through for play in _through(board, letter, hand, judge, tier)]
    if not found:
        found = list(_first(_beside(board, hand, judge, tier, shuffle)))
    return max(found, key=lambda play: score(board, play), default=None)


def _first(plays: Iterator[Play]) -> Iterator[Play]:
    for _, play in zip(range(ENOUGH), plays, strict=False):
        yield play


def _listed(tiles: Sequence[str], judge: Judge, tier: int) -> list[str]:
    """The words that the tiles hold, the longest first."""
    found = judge.words(tiles, shortest=2, longest=RACK + 1)
    return [
        word.word for length in sorted(found, reverse=True) for word in found[length] if word.tier <= tier
    ]


def _through(board: Board, letter: str, hand: Sequence[str], judge: Judge, tier: int) -> list[Play]:
    """Plays whose word uses this letter of the board."""
    squares = [square for square, tile in board.tiles.items() if tile.upper() == letter]
    both = lines(board)

    def plays() -> Iterator[Play]:
        for word in _listed([*hand, letter], judge, tier):
            for place in (place for place, char in enumerate(word) if char == letter):
                for square in squares:
                    yield from _legal(board, both, word, square, place, hand, judge)

    return list(_first(plays()))


def _beside(board: Board, hand: Sequence[str], judge: Judge, tier: int, shuffle: Shuffle) -> Iterator[Play]:
    """Plays of words of the hand alone: over the middle, or so that they touch what lies."""
    both = lines(board)
    anchors = sorted(_anchors(board))
    shuffle(anchors)
    for word in _listed(hand, judge, tier)[:LISTED]:
        for square in anchors[:ANCHORS]:
            for place in range(len(word)):
                yield from _legal(board, both, word, square, place, hand, judge)


def _anchors(board: Board) -> set[Square]:
    if not board.tiles:
        return {CENTRE}
    beside = {square for tile in board.tiles for square in tile.neighbours}
    return {square for square in beside if on_board(square) and board.at(square) == EMPTY}


def _legal(
    board: Board, both: Lines, word: str, square: Square, place: int, hand: Sequence[str], judge: Judge
) -> Iterator[Play]:
    """The plays, across and down, that have the word's letter of that place on the square."""
    for down in (False, True):
        number, along = (square.column, square.row) if down else (square.row, square.column)
        tiles = _fitted(both[down][number], word, along - place)
        dressed = next(_dressed(tiles, hand), None) if tiles else None
        if dressed:
            play = Play(_square(down, number, along - place), down, dressed)
            if not reasons(board, play) and not unknown(words(board, play), judge.is_word):
                yield play
