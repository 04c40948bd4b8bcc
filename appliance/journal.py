"""The journal: every answer on disk before it is shown as done, so that a game survives anything.

One SQLite file, append-only: an undo is a record too. What a game is now follows from replaying it.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Literal

from appliance.errors import ApplianceError
from appliance.games.prompts import Answer
from appliance.phrases import say

MAIN = "journal.db"
"""Its name in the folder where games are kept."""

VERSION = 1
APPLICATION = 0x7A11B0  # marks the file as ours (PRAGMA application_id)

SCHEMA = """
CREATE TABLE game (id INTEGER PRIMARY KEY, begun TEXT NOT NULL, setup TEXT NOT NULL);
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'undo', 'end')),
    line TEXT NOT NULL,
    used REAL NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX record_of_game ON record (game, id);
"""

GAME = "INSERT INTO game (begun, setup, id) VALUES (?, ?, ?)"
RECORD = "INSERT INTO record (game, kind, line, used, at) VALUES (?, ?, ?, ?, ?)"
SCARCE = 64 << 10
"""Bytes; a disk with less room is full, whatever the system calls what then fails."""

_OPENS, _WRITES = 1.0, 0.2  # seconds to wait for others who write there: whoever plays does not wait long
_AGAIN = 0.01  # seconds between two tries

LONG = timedelta(days=1)
"""A clock without a battery is often some hours late, and nobody minds."""

Row = tuple[str, tuple[object, ...]]
"""A statement and its values."""


class JournalError(ApplianceError, OSError):
    """The journal cannot be used; the message says why and what became of what was in it."""


class Damaged(JournalError):
    """There is something in the file that cannot have been written."""


class Unwritable(JournalError):
    """The disk takes nothing; another file on it would not help."""


@dataclass(frozen=True)
class Step:
    """An answer that still counts, and how many seconds of its prompt's timer had been used by then."""

    answer: Answer
    used: float


@dataclass(frozen=True)
class GameRecord:
    """One game of the journal: its set-up as plain values, when it began, and whether it was ended."""

    id: int
    begun: str
    setup: Mapping[str, Any]
    ended: bool
    answers: int


class Journal:
    """An open journal file.

    What cannot be written is kept and written before the next record, so that a full or locked disk
    loses nothing as long as the box runs. If the file is spoilt meanwhile, the game goes on in another.
    """

    def __init__(self, path: Path) -> None:
        self.ends = ExitStack()
        """What is to be done after it is closed."""
        self._waiting: list[Row] = []
        self._open(path)
        try:
            self._under_way = self._rows_under_way()
        except JournalError:
            self._db.close()
            raise

    def _open(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=_OPENS, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(say("journal.unopened", path=path, why=error)) from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise _in_words(path, error) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        version = self._version()
        if version > VERSION:
            raise JournalError(say("journal.newer", path=self.path, format=version, known=VERSION))
        damage = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise Damaged(say("journal.damaged", path=self.path, why=damage.splitlines()[-1]))
        self._write_ahead()
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN IMMEDIATE")  # also finds out whether somebody else is writing
        if self._version() == 0:  # nor has anybody else made the tables since
            for statement in filter(str.strip, SCHEMA.split(";")):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
        self._db.execute(f"PRAGMA user_version = {VERSION}")  # and whether the disk takes anything
        self._db.execute("COMMIT")
        self._db.execute(f"PRAGMA busy_timeout = {_WRITES * 1000:.0f}")

    def _write_ahead(self) -> None:
        until = monotonic() + _OPENS  # SQLite itself does not wait for another who does this just now
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if not _busy(error) or monotonic() > until:
                    raise
            sleep(_AGAIN)

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Write what still waits, if that can be done now, and close the file."""
        with suppress(JournalError):
            self._flush()
        self._db.close()
        self.ends.close()

    def begin(self, setup: Mapping[str, Any]) -> int:
        """A new game; returns its number. If it cannot be written now, its first answer says so."""
        game = 1 + max((self._newest(), *(int(str(row[-1])) for sql, row in self._waiting if sql == GAME)))
        self._under_way = [(GAME, (_now(), json.dumps(setup), game))]
        self._waiting += self._under_way
        with suppress(JournalError):
            self._flush()
        return game

    def _newest(self) -> int:
        try:
            return int(self._db.execute("SELECT ifnull(max(id), 0) FROM game").fetchone()[0])
        except sqlite3.Error:
            return 0

    def answer(self, game: int, answer: Answer, used: float) -> None:
        """Record an answer; on return it is on the disk. Raises `JournalError` while it is not."""
        self._write(game, "answer", str(answer), used)

    def undo(self, game: int) -> None:
        """Record that the last answer was taken back."""
        self._write(game, "undo", "", 0.0)

    def end(self, game: int) -> None:
        """Record that a game is over, or was given up."""
        self._write(game, "end", "", 0.0)

    def _write(self, game: int, kind: Literal["answer", "undo", "end"], line: str, used: float) -> None:
        row = (RECORD, (game, kind, line, used, _now()))
        self._under_way.append(row)
        self._waiting.append(row)
        try:
            self._flush()
        except Damaged as error:
            self._move(error)

    def _flush(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for sql, values in self._waiting:
                self._db.execute(sql, values)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise _in_words(self.path, error) from error
        self._waiting.clear()

    def take(self, rows: Sequence[Row]) -> None:
        """Go on with a game whose records were in another journal; this one has none yet."""
        self._under_way = list(rows)
        self._waiting = list(rows)
        with suppress(JournalError):
            self._flush()

    def _move(self, problem: JournalError) -> None:
        """Leave a file that was spoilt; the whole game that is under way goes on in a fresh one beside it."""
        spoilt, before = self._db, self.path
        fresh = [path for path in beside(before) if not path.exists()]
        try:
            self._open(fresh[0] if fresh else before)
        except JournalError:
            self._db, self.path = spoilt, before
            raise problem from None
        spoilt.close()
        self._waiting = list(self._under_way)
        self._flush()
        raise JournalError(say("journal.rescued", problem=problem, name=self.path.name))

    def _rows_under_way(self) -> list[Row]:
        found = self.unfinished()
        if found is None:
            return []
        records = [(RECORD, (found.id, *record)) for record in self._records(found.id)]
        return [(GAME, (found.begun, json.dumps(dict(found.setup)), found.id)), *records]

    def clock_problem(self) -> str:
        """What is wrong with the clock if it stands long before the last record; nothing else hangs on it."""
        last = self._db.execute("SELECT at FROM record ORDER BY id DESC LIMIT 1").fetchone()
        if not last or datetime.fromisoformat(last[0]) - datetime.now(UTC) < LONG:
            return ""
        now, then = (at[:16].replace("T", " ") for at in (_now(), last[0]))
        return say("journal.clock", now=now, last=then)

    def games(self) -> list[GameRecord]:
        """All games, the oldest first."""
        return self._games("1")

    def unfinished(self) -> GameRecord | None:
        """The newest game, if it has not ended."""
        newest = self._games("id = (SELECT max(id) FROM game)")
        return newest[0] if newest and not newest[0].ended else None

    def _games(self, which: str) -> list[GameRecord]:
        try:
            rows = self._db.execute(
                "SELECT id, begun, setup, EXISTS (SELECT 1 FROM record WHERE game = g.id AND kind = 'end') "
                f"FROM game g WHERE {which} ORDER BY id"
            ).fetchall()
            return [
                GameRecord(number, begun, json.loads(setup), bool(ended), len(self.steps(number)))
                for number, begun, setup, ended in rows
            ]
        except sqlite3.Error as error:
            raise _in_words(self.path, error) from error
        except ValueError as error:  # a page that is whole, with other things in it than were written
            raise Damaged(say("journal.damaged", path=self.path, why=error)) from error

    def steps(self, game: int) -> list[Step]:
        """The answers of a game that still count, in order."""
        return _kept(self._records(game))

    def lines(self, game: int) -> list[str]:
        """Every record of a game as a line, undone ones too."""
        return [f"{at}  {kind:6}  {line}".rstrip() for kind, line, _, at in self._records(game)]

    def _records(self, game: int) -> list[tuple[str, str, float, str]]:
        try:
            return self._db.execute(
                "SELECT kind, line, used, at FROM record WHERE game = ? ORDER BY id", (game,)
            ).fetchall()
        except sqlite3.Error as error:
            raise _in_words(self.path, error) from error


def _kept(records: Iterable[tuple[str, str, float, str]]) -> list[Step]:
    kept: list[Step] = []
    for kind, line, used, _ in records:
        if kind == "answer":
            kept.append(Step(Answer.parse(line), used))
        elif kind == "undo" and kept:
            kept.pop()
    return kept


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _busy(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _in_words(path: Path, error: sqlite3.Error) -> JournalError:
    code = _code(error)
    if _busy(error):
        return JournalError(say("journal.locked", path=path))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Damaged(say("journal.damaged", path=path, why=error))
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return JournalError(say("journal.unwritten", path=path, why=error))
    if disk.f_flag & os.ST_RDONLY or code == sqlite3.SQLITE_READONLY:
        return Unwritable(say("journal.readonly", path=path))
    if disk.f_bavail * disk.f_frsize < SCARCE or code == sqlite3.SQLITE_FULL:
        return Unwritable(say("journal.full", path=path))
    if code == sqlite3.SQLITE_IOERR:
        return Unwritable(say("journal.failing", path=path, why=error))
    return JournalError(say("journal.unwritten", path=path, why=error))


def beside(path: Path) -> list[Path]:
    """The names under which journals lie beside this one, in the order in which they are tried."""
    return [path.with_stem(f"{path.stem}-{number}") for number in range(2, 10)]
