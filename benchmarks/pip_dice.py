"""How well the eye reads dice with pips: `python -m benchmarks.pip_dice`.

Scenes of the virtual table with mats and light that training never saw, all on one thread. Prints a table and
writes it as a section of docs/accuracy.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import dist
from random import Random
from statistics import median

import cv2

from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import BODIES, MORE_BODIES, Mat, Table, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import HELD_OUT, any_finish, any_light, any_mat, any_pips, any_view
from appliance.vision.pips import SURE_OF_SET, PipReader
from appliance.vision.reading import SURE
from benchmarks.blocks import SET_SO, SIDE_BY_SIDE, side_by_side
from benchmarks.cut import cut_by_a_phone
from benchmarks.leans import leaning
from benchmarks.page import command_line, conditions, write
from benchmarks.rims import ABOUT as RIMS
from benchmarks.rims import AT_THE_RIM, with_one_at_the_rim
from benchmarks.seats import FROM_ONE_SIDE, ONE_SIDE, from_one_side
from benchmarks.snaps import SAID, SEAT, from_both_places, in_all_ways, snaps
from benchmarks.tables import Score, fonts_to_measure_with, head, matched, row, share
from benchmarks.tops import ABOUT, PATTERNED, with_pattern
from benchmarks.track import COLUMNS, Track, square
from benchmarks.trays import ABOUT as TRAYS
from training.props import Coin, Plate

SET = dice_set("bid-and-bluff")
_HEAD = head("tables", "pips right", "pips and colour right")
_SHOWN = "123456"  # pips of dice that phones see

_LEANS = ((12, 20), (20, 28), (28, 38))
"""Degrees by which one die of a table leans that is not to be believed."""


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, tables=200).parse_args()
    cv2.setNumThreads(1)
    count = options.tables
    lines = [
        *conditions(f"benchmarks.pip_dice --seed {options.seed} --tables {count}"),
        "Rendered 1280×960 tables of one to six dice of the Bid & Bluff set, 14 to 22 mm, each under a mat,",
        "light and lens of its own, outside of what training had. A table is right if pips and colours of",
        "all its dice are. No real photograph is in these figures. Intervals are 95 % (Wilson); a die is",
        f"taken without asking from a confidence of {SURE_OF_SET}, where no set is known of {SURE}.",
        *_HEAD,
    ]
    reader, off = PipReader(SET), []
    for name in ("on the mat", "mat of a die's own colour", "most dice touching", "on a printed board"):
        both, pips, away = _read(list(tables_of(name, options.seed, count)), reader)
        off += away
        _add(lines, name, both, pips)
    beside = [side_by_side(table) for table in tables_of("on the mat", options.seed, count // 2)]
    both, pips, _ = _read(beside, reader)
    _add(lines, f"{SIDE_BY_SIDE}, on the mat", both, pips)
    for name, seen in {AT_THE_RIM: with_one_at_the_rim, FROM_ONE_SIDE: from_one_side}.items():
        both, pips, _ = _read(list(map(seen, tables_of("on the mat", options.seed, count // 2))), reader)
        _add(lines, f"on the mat, {name}", both, pips)
    bare = list(tables_of("no markers in view", options.seed, count // 2))
    for name, some in {
        "no markers in view": bare,
        f"no markers in view, {PATTERNED}": list(map(with_pattern, bare)),
    }.items():
        both, pips, _ = _read(some, reader)
        _add(lines, name, both, pips)
    others = list(tables_of("any dice", options.seed, count // 2))
    _, pips, _ = _read(others, PipReader(None))
    _add(lines, "any makes and colours, 12 to 30 mm, 0 to 6 pips, no set known; pips alone count", pips, pips)
    fonts, _ = fonts_to_measure_with()
    for name, some, two in from_both_places(options.seed, count // 2, fonts, _SHOWN):
        for what, few in in_all_ways(name, some, two).items():
            _, pips, _ = _read(few, PipReader(None))
            _add(lines, f"{what}, 1 to 6 pips, no set known", pips, pips)
    _, pips, _ = _read(list(snaps(options.seed, count // 2, fonts, _SHOWN, SEAT)), PipReader(None))
    _add(lines, f"{SEAT}, 1 to 6 pips, no set known", pips, pips)
    lines += ["", *SAID, "", SET_SO, "", *RIMS, "", *ONE_SIDE, "", *ABOUT, "", *TRAYS, ""]
    lines += _leaning(options)
    lines += ["", *cut_by_a_phone(options.seed + 2_000_000, count // 2, fonts, _SHOWN, PipReader(None))]
    lines += ["", _places(off), "", _strangers(options.seed, count // 2)]
    print(*lines[-11:], sep="\n")
    if not options.dry:
        write("Dice with pips", lines)


def tables_of(kind: str, seed: int, count: int) -> Iterator[Table]:
    """Tables with dice of the kind named."""
    fonts, _ = fonts_to_measure_with()
    for number in range(count):
        rng = Random(f"{kind}/{seed}/{number}")
        size = rng.uniform(12, 30) if kind == "any dice" else rng.uniform(14, 22)
        finish = replace(any_pips(rng, any_finish(rng, HELD_OUT, fonts)), size=size)
        mat = any_mat(rng, HELD_OUT, markers=kind != "no markers in view")
        dice = rng.sample(SET.dice, rng.randint(1, len(SET.dice)))
        sheets: tuple[Sheet, ...] = ()
        if kind == "any dice":
            names = list(BODIES | MORE_BODIES)
            dice = [_any_die(rng, rng.choice(names)) for _ in range(rng.randint(1, 8))]
        if kind == "mat of a die's own colour":
            mat = replace(mat, colour=finish.colours(dice[0].body)[0])
        if kind == "on a printed board":
            track = Track(rng.randint(13, 15), rng.randrange(1 << 20))
            sheets = (Sheet(track, 0, 0),)
            placed = _on_squares(rng, dice, track)
        else:
            placed = roll(rng, dice, size=size, touching=0.7 if kind == "most dice touching" else 0.0)
        light, view = any_light(rng, HELD_OUT), any_view(rng, HELD_OUT)
        yield Table(placed, mat, light, view, finish, rng.randrange(1 << 30), sheets)


def _any_die(rng: Random, body: str) -> Die:
    return Die("any", 6, body, tuple(rng.sample("0123456", 6)))


def _on_squares(rng: Random, dice: list[Die], track: Track) -> tuple[Placed, ...]:
    """Each die on a square of its own, as a hand puts it there."""
    squares = rng.sample([(r, c) for r in range(track.rows) for c in range(COLUMNS)], len(dice))
    placed = []
    for die, (r, c) in zip(dice, squares, strict=True):
        x, y = square(track, r, c)
        x, y = x + rng.gauss(0, 1), y + rng.gauss(0, 1)
        placed.append(Placed(die, rng.randrange(6), x, y, rng.uniform(0, 360)))
    return tuple(placed)


def _read(some: list[Table], reader: PipReader) -> tuple[Score, Score, list[float]]:
    """The score with the colours and without, and how far in mm each die's place was off on a mat."""
    both, pips, off = Score(bodies=True), Score(), []
    reader.read(render(some[0]))  # the first reading loads the networks
    for table in some:
        reading = reader.read(render(table))
        both.add(table, reading)
        pips.add(table, reading)
        pairs, _ = matched(truth(table), reading)
        off += [
            dist(item.spot, (placed.x, placed.y))
            for (_, item), placed in zip(pairs, table.dice, strict=True)
            if item is not None and item.spot is not None
        ]
    return both, pips, off


def _add(lines: list[str], name: str, both: Score, pips: Score) -> None:
    """A line of the table, printed with what was wrong most often."""
    lines.append(row(f"{name} | {share(pips.right, pips.dice)}", both))
    print(lines[-1], dict(Counter(both.wrong).most_common(8)), flush=True)


def _leaning(options: argparse.Namespace) -> Iterator[str]:
    """What is said of one die of each table that leans, alone or beside others that lie flat."""
    for lean in _LEANS:
        some = tables_of("on the mat", options.seed + 1_000_000, options.tables // 2)
        yield leaning(some, PipReader(SET), *lean, seed=options.seed)
    fonts, _ = fonts_to_measure_with()
    for name, _, two in from_both_places(options.seed + 1_000_000, options.tables // 2, fonts, _SHOWN):
        where = f" beside one other, {name}"
        yield leaning(two, PipReader(None), *_LEANS[1], seed=options.seed, where=where)


def _places(off: list[float]) -> str:
    off = sorted(off)
    return (
        f"Places of {len(off)} dice on the mat: off by {median(off):.1f} mm in the middle, "
        f"{off[int(0.99 * len(off))]:.1f} mm at the 99th percentile, {off[-1]:.1f} mm at most."
    )


def _strangers(seed: int, count: int) -> str:
    """What is taken for a sure die on mats with coins, tiles and letter dice, and no die with pips."""
    fonts, _ = fonts_to_measure_with()
    letters = dice_set("anabid").dice
    things = sure = unsure = 0
    for number in range(count):
        rng = Random(f"strangers/{seed}/{number}")
        sheets: list[Sheet] = []
        for _ in range(rng.randint(2, 6)):
            at = (rng.uniform(-130, 130), rng.uniform(-100, 100))
            art = (
                Coin(rng.uniform(15, 30), rng.uniform(1, 3), rng.randrange(1 << 20))
                if rng.random() < 0.5
                else Plate((19.0, 19.0), rng.uniform(3, 4.5), rng.randrange(1 << 20))
            )
            sheets.append(Sheet(art, *at, rng.uniform(0, 360)))
        placed = roll(rng, rng.sample(letters, 3))
        mat: Mat = any_mat(rng, HELD_OUT, markers=True)
        light, view = any_light(rng, HELD_OUT), any_view(rng, HELD_OUT)
        finish = any_finish(rng, HELD_OUT, fonts)
        table = Table(placed, mat, light, view, finish, rng.randrange(1 << 30), tuple(sheets))
        items = PipReader(None).read(render(table)).items
        things += len(sheets) + len(placed)
        sure += sum(item.sure for item in items)
        unsure += sum(not item.sure for item in items)
    return (
        f"Of {things} coins, tiles and letter dice on {count} mats without any die with pips, "
        f"{share(sure, things)} were taken for one without asking, {unsure} with a question (no set known)."
    )


if __name__ == "__main__":
    main()
