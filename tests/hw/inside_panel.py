"""Run in the guest: the box's panel on the kernel's pins, which does what the outside says.

It lives by the same beat as the table: it sleeps until something happens, then acts on all of it by time.
"""

import platform
import time
from collections.abc import Callable
from typing import Any

from appliance.drivers import DialButton, DialTurned, DriverError, Event, SeatButton
from appliance.drivers.clock import SystemClock
from appliance.drivers.events import EventQueue
from appliance.drivers.panel import GpioPanel, PanelPins
from appliance.drivers.pins_lgpio import lgpio_factory
from tests.hw.inside import Order, take_orders, tell

BEAT = 1 / 30
"""As the table's, which is not imported for it: that takes the guest a while."""


class Player:
    """A panel, and what was heard of it since the last report."""

    def __init__(self, events: EventQueue) -> None:
        self._events = events
        self._factory = lgpio_factory()
        self._panel: GpioPanel | None = None
        self._lamps: list[float] = []
        self._heard: list[list[object]] = []
        self._answers = False
        self._rested: float | None = None

    def open(self, wiring: dict[str, Any], answers: bool = False) -> None:
        """A panel with that wiring; with `answers`, a lamp follows its button at once, which is timed."""
        self.close()
        self._pins = pins = _pins(wiring)
        self._panel = GpioPanel(pins, self._factory, self._events.put, SystemClock())
        self._lamps, self._answers = [0.0] * len(pins.lamps), answers
        tell("open", held=self._panel.held_at_start)

    def close(self) -> None:
        """Take the panel away, if there is one."""
        if self._panel:
            self._panel.close()
        self._panel = None

    def second(self, wiring: dict[str, Any]) -> None:
        """Try to open another one on the same pins; tell what is said about it."""
        try:
            GpioPanel(_pins(wiring), lgpio_factory(), self._events.put, SystemClock()).close()
        except DriverError as error:
            tell("second", fault=error.fault, says=str(error))

    def rest(self, seconds: float) -> None:
        """Tell when so much time has passed in here."""
        self._rested = time.monotonic() + seconds

    def beat(self) -> None:
        """Sleep until something happens, and act on it."""
        resting = BEAT if self._rested is None else self._rested - time.monotonic()
        self._events.wait(min(BEAT, max(0.0, resting)))
        for event in self._events.drain():
            if isinstance(event, Order):
                self._obey(*event.words)
            else:
                self._hear(event)
        now = time.monotonic()
        if self._panel:
            self._panel.tick(now)
        if self._rested is not None and now >= self._rested:
            self._rested = None
            tell("rest")

    def _hear(self, event: Event) -> None:
        took = 0.0
        if isinstance(event, SeatButton) and self._answers and self._panel:
            self._lamps[event.seat] = float(event.down)
            self._panel.lamps(self._lamps)
            while self._level(self._pins.lamps[event.seat]) != event.down:
                pass
            took = time.monotonic() - event.at
        self._heard.append([*told(event), event.at, took])

    def _level(self, pin: int | None) -> bool:
        """What the kernel reads at a pin."""
        import lgpio  # not before the driver has

        return bool(lgpio.gpio_read(self._factory._handle, pin))

    def _obey(self, what: str, *words: Any) -> None:
        if what == "report":
            heard, self._heard = self._heard, []
            tell("report", heard=heard)
            return
        if what == "kernel":
            tell("kernel", release=platform.release())
            return
        orders: dict[str, Callable[..., None]] = {"open": self.open, "second": self.second, "rest": self.rest}
        if what in orders:
            orders[what](*words)
            return
        if what == "close":
            self.close()
        elif self._panel:
            self._panel.lamps(*words)
        tell(what)


def _pins(wiring: dict[str, Any]) -> PanelPins:
    parts: dict[str, Any] = {part: tuple(p) if isinstance(p, list) else p for part, p in wiring.items()}
    return PanelPins(**parts)


def told(event: Event) -> list[object]:
    """What happened, in two words."""
    match event:
        case SeatButton(_, seat, down):
            return [f"seat {seat + 1}", "down" if down else "up"]
        case DialTurned(_, steps):
            return ["dial", steps]
        case DialButton(_, down):
            return ["dial", "down" if down else "up"]
    return [type(event).__name__, str(event)]


def main() -> None:
    """For as long as the guest runs."""
    events = EventQueue()
    player = Player(events)
    take_orders(events.put, time.monotonic)
    tell("ready", seconds=time.monotonic())
    while True:
        player.beat()


if __name__ == "__main__":
    main()
