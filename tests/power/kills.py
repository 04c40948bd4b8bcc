"""A box is killed again and again while bots play; the next one goes on where people saw the last one stand.

`python -m tests.power.kills FOLDER TIMES SEED` is one process that has imported everything and starts each
box by a fork, so that a box lives within a tenth of a second.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple, NoReturn

REPOSITORY = Path(__file__).parent.parent.parent
PLAYED = ("bid-and-bluff", "idaho", "anabid")
PATIENCE = 120.0
"""Seconds without a new page; on an idle machine a box starts in a tenth of one."""


class Page(NamedTuple):
    """What people saw: which game, after how many answers, the whole prompt (its digest), the standing."""

    game: int
    answers: int
    prompt: str
    standing: str


@dataclass
class Killed:
    """What came of killing a box so often."""

    times: int
    """Kills of a box that had shown something."""
    resumed: int
    """How often the next one went on as it should."""
    at_start: int
    """Kills beside these, of a box that had shown nothing yet."""
    written: int
    """How often an answer was on the disk that nobody had been shown yet."""
    pages: int
    games: int
    wrong: list[str]


def killed(folder: Path, times: int, seed: int) -> Killed:
    """Kill a box so often, in a process of its own that does nothing else."""
    command = [sys.executable, "-m", "tests.power.kills", str(folder), str(times), str(seed)]
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(command, cwd=REPOSITORY, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Killed(**json.loads(done.stdout.splitlines()[-1]))


class Boxes:
    """Boxes on one folder, one after another; what they showed is told in a file that outlives them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.seen = folder / "seen"
        self.seen.touch()
        self.read = 0

    def start(self) -> int:
        """A box that plays until it is killed; its process."""
        box = os.fork()
        if box == 0:
            self._live()
        return box

    def pages(self) -> list[Page]:
        """What was shown since this was asked last."""
        with self.seen.open("rb") as file:
            file.seek(self.read)
            told = file.read()
        whole = told[: told.rfind(b"\n") + 1]
        self.read += len(whole)
        return [Page(*json.loads(line)) for line in whole.splitlines()]

    def until(self, enough: Callable[[list[Page]], bool]) -> tuple[list[Page], float]:
        """Let a box live until it has shown enough, then kill it; what it showed, and how long that took."""
        box, seen = self.start(), list[Page]()
        begun = since = time.monotonic()
        while not enough(seen):
            more = self.pages()
            seen += more
            since = time.monotonic() if more else since
            if time.monotonic() - since > PATIENCE or os.waitpid(box, os.WNOHANG) != (0, 0):
                raise AssertionError(f"a box ended by itself, or showed too little: {seen[-3:]}")
            time.sleep(0.01)
        took = time.monotonic() - begun
        kill(box)
        return seen + self.pages(), took

    def for_seconds(self, seconds: float) -> list[Page]:
        """Let a box live so long, then kill it; what it showed."""
        box = self.start()
        time.sleep(seconds)
        kill(box)
        return self.pages()

    def _live(self) -> NoReturn:
        try:
            live(self.folder, self.seen)
        except BaseException as error:  # never back into the code of the parent
            print(f"the box failed: {error!r}", file=sys.stderr, flush=True)
        os._exit(1)


def kill(box: int) -> None:
    """Without warning."""
    os.kill(box, signal.SIGKILL)
    os.waitpid(box, 0)


def live(folder: Path, seen: Path) -> None:
    """A box's life: go on with the game that is under way, then play one after another."""
    from appliance.app import App
    from appliance.boxes import unseen_box
    from appliance.config import Config
    from appliance.games.catalogue import GAMES, Setup
    from appliance.journal import MAIN, Journal
    from appliance.lexicon import Lexicon
    from appliance.table import Table
    from tests.night_kit import Night

    told = os.open(seen, os.O_WRONLY | os.O_APPEND)
    journal = Journal(folder / MAIN)
    with Lexicon.open() as words:
        app = App(unseen_box(Config(), seed=1), journal, words)
        shown = b""

        def tell(table: Table) -> None:
            nonlocal shown
            if table._record and not table._play.over:
                prompt = table.prompt
                digest = sha256(repr(prompt).encode()).hexdigest()[:16]
                page = Page(table._record.game, len(table._play.answers), digest, str(prompt.standing))
                line = json.dumps(page).encode() + b"\n"
                if line != shown:
                    os.write(told, line)
                    shown = line

        app.table.watchers.append(tell)  # before the hands act
        night = Night(app, words)
        while True:
            found = journal.unfinished()
            night.players.seed = found.id if found else len(journal.games()) + 1
            if found:
                app.go_on(True)
            else:
                app.play(Setup.of(GAMES[PLAYED[len(journal.games()) % len(PLAYED)]], ["Ana", "Ben", "Cleo"]))


def run(folder: Path, times: int, seed: int) -> Killed:
    """Kill a box so often, most at a random moment of its life; then see how the games go without that.

    Every fourth lives until it has shown a page more: on a busy machine few get so far by the random
    moment, and the games are to go on.
    """
    chance = Random(seed)
    boxes = Boxes(folder / "killed")
    seen, took = boxes.until(lambda pages: len(pages) > 3)
    found = Killed(times, 0, 0, 0, 0, 0, [])
    lives = [seen]
    struck, span = 1, took
    while struck < times:
        if struck % 4 == 0:
            lives.append(boxes.until(lambda pages: len(pages) > 1)[0])
        else:
            lives.append(boxes.for_seconds(chance.uniform(0, span)))
            span *= 0.85 if lives[-1] else 1.2  # the longer a game is, the longer the next box replays it
        struck += bool(lives[-1])
    lives.append(boxes.until(lambda pages: len(pages) > 0)[0])
    last = max(page[:2] for pages in lives for page in pages)
    unkilled = Boxes(folder / "whole").until(lambda pages: bool(pages) and max(pages)[:2] >= last)[0]
    order = {page: number for number, page in enumerate(unkilled)}
    here = order.get(lives[0][-1], -1)
    for number, pages in enumerate(lives[1:], 1):
        places = [order.get(page) for page in pages]
        if places and places[0] not in (here, here + 1):
            found.wrong.append(f"kill {number}: {pages[0]} after {unkilled[here]}")
        elif None in places:
            found.wrong.append(f"after kill {number}: {pages[places.index(None)]} is no page of the game")
        elif places:
            found.written += places[0] == here + 1
            here = places[-1] or 0
        found.at_start += not places
    found.resumed = times - len(found.wrong)
    found.pages, found.games = here + 1, last[0]
    return found


if __name__ == "__main__":
    import cv2

    import tests.night_kit  # noqa: F401 - everything that a box needs, before the first fork

    cv2.setNumThreads(0)
    print(json.dumps(asdict(run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))))
