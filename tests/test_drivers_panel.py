"""The panel on mock pins, under a clock that only moves when told; and what is wrong with real ones."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from appliance.config import PanelSettings
from appliance.drivers import DialButton, DialTurned, DriverError, Event, Panel, SeatButton
from appliance.drivers.clock import ManualClock
from appliance.drivers.debounce import LOST
from appliance.drivers.events import EventQueue
from appliance.drivers.faults import holder
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel, PanelPins
from appliance.drivers.pins_lgpio import lgpio_factory

PINS = PanelSettings().pins()


class Box:
    """A panel on mock pins with its queue, its clock and somebody's fingers."""

    def __init__(self, pins: PanelPins = PINS) -> None:
        self.clock = ManualClock(50)
        self.queue = EventQueue()
        self.factory = mock_factory(self.clock)
        self.pins = pins
        self.fingers = Fingers(self.factory, pins)
        self._panel: GpioPanel | None = None

    @property
    def panel(self) -> GpioPanel:
        if self._panel is None:
            self._panel = GpioPanel(self.pins, self.factory, self.queue.put, self.clock)
        return self._panel

    def pass_time(self, seconds: float) -> list[Event]:
        """Let the table's loop run for that long, and say what happened."""
        for _ in range(10):
            self.clock.advance(seconds / 10)
            self.panel.tick(self.clock.now())
        return self.queue.drain()

    def close(self) -> None:
        if self._panel is not None:
            self._panel.close()


@pytest.fixture
def box() -> Iterator[Box]:
    box = Box()
    yield box
    box.close()


def test_it_is_a_panel(box: Box) -> None:
    panel: Panel = box.panel
    assert panel.held_at_start == ()


def test_a_press_and_its_release(box: Box) -> None:
    assert box.panel
    box.fingers.press(4)
    assert box.queue.drain() == [SeatButton(50, 4, True)]
    box.clock.advance(0.2)
    box.fingers.release(4)
    assert box.queue.drain() == [SeatButton(50.2, 4, False)]


def test_a_tap_of_no_time_is_seen(box: Box) -> None:
    assert box.panel
    box.fingers.tap(0)
    assert box.queue.drain() == [SeatButton(50, 0, True)]
    assert box.pass_time(0.1) == [SeatButton(50, 0, False)]


def test_chatter_is_one_press(box: Box) -> None:
    assert box.panel
    for _ in range(5):
        box.fingers.press(2)
        box.clock.advance(0.001)
        box.fingers.release(2)
        box.clock.advance(0.001)
    box.fingers.press(2)
    assert box.pass_time(0.3) == [SeatButton(50, 2, True)]


def test_two_presses_in_the_same_millisecond_keep_their_order(box: Box) -> None:
    assert box.panel
    box.fingers.press(6)
    box.clock.advance(0.0002)
    box.fingers.press(1)
    assert [event.seat for event in box.queue.drain() if isinstance(event, SeatButton)] == [6, 1]


def test_who_pressed_first_is_decided_by_the_pins_own_time(box: Box) -> None:
    """The kernel stamps an edge when it happens; the thread that tells of it may be late."""
    assert box.panel
    later, earlier = box.factory.pin(PINS.buttons[0]), box.factory.pin(PINS.buttons[5])
    box.clock.advance(0.1)
    later.when_changed(50.061, False)
    earlier.when_changed(50.060, False)
    assert box.queue.drain() == [SeatButton(50.060, 5, True), SeatButton(50.061, 0, True)]


def test_ticks_of_another_clock_are_not_believed(box: Box) -> None:
    assert box.panel
    box.factory.pin(PINS.buttons[0]).when_changed(1.7e9, False)
    assert box.queue.drain() == [SeatButton(50, 0, True)]


def test_a_button_held_at_the_start_is_no_press(box: Box) -> None:
    box.fingers.press(3)
    assert box.panel.held_at_start == (3,)
    assert box.pass_time(1) == []
    box.fingers.release(3)
    assert box.panel.held_at_start == ()
    assert box.queue.drain() == [SeatButton(box.clock.now(), 3, False)]
    box.clock.advance(1)
    box.fingers.press(3)
    assert box.queue.drain() == [SeatButton(box.clock.now(), 3, True)]


def test_an_edge_that_gets_lost_cannot_stick(box: Box) -> None:
    assert box.panel
    box.fingers.press(3)
    box.clock.advance(1)
    pin = box.factory.pin(PINS.buttons[3])
    pin._state = True  # let go, and no edge came
    released = box.pass_time(2 * LOST)
    assert [(type(event), getattr(event, "down", None)) for event in released[1:]] == [(SeatButton, False)]


@pytest.mark.parametrize("detents", [1, 2])
def test_the_dial_turns_both_ways(detents: Any) -> None:
    box = Box(replace(PINS, dial_detents=detents))
    assert box.panel
    box.fingers.turn(3)
    box.fingers.turn(-2)
    steps = [event.steps for event in box.queue.drain() if isinstance(event, DialTurned)]
    assert steps == [1, 1, 1, -1, -1]
    box.close()


def test_the_dial_is_pushed(box: Box) -> None:
    assert box.panel
    box.fingers.push()
    assert box.queue.drain() == [DialButton(50, True)]
    assert box.pass_time(0.1) == [DialButton(50, False)]


def test_lamps_light_by_seat_and_the_rest_goes_dark(box: Box) -> None:
    box.panel.lamps([1, 0.25, 0, 0, 0, 0, 1])
    assert box.fingers.lamps() == [1, 0.25, 0, 0, 0, 0, 1]
    box.panel.lamps([0, 1])
    assert box.fingers.lamps() == [0, 1, 0, 0, 0, 0, 0]
    assert box.fingers.lamp(1) == 1
    box.panel.lamps([1.5] * 9)
    assert box.fingers.lamps() == [1] * 7


def test_only_a_dimmed_lamp_flickers(box: Box) -> None:
    """A steady one needs no pulses: lgpio would light it only when a cycle of those has ended."""
    lamp = box.factory.pin(PINS.lamps[0])
    for level, flickers in ((1, False), (0.25, True), (0.5, True), (1, False), (0.25, True), (0, False)):
        box.panel.lamps([level])
        assert bool(lamp.frequency) is flickers
        assert box.fingers.lamp(0) == level


def test_bars_fill_from_the_first_led(box: Box) -> None:
    box.panel.bar("bid", 0.625)
    box.panel.bar("play", 1)
    assert box.fingers.bar("bid") == [1, 1, 0.5, 0]
    assert box.fingers.bar("play") == [1] * 4


def test_the_buzzer_stops_by_itself(box: Box) -> None:
    box.panel.buzz(0.5)
    assert box.fingers.buzzing()
    box.pass_time(0.4)
    assert box.fingers.buzzing()
    box.pass_time(0.2)
    assert not box.fingers.buzzing()
    box.panel.buzz(5)
    box.panel.buzz(0)
    assert not box.fingers.buzzing()


def test_an_active_buzzer_is_only_switched() -> None:
    box = Box(replace(PINS, buzzer_hz=0))
    box.panel.buzz(1)
    assert box.factory.pin(PINS.buzzer).state == 1
    box.close()


def test_closing_makes_everything_dark_and_frees_the_pins(box: Box) -> None:
    box.panel.lamps([1] * 7)
    box.panel.bar("bid", 1)
    box.panel.buzz(9)
    box.panel.close()
    box.panel.close()
    assert box.fingers.lamps() == [0] * 7
    assert box.fingers.bar("bid") == [0] * 4
    assert not box.fingers.buzzing()
    GpioPanel(PINS, box.factory, box.queue.put, box.clock).close()


def test_any_part_may_be_absent() -> None:
    box = Box(PanelPins())
    box.panel.lamps([1, 1])
    box.panel.bar("bid", 1)
    box.panel.buzz(1)
    assert box.pass_time(1) == []
    for missing in (lambda: box.fingers.press(0), lambda: box.fingers.turn(1), box.fingers.buzzing):
        with pytest.raises(LookupError, match="wired"):
            missing()
    box.close()


def test_one_seat_of_several_may_be_absent() -> None:
    box = Box(PanelPins(buttons=(2, None, 4), lamps=(12, None, 16)))
    box.panel.lamps([1, 1, 1])
    assert box.fingers.lamps() == [1, 0, 1]
    box.fingers.press(2)
    assert box.queue.drain() == [SeatButton(50, 2, True)]
    box.close()


def test_a_pin_in_use_says_so_and_leaves_nothing_open(box: Box) -> None:
    assert box.panel
    other = PanelPins(buttons=(PINS.buttons[0],))
    with pytest.raises(DriverError, match="GPIO2") as caught:
        GpioPanel(other, box.factory, box.queue.put, box.clock)
    assert caught.value.fault == "busy"
    box.panel.close()
    GpioPanel(other, box.factory, box.queue.put, box.clock).close()


class KernelsError(Exception):
    """lgpio's own errors derive from nothing else."""


def test_a_pin_that_the_kernel_gave_to_another_program_says_to_whom(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: object, pin_class: object = None) -> None:
        raise KernelsError("'GPIO busy'")

    lgpio = ModuleType("lgpio")
    lgpio.gpio_get_line_info = lambda handle, pin: [0, pin, 1, "GPIO2", "spi0 CS0"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setattr(box.factory, "pin", refuse)
    monkeypatch.setattr(box.factory, "_handle", 0, raising=False)
    with pytest.raises(DriverError, match="spi0 CS0") as caught:
        assert box.panel
    assert caught.value.fault == "busy"


def test_lgpio_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DriverError, match="python3-lgpio") as caught:
        lgpio_factory()
    assert caught.value.fault == "library missing"


def test_lgpio_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    with pytest.raises(DriverError, match="empty module") as caught:
        lgpio_factory()
    assert caught.value.fault == "library broken"


@pytest.mark.parametrize(
    ("chip", "fault", "words"),
    [("", "not connected", "no GPIO pins"), ("there", "library broken", "can not open gpiochip")],
)
def test_no_pins_here(
    chip: str, fault: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lgpio, pins = ModuleType("lgpio"), ModuleType("gpiozero.pins.lgpio")
    lgpio.gpiochip_open = None  # type: ignore[attr-defined]

    def fail() -> None:
        raise KernelsError("can not open gpiochip")

    pins.LGPIOFactory = fail  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", pins)
    if chip:
        (tmp_path / chip).touch()
    monkeypatch.setattr("appliance.drivers.pins_lgpio._CHIPS", (str(tmp_path / (chip or "none")),))
    here = Path.cwd()
    with pytest.raises(DriverError, match=words) as caught:
        lgpio_factory()
    assert caught.value.fault == fault
    assert Path.cwd() == here  # lgpio would move the process


def test_who_holds_a_device(tmp_path: Path) -> None:
    process = tmp_path / "812"
    (process / "fd").mkdir(parents=True)
    (process / "fd" / "3").symlink_to("/dev/video0")
    (process / "comm").write_text("rpicam-hello\n")
    assert holder("/dev/video0", proc=tmp_path) == "rpicam-hello (process 812)"
    assert holder("/dev/video1", proc=tmp_path) == ""


@pytest.mark.hardware
@pytest.mark.skipif(not Path("/proc/device-tree/model").exists(), reason="not a Raspberry Pi")
def test_the_pins_of_this_pi_open() -> None:
    queue, clock = EventQueue(), ManualClock()
    panel: Panel = GpioPanel(PINS, lgpio_factory(), queue.put, clock)
    panel.lamps([1] * 7)
    panel.tick(0)
    panel.close()
