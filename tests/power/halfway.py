"""A game that one box plays to the half and the next one, whatever is wrong there, to its end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.table import Record
from tests.faults_kit import NAMES, WHOLE, Game, Outcome, by_script, undisturbed

NAME = "bid-and-bluff"
HALF = 6
"""Answers after which something goes wrong."""


def the_whole() -> Outcome:
    """The game as it goes where nothing is wrong."""
    return undisturbed(NAME, WHOLE[0])


def half_written(path: Path) -> list[Answer]:
    """The first half of a game, by a box that was then switched off."""
    journal = Journal(path)
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
    assert play.answers == the_whole().answers
    assert play.result == the_whole().standing
    return said


def answers_in(journal: Journal) -> list[Answer]:
    return [step.answer for step in journal.steps(journal.games()[-1].id)]
