"""A whole box on mock pins, a clock that tests advance, and a screen that can be read."""

from collections.abc import Sequence
from typing import Any

from appliance.config import PanelSettings
from appliance.drivers import Camera, KeyReleased, KeyTyped, Touched
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.judge import Judge
from appliance.games.prompts import Prompt
from appliance.games.script import Play
from appliance.looking import Looking
from appliance.rig import Rig
from appliance.screens import texts_of
from appliance.table import Record, Table
from tests.fakes.devices import RecordedSound, ScriptedScreen

PINS = PanelSettings().pins()
FIRST_ROLL = "ACERBT"


class TableKit:
    """The table with people at it: they press, turn, type and touch, and read the screen."""

    def __init__(
        self, judge: Judge, camera: Camera | None = None, clock: ManualClock | None = None, held: int = 0
    ) -> None:
        self.clock = clock or ManualClock(100.0)
        self.judge = judge
        self.screen = ScriptedScreen()
        self.sound = RecordedSound()
        events, factory = EventQueue(), mock_factory(self.clock)
        self.events = events
        self.fingers = Fingers(factory, PINS)
        if held:
            self.fingers.press(held - 1)
        self.panel = GpioPanel(PINS, factory, events.put, self.clock)
        looking = Looking()
        self.rig = Rig(
            self.clock, events, self.panel, self.screen, self.sound, looking, camera, self.clock.sleep
        )
        self.table = Table(self.rig)

    def close(self) -> None:
        self.panel.close()

    def open(
        self, play: Play[Any], chairs: list[int], record: Record | None = None, used: float | None = None
    ) -> "TableKit":
        self.play = play
        self.table.begin(play, chairs, record, used)
        return self.beat()

    def anabid(self, names: str = "Ana Ben Cleo", record: Record | None = None, **options: Any) -> "TableKit":
        """A game of Anabid! with the first roller found: the first named."""
        people = names.split()
        play = Play(lambda: anabid.play(people, Options(**options), self.judge))
        self.open(play, list(range(len(people))), record)
        for number in range(len(people)):
            self.type("A" if number == 0 else "T").key("enter")
        return self

    def spelling(self, bid_steps: int = 1, **options: Any) -> "TableKit":
        """As far as the first player's spelling: letters ACERBT, the bid found by turning the dial so far."""
        self.anabid(**options).type(FIRST_ROLL).key("enter").press(1)
        self.turn(bid_steps).press(1)
        for seat in (3, 2):
            self.press(seat)
        return self

    @property
    def prompt(self) -> Prompt:
        return self.table.prompt

    # Time

    def beat(self, count: int = 1) -> "TableKit":
        for _ in range(count):
            if self.table.playing:
                self.table.beat()
        return self

    def advance(self, seconds: float) -> "TableKit":
        self.clock.advance(seconds)
        return self.beat(2)

    # Hands; seats are those that people count, from 1

    def press(self, seat: int) -> "TableKit":
        self.fingers.tap(seat - 1)
        self.clock.advance(0.1)
        return self.beat(2)

    def hold(self, seat: int) -> "TableKit":
        self.fingers.press(seat - 1)
        self.beat().advance(0.7)
        self.fingers.release(seat - 1)
        return self.beat()

    def turn(self, steps: int) -> "TableKit":
        self.fingers.turn(steps)
        return self.beat()

    def hold_dial(self) -> "TableKit":
        self.fingers.push_down()
        self.beat().advance(0.7)
        self.fingers.push_up()
        self.clock.advance(0.1)
        return self.beat()

    def push(self) -> "TableKit":
        self.fingers.push()
        self.clock.advance(0.1)
        return self.beat(2)

    def key(self, key: str) -> "TableKit":
        now = self.clock.now()
        self.screen.happen += [KeyTyped(now, key), KeyReleased(now, key)]
        return self.beat()

    def type(self, text: str) -> "TableKit":
        for letter in text:
            self.key(letter)
        return self

    def touch(self, does: str) -> "TableKit":
        """Touch the place of the screen that does this."""
        spots = [spot for spot in self.table.face.hotspots if spot.does == does]
        assert spots, f"nothing on the screen does {does!r}: {[s.does for s in self.table.face.hotspots]}"
        x, y = spots[0].area.center
        self.screen.happen.append(Touched(self.clock.now(), x, y))
        return self.beat()

    # What people see and hear

    def texts(self) -> Sequence[str]:
        return texts_of(self.table.shown(self.clock.now()), (1280, 720))

    def says(self, text: str) -> bool:
        return any(text in line for line in self.texts()) or text in " ".join(self.texts())

    def lit(self) -> list[int]:
        """Seats (from 1) whose lamp shines fully."""
        return [seat for seat, level in enumerate(self.fingers.lamps(), 1) if level > 0.9]

    def dimly_lit(self) -> list[int]:
        return [seat for seat, level in enumerate(self.fingers.lamps(), 1) if 0 < level < 0.5]

    def bar(self, name: Any) -> float:
        """How full a timer bar is, 0 to 1."""
        leds = self.fingers.bar(name)
        return sum(leds) / len(leds)

    @property
    def last(self) -> str:
        """The last answer, as text."""
        return str(self.play.answers[-1])
