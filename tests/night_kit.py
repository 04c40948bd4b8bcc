"""An unseen box that plays game after game for a day of its clock, and what its process takes."""

import gc
import os
import resource
import tracemalloc
from pathlib import Path
from typing import Any, NamedTuple

from appliance.app import App
from appliance.boxes import unseen_box
from appliance.config import Config
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Look, Prompt
from appliance.games.script import Play
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.looking import Looking
from appliance.screens import shapes, text
from tests.fakes.eye import StillCamera, ToldReader
from tests.fakes.players import Players
from tests.faults_kit import NAMES, SEED


class Night:
    """An unseen box on a clock that people's thinking moves, game after game."""

    def __init__(self, app: App, bots_words: Lexicon) -> None:
        self.rig = app.box.rig
        assert app.box.fingers
        self.clock, self.fingers, self.events = self.rig.clock, app.box.fingers, self.rig.events
        self.table = app.table
        self.players = Players(self, app.bot, bots_words, SEED)
        self.players.opened = self._think
        self.rig.looking = Looking(
            lambda look: ToldReader(look, lambda: self.players.value, lambda: len(NAMES))
        )
        self.rig.camera = StillCamera(self.clock, lambda: any(True for _ in self.table.prompt.of_kind(Look)))
        self.table.watchers.append(lambda table: self.players.step())

    @property
    def play(self) -> Play[Any]:
        return self.table._play

    def _think(self, prompt: Prompt) -> None:
        """People talk, eat, and go for a walk where no timer runs."""
        if prompt.timer is None:
            self.clock.sleep(THINKING)


THINKING = 150.0
DAY = 24 * 3600.0


class Size(NamedTuple):
    """What a process takes: memory in bytes, and open files."""

    traced: int
    resident: int
    files: int


def size_now() -> Size:
    """What is taken by all but the screens' caches: they are bounded, but a day does not fill them."""
    for cache in (text.font, text._lines_box, text.fit, text.rendered, shapes.disc, shapes.icon):
        cache.cache_clear()
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Size(
        tracemalloc.get_traced_memory()[0], pages * resource.getpagesize(), len(os.listdir("/proc/self/fd"))
    )


def night(path: Path) -> tuple[Size, Size, int, int]:
    """Games until a day is over; the sizes after the first of each and at the end, games and answers."""
    tracemalloc.start(1)
    games = answers = 0
    with Lexicon.open() as words:
        box = unseen_box(Config(), seed=SEED)
        journal = Journal(path)
        app = App(box, journal, words)
        night = Night(app, words)
        first: Size | None = None
        while box.rig.clock.now() < DAY:
            night.players.seed = games
            setup = Setup.of(GAMES[("bid-and-bluff", "idaho", "speed-scrabble")[games % 3]], NAMES)
            played = app.play(setup)
            assert played.over
            assert not night.players.late
            games, answers = games + 1, answers + len(played.answers)
            if games == 3:
                first = size_now()
        assert first
        last = size_now()
        box.close()
        journal.close()
    tracemalloc.stop()
    return first, last, games, answers
