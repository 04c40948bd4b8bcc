"""The screen and the sound on SDL's dummy drivers, and what they say where nothing can be shown or heard."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from appliance.drivers import Closed, DriverError, KeyReleased, KeyTyped, Screen, Sound, Touched
from appliance.drivers.clock import ManualClock
from appliance.drivers.screen import ONE_TOUCH, PygameScreen
from appliance.drivers.sound import RATE, TONES, PygameSound, Silence, samples
from tests.fakes.devices import RecordedSound, ScriptedScreen


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(7)


@pytest.fixture
def screen(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[PygameScreen]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = PygameScreen(clock, (400, 200))
    screen.poll()
    yield screen
    screen.close()


def post(kind: int, **details: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **details))


def key(code: int, text: str = "", mod: int = 0, kind: int = pygame.KEYDOWN) -> None:
    post(kind, key=code, unicode=text, mod=mod, scancode=0)


def test_both_screens_are_screens(screen: PygameScreen) -> None:
    for one in (screen, ScriptedScreen((400, 200))):
        it: Screen = one
        assert it.surface.get_size() == (400, 200)
        it.show()
        assert it.poll() == []


@pytest.mark.parametrize(
    ("code", "text", "mod", "name"),
    [
        (pygame.K_a, "a", 0, "a"),
        (pygame.K_a, "A", pygame.KMOD_LSHIFT, "A"),
        (pygame.K_7, "7", 0, "7"),
        (pygame.K_SLASH, "?", pygame.KMOD_LSHIFT, "?"),
        (pygame.K_SPACE, " ", 0, "space"),
        (pygame.K_RETURN, "\r", 0, "enter"),
        (pygame.K_KP_ENTER, "\r", 0, "enter"),
        (pygame.K_BACKSPACE, "\b", 0, "backspace"),
        (pygame.K_ESCAPE, "\x1b", 0, "escape"),
        (pygame.K_z, "\x1a", pygame.KMOD_LCTRL, "undo"),
        (pygame.K_LEFT, "", 0, "left"),
        (pygame.K_DOWN, "", 0, "down"),
        (pygame.K_F1, "", 0, "f1"),
        (pygame.K_F12, "", 0, "f12"),
    ],
)
def test_keys_have_names(screen: PygameScreen, code: int, text: str, mod: int, name: str) -> None:
    key(code, text, mod)
    assert screen.poll() == [KeyTyped(7, name)]


@pytest.mark.parametrize(("code", "text"), [(pygame.K_LSHIFT, ""), (pygame.K_c, "\x03")])
def test_keys_that_mean_nothing_are_silent(screen: PygameScreen, code: int, text: str) -> None:
    key(code, text)
    key(code, kind=pygame.KEYUP)
    assert screen.poll() == []


def test_a_release_has_the_name_of_its_press(screen: PygameScreen, clock: ManualClock) -> None:
    key(pygame.K_a, "A", pygame.KMOD_LSHIFT)
    assert screen.poll() == [KeyTyped(7, "A")]
    clock.advance(0.8)
    key(pygame.K_a, kind=pygame.KEYUP)  # shift was let go before
    key(pygame.K_b, kind=pygame.KEYUP)  # was down before the window had the keyboard
    assert screen.poll() == [KeyReleased(7.8, "A")]


def mouse(x: int, y: int, button: int = 1, touch: bool = False) -> None:
    post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button, touch=touch)


def finger(x: float, y: float) -> None:
    post(pygame.FINGERDOWN, x=x, y=y, dx=0, dy=0, touch_id=1, finger_id=1)


def test_mouse_and_finger_touch(screen: PygameScreen) -> None:
    mouse(10, 20)
    mouse(10, 20, button=3)
    finger(0.5, 1.0)
    assert screen.poll() == [Touched(7, 10, 20), Touched(7, 200, 199)]


def test_a_finger_that_is_told_of_twice_is_one_touch(screen: PygameScreen, clock: ManualClock) -> None:
    finger(0.25, 0.5)
    mouse(100, 100, touch=True)  # SDL's own imitation
    mouse(101, 99)  # the desktop's
    assert screen.poll() == [Touched(7, 100, 100)]
    clock.advance(ONE_TOUCH * 2)
    mouse(101, 99)
    mouse(101, 99)
    assert len(screen.poll()) == 2


def test_the_window_is_closed(screen: PygameScreen) -> None:
    post(pygame.QUIT)
    assert screen.poll() == [Closed(7)]


def test_a_resized_window_has_another_surface(screen: PygameScreen) -> None:
    pygame.display.set_mode((640, 360), pygame.RESIZABLE)
    finger(0.5, 0.5)
    assert Touched(7, 320, 180) in screen.poll()
    assert screen.surface.get_size() == (640, 360)


def test_no_sound_card_is_opened_by_the_screen(screen: PygameScreen) -> None:
    assert pygame.mixer.get_init() is None


def test_the_whole_screen(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = PygameScreen(clock, None, fullscreen=True)
    assert screen.surface.get_width() > 0
    screen.close()


@pytest.mark.parametrize("own", ["", "software"])
@pytest.mark.parametrize("fullscreen", [True, False])
def test_a_console_is_drawn_on_scaled_and_by_opengl_es(
    fullscreen: bool, own: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL 2.26 stays black otherwise; `tests/hw/test_screen.py` sees it in a guest."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_RENDER_DRIVER", own)
    if not own:
        monkeypatch.delenv("SDL_RENDER_DRIVER")
    asked: list[tuple[tuple[int, int], int]] = []
    monkeypatch.setattr("pygame.display.get_driver", lambda: "KMSDRM")
    monkeypatch.setattr("pygame.display.set_mode", lambda size, flags: asked.append((size, flags)))
    PygameScreen(clock, (800, 480), fullscreen).close()
    assert asked == [((800, 480), pygame.FULLSCREEN | pygame.SCALED)]
    assert os.environ["SDL_RENDER_DRIVER"] == (own or "opengles2")
    monkeypatch.delenv("SDL_RENDER_DRIVER")


def test_a_console_that_is_lost_ends_the_box_in_a_way_that_its_unit_mends(
    clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same process pygame 2.1 would crash; `tests/hw/test_screen.py` has it in a guest."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    monkeypatch.setattr("pygame.display.get_driver", lambda: "KMSDRM")
    monkeypatch.setattr("pygame.display.set_mode", lambda size, flags: None)
    screen = PygameScreen(clock, (800, 480))
    assert screen.poll() is not None
    pygame.display.quit()
    with pytest.raises(DriverError, match="nothing to show a picture on") as caught:
        screen.poll()
    unit = (Path(__file__).parent.parent / "systemd" / "tallybox.service").read_text("utf-8")
    assert "Restart=always" in unit.splitlines()
    [left] = (line for line in unit.splitlines() if line.startswith("RestartPreventExitStatus="))
    assert str(caught.value.exit_code) not in left.partition("=")[2].split()
    screen.close()


@pytest.mark.parametrize("driver", ["offscreen", "x11"])
def test_a_screen_that_nobody_sees_is_refused(
    driver: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL takes its offscreen driver by itself where there is no display, and all seems well."""
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if driver == "x11":
        monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    else:
        monkeypatch.setattr("pygame.display.init", lambda: None)
        monkeypatch.setattr("pygame.display.get_driver", lambda: "offscreen")
    with pytest.raises(DriverError, match="nothing to show a picture on") as caught:
        PygameScreen(clock)
    assert caught.value.fault == "not connected"


def test_all_sounds_are_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    real = PygameSound()
    assert real.silent_because == ""
    for one in (real, Silence(), RecordedSound()):
        sound: Sound = one
        for tone in TONES:
            sound.play(tone)
        sound.close()
    assert pygame.mixer.get_init() is None


def test_without_audio_it_is_silent_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuch")
    with caplog.at_level(logging.WARNING):
        sound = PygameSound()
    assert "no sound" in caplog.text
    assert sound.silent_because
    sound.play("win")
    sound.close()


@pytest.mark.parametrize("channels", [1, 2])
def test_tones_are_short_clean_and_loud_enough(channels: int) -> None:
    for notes in TONES.values():
        wave = samples(notes, RATE, channels, 0.6)
        assert len(wave) <= RATE * channels
        assert 0.4 * 32_767 < np.abs(wave).max() < 32_767
        assert abs(int(wave[0])) < 300
        assert abs(int(wave[-1])) < 300
