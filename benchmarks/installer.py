"""How long installing takes and what it leaves, measured in both systems and written to docs/reliability.md.

python -m benchmarks.installer
"""

import os
import time
from datetime import date

from benchmarks.page import write
from tests.installer.roots import RELEASES, REPOSITORY, Run, booted, lacking
from tests.installer.test_in_roots import BOX, INSTALLER, looks_right, play, running, start, state

PAGE = REPOSITORY / "docs" / "reliability.md"
_HEAD = """| | system | apt brings | pip brings | first | again | away | disk |
| --- | --- | --- | --- | --- | --- | --- | --- |"""
_SAYS = """\
Small Debian systems, of which Raspberry Pi OS is made, booted with systemd-nspawn; `python3-picamera2` and
`python3-lgpio` (on Bookworm `python3-libcamera`, too) are stand-ins, as only Raspberry Pi's archive has them.
In each, `install.sh` ran on the bare system and again over the running service; a whole game was played with
the installed libraries; then `--uninstall`, `apt autoremove`, `--uninstall --purge`. Times are in seconds,
with apt's downloads at hand and pip's over the network."""
_FOUND = """\
After the second run the service showed its start menu as a new process, and the game was there. Of files,
users, groups and packages nothing was left but games, and with `--purge` nothing at all."""


def main() -> int:
    """Measure both; 1 if this machine cannot."""
    if lacking():
        print(lacking())
        return 1
    rows = [measured(release) for release in RELEASES]
    load = f"load {os.getloadavg()[2]:.0f} on {os.cpu_count()} cores"
    lines = [
        "`python -m benchmarks.installer`,",
        f"{date.today()}, {load}, {os.uname().machine} (not a Raspberry Pi).",
        *("", *_SAYS.splitlines(), "", *_HEAD.splitlines(), *rows, "", *_FOUND.splitlines()),
    ]
    write("The installer", lines, PAGE)
    return 0


def measured(release: str) -> str:
    """One row of the table; AssertionError if anything is not as it should be."""
    with booted(release) as (_, run):
        before = state(run)
        first = timed(run, "sh", INSTALLER)
        looks_right(run)
        played = play(run)
        box = start(run)
        again = timed(run, "sh", INSTALLER)
        assert running(run) != box
        assert run(*BOX, "journal", "show").stdout == played
        versions = {name: version(run, name) for name in ("numpy", "pygame", "cv2")}
        python = run("python3", "--version").stdout.split()[1]
        disk = int(run("du", "--summarize", "--block-size=1M", "/opt/tallybox").stdout.split()[0])
        away = timed(run, "sh", INSTALLER, "--uninstall")
        run("apt-get", "autoremove", "--purge", "--yes", "--quiet=2")
        assert {line for line in before ^ state(run) if not line.startswith("/var/lib/tallybox")} == set()
        run("sh", INSTALLER, "--uninstall", "--purge")
        assert state(run) == before
    return (
        f"| {release} | Python {python} | numpy {versions['numpy']}, pygame {versions['pygame']} "
        f"| OpenCV {versions['cv2']} | {first:.0f} | {again:.0f} | {away:.1f} | {disk} MB |"
    )


def timed(run: Run, *command: str) -> float:
    """How long a command takes in there."""
    begun = time.monotonic()
    run(*command)
    return time.monotonic() - begun


def version(run: Run, module: str) -> str:
    """Of a library, as the box's Python sees it."""
    program = f"import {module}; print({module}.__version__)"
    return run("/opt/tallybox/.venv/bin/python", "-c", program).stdout.split()[-1]


if __name__ == "__main__":
    raise SystemExit(main())
