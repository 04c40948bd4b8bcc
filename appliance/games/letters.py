"""Words as rows of tiles: `Qu` is one letter (AN-6), punctuation has no length (AN-45)."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from appliance.pieces import DiceSet, Die

T = TypeVar("T")

PUNCTUATION = "'-"
_TILE = re.compile(r"QU|[A-Z]")


def tiles_of(word: str) -> tuple[str, ...]:
    """The letters of a word as dice show them: QUIET is Qu-I-E-T, CAN'T is C-A-N-T."""
    return tuple("Qu" if tile == "QU" else tile for tile in _TILE.findall(word.upper()))


def is_made_of(word: str, letters: Iterable[str]) -> bool:
    """Whether each letter of the word lies among `letters`, each die used at most once (AN-19)."""
    return not Counter(tiles_of(word)) - Counter(letters)


def can_roll(dice: DiceSet, letters: Sequence[str]) -> bool:
    """Whether some of the set's dice, each used once, can show these letters together (AN-5, AN-7)."""
    if not dice.always:
        return _matches(dice.dice, letters)
    return any(
        letter in die.faces and _matches(without(dice.dice, die), without(letters, letter))
        for die in dice.dice
        if die.body == dice.always
        for letter in set(letters)
    )


def without(things: Sequence[T], thing: T) -> list[T]:
    """The things in their order, less the first that equals `thing`."""
    rest = list(things)
    rest.remove(thing)
    return rest


def _matches(dice: Sequence[Die], letters: Sequence[str]) -> bool:
    owner: dict[int, int] = {}  # which letter (by its place) each die shows so far

    def give(place: int, tried: set[int]) -> bool:  # one step of bipartite matching (Kuhn)
        for number, die in enumerate(dice):
            if letters[place] in die.faces and number not in tried:
                tried.add(number)
                if number not in owner or give(owner[number], tried):
                    owner[number] = place
                    return True
        return False

    return all(give(place, set()) for place in range(len(letters)))
