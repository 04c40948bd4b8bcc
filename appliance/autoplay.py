"""The box plays itself: a bot decides, hands carry it out on the virtual table's pieces, buttons and dial.

Nothing is told to the game that its camera, a button or a key did not say.
"""

from collections.abc import Iterator
from random import Random

from appliance.drivers import Clock, KeyTyped, Sink
from appliance.drivers.mock_pins import Fingers
from appliance.games.bots import Bot
from appliance.games.judge import Judge
from appliance.games.letters import tiles_of
from appliance.games.prompts import (
    TIME,
    Accept,
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
from appliance.laying import laid_word, lay
from appliance.sights import is_single
from appliance.table import Table
from appliance.typed import TYPED
from appliance.virtual.tabletop import Tabletop

PATIENCE = 3.0
"""Seconds until hands that wait for the camera try something else."""

TRIES = 3
"""How often hands try the same before the bot thinks again."""

BY_HAND = ("placed", "by hand")
"""Verbs of presses that say what the camera does not see."""

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
            self._motions = self._play(table)
            self._wake = now + self._pace * self._rng.uniform(0.8, 2.2)
        if now >= self._wake:
            self._wake = now + next(self._motions, 0.1)

    def _play(self, table: Table) -> Motions:
        """The motions that give the bot's answer; thought over anew if the table does not take it."""
        while True:
            answer = self._bot(table.prompt, self._rng, self._judge)
            if answer.verb == TIME and self._pace and table.prompt.accept("done"):
                answer = self._done(table.prompt)  # nobody wants to watch a timer run out
            if answer.verb == TIME:
                yield from self._wait(table)
            accepts = [a for a in table.prompt.accepts if a.verb == answer.verb]
            accept = next((a for a in accepts if answer.seat in a.seats), accepts[0])
            for _ in range(TRIES):
                yield from self._carry_out(table, accept, answer)
                yield 0.2

    def _done(self, prompt: Prompt) -> Answer:
        done = next(press for press in prompt.of_kind(Press) if press.verb == "done")
        return Answer(done.seats[0], done.verb)

    def _wait(self, table: Table) -> Motions:
        if not self._pace:
            self._clock.sleep(table.stopwatch.left(self._clock.now()))
        while True:
            yield 0.2

    def _carry_out(self, table: Table, accept: Accept, answer: Answer) -> Motions:
        match accept:
            case Press() | Deal():
                yield from self._press(table, answer.seat, hold=accept.hold)
            case Choose():
                yield from self._choose(table, accept, answer)
            case Spell():
                yield from self._spell(table, accept, answer.value)
            case Tick():
                yield from self._turn(accept.places.index(answer.value) - table.inputs.cursor[1])
                self._fingers.push()
            case Write():
                yield from self._type(answer.value)
            case Look():
                yield from self._look(table, accept, answer)

    # Buttons, dial and keys

    def _press(self, table: Table, seat: int | None, hold: bool = False) -> Motions:
        if seat is None:
            self._fingers.push()
            return
        chair = table.inputs.chairs[seat]
        self._fingers.press(chair)
        yield 0.8 if hold else 0.1
        self._fingers.release(chair)

    def _turn(self, steps: int) -> Motions:
        for _ in range(abs(steps)):
            self._fingers.turn(1 if steps > 0 else -1)
            if self._pace:
                yield self._pace * 0.08
        yield self._pace * 0.4

    def _choose(self, table: Table, choose: Choose, answer: Answer) -> Motions:
        """Turn the dial to the wanted value and take it."""
        row, place = choose.place_of(answer.value)
        while table.inputs.cursor[0] != row:
            self._fingers.push()
            yield self._pace * 0.3
        yield from self._turn(place - table.inputs.cursor[1])
        yield from self._press(table, answer.seat)

    def _type(self, word: str) -> Motions:
        for key in (*word, "enter"):
            self._keys(KeyTyped(self._clock.now(), key))
            yield self._pace * 0.15

    # What the camera looks at

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

    def _look(self, table: Table, look: Look, answer: Answer) -> Motions:
        """Throw or lay what is to be seen, ask for a reading if none comes, and at last say it by hand."""
        self._top.count = self._rng.randint(7, 9)
        lay(self._top, look, table.prompt, answer.value)
        yield from self._watch(table, PATIENCE / 2)
        if look.kind != "letter-dice":
            yield from self._press(table, answer.seat if look.seats else None)
        yield from self._watch(table, PATIENCE / 2)
        if not (look.kind == "letter-dice" and table.rig.looking.notice):  # a cocked die is thrown again
            yield from self._by_hand(table, look, answer)

    def _watch(self, table: Table, patience: float) -> Motions:
        """Wait for the box, and put right what it asks about."""
        waited = 0.0
        while waited < patience:
            yield 0.1
            waited += 0.1
            if table.rig.looking.mark >= 0:
                yield from self._correct(table)

    def _correct(self, table: Table) -> Motions:
        looking = table.rig.looking
        while looking.mark >= 0 and looking.reading is not None:
            reading = looking.reading
            true = self._truth(reading.items[looking.mark].center, reading.width, reading.height)
            yield from self._dial_to(table, true)

    def _dial_to(self, table: Table, symbol: str) -> Motions:
        """Turn until the marked symbol is this one, and take it."""
        looking, steps = table.rig.looking, 0
        while looking.mark >= 0 and looking.symbols[looking.mark] != symbol and steps < 40:
            self._fingers.turn(1)
            steps += 1
            yield self._pace * 0.2
        yield self._pace * 0.3
        self._fingers.push()
        yield 0.1

    def _truth(self, center: tuple[float, float], width: int, height: int) -> str:
        """What a person would read there: the symbol of the piece that lies at this place of the picture."""
        return self._top.symbol_at(*self._top.place(center[0] / width, center[1] / height))

    def _by_hand(self, table: Table, look: Look, answer: Answer) -> Motions:
        """What lies there, typed or dialled; or that it stands as it should, where the game takes that."""
        placed = next((press for press in table.prompt.of_kind(Press) if press.verb in BY_HAND), None)
        word = laid_word(table.prompt, answer.value) if look.kind == "board" else ""
        lying = [placed.symbol for placed in self._top.dice] if look.kind in ("letter-dice", "d12") else []
        if placed:
            yield from self._press(table, placed.seats[0] if placed.seats else None)
        elif word:
            yield from self._type(word)
        elif look.kind in TYPED:
            yield from self._type("".join(lying or answer.value.split()).replace("?", "."))
        elif is_single(look):
            self._fingers.turn(1)
            yield 0.1
            yield from self._dial_to(table, lying[0] if lying else answer.value)
