"""The Raspberry Pi's own pins, through lgpio: the one library that works on every Pi, the 5 included."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from appliance.drivers import DriverError
from appliance.drivers.faults import HOW_TO_INSTALL, broken, load

_CHIPS = ("/dev/gpiochip0", "/dev/gpiochip4")


def lgpio_factory() -> Any:
    """A gpiozero pin factory on the pins of this Pi; never anything else in its place.

    Raises `DriverError` with the fault: no Pi here, or not this user's; lgpio missing, or broken.
    """
    _load_lgpio()
    pins = load("panel", "gpiozero.pins.lgpio")
    try:
        return pins.LGPIOFactory()
    except Exception as error:  # lgpio's own errors derive from nothing else
        raise _chip_fault(error) from error


def _load_lgpio() -> None:
    """Import lgpio, which makes a pipe in `LG_WD`, moves the whole process there, and dies if it may not."""
    before = Path.cwd()
    if "LG_WD" not in os.environ:
        # A folder of our own: the pipe's name is the same in every process, and another user's is in the way.
        os.environ["LG_WD"] = folder = tempfile.mkdtemp(prefix="tallybox-", dir=_runtime_folder())
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        lgpio = load("panel", "lgpio")
    finally:
        os.chdir(before)
    if not hasattr(lgpio, "gpiochip_open"):
        raise DriverError(
            "panel", "library broken", f"The installed lgpio is an empty module. {HOW_TO_INSTALL['lgpio']}"
        )


def _runtime_folder() -> str | None:
    """The service's own folder, if systemd gave one; None stands for the machine's temporary folder."""
    return os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or None


def _chip_fault(error: Exception) -> DriverError:
    chips = [chip for chip in _CHIPS if Path(chip).exists()]
    if not chips:
        return DriverError(
            "panel", "not connected", f"This machine has no GPIO pins ({error}). Play with --virtual here."
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return DriverError(
            "panel",
            "not connected",
            f"{chips[0]} is there, but this user may not open it. Run: sudo usermod -aG gpio $USER, "
            "then log in again.",
        )
    return broken("panel", "lgpio", error)
