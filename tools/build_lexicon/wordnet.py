"""WordNet's data files: which lemmas there are, and which of them are places or persons."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Lexicographer files, see lexnames(5WN).
LOCATION, OBJECT, PERSON = 15, 17, 18
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_SKY = {"star", "constellation", "galaxy", "celestial_body", "asteroid", "planet", "satellite", "nebula"}


@dataclass(frozen=True)
class Synset:
    """One meaning: its lexicographer file, its lemmas as written, and the synsets above it by offset.

    An `instance` is a single thing with a name of its own, not a kind of thing.
    """

    file: int
    lemmas: tuple[str, ...]
    above: tuple[str, ...]
    instance: bool


def synsets(package: Path, part: str) -> dict[str, Synset]:
    """All meanings of one part of speech (noun, verb, adj, adv) by offset."""
    found = {}
    with (package / "usr/share/wordnet" / f"data.{part}").open(encoding="utf-8") as data:
        for line in data:
            if line.startswith("  "):
                continue  # the licence at the head of the file
            offset, synset = _parse(line)
            found[offset] = synset
    return found


def _parse(line: str) -> tuple[str, Synset]:
    fields = line.partition(" | ")[0].split()
    count = int(fields[3], 16)
    lemmas = tuple(_MARKER.sub("", fields[4 + 2 * i]) for i in range(count))
    start = 4 + 2 * count
    pointers = [fields[start + 1 + 4 * i : start + 5 + 4 * i] for i in range(int(fields[start]))]
    above = tuple(offset for kind, offset, *_ in pointers if kind in {"@", "@i"})
    return fields[0], Synset(int(fields[1]), lemmas, above, any(pointer[0] == "@i" for pointer in pointers))


def names(nouns: dict[str, Synset], *files: int) -> Iterator[str]:
    """The capitalised lemmas of one token in those lexicographer files, without what hangs in the sky."""
    for synset in nouns.values():
        if synset.file in files and not _in_the_sky(synset, nouns):
            yield from (lemma for lemma in synset.lemmas if lemma[:1].isupper() and "_" not in lemma)


def _in_the_sky(synset: Synset, nouns: dict[str, Synset]) -> bool:
    if any(lemma in _SKY for lemma in synset.lemmas):
        return True
    return any(_in_the_sky(nouns[offset], nouns) for offset in synset.above)
