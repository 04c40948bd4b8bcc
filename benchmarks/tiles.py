"""How well the eye reads loose Scrabble tiles: `python -m benchmarks.tiles`.

Scenes of the virtual table with fonts, tiles, mats and light that training never saw, all on one thread.
Prints a table and writes it as a section of docs/accuracy.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, hypot, log
from random import Random
from statistics import median

import cv2

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import Table, Truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles, any_top, crossword, trimmed
from appliance.virtual.tiles import EMPTY, TILE, TileMake, lay_layout, tile_truth
from appliance.virtual.variety import HELD_OUT, any_light, any_mat, any_view
from appliance.vision.reading import SURE, Reading
from appliance.vision.tiles import TilesReader
from benchmarks.clumps import clumps
from benchmarks.cut import cut
from benchmarks.others import ABOUT as OTHERS
from benchmarks.others import BESIDE_DICE, with_dice
from benchmarks.page import command_line, conditions, write
from benchmarks.racks import racks
from benchmarks.rims import WORD_AT_THE_RIM, with_word_at_the_rim
from benchmarks.seats import FROM_A_SEAT, SAID, from_a_seat
from benchmarks.tables import fonts_to_measure_with, matched, share
from benchmarks.tops import ABOUT, PATTERNED, with_pattern
from training.tile_prints import prints

Rows = tuple[str, ...]

_SAID_SURE = 0.99
_SPAN = (450.0, 520.0)  # mm across the picture
_FIELD = (158.0, 112.0)
_CORNER = (128.0, 82.0)
_CROWD = 30
_APART = 31.0  # mm between the middles of tiles of different layouts


@dataclass(frozen=True)
class Kind:
    """A kind of table: with the mat or not, how many tiles, their sides in pixels, the picture's width.

    `share` is that of the tables asked for; with `box` the reader knows that all are from one. In a `block`
    they lie side by side in rows, more than find room elsewise. If `printed`, pages, labels, cards lie about;
    the table may be `patterned`, and seen from a `seat`; letter `dice` may lie beside them, or one more word
    at the mat's `rim`.
    """

    markers: bool = True
    many: tuple[int, int] = (1, 40)
    sides: tuple[float, float] | None = None
    width: int = 1280
    share: float = 1.0
    box: bool = True
    block: bool = False
    printed: bool = False
    patterned: bool = False
    seat: bool = False
    dice: bool = False
    rim: bool = False


_KINDS = {
    "on the mat": Kind(),
    f"on the mat, {WORD_AT_THE_RIM}": Kind(rim=True),
    "60 to 90 tiles on the mat": Kind(many=(60, 90)),
    "no markers in view, on wood and cloth": Kind(markers=False),
    f"no markers in view, {PATTERNED}": Kind(markers=False, patterned=True),
    "no markers, tiles of 20 to 250 pixels": Kind(markers=False, sides=(20, 250)),
    f"no markers, tiles of 20 to 250 pixels, {FROM_A_SEAT}": Kind(markers=False, sides=(20, 250), seat=True),
    f"on the mat, {BESIDE_DICE}": Kind(dice=True),
    f"no markers, tiles of 20 to 250 pixels, {BESIDE_DICE}": Kind(markers=False, sides=(20, 250), dice=True),
    "no markers, on and beside pages, labels and cards": Kind(markers=False, share=0.5, printed=True),
    "4056×3040, 100 tiles in a block on the mat": Kind(many=(100, 100), width=4056, share=0.2, block=True),
    "on the mat, read without knowing the box": Kind(share=0.5, box=False),
}
_CUT = [name for name, kind in _KINDS.items() if not (kind.markers or kind.seat or kind.dice or kind.printed)]
"""Those tables that are also looked at from nearer, so that the picture's edge cuts some tiles."""


@dataclass
class Score:
    """Counts over many tables."""

    tiles: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    asked: int = 0
    silent: int = 0
    layouts: int = 0
    whole: int = 0
    tables: int = 0
    clean: int = 0
    silent_tables: int = 0
    said_sure: int = 0
    sure_and_right: int = 0
    wrong: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, table: Table, rows: Sequence[Rows], reading: Reading) -> None:
        """Count one reading of one table with these layouts; a clump of tiles has none."""
        self.count(tile_truth(table), rows, reading)

    def count(self, truth: Sequence[Truth], rows: Sequence[Rows], reading: Reading) -> None:
        """The same by where the tiles are seen."""
        pairs, extra = matched(truth, reading)
        self.tiles += len(pairs)
        right = sum(item is not None and item.symbol == true.symbol for true, item in pairs)
        self.right += right
        self.missed += sum(item is None for _, item in pairs)
        self.invented += len(extra)
        self.asked += sum(item is not None and not item.sure for _, item in pairs)
        sure = [(true, item) for true, item in pairs if item is not None and item.confidence >= _SAID_SURE]
        self.said_sure += len(sure)
        self.sure_and_right += sum(item.symbol == true.symbol for true, item in sure)
        wrong = [(true, item) for true, item in pairs if item is not None and item.symbol != true.symbol]
        self.silent += sum(item.sure for _, item in wrong) + sum(item.sure for item in extra)
        self.wrong += [f"{true.symbol}>{item.symbol}{'!' if item.sure else ''}" for true, item in wrong]
        self.wrong += [f"{true.symbol}>–" for true, item in pairs if item is None]
        found = Counter(rows) & Counter(reading.layouts)
        self.layouts += len(rows)
        self.whole += found.total()
        self.tables += 1
        good = Counter(rows) == Counter(reading.layouts) if rows else right == len(pairs) and not extra
        self.clean += good and reading.sure
        self.silent_tables += reading.sure and not good
        self.ms.append(reading.ms)

    @property
    def row(self) -> str:
        """The counts as cells of the page's table."""
        layouts = share(self.whole, self.layouts) if self.layouts else "–"
        return (
            f"{share(self.right, self.tiles)} | {layouts} | {self.missed} "
            f"| {self.invented} | {self.asked / max(1, self.tiles):.1%} | {self.silent} "
            f"| {self.clean} and {self.silent_tables} of {self.tables} | {median(self.ms):.0f}"
        )


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, tables=60).parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    lines = [
        *conditions(f"benchmarks.tiles --seed {options.seed} --tables {options.tables}"),
        "Rendered 1280×960 tables of Scrabble tiles drawn from one English box, in crosswords, words and",
        "alone, at any turn, each table under a light, lens, mat and make of tiles of its own, outside of",
        f"what training had; {said}. No real photograph is in these",
        "figures. A layout is right if all of its rows are. Intervals are 95 % (Wilson); a tile is taken",
        f"without asking from a posterior of {SURE}. The last but one column counts the tables that were",
        "read right without a question, and those taken as sure though something was wrong.",
        *ABOUT,
        *OTHERS,
        *SAID,
        "",
        "| tables | tiles right | layouts right | missed | invented | asked | silent errors "
        "| sure and right, sure and wrong | ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    said_sure = sure_and_right = 0
    measured = [
        (name, kind.box, tables_of(name, options.seed, round(options.tables * kind.share), fonts))
        for name, kind in _KINDS.items()
    ]
    half, clump = options.tables // 2, clumps(options.seed, options.tables, fonts)
    measured += [
        ("on a rack, from the front", True, racks(options.seed, half, fonts)),
        ("on a rack of their own colour, from the front", True, racks(options.seed, half, fonts, own=True)),
        ("in a clump, no markers", True, clump),
    ]
    for name, box, tables in measured:
        score = _read(tables, TilesReader(ENGLISH if box else None))
        lines.append(f"| {name} | {score.row} |")
        print(lines[-1], dict(Counter(score.wrong).most_common(12)), flush=True)
        if box:
            said_sure, sure_and_right = said_sure + score.said_sure, sure_and_right + score.sure_and_right
    lines += [
        "",
        f"Of the symbols that were said to be {_SAID_SURE:.0%} sure or more, the box being known, "
        f"{share(sure_and_right, said_sure)} were right.",
        "",
        *_cut(options, fonts),
    ]
    print(*lines[-len(_CUT) - 2 :], sep="\n")
    if not options.dry:
        write("Loose Scrabble tiles", lines)


def _cut(options: argparse.Namespace, fonts: Sequence[str]) -> Iterator[str]:
    """What is said of tiles that are partly out of the picture."""
    for name in _CUT:
        some = tables_of(name, options.seed + 2_000_000, options.tables // 2, fonts)
        yield cut((table for table, _ in some), TilesReader(ENGLISH), f"of tiles, {name},", tile_truth)


def scattered(
    rng: Random, tiles: Sequence[str], make: TileMake, size: float = 1.0
) -> tuple[list[Rows], tuple[Sheet, ...]]:
    """The tiles in layouts at any turn on a field `size` times the mat's: their rows, and the sheets.

    Those that find no place are left out.
    """
    left, rows, sheets = list(tiles), [], []
    misses = 0
    while left and misses < 1000:
        # Where many are to find room, most lie close together.
        close = len(left) > _CROWD
        many = rng.choice([rng.randint(12, 24) if close else 1, rng.randint(2, 8), rng.randint(8, 40)])
        mine, rest = left[:many], left[many:]
        room, dense = ((5, 5), 1.0) if close else ((11, 11), 0.15)
        grid = trimmed(crossword(rng, mine, room, dense=dense)) if many > 3 else ("".join(mine),)
        laid = lay_layout(
            grid,
            rng.uniform(-size, size) * _FIELD[0],
            rng.uniform(-size, size) * _FIELD[1],
            rng.uniform(0, 360),
            rng,
            make=make,
            gap=rng.uniform(0.2, 1.6),
            slip=rng.uniform(0.05, 0.4),
            lean=rng.uniform(0.3, 2),
        )
        if len(laid) == len(mine) and all(_free(sheet, sheets, size) for sheet in laid):
            rows.append(grid)
            sheets += laid
            left = rest
        else:
            misses += 1
    return rows, tuple(sheets)


def block(
    rng: Random, tiles: Sequence[str], make: TileMake, size: float = 1.0
) -> tuple[list[Rows], tuple[Sheet, ...]]:
    """The tiles in rows of twelve, side by side: the rows, and the sheets."""
    rows = tuple("".join(tiles[k : k + 12]).ljust(12, EMPTY) for k in range(0, len(tiles), 12))
    place = (rng.uniform(-9, 9) * size, rng.uniform(-9, 9) * size)
    turn, gap = rng.uniform(-4, 4), rng.uniform(0.2, 1.2)
    laid = lay_layout(rows, *place, turn, rng, make=make, gap=gap, slip=0.15, lean=rng.uniform(0.3, 1))
    return [rows], laid


def _free(sheet: Sheet, others: Sequence[Sheet], size: float) -> bool:
    x, y = abs(sheet.x) / size, abs(sheet.y) / size
    inside = x < _FIELD[0] and y < _FIELD[1] and not (x > _CORNER[0] and y > _CORNER[1])
    return inside and all(hypot(sheet.x - o.x, sheet.y - o.y) > _APART for o in others)


def tables_of(name: str, seed: int, count: int, fonts: Sequence[str]) -> Iterator[tuple[Table, list[Rows]]]:
    """Tables of the kind named, each with the rows of its layouts."""
    kind = _KINDS[name]
    for number in range(count):
        rng = Random(f"tiles/{name}/{seed}/{number}")
        bag = list(ENGLISH.bag)
        rng.shuffle(bag)
        size, span = 1.0, _SPAN
        if kind.sides:
            side = exp(rng.uniform(*map(log, kind.sides)))
            span = (kind.width * TILE / side,) * 2
            size = span[0] / _SPAN[1]
        many = rng.randint(*kind.many)
        lay = block if kind.block else scattered
        rows, sheets = lay(rng, bag[:many], any_tiles(rng, fonts, HELD_OUT_TILES), size)
        top = () if kind.markers else any_top(rng)
        top += prints(rng, span[0], list(fonts), 3) if kind.printed else ()
        mat, light = any_mat(rng, HELD_OUT, markers=kind.markers), any_light(rng, HELD_OUT)
        view = any_view(rng, HELD_OUT, span=span, width=kind.width)
        view = replace(view, blur=view.blur * (kind.width / 1280) ** 0.5)
        table = Table(mat=mat, light=light, view=view, seed=rng.randrange(1 << 30), sheets=(*top, *sheets))
        table = with_pattern(table) if kind.patterned else table
        table = with_dice(table, fonts) if kind.dice else table
        if kind.rim:
            table, word = with_word_at_the_rim(rng, table, bag[many:])
            rows = [*rows, (word,)]
        yield from_a_seat(table) if kind.seat else table, rows


def _read(some: Iterator[tuple[Table, list[Rows]]], reader: TilesReader) -> Score:
    score = Score()
    for number, (table, rows) in enumerate(some):
        image = render(table)
        if number == 0:
            reader.read(image)  # the first reading loads the networks
        score.add(table, rows, reader.read(image))
    return score


if __name__ == "__main__":
    main()
