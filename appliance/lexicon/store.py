"""Finds the store, builds it if the package has none that fits, and opens it for reading only."""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from appliance.errors import Missing
from appliance.lexicon.build import APPLICATION, STORE, build, fill, wanted
from appliance.lexicon.errors import LexiconError
from appliance.lexicon.sources import DATA


@dataclass(frozen=True)
class Store:
    """An open store.

    `path` is None for one in memory; `notes` say what was wrong with others that were tried; a `cached` one
    is ours to delete and build anew.
    """

    connection: sqlite3.Connection
    path: Path | None
    notes: tuple[str, ...] = ()
    cached: bool = False


def find(data: Path = DATA, environ: Mapping[str, str] = os.environ) -> Store:
    """The package's store if it fits the package's text, else one in the cache, built first if need be.

    A box whose disk is full or read-only gets a store in memory; `LexiconError` if the text is missing too.
    """
    version = wanted(data)
    notes = []
    try:
        return Store(connect(data / STORE.name, version), data / STORE.name)
    except (LexiconError, Missing) as error:
        notes.append(str(error))
    for folder in _caches(environ):
        path = folder / STORE.name
        try:
            return Store(_cached(path, version, data, notes), path, tuple(notes), cached=True)
        except LexiconError as error:
            notes.append(str(error))
    return in_memory(data, tuple(notes))


def connect(path: Path, version: str | None = None) -> sqlite3.Connection:
    """Open a store read-only and look whether it is whole and, if `version` is given, of that version.

    `Missing` if there is no such file; `LexiconError` with what is wrong with it otherwise.
    """
    _look_at(path)
    # Nobody writes to a finished store, so SQLite needs no locks and no side files beside it.
    address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(address, uri=True, check_same_thread=False)
    except sqlite3.Error as error:
        raise LexiconError(f"cannot open the lexicon {path}: {error}") from error
    try:
        _verify(connection, path, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _look_at(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError as error:
        raise Missing(f"no lexicon at {path}") from error
    except OSError as error:
        raise LexiconError(f"cannot read the lexicon {path}: {error.strerror}") from error
    if not head:
        raise LexiconError(f"the lexicon {path} is empty")
    if not head.startswith(b"SQLite format 3\0"):
        raise LexiconError(f"the lexicon {path} is damaged: it does not begin as a store does")
    # From SQLite's file format: the size of a page (1 for 65536) and the number of pages.
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    expected = (65536 if page == 1 else page) * pages
    if len(head) < 100 or size != expected:
        raise LexiconError(f"the lexicon {path} is damaged: it has {size} bytes, expected {expected}")


def _verify(connection: sqlite3.Connection, path: Path, version: str | None) -> None:
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        row = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
    except sqlite3.Error as error:
        raise LexiconError(f"the lexicon {path} is damaged: {error}") from error
    if application != APPLICATION or row is None:
        raise LexiconError(f"{path} is a database, but no lexicon of Tallybox")
    if version is not None and row[0] != version:
        raise LexiconError(f"the lexicon {path} is of version {row[0]}, expected {version}")


def _cached(path: Path, version: str, data: Path, notes: list[str]) -> sqlite3.Connection:
    with suppress(Missing):
        try:
            return connect(path, version)
        except LexiconError as error:
            notes.append(f"{error}; built anew")
    build(path, data)
    return connect(path, version)


def in_memory(data: Path = DATA, notes: tuple[str, ...] = ()) -> Store:
    """A store that no file can spoil, made of the text; it takes seconds. `LexiconError` without the text."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        fill(connection, data)
    except BaseException:
        connection.close()
        raise
    return Store(connection, None, notes)


def _caches(environ: Mapping[str, str]) -> Iterator[Path]:
    """Where a store may be kept: the folder that systemd gives a service, then the user's own."""
    if service := environ.get("CACHE_DIRECTORY"):
        yield Path(service.partition(":")[0])
    if cache := environ.get("XDG_CACHE_HOME"):
        yield Path(cache) / "tallybox"
    elif home := environ.get("HOME"):
        yield Path(home) / ".cache" / "tallybox"
