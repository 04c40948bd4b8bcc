"""Run it as `python -m tools.build_decks [--packages FOLDER] [--into FOLDER]`."""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random

from appliance.lexicon import Lexicon
from appliance.lexicon.decks import Card
from appliance.lexicon.sources import DATA, FILES, entries
from tools.build_decks.jumble import is_good, jumbles
from tools.build_decks.pool import KINDS, Pool
from tools.build_lexicon import fetch

ROOT = Path(__file__).parents[2]
SOURCES = ("wordnet-base", "scowl", "wordgame", "better-profanity")
SEED = "AnagraScramble"
CARDS = 100
OF_A_LETTER = 9
"""How many solutions of a deck begin with the same letter at most."""

_HEAD = """\
# The {name} deck of AnagraScramble: {count} cards, each a jumble and, by length, the words that count.
# Made by `make decks` (tools/build_decks) from SCOWL, Moby Words and WordNet; see LICENSES/NOTICE.txt.
"""


def main() -> None:
    """Fetch what is not there yet, write both decks, and say how many words there were to choose from."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_decks", description="Make the two decks.")
    parser.add_argument("--packages", type=Path, default=ROOT / "build" / "lexicon-packages")
    parser.add_argument("--into", type=Path, default=DATA)
    args = parser.parse_args()
    fetch.fetch(args.packages, SOURCES)
    for name, text in make(args.packages).items():
        (args.into / f"deck-{name}.txt").write_text(text, "utf-8")


def make(packages: Path) -> dict[str, str]:
    """The text of both decks by name."""
    with Lexicon.open() as lexicon:
        pool = Pool(packages, lexicon)
        found = {kind.name: list(pool.cards(kind)) for kind in KINDS}
    words = frozenset(word.upper() for file in FILES for word in entries(file))
    slurs = frozenset(word.upper() for word in entries("unshown.txt"))
    taken: list[Card] = []
    for name, cards in found.items():
        print(f"{name}: {len(cards)} cards to choose from")
        taken += choose(name, cards, taken, words, slurs)
    return {name: as_text(name, [card for card in taken if card.deck == name]) for name in found}


def choose(
    name: str, cards: Iterable[Card], taken: Iterable[Card], words: frozenset[str], slurs: frozenset[str]
) -> list[Card]:
    """A hundred of the cards with jumbles, by the alphabet of their solutions.

    Each has letters of its own, other than those of the cards that are taken."""
    others = [card.jumble for card in taken]
    bags = {"".join(sorted(jumble)) for jumble in others}
    initials: Counter[str] = Counter()
    chosen: list[tuple[str, Card]] = []
    # A word's place in the queue hangs on the word alone, so that one struck out moves few others.
    for card in sorted(cards, key=lambda card: Random(f"{SEED}/{name}/{card.jumble}").random()):
        word, bag = card.jumble, "".join(sorted(card.jumble))
        if bag in bags or initials[word[0]] == OF_A_LETTER:
            continue
        good = (
            jumble
            for jumble in jumbles(word, Random(f"{SEED}/{word}"))
            if is_good(jumble, card.solutions, words, slurs, others)
        )
        jumble = next(good, None)
        if jumble is None:
            continue
        bags.add(bag)
        initials[word[0]] += 1
        others.append(jumble)
        chosen.append((word, replace(card, jumble=jumble, deck=name)))
        if len(chosen) == CARDS:
            return [card for _, card in sorted(chosen, key=lambda pair: pair[0])]
    raise ValueError(f"only {len(chosen)} of {CARDS} cards for the {name} deck")


def as_text(name: str, cards: list[Card]) -> str:
    """The deck's file."""
    lines = [_HEAD.format(name=name, count=len(cards))]
    for card in cards:
        lines.append(f"{card.jumble}\n")
        for length, words in groupby(card.words, key=len):
            lines.append(f"  {length} {' '.join(words)}\n")
    return "".join(lines)


if __name__ == "__main__":
    main()
