"""Disks that are full, read-only or spoilt: the box says so, games come to their end, nothing is lost."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.journal import MAIN, Journal
from appliance.lexicon import Lexicon
from appliance.refuge import open_somewhere
from appliance.table import Record
from tests.faults_kit import NAMES, WHOLE, Game, by_script, undisturbed
from tests.power.disk import lacking, make, mounted

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing")]

NAME = "bid-and-bluff"
HALF = 6
"""Answers after which something happens to the disk."""


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


def half_written(card: Card) -> list[Answer]:
    """The first half of a game, by a box that was then switched off."""
    journal = Journal(card.journal)
    game = journal.begin(Setup.of(GAMES[NAME], NAMES).as_values())
    answers = by_script(NAME, HALF)
    for answer in answers:
        journal.answer(game, answer, 0.0)
    journal.close()
    return answers


def played_on(
    journal: Journal, problem: str, words: Lexicon, after: Callable[[Game], None] = lambda game: None
) -> list[str]:
    """Go on with the journal's game, or begin one, to its end; all that the screen said was wrong."""
    setup = Setup.of(GAMES[NAME], NAMES)
    found = journal.unfinished()
    record = Record(journal, found.id if found else journal.begin(setup.as_values()))
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        game = Game(words, patch, words)
        if problem:
            game.table.fault("disk", problem)
        play = setup.begin(words)
        play.replay(step.answer for step in journal.steps(record.game))
        game.plays(play, setup.game.bot, record)

        def look() -> None:
            fault = game.table.shown(game.clock.now()).fault
            if fault not in said[-1:]:
                said.append(fault)
            after(game)

        game.to_the_end(each=look)
        game.close()
    assert play.answers == undisturbed(NAME, WHOLE[0]).answers
    assert play.result == undisturbed(NAME, WHOLE[0]).standing
    return said


def answers_in(journal: Journal) -> list[Answer]:
    return [step.answer for step in journal.steps(journal.games()[-1].id)]


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
    assert answers_in(again) == undisturbed(NAME, WHOLE[0]).answers
    again.close()


def test_a_disk_that_is_full_at_the_start(card: Card, lexicon: Lexicon) -> None:
    before = half_written(card)
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
        assert answers_in(journal) == undisturbed(NAME, WHOLE[0]).answers


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
    half_written(card)
    spoil(card.journal)
    before = card.journal.read_bytes()
    journal, problem = open_somewhere(card.journal)
    said = played_on(journal, problem, lexicon)
    assert told in said[0]
    assert told in said[-1]  # as long as the box runs
    journal.close()
    assert card.journal.read_bytes() == before
    again, _ = open_somewhere(card.journal)
    assert answers_in(again) == undisturbed(NAME, WHOLE[0]).answers
    again.close()


def _of_version(journal: bytes, version: int) -> bytes:
    return journal[:60] + version.to_bytes(4, "big") + journal[64:]  # where SQLite keeps user_version
