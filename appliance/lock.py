"""One box at a time: a lock on the folder where games are kept; the kernel lifts it when its holder dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from appliance.errors import ApplianceError

NAME = "lock"
"""The file that is locked; it has its holder's process number."""


class Taken(ApplianceError, BlockingIOError):
    """Another box plays on this folder; the message names its process."""

    exit_code = 75  # EX_TEMPFAIL; the unit does not try again after it


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only box on this folder.

    Raises `Taken` if there is one already. Where the folder cannot be written no lock is taken: two boxes
    could spoil nothing there, and the journal says what is wrong.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        yield
        return
    try:
        _lock(file)
        with suppress(OSError):  # a full disk; the lock itself needs no room
            os.truncate(file, 0)
            os.write(file, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(file)


def _lock(file: int) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(file, 20).decode(errors="replace").strip() or "unknown"
        raise Taken(
            f"another Tallybox plays here already, process {holder}. End that one first: "
            f"sudo systemctl stop tallybox, or kill {holder}"
        ) from error
    except OSError:
        pass  # a disk over the network that knows no locks
