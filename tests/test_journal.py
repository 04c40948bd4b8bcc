"""The journal: what is in it after anything that may happen to it."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from appliance import journal as journals
from appliance.games.prompts import Answer
from appliance.journal import VERSION, Journal, JournalError
from appliance.refuge import open_somewhere

ANSWERS = [
    Answer(0, "roll", "A C E R B T"),
    Answer(0, "announced"),
    Answer(None, "time"),
    Answer(1, "bid", "3x5"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    yield journal
    journal.close()


def written(journal: Journal, game: int) -> list[Answer]:
    return [step.answer for step in journal.steps(game)]


def test_answers_come_back_with_the_time_used(journal: Journal) -> None:
    game = journal.begin({"names": ["Ana"]})
    for number, answer in enumerate(ANSWERS):
        journal.answer(game, answer, used=number * 1.5)
    assert written(journal, game) == ANSWERS
    assert [step.used for step in journal.steps(game)] == [0, 1.5, 3, 4.5]


def test_an_undo_takes_the_last_answer_that_still_counts(journal: Journal) -> None:
    game = journal.begin({})
    for answer in ANSWERS[:3]:
        journal.answer(game, answer, 0)
    journal.undo(game)
    journal.undo(game)
    journal.answer(game, ANSWERS[3], 0)
    assert written(journal, game) == [ANSWERS[0], ANSWERS[3]]
    assert len(journal.lines(game)) == 6  # nothing is ever taken out


def test_only_the_newest_game_can_be_unfinished(journal: Journal) -> None:
    assert journal.unfinished() is None
    first = journal.begin({"n": 1})
    assert journal.unfinished()
    second = journal.begin({"n": 2})
    unfinished = journal.unfinished()
    assert unfinished
    assert unfinished.id == second
    journal.end(second)
    assert journal.unfinished() is None
    assert [(g.id, g.ended) for g in journal.games()] == [(first, False), (second, True)]


def test_it_is_there_after_closing(path: Path) -> None:
    journal = Journal(path)
    game = journal.begin({"names": ["Ana", "Ben"]})
    journal.answer(game, ANSWERS[0], 1.0)
    journal.close()
    again = Journal(path)
    assert written(again, game) == ANSWERS[:1]
    assert again.games()[0].setup == {"names": ["Ana", "Ben"]}
    again.close()


def test_many_who_open_a_new_journal_at_once_all_have_it(path: Path) -> None:
    together = Barrier(6)

    def opening() -> Journal:
        together.wait()
        return Journal(path)

    with ThreadPoolExecutor(6) as pool:
        for opened in [pool.submit(lambda: opening().close()) for _ in range(6)]:
            assert opened.exception() is None
    journal = Journal(path)
    game = journal.begin({})
    journal.answer(game, ANSWERS[0], 0)
    assert written(journal, game) == ANSWERS[:1]
    journal.close()


def test_who_opens_a_new_journal_waits_for_who_makes_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            other.execute("COMMIT")

    monkeypatch.setattr(journals, "sleep", wait)
    Journal(path).close()
    other.close()
    assert len(waits) == 3


def test_a_locked_journal_loses_nothing(path: Path, journal: Journal) -> None:
    game = journal.begin({})
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for answer in ANSWERS[:2]:
        with pytest.raises(JournalError, match="locked: another program"):
            journal.answer(game, answer, 0)
    other.execute("ROLLBACK")
    other.close()
    journal.answer(game, ANSWERS[2], 0)
    assert written(journal, game) == ANSWERS[:3]


def test_a_journal_that_is_locked_at_the_start(path: Path, journal: Journal) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    beside, problem = open_somewhere(path)
    assert "locked" in problem
    assert "journal-2.db" in problem
    assert beside.path.name == "journal-2.db"
    beside.close()
    other.execute("ROLLBACK")
    other.close()


def test_a_newer_journal_is_left_as_it_is(path: Path) -> None:
    Journal(path).close()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer Tallybox"):
        Journal(path)
    assert path.read_bytes() == before
    beside, problem = open_somewhere(path)
    assert "newer Tallybox" in problem
    beside.close()


@pytest.mark.parametrize("keep", [50, 1000, 5000])
def test_a_truncated_journal_is_left_as_it_is(path: Path, keep: int) -> None:
    journal = Journal(path)
    game = journal.begin({})
    for _ in range(200):
        journal.answer(game, ANSWERS[0], 0)
    journal.close()
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
    assert path.stat().st_size == keep
    beside, problem = open_somewhere(path)
    assert "damaged" in problem
    assert beside.begin({}) == 1
    beside.close()


def test_rubbish_in_place_of_a_journal(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"these are not the bytes you are looking for\n" * 300)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(in_the_way / "journal.db")


def test_a_box_that_is_killed_loses_no_confirmed_answer(path: Path) -> None:
    """A process confirms answers one by one on its output; killed without warning, all of them are there."""
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from appliance.games.prompts import Answer
        from appliance.journal import Journal

        journal = Journal(Path(sys.argv[1]))
        game = journal.begin({})
        number = 0
        while True:
            journal.answer(game, Answer(None, "word", str(number)), 0)
            print(number, flush=True)
            number += 1
        """
    )
    box = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert box.stdout
    confirmed = [int(box.stdout.readline()) for _ in range(40)]
    os.kill(box.pid, signal.SIGKILL)
    confirmed += [int(line) for line in box.stdout.read().split()]
    box.stdout.close()
    box.wait()
    journal = Journal(path)
    found = [int(step.answer.value) for step in journal.steps(1)]
    journal.close()
    assert found[: len(confirmed)] == confirmed
    assert len(found) - len(confirmed) in (0, 1)  # the last may have been written and not yet told


# Disks and clocks


def test_a_full_disk_loses_nothing(journal: Journal) -> None:
    game = journal.begin({})
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")  # SQLite then says that the disk is full
    many = [ANSWERS[n % 4] for n in range(500)]
    refused = []
    for answer in many:
        try:
            journal.answer(game, answer, 0)
        except JournalError as error:
            refused.append(str(error))
    assert 100 < len(refused) < 500
    assert all("the disk is full" in problem for problem in refused)
    assert written(journal, game) == many[: -len(refused)]
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.answer(game, ANSWERS[2], 0)
    assert written(journal, game) == [*many, ANSWERS[2]]


def test_a_game_begun_while_nothing_can_be_written_is_written_later(path: Path, journal: Journal) -> None:
    journal.begin({"n": 1})
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    game = journal.begin({"n": 2})
    with pytest.raises(JournalError, match="locked"):
        journal.answer(game, ANSWERS[0], 0)
    other.execute("ROLLBACK")
    other.close()
    journal.answer(game, ANSWERS[1], 0)
    found = journal.unfinished()
    assert found
    assert (found.id, found.setup) == (game, {"n": 2})
    assert written(journal, game) == ANSWERS[:2]


def spoil(path: Path, marks: bytes) -> None:
    """Overwrite every page of the file that has these bytes in it."""
    whole = bytearray(path.read_bytes())
    spoilt = [here for here in range(0, len(whole), 4096) if marks in whole[here : here + 4096]]
    assert spoilt
    for here in spoilt:
        whole[here : here + 4096] = bytes([255]) * 4096
    path.write_bytes(whole)


def two_games(path: Path) -> None:
    """One of 300 answers that was ended, and one of 200 that was not."""
    journal = Journal(path)
    for name, answers in (("OLD", 300), ("NEW", 200)):
        game = journal.begin({"name": name})
        for number in range(answers):
            journal.answer(game, Answer(0, "word", f"{name}{number}"), 0)
        if name == "OLD":
            journal.end(game)
    journal.close()


def test_a_spoilt_page_does_not_take_the_game_that_was_under_way(path: Path) -> None:
    two_games(path)
    spoil(path, b"OLD42")
    before = path.read_bytes()
    journal, problem = open_somewhere(path)
    assert "damaged" in problem
    assert "goes on in journal-2.db" in problem
    found = journal.unfinished()
    assert found
    assert found.setup == {"name": "NEW"}
    assert [answer.value for answer in written(journal, found.id)] == [f"NEW{n}" for n in range(200)]
    journal.close()
    assert path.read_bytes() == before
    again, _ = open_somewhere(path)
    assert again.unfinished() == found  # and not a second time
    again.close()


def test_a_game_that_is_not_whole_any_more_is_not_gone_on_with(path: Path) -> None:
    two_games(path)
    spoil(path, b"NEW42")
    journal, problem = open_somewhere(path)
    assert "Recording into journal-2.db" in problem
    assert journal.games() == []
    journal.close()


def test_a_journal_that_is_spoilt_under_a_running_game(path: Path) -> None:
    """The game goes on in another file, with all its answers; the table is told once."""
    two_games(path)
    journal = Journal(path)
    spoil(path, b"NEW199")
    journal._db.execute("PRAGMA shrink_memory")
    with pytest.raises(JournalError, match=r"damaged.*goes on in journal-2\.db"):
        journal.answer(2, ANSWERS[0], 0)
    journal.answer(2, ANSWERS[1], 0)
    journal.close()
    again, _ = open_somewhere(path)
    found = again.unfinished()
    assert found
    assert len(written(again, found.id)) == 202
    assert written(again, found.id)[-2:] == ANSWERS[:2]
    again.close()


def test_other_things_in_a_page_that_is_whole(path: Path) -> None:
    journal = Journal(path)
    journal.answer(journal.begin({"names": ["Ana"]}), ANSWERS[0], 0)
    journal.close()
    path.write_bytes(path.read_bytes().replace(b'{"names"', b'["names"'))
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_clock_that_jumps_back_changes_no_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(path)
    game = journal.begin({})
    for number, year in enumerate((2026, 2031, 1970, 2026)):
        monkeypatch.setattr("appliance.journal._now", lambda year=year: f"{year}-11-21T12:00:00.000+00:00")
        journal.answer(game, ANSWERS[number], 0)
    monkeypatch.undo()
    assert written(journal, game) == ANSWERS
    journal.close()


@pytest.mark.parametrize(("at", "told"), [("2999-01-01", True), ("1999-01-01", False)])
def test_a_clock_before_the_last_game_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: str, told: bool
) -> None:
    journal = Journal(path)
    assert journal.clock_problem() == ""
    with monkeypatch.context() as patch:
        patch.setattr("appliance.journal._now", lambda: f"{at}T12:00:00.000+00:00")
        journal.answer(journal.begin({}), ANSWERS[0], 0)
    assert (f"last game was played {at}" in journal.clock_problem()) == told
    journal.close()


@pytest.mark.parametrize("name", ["OLD", "NEW"])
def test_a_line_that_is_no_answer_is_damage(path: Path, name: str) -> None:
    """It is not gone on with, neither in this file nor, from the next start on, in ever more others."""
    two_games(path)
    line = f"1 word = {name}42".encode()
    path.write_bytes(path.read_bytes().replace(line, b"x" * len(line), 1))
    for _ in range(3):
        journal, problem = open_somewhere(path)
        assert ("damaged" in problem) == (name == "NEW")
        assert bool(journal.unfinished()) == (name == "OLD")
        journal.close()
    assert not (path.parent / "journal-3.db").exists()
