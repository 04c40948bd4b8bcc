"""What is there after the plug was pulled and after boxes were killed: a section of docs/reliability.md.

Root, loop devices and libfuse2 are needed. Anything that is lost ends it in an error.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from appliance.journal import Journal
from appliance.lexicon import Lexicon
from benchmarks.page import write
from tests.power.disk import KINDS, entries, lacking, recorded
from tests.power.kills import killed
from tests.power.story import Losses, Opened, Story, pulled, written

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
TITLE = "When the plug is pulled"
SEED = 1


def cut(place: Path, words: Lexicon, points: int, synchronous: str) -> tuple[Story, Losses, int, int]:
    """Record boxes on a fresh disk and cut it off; also how many writes and flushes the disk was told."""

    def hurry(journal: Journal) -> None:
        journal._db.execute(f"PRAGMA synchronous = {synchronous}")

    opened: Opened = hurry if synchronous else lambda journal: None
    with recorded(place) as disk:
        story = written(disk, words, opened)
    told = list(entries(disk.log))
    flushes = sum(entry.is_flush for entry in told)
    return story, pulled(disk, story, words, points, place, SEED), len(told) - flushes, flushes


def pulled_plugs(words: Lexicon, points: int) -> list[str]:
    """The table of crash images, the journal as it is first."""
    rows = []
    for synchronous, name in (("", "as it is (FULL)"), ("NORMAL", "NORMAL"), ("OFF", "OFF")):
        some = points if not synchronous else max(1, points // 20)
        memory = Path("/dev/shm")
        with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
            begun = time.monotonic()
            story, losses, writes, flushes = cut(Path(place), words, some, synchronous)
        took = (time.monotonic() - begun) / losses.images * 1000
        rows.append(f"| {name} | {losses.images:,} | {len(losses.wrong):,} | {losses.mended} |")
        print(rows[-1], f"{took:.0f} ms an image", *losses.wrong[:5], sep="\n", flush=True)
        if bool(losses.wrong) != bool(synchronous):
            raise SystemExit("something was lost" if losses.wrong else f"{synchronous} was not found out")
        if not synchronous:
            lines = [
                f"Two boxes, one after the other, wrote {len(story.lines)} answers, slips and games played by "
                f"bots to an ext4 on a disk that keeps a log: {writes:,} writes and {flushes:,} flushes. From "
                f"it came the disks that are left by a power cut at {losses.images // len(KINDS):,} random "
                "moments: with all that was written after the last flush, with a random half of it, and with a "
                "random half of its 512-byte sectors. Each was mounted, so that ext4 mended it, and opened by "
                "the next box: wrong is a confirmed answer that is missing, anything that was never written "
                "whole, or a game that goes on at another prompt.",
                "",
                "| SQLite's `synchronous` | disks | wrong | mounted only after `e2fsck` |",
                "| --- | --- | --- | --- |",
            ]
    return [*lines, *rows, "", "The last two rows show that the trial finds a journal that does not wait."]


def kills(times: int) -> list[str]:
    """What came of killing boxes while bots play."""
    with tempfile.TemporaryDirectory() as folder:
        result = killed(Path(folder), times, SEED)
    print(result, flush=True)
    if result.wrong:
        raise SystemExit("\n".join(result.wrong))
    return [
        f"**Killed** (SIGKILL) at {result.times:,} random moments while bots played, and {result.at_start} times "
        f"more before the box showed anything: {result.resumed:,} times the next box went on at the page that "
        "people had seen last, with the same standing, or at the one after it where the answer was on the disk "
        f"and not yet shown ({result.written} times). All {result.pages:,} pages of {result.games} games were "
        "those of games in which nobody was killed."
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Pull and kill, then write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=1000, metavar="N", help="moments of power cuts")
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="boxes that are killed")
    wanted = parser.parse_args(argv)
    if lacking():
        print(lacking(), file=sys.stderr)
        return 1
    before = os.getloadavg()[0]
    with Lexicon.open() as words:
        lines = [*pulled_plugs(words, wanted.points), "", *kills(wanted.kills)]
    load = sorted([before, os.getloadavg()[0]])
    said = [
        f"`python -m benchmarks.power --points {wanted.points} --kills {wanted.kills}` (`make test-power`), "
        f"{date.today()}, {os.cpu_count()} cores of {os.uname().machine} (not a Raspberry Pi, and no card: a "
        f"card that loses what it said it had flushed is not in this), load {load[0]:.1f} to {load[1]:.1f}.",
        "",
        *lines,
    ]
    write(TITLE, said, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
