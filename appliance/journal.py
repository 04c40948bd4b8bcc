"""The journal: every answer on disk before it is shown as done, so that a game survives anything.

One SQLite file, append-only: an undo is a record too. What a game is now follows from replaying it.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from appliance.errors import ApplianceError
from appliance.games.prompts import Answer

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


class JournalError(ApplianceError, OSError):
    """The journal cannot be used; the message says why and what became of what was in it."""


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
    loses nothing as long as the box runs.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: list[tuple[int, str, str, float, str]] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=0.2, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"the journal {path} cannot be opened: {error}") from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(_in_words(path, error)) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise JournalError(
                f"the journal {self.path} was written by a newer Tallybox (format {version}, this one knows "
                f"{VERSION}); it is left as it is"
            )
        damage = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise JournalError(f"the journal {self.path} is damaged ({damage}); it is left as it is")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN IMMEDIATE")  # also finds out whether somebody else is writing
        if version == 0:
            for statement in filter(str.strip, SCHEMA.split(";")):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Write what still waits, if that can be done now, and close the file."""
        with suppress(JournalError):
            self._flush()
        self._db.close()

    def begin(self, setup: Mapping[str, Any]) -> int:
        """A new game; returns its number."""
        try:
            row = self._db.execute(
                "INSERT INTO game (begun, setup) VALUES (?, ?)", (_now(), json.dumps(setup))
            )
        except sqlite3.Error as error:
            raise JournalError(_in_words(self.path, error)) from error
        assert row.lastrowid is not None
        return row.lastrowid

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
        self._waiting.append((game, kind, line, used, _now()))
        self._flush()

    def _flush(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(
                "INSERT INTO record (game, kind, line, used, at) VALUES (?, ?, ?, ?, ?)", self._waiting
            )
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise JournalError(_in_words(self.path, error)) from error
        self._waiting.clear()

    def games(self) -> list[GameRecord]:
        """All games, the oldest first."""
        return self._games("1")

    def unfinished(self) -> GameRecord | None:
        """The newest game, if it has not ended."""
        newest = self._games("id = (SELECT max(id) FROM game)")
        return newest[0] if newest and not newest[0].ended else None

    def _games(self, which: str) -> list[GameRecord]:
        rows = self._db.execute(
            "SELECT id, begun, setup, EXISTS (SELECT 1 FROM record WHERE game = g.id AND kind = 'end') "
            f"FROM game g WHERE {which} ORDER BY id"
        ).fetchall()
        return [
            GameRecord(number, begun, json.loads(setup), bool(ended), len(self.steps(number)))
            for number, begun, setup, ended in rows
        ]

    def steps(self, game: int) -> list[Step]:
        """The answers of a game that still count, in order."""
        return _kept(self._records(game))

    def lines(self, game: int) -> list[str]:
        """Every record of a game as a line, undone ones too."""
        return [f"{at}  {kind:6}  {line}".rstrip() for kind, line, _, at in self._records(game)]

    def _records(self, game: int) -> list[tuple[str, str, float, str]]:
        return self._db.execute(
            "SELECT kind, line, used, at FROM record WHERE game = ? ORDER BY id", (game,)
        ).fetchall()


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


def _in_words(path: Path, error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return f"the journal {path} is locked: another program, perhaps a second Tallybox, is writing to it"
    if "malformed" in text or "not a database" in text:
        return f"the journal {path} is damaged ({text}); it is left as it is"
    return f"the journal {path} cannot be written: {text}"


def open_somewhere(path: Path) -> tuple[Journal, str]:
    """The journal at `path`, or, where that cannot be used, a fresh one beside it and the reason in words.

    Nothing that was recorded is touched: the file that cannot be used stays as it is.
    """
    problem = ""
    for number in range(1, 10):
        candidate = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            journal = Journal(candidate)
        except JournalError as error:
            problem = problem or str(error)
        else:
            return journal, f"{problem}. Recording into {candidate.name} instead." if problem else ""
    raise JournalError(problem)
