"""How well the eye reads letter dice, beside Tesseract: `python -m benchmarks.letter_dice`.

Scenes of the virtual table with fonts, mats and light that training never saw, all on one thread. Prints a
table and writes it as a section of docs/accuracy.md.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import dist
from statistics import median
from typing import Any

import cv2

from appliance.pieces import ALPHABET, DiceSet, dice_set
from appliance.virtual.render import render
from appliance.virtual.scene import Table, truth
from appliance.vision.dice import SURE_ALONE, SURE_OF_SET, DiceReader
from appliance.vision.reading import SURE
from benchmarks import reliability
from benchmarks.blocks import SET_SO, SIDE_BY_SIDE, side_by_side
from benchmarks.cut import cut_by_a_phone
from benchmarks.leans import leaning
from benchmarks.others import ABOUT as OTHERS
from benchmarks.others import BESIDE_TILES, with_tiles
from benchmarks.page import command_line, conditions, write
from benchmarks.rims import ABOUT as RIMS
from benchmarks.rims import AT_THE_RIM, with_one_at_the_rim
from benchmarks.seats import FROM_ONE_SIDE, ONE_SIDE, from_one_side
from benchmarks.snaps import SAID, SEAT, from_both_places, in_all_ways, snaps
from benchmarks.tables import Score, fonts_to_measure_with, head, row, share, tables
from benchmarks.tesseract import Yardstick
from benchmarks.tops import ABOUT, PATTERNED, with_pattern
from benchmarks.trays import ABOUT as TRAYS
from benchmarks.wells import ABOUT as WELLS
from benchmarks.wells import IN_WELLS, dice_in_wells

_LEANS = ((20, 28), (28, 38))
"""Degrees by which one die of a table leans that is not to be believed."""


def main() -> None:
    """Measure, print, and write the section."""
    parser = command_line(__doc__, tables=200)
    parser.add_argument("--tesseract", type=int, default=40, help="dice that Tesseract reads too")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    dice = dice_set("anabid")
    lines = [
        *conditions(f"benchmarks.letter_dice --seed {options.seed} --tables {options.tables}"),
        "Rendered 1280×960 tables of six to nine dice of the Anabid! set, each under a mat, light, lens and",
        f"font of its own; {said};",
        "mats and light outside of what training had. No real photograph is in these figures. Intervals are",
        f"95 % (Wilson); a symbol is taken without asking from a posterior of {SURE_OF_SET}, or, the set not",
        f"being known, of {SURE} on the mat and {SURE_ALONE} elsewhere.",
        *head("tables", "dice right"),
    ]
    bare = {"markers": False}
    kinds: dict[str, tuple[dict[str, Any], Callable[[Table], Table]]] = {
        "apart, on the mat": ({}, _as_it_is),
        "apart, no markers in view": (bare, _as_it_is),
        f"apart, no markers in view, {PATTERNED}": (bare, with_pattern),
        "most dice touching": ({"touching": 0.7}, _as_it_is),
        f"{SIDE_BY_SIDE}, on the mat": ({}, side_by_side),
        f"apart, on the mat, {AT_THE_RIM}": ({}, with_one_at_the_rim),
        f"apart, on the mat, {FROM_ONE_SIDE}": ({}, from_one_side),
        f"apart, on the mat, {BESIDE_TILES}": ({}, partial(with_tiles, fonts=fonts)),
        f"apart, no markers in view, {BESIDE_TILES}": (bare, partial(with_tiles, fonts=fonts)),
    }
    first: list[Table] = []
    trusted: list[tuple[float, bool]] = []
    for name, (settings, changed) in kinds.items():
        count = options.tables if not first else options.tables // 2
        some = list(map(changed, tables(dice, options.seed, count, fonts, **settings)))
        first = first or some
        score = _read(some, DiceReader(dice))
        trusted += score.trusted
        lines.append(row(name, score))
        print(lines[-1], dict(Counter(score.wrong).most_common(8)), flush=True)
    any_letter = _read(first[: options.tables // 2], DiceReader(None))
    lines.append(row("apart, on the mat, read without knowing the set", any_letter))
    print(lines[-1], flush=True)
    for name, some, two in from_both_places(options.seed, options.tables // 2, fonts, ALPHABET):
        ways = in_all_ways(name, some, two)
        ways[f"{name}, {BESIDE_TILES}"] = [with_tiles(table, fonts) for table in some]
        ways[f"{name}, {IN_WELLS}"] = list(dice_in_wells(options.seed, options.tables // 2, fonts, name))
        for what, few in ways.items():
            by_phone = _read(few, DiceReader(None))
            lines.append(row(f"{what}, read without knowing the set", by_phone))
            print(lines[-1], dict(Counter(by_phone.wrong).most_common(8)), flush=True)
    some = list(snaps(options.seed, options.tables // 2, fonts, ALPHABET, SEAT))
    from_a_seat = _read(some, DiceReader(None))
    lines.append(row(f"{SEAT}, read without knowing the set", from_a_seat))
    print(lines[-1], dict(Counter(from_a_seat.wrong).most_common(8)), flush=True)
    lines += ["", *SAID, "", SET_SO, "", *RIMS, "", *ONE_SIDE, "", *ABOUT, "", *TRAYS, "", *WELLS, ""]
    lines += [*OTHERS, ""]
    lines += _leaning(dice, options, fonts)
    seed, half = options.seed + 2_000_000, options.tables // 2
    lines += ["", *cut_by_a_phone(seed, half, fonts, ALPHABET, DiceReader(None))]
    print(*lines[-7:], sep="\n", flush=True)
    lines += ["", "How often the eye is right when it says how sure it is, the set being known:", ""]
    lines += reliability.table(trusted)
    lines += [] if options.dry else ["", reliability.draw(trusted, "reliability-letter-dice")]
    lines += ["", *_beside_tesseract(first, options.tesseract)]
    print(*lines, sep="\n")
    if not options.dry:
        write("Letter dice", lines)


def _as_it_is(table: Table) -> Table:
    return table


def _read(some: list[Table], reader: DiceReader) -> Score:
    score = Score()
    reader.read(render(some[0]))  # the first reading loads the network
    for table in some:
        score.add(table, reader.read(render(table)))
    return score


def _leaning(dice: DiceSet, options: argparse.Namespace, fonts: list[str]) -> Iterator[str]:
    """What is said of one die of each table that leans, beside others that lie flat, or one other."""
    seed, count = options.seed + 1_000_000, options.tables // 2
    for lean in _LEANS:
        some = tables(dice, seed, count, fonts)
        yield leaning(some, DiceReader(dice), *lean, seed=options.seed)
    for name, _, two in from_both_places(seed, count, fonts, ALPHABET):
        where = f" beside one other, {name}"
        yield leaning(two, DiceReader(None), *_LEANS[0], seed=options.seed, where=where)


def _beside_tesseract(some: list[Table], most: int) -> list[str]:
    """The same dice read by both, the crops given to Tesseract upright up to a turn."""
    yardstick = Yardstick()
    if yardstick.missing:
        return [f"Tesseract was not measured: {yardstick.missing}."]
    reader = DiceReader(None)
    ours = theirs = count = 0
    ms_ours, ms_theirs = [], []
    for table in some:
        image = render(table)
        reading = reader.read(image)
        ms_ours.append(reading.ms / max(1, len(table.dice)))
        for true in truth(table):
            if count >= most:
                break
            near = [i.symbol for i in reading.items if dist(i.center, true.center) < 15]
            start = time.perf_counter()
            read = yardstick.read(image, true)
            ms_theirs.append((time.perf_counter() - start) * 1000)
            ours += true.symbol in near[:1]
            theirs += read.upper() == true.symbol.upper()
            count += 1
        if count >= most:
            break
    return [
        "Beside `pytesseract` (`--psm 10`, A–Z, four turns, best confidence) on the same dice; Tesseract is "
        "given each die's true place and edges, the eye finds them itself and is not told the set:",
        "",
        "| reader | dice right | ms a die |",
        "| --- | --- | --- |",
        f"| Tesseract | {share(theirs, count)} | {median(ms_theirs):.0f} |",
        f"| the eye | {share(ours, count)} | {median(ms_ours):.1f} |",
    ]


if __name__ == "__main__":
    main()
