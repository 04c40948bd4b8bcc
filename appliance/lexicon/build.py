"""Builds the store that the box reads at run time, one SQLite file, from the package's text.

It needs the standard library only: the wheel's build hook runs it, and so does a box without a store.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from appliance.lexicon.errors import LexiconError
from appliance.lexicon.sources import DATA, FILES, entries, version
from appliance.lexicon.tiles import INDEXED, signatures

STORE = DATA / "lexicon.db"
"""Where the build hook puts the store into the package."""

APPLICATION = 0x54424C58  # "TBLX", told apart from any other SQLite file
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY, rank INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE anagram (signature TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE place (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE person (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE punctuated (form TEXT PRIMARY KEY, letters TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX by_letters ON punctuated (letters);
"""
_LAYOUT = 1  # count up when SCHEMA or the ranks change: stores of another layout are built anew

HIDDEN = 8
"""Added to the rank of a word that no hint shows. A rank is the tier; 5 is a 4 beyond the standard list."""


def wanted(data: Path = DATA) -> str:
    """The version that a store of this text and this code has."""
    return f"{version(data)}-{_LAYOUT}"


def build(target: Path, data: Path = DATA) -> None:
    """Build the store at `target` in one step: there is the old file or the whole new one, never a half."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=target.name, suffix=".new", dir=target.parent)
    except OSError as error:
        raise LexiconError(f"cannot write the lexicon to {target}: {error.strerror}") from error
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as connection:
            fill(connection, data)
        os.chmod(name, 0o644)  # mkstemp makes it the owner's alone; another user may run the box
        os.replace(name, target)
    except (OSError, sqlite3.Error) as error:
        raise LexiconError(f"cannot write the lexicon to {target}: {error}") from error
    finally:
        Path(name).unlink(missing_ok=True)


def fill(connection: sqlite3.Connection, data: Path = DATA) -> None:
    """Write everything into an empty database."""
    ranks = dict(sorted(_ranks(data)))
    connection.executescript(f"PRAGMA journal_mode=OFF; PRAGMA application_id={APPLICATION}; {SCHEMA}")
    with connection:
        connection.executemany("INSERT INTO word VALUES (?, ?)", ranks.items())
        connection.executemany("INSERT INTO anagram VALUES (?, ?)", _anagrams(ranks))
        for table, file in (("place", "places.txt"), ("person", "names.txt")):
            connection.executemany(
                f"INSERT INTO {table} VALUES (?)", ((name,) for name in entries(file, data))
            )
        forms = ((form, "".join(filter(str.isalpha, form))) for form in entries("punct.txt", data))
        connection.executemany("INSERT INTO punctuated VALUES (?, ?)", forms)
        connection.executemany("INSERT INTO meta VALUES (?, ?)", _meta(connection, ranks, data))
    connection.execute("VACUUM")


def _ranks(data: Path) -> Iterator[tuple[str, int]]:
    hidden = set(entries("unshown.txt", data))
    for file, rank in FILES.items():
        number = rank.tier if rank.standard else rank.tier + 1
        for word in entries(file, data):
            yield word, number + (HIDDEN if word in hidden else 0)


def _anagrams(ranks: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Each signature with its words, each word with its rank as one hex digit behind it."""
    pairs = sorted(
        (signature, f"{word}{rank:x}")
        for word, rank in ranks.items()
        for signature in signatures(word)
        if len(signature) <= INDEXED
    )
    for signature, group in groupby(pairs, key=itemgetter(0)):
        yield signature, " ".join(entry for _, entry in group)


def _meta(connection: sqlite3.Connection, ranks: dict[str, int], data: Path) -> Iterator[tuple[str, str]]:
    yield "version", wanted(data)
    yield "words", str(len(ranks))
    yield "standard words", str(sum(rank % HIDDEN < 5 for rank in ranks.values()))
    yield "unshown words", str(sum(rank > HIDDEN for rank in ranks.values()))
    for table, name in (("place", "places"), ("person", "names"), ("punctuated", "punctuated")):
        yield name, str(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
