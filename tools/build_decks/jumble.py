"""Jumbles that give nothing away, and that the eye cannot take for each other."""

from collections.abc import Container, Iterator, Sequence
from random import Random

from appliance.lexicon.decks import distance

APART = 4
"""In how many places jumbles differ at least: with one letter misread there still is only one nearest."""

_IN_PLACE = 1
_RUN = 3
_WORD = 4
_SLUR = 3
_TRIES = 2000


def jumbles(letters: str, rng: Random) -> Iterator[str]:
    """Some of the orders of the letters."""
    for _ in range(_TRIES):
        yield "".join(rng.sample(letters, len(letters)))


def is_good(
    jumble: str, solutions: Sequence[str], words: Container[str], slurs: Container[str], others: Sequence[str]
) -> bool:
    """Whether it hides each solution, shows no longer word and no slur, and is far from the others."""
    return (
        all(hides(jumble, solution) for solution in solutions)
        and not any(part in words for part in parts(jumble, _WORD))
        and not any(part in slurs or part[::-1] in slurs for part in parts(jumble, _SLUR))
        and all(distance(jumble, other) >= APART for other in others)
    )


def hides(jumble: str, solution: str) -> bool:
    """At most one letter in its place, the first and the last moved, no three letters of it in a row."""
    return (
        len(solution) - distance(jumble, solution) <= _IN_PLACE
        and jumble[0] != solution[0]
        and jumble[-1] != solution[-1]
        and not any(part in solution for part in parts(jumble, _RUN) if len(part) == _RUN)
    )


def parts(text: str, shortest: int) -> Iterator[str]:
    """Every part of the text of at least that length."""
    for start in range(len(text)):
        for end in range(start + shortest, len(text) + 1):
            yield text[start:end]
