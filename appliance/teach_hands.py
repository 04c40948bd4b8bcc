"""Hands that show dice or tiles to the box on the virtual table; by themselves if nobody looks on."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from appliance.drivers import Clock
from appliance.drivers.mock_pins import Fingers
from appliance.games.prompts import Choose, Look, Prompt
from appliance.pieces import Die
from appliance.table import Table
from appliance.teach_script import IS, SEE, SKIP, Shown
from appliance.virtual.dice import Placed
from appliance.virtual.sheets import Sheet
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tiles import TileMake, lay_layout

PATIENCE = 4.0
"""Seconds until a die that is not taken is laid again."""

ASKEW = (-30.0, 30.0)
"""Degrees by which hands miss the upright that they are asked for."""

AWAY = 60.0
"""How far from the mat's middle they lay a die at most, in mm."""

ROW_ASKEW, ROW_AWAY, ROW_GAPS = (-12.0, 12.0), 30.0, (0.5, 6.0)
"""The same for rows of tiles: degrees, and mm to the sides; and mm from one tile to the next."""


class Motions(ABC):
    """Hands that do what the table asks for, one motion after another."""

    def __init__(self, clock: Clock, fingers: Fingers, top: Tabletop) -> None:
        self._clock = clock
        self._fingers = fingers
        self._top = top
        self._rng = Random(1)
        self._prompt: Prompt | None = None
        self._wake = 0.0

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

    @abstractmethod
    def _act(self, table: Table) -> float:
        """One motion; returns the seconds until the next, if this one was not enough."""

    def _choose(self, table: Table, choose: Choose, wanted: str) -> float:
        """Turn the dial to a choice, then push it."""
        steps = choose.place_of(wanted)[1] - table.inputs.cursor[1]
        if steps:
            self._fingers.turn(steps)
            return 0.0
        self._fingers.push()
        return PATIENCE


class Hands(Motions):
    """Shows these dice one after another; `known` says which faces the box knows already."""

    def __init__(
        self,
        clock: Clock,
        fingers: Fingers,
        top: Tabletop,
        dice: Sequence[Die],
        known: Callable[[], Sequence[Shown]],
    ) -> None:
        super().__init__(clock, fingers, top)
        self._dice = dice
        self._known = known
        self._lying = (0, 0)

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

    def _act(self, table: Table) -> float:
        prompt = table.prompt
        choose = next(prompt.of_kind(Choose), None)
        if choose:
            return self._choose(table, choose, self._symbol() if choose.verb == IS else choose.rows[0].at(0))
        if prompt.accept(SEE) and not self._all_shown():
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


class RowHands(Motions):
    """Shows tiles row by row; `lost` are those that the box of tiles no longer has."""

    def __init__(self, clock: Clock, fingers: Fingers, top: Tabletop, lost: str = "") -> None:
        super().__init__(clock, fingers, top)
        self._lost = lost

    def show(self) -> None:
        """Lay the row that is asked for; where none is, the table is cleared."""
        look = next(self._prompt.of_kind(Look), None) if self._prompt else None
        there = [symbol for symbol in (look.pieces if look else "") if symbol not in self._lost]
        self._top.sheets = row_laid(self._rng, "".join(there)) if there else ()

    def _act(self, table: Table) -> float:
        choose = next(table.prompt.of_kind(Choose), None)
        if choose:
            values = map(choose.rows[0].at, range(len(choose.rows[0])))
            wanted = next(value for value in values if set(value.split()) <= set(self._lost))
            return self._choose(table, choose, wanted)
        look = next(table.prompt.of_kind(Look), None)
        if look and set(look.pieces) - set(self._lost):
            self.show()
        else:
            self._fingers.push()
        return PATIENCE


def row_laid(rng: Random, symbols: str, make: TileMake | None = None) -> tuple[Sheet, ...]:
    """A row of tiles somewhere on the mat, as hands lay it that were asked to."""
    x, y = rng.uniform(-ROW_AWAY, ROW_AWAY), rng.uniform(-AWAY, AWAY)
    gap, turn = rng.uniform(*ROW_GAPS), rng.uniform(*ROW_ASKEW)
    return lay_layout([symbols], x, y, turn % 360, rng, make=make, gap=gap, slip=0.6, lean=2.5)
