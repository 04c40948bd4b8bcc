"""What the real camera stack and the real screen show in a guest, written to docs/reliability.md."""

import argparse
import os
import platform
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from benchmarks.page import write
from tests.hw.pc import BOOKWORM, SCREEN, TRIXIE, missing, pc, screenshot
from tests.hw.sights import PIECES, sights
from tests.hw.test_screen import PAGES, drawn, likeness

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
_CAMERA = """\
The box's own driver on the real picamera2 0.3.38 and libcamera, whose virtual camera sees pictures of
the virtual table, at eight frames a second; the box's own eye read what came out. The virtual camera has
no exposure, white balance or lens to lock, and gives NV12 whatever it is asked for."""
_SCREEN = """\
The box's own screen under KMSDRM, without a desktop, on QEMU's graphics card, photographed from outside;
the same pages drawn on this machine. Grey levels of 255; similarity is structural, 1 for the same."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure one of them or both, then write the sections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("camera", "screen"))
    args = parser.parse_args(argv)
    if missing():
        print(missing(), file=sys.stderr)
        return 1
    if args.what != "screen":
        lines = _camera()
        write("The camera on the real stack", [*_conditions("camera", _CAMERA), *lines], PAGE)
    if args.what != "camera":
        lines = _screen()
        write("The screen on KMSDRM", [*_conditions("screen", _SCREEN), *lines], PAGE)
    return 0


def _camera() -> list[str]:
    known = sights()
    rows = []
    with pc("inside_camera", pictures={name: sight.picture for name, sight in known.items()}) as guest:
        seen = guest.ask("grab", next(iter(known)))
        for name, sight in known.items():
            said = guest.ask("read", name, PIECES)
            right = sum((Counter(said["symbols"]) & Counter(sight.symbols)).values())
            rows.append(f"| {name} | {len(sight.symbols)} | {len(said['symbols'])} | {right} |")
        lost = guest.ask("lose", 0)
    went, came = lost["seconds"]
    told = f"people were told after {went:.1f} s, and it was back {came - went:.1f} s later"
    return [
        "| picture | dice | read | right |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
        f"Asked for {seen['asked']} it gave {seen['given']}; what the driver makes of that is",
        f"{seen['off']:.2f} of 255 levels off. When it gave no more pictures,",
        f"{told}.",
    ]


def _screen() -> list[str]:
    rows = []
    for system in (BOOKWORM, TRIXIE):
        with pc("inside_screen", system, screen=True) as guest:
            opened = guest.ask("open", *SCREEN, True)
            for name in PAGES:
                guest.ask("page", name)
                seen = likeness(screenshot(guest), drawn(name))
                rows.append(
                    f"| {system.release}, SDL {opened['sdl']} | {name} | {seen.off:.2f} | {seen.worst:.1f} | "
                    f"{seen.like:.3f} |"
                )
    return [
        "| system | page | levels off | in the worst patch | similarity |",
        "| --- | --- | --- | --- | --- |",
        *rows,
    ]


def _conditions(what: str, says: str) -> list[str]:
    return [
        f"`python -m benchmarks.sights {what}`,",
        f"{date.today()}, Debian's kernels in QEMU, emulated on {platform.machine()} (not a Raspberry Pi),",
        f"load {os.getloadavg()[2]:.0f} on {os.cpu_count()} cores.",
        "",
        *says.splitlines(),
        "",
    ]


if __name__ == "__main__":
    sys.exit(main())
