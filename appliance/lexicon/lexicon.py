"""The judge's word list: is this a word, and which words do these tiles hold."""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from appliance.errors import Missing
from appliance.lexicon import entry, search
from appliance.lexicon.build import HIDDEN
from appliance.lexicon.entry import Entry
from appliance.lexicon.errors import LexiconError
from appliance.lexicon.letters import fold
from appliance.lexicon.search import Found
from appliance.lexicon.sources import LONGEST
from appliance.lexicon.store import Store, connect, find, in_memory

_log = logging.getLogger(__name__)


class Lexicon:
    """All lists, open for reading. Use it as a context manager, or `close` it.

    Words may be given in either case and with accents. Where damage shows only later, `others` are tried in
    place of the store; `LexiconError` if none is whole.
    """

    def __init__(
        self, store: Store, house: Iterable[str] = (), others: Sequence[Callable[[], Store]] = ()
    ) -> None:
        self._store = store
        self._others = others
        self._house = frozenset(map(fold, house))

    @classmethod
    def open(cls, path: str | Path | None = None, house: Iterable[str] = ()) -> Self:
        """The package's lexicon, built if need be, or the one at `path`; `house` are the table's own words.

        `Missing` if there is no file at `path`, `LexiconError` if it is damaged.
        """
        if path is None:
            return cls(find(), house, (find, in_memory))
        return cls(Store(connect(Path(path)), Path(path)), house)

    def close(self) -> None:
        """Close the store; nothing can be asked afterwards."""
        self._store.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What there is

    @property
    def path(self) -> Path | None:
        """The file of the store; None if it is in memory."""
        return self._store.path

    @property
    def notes(self) -> tuple[str, ...]:
        """What was wrong with the stores that were tried before this one, a line each."""
        return self._store.notes

    @property
    def version(self) -> str:
        """The version of the text and of the layout."""
        return self._meta()["version"]

    @property
    def lists(self) -> dict[str, int]:
        """How many entries each list has, words before the parts of them, the house's own last."""
        counts = {name: int(value) for name, value in self._meta().items() if name != "version"}
        return counts | {"house": len(self._house)}

    def problems(self) -> tuple[str, ...]:
        """What a thorough look at the whole file finds, a line each; it takes a good part of a second."""
        lines = [row[0] for row in self._rows("PRAGMA quick_check")]
        return tuple(line for line in lines if line != "ok")

    # One word

    def tier(self, word: str) -> int | None:
        """How common a word is, 1 (everyday) to 4 (rare, and words of the house); None if it is no word."""
        rank = self._rank(fold(word))
        return None if rank is None else min(rank % HIDDEN, 4)

    def is_word(self, word: str) -> bool:
        """Whether a challenge of this word fails."""
        return self._rank(fold(word)) is not None

    def is_standard(self, word: str) -> bool:
        """Whether the narrower list has it, from which decks and “words you missed” are made."""
        rank = self._rank(fold(word))
        return rank is not None and rank % HIDDEN <= 4

    def is_shown(self, word: str) -> bool:
        """Whether a hint may show it: a word, and no slur or swear word."""
        rank = self._rank(fold(word))
        return rank is not None and rank < HIDDEN

    def is_house_word(self, word: str) -> bool:
        """Whether the table brought this word itself."""
        return fold(word) in self._house

    def is_place(self, word: str) -> bool:
        """Whether it is the name of a place, in one word of 3 to 8 letters."""
        return bool(self._rows("SELECT 1 FROM place WHERE name = ?", fold(word)))

    def is_name(self, word: str) -> bool:
        """Whether it is a person's name, whatever else it is too."""
        return bool(self._rows("SELECT 1 FROM person WHERE name = ?", fold(word)))

    def is_punctuated(self, form: str) -> bool:
        """Whether it is a form with its apostrophe or hyphen in the right place: can't, e-mail."""
        return bool(self._rows("SELECT 1 FROM punctuated WHERE form = ?", fold(form)))

    def punctuated(self, letters: str) -> tuple[str, ...]:
        """The forms with a mark that have these letters in this order: `cant` gives can't."""
        query = "SELECT form FROM punctuated WHERE letters = ? ORDER BY form"
        return tuple(row[0] for row in self._rows(query, fold(letters)))

    def look_up(self, word: str, *, places: bool = True, punctuation: bool = False) -> Entry:
        """The ruling on a word with its reason; `places` off is variant AN-44, `punctuation` on is AN-45."""
        return entry.rule(self, word, places, punctuation)

    # Many words

    def words(
        self,
        tiles: Sequence[str],
        *,
        shortest: int = 2,
        longest: int = LONGEST,
        standard: bool = False,
        unshown: bool = False,
    ) -> dict[int, list[Found]]:
        """The words that these tiles hold, by their length in tiles, the common ones first.

        A tile is a letter, `Qu` or `?` for any letter, two of them at most (`BadValue` for more). `standard`
        keeps to the narrower list; `unshown` gives the words too that no hint may show.
        """
        pairs = search.pairs(tiles, shortest, longest, self._anagrams, partial(self._rows, search.ALL_WORDS))
        house = search.among(sorted(self._house), tiles, shortest, longest)
        return search.by_length(pairs | house, standard=standard, unshown=unshown)

    def _anagrams(self, signatures: Sequence[str]) -> list[Any]:
        marks = ",".join("?" * len(signatures))
        return self._rows(f"SELECT signature, words FROM anagram WHERE signature IN ({marks})", *signatures)

    def _rank(self, word: str) -> int | None:
        rows = self._rows("SELECT rank FROM word WHERE word = ?", word)
        if rows:
            return int(rows[0][0])
        return search.HOUSE if word in self._house else None

    def _meta(self) -> dict[str, str]:
        return dict(self._rows("SELECT key, value FROM meta"))

    def _rows(self, query: str, *values: str) -> list[Any]:
        try:
            return self._store.connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            damage = LexiconError(self._damage(error))
            damage.__cause__ = error
        for other in self._others:  # the file was spoilt or went away while it was open
            with suppress(LexiconError, Missing, sqlite3.DatabaseError):
                store = other()
                rows = store.connection.execute(query, values).fetchall()
                self._store.connection.close()
                self._store = store
                _log.warning("%s; read from %s instead", damage, store.path or "the text, in memory")
                return rows
        raise damage

    def _damage(self, error: sqlite3.DatabaseError) -> str:
        text = f"cannot read the lexicon {self.path or 'in memory'}: {error}"
        if not self._store.cached or self.path is None:
            return text
        # It is only our own copy: without it, the next start builds a new one.
        self.path.unlink(missing_ok=True)
        return text + "; start again, and it is built anew"
