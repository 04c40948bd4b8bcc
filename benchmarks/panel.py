"""Whether the panel keeps the order of presses, and how soon a lamp answers, on a real kernel in a guest."""

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median, quantiles

from benchmarks.page import write
from tests.hw.board import PACE, missing
from tests.hw.presses import (
    NEAR,
    PanelInside,
    answered_presses,
    gaps_of_the_same_moment,
    panel,
    press_pairs,
)

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
SAME_MOMENT = 20


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, then write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000, metavar="N", help="pairs of presses")
    parser.add_argument("--answers", type=int, default=50, metavar="N", help="presses that light a lamp")
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args(argv)
    if missing():
        print(missing(), file=sys.stderr)
        return 1
    load = [os.getloadavg()[0]]
    with panel() as box:
        kernel = str(box.guest.ask("kernel")["release"])
        lines = [*_pairs(box, args.pairs, args.seed), *_same_moment(box), *_answers(box, args.answers)]
    load.append(os.getloadavg()[0])
    options = f"--pairs {args.pairs} --answers {args.answers} --seed {args.seed}"
    write("The panel on a real kernel", [*_conditions(options, kernel, load), *lines], PAGE)
    return 0


def _pairs(box: PanelInside, count: int, seed: int) -> list[str]:
    pairs = press_pairs(box, count, seed)
    gaps = f"{_ms(min(pairs.gaps))} to {_ms(max(pairs.gaps))}, median {_ms(median(pairs.gaps))}"
    near = f"{len(pairs.near)} of them within {_ms(NEAR)}"
    made = len(pairs.gaps)
    return [
        f"| pairs of presses, a millisecond apart, that came out in order | {made - pairs.wrong} of {made} |",
        f"| from the one to the other by the kernel's stamps | {gaps}; {near} |",
    ]


def _same_moment(box: PanelInside) -> list[str]:
    gaps = gaps_of_the_same_moment(box, SAME_MOMENT)
    return [
        "| two presses in one interrupt, which have no order: between the kernel's stamps | "
        f"{_ms(min(gaps))} to {_ms(max(gaps))} |"
    ]


def _answers(box: PanelInside, count: int) -> list[str]:
    took = answered_presses(box, count)
    last = quantiles(took, n=20)[-1]
    return [
        f"| from a press to its lamp, {len(took)} times: median | {_ms(median(took))} |",
        f"| … 19 of 20 within | {_ms(last)} |",
        f"| … the longest | {_ms(max(took))} |",
    ]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"


def _conditions(options: str, kernel: str, load: Sequence[float]) -> list[str]:
    return [
        f"`python -m benchmarks.panel {options}`,",
        f"{date.today()}, Debian's kernel {kernel} on QEMU's arm64 board,",
        f"emulated on {platform.machine()} (not a Raspberry Pi), load {min(load):.1f} to {max(load):.1f}.",
        "",
        "The box's own panel driver, through gpiozero and lgpio, on the pins of a PL061 that are pressed and",
        f"seen from outside the guest. The guest's clock counts {2**PACE} ns for each instruction, however",
        "long that takes out here, so that other work takes no part in the times. They are between the",
        "kernel's stamp of the press and the moment at which the kernel reads the lamp's new level back.",
        "",
        "| what | how much |",
        "| --- | --- |",
    ]


if __name__ == "__main__":
    sys.exit(main())
