"""Parts that go in mid-game, presses without end, a day of games: three sections of docs/reliability.md.

`python -m benchmarks.faults` plays them all; any answer, record or standing that differs ends it in an error.
"""

import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest

from appliance.games.catalogue import GAMES
from benchmarks import page
from tests.faults_kit import AWAY, BESIDE, PARTS, SPANS, WHOLE, disturbed, stormed, undisturbed
from tests.night_kit import night

PAGE = page.PAGE.parent / "reliability.md"
TOLD = ("camera", "panel", "screen", "sound", "words")
"""Parts of which the box says that they are away."""


def games(folder: Path) -> Iterator[list[str]]:
    """A row a game: its answers and states, and in how many of them each part was taken away.

    The rows so far are given after each, as the longer games take minutes.
    """
    lines = [
        f"Each part was taken away for {AWAY:g} s of the game's clock in every kind of state (a page and the "
        "ways to answer it), the first time that it came up, while players pressed on. In all of these games "
        "the answers, the journal and the standing were those of the game that nobody disturbed. “words” is "
        "the word list; “stuck” buttons that stay down once pressed; “storm” 200 presses a second on buttons "
        "at which nobody sits.",
        "",
        "| game | answers | kinds of state | " + " | ".join(PARTS) + " |",
        "| --- | --- | --- |" + " --- |" * len(PARTS),
    ]
    numbers = count()
    for name in (BESIDE, *reversed(GAMES)):
        spans = SPANS.get(name, WHOLE)
        cells = []
        for part in PARTS if name != BESIDE else TOLD:
            kinds: set[tuple[str, ...]] = set()
            for span in spans:
                with pytest.MonkeyPatch.context() as patch:
                    kinds |= disturbed(name, part, span, patch, folder / f"{next(numbers)}.db").kinds
            cells.append(str(len(kinds)))
        cells += ["–"] * (len(PARTS) - len(cells))
        played = [(span, undisturbed(name, span)) for span in spans]
        answers = sum(len(outcome.answers) - span[0] for span, outcome in played)
        of = f" of {len(played[-1][1].answers)}" if len(spans) > 1 else ""
        states = set().union(*(outcome.kinds for _, outcome in played))
        lines.append(f"| {name} | {answers}{of} | {len(states)} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
        yield lines


def presses(folder: Path) -> Iterator[list[str]]:
    """What a minute of presses came to."""
    with pytest.MonkeyPatch.context() as patch:
        many, answers = stormed(60.0, patch, folder / "storm.db")
    yield [
        f"{many:,} in one minute on all seats, in games of Anabid!: with the players' own they made "
        f"{answers} answers. After each beat the journal had every one of them, and played again from it the "
        "games had the same standings.",
    ]


def day(folder: Path) -> Iterator[list[str]]:
    """What a day of games came to."""
    first, last, played, answers = night(folder / "night.db")
    kept = (last.traced - first.traced) / 1e3
    taken = (last.resident - first.resident) / 1e6
    yield [
        f"{played} games with {answers:,} answers in 24 hours of an unseen box's clock, which jumps while "
        f"people think. Without the screens' caches, which are bounded, Python's memory grew from the third "
        f"game to the end by {kept:+.0f} kB (to "
        f"{last.traced / 1e6:.1f} MB), the process by {taken:+.1f} MB (to {last.resident / 1e6:.0f} MB); "
        f"open files were {first.files} and {last.files}."
    ]


SECTIONS = {"games": ("Faults in mid-game", games), "presses": ("Presses without end", presses)}
SECTIONS["day"] = ("A day and a night of games", day)


def main() -> None:
    """Play, and write a section each, or those that are named."""
    for name in sys.argv[1:] or SECTIONS:
        title, measured = SECTIONS[name]
        with tempfile.TemporaryDirectory() as folder:
            for lines in measured(Path(folder)):
                write(name, title, lines)


def write(name: str, title: str, lines: list[str]) -> None:
    """Put a section on the page, under what it was measured with."""
    with_what = (
        f"`python -m benchmarks.faults {name}`, {date.today()}, {platform.machine()} (not a Raspberry Pi), "
        f"load {os.getloadavg()[0]:.0f}, mock pins, an eye that is told what lies there, a clock that jumps."
    )
    if not PAGE.exists():
        PAGE.write_text("# What it withstands\n", "utf-8")
    page.write(title, [with_what, "", *lines], PAGE)


if __name__ == "__main__":
    main()
