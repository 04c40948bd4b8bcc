"""Run in the guest: the whole box as `tallybox play` starts it, on the kernel's pins.

Only the eye has no hardware here: the camera looks at a virtual table, on which the outside lays the dice,
and nobody sees the screen.
"""

import os
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

from appliance import config, run_game, straight_camera
from appliance.app import App
from appliance.drivers import Event
from appliance.drivers.clock import SystemClock
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Choose, Look, Prompt
from appliance.journal import MAIN
from appliance.pieces import dice_set
from appliance.table import Table
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from tests.hw.inside import Order, take_orders, tell

STATE = Path("/tmp/games")
SETTINGS = f"""
[panel]
buttons = [0, 1]
lamps = [2, 4]
dial_a = 5
dial_b = 6
dial_push = 7
bid_bar = []
play_bar = []
buzzer = "none"
[screen]
size = [800, 480]
[sound]
on = false
[state]
directory = "{STATE}"
"""


class Outside:
    """Tells the outside of every new page, and does what it says with the pieces on the table."""

    def __init__(self, app: App, top: Tabletop) -> None:
        self._app = app
        self._top = top
        self._page: Prompt | None = None
        self._orders: SimpleQueue[Event] = SimpleQueue()
        take_orders(self._orders.put, time.monotonic)

    def __call__(self, table: Table) -> None:
        """After every beat of the table."""
        if table.prompt is not self._page:
            self._page = table.prompt
            tell("page", says=table.prompt.headline, scores=[p.score for p in table.prompt.standing.places])
        while not self._orders.empty():
            order = self._orders.get()
            if isinstance(order, Order):
                self._obey(table, *order.words)

    def _obey(self, table: Table, what: str, *words: Any) -> None:
        if what == "throw":
            self._throw(table.prompt, *words)
        elif what == "lay":
            self._top.lay(words)
        tell(what, **self._seen(table))

    def _throw(self, prompt: Prompt, *letters: str) -> None:
        """Dice of the set that is asked for lie there, and show these letters."""
        look = next(prompt.of_kind(Look))
        dice = Tabletop(SystemClock(), dice_set(look.pieces), seed=5)
        assert dice.restore(letters)
        self._top.dice = dice.dice

    def _seen(self, table: Table) -> dict[str, object]:
        """What the box shows of what was seen, turned and said."""
        choose = next(table.prompt.of_kind(Choose), None)
        row, place = table.inputs.cursor
        return {
            "chosen": choose.rows[row].at(place) if choose else "",
            "offered": table.inputs.word,
            "notice": table.shown(time.monotonic()).notice,
            "answers": [str(answer) for answer in self._written()],
        }

    def _written(self) -> list[object]:
        """What the journal has of the game."""
        games = self._app.journal.games()
        return [step.answer for step in self._app.journal.steps(games[0].id)] if games else []


def main() -> None:
    """Play until the guest is switched off."""
    settings = Path("/tmp/config.toml")
    settings.write_text(SETTINGS, "utf-8")
    os.environ["TALLYBOX_CONFIG"] = str(settings)
    config.FIRST_PIN = 0  # the chip of this board counts from 0; on a Pi's header 0 and 1 are not for us
    clock = SystemClock()
    top = Tabletop(clock, dice_set("anabid"), seed=5)
    straight_camera.open_camera = lambda *args, **options: TabletopCamera(top, clock)  # type: ignore[attr-defined]
    with run_game.opened(virtual=False) as app:
        assert not app.box.faults, app.box.faults
        app.table.watchers.append(Outside(app, top))
        tell("ready", seconds=time.monotonic(), journal=str(STATE / MAIN))
        app.run(Setup.of(GAMES["anabid"], ["Ana", "Ben"], ["beginner"]), resume=False)


if __name__ == "__main__":
    main()
