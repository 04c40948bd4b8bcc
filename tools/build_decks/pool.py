"""Words that may be the solution of a card."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from appliance.lexicon import Lexicon
from appliance.lexicon.decks import LETTERS, Card, solved
from appliance.lexicon.letters import fold
from tools.build_decks.derived import Lemmas, transparent
from tools.build_lexicon.letters import lines

HAND = Path(__file__).parent / "hand"
COMMON = 2
"""The tier up to which people know a word."""

_FEWEST, _MOST = 12, 60  # words on a card
_VERY_COMMON = 20  # SCOWL's size up to which a word may be on a green card


@dataclass(frozen=True)
class Kind:
    """What a deck wants: the tiers of its solutions, and how many words of a card people should know."""

    name: str
    tiers: range
    known: int


KINDS = (Kind("green", range(1, 2), 8), Kind("red", range(2, 4), 6))


def struck() -> dict[str, str]:
    """Words that a person took out, in capitals, with the reason: lines `word: reason`."""
    rows = (line.partition(":") for line in lines(HAND / "struck.txt"))
    return {word.strip().upper(): reason.strip() for word, _, reason in rows}


def fits(card: Card, kind: Kind, tiers: Mapping[str, int], unfit: frozenset[str]) -> bool:
    """Whether the words of a card are neither too few nor too many nor too rare, and none of them `unfit`."""
    lengths = {len(word) for word in card.words}
    return (
        _FEWEST <= len(card.words) <= _MOST
        and sum(tiers[word] <= COMMON for word in card.words) >= kind.known
        and {5, 6} <= lengths
        and unfit.isdisjoint(card.words)
        # One easy solution makes a hard card easy.
        and all(tiers[word] >= kind.tiers[0] for word in card.solutions)
    )


class Pool:
    """The sources, read once."""

    def __init__(self, packages: Path, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._lemmas = Lemmas(packages / "wordnet-base")
        self._moby = frozenset(lines(packages / "wordgame" / "wordgame" / "words.txt"))
        self._scowl = packages / "scowl" / "usr/share/dict/scowl"
        coarse = lines(packages / "better-profanity" / "better_profanity" / "profanity_wordlist.txt")
        self._coarse = frozenset(map(fold, coarse))
        self._struck = frozenset(struck())

    def cards(self, kind: Kind) -> Iterator[Card]:
        """A card for each word that suits the deck, the word itself in place of a jumble, by the alphabet."""
        for word in sorted(self._words(kind)):
            card = solved(word, self._lexicon)
            tiers = {entry: self._lexicon.tier(entry) or 9 for entry in card.words}
            unshown = {entry for entry in card.words if not self._lexicon.is_shown(entry)}
            if fits(card, kind, tiers, self._struck | unshown):
                yield card

    def _words(self, kind: Kind) -> set[str]:
        tiers = {
            word: self._lexicon.tier(word) for word in self._moby if re.fullmatch(f"[a-z]{{{LETTERS}}}", word)
        }
        words = {word for word, tier in tiers.items() if tier in kind.tiers and self._is_base(word)}
        if kind.name == "green":
            return words & self._very_common()
        known = {word for word in self._moby if (self._lexicon.tier(word) or 9) <= 3}
        everyday = {word for word in known if (self._lexicon.tier(word) or 9) <= COMMON}
        return {word for word in words if not transparent(word, known, everyday)}

    def _is_base(self, word: str) -> bool:
        return self._lemmas.has(word) and not self._lemmas.inflected(word) and word not in self._coarse

    def _very_common(self) -> set[str]:
        paths = (path for path in self._scowl.glob("*-words.*") if int(path.suffix[1:]) <= _VERY_COMMON)
        return {fold(line) for path in paths for line in path.read_text("utf-8").splitlines()}
