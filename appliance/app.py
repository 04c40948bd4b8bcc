"""The box from switching on to switching off: go on with a game, or choose, set up and play one."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import pygame

from appliance.boxes import Box
from appliance.errors import BadValue
from appliance.games.bots import Bot, anything
from appliance.games.catalogue import Setup
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Look, Prompt
from appliance.games.script import Misfit, Play
from appliance.games.setup import TIMER, choose_game, go_on_with, set_up, switch_off
from appliance.games.timer import countdown
from appliance.games.views import Standing
from appliance.journal import GameRecord, Journal, JournalError, Step
from appliance.laying import THROWN, lay, lie_as_before, lie_as_told, wanted
from appliance.lexicon import Lexicon
from appliance.table import Record, Table
from appliance.virtual.tabletop import Wanted

T = TypeVar("T")

SEATS = 7
EVERY_CHAIR = list(range(SEATS))
TIMER_SECONDS = 60.0
TRIES = 200
"""How often a bot is asked until it lays something down."""


class App:
    """One box with its journal and its words."""

    def __init__(self, box: Box, journal: Journal, lexicon: Lexicon) -> None:
        self.box = box
        self.journal = journal
        self.lexicon = lexicon
        self.table = Table(box.rig, box.faults)
        self.off = False
        """Whether people switched the box off."""
        self._bot: Bot = anything
        if box.top:
            box.top.wanted, box.top.hands = self._wanted, self._hands
            self.table.watchers.append(self._tidy)
            self._tidied: Prompt | None = None

    def run(self, first: Setup | str | None = None, resume: bool | None = None) -> None:
        """From the start menu until the window is closed.

        `first` is a game to begin with, set up or only named; `resume` goes on with an unfinished game
        (True), leaves it (False) or asks (None).
        """
        if not self.go_on(resume) and first and not self.table.closed:
            self.begin(first)
        while not self.table.closed:
            chosen = self._play(Play(choose_game), EVERY_CHAIR)
            if chosen is not None:
                self.begin(chosen)
            elif self.table.closed or not self.table.has_switch or self._is_off():
                return

    def _play(
        self, play: Play[T], chairs: list[int], record: Record | None = None, used: float | None = None
    ) -> T | None:
        """Play a script at the table; somebody who asks for the switch meanwhile may think better of it."""
        result = self.table.play(play, chairs, record, used)
        while self.table.off:
            used = self.table.stopwatch.used(self.box.rig.clock.now())
            if self._is_off():
                return None
            result = self.table.play(play, chairs, record, used)
        return result

    def _is_off(self) -> bool:
        """Ask whether to switch the box off; if so, nothing is played any more."""
        if self.table.play(Play(switch_off), EVERY_CHAIR):
            self.off = self.table.closed = True
        return self.table.closed

    def begin(self, chosen: Setup | str) -> None:
        """What was chosen from the menu, after its set-up; or a game that is set up already."""
        if chosen == TIMER:
            self.timer(TIMER_SECONDS)
        elif isinstance(chosen, str):
            ready = self._play(Play(partial(set_up, chosen, [""] * SEATS)), EVERY_CHAIR)
            if ready:
                self.play(ready)
        else:
            self.play(chosen)

    def timer(self, seconds: float) -> None:
        """The box as a plain timer."""
        self._play(Play(lambda: countdown(seconds, SEATS)), EVERY_CHAIR)

    def play(self, setup: Setup) -> Play[Standing]:
        """A new game, from its first prompt."""
        play = setup.begin(self.lexicon)
        record = Record(self.journal, self.journal.begin(setup.as_values()))
        self._to_the_end(play, setup, record)
        return play

    def go_on(self, resume: bool | None) -> Play[Standing] | None:
        """Go on with the journal's unfinished game, if there is one that fits and people want to."""
        try:
            found = self.journal.unfinished() if resume is not False else None
            if found is None:
                return None
            steps = self.journal.steps(found.id)
            setup = Setup.from_values(found.setup)
            play = setup.begin(self.lexicon)
            used = _replayed(play, steps)
        except (BadValue, LookupError, Misfit, JournalError) as error:
            self.table.fault("journal", str(error))
            return None
        if play.over:  # only its end was not written any more
            self._end(Record(self.journal, found.id))
            return None
        if resume is None and not self._wanted_again(found, setup, play.standing):
            return None
        if self.box.top:  # on a real table things still lie as they did
            lie_as_before(self.box.top, play.prompt)
        self._to_the_end(play, setup, Record(self.journal, found.id), used)
        return play

    def _wanted_again(self, found: GameRecord, setup: Setup, standing: Standing) -> bool:
        wanted = self._play(Play(partial(go_on_with, setup.game.title, found.begun, standing)), EVERY_CHAIR)
        return wanted is True

    def _to_the_end(
        self, play: Play[Standing], setup: Setup, record: Record | None, used: float | None = None
    ) -> None:
        self._bot = setup.game.bot
        self._play(play, list(setup.chairs), record, used)
        self._bot = anything
        if play.over and record:
            self._end(record)

    def _end(self, record: Record) -> None:
        try:
            record.journal.end(record.game)
        except JournalError as error:
            self.table.fault("journal", str(error))

    def bot(self, prompt: Prompt, rng: Random, judge: Judge) -> Answer:
        """What a player of the game under way might do."""
        return self._bot(prompt, rng, judge)

    def _look(self) -> Look | None:
        return next(self.table.prompt.of_kind(Look), None) if self.table.playing else None

    def _wanted(self) -> Wanted | None:
        """Which dice the open prompt wants thrown."""
        look = self._look()
        return wanted(look) if look and look.kind in THROWN else None

    def _tidy(self, table: Table) -> None:
        """On a virtual table: boards lie as the game has them, also where a play was said by hand."""
        if self.box.top and table.prompt is not self._tidied:
            self._tidied = table.prompt
            lie_as_told(self.box.top, table.prompt)

    def _hands(self) -> None:
        """On a virtual table: put there, by chance, what the open prompt looks for."""
        look, prompt = self._look(), self.table.prompt
        if look is None or self.box.top is None:
            return
        tries = (self._bot(prompt, self.box.rig.chance, self.lexicon) for _ in range(TRIES))
        value = next((answer.value for answer in tries if answer.verb == look.verb), None)
        if value is not None:
            lay(self.box.top, look, prompt, value)


def _replayed(play: Play[Standing], steps: Sequence[Step]) -> float:
    """Give the recorded answers; returns how much of the open prompt's timer they had used."""
    if not steps:
        return 0.0
    *before, last = steps
    play.replay(step.answer for step in before)
    timer = play.prompt.timer
    play.replay([last.answer])
    now = play.prompt.timer
    return last.used if timer and now and timer.name == now.name else 0.0


class Shots:
    """Keeps a picture of each page the first time that it is seen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: dict[tuple[str, ...], Path] = {}

    def __call__(self, table: Table) -> None:
        """After a beat of the table: take a picture if this page is a new one."""
        prompt = table.prompt
        page = (type(prompt.view).__name__, *(accept.verb for accept in prompt.accepts[:1]))
        if page not in self.taken:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{len(self.taken) + 1:02}-{'-'.join(page).lower().replace(' ', '-')}.png"
            pygame.image.save(table.rig.screen.surface, str(path))
            self.taken[page] = path


def final_lines(standing: Standing) -> Sequence[str]:
    """The final table as text."""
    width = max(len(place.name) for place in standing.places)
    return [
        f"{n}. {place.name:{width}}  {place.score:5d}{'  out' if place.out else ''}"
        for n, place in enumerate(standing.ranking, 1)
    ]
