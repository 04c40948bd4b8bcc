"""Builds loose crosswords out of tiles, for players made of chance and for tests.

Chance comes from outside, as `draw`: a number below another, such as a `Random`'s `randrange`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from appliance.errors import BadValue
from appliance.games.judge import Judge
from appliance.games.scrabble.layout import Layout
from appliance.games.scrabble.squares import Square
from appliance.pieces.tiles import BLANK, face

T = TypeVar("T")
Draw = Callable[[int], int]
"""Draws a whole number from 0 up to but not including the one given."""

EVERYDAY = 2
"""The rarest tier of words that are tried first."""

LONGEST = 7
AT_ONCE = 6
"""How many tiles are tried together: more make the search of the word list longer."""

FIRSTS, DRAWS = 12, 2
"""How many times a few tiles are drawn for a first word, and beside each tile for a next one."""

TRIES = 200

SINGLES = 5
"""How many unused tiles lie in a row at least."""


def build(bag: Iterable[str], count: int, judge: Judge, draw: Draw) -> tuple[str, ...]:
    """The rows of a legal layout of exactly `count` tiles out of the bag, blanks as `?`.

    `BadValue` if none is found: the bag holds too few tiles, or no vowels, say.
    """
    tiles = tuple(bag)
    for _ in range(TRIES if 2 <= count <= len(tiles) else 0):
        laid = _grow(tiles, count, judge, draw)
        if len(laid) == count:
            return rows_of(laid)
    raise BadValue(f"no crossword of {count} tiles found in a bag of {len(tiles)}")


def lay_out(hand: Sequence[str], judge: Judge, draw: Draw) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows of a legal layout of what fits well of a hand, and the tiles left over."""
    laid = _grow(tuple(hand), len(hand), judge, draw)
    left = Counter(hand) - Counter(map(face, laid.values()))
    return rows_of(laid), tuple(sorted(left.elements()))


def beside(rows: Sequence[str], left: Sequence[str]) -> tuple[str, ...]:
    """The rows of a layout with unused tiles below it, each lying by itself."""
    abreast = max(SINGLES, (max(map(len, rows), default=0) + 1) // 2)
    below = [".".join(left[n : n + abreast]) for n in range(0, len(left), abreast)]
    apart = [row for single in below for row in (".", single)]
    return (*rows, *(apart if rows else apart[1:]))


def rows_of(laid: Mapping[Square, str]) -> tuple[str, ...]:
    """A layout's rows from the top, blanks as `?` and nothing as `.`; no empty row, no row cut short."""
    lines = str(Layout({square: face(tile) for square, tile in laid.items()})).splitlines()
    width = max(map(len, lines), default=0)
    return tuple(line.ljust(width, ".") for line in lines)


def _grow(bag: Sequence[str], most: int, judge: Judge, draw: Draw) -> dict[Square, str]:
    """Words that cross earlier ones, until `most` tiles lie or no anchor leads further."""
    left = Counter(bag)
    laid = _first(left, most, judge, draw)
    left -= Counter(map(face, laid.values()))
    while laid and len(laid) < most:
        new = next(_nexts(laid, left, most - len(laid), judge, draw), None)
        if new is None:
            break
        laid |= new
        left -= Counter(map(face, new.values()))
    return laid


def _first(left: Counter[str], most: int, judge: Judge, draw: Draw) -> dict[Square, str]:
    for _ in range(FIRSTS):
        tiles = _some(left, draw)
        for word in _words(tiles, "", min(LONGEST, most), judge, draw):
            if len(word) != most - 1:  # one tile alone is hard to place
                return dict(zip((Square(0, c) for c in range(len(word))), _as_tiles(word, left), strict=True))
    return {}


def _nexts(
    laid: Mapping[Square, str], left: Counter[str], room: int, judge: Judge, draw: Draw
) -> Iterator[dict[Square, str]]:
    """New tiles that cross what lies at one square and touch it nowhere else."""
    anchors = sorted(laid)
    again = DRAWS if left.total() > AT_ONCE else 1
    for anchor in _shuffled(anchors * again, draw):
        down = not {anchor.step(False, -1), anchor.step(False)}.isdisjoint(laid)
        pairs = ((anchor.step(down, -1), anchor), (anchor, anchor.step(down)))
        if not any(_is_free(laid, pair, anchor, down) for pair in pairs):
            continue  # not even two letters have room
        letter = laid[anchor].upper()
        for word in _words(_some(left, draw), letter, min(LONGEST, room + 1), judge, draw):
            if room - (len(word) - 1) == 1 and room > 2:
                continue
            for place in _shuffled([n for n, other in enumerate(word) if other == letter], draw):
                squares = [anchor.step(down, n - place) for n in range(len(word))]
                if _is_free(laid, squares, anchor, down):
                    tiles = _as_tiles(word[:place] + word[place + 1 :], left)
                    yield dict(zip((s for s in squares if s != anchor), tiles, strict=True))


def _is_free(laid: Mapping[Square, str], squares: Sequence[Square], anchor: Square, down: bool) -> bool:
    """Whether a word there has nothing in its way, beside it or at its ends but the anchor."""
    if squares[0].step(down, -1) in laid or squares[-1].step(down) in laid:
        return False
    return all(
        square not in laid and square.step(not down) not in laid and square.step(not down, -1) not in laid
        for square in squares
        if square != anchor
    )


def _words(tiles: Sequence[str], letter: str, longest: int, judge: Judge, draw: Draw) -> Iterator[str]:
    """Words of the tiles and the letter, all with that letter; everyday and longer ones first, by chance."""
    found = judge.words([*tiles, *letter], shortest=2, longest=longest)
    fitting = [word for words in found.values() for word in words if letter in word.word]
    have = Counter(tiles)  # where a blank is among them, the letter itself may have been left out
    for word in sorted(fitting, key=lambda word: (word.tier > EVERYDAY, draw(9) - 3 * len(word.word))):
        short = Counter(word.word) - have - Counter(letter)
        if short.total() <= have[BLANK]:
            yield word.word


def _as_tiles(letters: str, left: Mapping[str, int]) -> Iterator[str]:
    """The tiles for these letters: a blank, in lower case, where the letter has run out."""
    have = Counter(left)
    for letter in letters:
        tile = letter if have[letter] else BLANK
        have[tile] -= 1
        yield letter if tile == letter else letter.lower()


def _some(left: Counter[str], draw: Draw) -> list[str]:
    """A few tiles by chance, the blank of them only where it helps little to wait: at the end."""
    letters = sorted(tile for tile in left.elements() if tile != BLANK)
    blanks = [BLANK] if left[BLANK] else []
    room = AT_ONCE - 2 * len(blanks)  # a blank makes the search much longer
    late = len(letters) <= room
    some = [letters.pop(draw(len(letters))) for _ in range(min(room, len(letters)))]
    return some + (blanks if late or not draw(4) else [])


def _shuffled(things: Sequence[T], draw: Draw) -> list[T]:
    """The things in an order made of chance (Fisher and Yates)."""
    mixed = list(things)
    for place in range(len(mixed) - 1, 0, -1):
        other = draw(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed
