"""Monkeys at the box: whatever is pressed, turned, typed, touched and thrown, nothing breaks or gets lost."""

from pathlib import Path
from random import Random

import pytest

from appliance.drivers import DriverError, KeyReleased, KeyTyped, PartBack, PartFailed, Touched
from appliance.drivers.clock import ManualClock
from appliance.games import bots
from appliance.games import setup as setting_up
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.script import Play
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from appliance.table import Record
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from tests.table_kit import TableKit

KEYS = [*"abcdefghijklmnopqrstuvwxyz'-?", "enter", "backspace", "undo", "f1", "escape", "space", "Qu"]
KEYS += ["left", "right", "up", "down", "1", "2", "3", "7", "é", "0", "tab"]


class Monkey:
    """Does anything at all to a table, and now and then what the game asks for, to get further."""

    def __init__(self, kit: TableKit, top: Tabletop, seed: int) -> None:
        self.kit = kit
        self.top = top
        self.rng = Random(seed)

    def act(self) -> None:
        rng, kit = self.rng, self.kit
        acts = [self.key, self.key, self.button, self.button, self.dial, self.touch, self.wait, self.part]
        acts += [self.sensible] * 4
        if rng.random() < 0.02:
            acts = [self.dice]
        rng.choice(acts)()
        kit.beat()

    def key(self) -> None:
        key, now = self.rng.choice(KEYS), self.kit.clock.now()
        events = [KeyTyped(now, key), KeyReleased(now + 0.05, key)]
        self.kit.screen.happen += events[: self.rng.choice((1, 2, 2, 2))]

    def button(self) -> None:
        seat = self.rng.randrange(7)
        self.rng.choice((self.kit.fingers.press, self.kit.fingers.release, self.kit.fingers.tap))(seat)
        self.kit.clock.advance(self.rng.choice((0.001, 0.03, 0.7)))

    def dial(self) -> None:
        self.rng.choice((lambda: self.kit.fingers.turn(self.rng.randint(-4, 9)), self.kit.fingers.push))()

    def touch(self) -> None:
        width, height = self.kit.screen.surface.get_size()
        x, y = self.rng.randrange(width), self.rng.randrange(height)
        spots = self.kit.table.face.hotspots
        if spots and self.rng.random() < 0.7:
            x, y = self.rng.choice(spots).area.center
        self.kit.screen.happen.append(Touched(self.kit.clock.now(), x, y))

    def wait(self) -> None:
        self.kit.clock.advance(self.rng.choice((0.1, 1.0, 11.0, 61.0)))

    def part(self) -> None:
        part = self.rng.choice(("camera", "panel", "sound"))
        event = PartFailed(self.kit.clock.now(), DriverError(part, "busy", "A monkey has it."))
        self.kit.events.put(self.rng.choice((event, PartBack(self.kit.clock.now(), part))))

    def dice(self) -> None:
        self.top.throw(self.rng.sample(dice_set("anabid").dice, self.rng.randint(0, 9)))
        self.kit.beat(45)

    def sensible(self) -> None:
        """What the open prompt asks for, given past all buttons."""
        table = self.kit.table
        if table.playing and not table.paused:
            table._give(bots.anything(table.prompt, self.rng, self.kit.judge))


@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_breaks_nothing_and_loses_nothing(lexicon: Lexicon, tmp_path: Path, seed: int) -> None:
    clock = ManualClock(100.0)
    top = Tabletop(clock, dice_set("anabid"), seed)
    kit = TableKit(lexicon, camera=TabletopCamera(top, clock), clock=clock)
    monkey = Monkey(kit, top, seed)
    journal = Journal(tmp_path / "journal.db")
    options = Options(quotable=seed % 2 == 0, bidtacular=seed % 3 == 0)
    play = Play(lambda: anabid.play(["Ana", "Ben", "Cleo", "Dan"][: 2 + seed % 3], options, lexicon))
    number = journal.begin({})
    used = None
    for _ in range(300):
        if not kit.table.playing and not play.over:  # left: somebody goes on with the game
            kit.table.begin(play, list(range(2 + seed % 3)), Record(journal, number), used)
            used = 0.0
        if play.over:
            break
        monkey.act()
        assert [step.answer for step in journal.steps(number)] == play.answers
    assert len(play.answers) > 12
    journal.close()
    kit.close()


def test_a_monkey_at_the_menu(lexicon: Lexicon) -> None:
    clock = ManualClock(100.0)
    top = Tabletop(clock, dice_set("anabid"), 1)
    kit = TableKit(lexicon, clock=clock)
    monkey = Monkey(kit, top, 4)
    for _ in range(300):
        if not kit.table.playing:
            kit.table.begin(Play(lambda: setting_up.set_up("anabid", [""] * 7)), list(range(7)))
        rng = monkey.rng
        rng.choice((monkey.key, monkey.button, monkey.dial, monkey.touch, monkey.wait))()
        kit.beat()
    kit.close()
