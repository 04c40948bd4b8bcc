"""`tallybox play` and `tallybox timer`: on the box, at a desk, or unseen."""

import argparse
import math
import os
import re
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import SystemRandom

from appliance import own_sets
from appliance.app import App, Shots, final_lines
from appliance.autoplay import Autoplay
from appliance.boxes import Box, desk_box, has_display, real_box, unseen_box
from appliance.config import Config
from appliance.errors import BadValue, Missing
from appliance.evidence import Evidence
from appliance.games.catalogue import GAMES, Setup, game, options_of
from appliance.games.script import transcript
from appliance.games.views import Countdown
from appliance.journal import MAIN
from appliance.lexicon import Lexicon, LexiconError, read_word_list
from appliance.lock import alone
from appliance.notify import SWITCH_OFF, Alive, is_service, notify
from appliance.pieces.track import use_own
from appliance.refuge import open_somewhere
from appliance.service_mode import ServiceMode
from appliance.table import Table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
PLAYERS = 4


def play(args: argparse.Namespace) -> int:
    """Play on the box, at a desk, or, on a virtual table without a display, all by itself."""
    if args.auto and not args.virtual:
        raise BadValue("--auto plays on the virtual table: add --virtual")
    unseen = args.virtual and not has_display()
    setup = wanted_setup(args, by_itself=unseen or args.auto)
    seed = SystemRandom().randrange(10_000) if args.seed is None else args.seed
    with opened(args.virtual, seed) as app:
        if unseen or args.auto:
            app.table.watchers.append(hands(app, seed, pace=0.0 if unseen else 1.0))
        if unseen:
            assert setup
            return play_unseen(app, setup, args.resume, args.shots)
        app.run(setup or args.game, resume=True if args.resume else False if args.new else None)
        return SWITCH_OFF if app.off else 0


@contextmanager
def opened(virtual: bool, seed: int = 0) -> Iterator[App]:
    """The box that this machine can be, with its journal and its words."""
    config = Config.load()
    with ExitStack() as ends:
        ends.enter_context(alone(config.state.directory))
        box = _box(config, virtual, seed)
        ends.callback(box.close)
        house, problem = own_words(config.words.own)
        lexicon = ends.enter_context(Lexicon.open(house=house))
        journal, notice = open_somewhere(config.state.directory / MAIN)
        ends.callback(journal.close)
        box.rig.keep = Evidence(config.state.directory / "evidence").keep
        app = App(box, journal, lexicon)
        if not config.service.locked:
            app.table.service = ServiceMode(box.rig, config.panel.pins())
        # Virtual dice are the box's own.
        dice = "" if virtual else "; ".join(own_sets.use(os.environ).values())
        board = own_board(config.mat.board)
        clock = journal.clock_problem()
        # Told as “disk”, as “journal” is taken back by the next answer that is written.
        told = (("disk", notice), ("clock", clock), ("words", problem), ("mat", board), ("sets", dice))
        for part, fault in told:
            if fault:
                app.table.fault(part, fault)
        if is_service():
            _serve(app, ends)
        yield app


def _serve(app: App, ends: ExitStack) -> None:
    """Let systemd know how the box does, stop when it asks to, and give people the switch of the machine."""
    app.table.has_switch = True
    app.table.watchers.append(Alive())
    ends.callback(notify, "STOPPING=1")

    def stop(*_: object) -> None:
        app.table.closed = True  # the beat under way is the last one

    ends.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, stop))


def own_board(path: Path | None) -> str:
    """From now on Bid & Bluff is played on the owner's board; what is wrong with it, if it is none."""
    try:
        if path:
            use_own("bid-and-bluff", path)
    except (BadValue, Missing) as error:
        return str(error)
    return ""


def own_words(path: Path | None) -> tuple[list[str], str]:
    """The table's own words and what was wrong with their file; rubbish in it stops no game."""
    if path is None:
        return [], ""
    try:
        words, problems = read_word_list(path)
    except (LexiconError, OSError, LookupError) as error:
        return [], str(error)
    return list(words), f"{path}: {problems[0]}" + (" …" if len(problems) > 1 else "") if problems else ""


def _box(config: Config, virtual: bool, seed: int) -> Box:
    if not virtual:
        return real_box(config)
    return desk_box(config, seed) if has_display() else unseen_box(config, seed)


def hands(app: App, seed: int, pace: float) -> Autoplay:
    """Hands for every seat of a virtual table."""
    box = app.box
    assert box.fingers
    assert box.top
    return Autoplay(
        box.rig.clock, box.fingers, box.top, box.rig.events.put, app.lexicon, app.bot, seed=seed, pace=pace
    )


def wanted_setup(args: argparse.Namespace, by_itself: bool) -> Setup | None:
    """The set-up that the command line asks for; None where the screen is to ask for players."""
    if args.game is None and not by_itself:
        return None
    chosen = game(args.game or next(iter(GAMES)))
    options_of(chosen, args.variant)  # a misspelt variant is told before any window opens
    if args.players is None and not by_itself:
        return None
    return Setup.of(chosen, players(args.players or str(PLAYERS)), args.variant)


def players(text: str) -> list[str]:
    """Names, or that many of the usual ones: `Ana,Ben,Cleo` or `3`."""
    if text.isdecimal():
        if not 0 < int(text) <= len(NAMES):
            raise BadValue(f"there is room for 1 to {len(NAMES)} players, not {text}")
        return list(NAMES[: int(text)])
    return [name.strip() for name in text.split(",")]


def play_unseen(app: App, setup: Setup, resume: bool, shots: str | None) -> int:
    """Play a whole game as fast as it goes, then print what happened."""
    folder = Path(shots or tempfile.mkdtemp(prefix="tallybox-shots-"))
    pictures = Shots(folder)
    app.table.watchers.append(pictures)
    played = (app.go_on(True) if resume else None) or app.play(setup)
    print(*transcript(played.again(), played.answers), sep="\n")
    print("", *final_lines(played.standing), sep="\n")
    print(f"\n{len(pictures.taken)} screenshots in {folder}")
    return 0


def timer(duration: str, virtual: bool) -> int:
    """The box as a plain timer."""
    seconds = seconds_of(duration)
    with opened(virtual) as app:
        if virtual and not has_display():
            app.table.watchers.append(RunDown(app.box))
        app.timer(seconds)
    return 0


def seconds_of(text: str) -> float:
    """Seconds of a text such as `10s`, `1m30s`, `2m`, `90`; `BadValue` for any other."""
    found = re.fullmatch(r"(?:(\d+)m)?(?:(\d+)s?)?", text.strip().lower())
    seconds = int(found[1] or 0) * 60 + int(found[2] or 0) if found else 0
    if not 0 < seconds <= 24 * 3600:
        raise BadValue(f"{text!r} is no duration; expected something like 10s, 60s or 1m30s")
    return float(seconds)


class RunDown:
    """Hands that nobody sees: they start the timer once, let it run out, and leave. Says each second."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._said = ""

    def __call__(self, table: Table) -> None:
        """After every beat of the table."""
        view = table.prompt.view
        fingers = self._box.fingers
        if fingers is None or not isinstance(view, Countdown):
            return
        if view.state == "ready":
            fingers.tap(0)
        elif view.state == "up":
            fingers.push()
        left = table.stopwatch.left(self._box.rig.clock.now())
        said = f"{math.ceil(max(left, 0.001))} s" if view.state == "running" else table.prompt.headline
        if said != self._said:
            print(said)
            self._said = said
