"""A camera, a screen and a sound that do what a test tells them, and remember what they were told."""

from collections.abc import Iterable

import pygame

from appliance.drivers import Clock, DriverError, Event, Frame, Image, Tone


class ScriptedCamera:
    """Gives out pictures, or raises errors, in the given order; then nothing."""

    def __init__(self, clock: Clock, script: Iterable[Image | DriverError] = ()) -> None:
        self.script = list(script)
        self.closed = False
        self._clock = clock

    def sharpen(self) -> None:
        pass

    def frame(self) -> Frame | None:
        if not self.script:
            return None
        what = self.script.pop(0)
        if isinstance(what, DriverError):
            raise what
        return Frame(self._clock.now(), what)

    def close(self) -> None:
        self.closed = True


class ScriptedScreen:
    """A surface in memory; `happen` are the events of the next poll."""

    def __init__(self, size: tuple[int, int] = (800, 480)) -> None:
        self._surface = pygame.Surface(size)
        self.happen: list[Event] = []
        self.shown = 0
        self.closed = False

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

    def show(self) -> None:
        self.shown += 1

    def poll(self) -> list[Event]:
        events, self.happen = self.happen, []
        return events

    def close(self) -> None:
        self.closed = True


class RecordedSound:
    """Remembers the tones that were to be heard."""

    def __init__(self) -> None:
        self.played: list[Tone] = []
        self.closed = False

    def play(self, tone: Tone) -> None:
        self.played.append(tone)

    def close(self) -> None:
        self.closed = True
