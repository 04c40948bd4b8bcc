"""How soon the service is back after it was killed, hung or stopped in mid-game, under a real systemd."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from statistics import median

from appliance.lexicon import Lexicon
from benchmarks.page import write
from tests.nspawn.system import Service, booted, lacking

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"

ACCIDENTS: dict[str, Callable[[Service], float]] = {
    "killed (SIGKILL)": lambda service: service.hit(signal.SIGKILL),
    "hung (SIGSTOP), found by the watchdog": lambda service: service.hit(signal.SIGSTOP),
    "stopped and started again by systemd": Service.restart,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, then write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, metavar="N", help="how often each accident happens")
    times = parser.parse_args(argv).times
    if lacking():
        print(lacking(), file=sys.stderr)
        return 1
    before = os.getloadavg()[0]
    with booted() as service, Lexicon.open() as lexicon:
        started = service.start()
        lines = [_line(service, lexicon, name, times) for name in ACCIDENTS]
    load = f"{min(before, os.getloadavg()[0]):.1f} to {max(before, os.getloadavg()[0]):.1f}"
    write("The service", [*_conditions(times, load), *lines, "", *_more(started)], PAGE)
    return 0


def _line(service: Service, lexicon: Lexicon, name: str, times: int) -> str:
    """One accident, so often in one game, each time some answers later."""
    took, worked, same = [], [], 0
    for _ in range(times):
        service.play_on(2)
        took.append(ACCIDENTS[name](service))
        worked.append(service.worked())
        same += service.page() == service.due_page(lexicon)
        print(f"{name}: {took[-1]:.1f} s, {service.page()}")
    return (
        f"| {name} | {same} of {times} | {median(took):.1f} s | {max(took):.1f} s | {median(worked):.1f} s |"
    )


def _conditions(times: int, load: str) -> list[str]:
    return [
        f"`python -m benchmarks.service --times {times}`,",
        f"{date.today()}, Debian 12 in systemd-nspawn, {os.cpu_count()} cores of {os.uname().machine} (not a",
        f"Raspberry Pi), load {load} from other work.",
        "",
        "The unit of systemd/ as it is, with all its restrictions, plays Anabid! with three players on mock",
        "pins, with a screen that nobody sees and letters typed. The time is from the accident to the first",
        "picture of the next box, which shows the prompt to which the journal's answers lead, and waits for",
        "somebody to go on. The watchdog allows five seconds, which are in the second line. The last column",
        "is the processor time that the next box needed until then: what other work cannot stretch.",
        "",
        "| accident in mid-game | back at the same prompt | after, median | at most | of one core |",
        "| --- | --- | --- | --- | --- |",
    ]


def _more(started: float) -> list[str]:
    return [f"The first start of all, until the picture: {started:.1f} s."]


if __name__ == "__main__":
    sys.exit(main())
