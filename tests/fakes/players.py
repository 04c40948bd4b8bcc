"""Hands that play a whole game at the box and do not give up: what a seed wants is done, whatever fails.

An answer hangs on the seed and on how many answers there were, on nothing else: a game that is disturbed and
one that is not have the same ones.
"""

from collections.abc import Callable, Generator
from random import Random

from appliance.drivers import KeyTyped
from appliance.games.bots import Bot
from appliance.games.judge import Judge
from appliance.games.prompts import (
    ANY_WORD,
    TIME,
    Answer,
    Choose,
    Deal,
    Look,
    Press,
    Prompt,
    Spell,
    Tick,
    Write,
)
from appliance.table import Table
from tests.table_kit import TableKit

Motions = Generator[float, None, None]
"""One motion after another; each yields the seconds until the next."""

AGAIN = 0.4
"""Seconds until hands try once more what had no effect."""


class Players:
    """All seats of a table; `step` is called before each beat and does the next motion that is due."""

    def __init__(self, kit: TableKit, bot: Bot, judge: Judge, seed: int) -> None:
        self.kit = kit
        self.bot = bot
        self.judge = judge
        self.seed = seed
        self.value = ""
        """What lies on the table for the camera to read."""
        self.opened: Callable[[Prompt], None] = lambda prompt: None
        """Told of every new prompt before anybody acts."""
        self.late = ""
        """What people complain of: a prompt that could not be answered for a minute."""
        self._count = -1
        self._motions: Motions = self._rest()
        self._wake = 0.0

    def step(self) -> None:
        """The next motion, if it is time for it."""
        table, now = self.kit.table, self.kit.clock.now()
        if len(self.kit.play.answers) != self._count:
            self._motions.close()  # whatever is down is let go
            self._count = len(self.kit.play.answers)
            self.kit.rig.chance.seed(f"{self.seed}/{self._count}")
            chance = Random(f"{self.seed} {self._count}")
            self._answer = self.bot(table.prompt, chance, self.judge)
            self._motions = self._play(table)
            self.opened(table.prompt)
            now = self._wake = self._since = self.kit.clock.now()
        if now - self._since > 60 and not self.late:
            self.late = f"{table.prompt.headline}: {self._answer}"
        if now >= self._wake:
            self._wake = now + next(self._motions)

    def _rest(self) -> Motions:
        yield 0.0

    def _play(self, table: Table) -> Motions:
        answer = self._answer
        while True:
            if table.paused:
                yield from self._press(0)
            elif answer.verb == TIME:
                self.kit.clock.sleep(max(0.0, min(table.stopwatch.left(self.kit.clock.now()), 300.0)))
                yield 0.1
            else:
                accepts = [a for a in table.prompt.accepts if a.verb == answer.verb]
                accept = next((a for a in accepts if answer.seat in a.seats), accepts[0])
                match accept:
                    case Press() | Deal():
                        yield from self._seat(table, answer, accept.hold)
                    case Choose():
                        yield from self._choose(table, accept, answer)
                    case Tick():
                        yield from self._turn_to(
                            table, lambda a=accept: a.places.index(answer.value) - table.inputs.cursor[1]
                        )
                        yield from self._seat(table, answer)
                    case Write():
                        yield from self._type(table, answer.value)
                    case Spell() if answer.value == ANY_WORD:
                        self.kit.fingers.turn(1)
                    case Spell():
                        yield from self._type(table, answer.value)
                    case Look():
                        self.value = answer.value
                        yield 0.3
                        yield from self._seat(table, answer)
            yield AGAIN

    def _seat(self, table: Table, answer: Answer, hold: bool = False) -> Motions:
        yield from self._press(None if answer.seat is None else table.inputs.chairs[answer.seat], hold)

    def _press(self, chair: int | None, hold: bool = False) -> Motions:
        fingers = self.kit.fingers
        try:
            if chair is None:
                fingers.push_down()
            else:
                fingers.press(chair)
            yield 0.8 if hold else 0.08
        finally:
            if chair is None:
                fingers.push_up()
            else:
                fingers.release(chair)

    def _turn_to(self, table: Table, away: Callable[[], int]) -> Motions:
        """Turn until the dial is there; look after each turn how far it still is."""
        while steps := away():
            self.kit.fingers.turn(steps)
            yield 0.05

    def _choose(self, table: Table, choose: Choose, answer: Answer) -> Motions:
        row, place = choose.place_of(answer.value)
        while table.inputs.cursor[0] != row:
            yield from self._press(None)
            yield 0.05
        yield from self._turn_to(table, lambda: place - table.inputs.cursor[1])
        yield from self._seat(table, answer)

    def _type(self, table: Table, word: str) -> Motions:
        for key in (*["backspace"] * len(table.inputs.typed), *word, "enter"):
            self.kit.events.put(KeyTyped(self.kit.clock.now(), key))
        yield 0.05
