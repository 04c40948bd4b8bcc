"""The table: the one place where games and drivers meet.

Events become answers, answers go to disk and then to the script, prompts become pictures, lamps and bars.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from appliance.drivers import (
    Closed,
    DialButton,
    DialTurned,
    DriverError,
    Event,
    KeyTyped,
    PartBack,
    PartFailed,
    SeatButton,
    Touched,
)
from appliance.face import Face
from appliance.games.prompts import TIME, Answer, Prompt, Spell
from appliance.games.script import Play
from appliance.games.views import Menu
from appliance.inputs import Inputs, Wish
from appliance.journal import Journal, JournalError
from appliance.lexicon import LexiconError
from appliance.looking import Looking
from appliance.phrases import say
from appliance.rig import Rig
from appliance.screens.shown import Seen, Shown
from appliance.service_mode import Chord, ServiceMode
from appliance.timers import LATE, Stopwatch

T = TypeVar("T")

_log = logging.getLogger(__name__)

BEAT = 1 / 30
"""Seconds between two looks at everything; a press wakes the table at once."""


@dataclass(frozen=True)
class Record:
    """Where a game is written down."""

    journal: Journal
    game: int


class Table:
    """Plays scripts on a rig, one after another."""

    def __init__(self, rig: Rig, faults: Iterable[DriverError] = ()) -> None:
        self.rig = rig
        self.watchers: list[Callable[[Table], None]] = []  # told after every beat: bots, tests
        self.service: ServiceMode | None = None
        """The pages that try out the parts; None where they are locked."""
        self._chord = Chord()
        self._woken: set[int] = set()  # seats whose button went down while paused
        self._faults: dict[str, str] = {}
        for error in faults:
            self.fault(error.part, str(error))
        self.playing = False
        self.face = Face(rig)
        self.closed = False
        self.has_switch = False
        """Whether people may switch the box off here; how, is not the table's business."""

    def play(
        self, play: Play[T], chairs: list[int], record: Record | None = None, used: float | None = None
    ) -> T | None:
        """Play a script to its end; None if people left it before. For `used` see `begin`."""
        self.begin(play, chairs, record, used)
        while self.playing:
            self.beat()
        return play.result

    def begin(
        self, play: Play[T], chairs: list[int], record: Record | None = None, used: float | None = None
    ) -> None:
        """Open a script's prompt.

        `used` is given for a game that goes on after a break: the table waits for “go on”, and the open
        prompt's timer then has used so many seconds.
        """
        self._play: Play[Any] = play
        self._record = record
        self.inputs = Inputs(chairs, play.prompt, self.rig.chance)
        self.stopwatch = Stopwatch()
        self.paused = used is not None
        self._help = self._left = self.off = False
        self.playing = True
        self._open(used)

    def fault(self, part: str, problem: str) -> None:
        """Say on the screen, from now on, what is out of order; and once in the log."""
        if self._faults.get(part) != problem:
            _log.warning("%s", problem)
        self._faults[part] = problem

    @property
    def prompt(self) -> Prompt:
        """The open prompt."""
        return self._play.prompt

    def beat(self) -> None:
        """One look at everything: events, camera, timers; then the picture, and a moment's rest."""
        rig = self.rig
        events = sorted([*rig.screen.poll(), *rig.events.drain()], key=lambda event: event.at)
        now = rig.clock.now()
        if self.service and self.service.open:
            self._serve(self.service, events, now)
        else:
            self._go_about(events, now)
        rig.panel.tick(now)
        for watch in self.watchers:
            watch(self)
        if self._play.over or self._left or self.closed:
            self.playing = False
            self.face.dark()
        else:
            rig.wait(max(0.0, BEAT - (rig.clock.now() - now)))

    def _go_about(self, events: Iterable[Event], now: float) -> None:
        """The game: what happened, what was held, what is seen, whether the time is up."""
        self.inputs.marked = self.rig.looking.mark >= 0
        for event in events:
            self._chord.happened(event)
            self._happened(event)
        held = self.inputs.poll(now)
        if held in ("leave", "off") or not self.paused:
            self._obey(held)
        self._look()
        if self.stopwatch.over(now - LATE):
            self._time_up()
        self._show(now)
        # Only where seat buttons mean nothing, or no more than to go on.
        if self.service and (self.paused or isinstance(self.prompt.view, Menu)) and self._chord.poll(now):
            self._woken.clear()
            self.service.enter()

    def _serve(self, service: ServiceMode, events: list[Event], now: float) -> None:
        """The parts are tried out; the game waits behind it."""
        for event in service.beat(events, now):
            self._happened(event)
        self.face.pictures += 1
        if not service.open:
            self._chord = Chord()
            self.face.forget()

    # Events become answers

    def _happened(self, event: Event) -> None:
        if self._play.over:
            return
        if self.stopwatch.over(event.at):  # whoever pressed after the end, pressed after the end
            self._time_up()
        match event:
            case Closed():
                self.closed = True
            case PartFailed(_, error):
                self.fault(error.part, str(error))
            case PartBack(_, part):
                self._faults.pop(part, None)
            case Touched():
                self._touched(event)
            case _ if self.paused:
                self._wake(event)
            case _:
                self._obey(self.inputs.handle(event))

    def _touched(self, touch: Touched) -> None:
        for spot in self.face.hotspots:
            if spot.area.collidepoint(touch.x, touch.y):
                if self.paused and spot.does == "key escape":
                    self._obey("leave")
                elif self.paused:
                    self._go_on()
                else:
                    self._obey(self.inputs.touch(spot.does, touch.at))
                return

    def _wake(self, event: Event) -> None:
        """While paused any button or key goes on, the dial turned back undoes, Escape leaves.

        A button goes on when it is let go, as two that are held open the service mode.
        """
        match event:
            case KeyTyped(_, "escape"):
                self._left = True
            case KeyTyped(_, "undo" | "left"):
                self._undo()
            case DialTurned(_, steps):
                if steps < 0:
                    self._undo()
            case DialButton():
                self._dial_while_paused(event)
            case SeatButton(_, seat, True):
                self._woken.add(seat)
            case SeatButton(_, seat, False) if seat not in self._woken:
                pass  # it has been down since before the pause
            case SeatButton() | KeyTyped():
                self._go_on()

    def _dial_while_paused(self, event: DialButton) -> None:
        if self.inputs.dial(event) == "tap":
            self._go_on()

    def _go_on(self) -> None:
        self.paused = False
        self._woken.clear()
        self.inputs.open(self.prompt)
        self.stopwatch.go_on(self.rig.clock.now())

    def _obey(self, heard: Answer | Wish | None) -> None:
        """Do what was asked for."""
        looking = self.rig.looking
        if isinstance(heard, Answer):
            self._give(heard)
        elif heard == "look":
            looking.now()
        elif heard in ("other", "other back"):
            looking.turn(1 if heard == "other" else -1)
        elif heard == "settle":
            self._settled(looking.settle())
        elif heard == "undo":
            self._undo()
        elif heard == "take back":
            self._take_back()
        elif heard == "help":
            self._help = not self._help
        elif heard == "leave" and self.paused:
            self._left = True
        elif heard == "off" and self.has_switch:
            self.off = self._left = True
        elif heard == "leave":
            self.stopwatch.pause(self.rig.clock.now())
            self.paused = True

    def _time_up(self) -> None:
        if not (self._play.over or self.paused):
            self.rig.sound.play("time up")
            self.rig.panel.buzz(0.6)
            self._give(Answer(None, TIME))

    def _give(self, answer: Answer) -> None:
        """To disk first, then to the script; a refused answer only leaves its reason on the screen."""
        refusal = self._play.refusal(answer)
        if refusal:
            self.inputs.notice = refusal
            self.rig.sound.play("bad")
            return
        if self._record:
            self._write(lambda record: record.journal.answer(record.game, answer, self._used()))
        try:
            self._play.give(answer)
        except LexiconError as error:
            self._lack_words(error)
            return
        self._faults.pop("lexicon", None)
        if answer.verb != TIME:
            self.rig.sound.play("press")
        self._help = False
        self._open()

    def _lack_words(self, error: LexiconError) -> None:
        """The game cannot go on without its words: the answer does not count, and a pause waits for them."""
        self.fault("lexicon", str(error))
        if self._record:
            self._write(lambda record: record.journal.undo(record.game))
        self.stopwatch.pause(self.rig.clock.now())
        self.paused = True

    def _undo(self) -> None:
        if not self._play.answers:
            return
        try:
            undone = self._play.undo()
        except LexiconError as error:
            self.fault("lexicon", str(error))
            return
        if self._record:
            self._write(lambda record: record.journal.undo(record.game))
        self._open()
        if self.paused:
            self.stopwatch.pause(self.rig.clock.now())
        self.inputs.notice = say("table.undone", answer=undone)

    def _take_back(self) -> None:
        """The last word, if a word was the last answer; never more than that by turning a dial."""
        words = {spell.verb for spell in self.prompt.of_kind(Spell)}
        if self._play.answers and self._play.answers[-1].verb in words:
            self._undo()

    def _used(self) -> float:
        return round(self.stopwatch.used(self.rig.clock.now()), 3)

    def _write(self, write: Callable[[Record], None]) -> None:
        assert self._record
        try:
            write(self._record)
            self._faults.pop("journal", None)
        except JournalError as error:
            self.fault("journal", str(error))

    # The eye

    def _look(self) -> None:
        if self.rig.camera is None or self.paused or self._play.over:
            return
        try:
            frame = self.rig.camera.frame()
            self._faults.pop("camera", None)
        except DriverError as error:
            self.fault("camera", str(error))
            return
        if frame is not None:
            looking = self.rig.looking
            symbols = looking.feed(frame)
            if looking.wants_sharp:
                self.rig.camera.sharpen()
            if symbols is not None and self._record:
                self.rig.keep(frame.image, f"game-{self._record.game}-{len(self._play.answers) + 1:04}")
            self._settled(symbols)
            self.inputs.offer(looking.word)

    def _settled(self, symbols: str | None) -> None:
        look = self.inputs.look
        if symbols is not None and look:
            self._give(Answer(look.seats[0] if look.seats else None, look.verb, symbols))

    # Prompts become pictures, lamps and bars

    def _open(self, used: float | None = None) -> None:
        """A prompt is open, or the game is over."""
        now = self.rig.clock.now()
        if self._play.over:
            self.stopwatch.follow(None, now)
            return
        self.inputs.open(self.prompt)
        self.rig.looking.open(self.prompt)
        if used is None:
            self.stopwatch.follow(self.prompt.timer, now)
        else:
            self.stopwatch.resume_with(self.prompt.timer, used)

    def _show(self, now: float) -> None:
        if self._play.over:
            return
        timer = self.stopwatch.timer
        left = self.stopwatch.left(now)
        self.face.lamps(self.prompt, self.inputs.chairs)
        self.face.bars(timer, left)
        self.face.tick(left, self.paused)
        self.face.picture(self.shown(now))

    def shown(self, now: float) -> Shown:
        """Everything that the picture depends on."""
        looking, timer = self.rig.looking, self.stopwatch.timer
        held = [say("table.held", n=seat + 1) for seat in self.rig.panel.held_at_start]
        return Shown(
            self.prompt,
            cursor=self.inputs.cursor,
            typed=self.inputs.typed,
            offered=self.inputs.word,
            seen=_seen(looking),
            mark=looking.mark,
            moving=looking.wanted and looking.moving,
            left={timer.bar: round(self.stopwatch.left(now), 1)} if timer else {},
            notice=self.inputs.notice or looking.notice,
            fault=" · ".join([*self._faults.values(), *held]),
            paused=self.paused,
            help=self._help,
            chairs=tuple(self.inputs.chairs),
            keys=self.inputs.keys,
        )


def _seen(looking: Looking) -> tuple[Seen, ...]:
    reading = looking.reading
    if reading is None:
        return tuple(Seen(symbol, False) for symbol in looking.symbols)
    if not looking.symbols:
        return ()
    return tuple(
        Seen(symbol, item.sure, item.center[0] / reading.width, item.center[1] / reading.height)
        for symbol, item in zip(looking.symbols, reading.items, strict=True)
    )
