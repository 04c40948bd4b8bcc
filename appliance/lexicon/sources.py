"""The text that the lexicon is built from: the package's own lists, and lists that a table brings along."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import Missing
from appliance.lexicon.errors import BadWordList, LexiconError

DATA = Path(__file__).parent / "data"
SHORTEST, LONGEST = 2, 15
_LARGEST = 20_000_000  # bytes; the wide list has three millions
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Rank:
    """How common a word is: tier 1 (everyday) to 4 (rare), and whether the narrower list has it too."""

    tier: int
    standard: bool


FILES = {
    "words-1.txt": Rank(1, True),
    "words-2.txt": Rank(2, True),
    "words-3.txt": Rank(3, True),
    "words-4.txt": Rank(4, True),
    "words-4-wide.txt": Rank(4, False),
}
"""The word files of the package, by the rank of the words in them."""

LISTS = (*FILES, "places.txt", "names.txt", "punct.txt", "unshown.txt")


def digest(data: Path = DATA) -> str:
    """Twelve hex digits that change when any list of the folder changes."""
    total = hashlib.sha256()
    for file in LISTS:
        total.update(file.encode())
        total.update((data / file).read_bytes())
    return total.hexdigest()[:12]


def version(data: Path = DATA) -> str:
    """The digest as written beside the lists, so that nobody has to read three megabytes at each start."""
    try:
        return (data / "version.txt").read_text("utf-8").strip()
    except OSError as error:
        raise LexiconError(f"the text of the lexicon is missing: {data / 'version.txt'}") from error


def entries(file: str, data: Path = DATA) -> Iterator[str]:
    """The lines of one of the package's own lists; `LexiconError` if it is missing or not text."""
    try:
        yield from (data / file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LexiconError(f"cannot read the lexicon's list {data / file}: {error}") from error


def read_word_list(path: str | Path) -> tuple[list[str], list[str]]:
    """The words of a text file, one or more a line, and what was skipped as `line 3: 'x1' …`.

    `#` starts a comment. Words are 2 to 15 letters, in either case. `Missing` if there is no such file;
    `BadWordList` if it is no UTF-8 text, or has not one word in it.
    """
    path = Path(path)
    words: dict[str, None] = {}
    problems = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        for entry in line.partition("#")[0].split():
            word = entry.lower()
            if _WORD.fullmatch(word) and SHORTEST <= len(word) <= LONGEST:
                words[word] = None
            else:
                problems.append(
                    f"line {number}: {_short(entry)!r} is not {SHORTEST} to {LONGEST} letters of a to z"
                )
    if not words:
        raise BadWordList(f"no words in {path}; expected one word of {SHORTEST} to {LONGEST} letters a line")
    return list(words), problems


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise BadWordList(f"{path} is too large for a word list: more than {_LARGEST // 1_000_000} MB")
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise Missing(f"no word list at {path}") from error
    except OSError as error:
        raise BadWordList(f"cannot read the word list {path}: {error.strerror}") from error
    if b"\0" in raw:
        raise BadWordList(f"{path} is a binary file; expected a text file with one word a line")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadWordList(
            f"{path} is not UTF-8 text: line {line} has the byte 0x{raw[error.start]:02x}"
        ) from error


def _short(entry: str) -> str:
    return entry if len(entry) <= 20 else entry[:19] + "…"
