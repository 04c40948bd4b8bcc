"""Finds the words that tiles hold: by signature in the store's index, or word by word if tiles are many."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, islice
from string import ascii_lowercase
from typing import Any, NamedTuple

from appliance.errors import BadValue
from appliance.lexicon.build import HIDDEN
from appliance.lexicon.tiles import BLANK, INDEXED, QU, parts, signature, signatures

ALL_WORDS = "SELECT word, rank FROM word"
HOUSE = 4
"""The rank of a word that the table adds: it counts as a rare one of the standard list."""

BLANKS = 2
_AT_ONCE = 500  # SQLite builds of older systems allow 999 values in one question
_SYMBOLS = frozenset({*ascii_lowercase.upper(), QU, BLANK})

Pairs = set[tuple[int, str, int]]
"""The length in tiles, the word, its rank."""


class Found(NamedTuple):
    """A word, in capitals, with its tier and whether the narrower list has it."""

    word: str
    tier: int
    standard: bool


def pairs(
    tiles: Sequence[str],
    shortest: int,
    longest: int,
    anagrams: Callable[[Sequence[str]], Iterable[Any]],
    every_word: Callable[[], Iterable[tuple[str, int]]],
) -> Pairs:
    """What the tiles hold, with the length in tiles; `BadValue` for a symbol that is no tile."""
    check(tiles)
    if len(tiles) > INDEXED:
        return among_ranked(every_word(), tiles, shortest, longest)
    found: Pairs = set()
    keys = iter(_keys(tiles, shortest, longest))
    while batch := tuple(islice(keys, _AT_ONCE)):
        for key, words in anagrams(batch):
            found.update((len(key), entry[:-1], int(entry[-1], 16)) for entry in words.split(" "))
    return found


def among(words: Iterable[str], tiles: Sequence[str], shortest: int, longest: int) -> Pairs:
    """Those of the house's words that the tiles hold."""
    return among_ranked(((word, HOUSE) for word in words), tiles, shortest, longest)


def among_ranked(
    words: Iterable[tuple[str, int]], tiles: Sequence[str], shortest: int, longest: int
) -> Pairs:
    """Those of `words` that the tiles hold, found by trying each of them."""
    have = dict(Counter(signature([tile for tile in tiles if tile != BLANK])))
    blanks = sum(tile == BLANK for tile in tiles)
    letters = frozenset(have)
    found: Pairs = set()
    for word, rank in words:
        # Most words need more foreign letters than there are blanks; a Q or a U may lie in a Qu.
        if len(set(word) - letters - {"q", "u"}) > blanks:
            continue
        for key in signatures(word):
            if shortest <= len(key) <= longest and _fits(key, have, blanks):
                found.add((len(key), word, rank))
    return found


def _fits(key: str, have: dict[str, int], blanks: int) -> bool:
    lack = {symbol: key.count(symbol) - have.get(symbol, 0) for symbol in set(key)}
    # No blank stands for Qu.
    return lack.get("Q", 0) <= 0 and sum(count for count in lack.values() if count > 0) <= blanks


def by_length(pairs: Pairs, *, standard: bool, unshown: bool) -> dict[int, list[Found]]:
    """The words sorted, the common ones first, under their lengths from short to long."""
    lists: dict[int, list[Found]] = {}
    for length, word, rank in sorted(pairs, key=lambda pair: (pair[0], min(pair[2] % HIDDEN, 4), pair[1])):
        shown, level = rank < HIDDEN, rank % HIDDEN
        if (shown or unshown) and (level <= 4 or not standard):
            lists.setdefault(length, []).append(Found(word.upper(), min(level, 4), level <= 4))
    return lists


def check(tiles: Sequence[str]) -> None:
    """`BadValue` for a symbol that is no tile, or for more blanks than a set has."""
    for tile in tiles:
        if tile not in _SYMBOLS:
            raise BadValue(f"{tile!r} is no tile; expected one capital letter, Qu, or ? for a blank")
    if sum(tile == BLANK for tile in tiles) > BLANKS:
        raise BadValue(f"more than {BLANKS} blanks: {' '.join(tiles)}")


def _keys(tiles: Sequence[str], shortest: int, longest: int) -> set[str]:
    """Every signature that some of the tiles can have, each blank as any letter."""
    whole = signature([tile for tile in tiles if tile != BLANK])
    blanks = len(tiles) - len(whole)
    keys = set(parts(whole, shortest, longest))
    for count in range(1, blanks + 1):
        bases = [*parts(whole, shortest - count, longest - count), *([""] if count >= shortest else [])]
        keys.update(_with(bases, count))
    return keys


def _with(bases: Iterable[str], count: int) -> Iterator[str]:
    more = ["".join(letters) for letters in combinations_with_replacement(ascii_lowercase, count)]
    for base in bases:
        yield from ("".join(sorted(base + letters)) for letters in more)
