"""Words that are accepted but never shown."""

from collections.abc import Iterable

from tools.build_lexicon.letters import entries
from tools.build_lexicon.words import HAND


def unshown(words: Iterable[str]) -> set[str]:
    """Those of `words` that the reviewed file names, or that begin with one of its stems."""
    listed = list(entries(HAND / "unshown.txt"))
    stems = tuple(entry[:-1] for entry in listed if entry.endswith("*"))
    kept = {entry[1:] for entry in listed if entry.startswith("-")}
    exact = set(listed)
    return {word for word in words if word not in kept and (word in exact or word.startswith(stems))}
