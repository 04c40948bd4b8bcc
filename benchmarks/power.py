"""What is there after the plug was pulled and after boxes were killed: two sections of docs/reliability.md.

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
PULLED = "When the plug is pulled"
KILLED = "When a box is killed"
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
            told = (len(story.lines), writes, flushes, losses.images // len(KINDS))
    lines, writes, flushes, moments = told
    return [
        f"Two boxes, one after the other, wrote {lines} answers, slips and games played by bots to an ext4",
        f"on a disk that keeps a log: {writes:,} writes and {flushes:,} flushes. From it came the disks that",
        f"a power cut leaves at {moments:,} random moments: with all that was written after the last flush,",
        "with a random half of it, and with a random half of its 512-byte sectors. Each was mounted, so that",
        "ext4 mended it, and opened by the next box. Wrong is a confirmed answer that is missing, anything",
        "that was never written whole, or a game that goes on at another prompt.",
        "",
        "| SQLite's `synchronous` | disks | wrong | mounted only after `e2fsck` |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
        "The last two rows show that the trial finds a journal that does not wait for the disk. A card that",
        "loses what it said it had flushed is not in it.",
    ]


def kills(times: int) -> list[str]:
    """What came of killing boxes while bots play."""
    with tempfile.TemporaryDirectory() as folder:
        result = killed(Path(folder), times, SEED)
    print(result, flush=True)
    if result.wrong:
        raise SystemExit("\n".join(result.wrong))
    return [
        f"A box in which bots play was killed (SIGKILL) {result.times:,} times: each fourth time when it had",
        f"shown a page more, else at a random moment; {result.at_start} more such moments came before it",
        f"showed anything. {result.resumed:,} times the next box went on at",
        "the page that people had seen last, with the same standing, or at the one after it where the answer",
        f"was on the disk and not yet shown ({result.written} times). All {result.pages:,} pages of",
        f"{result.games} games were those of games in which nobody was killed.",
    ]


def conditions(command: str, load: float) -> list[str]:
    """The first lines of a section."""
    loads = sorted([load, os.getloadavg()[0]])
    cores = f"{os.cpu_count()} cores of {os.uname().machine} (not a Raspberry Pi)"
    return [
        f"`python -m benchmarks.power {command}`,",
        f"{date.today()}, {cores}, load {loads[0]:.1f} to {loads[1]:.1f}",
        "from this and other work.",
        "",
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Pull and kill, and write the sections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=1000, metavar="N", help="power cuts; 0 for none")
    parser.add_argument(
        "--kills", type=int, default=1000, metavar="N", help="boxes that are killed; 0 for none"
    )
    wanted = parser.parse_args(argv)
    if wanted.points and lacking():
        print(lacking(), file=sys.stderr)
        return 1
    load = os.getloadavg()[0]
    if wanted.points:
        with Lexicon.open() as words:
            lines = pulled_plugs(words, wanted.points)
        write(PULLED, [*conditions(f"--points {wanted.points} --kills 0", load), *lines], PAGE)
    load = os.getloadavg()[0]
    if wanted.kills:
        lines = kills(wanted.kills)
        write(KILLED, [*conditions(f"--points 0 --kills {wanted.kills}", load), *lines], PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
