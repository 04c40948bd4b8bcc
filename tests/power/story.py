"""What a box writes while games are played, and what must be in its journal after the plug is pulled."""

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

from appliance.app import _replayed
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Prompt
from appliance.games.script import Misfit
from appliance.journal import MAIN, Journal, JournalError
from appliance.lexicon import Lexicon
from tests.bot_kit import Recalling
from tests.faults_kit import NAMES
from tests.power.disk import Disk, cuts, mend, mounted

PLAYED = ("anabid", "bid-and-bluff", "anabid", "idaho", "anabid", "bid-and-bluff")
MOST = 400
"""Answers of one game; what is longer is given up."""

FIRST = 600
"""What the first box writes before it is stopped in mid-game: enough for one of SQLite's checkpoints."""

Opened = Callable[[Journal], None]
"""Told of each journal that is opened."""


@dataclass
class Story:
    """All that was confirmed, in order: a line of the journal, and the prompt that was open then."""

    lines: list[str] = field(default_factory=list)
    prompts: list[Prompt | None] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    """How long the disk's log was when each was confirmed."""

    def confirmed(self, told: int) -> int:
        """How many lines were confirmed when the disk's log was so long."""
        return bisect_right(self.told, told)


def content(journal: Journal) -> list[str]:
    """All that a journal has, a line each, in the order in which it was written."""
    lines = []
    for game in journal.games():
        lines.append(f"{game.id} {game.begun} {json.dumps(dict(game.setup))}")
        lines += [f"{kind} {line} {used} {at}" for kind, line, used, at in journal._records(game.id)]
    return lines


def written(disk: Disk, words: Lexicon, opened: Opened = lambda journal: None) -> Story:
    """Let two boxes play, one after the other; each answer counts as confirmed once the journal returns."""
    story = Story()
    for most in (FIRST, None):
        with _opened(disk.folder / "tallybox" / MAIN, opened) as journal:
            for prompt in islice(_played(journal, words), most):
                story.prompts.append(prompt)
                story.told.append(disk.told())
            story.lines = content(journal)
    return story


@contextmanager
def _opened(path: Path, opened: Opened) -> Iterator[Journal]:
    journal = Journal(path)
    opened(journal)
    try:
        yield journal
    finally:
        journal.close()


def _played(journal: Journal, words: Lexicon) -> Iterator[Prompt | None]:
    """Games by bots, with a slip now and then; yields the open prompt after each thing that is confirmed."""
    judge, chance = Recalling(words), Random(len(journal.games()))
    found = journal.unfinished()
    begun = len(journal.games()) - bool(found)
    for name in PLAYED[begun:]:
        setup = Setup.of(GAMES[name], NAMES)
        play = setup.begin(words)
        if found:
            game = found.id
            _replayed(play, journal.steps(game))
        else:
            game = journal.begin(setup.as_values())
            yield play.prompt
        found = None
        while not play.over and len(play.answers) < MOST:
            if play.answers and chance.random() < 0.05:
                play.undo()
                journal.undo(game)
            else:
                answer = setup.game.bot(play.prompt, chance, judge)
                journal.answer(game, answer, round(chance.uniform(0, 60), 3))
                play.give(answer)
            yield None if play.over else play.prompt
        journal.end(game)
        yield None


# After the cut


@dataclass
class Losses:
    """What went wrong in how many crash images."""

    images: int = 0
    mended: int = 0
    """Those whose file system had to be checked before it could be mounted."""
    wrong: list[str] = field(default_factory=list)


def pulled(disk: Disk, story: Story, words: Lexicon, points: int, place: Path, seed: int = 1) -> Losses:
    """Pull the plug at so many moments, one after the last confirmation, and look what the next box finds."""
    losses, gone_on = Losses(), set[int]()
    image, folder = place / "image", place / "after"
    folder.mkdir(exist_ok=True)
    for cut in cuts(disk, points, story.told[-1], seed):
        losses.images += 1
        # Not the last one's file: a mount namespace that another process made meanwhile still has that
        # mounted, and writes to it when it ends.
        image.unlink(missing_ok=True)
        image.write_bytes(cut.image)
        with ExitStack() as ends:
            try:
                ends.enter_context(mounted(image, folder))
            except OSError:
                losses.mended += 1
                mend(image)
                ends.enter_context(mounted(image, folder))
            problem = _found(folder / "tallybox" / MAIN, story, story.confirmed(cut.told), words, gone_on)
        if problem:
            losses.wrong.append(f"{cut.kind}, {cut.told} bytes: {problem}")
    return losses


def _found(path: Path, story: Story, confirmed: int, words: Lexicon, gone_on: set[int]) -> str:
    """What is wrong with the journal that the next box opens; nothing if all is as it should be.

    `gone_on` are the lengths of the story from which the game was already seen to go on rightly.
    """
    try:
        journal = Journal(path)
    except JournalError as error:
        return str(error)
    try:
        lines = content(journal)
        here = len(lines)
        if lines != story.lines[:here]:
            return "it has something that was never written"
        if not confirmed <= here <= confirmed + 1:  # one more may be there that was not yet confirmed
            return f"{confirmed} lines were confirmed, {here} are there"
        if here not in gone_on and open_prompt(journal, words) != (story.prompts[here - 1] if here else None):
            return f"after {here} lines it goes on at another prompt"
        gone_on.add(here)
        return ""
    except (sqlite3.Error, ValueError, Misfit) as error:
        return f"it cannot be read: {error}"
    finally:
        journal.close()


def open_prompt(journal: Journal, words: Lexicon) -> Prompt | None:
    """Where the unfinished game goes on; None if there is none."""
    found = journal.unfinished()
    if found is None:
        return None
    play = Setup.from_values(found.setup).begin(words)
    _replayed(play, journal.steps(found.id))
    return None if play.over else play.prompt
