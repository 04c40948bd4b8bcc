"""The box plays itself: a bot decides, and hands carry it out on the virtual table's dice, buttons and dial.

Nothing is told to the game that its camera, a button or a key did not say.
"""

from collections.abc import Iterator
from random import Random

from appliance.drivers import Clock, KeyTyped, Sink
from appliance.drivers.mock_pins import Fingers
from appliance.games.bots import Bot
from appliance.games.judge import Judge
from appliance.games.letters import tiles_of
from appliance.games.prompts import TIME, Answer, Choose, Look, Press, Prompt, Spell
from appliance.table import Table
from appliance.virtual.tabletop import Tabletop, Wanted

PATIENCE = 3.0
"""Seconds until hands that wait for the camera try something else."""

Motions = Iterator[float]
"""What hands do, one motion after another; each yields the seconds until the next."""


class Autoplay:
    """Hands that play every seat. With `pace` 1 they take their time like people, with 0 none."""

    def __init__(
        self,
        clock: Clock,
        fingers: Fingers,
        top: Tabletop,
        keys: Sink,
        judge: Judge,
        bot: Bot,
        *,
        seed: int,
        pace: float,
    ) -> None:
        self._clock = clock
        self._fingers = fingers
        self._top = top
        self._keys = keys
        self._judge = judge
        self._bot = bot
        self._rng = Random(seed)
        self._pace = pace
        self._prompt: Prompt | None = None
        self._motions: Motions = iter(())
        self._wake = 0.0

    def __call__(self, table: Table) -> None:
        """After every beat of the table: the next motion, if it is time for it."""
        now = self._clock.now()
        if table.prompt is not self._prompt:
            self._prompt = table.prompt
            answer = self._bot(table.prompt, self._rng, self._judge)
            self._motions = self._carry_out(table, answer)
            self._wake = now + self._pace * self._rng.uniform(0.8, 2.2)
        if now >= self._wake:
            self._wake = now + next(self._motions, 0.1)

    def _carry_out(self, table: Table, answer: Answer) -> Motions:
        """The motions that give this answer; begun anew if the table has not taken it at their end."""
        if answer.verb == TIME and self._pace and table.prompt.accept("done"):
            answer = self._done(table.prompt)  # nobody wants to watch a timer run out
        if answer.verb == TIME:
            if not self._pace:
                self._clock.sleep(table.stopwatch.left(self._clock.now()))
            while True:
                yield 0.2
        accepts = [a for a in table.prompt.accepts if a.verb == answer.verb]
        accept = next((a for a in accepts if answer.seat in a.seats), accepts[0])
        while True:
            match accept:
                case Press():
                    yield from self._press(table, answer.seat, hold=accept.hold)
                case Choose():
                    yield from self._choose(table, accept, answer)
                case Spell():
                    yield from self._spell(table, accept, answer.value)
                case Look():
                    yield from self._roll(table, accept)
            yield 0.2

    def _done(self, prompt: Prompt) -> Answer:
        done = next(press for press in prompt.of_kind(Press) if press.verb == "done")
        return Answer(done.seats[0], done.verb)

    def _press(self, table: Table, seat: int | None, hold: bool = False) -> Motions:
        if seat is None:
            self._fingers.push()
            return
        chair = table.inputs.chairs[seat]
        self._fingers.press(chair)
        yield 0.8 if hold else 0.1
        self._fingers.release(chair)

    def _choose(self, table: Table, choose: Choose, answer: Answer) -> Motions:
        """Turn the dial to the wanted value and take it."""
        row, place = choose.place_of(answer.value)
        while table.inputs.cursor[0] != row:
            self._fingers.push()
            yield self._pace * 0.3
        steps = place - table.inputs.cursor[1]
        for _ in range(abs(steps)):
            self._fingers.turn(1 if steps > 0 else -1)
            if self._pace:
                yield self._pace * 0.08
        yield self._pace * 0.4
        yield from self._press(table, answer.seat)

    def _spell(self, table: Table, spell: Spell, word: str) -> Motions:
        """Lay the word; the judge okays it when the box offers it. If it never does, type it."""
        laid = self._top.lay(tiles_of(word))
        waited = 0.0
        while laid and table.inputs.word != word and waited < PATIENCE:
            yield 0.05
            waited += 0.05
        if table.inputs.word == word:
            yield self._pace * 0.6
            yield from self._press(table, spell.seats[0])
        else:
            yield from self._type(word)

    def _type(self, word: str) -> Motions:
        for key in (*word, "enter"):
            self._keys(KeyTyped(self._clock.now(), key))
            yield self._pace * 0.15

    def _roll(self, table: Table, look: Look) -> Motions:
        """Throw the dice; where the box is not sure of one, put it right with the dial."""
        self._top.count = self._rng.randint(7, 9)
        self._top.throw_for(Wanted(look.pieces, look.least, look.most))
        waited = 0.0
        while waited < PATIENCE:
            yield 0.1
            waited += 0.1
            if table.rig.looking.mark >= 0:
                yield from self._correct(table)
        if table.rig.looking.notice:  # too many or too few seen, or what no dice can show: a cocked die
            return
        yield from self._type("".join(placed.symbol for placed in self._top.dice))

    def _correct(self, table: Table) -> Motions:
        looking = table.rig.looking
        while looking.mark >= 0 and looking.reading is not None:
            true = self._truth(looking.reading.items[looking.mark].center, looking.reading.width)
            while looking.mark >= 0 and looking.symbols[looking.mark] != true:
                self._fingers.turn(1)
                yield self._pace * 0.2
            yield self._pace * 0.3
            self._fingers.push()
            yield 0.1

    def _truth(self, center: tuple[float, float], width: int) -> str:
        """What a person would read there: the symbol of the die that lies at this place of the picture."""
        x, y = self._top.place(center[0] / width, center[1] / (width * 0.75))
        number = self._top.at(x, y)
        return "" if number is None else self._top.dice[number].symbol
