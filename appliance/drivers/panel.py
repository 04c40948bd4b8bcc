"""The panel of buttons, lamps, dial, timer bars and buzzer through gpiozero, on real or on mock pins."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from math import nan
from threading import RLock
from typing import Any, Literal

from appliance.drivers import (
    BARS,
    Bar,
    Clock,
    DialButton,
    DialTurned,
    DriverError,
    Event,
    PartBack,
    PartFailed,
    SeatButton,
    Sink,
)
from appliance.drivers.debounce import Change, Debounce, Quadrature
from appliance.drivers.faults import broken, busy, load

PLAUSIBLE = 2.0
"""Seconds by which an event's time may differ from ours; beyond, it is another clock's (Linux before 5.7)."""

DIMMED_HZ = 100
"""How often a second a dimmed lamp goes on and off."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PanelPins:
    """Where each part is wired, in Broadcom numbers (GPIO17 is 17); None or an empty tuple is absent."""

    buttons: tuple[int | None, ...] = ()
    lamps: tuple[int | None, ...] = ()
    dial_a: int | None = None
    dial_b: int | None = None
    dial_push: int | None = None
    bid_bar: tuple[int, ...] = ()
    play_bar: tuple[int, ...] = ()
    buzzer: int | None = None
    buzzer_hz: int = 2000
    """Pitch for a passive piezo; 0 for an active buzzer, which makes its own."""
    dial_detents: Literal[1, 2] = 1
    """Detents in one cycle of the dial's contacts."""

    def bar(self, name: Bar) -> tuple[int, ...]:
        """The pins of a timer bar, from the LED that lights first."""
        return self.bid_bar if name == "bid" else self.play_bar


class GpioPanel:
    """A `Panel` on a gpiozero pin factory. Events go to `sink`, from the factory's thread.

    Raises `DriverError` if a pin cannot be had; what was opened until then is closed again. Pins that fail
    later are told of by an event, and tried again until they work.
    """

    def __init__(self, pins: PanelPins, factory: Any, sink: Sink, clock: Clock) -> None:
        self._gpio = load("panel", "gpiozero")
        self._factory = factory
        self._sink = sink
        self._clock = clock
        self._silent_at: float | None = None
        self._closed = False
        self._failing: set[str] = set()
        with ExitStack() as self._opened:
            self._contacts: list[_Contact] = []
            self._seats: dict[int, _Contact] = {}
            self._lamps = [self._lamp(pin) for pin in pins.lamps]
            self._bars = {name: self._bar(pins.bar(name)) for name in BARS}
            self._buzzer = None if pins.buzzer is None else self._open_buzzer(pins.buzzer, pins.buzzer_hz)
            self._dial = self._open_dial(pins)
            self._open_buttons(pins)
            self._held = {seat for seat, contact in self._seats.items() if contact.down}
            self._opened = self._opened.pop_all()

    @property
    def held_at_start(self) -> tuple[int, ...]:
        """Seats whose button has been down since the panel was opened."""
        return tuple(sorted(self._held))

    def lamps(self, levels: Sequence[float]) -> None:
        """Light the seat lamps, one level 0…1 a seat; seats beyond the sequence go dark."""
        with self._guarded("lamps"):
            for lamp, level in zip_longest(self._lamps, levels[: len(self._lamps)], fillvalue=0.0):
                if isinstance(lamp, _Output):
                    lamp.set(level)

    def bar(self, name: Bar, level: float) -> None:
        """Fill a timer bar to `level` 0…1."""
        bar = self._bars[name]
        if bar is not None:
            with self._guarded(name):
                bar.set(level)

    def buzz(self, seconds: float) -> None:
        """Sound the buzzer for that long; `tick` ends it. Zero silences it."""
        if self._buzzer is None:
            return
        self._silent_at = self._clock.now() + seconds if seconds > 0 else None
        with self._guarded("buzzer"):
            self._buzzer.set(1.0 if seconds > 0 else 0.0)

    def tick(self, now: float) -> None:
        """End the buzz when its time is over, and read the buttons' levels for edges that got lost."""
        if self._silent_at is not None and now >= self._silent_at:
            self.buzz(0)
        with self._guarded("contacts"):
            for contact in self._contacts:
                contact.settle(now)

    def close(self) -> None:
        """Everything dark, pins released; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._opened.close()
        except Exception as error:  # pins that fail are as good as given back
            _log.warning("%s", _pin_fault(self._factory, "", error))

    @contextmanager
    def _guarded(self, what: str) -> Iterator[None]:
        """A pin that fails must not stop a game: it is told of once, and again when all work."""
        try:
            yield
        except Exception as error:  # gpiozero, lgpio and the kernel each have errors of their own here
            if not self._failing:
                remedy = f"A pin fails ({error}). It is tried again; look at the wires meanwhile."
                self._tell(PartFailed(self._clock.now(), DriverError("panel", "not connected", remedy)))
            self._failing.add(what)
            return
        if what in self._failing:
            self._failing.discard(what)
            if not self._failing:
                self._tell(PartBack(self._clock.now(), "panel"))

    def _open_buttons(self, pins: PanelPins) -> None:
        for seat, pin in enumerate(pins.buttons):
            if pin is not None:
                self._seats[seat] = self._contact(pin, partial(self._seat_changed, seat))
        if pins.dial_push is not None:
            self._contact(pins.dial_push, lambda change: self._tell(DialButton(change.at, change.down)))

    def _seat_changed(self, seat: int, change: Change) -> None:
        self._held.discard(seat)
        self._tell(SeatButton(change.at, seat, change.down))

    def _tell(self, event: Event) -> None:
        if not self._closed:
            self._sink(event)

    def _contact(self, pin: int, changed: Callable[[Change], None]) -> "_Contact":
        contact = _Contact(self._input(pin), changed, self._time)
        self._contacts.append(contact)
        return contact

    def _open_dial(self, pins: PanelPins) -> "_Dial | None":
        if pins.dial_a is None or pins.dial_b is None:
            return None
        a, b = self._input(pins.dial_a), self._input(pins.dial_b)
        return _Dial(a, b, Quadrature(pins.dial_detents), self._tell, self._time)

    def _lamp(self, pin: int | None) -> "_Output | None":
        return None if pin is None else self._output(pin, self._gpio.PWMLED, pin, plain=True)

    def _bar(self, pins: tuple[int, ...]) -> "_Output | None":
        return self._output(pins, self._gpio.LEDBarGraph, *pins, pwm=True) if pins else None

    def _open_buzzer(self, pin: int, pitch: int) -> "_Output":
        if pitch == 0:
            return self._output(pin, self._gpio.DigitalOutputDevice, pin)
        return self._output(pin, self._gpio.PWMOutputDevice, pin, frequency=pitch, full=0.5)

    def _input(self, pin: int) -> Any:
        return self._open(pin, self._gpio.InputDevice, pin, pull_up=True)

    def _output(
        self, pin: object, kind: Any, *args: Any, full: float = 1.0, plain: bool = False, **options: Any
    ) -> "_Output":
        output = _Output(self._open(pin, kind, *args, **options), full, plain)
        self._opened.callback(output.set, 0.0)  # dark first: a Pi's pins keep their level when released
        return output

    def _open(self, pin: object, kind: Any, *args: Any, **options: Any) -> Any:
        try:
            device = kind(*args, pin_factory=self._factory, **options)
        # gpiozero, lgpio and the kernel each have errors of their own here, and lgpio's is a bare Exception.
        except Exception as error:
            raise _pin_fault(self._factory, pin, error) from error
        self._opened.callback(device.close)
        return device

    def _time(self, ticks: float) -> float:
        """The event's own time, if its clock is ours."""
        now = self._clock.now()
        return ticks if abs(now - ticks) < PLAUSIBLE else now


class _Contact:
    """A button: its pin, and the sense made of it. The pin's thread and the table's meet at the lock."""

    def __init__(
        self, device: Any, changed: Callable[[Change], None], time: Callable[[float], float]
    ) -> None:
        self._device = device
        self._changed = changed
        self._time = time
        self._lock = RLock()
        self._debounce = Debounce(bool(device.value))
        device.pin.edges = "both"
        device.pin.when_changed = self._edge  # gpiozero keeps it weakly; the panel keeps us

    @property
    def down(self) -> bool:
        return self._debounce.down

    def _edge(self, ticks: float, level: bool) -> None:
        with self._lock:
            self._say(self._debounce.edge(self._time(ticks), not level))  # pressed is low

    def settle(self, now: float) -> None:
        with self._lock:
            self._say(self._debounce.settle(now, bool(self._device.value)))

    def _say(self, changes: list[Change]) -> None:
        for change in changes:
            self._changed(change)


class _Dial:
    """The two contacts of the dial."""

    def __init__(
        self, a: Any, b: Any, count: Quadrature, tell: Callable[[Event], None], time: Callable[[float], float]
    ) -> None:
        self._count = count
        self._tell = tell
        self._time = time
        self._closed = [bool(a.value), bool(b.value)]
        count.level(*self._closed)
        for device, edge in ((a, self._a_edge), (b, self._b_edge)):
            device.pin.edges = "both"
            device.pin.when_changed = edge

    def _a_edge(self, ticks: float, level: bool) -> None:
        self._edge(0, ticks, level)

    def _b_edge(self, ticks: float, level: bool) -> None:
        self._edge(1, ticks, level)

    def _edge(self, contact: int, ticks: float, level: bool) -> None:
        self._closed[contact] = not level
        steps = self._count.level(*self._closed)
        if steps:
            self._tell(DialTurned(self._time(ticks), steps))


class _Output:
    """A lamp, a bar or the buzzer; writes to the pin only what is new, as each write costs on a real one."""

    def __init__(self, device: Any, full: float, plain: bool = False) -> None:
        self._device = device
        self._full = full
        self._plain = plain
        self._level = 0.0

    def set(self, level: float) -> None:
        level = min(1.0, max(0.0, level))
        if level != self._level:
            self._level = nan  # if it fails, nobody knows how it stands: it is written again
            self._write(level)
            self._level = level

    def _write(self, level: float) -> None:
        if not self._plain:
            self._device.value = level * self._full
            return
        # lgpio takes a new duty only at the end of a cycle, up to 10 ms late: a lamp that must shine, or go
        # dark before its pin is released, does not wait for that.
        pin, wanted = self._device.pin, None if level in (0.0, 1.0) else DIMMED_HZ
        if pin.frequency != wanted:
            pin.frequency = wanted
        pin.state = level


def _pin_fault(factory: Any, pin: object, error: Exception) -> DriverError:
    if isinstance(error, DriverError):
        return error
    gpio = load("panel", "gpiozero")
    if isinstance(error, gpio.GPIOPinInUse):
        return busy("panel", f"GPIO{pin}", f"another part of the box ({error})")
    if "busy" in str(error).lower():
        return busy("panel", f"GPIO{pin}", _consumer(factory, pin))
    return broken("panel", f"gpiozero, on GPIO{pin},", error)


def _consumer(factory: Any, pin: object) -> str:
    """Who the kernel says has the line, if it says so; lgpio alone can be asked."""
    try:
        line = load("panel", "lgpio").gpio_get_line_info(factory._handle, pin)
        return str(line[-1] or line[-2])
    except Exception:  # the question is a courtesy; the fault itself is told anyway
        return ""
