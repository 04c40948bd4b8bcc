"""The box from switching on to switching off: menu, set-up, a game, broken off and gone on with."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from appliance.app import App
from appliance.autoplay import Autoplay
from appliance.boxes import unseen_box
from appliance.config import Config
from appliance.drivers import Closed
from appliance.games.anabid import bot
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.games.views import Final, Joining, Menu
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.table import Table


def hands(app: App, seed: int = 7) -> Autoplay:
    box = app.box
    assert box.fingers
    assert box.top
    return Autoplay(
        box.rig.clock, box.fingers, box.top, box.rig.events.put, app.lexicon, bot.sensibly, seed=seed, pace=0
    )


def close_after(app: App, done: Callable[[Table], bool]) -> None:
    """Close the window as soon as that is so."""

    def watch(table: Table) -> None:
        if done(table):
            app.box.rig.events.put(Closed(app.box.rig.clock.now()))

    app.table.watchers.append(watch)


def setup(*names: str) -> Setup:
    return Setup.of(GAMES["anabid"], names or ("Ana", "Ben", "Cleo"))


def test_menu_joining_variants_and_the_first_prompt_by_buttons_alone(app: App) -> None:
    fingers = app.box.fingers
    assert fingers
    seen: list[str] = []
    joined: list[int] = []

    def people(table: Table) -> None:
        view = table.prompt.view
        if not seen or seen[-1] != table.prompt.headline:
            seen.append(table.prompt.headline)
        if isinstance(view, Joining) and len(joined) < 3:
            joined.append((0, 2, 5)[len(joined)])
            fingers.tap(joined[-1])
        elif isinstance(view, Menu | Joining):
            fingers.push()

    app.table.watchers.append(people)
    close_after(app, lambda table: "roll one white die" in table.prompt.headline)
    app.run()
    assert seen[0] == "What shall we play?"
    assert seen[-1] == "Player 1: roll one white die"
    assert app.table.inputs.chairs == [0, 2, 5]


def test_a_broken_off_game_goes_on_at_the_same_prompt(app: App, journal: Journal, lexicon: Lexicon) -> None:
    app.table.watchers.append(hands(app))
    close_after(app, lambda table: table.prompt.headline.startswith("Cleo: beat"))
    app.play(setup())
    prompt, answers = app.table.prompt, len(journal.steps(1))
    again = App(unseen_box(Config(), seed=1), journal, lexicon)
    opened: list[object] = []
    again.table.watchers.append(lambda table: opened.append((table.prompt, table.paused)))
    close_after(again, lambda table: len(opened) > 3)
    again.go_on(True)
    assert opened[0] == (prompt, True)  # it waits for "go on"
    assert len(journal.steps(1)) == answers
    again.box.close()


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        ("1 announced|1 bid = 1x3", 10),  # Ana's seven seconds are not Cleo's
        ("1 announced|1 bid = 1x3|3 bid = no bid|2 bid = no bid|2 word = ACE", 53),  # the same minute
    ],
)
def test_a_resumed_timer_has_what_was_left_of_it(
    app: App, journal: Journal, answers: str, left: float
) -> None:
    number = journal.begin(setup().as_values())
    for line in ["1 roll = A", "2 roll = T", "3 roll = T", "1 roll = A C E R B T", *answers.split("|")]:
        journal.answer(number, Answer.parse(line), 7.0)
    seen: list[float] = []
    app.table.watchers.append(lambda table: seen.append(table.stopwatch.left(app.box.rig.clock.now())))
    close_after(app, lambda table: len(seen) > 2)
    app.go_on(True)
    assert seen[0] == seen[-1] == left  # and it stands still until somebody goes on


def test_the_box_asks_whether_to_go_on(app: App, journal: Journal) -> None:
    number = journal.begin(setup().as_values())
    journal.answer(number, Answer(0, "roll", "A"), 0)
    seen: list[str] = []
    app.table.watchers.append(lambda table: seen.append(table.prompt.headline))
    fingers = app.box.fingers
    assert fingers
    app.table.watchers.append(lambda table: fingers.push() if "not finished" in seen[-1] else None)
    close_after(app, lambda table: table.prompt.headline == "Ben: roll one white die")
    app.run()
    assert seen[0].startswith("Anabid! of ")
    assert seen[-1] == "Ben: roll one white die"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda values: {**values, "rules": 99},
        lambda values: {**values, "game": "canasta"},
        lambda values: {**values, "options": {}},
    ],
)
def test_a_game_by_other_rules_is_not_guessed_at(
    app: App, journal: Journal, spoil: Callable[[dict[str, object]], dict[str, object]]
) -> None:
    number = journal.begin(spoil(setup().as_values()))
    journal.answer(number, Answer(0, "roll", "A"), 0)
    close_after(app, lambda table: True)
    app.run()
    assert app.table.prompt.headline == "What shall we play?"
    assert app.table.shown(0).fault


def test_answers_that_do_not_fit_are_refused_with_the_last_standing(app: App, journal: Journal) -> None:
    number = journal.begin(setup().as_values())
    journal.answer(number, Answer(0, "roll", "A"), 0)
    journal.answer(number, Answer(2, "dance"), 0)
    assert app.go_on(True) is None
    app.table.watchers.append(lambda table: app.box.rig.events.put(Closed(0)))
    app.run(resume=False)
    assert "does not fit" in app.table.shown(0).fault
    assert "Ana 0 · Ben 0 · Cleo 0" in app.table.shown(0).fault


def test_a_whole_short_game_by_camera_and_buttons(app: App, journal: Journal) -> None:
    """Two players, eight rolls, every letter read from the camera's picture; the journal has it all."""
    app.table.watchers.append(hands(app, seed=3))
    played = app.play(setup("Ana", "Ben"))
    assert played.over
    assert isinstance(played.prompt.view, Final)
    assert [step.answer for step in journal.steps(1)] == played.answers
    assert journal.games()[0].ended
    rolls = [answer for answer in played.answers if answer.verb == "roll"]
    assert len(rolls) >= 10


def test_the_same_seed_plays_the_same_game(journal: Journal, lexicon: Lexicon) -> None:
    told = []
    for _ in range(2):
        box = unseen_box(Config(), seed=5)
        app = App(box, journal, lexicon)
        app.table.watchers.append(hands(app, seed=5))
        close_after(app, lambda table, app=app: "spells" in table.prompt.headline)  # type: ignore[misc]
        told.append([str(answer) for answer in app.play(setup()).answers])
        box.close()
    assert told[0] == told[1]
    assert len(told[0]) > 5


def test_killed_at_any_moment_it_goes_on_at_the_same_prompt(tmp_path: Path, lexicon: Lexicon) -> None:
    """A real process plays and is killed without warning; the next one opens the prompt that it was at."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    players = ["--players", "2", "--seed", "4"]
    command = [sys.executable, "-m", "appliance", "play", "anabid", "--virtual", *players]
    path = tmp_path / "tallybox" / "journal.db"
    killed = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while killed.poll() is None and time.monotonic() < deadline and _answers(path) < 12:
        pass
    killed.kill()
    killed.wait()
    journal = Journal(path)
    steps = journal.steps(1)
    assert len(steps) >= 12
    assert not journal.games()[0].ended
    app = App(unseen_box(Config(), seed=1), journal, lexicon)
    expected = Setup.of(GAMES["anabid"], ["Ana", "Ben"]).begin(lexicon)
    expected.replay(step.answer for step in steps)
    opened: list[object] = []
    app.table.watchers.append(lambda table: opened.append(table.prompt))
    close_after(app, lambda table: True)
    app.go_on(True)
    assert opened[0] == expected.prompt
    app.box.close()
    journal.close()


def _answers(path: Path) -> int:
    """How many answers are written there, seen without writing, as any other program may."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM record WHERE kind = 'answer'").fetchone()[0])
    except sqlite3.Error:
        return 0
