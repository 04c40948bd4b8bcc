"""Measure the eye on the same tables drawn and traced: does it read what physical light shows of them?

`python -m benchmarks.traced_tables --seed 4711 --tables 20` writes its section of docs/accuracy.md (see
page.py). It needs Mitsuba (`pip install -e '.[trace]'`) and LLVM 16 or newer.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

import cv2

from appliance.drivers import Image
from appliance.pieces import ALPHABET, dice_set
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import Table
from appliance.vision.board import BoardReader
from appliance.vision.d12 import SIDES, D12Reader
from appliance.vision.dice import DiceReader
from appliance.vision.pips import PipReader
from appliance.vision.reading import Reading
from appliance.vision.tiles import TilesReader
from benchmarks import board, d12, pip_dice, tables, tiles
from benchmarks.clumps import clumps
from benchmarks.page import command_line, conditions, write
from benchmarks.snaps import ABOVE, snaps
from benchmarks.tables import fonts_to_measure_with, share
from benchmarks.traced_racks import racks_with_depth
from training.traced import traced

_WIDEST = 1920
"""Pixels of the pictures at most: tracing takes its time."""

Scenes = Iterable[tuple[Table, tuple[Any, ...]]]
"""Tables, each with what a score is told of it beside the reading."""


class _Reader(Protocol):
    def read(self, frame: Image) -> Reading:
        """What lies in the frame."""


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, tables=20).parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    lines = [
        *conditions(f"benchmarks.traced_tables --seed {options.seed} --tables {options.tables}"),
        "The same tables twice: drawn as in the other sections, and path traced by Mitsuba 3, which follows",
        "the light itself: soft shadows, light from one piece onto the next, windows in round edges. The",
        "eye has learnt from drawn pictures; where dice lie without a mat, and how far they lean, from",
        "traced ones of other scenes, too.",
        f"Scenes are as the other sections have them, {said};",
        f"by a phone at most {_WIDEST} pixels wide. Racks with depth are not drawn: their tiles lean back by",
        "15 to 32°, and are seen from 18 to 58° off straight above.",
        "",
        "| tables | pieces | drawn: right | asked | silent errors | traced: right | asked | silent errors |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, scenes, reader, new in _kinds(options.seed, options.tables, fonts):
        drawn, lit = new(), new()
        for table, told in scenes:
            drawn.add(*told, reader.read(render(table)))
            lit.add(*told, reader.read(traced(table)))
        many = drawn.tiles if hasattr(drawn, "tiles") else drawn.dice
        lines.append(f"| {name} | {many} | {_cells(drawn, many)} | {_cells(lit, many)} |")
        print(lines[-1], *(dict(Counter(one.wrong).most_common(8)) for one in (drawn, lit)), flush=True)
    lines.append(_racks(options.seed, options.tables // 2, fonts))
    print(lines[-1], flush=True)
    if not options.dry:
        write("Drawn and path traced", lines)


def _kinds(
    seed: int, count: int, fonts: Sequence[str]
) -> Iterator[tuple[str, Scenes, _Reader, Callable[[], Any]]]:
    """Kinds of tables: scenes, each with what a score is told beside the reading, reader and score."""
    letters, pips, half = dice_set("anabid"), pip_dice.SET, count // 2

    def dice(some: Iterable[Table]) -> Scenes:
        return ((table, (table,)) for table in some)

    of_set = tables.tables(letters, seed, count, fonts)
    yield "letter dice of a set, on the mat", dice(of_set), DiceReader(letters), tables.Score
    touching = tables.tables(letters, seed, half, fonts, touching=0.7)
    yield "letter dice of a set, most touching", dice(touching), DiceReader(letters), tables.Score
    by_phone = dice(_narrow(snaps(seed, 12 * half, fonts, ALPHABET, ABOVE), half))
    yield f"letter dice {ABOVE}, no set known", by_phone, DiceReader(None), tables.Score
    on_mat = dice(pip_dice.tables_of("on the mat", seed, count))
    yield "dice with pips of a set, on the mat", on_mat, PipReader(pips), lambda: tables.Score(bodies=True)
    by_phone = dice(_narrow(snaps(seed, 12 * half, fonts, "123456", ABOVE), half))
    yield f"dice with pips {ABOVE}, no set known", by_phone, PipReader(None), tables.Score
    numbers = dice(d12.tables_of("on the mat", seed, count))
    yield "number die, on the mat", numbers, D12Reader(d12.SET), lambda: tables.Score(sides=SIDES)
    for name in ("on the mat", "no markers in view, on wood and cloth"):
        loose = ((table, (table, rows)) for table, rows in tiles.tables_of(name, seed, half, fonts))
        yield f"tiles {name}", loose, TilesReader(ENGLISH), tiles.Score
    clump = ((table, (table, rows)) for table, rows in clumps(seed, half, fonts))
    yield "tiles in a clump, no markers", clump, TilesReader(ENGLISH), tiles.Score
    boards = ((table, (rows,)) for table, rows in board.boards("1920×1440", seed, half, fonts, width=_WIDEST))
    yield "board", boards, BoardReader(ENGLISH), board.Score


def _racks(seed: int, count: int, fonts: Sequence[str]) -> str:
    """The line of the table about racks."""
    score, reader = tiles.Score(), TilesReader(ENGLISH)
    for rack in racks_with_depth(seed, count, fonts):
        score.count(rack.truth, [(rack.word,)], reader.read(traced(rack.table, rack.leant)))
    return f"| tiles on a rack with depth | {score.tiles} | – | – | – | {_cells(score, score.tiles)} |"


def _narrow(some: Iterable[Table], count: int) -> Iterator[Table]:
    """So many of the tables that are seen in pictures not too wide."""
    return islice((table for table in some if table.view.width <= _WIDEST), count)


def _cells(score: Any, many: int) -> str:
    return f"{share(score.right, many)} | {score.asked / max(1, many):.1%} | {score.silent}"


if __name__ == "__main__":
    main()
