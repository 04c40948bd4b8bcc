"""The lines that `tallybox words` and `tallybox check` print."""

from typing import NamedTuple

from appliance.lexicon.entry import Entry
from appliance.lexicon.letters import fold
from appliance.lexicon.lexicon import Lexicon
from appliance.lexicon.search import Found
from appliance.lexicon.sources import DATA
from appliance.lexicon.tiles import QU, as_text, spellings, tiles


class Shown(NamedTuple):
    """What to print, and whether there was anything: the exit status is 0 if so, 1 if not."""

    lines: tuple[str, ...]
    found: bool


def words(lexicon: Lexicon, letters: str, *, shortest: int = 2, standard: bool = False) -> Shown:
    """All words from these letters, a line a length with its count, the common words first.

    `BadValue` if `letters` cannot be read as tiles; see `tiles` for how to write Qu and blanks.
    """
    rack = tiles(letters)
    lists = lexicon.words(rack, shortest=shortest, standard=standard)
    everything = lexicon.words(rack, shortest=shortest, standard=standard, unshown=True)
    shown, total = _count(lists), _count(everything)
    head = f"{as_text(rack)}: {_words(total)}"
    lines = [f"{length} letters ({len(found)}): {_row(found)}" for length, found in lists.items()]
    if total > shown:
        verbs = "counts but is" if total - shown == 1 else "count but are"
        lines.append(f"{_words(total - shown)} more that {verbs} not shown")
    return Shown((head, *lines), total > 0)


def check(lexicon: Lexicon, word: str, *, places: bool = True, punctuation: bool = False) -> Shown:
    """The ruling on a word, the lists that have it, and its length on dice with a Qu."""
    entry = lexicon.look_up(word, places=places, punctuation=punctuation)
    lines = [entry.reason]
    if entry.lists:
        lines.append(f"{'accepted' if entry.found else 'not accepted'}; in: {', '.join(entry.lists)}")
    if entry.found:
        lines += _lengths(entry)
    return Shown(tuple(lines), entry.found)


def _lengths(entry: Entry) -> list[str]:
    """A word with QU has two lengths (rule AN-6), which surprises people."""
    laid = spellings("".join(filter(str.isalpha, fold(entry.word))))
    with_qu = [spelling for spelling in laid if QU in spelling]
    return [f"{len(with_qu[0])} letters with Qu as one, {len(laid[-1])} without"] if with_qu else []


def _count(lists: dict[int, list[Found]]) -> int:
    return sum(map(len, lists.values()))


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count or 'no'} words"


def _row(found: list[Found]) -> str:
    return " ".join(entry.word for entry in found)


def sources() -> tuple[str, ...]:
    """Where the words come from and whose they are; the makers of UKACD ask that it be displayed."""
    return tuple((DATA / "LICENSES" / "NOTICE.txt").read_text("utf-8").splitlines())
