"""How long installing takes and what it leaves, measured in both systems, written to docs/reliability.md."""

import os
from datetime import date

from benchmarks.page import write
from tests.installer.roots import RELEASES
from tests.installer.story import live
from tests.nspawn.system import REPOSITORY, lacking

PAGE = REPOSITORY / "docs" / "reliability.md"
_HEAD = """| | Python | apt brings | pip brings | first | again | away | disk |
| --- | --- | --- | --- | --- | --- | --- | --- |"""
_SAYS = """\
Small Debian systems, of which Raspberry Pi OS is made, booted with systemd-nspawn; `python3-picamera2` and
`python3-lgpio` (on Bookworm `python3-libcamera`, too) are stand-ins, as only Raspberry Pi's archive has them.
In each, `install.sh` ran on the bare system and again over the running service; a whole game was played with
the installed libraries; then `--uninstall`, `apt autoremove` as [install.md](install.md) has it, and
`--uninstall --purge`. Times are in seconds, with apt's downloads at hand and pip's over the network."""
_FOUND = """\
After the second run the service showed its start menu as a new process, and the game was there. apt kept
mailcap and mime-support on Bookworm, until they were purged by name; of all other files, users, groups and
packages nothing was left but games, and with `--purge` nothing at all."""


def main() -> int:
    """Measure both; 1 if this machine cannot."""
    if lacking():
        print(lacking())
        return 1
    rows: list[str] = []
    for release in RELEASES:
        rows.append(measured(release))
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
    figures = live(release)
    v = figures.versions
    print(release, figures, flush=True)
    return (
        f"| {release} | {v['sys']} | numpy {v['numpy']}, pygame {v['pygame']} | OpenCV {v['cv2']} "
        f"| {figures.first:.0f} | {figures.again:.0f} | {figures.away:.1f} | {figures.disk} MB |"
    )


if __name__ == "__main__":
    raise SystemExit(main())
