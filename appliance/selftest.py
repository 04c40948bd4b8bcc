"""`tallybox test`: tries out one part of the box, says what to do and what it saw, and shows its page."""

import sys
from collections.abc import Callable
from contextlib import ExitStack

import pygame

from appliance.boxes import UNSEEN, Box, desk_box, has_display, unseen_box
from appliance.config import Config
from appliance.drivers import Camera, Closed, DriverError, Event, Panel, Screen, Sound
from appliance.drivers.clock import SystemClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import mock_factory
from appliance.drivers.panel import GpioPanel, PanelPins
from appliance.drivers.pins_lgpio import lgpio_factory
from appliance.drivers.screen import PygameScreen
from appliance.drivers.sound import PygameSound, Silence
from appliance.looking import Looking
from appliance.phrases import say
from appliance.rig import Rig
from appliance.selftest_hands import Hands
from appliance.selftest_parts import Trial
from appliance.service_mode import ServiceMode
from appliance.straight_camera import opened_camera, straightened

PATIENCE = 90.0
"""Seconds for all of a part."""

BEAT = 1 / 30

Ask = Callable[[str], bool]

_ON_PANEL = ("lamps", "buttons", "dial")


class Unlit:
    """A `Screen` in memory, where a part is tried out that needs none and none is there."""

    def __init__(self) -> None:
        self._surface = pygame.Surface(UNSEEN)

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        return self._surface

    def show(self) -> None:
        """Nobody sees it."""

    def poll(self) -> list[Event]:
        """Nobody touches it."""
        return []

    def close(self) -> None:
        """Nothing to take away."""


def test(part: str, virtual: bool) -> int:
    """Try out a part of this box, or of a virtual one; 1 if it does not work."""
    config = Config.load()
    with ExitStack() as ends:
        if not virtual:
            box, ask = real_part(config, part), asked
        elif has_display():
            box, ask = desk_box(config, 0), asked
        else:
            box = unseen_box(config, 0)
            assert box.fingers
            hands = Hands(box.fingers, config.panel.pins(), part)
            ends.callback(box.close)
            return report(part, *tried(box.rig, config.panel.pins(), part, hands.saw, hands))
        ends.callback(box.close)
        return report(part, *tried(box.rig, config.panel.pins(), part, ask))


def real_part(config: Config, part: str) -> Box:
    """The box with this one part, and a screen if there is one; `DriverError` if the part is out of order."""
    clock, events, ends = SystemClock(), EventQueue(), ExitStack()
    screen: Screen
    try:
        screen = PygameScreen(clock, config.screen.size, config.screen.fullscreen)
    except DriverError:
        if part == "screen":
            raise
        screen = Unlit()
    ends.callback(screen.close)
    with ExitStack() as opened:
        opened.push(ends)
        on_panel = part in _ON_PANEL and config.panel.kind == "gpio"
        pins, factory = (
            (config.panel.pins(), lgpio_factory()) if on_panel else (PanelPins(), mock_factory(clock))
        )
        panel: Panel = GpioPanel(pins, factory, events.put, clock)
        ends.callback(panel.close)
        sound: Sound = Silence()
        if part == "sound" and config.sound.on:
            sound = PygameSound(config.sound.volume)
        ends.callback(sound.close)
        camera = _camera(config, events, clock) if part == "camera" else None
        if camera:
            ends.callback(camera.close)
        opened.pop_all()
    return Box(Rig(clock, events, panel, screen, sound, Looking(), camera, events.wait), ends)


def _camera(config: Config, events: EventQueue, clock: SystemClock) -> Camera:
    return straightened(opened_camera(config.camera, events.put, clock), config.state.directory)


def asked(question: str) -> bool:
    """What people say to a question, on the terminal; none there is a no."""
    if not sys.stdin.isatty():
        print(say("service.unanswered"))
        return False
    return input(say("service.yes_no", question=question)).strip().lower().startswith("y")


def tried(
    rig: Rig, pins: PanelPins, part: str, ask: Ask, hands: Callable[[float], None] | None = None
) -> tuple[list[str], str]:
    """Try a part out and print what is seen; returns its problems, and what to do about a no."""
    service = ServiceMode(rig, pins)
    service.enter(part)
    trial = service.trial
    assert trial
    print(trial.page().headline, trial.page().help, sep="\n", flush=True)
    told, headline, end = 0, trial.page().headline, rig.clock.now() + PATIENCE
    while service.trial is trial and rig.clock.now() < end:
        now = rig.clock.now()
        events = sorted([*rig.screen.poll(), *rig.events.drain()], key=lambda event: event.at)
        if any(isinstance(event, Closed) for event in events):
            break
        service.beat(events, now)
        rig.panel.tick(now)
        told, headline = _tell(trial, told, headline)
        if trial.done:
            break
        if hands:
            hands(now)
        rig.wait(BEAT)
    left = not trial.done and not trial.problems()
    no = bool(trial.asks) and not trial.problems() and not left and not ask(trial.asks)
    trial.close()
    return [say("service.gave_up")] if left else trial.problems(), trial.remedy if no else ""


def _tell(trial: Trial, told: int, headline: str) -> tuple[int, str]:
    """Print what is new: what was seen, then what is to be done next."""
    now = trial.page().headline
    news = trial.said[told:]
    if now != headline and now not in trial.said:
        news = [*news, now]
    if news:
        print(*news, sep="\n", flush=True)
    return len(trial.said), now


def report(part: str, problems: list[str], remedy: str) -> int:
    """Print how it ended; the exit code."""
    name = say(f"service.{part}")
    lines = [
        say("service.failed", part=name, problem=problem) for problem in [*problems, *filter(None, [remedy])]
    ]
    print(*lines or [say("service.well", part=name)], sep="\n")
    return int(bool(lines))
