"""The table and its journal: what is on disk, and how a game goes on from it."""

from contextlib import suppress

import pytest

from appliance.games.prompts import Answer
from appliance.journal import Journal, JournalError
from appliance.table import Record
from tests.table_kit import TableKit

# The journal


def test_each_answer_is_on_disk_before_the_screen_shows_it(table: TableKit, journal: Journal) -> None:
    game = journal.begin({})
    seen: list[int] = []
    table.table.watchers.append(
        lambda t: seen.append(len(journal.steps(game)) - len(table.play.answers)) if table.play else None
    )
    table.anabid(record=Record(journal, game)).type("ACERBT").key("enter").press(1)
    assert [str(step.answer) for step in journal.steps(game)] == [str(a) for a in table.play.answers]
    assert set(seen) == {0}


def test_a_journal_that_cannot_be_written_is_named_and_caught_up_later(
    table: TableKit, journal: Journal
) -> None:
    game = journal.begin({})
    other = Journal(journal.path)
    table.anabid(record=Record(journal, game))
    other._db.execute("BEGIN IMMEDIATE")
    table.type("ACERBT").key("enter")
    assert table.says("locked")
    other._db.execute("ROLLBACK")
    table.press(1)
    assert not table.says("locked")
    assert [str(step.answer) for step in journal.steps(game)] == [str(a) for a in table.play.answers]
    other.close()


def test_undo_is_a_record_too(table: TableKit, journal: Journal) -> None:
    game = journal.begin({})
    table.anabid(record=Record(journal, game)).type("ACERBT").key("enter").key("undo")
    assert "undo" in journal.lines(game)[-1]
    assert [str(step.answer) for step in journal.steps(game)] == [str(a) for a in table.play.answers]


def test_a_resumed_game_waits_and_goes_on_with_the_time_that_was_left(
    table: TableKit, journal: Journal
) -> None:
    game = journal.begin({})
    table.spelling(record=Record(journal, game))
    table.advance(20).type("ace").key("enter")
    (*_, last) = journal.steps(game)
    assert 20 <= last.used < 23
    again = TableKit(table.judge)
    play = table.play.again()
    play.replay(step.answer for step in journal.steps(game))
    again.open(play, [0, 1, 2], Record(journal, game), used=last.used)
    assert again.prompt == table.prompt
    assert again.advance(300).prompt == table.prompt  # waits for "go on"
    again.press(1)
    assert again.prompt == table.prompt
    assert again.table.stopwatch.left(again.clock.now()) == pytest.approx(60 - last.used, abs=0.5)
    again.close()


def test_a_game_goes_on_while_the_disk_is_full(table: TableKit, journal: Journal) -> None:
    game = journal.begin({})
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(200):
        with suppress(JournalError):
            journal.answer(game, Answer(0, "roll", "A"), 0)
            journal.undo(game)
    table.anabid(record=Record(journal, game)).type("ACERBT").key("enter")
    assert table.says("the disk is full")
    journal._db.execute("PRAGMA max_page_count = 100000")
    table.press(1)
    assert not table.says("the disk is full")
    kept = [str(step.answer) for step in journal.steps(game)]
    assert kept[-len(table.play.answers) :] == [str(answer) for answer in table.play.answers]


def test_a_game_goes_on_in_another_file_when_its_own_is_spoilt(table: TableKit, journal: Journal) -> None:
    game = journal.begin({})
    table.anabid(record=Record(journal, game)).type("ACERBT").key("enter")
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with journal.path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes([255]) * (journal.path.stat().st_size - 4096))
    journal._db.execute("PRAGMA shrink_memory")
    table.press(1)
    assert table.says("goes on in journal-2.db")
    table.turn(1).press(1)
    assert not table.says("damaged")
    again = Journal(journal.path.with_name("journal-2.db"))
    assert [str(step.answer) for step in again.steps(game)] == [str(a) for a in table.play.answers]
    again.close()
