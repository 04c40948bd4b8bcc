"""Hands and eyes that try out a virtual box where nobody sees it: they do what the page asks for."""

from collections.abc import Iterator

from appliance.drivers import BARS
from appliance.drivers.mock_pins import Fingers
from appliance.drivers.panel import PanelPins
from appliance.selftest_dial import CLICKS

MOVE = 0.3
"""Seconds from one motion to the next."""


class Hands:
    """One motion every now and then; and they remember every light that they saw."""

    def __init__(self, fingers: Fingers, pins: PanelPins, part: str) -> None:
        self._fingers = fingers
        self._pins = pins
        self._motions = self._buttons() if part == "buttons" else self._dial() if part == "dial" else iter(())
        self._part = part
        self._wake = MOVE
        self._lit: set[str] = set()

    def __call__(self, now: float) -> None:
        """After every beat."""
        self._watch()
        if now >= self._wake:
            self._wake = now + MOVE
            next(self._motions, None)

    def _buttons(self) -> Iterator[None]:
        for seat, pin in enumerate(self._pins.buttons):
            if pin is not None:
                self._fingers.press(seat)
                yield
                self._fingers.release(seat)
                yield

    def _dial(self) -> Iterator[None]:
        for side in (1, -1):
            for _ in range(CLICKS):
                self._fingers.turn(side)
                yield
            self._fingers.push()
            yield

    def _watch(self) -> None:
        lamps = [n for n, level in enumerate(self._fingers.lamps()) if level > 0.9]
        if len(lamps) == 1:
            self._lit.add(f"lamp {lamps[0]}")
        for name in BARS:
            if self._pins.bar(name):
                self._lit.add(f"{name} {sum(level > 0.9 for level in self._fingers.bar(name))}")
        if self._pins.buzzer is not None and self._fingers.buzzing():
            self._lit.add("buzzer")

    def saw(self, question: str) -> bool:
        """Whether every lamp was alone, every bar at each of its lengths, and the buzzer was heard.

        A card and tones cannot be judged by them; of those they say yes.
        """
        if self._part != "lamps":
            return True
        wanted = {f"lamp {n}" for n, pin in enumerate(self._pins.lamps) if pin is not None}
        wanted |= {f"{name} {led}" for name in BARS for led in range(1, len(self._pins.bar(name)) + 1)}
        wanted |= {"buzzer"} if self._pins.buzzer is not None else set()
        return wanted <= self._lit
