"""Tiles and dice as symbols: one capital letter, `Qu`, or `?` for a blank.

`Qu` is one symbol (rule AN-6): it counts as one letter, and gives no Q and no U on their own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from appliance.errors import BadValue

QU = "Qu"
BLANK = "?"
INDEXED = 9
"""The largest number of tiles whose words the store has an index for: all nine dice."""

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BETWEEN = " ,\t\n"


def tiles(text: str) -> tuple[str, ...]:
    """The tiles that a line of text names: `acerbt`, `quiet?`, `Qu I T`.

    A Q with a U right behind it, in either case, is the one symbol `Qu`. Where two tiles Q and U lie side by
    side, put a space or a comma between them: `Q U I T` is four tiles, `QUIT` three. `BadValue` for any other
    character, or none.
    """
    found: list[str] = []
    position = 0
    while position < len(text):
        char = text[position].upper()
        if char == "Q" and text[position + 1 : position + 2].upper() == "U":
            found.append(QU)
            position += 1
        elif char in _LETTERS or char == BLANK:
            found.append(char)
        elif char not in _BETWEEN:
            raise BadValue(
                f"{text[position]!r} in {text!r} is no tile; expected letters, Qu, or ? for a blank"
            )
        position += 1
    if not found:
        raise BadValue("no letters given; expected letters, Qu, or ? for a blank")
    return tuple(found)


def as_text(symbols: Sequence[str]) -> str:
    """The tiles in a line that `tiles` reads back."""
    text = "".join(symbols)
    return text if tiles(text) == tuple(symbols) else " ".join(symbols)


def spellings(word: str) -> list[tuple[str, ...]]:
    """Every way to lay the word, most `Qu` first: QUIT as (Qu, I, T) and as (Q, U, I, T)."""
    return sorted(_spellings(word.upper()), key=len)


def _spellings(word: str) -> Iterator[tuple[str, ...]]:
    if not word:
        yield ()
        return
    for rest in _spellings(word[1:]):
        yield (word[0], *rest)
    if word.startswith("QU"):
        for rest in _spellings(word[2:]):
            yield (QU, *rest)


def makes(symbols: Sequence[str], word: str) -> tuple[str, ...] | None:
    """The tiles that lay the word, blanks as `?`, with `Qu` where it is there; None if these tiles cannot."""
    have = Counter(symbols)
    for spelling in spellings(word):
        left = have.copy()
        laid = tuple(_take(left, symbol) for symbol in spelling)
        if all(laid):
            return laid
    return None


def _take(left: Counter[str], symbol: str) -> str:
    # A blank stands for one letter; it cannot stand for the two of Qu.
    taken = symbol if left[symbol] else BLANK if symbol != QU and left[BLANK] else ""
    left[taken] -= 1
    return taken


def signatures(word: str) -> set[str]:
    """The sorted symbols of each spelling of a lower-case word, a `Qu` written as the capital Q."""
    if "qu" not in word:
        return {"".join(sorted(word))}
    return {signature(spelling) for spelling in spellings(word)}


def signature(symbols: Sequence[str]) -> str:
    """The symbols sorted and in one character each: lower case, and the capital Q for `Qu`."""
    return "".join(sorted("Q" if symbol == QU else symbol.lower() for symbol in symbols))


def parts(whole: str, shortest: int, longest: int) -> Iterator[str]:
    """Every different part of a signature, of `shortest` to `longest` symbols; each is a signature too."""
    for length in range(max(shortest, 1), min(longest, len(whole)) + 1):
        yield from {"".join(part) for part in combinations(whole, length)}
