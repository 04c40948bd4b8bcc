"""A crossword without a board, as in Speed Scrabble and Idaho: is it legal (SS-10, SS-11)?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from string import ascii_lowercase
from typing import Self

from appliance.errors import BadValue
from appliance.games.scrabble.scoring import IsWord
from appliance.games.scrabble.squares import Run, Square, parts, runs, transposed
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, face

BLANKS = 2
"""How many a box has (SS-10); more than that are upside-down tiles."""


@dataclass(frozen=True)
class Layout:
    """Tiles in rows and columns of any number; a blank is `?` until somebody says what it stands for.

    Its text form has a line a row, `.` or a blank space where nothing lies.
    """

    tiles: Mapping[Square, str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The layout of a text form; `BadValue` for a character that is no tile."""
        tiles = {
            Square(row, column): tile
            for row, line in enumerate(text.splitlines())
            for column, tile in enumerate(line)
            if tile not in ". "
        }
        if odd := [tile for tile in tiles.values() if tile != BLANK and not tile.isalpha()]:
            raise BadValue(f"{odd[0]!r} is no tile; expected letters, ? for a blank, dots for nothing")
        return cls(tiles)

    def __str__(self) -> str:
        if not self.tiles:
            return ""
        rows = [square.row for square in self.tiles]
        columns = range(min(s.column for s in self.tiles), max(s.column for s in self.tiles) + 1)
        lines = range(min(rows), max(rows) + 1)
        return "\n".join(
            "".join(self.tiles.get(Square(r, c), ".") for c in columns).rstrip(".") for r in lines
        )

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """All runs of two tiles or more, across first."""
        return runs(self.tiles)

    @property
    def transposed(self) -> "Layout":
        """The layout with across and down exchanged."""
        return Layout(transposed(self.tiles))

    @property
    def blanks(self) -> tuple[Square, ...]:
        """Where blanks lie of which nobody has said what they stand for."""
        return tuple(square for square, tile in sorted(self.tiles.items()) if tile == BLANK)

    def readings(self) -> Iterator["Layout"]:
        """The layout with each `?` as every letter; just itself with no blank, or with too many to try."""
        if not 0 < len(self.blanks) <= BLANKS:
            yield self
            return
        for letters in product(ascii_lowercase, repeat=len(self.blanks)):
            yield Layout({**self.tiles, **dict(zip(self.blanks, letters, strict=True))})


def reasons(layout: Layout, hand: Iterable[str], is_word: IsWord) -> tuple[str, ...]:
    """Why the layout of a player who has these tiles is illegal (SS-11); empty if it is legal.

    A `?` in it may stand for any one letter that makes all its words.
    """
    laid = Counter(map(face, layout.tiles.values()))
    own = Counter(map(face, hand))
    found = []
    if not laid:
        found.append(say("scrabble.nothing_laid"))
    if laid[BLANK] > BLANKS:
        found.append(say("scrabble.blanks", n=laid[BLANK], most=BLANKS))
    apart = ["".join(tile for _, tile in sorted(group.items())) for group in parts(layout.tiles)[1:]]
    found += [say("scrabble.not_connected", tiles=tiles) for tiles in apart]
    if len(layout.tiles) == 1:
        found.append(say("scrabble.alone", tile=next(iter(layout.tiles.values()))))
    found += [say("scrabble.no_word", word=run.text.upper()) for run in no_words(layout, is_word)]
    found += [say("scrabble.left_over", tile=tile) for tile in sorted((own - laid).elements())]
    found += [say("scrabble.not_yours", tile=tile) for tile in sorted((laid - own).elements())]
    return tuple(found)


def no_words(layout: Layout, is_word: IsWord) -> tuple[Run, ...]:
    """The runs that are no words, by the reading of the blanks that leaves the fewest of them.

    A run with a `?` is given as it lies: no letter there makes a word of it, or none that also makes one
    of the other run through it.
    """
    is_word = cache(is_word)  # readings repeat the same words
    blanks = set(layout.blanks)
    fixed = tuple(run for run in layout.runs if not blanks & set(run.squares))
    bad = {run for run in fixed if not is_word(run.text.upper())}
    if blanks:
        through = runs(layout.tiles, blanks)
        misread = (
            {run for run, text in zip(through, texts, strict=True) if not is_word(text)}
            for _, texts in spelled(layout)
        )
        bad |= min(misread, key=len)
    return tuple(run for run in layout.runs if run in bad)


def spelled(layout: Layout) -> Iterator[tuple[Layout, tuple[str, ...]]]:
    """Each reading of the blanks, and what the runs through them then say, in capitals."""
    through = [run.squares for run in runs(layout.tiles, layout.blanks)]
    for reading in layout.readings():
        yield reading, tuple("".join(reading.tiles[s] for s in squares).upper() for squares in through)


def as_claimed(layout: Layout, claims: Mapping[Run, str]) -> tuple[Layout, tuple[str, ...]]:
    """The layout with its blanks as the player reads them out, run by run, and what is wrong with that.

    One blank cannot stand for two letters (SS-10); the first one named is then kept.
    """
    letters: dict[Square, list[str]] = {}
    wrong = []
    for run, word in claims.items():
        if not _fits(run.text, word.upper()):
            wrong.append(say("scrabble.misread", word=word.upper(), tiles=run.text.upper()))
            continue
        for square, tile, letter in zip(run.squares, run.text, word.lower(), strict=True):
            if tile == BLANK and letter not in letters.setdefault(square, []):
                letters[square].append(letter)
    several = [map(str.upper, named) for named in letters.values() if len(named) > 1]
    wrong += [say("scrabble.two_letters", letters=say("scrabble.and").join(named)) for named in several]
    named_first = {square: named[0] for square, named in letters.items()}
    return Layout({**layout.tiles, **named_first}), tuple(wrong)


def _fits(tiles: str, word: str) -> bool:
    return len(tiles) == len(word) and all(
        tile == BLANK or tile.upper() == letter for tile, letter in zip(tiles, word, strict=True)
    )
