"""Hands that show dice to the box on the virtual table, face by face; by themselves if nobody looks on."""

from collections.abc import Callable, Sequence
from random import Random

from appliance.drivers import Clock
from appliance.drivers.mock_pins import Fingers
from appliance.games.prompts import Choose, Prompt
from appliance.pieces import Die
from appliance.table import Table
from appliance.teach_script import IS, SEE, SKIP, Shown
from appliance.virtual.dice import Placed
from appliance.virtual.tabletop import Tabletop

PATIENCE = 4.0
"""Seconds until a die that is not taken is laid again."""

ASKEW = (-30.0, 30.0)
"""Degrees by which hands miss the upright that they are asked for."""

AWAY = 60.0
"""How far from the mat's middle they lay a die at most, in mm."""


class Hands:
    """Shows these dice one after another; `known` says which faces the box knows already."""

    def __init__(
        self,
        clock: Clock,
        fingers: Fingers,
        top: Tabletop,
        dice: Sequence[Die],
        known: Callable[[], Sequence[Shown]],
    ) -> None:
        self._clock = clock
        self._fingers = fingers
        self._top = top
        self._dice = dice
        self._known = known
        self._rng = Random(1)
        self._prompt: Prompt | None = None
        self._lying = (0, 0)
        self._wake = 0.0

    def show(self) -> None:
        """Lay the face that is asked for; the table is cleared once all dice were shown."""
        known = self._known()
        unfinished = bool(known) and not known[-1].done
        number = len(known) - unfinished
        face = len(known[-1].faces) if unfinished else 0
        if self._asks_again():
            number, face = len(known) - 1, len(known[-1].faces) - 1
        if number >= len(self._dice):
            self._top.dice = ()
            return
        self._lying = number, face
        x, y = (self._rng.uniform(-AWAY, AWAY) for _ in range(2))
        turn = self._rng.uniform(*ASKEW) % 360
        self._top.dice = (Placed(self._dice[number], face, x, y, turn),)

    def watch(self, table: Table) -> None:
        """After every beat of the table: see what it asks for."""
        self._prompt = table.prompt

    def __call__(self, table: Table) -> None:
        """After every beat of the table: do what it asks for."""
        now = self._clock.now()
        fresh = table.prompt is not self._prompt
        self.watch(table)
        if fresh:
            self._wake = now
        if now >= self._wake:
            self._wake = now + self._act(table)

    def _act(self, table: Table) -> float:
        """One motion; returns the seconds until the next, if this one was not enough."""
        prompt = table.prompt
        choose = next(prompt.of_kind(Choose), None)
        if choose:
            wanted = self._symbol() if choose.verb == IS else choose.rows[0].at(0)
            steps = choose.place_of(wanted)[1] - table.inputs.cursor[1]
            if steps:
                self._fingers.turn(steps)
                return 0.0
            self._fingers.push()
        elif prompt.accept(SEE) and not self._all_shown():
            self.show()
        else:
            self._fingers.push()
        return PATIENCE

    def _symbol(self) -> str:
        number, face = self._lying
        return self._dice[number].faces[face]

    def _all_shown(self) -> bool:
        known = self._known()
        return len(known) >= len(self._dice) and known[-1].done and not self._asks_again()

    def _asks_again(self) -> bool:
        """Whether it is the last face that is asked for once more."""
        return self._prompt is not None and self._prompt.accept(SKIP) is not None
