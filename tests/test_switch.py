"""The dial held long switches a service's box off, after a question."""

from collections.abc import Callable

import pytest

from appliance.app import App
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.journal import Journal
from appliance.table import Table


@pytest.fixture(autouse=True)
def switch(app: App) -> None:
    """The box is a service, whose end switches the machine off."""
    app.table.has_switch = True


class People:
    """They hold the dial where a given page is open, answer the box's question, and note what they see."""

    def __init__(self, app: App, hold_at: str, answers: list[str], seconds: float = 3.5) -> None:
        self.app, self.hold_at, self.answers, self.seconds = app, hold_at, answers, seconds
        self.seen: list[str] = []
        self._held: float | None = None
        self._end = app.box.rig.clock.now() + 60  # what does not come is not waited for
        app.table.watchers.append(self)

    def __call__(self, table: Table) -> None:
        fingers, now = self.app.box.fingers, self.app.box.rig.clock.now()
        assert fingers
        page = table.prompt.headline + (" (paused)" if table.paused else "")
        if not self.seen or self.seen[-1] != page:
            self.seen.append(page)
        if now > self._end:
            table.closed = True
        elif self._held is not None:
            if now - self._held >= self.seconds:
                fingers.push_up()
                self._held = None
        elif table.prompt.headline == "Switch the box off?":
            if self.answers:  # it is heard with the next beat
                fingers.turn(1 if self.answers.pop() == "off" else 0)
                fingers.push()
        elif page == self.hold_at and self.answers:
            fingers.push_down()
            self._held = now
        elif not self.answers:
            table.closed = True


MENU = "What shall we play?"


def test_the_dial_held_long_switches_off_after_a_question(app: App) -> None:
    people = People(app, MENU, ["off"])
    app.run()
    assert people.seen == [MENU, f"{MENU} (paused)", "Switch the box off?"]
    assert app.off


def test_whoever_thinks_better_of_it_is_back_where_they_were(app: App, journal: Journal) -> None:
    page = "Ana: roll one white die"
    people = People(app, page, ["stay"])
    app.play(Setup.of(GAMES["anabid"], ["Ana", "Ben"]))
    assert people.seen == [page, f"{page} (paused)", "Switch the box off?", f"{page} (paused)"]
    assert not app.off
    assert not journal.games()[0].ended


def test_nobody_gains_time_by_asking_for_the_switch(app: App, journal: Journal) -> None:
    page = "Ana: your bid?"
    number = journal.begin(Setup.of(GAMES["anabid"], ["Ana", "Ben"]).as_values())
    for line in ["1 roll = A", "2 roll = T", "1 roll = A C E R B T", "1 announced"]:
        journal.answer(number, Answer.parse(line), 0)
    people = People(app, page, ["stay"])
    left: list[float] = []

    def watch(table: Table) -> None:
        if table.prompt.headline == page:
            left.append(table.stopwatch.left(app.box.rig.clock.now()))
        if len(left) == 1:
            assert app.box.fingers
            app.box.fingers.tap(0)  # go on

    app.table.watchers.append(watch)
    app.go_on(True)
    assert people.seen[-2:] == ["Switch the box off?", f"{page} (paused)"]
    assert 9 < left[-1] == min(left) < 10


def test_a_short_hold_is_a_break_and_no_switch(app: App) -> None:
    people = People(app, MENU, ["stay"], seconds=1.5)
    app.table.watchers.append(lambda table: people.answers.clear() if table.paused else None)
    app.run()
    assert people.seen == [MENU, f"{MENU} (paused)"]


def test_where_the_box_is_no_service_there_is_no_switch(app: App) -> None:
    app.table.has_switch = False
    people = People(app, MENU, ["off"], seconds=6)
    people.app.table.watchers.append(_when_let_go(people))
    app.run()
    assert people.seen == [MENU, f"{MENU} (paused)"]
    assert not app.off


def _when_let_go(people: People) -> Callable[[Table], None]:
    def watch(table: Table) -> None:
        if table.paused and people._held is None:
            table.closed = True

    return watch
