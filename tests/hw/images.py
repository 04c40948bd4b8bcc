"""Makes what the guests boot from, where it is not there yet: `python -m tests.hw.images`.

Ends with 75 where this machine cannot have it.
"""

import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import CalledProcessError

from tests.hw import board, pc

TEMPORARY = 75
"""EX_TEMPFAIL, as the images' scripts end without Debian's or PyPI's files."""

GUESTS: dict[str, Callable[[], Path]] = {
    "arm64, bookworm": board.boots,
    "x86-64, bookworm": partial(pc.boots, pc.BOOKWORM),
    "x86-64, trixie": partial(pc.boots, pc.TRIXIE),
}


def main() -> int:
    """All of them, one after the other; says how long each took."""
    lacks = board.missing() or pc.missing()
    if lacks:
        print(f"no images of guests: this {lacks}", file=sys.stderr)
        return TEMPORARY
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TEMPORARY))  # so that no half image is left
    for name, make in GUESTS.items():
        begun = time.monotonic()
        try:
            make()
        except CalledProcessError as error:
            print(f"no image of the guest with {name}: {error}", file=sys.stderr)
            return error.returncode
        print(f"the guest with {name} has its image: {time.monotonic() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
