"""Parts that go in mid-game, presses without end, a day of games: the section of docs/reliability.md.

`python -m benchmarks.faults` plays them all; any answer, record or standing that differs ends it in an error.
"""

import os
import platform
import tempfile
from datetime import date
from itertools import count
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest

from appliance.games.catalogue import GAMES
from benchmarks import page
from tests.faults_kit import AWAY, BESIDE, PARTS, SPANS, WHOLE, disturbed, stormed, undisturbed
from tests.night_kit import Size, night

PAGE = page.PAGE.parent / "reliability.md"
TITLE = "Faults in mid-game"
TOLD = ("camera", "panel", "screen", "sound", "words")
"""Parts of which the box says that they are away."""


def games(folder: Path) -> list[str]:
    """A row a game: its answers and states, and in how many of them each part was taken away."""
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
    for name in (*GAMES, BESIDE):
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
    return lines


def day(first: Size, last: Size, played: int, answers: int) -> list[str]:
    """What a day of games came to."""
    kept = (last.traced - first.traced) / 1e3
    taken = (last.resident - first.resident) / 1e6
    return [
        f"**A day**: {played} games with {answers:,} answers in 24 hours of an unseen box's clock, which "
        f"jumps while people think. From the third game to the end Python's memory grew by {kept:+.0f} kB "
        f"(to {last.traced / 1e6:.1f} MB), the process by {taken:+.1f} MB (to {last.resident / 1e6:.0f} MB); "
        f"open files were {first.files} and {last.files}."
    ]


def main() -> None:
    """Play, and write the section."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [
            f"`python -m benchmarks.faults`, {date.today()}, {platform.machine()} (not a Raspberry Pi), mock "
            "pins, an eye that is told what lies there, a clock that jumps.",
            "",
            *games(folder),
            "",
        ]
        with pytest.MonkeyPatch.context() as patch:
            presses, answers = stormed(60.0, patch, folder / "storm.db")
        lines += [
            f"**Presses**: {presses:,} in one minute on all seats, in a game of Anabid!: with the players' "
            f"own they made {answers} answers. After each beat the journal had every one of them, and played "
            "again from it the game had the same standing.",
            "",
            *day(*night(folder / "night.db")),
        ]
    if not PAGE.exists():
        PAGE.write_text("# What the box survives\n", "utf-8")
    page.write(TITLE, lines, PAGE)


if __name__ == "__main__":
    main()
