"""Words that are accepted but never shown."""

from collections.abc import Container, Iterable
from pathlib import Path

from tools.build_lexicon.letters import entries
from tools.build_lexicon.words import HAND


def unshown(words: Iterable[str]) -> set[str]:
    """Those of `words` that the reviewed file names, or that begin with one of its stems."""
    listed = list(entries(HAND / "unshown.txt"))
    stems = tuple(entry[:-1] for entry in listed if entry.endswith("*"))
    kept = {entry[1:] for entry in listed if entry.startswith("-")}
    exact = set(listed)
    return {word for word in words if word not in kept and (word in exact or word.startswith(stems))}


def unlisted(package: Path, words: Container[str]) -> list[str]:
    """Words of better-profanity that the reviewed file leaves visible: material for the next review."""
    listed = entries(package / "better_profanity" / "profanity_wordlist.txt")
    return sorted({word.lower() for word in listed if word.lower() in words})
