"""Disks that are full, read-only or spoilt: the box says so, games come to their end, nothing is lost."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from appliance.games.prompts import Answer
from appliance.journal import MAIN, Journal
from appliance.lexicon import Lexicon
from appliance.refuge import open_somewhere
from tests.faults_kit import Game
from tests.power.disk import lacking, make, mounted
from tests.power.halfway import HALF, answers_in, half_written, played_on, the_whole

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing")]


class Card(NamedTuple):
    """A disk as a box has it: its folder, and ways to spoil it."""

    folder: Path
    loop: str

    @property
    def journal(self) -> Path:
        return self.folder / MAIN

    def fill(self) -> None:
        """Take all the room that there is."""
        with (self.folder / "rubbish").open("wb", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass

    def fail(self) -> None:
        """What a worn-out card comes to: the system makes it read-only after an error."""
        Path(f"/sys/fs/ext4/{Path(self.loop).name}/trigger_fs_error").write_text("worn out")


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    image, folder = tmp_path / "image", tmp_path / "card"
    folder.mkdir()
    make(image)
    with mounted(image, folder) as loop:
        yield Card(folder, loop)


def test_a_disk_that_is_full_for_a_while_gets_all_of_it_later(card: Card, lexicon: Lexicon) -> None:
    journal, problem = open_somewhere(card.journal)
    card.fill()

    def tidy(game: Game) -> None:
        if len(game.play.answers) == HALF * 2:
            (card.folder / "rubbish").unlink(missing_ok=True)

    said = played_on(journal, problem, lexicon, tidy)
    journal.close()
    assert any("the disk is full" in fault for fault in said)
    assert said[-1] == ""
    again = Journal(card.journal)
    assert answers_in(again) == the_whole().answers
    again.close()


def test_a_disk_that_is_full_at_the_start(card: Card, lexicon: Lexicon) -> None:
    before = half_written(card.journal)
    card.fill()
    journal, problem = open_somewhere(card.journal)
    assert answers_in(journal) == before
    said = played_on(journal, problem, lexicon)
    assert "the disk is full" in said[0]
    journal.close()
    assert not list(card.folder.glob("journal-*"))
    (card.folder / "rubbish").unlink()
    again = Journal(card.journal)
    assert answers_in(again)[:HALF] == before
    again.close()


def test_a_disk_that_fails_in_mid_game(card: Card, lexicon: Lexicon) -> None:
    written: list[Answer] = []

    def wear_out(game: Game) -> None:
        if len(game.play.answers) == HALF and not written:
            written.extend(game.play.answers)
            card.fail()

    with closing(Journal(card.journal)) as journal:
        said = played_on(journal, "", lexicon, wear_out)
    assert any("the card may be worn out" in fault for fault in said)
    # The next box on the same card goes on from what was confirmed, and keeps the rest in memory.
    journal, problem = open_somewhere(card.journal)
    with closing(journal):
        assert answers_in(journal) == written
        said = played_on(journal, problem, lexicon)
        assert "the card may be worn out" in said[0]
        assert "until the box is switched off" in said[-1]
        assert answers_in(journal) == the_whole().answers


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:4096] + b"rubbish" * 2000), "damaged"),
        (lambda path: path.write_bytes(_of_version(path.read_bytes(), 99)), "newer Tallybox"),
    ],
    ids=["spoilt", "newer"],
)
def test_a_journal_that_cannot_be_used(
    card: Card, lexicon: Lexicon, spoil: Callable[[Path], None], told: str
) -> None:
    half_written(card.journal)
    spoil(card.journal)
    before = card.journal.read_bytes()
    journal, problem = open_somewhere(card.journal)
    said = played_on(journal, problem, lexicon)
    assert told in said[0]
    assert told in said[-1]  # as long as the box runs
    journal.close()
    assert card.journal.read_bytes() == before
    again, _ = open_somewhere(card.journal)
    assert answers_in(again) == the_whole().answers
    again.close()


def test_a_spoilt_page_of_an_older_game(card: Card, lexicon: Lexicon) -> None:
    with closing(Journal(card.journal)) as journal:
        old = journal.begin({})
        for number in range(300):
            journal.answer(old, Answer(0, "word", f"OLD{number}"), 0)
        journal.end(old)
    before = half_written(card.journal)
    content = card.journal.read_bytes()
    page = content.index(b"OLD142") & -4096
    spoilt = content[:page] + bytes([255]) * 4096 + content[page + 4096 :]
    card.journal.write_bytes(spoilt)

    journal, problem = open_somewhere(card.journal)
    with closing(journal):
        assert answers_in(journal) == before
        (said,) = played_on(journal, problem, lexicon)
        assert "is damaged" in said
        assert "The game that was under way goes on in journal-2.db." in said
        assert answers_in(journal) == the_whole().answers
    assert card.journal.read_bytes() == spoilt


def _of_version(journal: bytes, version: int) -> bytes:
    return journal[:60] + version.to_bytes(4, "big") + journal[64:]  # where SQLite keeps user_version
