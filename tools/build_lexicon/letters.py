"""Word lists as files: reading them, writing them, and what counts as a word in them."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_WORD = re.compile(r"[a-z]+")


def is_letters(word: str, shortest: int, longest: int) -> bool:
    """Whether `word` is a to z only and of a length from `shortest` to `longest`."""
    return shortest <= len(word) <= longest and _WORD.fullmatch(word) is not None


def lines(*paths: Path) -> Iterator[str]:
    """The lines of UTF-8 files, without comments (from `#` on) and without the empty ones."""
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            text = line.partition("#")[0].strip()
            if text:
                yield text


def entries(*paths: Path) -> Iterator[str]:
    """The words of UTF-8 files that may have several on a line."""
    for line in lines(*paths):
        yield from line.split()


def write(path: Path, words: Iterable[str]) -> int:
    """Write the words sorted, one a line, and give their number."""
    ordered = sorted(set(words))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(word + "\n" for word in ordered), "utf-8")
    return len(ordered)
