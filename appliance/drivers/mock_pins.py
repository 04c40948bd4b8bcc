"""Pins without hardware, for desk and tests: gpiozero's mock pins on the table's clock, and fingers."""

from collections import deque
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from appliance.drivers import Bar, Clock
from appliance.drivers.panel import PanelPins

REVISION = "c03115"
"""A Raspberry Pi 4B, whose header has GPIO2 to GPIO27."""


class _Pin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that a contact can close, whose events carry the factory's time."""

    grounded = False

    def ground(self, closed: bool) -> None:
        """Close the contact between the pin and ground, or open it; the pull-up makes an open one high."""
        self.grounded = closed
        if closed:
            self.drive_low()
        elif self.pull == "up":
            self.drive_high()

    def clear_states(self) -> None:
        super().clear_states()
        self.states: deque[Any] = deque(self.states, maxlen=16)  # no endless history: a demo runs all day

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.grounded:  # a pull-up is no match for a finger
            self.drive_low()

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class _Factory(MockFactory):  # type: ignore[misc]
    def __init__(self, clock: Clock) -> None:
        super().__init__(revision=REVISION, pin_class=_Pin)
        self._clock = clock

    def ticks(self) -> float:
        return self._clock.now()


def mock_factory(clock: Clock) -> Any:
    """A gpiozero pin factory with no hardware behind it, for a `GpioPanel` on that clock."""
    return _Factory(clock)


class Fingers:
    """Hands and eyes at a panel on mock pins: they press and turn what is wired, and read what is lit.

    Raises `LookupError` for a part that is not wired.
    """

    def __init__(self, factory: Any, pins: PanelPins) -> None:
        self._factory = factory
        self._pins = pins

    def press(self, seat: int) -> None:
        """Put a seat's button down and leave it there."""
        self._button(seat).ground(True)

    def release(self, seat: int) -> None:
        """Let a seat's button go."""
        self._button(seat).ground(False)

    def tap(self, seat: int) -> None:
        """Press and release at the same moment; let time pass in between for a longer press."""
        self.press(seat)
        self.release(seat)

    def push(self) -> None:
        """Push the dial and let it go."""
        self.push_down()
        self.push_up()

    def push_down(self) -> None:
        """Put the dial down and leave it there."""
        self._pin(self._pins.dial_push, "dial push").ground(True)

    def push_up(self) -> None:
        """Let the dial go."""
        self._pin(self._pins.dial_push, "dial push").ground(False)

    def turn(self, steps: int) -> None:
        """Turn the dial by that many detents, clockwise positive."""
        first, second = self._pin(self._pins.dial_a, "dial"), self._pin(self._pins.dial_b, "dial")
        if steps < 0:
            first, second = second, first
        for _ in range(abs(steps) * 2 // self._pins.dial_detents):
            # One detent of most dials is a full cycle of the contacts, of others half a one.
            closing = not first.grounded
            for pin in (first, second):
                pin.ground(closing)

    def lamp(self, seat: int) -> float:
        """How bright a seat's lamp is, 0…1."""
        pins = self._pins.lamps
        return float(self._pin(pins[seat] if 0 <= seat < len(pins) else None, f"lamp of seat {seat}").state)

    def lamps(self) -> list[float]:
        """How bright every seat's lamp is; one that is not wired is dark."""
        return [0.0 if pin is None else float(self._pin(pin, "lamp").state) for pin in self._pins.lamps]

    def bar(self, name: Bar) -> list[float]:
        """How bright each LED of a timer bar is, from the one that lights first."""
        return [float(self._pin(pin, f"{name} bar").state) for pin in self._pins.bar(name)]

    def buzzing(self) -> bool:
        """Whether the buzzer sounds."""
        return bool(self._pin(self._pins.buzzer, "buzzer").state)

    def _button(self, seat: int) -> Any:
        pins = self._pins.buttons
        return self._pin(pins[seat] if 0 <= seat < len(pins) else None, f"button of seat {seat}")

    def _pin(self, number: int | None, what: str) -> Any:
        if number is None:
            raise LookupError(f"no {what} is wired")
        return self._factory.pin(number)
