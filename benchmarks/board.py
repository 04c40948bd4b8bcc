"""How well the eye reads the board: `python -m benchmarks.board`.

Scenes of the virtual table with boards, tiles, fonts and light that training never saw, all on one thread.
Prints a table and writes it as a section of docs/accuracy.md.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

import cv2

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.board import BoardArt, lay_board, lay_hand
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import (
    HELD_OUT_BOARDS,
    HELD_OUT_TILES,
    any_board,
    any_tiles,
    any_top,
    crossword,
)
from appliance.virtual.variety import HELD_OUT, any_light, any_mat
from appliance.vision.board import NO_BOARD, BoardReader
from appliance.vision.reading import SURE, Reading
from benchmarks.page import command_line, conditions, write
from benchmarks.seats import FROM_A_SEAT, SAID, from_a_seat
from benchmarks.tables import fonts_to_measure_with, share
from benchmarks.tops import ABOUT, PATTERNED, with_pattern

_CELLS = 225


@dataclass
class Score:
    """Counts over many boards."""

    boards: int = 0
    found: int = 0
    whole: int = 0
    tiles: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    asked: int = 0
    silent: int = 0
    clean: int = 0
    sure_and_wrong: int = 0
    said: int = 0
    wrong: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, rows: Sequence[str], reading: Reading) -> None:
        """Count one reading of a board with these rows."""
        self.boards += 1
        self.ms.append(reading.ms)
        self.said += bool(reading.problems)
        self.found += NO_BOARD not in reading.problems
        good = tuple(rows) == reading.rows
        self.whole += good
        self.clean += good and reading.sure
        self.sure_and_wrong += reading.sure and not good
        sure = {item.place: item.sure for item in reading.items}
        self.asked += sum(not item for item in sure.values())
        for row, line in enumerate(rows):
            for column, true in enumerate(line):
                read = reading.rows[row][column]
                self.tiles += true != "."
                self.right += true != "." and read == true
                self.missed += true != "." and read == "."
                self.invented += true == "." and read != "."
                if read != true:
                    loud = sure.get((row, column), False)
                    self.silent += loud
                    self.wrong.append(f"{true}>{read}{'!' if loud else ''}")

    @property
    def row(self) -> str:
        """The counts as cells of the page's table."""
        return (
            f"{self.found} of {self.boards} | {share(self.right, self.tiles)} | {self.missed} "
            f"| {self.invented} of {self.boards * _CELLS - self.tiles} | {share(self.whole, self.boards)} "
            f"| {self.asked / max(1, self.tiles):.1%} | {self.silent} "
            f"| {self.clean} and {self.sure_and_wrong} | {median(self.ms):.0f}"
        )


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, boards=60).parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    lines = [
        *conditions(f"benchmarks.board --seed {options.seed} --boards {options.boards}"),
        "Rendered boards with tiles of one English box, each with a make of board and of tiles, a light, a",
        f"lens and a table of its own, outside of what training had; {said}.",
        "The eye finds the board itself. No real photograph is in these figures. Intervals are 95 %",
        f"(Wilson); a tile is taken without asking from {SURE}. The last but one column counts boards read",
        "right without a question, and those taken as sure though something was wrong.",
        *ABOUT,
        *SAID,
        "",
        "| boards | found | tiles right | missed | invented | whole boards right | asked | silent errors "
        "| sure and right, sure and wrong | ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    kinds = {
        "1280×960": {},
        "1920×1440": {"width": 1920},
        "4056×3040": {"width": 4056},
        "1280×960, at any turn": {"turn": 180.0},
        f"1280×960, {PATTERNED}": {"patterned": True},
        f"3264×2448, {FROM_A_SEAT}": {"width": 3264, "seat": True},
        "1280×960, tiles up to a third of a square off": {"off": 6.6},
    }
    for name, settings in kinds.items():
        count = options.boards if not settings else options.boards // 2
        score = _read(boards(name, options.seed, count, fonts, **settings))
        lines.append(f"| {name} | {score.row} |")
        print(lines[-1], dict(Counter(score.wrong).most_common(12)), flush=True)
    lines += ["", *_disorder(options.seed, options.boards // 2, fonts)]
    print(*lines[-6:], sep="\n")
    if not options.dry:
        write("The board", lines)


def boards(
    name: str,
    seed: int,
    count: int,
    fonts: Sequence[str],
    *,
    width: int = 1280,
    turn: float = 8.0,
    off: float = 0.0,
    patterned: bool = False,
    seat: bool = False,
) -> Iterator[tuple[Table, list[str]]]:
    """Boards with 0 to 90 tiles, all shifted against their squares by up to `off` mm each way."""
    for number in range(count):
        rng = Random(f"board/{name}/{seed}/{number}")
        bag = list(ENGLISH.bag)
        rng.shuffle(bag)
        many = rng.choice([0, rng.randint(5, 30), rng.randint(30, 90)])
        rows = crossword(rng, bag[:many], (15, 15))
        sheets = lay_board(
            rows,
            any_board(rng, fonts, HELD_OUT_BOARDS, wild=0.0),
            any_tiles(rng, fonts, HELD_OUT_TILES),
            rng,
            x=rng.uniform(-10, 10),
            y=rng.uniform(-8, 8),
            turn=rng.uniform(-turn, turn),
            shift=(rng.uniform(-off, off), rng.uniform(-off, off)) if off else (0.0, 0.0),
        )
        table = Table(
            mat=any_mat(rng, HELD_OUT, markers=False),
            light=any_light(rng, HELD_OUT),
            view=_view(rng, width, turn),
            seed=rng.randrange(1 << 30),
            sheets=(*any_top(rng), *sheets),
        )
        table = with_pattern(table) if patterned else table
        yield from_a_seat(table) if seat else table, rows


def _view(rng: Random, width: int, turn: float) -> View:
    scale = width / 1280
    return View(
        width=width,
        height=width * 3 // 4,
        span=rng.uniform(500, 620) if turn < 45 else rng.uniform(660, 760),
        above=rng.uniform(500, 900),
        tilt=(rng.uniform(-5, 5), rng.uniform(-5, 5)),
        blur=rng.uniform(*HELD_OUT.blur) * scale**0.5,
        noise=rng.uniform(*HELD_OUT.noise),
        jpeg=rng.randint(50, 95) if rng.random() < 0.4 else None,
    )


def _read(some: Iterator[tuple[Table, list[str]]]) -> Score:
    reader, score = BoardReader(ENGLISH), Score()
    for number, (table, rows) in enumerate(some):
        image = render(table)
        if number == 0:
            reader.read(image)  # the first reading loads the networks
        score.add(rows, reader.read(image))
    return score


def _disorder(seed: int, count: int, fonts: Sequence[str]) -> list[str]:
    """How often what is not in order is said: a hand, a tile between squares, shifted tiles, no board."""
    reader = BoardReader(ENGLISH)
    said: Counter[str] = Counter()
    for number, (table, rows) in enumerate(boards("disorder", seed, count, fonts)):
        rng = Random(f"disorder/{seed}/{number}")
        hand = lay_hand(rng.uniform(-90, 90), rng.uniform(-90, 90), rng.uniform(0, 360))
        cases = {
            "a hand over it": (*table.sheets, *hand),
            "the board taken away": tuple(s for s in table.sheets if s not in _board_of(table)),
        }
        for name, sheets in cases.items():
            scene = Table(mat=table.mat, light=table.light, view=table.view, seed=table.seed, sheets=sheets)
            said[name] += bool(reader.read(render(scene)).problems)
        bag = [char for row in rows for char in row if char != "."]
        if not bag:
            bag = list("QUIET")
        laid = crossword(rng, bag, (15, 15))
        (row, column), (down, right) = rng.choice(_free_steps(laid))
        slips = {(row, column): (9.0 * right, 9.0 * down)}
        make = any_board(rng, fonts, HELD_OUT_BOARDS, wild=0.0)
        for name, sheets in {
            "one tile between two squares": lay_board(laid, make, rng=rng, slips=slips),
            "all tiles shifted by 7 mm": lay_board(laid, make, rng=rng, shift=(5.0, 5.0)),
        }.items():
            scene = Table(mat=table.mat, light=table.light, view=table.view, seed=table.seed, sheets=sheets)
            said[name] += bool(reader.read(render(scene)).problems)
    named = ", ".join(f"{name}: {hits} of {count}" for name, hits in said.items())
    return [f"What was not in order and was put into words. {named}."]


def _free_steps(rows: Sequence[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Each tile with each way, down and right, in which the next square is free."""
    return [
        ((r, c), (down, right))
        for r in range(15)
        for c in range(15)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if rows[r][c] != "." and 0 <= r + down < 15 and 0 <= c + right < 15
        if rows[r + down][c + right] == "."
    ]


def _board_of(table: Table) -> tuple[Sheet, ...]:
    """The board and what lies on it."""
    first = next(k for k, sheet in enumerate(table.sheets) if isinstance(sheet.art, BoardArt))
    return table.sheets[first:]


if __name__ == "__main__":
    main()
