"""Words that are made of others in plain sight: inflections, and for hard cards compounds and suffixes."""

from collections.abc import Container, Iterator
from pathlib import Path

from tools.build_lexicon.letters import lines

PARTS = ("noun", "verb", "adj", "adv")

# How WordNet takes an ending off before it looks a word up, see morphy(7WN).
_ENDINGS = {
    "noun": ("s", "ses>s", "xes>x", "zes>z", "ches>ch", "shes>sh", "men>man", "ies>y"),
    "verb": ("s", "ies>y", "es>e", "es", "ed>e", "ed", "ing>e", "ing"),
    "adj": ("er", "est", "er>e", "est>e"),
    "adv": (),
}
_PREFIXES = tuple(
    """
    a anti be bi co de dis em en fore im in inter mega mis mono multi non out over ox poly pre re semi sub
    sur trans tri un under up
    """.split()  # noqa: SIM905
)
_SUFFIXES = tuple(
    """
    able age al ally ance ant ar ard ate ative dom ed ee eer en ence ent er ery ess est et ette ful hood ia
    ial ian ible ic ical ie ied ier iest ify ily ine iness ing ion ious ise ish ism ist ite ity ive ize less
    let like ling ly man men ment ness oid or ory ous ry s ship some ster th tion tory ty um ure ward wise
    work y
    """.split()  # noqa: SIM905
)
_PART = 3


class Lemmas:
    """WordNet's entries a part of speech, and the irregular forms that its exception files name."""

    def __init__(self, package: Path) -> None:
        folder = package / "usr/share/wordnet"
        self._entries = {part: set(_heads(folder / f"index.{part}")) for part in PARTS}
        self._irregular = {part: dict(_pairs(folder / f"{part}.exc")) for part in PARTS}

    def has(self, word: str) -> bool:
        """Whether it has an entry of its own."""
        return any(word in entries for entries in self._entries.values())

    def inflected(self, word: str) -> bool:
        """Whether it is also a form of another entry: glasses, feeling, larger."""
        return any(self._inflected(word, part) for part in PARTS)

    def _inflected(self, word: str, part: str) -> bool:
        if self._irregular[part].get(word, word) != word:
            return True
        for rule in _ENDINGS[part]:
            ending, _, instead = rule.partition(">")
            stem = word.removesuffix(ending) + instead
            if word.endswith(ending) and len(stem) > 1 and stem in self._entries[part]:
                return True
        return False


def _heads(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("  "):  # the licence at the head of the file
            yield line.partition(" ")[0]


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    for line in lines(path):
        form, base, *_ = line.split()
        yield form, base


def transparent(word: str, known: Container[str], everyday: Container[str]) -> bool:
    """Whether people see at once what it is made of: two `everyday` words, or a `known` one and an affix."""
    halves = ((word[:cut], word[cut:]) for cut in range(_PART, len(word) - _PART + 1))
    if any(head in everyday and tail in everyday for head, tail in halves):
        return True
    if any(word.startswith(prefix) and word[len(prefix) :] in known for prefix in _PREFIXES):
        return True
    return any(
        stem in known for suffix in _SUFFIXES if word.endswith(suffix) for stem in _stems(word, suffix)
    )


def _stems(word: str, suffix: str) -> Iterator[str]:
    """What may stand before the suffix: as it is, with its e or y back, without a doubled consonant."""
    stem = word.removesuffix(suffix)
    if len(stem) < _PART:
        return
    yield from (stem, stem + "e")
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if stem[-1] == stem[-2]:
        yield stem[:-1]
