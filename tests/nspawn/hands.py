"""Run by the service in the tests: the box on mock pins, without a camera, with hands that play and type.

What the hands do stands in the file `hands` beside the games: `play` at human speed, `rest`, or hold the dial
and switch the box `off`. All else is the box as the unit starts it.
"""

import sys
from contextlib import ExitStack

from appliance import run_game
from appliance.app import App
from appliance.autoplay import Autoplay, Motions
from appliance.boxes import UNSEEN, Box
from appliance.cli import main
from appliance.config import Config
from appliance.drivers.clock import SystemClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel
from appliance.drivers.screen import PygameScreen
from appliance.drivers.sound import Silence
from appliance.games.prompts import Answer, Look, Spell
from appliance.inputs import OFF
from appliance.looking import Looking
from appliance.pieces import dice_set
from appliance.rig import Rig
from appliance.table import Table
from appliance.virtual.tabletop import Tabletop

PACE = 0.2
"""How long these hands think, as a part of what people take."""


def box_on_mock_pins(config: Config, virtual: bool, seed: int) -> Box:
    """A box in real time whose screen nobody sees."""
    clock, events, pins, ends = SystemClock(), EventQueue(), config.panel.pins(), ExitStack()
    factory, screen = mock_factory(clock), PygameScreen(clock, UNSEEN)
    panel = GpioPanel(pins, factory, events.put, clock)
    ends.callback(screen.close)
    ends.callback(panel.close)
    rig = Rig(clock, events, panel, screen, Silence(), Looking(), None, events.wait)
    return Box(rig, ends, fingers=Fingers(factory, pins))


class TypingHands(Autoplay):
    """They say by hand what the camera of a whole box would see."""

    def _look(self, table: Table, look: Look, answer: Answer) -> Motions:
        yield from self._by_hand(table, look, answer)

    def _spell(self, table: Table, spell: Spell, word: str) -> Motions:
        yield from self._type(word)


class AppWithHands(App):
    """The box, and whoever sits at it."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        rig, fingers = self.box.rig, self.box.fingers
        assert fingers
        self._fingers = fingers
        bare = Tabletop(rig.clock, dice_set("anabid"), seed=7)  # nothing ever lies on it
        put = rig.events.put
        self._play_on = TypingHands(rig.clock, fingers, bare, put, self.lexicon, self.bot, seed=7, pace=PACE)
        self._wishes = Config.load().state.directory / "hands"
        self._held: float | None = None
        self.table.watchers.append(self._act)

    def _act(self, table: Table) -> None:
        wish = self._wishes.read_text("utf-8") if self._wishes.exists() else "rest"
        if wish == "play":
            self._play_on(table)
        elif wish == "off":
            self._switch_off(self.box.rig.clock.now())

    def _switch_off(self, now: float) -> None:
        """Hold the dial until the box asks, and a little longer; turn to the other answer, push."""
        if self._held is None:
            self._fingers.push_down()
            self._held = now
        elif now - self._held > OFF + 1.0:
            self._fingers.turn(1)
            self._fingers.push()
            self._held = float("inf")
        elif now - self._held > OFF + 0.5:
            self._fingers.push_up()


if __name__ == "__main__":
    run_game._box = box_on_mock_pins
    run_game.App = AppWithHands  # type: ignore[misc]
    sys.exit(main(["play", "anabid", "--players", "3", "--resume"]))
