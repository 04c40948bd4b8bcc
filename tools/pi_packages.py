"""What install.sh tells pip: which packages the box needs of it, and which versions apt has already brought.

It runs with the system's Python and the standard library only.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
APTS = ("numpy", "pygame", "pillow")


def needs() -> Iterator[str]:
    """The project's own list, with the OpenCV that has no windows.

    The box draws with pygame; the other OpenCV brings Qt, and wants what a Pi without a desktop lacks.
    """
    for need in tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]:
        yield re.sub("^opencv-python(?!-headless)", "opencv-python-headless", need)


def constraints() -> Iterator[str]:
    """What apt brought stays the only one of its kind.

    picamera2 is built against apt's numpy, and a pygame from pip cannot draw without a desktop.
    """
    for name in APTS:
        yield f"{name}=={version(name)}"


if __name__ == "__main__":
    print(*{"needs": needs, "constraints": constraints}[sys.argv[1]](), sep="\n")
