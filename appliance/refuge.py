"""Where games are written if the journal cannot be used: beside it, or in memory; what was in it is kept."""

import json
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path

from appliance.games.prompts import Answer
from appliance.journal import GAME, RECORD, Damaged, Journal, JournalError, Row, Unwritable, beside
from appliance.phrases import say

MEMORY = ("/run/tallybox", "/dev/shm")
"""Folders in memory, the service's own first; elsewhere the system's for temporary files has to do."""


def open_somewhere(path: Path) -> tuple[Journal, str]:
    """The journal at `path`, or the best that there can be instead, and the reason in words.

    If that one cannot be used, one beside it, with the game that was under way if it can still be read; if
    nothing can be written, a copy in memory. The file that cannot be used stays as it is.
    """
    journal, problem = _one_of(path)
    if journal:
        return journal, problem
    folder = _in_memory(path)
    journal, _ = _one_of(Path(folder.name) / path.name)
    if journal is None:
        folder.cleanup()
        raise JournalError(problem)
    journal.ends.callback(folder.cleanup)
    return journal, say("journal.memory", problem=problem)


def _one_of(path: Path) -> tuple[Journal | None, str]:
    """The journal at `path` or one beside it; None if none can be used, with what is wrong with the first."""
    problem, rescued = "", list[Row]()
    for candidate in (path, *beside(path)):
        try:
            journal = Journal(candidate)
        except JournalError as error:
            problem = problem or str(error)
            if isinstance(error, Damaged) and not rescued:
                rescued = _rescued(candidate)
            if isinstance(error, Unwritable):
                break
            continue
        if not problem:
            return journal, ""
        if rescued and not journal.games():
            journal.take(rescued)
            return journal, say("journal.rescued", problem=problem, name=candidate.name)
        return journal, say("journal.beside", problem=problem, name=candidate.name)
    return None, problem


def _rescued(path: Path) -> list[Row]:
    """The game that was under way in a file that is damaged elsewhere; nothing if it is not whole."""
    with _in_memory(path) as folder, closing(sqlite3.connect(Path(folder) / path.name)) as db:
        try:
            game = db.execute("SELECT begun, setup, id FROM game ORDER BY id DESC LIMIT 1").fetchone()
            last_first = db.execute("SELECT id, game, kind, line, used, at FROM record ORDER BY id DESC")
            records = list(takewhile(lambda row: row[1] == game[2], last_first))[::-1]
            json.loads(game[1])
            for _, _, kind, line, *_ in records:
                if kind == "answer":
                    Answer.parse(line)
        except (sqlite3.Error, TypeError, ValueError):  # no game at all has no last value
            return []
    numbers = [row[0] for row in records]
    whole = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False
    if not whole or records[-1][2] == "end":
        return []
    return [(GAME, game), *((RECORD, row[1:]) for row in records)]


def _in_memory(path: Path) -> tempfile.TemporaryDirectory[str]:
    """A folder that takes no room on the disk, with copies of the journals in it that can be read."""
    memory = next((place for place in MEMORY if os.access(place, os.W_OK)), None)
    folder = tempfile.TemporaryDirectory(prefix="tallybox-", dir=memory)
    for file in (path, *beside(path)):
        for part in (file, file.with_name(f"{file.name}-wal")):
            with suppress(OSError):
                shutil.copyfile(part, Path(folder.name) / part.name)
    return folder
