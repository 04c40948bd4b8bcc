"""`tallybox test`: every part tried out on a virtual box, and what is said where a wire is wrong."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from appliance.cli import main
from appliance.config import PanelSettings
from appliance.drivers import Camera, DriverError, Image, Sound
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel, PanelPins
from appliance.drivers.sound import Silence
from appliance.looking import Looking
from appliance.rig import Rig
from appliance.selftest import asked, report, tried
from appliance.selftest_dial import miscounted
from appliance.selftest_hands import Hands
from tests.fakes.devices import RecordedSound, ScriptedCamera, ScriptedScreen

PINS = PanelSettings().pins()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def box(
    pins: PanelPins,
    hands_at: PanelPins | None = None,
    script: list[Image | DriverError] | None = None,
    sound: Sound | None = None,
    held: int | None = None,
) -> tuple[Rig, Fingers]:
    """A box on mock pins, and fingers at it; `held` is a button that is down from the start."""
    clock, events = ManualClock(), EventQueue()
    factory = mock_factory(clock)
    fingers = Fingers(factory, hands_at or pins)
    if held is not None:
        fingers.press(held)
    panel = GpioPanel(pins, factory, events.put, clock)
    camera: Camera | None = None if script is None else ScriptedCamera(clock, script)
    screen = ScriptedScreen()
    return Rig(clock, events, panel, screen, sound or Silence(), Looking(), camera, clock.sleep), fingers


def try_out(
    part: str,
    *,
    hands_at: PanelPins = PINS,
    pins: PanelPins = PINS,
    script: list[Image | DriverError] | None = None,
    sound: Sound | None = None,
    answer: bool | None = None,
) -> tuple[list[str], str]:
    """The problems and the remedy; people's hands are where `hands_at` says, which may be the wrong pins."""
    rig, fingers = box(pins, hands_at, script, sound)
    hands = Hands(fingers, hands_at, part)
    ask: Callable[[str], bool] = hands.saw if answer is None else lambda question: bool(answer)
    try:
        return tried(rig, pins, part, ask, hands)
    finally:
        rig.panel.close()


@pytest.mark.parametrize("part", ["lamps", "buttons", "dial", "camera", "screen"])
def test_every_part_of_the_virtual_box_works(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", part, "--virtual"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("works")


def test_the_unseen_box_has_no_tones_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "sound", "--virtual"]) == 1
    assert "set on = true under [sound]" in capsys.readouterr().out


def test_a_part_that_does_not_exist_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["test", "trumpet"])
    assert ended.value.code == 2


def test_a_real_panel_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "lamps"]) == 1
    assert "panel: " in capsys.readouterr().err


# Lamps


def test_all_lamps_bars_and_the_buzzer_come_on_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert try_out("lamps") == ([], "")
    said = capsys.readouterr().out
    for what in ("Lamp 1 is on", "Lamp 7 is on", "LED 4 of the play bar is on", "The buzzer is on"):
        assert what in said


def test_a_lamp_on_another_pin_than_the_settings_say_is_noticed() -> None:
    lamps = (*PINS.lamps[:2], 1, *PINS.lamps[3:])  # nothing is wired to GPIO1
    problems, remedy = try_out("lamps", hands_at=replace(PINS, lamps=lamps))
    assert problems == []
    assert "driver" in remedy
    assert report("lamps", problems, remedy) == 1


def test_two_lamps_that_come_on_together_are_noticed() -> None:
    lamps = (PINS.lamps[1], *PINS.lamps[1:])
    assert try_out("lamps", hands_at=replace(PINS, lamps=lamps))[1]


def test_a_box_without_lamps() -> None:
    bare = replace(PINS, lamps=(), bid_bar=(), play_bar=(), buzzer=None)
    assert "wired" in try_out("lamps", pins=bare, hands_at=bare)[0][0]


# Buttons


def test_a_button_without_its_wire_is_named_with_its_pin() -> None:
    buttons = (*PINS.buttons[:4], None, *PINS.buttons[5:])
    problems, _ = try_out("buttons", hands_at=replace(PINS, buttons=buttons))
    assert len(problems) == 1
    assert "button 5 was never pressed" in problems[0]
    assert "GPIO6" in problems[0]


def test_a_button_that_was_held_at_first_and_then_pressed_works() -> None:
    one = replace(PINS, buttons=(PINS.buttons[0],))
    rig, fingers = box(one, held=0)

    def hands(now: float) -> None:
        """Let go at once, press at 1 s, let go at 2 s."""
        (fingers.press if 1 < now < 2 else fingers.release)(0)

    problems, _ = tried(rig, one, "buttons", lambda question: True, hands)
    rig.panel.close()
    assert problems == []


def test_a_button_on_ground_for_good_is_named() -> None:
    rig, _ = box(PINS, held=2)
    problems, _ = tried(rig, PINS, "buttons", lambda question: True)
    rig.panel.close()
    assert problems[0] == "button 3 is held down: let go, or look whether GPIO4 touches ground"


# The dial


def test_a_dial_with_its_wires_changed_counts_backwards() -> None:
    crossed = replace(PINS, dial_a=PINS.dial_b, dial_b=PINS.dial_a)
    problems, _ = try_out("dial", hands_at=crossed)
    assert "backwards" in problems[0]
    assert "GPIO9" in problems[0]


def test_a_dial_with_two_clicks_to_a_cycle_wants_the_setting() -> None:
    problems, _ = try_out("dial", hands_at=replace(PINS, dial_detents=2))
    assert "dial_detents = 2" in problems[0]
    problems, _ = try_out("dial", pins=replace(PINS, dial_detents=2))
    assert "dial_detents = 1" in problems[0]


def test_a_push_without_its_wire_is_named() -> None:
    rig, fingers = box(PINS)

    def hands(now: float) -> None:
        fingers.turn(1)

    problems, _ = tried(rig, PINS, "dial", lambda question: True, hands)
    rig.panel.close()
    assert problems == ["the push was never seen: look at the wire from GPIO11"]


@pytest.mark.parametrize(
    ("right", "left", "words"),
    [(5, 5, ""), (0, 0, "GPIO10"), (-5, -5, "backwards"), (2, 3, "= 2"), (10, 10, "= 1"), (5, 4, "as 4")],
)
def test_what_a_count_tells(right: int, left: int, words: str) -> None:
    said = miscounted(right, left, PINS)
    assert words in said
    assert bool(said) == bool(words)


# Camera, screen, sound


def test_a_camera_that_is_not_there_says_what_to_do() -> None:
    lost = DriverError("camera", "not connected", "Plug it in.")
    problems, _ = try_out("camera", script=[lost] * 2000)
    assert problems == ["camera: not connected. Plug it in."]


def test_a_camera_that_gives_no_picture() -> None:
    assert "no picture in 10 seconds" in try_out("camera", script=[])[0][0]


def test_a_camera_with_its_cap_on() -> None:
    black = np.zeros((240, 320, 3), np.uint8)
    problems, _ = try_out("camera", script=[black] * 2000)
    assert problems
    assert "black" in problems[0] or "dark" in problems[0]


def test_people_say_that_the_card_has_a_fault() -> None:
    problems, remedy = try_out("screen", answer=False)
    assert "overscan" in remedy
    assert report("screen", problems, remedy) == 1
    assert try_out("screen", answer=True) == ([], "")


def test_all_tones_are_played_and_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    sound = RecordedSound()
    assert try_out("sound", sound=sound, answer=True) == ([], "")
    assert sound.played[:6] == ["press", "good", "bad", "tick", "time up", "win"]
    assert "You hear: a win" in capsys.readouterr().out
    assert "alsamixer" in try_out("sound", sound=sound, answer=False)[1]


def test_nobody_at_the_terminal_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("y\n"))
    assert not asked("Well?")
