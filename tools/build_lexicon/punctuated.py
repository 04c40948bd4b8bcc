"""Forms with an apostrophe or a hyphen, for the variant It's Quotable (rule AN-45)."""

import re
from collections.abc import Iterator
from pathlib import Path

from appliance.lexicon.letters import fold
from tools.build_lexicon.letters import entries
from tools.build_lexicon.wordnet import Synset
from tools.build_lexicon.words import HAND

# A mark stands between two letters; a bid is for 3 to 8 letters, and one more does no harm.
_FORM = re.compile(r"[a-z]+(?:['-][a-z]+)+")
_LENGTHS = range(3, 10)


def forms(scowl: Path, meanings: list[dict[str, Synset]]) -> set[str]:
    """The forms of SCOWL's contractions up to 80, of WordNet's lemmas, and of the file made by hand."""
    raw = [*_contractions(scowl), *_lemmas(meanings), *entries(HAND / "punctuated.txt")]
    return {form for form in map(fold, raw) if _FORM.fullmatch(form) and _letters(form) in _LENGTHS}


def _letters(form: str) -> int:
    return sum(char.isalpha() for char in form)


def _contractions(package: Path) -> Iterator[str]:
    for path in sorted((package / "usr/share/dict/scowl").glob("*-contractions.*")):
        if int(path.suffix[1:]) <= 80:
            yield from (line for line in path.read_text("utf-8").splitlines() if not _proper(line))


def _lemmas(meanings: list[dict[str, Synset]]) -> Iterator[str]:
    for synsets in meanings:
        for synset in synsets.values():
            yield from (lemma for lemma in synset.lemmas if not _proper(lemma))


def _proper(form: str) -> bool:
    """Whether a capital makes it a name; one capital before a mark is only a shape: X-ray, I'm."""
    head, _, rest = re.sub("[-']", " ", form, count=1).partition(" ")
    return rest != rest.lower() or (head != head.lower() and len(head) > 1)
