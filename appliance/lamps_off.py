"""`tallybox lamps-off`: darkens what a box that was killed left burning, as a Pi's pins keep their level."""

import sys
from typing import Any

from appliance.config import Config
from appliance.drivers import DriverError
from appliance.drivers.faults import load
from appliance.drivers.panel import PanelPins
from appliance.drivers.pins_lgpio import lgpio_factory

HARMLESS = ("not connected", "library missing")
"""Faults of a machine that has no lamps anyway."""


def main() -> int:
    """Darken every output of the panel; 0 also where there are no pins at all."""
    panel = Config.load().panel
    if panel.kind == "none":
        return 0
    try:
        factory = lgpio_factory()
    except DriverError as error:
        if error.fault not in HARMLESS:
            raise
        print(error, file=sys.stderr)
        return 0
    problems = darken(panel.pins(), factory)
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def darken(pins: PanelPins, factory: Any) -> list[str]:
    """Drive every output low and let it go; what could not be had is told, and stops no other."""
    gpio, problems = load("panel", "gpiozero"), []
    for pin in (*pins.lamps, *pins.bid_bar, *pins.play_bar, pins.buzzer):
        if pin is not None:
            try:
                gpio.DigitalOutputDevice(pin, pin_factory=factory).close()
            except Exception as error:  # gpiozero, lgpio and the kernel each have errors of their own here
                problems.append(f"GPIO{pin} stays as it is: {error}")
    factory.close()
    return problems
