"""Lamps that a killed box left burning, and the next one's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.cli import main
from appliance.config import PanelSettings
from appliance.drivers.clock import ManualClock
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel
from appliance.lamps_off import darken
from tests.table_kit import PINS


@pytest.fixture
def killed_box() -> Iterator[object]:
    """Pins on which a box was killed while all was lit."""
    clock = ManualClock()
    factory = mock_factory(clock)
    panel = GpioPanel(PINS, factory, lambda event: None, clock)
    panel.lamps([1.0] * 7)
    for bar in ("bid", "play"):
        panel.bar(bar, 1.0)
    panel.buzz(60)
    for pin in outputs():  # the kernel frees the lines and leaves the levels
        factory.pin(pin)._pwm = None
    for holder in list(factory._reservations.values()):
        holder.clear()
    yield factory
    # Kept till here: gpiozero waits for ever when it clears a panel away while another takes its pins.
    panel.close()


def outputs() -> list[int]:
    return [pin for name, pin in PanelSettings.wired(dict(PanelSettings())) if name.split()[0] not in INPUTS]


INPUTS = ("buttons", "dial_a", "dial_b", "dial_push")


def test_lamps_that_a_killed_box_left_burning_go_out(killed_box: object) -> None:
    fingers = Fingers(killed_box, PINS)
    assert all(fingers.lamps())
    assert all(fingers.bar("bid") + fingers.bar("play"))
    assert fingers.buzzing()
    assert darken(PINS, killed_box) == []
    assert not any(fingers.lamps() + fingers.bar("bid") + fingers.bar("play"))
    assert not fingers.buzzing()


def test_the_next_box_starts_dark(killed_box: object) -> None:
    panel = GpioPanel(PINS, killed_box, lambda event: None, ManualClock())
    fingers = Fingers(killed_box, PINS)
    assert not any(fingers.lamps() + fingers.bar("bid") + fingers.bar("play"))
    assert not fingers.buzzing()
    panel.close()


def test_without_pins_there_is_nothing_to_darken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    assert main(["lamps-off"]) == 0
    assert capsys.readouterr().err.startswith("panel: ")
