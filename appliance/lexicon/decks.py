"""The cards of AnagraScramble: two decks of the box's own, and any other card by its letters (AS-1)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from appliance.errors import BadValue, Missing, did_you_mean
from appliance.lexicon.errors import LexiconError
from appliance.lexicon.search import Found
from appliance.lexicon.sources import DATA, entries

GREEN, RED = "green", "red"
DECKS = (GREEN, RED)
SHORTEST, LETTERS = 4, 7
"""Lengths of the words on a card; the longest use all its letters."""


@dataclass(frozen=True)
class Card:
    """One card, all in capitals: the jumble in front, the words that count on its back.

    `words` are sorted by length, longest first, then by the alphabet; `solutions` are those of all seven
    letters. `deck` is empty for a card of somebody else's.
    """

    jumble: str
    deck: str
    solutions: tuple[str, ...]
    words: tuple[str, ...]


class Finder(Protocol):
    """What finds the words that tiles hold, as a `Lexicon` does."""

    def words(
        self, tiles: Sequence[str], *, shortest: int, longest: int, unshown: bool = False
    ) -> dict[int, list[Found]]:
        """The words by their length; `unshown` gives those too that no hint may show."""


def deck(name: str) -> tuple[Card, ...]:
    """The hundred cards of the `green` deck (common words) or the `red` one (hard); `Missing` for others."""
    if name not in DECKS:
        raise Missing(f"no deck {name!r}{did_you_mean(name, DECKS)}; there are: {', '.join(DECKS)}")
    return read_deck(name)


@cache
def read_deck(name: str, data: Path = DATA) -> tuple[Card, ...]:
    """The cards of a deck's file, whose lines are a jumble or, under it, a length and the words of it."""
    cards: list[tuple[str, list[str]]] = []
    for line in entries(f"deck-{name}.txt", data):
        head, *rest = line.partition("#")[0].split() or [""]
        if head.isdigit() and cards:
            cards[-1][1].extend(rest)
        elif head and not rest:
            cards.append((head, []))
        elif head:
            raise LexiconError(f"the deck {data / f'deck-{name}.txt'} is damaged: {line!r}")
    return tuple(_card(jumble, name, words) for jumble, words in cards)


def every_card() -> Iterator[Card]:
    """The cards of both decks."""
    for name in DECKS:
        yield from deck(name)


def card_of(jumble: str) -> Card | None:
    """The card of either deck that shows these letters in this order, if there is one."""
    return _by_jumble().get(jumble.strip().upper())


def nearest(letters: str) -> tuple[Card, int]:
    """The card whose jumble differs least from seven letters, and in how many places it does.

    Jumbles differ from each other in four places or more: up to one wrong letter, the card is certain.
    """
    seen = _seven(letters)
    return min(((card, distance(card.jumble, seen)) for card in every_card()), key=lambda pair: pair[1])


def solved(letters: str, lexicon: Finder) -> Card:
    """The card that somebody else printed with these seven letters, its words from the whole word list.

    Words that no hint shows count too. `BadValue` for anything but seven letters.
    """
    jumble = _seven(letters)
    # Single letters: a Q and a U on a card are two, unlike on dice.
    found = lexicon.words(tuple(jumble), shortest=SHORTEST, longest=LETTERS, unshown=True)
    return _card(jumble, "", (entry.word for row in found.values() for entry in row))


def distance(one: str, other: str) -> int:
    """In how many places two jumbles of the same length differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def _card(jumble: str, name: str, words: Iterable[str]) -> Card:
    ordered = tuple(sorted(words, key=lambda word: (-len(word), word)))
    return Card(jumble, name, tuple(word for word in ordered if len(word) == LETTERS), ordered)


@cache
def _by_jumble() -> dict[str, Card]:
    return {card.jumble: card for card in every_card()}


def _seven(letters: str) -> str:
    plain = letters.strip().upper()
    if len(plain) != LETTERS or not (plain.isascii() and plain.isalpha()):
        raise BadValue(f"{letters!r} is no card; expected {LETTERS} letters")
    return plain
