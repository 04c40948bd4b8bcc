"""Telling the four faults apart: what an import that failed means, and who holds a device that is busy."""

import importlib
import os
from pathlib import Path
from types import ModuleType

from appliance.drivers import DriverError

HOW_TO_INSTALL = {
    "picamera2": (
        "On a Raspberry Pi: sudo apt install python3-picamera2, in a virtual environment made with "
        "--system-site-packages; pip has no complete one."
    ),
    "libcamera": (
        "It comes from apt only (python3-libcamera): make the virtual environment with "
        "--system-site-packages."
    ),
    "lgpio": (
        "On a Raspberry Pi: sudo apt install python3-lgpio, in a virtual environment made with "
        "--system-site-packages; pip may install an empty one."
    ),
    "gpiozero": "Run: pip install 'gpiozero>=2.0.1.post3'.",
    "cv2": "Run: pip install 'opencv-python>=4.10,<5', or apt's python3-opencv on a Pi.",
    "pygame": "Run: pip install pygame, or on Raspberry Pi OS Lite sudo apt install python3-pygame.",
}
ABI_CLASH = (
    "Two versions of numpy are mixed: the library was built against another one than is installed. "
    "Install into the virtual environment the version that the system has."
)


def load(part: str, library: str) -> ModuleType:
    """Import `library`, which `part` of the box needs; it may be a dotted name.

    Raises `DriverError`: missing if it, or something that it needs, is not there; broken if it fails to load.
    """
    try:
        return importlib.import_module(library)
    except ModuleNotFoundError as error:
        wanted = (error.name or library).partition(".")[0]
        remedy = HOW_TO_INSTALL.get(wanted, f"Install {wanted}.")
        raise DriverError(part, "library missing", f"No {wanted} here. {remedy}") from error
    # A compiled library can fail in any way while it loads; whatever it is, the reason is worth keeping.
    except Exception as error:
        raise broken(part, library, error) from error


def broken(part: str, library: str, error: Exception) -> DriverError:
    """The error for a library that is there but does not load."""
    reason = f"{library} fails: {type(error).__name__}: {error}."
    if "numpy" in str(error) and ("size changed" in str(error) or "compiled using NumPy 1" in str(error)):
        return DriverError(part, "library broken", f"{reason} {ABI_CLASH}")
    return DriverError(part, "library broken", f"{reason} Reinstall it; `tallybox doctor` says more.")


def holder(*devices: str, proc: Path = Path("/proc")) -> str:
    """Who has one of these device files open: `python3 (process 812)`, or empty if nobody that we may see."""
    for process in sorted(proc.glob("[0-9]*")):
        if process.name == str(os.getpid()):
            continue
        try:
            opened = {os.readlink(link) for link in (process / "fd").iterdir()}
            if opened.intersection(devices):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
        except OSError:  # it ended, or it is another user's
            continue
    return ""


def busy(part: str, what: str, by: str) -> DriverError:
    """The error for a device that somebody else has; `by` may be empty."""
    if by:
        return DriverError(part, "busy", f"{what} is in use by {by}. Stop that, then try again.")
    return DriverError(
        part,
        "busy",
        f"{what} is in use by another program. Is a second tallybox running? Stop it, then try again.",
    )
