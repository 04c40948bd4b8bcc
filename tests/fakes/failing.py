"""Parts that go and come back: pins that raise, a screen and a sound card that SDL has closed, lost words."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import pygame
import pytest

from appliance.drivers.panel import PanelPins
from appliance.lexicon import Lexicon, LexiconError
from appliance.lexicon.store import Store
from tests.table_kit import TableKit


@dataclass
class Failing:
    """A part that `go`es and comes `back`."""

    go: Callable[[], None]
    back: Callable[[], None]

    @contextmanager
    def away(self) -> Iterator[None]:
        self.go()
        try:
            yield
        finally:
            self.back()


def pins(factory: Any, wired: PanelPins) -> Failing:
    """All pins of a panel: neither read nor written, and no edge arrives."""
    bars = (*wired.bid_bar, *wired.play_bar)
    single = (wired.dial_a, wired.dial_b, wired.dial_push, wired.buzzer)
    numbers = [n for n in (*wired.buttons, *wired.lamps, *bars, *single) if n is not None]
    all_pins = [factory.pin(number) for number in numbers]

    def gone(*_: object) -> None:
        raise RuntimeError("unknown handle")  # lgpio's errors are of no better kind

    def go() -> None:
        for pin in all_pins:
            pin._get_state = pin._set_state = gone
            pin._call_when_changed = lambda: None

    def back() -> None:
        for pin in all_pins:
            for name in ("_get_state", "_set_state", "_call_when_changed"):
                vars(pin).pop(name, None)

    return Failing(go, back)


def screen(patch: pytest.MonkeyPatch) -> Failing:
    """SDL's video is closed, and does not open again until it is back."""
    init = pygame.display.init

    def refuse() -> None:
        raise pygame.error("No available video device")

    def go() -> None:
        pygame.display.quit()
        patch.setattr(pygame.display, "init", refuse)

    return Failing(go, lambda: patch.setattr(pygame.display, "init", init))


def sound(patch: pytest.MonkeyPatch) -> Failing:
    """SDL's mixer is closed, and does not open again until it is back."""
    init = pygame.mixer.init

    def refuse(*_: object) -> None:
        raise pygame.error("ALSA: Couldn't open audio device: No such device")

    def go() -> None:
        pygame.mixer.quit()
        patch.setattr(pygame.mixer, "init", refuse)

    return Failing(go, lambda: patch.setattr(pygame.mixer, "init", init))


class LostStore:
    """A store's connection whose file can be read, or not."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.lost = False

    def execute(self, *query: Any) -> sqlite3.Cursor:
        if self.lost:
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(*query)

    def close(self) -> None:
        pass


def words(whole: Lexicon) -> tuple[Lexicon, Failing]:
    """A lexicon whose file goes, so that no other is found either, and comes back."""
    store = LostStore(whole._store.connection)

    def find() -> Store:
        if store.lost:
            raise LexiconError("the text of the lexicon is missing")
        return Store(store, None)  # type: ignore[arg-type]

    def set_lost(lost: bool) -> None:
        store.lost = lost

    return Lexicon(find(), (), (find,)), Failing(lambda: set_lost(True), lambda: set_lost(False))


class Stuck:
    """Buttons that do not come up again once they are pressed, where a tap and a hold are the same."""

    def __init__(self, game: TableKit) -> None:
        self._game = game
        self._release = game.fingers.release
        self._down: set[int] = set()

    def failing(self) -> Failing:
        return Failing(self._go, self._back)

    def _go(self) -> None:
        self._game.fingers.release = self._stick  # type: ignore[method-assign]

    def _stick(self, chair: int) -> None:
        if any(accept.hold for accept in self._game.prompt.accepts):
            self._release(chair)
        else:
            self._down.add(chair)

    def _back(self) -> None:
        self._game.fingers.release = self._release  # type: ignore[method-assign]
        for chair in self._down:
            self._release(chair)
        self._down.clear()


def storm(game: TableKit, free: Sequence[int]) -> Failing:
    """Two hundred presses a second, on buttons at which nobody sits."""
    chance, sleep = Random(1), game.clock.sleep

    def stormy(seconds: float) -> None:
        end = game.clock.now() + seconds
        while game.clock.now() < end:
            game.fingers.tap(chance.choice(free))
            sleep(min(0.005, end - game.clock.now()))

    def go() -> None:
        game.rig.wait = stormy

    return Failing(go, lambda: setattr(game.rig, "wait", sleep))
