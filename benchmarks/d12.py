"""How well the eye reads twelve-sided number dice: `python -m benchmarks.d12`.

Scenes of the virtual table with fonts, mats and light that training never saw, all on one thread. Prints a
table and writes it as a section of docs/accuracy.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import cv2

from appliance.pieces import DiceSet, Die, dice_set
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import BODIES, MORE_BODIES, Table
from appliance.virtual.variety import HELD_OUT, any_finish, any_light, any_mat, any_pips, any_view
from appliance.vision.d12 import SIDES, D12Reader
from appliance.vision.reading import SURE
from benchmarks.leans import leaning
from benchmarks.numerals import NUMERALS, numerals, one_of_any_make
from benchmarks.page import command_line, conditions, write
from benchmarks.seats import FROM_ONE_SIDE, ONE_SIDE, from_one_side
from benchmarks.snaps import ABOVE, ASIDE
from benchmarks.tables import Score, fonts_to_measure_with, head, row, share
from benchmarks.tops import ABOUT, PATTERNED, with_pattern

_HEAD = head("tables", "dice right")

SET = dice_set("anagrascramble")
_KINDS = (
    "on the mat",
    "mat of the die's own colour",
    "no markers in view",
    "beside letter dice",
    f"on the mat, {NUMERALS}",
)

_LEANS = ((10, 17), (17, 23), (23, 30))
"""Degrees by which dice lean that are not to be believed."""


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, tables=400).parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    lines = [
        *conditions(f"benchmarks.d12 --seed {options.seed} --tables {options.tables}"),
        "Rendered 1280×960 tables with the number die of AnagraScramble, 16 to 28 mm high, of any colour,",
        f"each under a mat, light, lens and font of its own; {said};",
        "mats and light outside of what training had. No real photograph is in these figures. Intervals are",
        f"95 % (Wilson); the die is taken without asking from a confidence of {SURE}.",
        *ABOUT,
        *ONE_SIDE,
        "By a phone: four of several colours, 20 to 250 pixels wide, seen as the dice of other sections.",
        *_HEAD,
    ]
    for name in _KINDS:
        count = options.tables if name == "on the mat" else options.tables // 2
        some = list(tables_of(name, options.seed, count))
        kinds = {name: some}
        if name == "on the mat":
            kinds[f"{name}, {FROM_ONE_SIDE}"] = list(map(from_one_side, some[: count // 2]))
        if name == "no markers in view":
            kinds[f"{name}, {PATTERNED}"] = list(map(with_pattern, some))
        for what, tables in kinds.items():
            lines.append(_row(what, tables, None if NUMERALS in what else SET))
    for place in (ABOVE, ASIDE):
        some = list(numerals(options.seed, options.tables // 4, fonts, place))
        lines.append(_row(f"four {place}, {NUMERALS}", some, None))
    lines += ["", *_leaning(options)]
    lines += ["", _strangers(options.seed, options.tables // 2)]
    print(*lines[-5:], sep="\n")
    if not options.dry:
        write("The number die", lines)


def tables_of(kind: str, seed: int, count: int) -> Iterator[Table]:
    """Tables with a number die each, of the kind named."""
    fonts, _ = fonts_to_measure_with()
    for number in range(count):
        rng = Random(f"{kind}/{seed}/{number}")
        body = rng.choice(list(BODIES | MORE_BODIES))
        die = one_of_any_make(body) if NUMERALS in kind else replace(SET.dice[0], body=body)
        size = rng.uniform(16, 28)
        finish = replace(any_pips(rng, any_finish(rng, HELD_OUT, fonts)), size=size)
        mat = any_mat(rng, HELD_OUT, markers=kind != "no markers in view")
        if kind == "mat of the die's own colour":
            mat = replace(mat, colour=finish.colours(die.body)[0])
        dice: list[Die] = [die]
        if kind == "beside letter dice":
            dice += rng.sample(dice_set("anabid").dice, 4)
        placed = roll(rng, dice, size=size)
        light, view = any_light(rng, HELD_OUT), any_view(rng, HELD_OUT)
        yield Table(placed, mat, light, view, finish, rng.randrange(1 << 30))


def _row(name: str, some: list[Table], known: DiceSet | None) -> str:
    """A line about these tables, read with that set or none; prints it, and what was misread."""
    score, reader = Score(sides=SIDES), D12Reader(known)
    reader.read(render(some[0]))  # the first reading loads the networks
    for table in some:
        score.add(table, reader.read(render(table)))
    line = row(name, score)
    print(line, dict(Counter(score.wrong).most_common(8)), flush=True)
    return line


def _leaning(options: argparse.Namespace) -> Iterator[str]:
    """What is said of dice that lean, on mats with and without markers."""
    for kind in ("on the mat", "no markers in view"):
        for lean in _LEANS:
            some = tables_of(kind, options.seed + 1_000_000, options.tables // 4)
            yield leaning(some, D12Reader(SET), *lean, seed=options.seed, where=f", {kind}")


def _strangers(seed: int, count: int) -> str:
    """What is taken for a sure number die on tables with letter dice or dice with pips alone."""
    fonts, _ = fonts_to_measure_with()
    reader = D12Reader(None)
    dice = sure = unsure = 0
    for number in range(count):
        rng = Random(f"strangers/{seed}/{number}")
        known = dice_set("anabid" if number % 2 else "bid-and-bluff").dice
        some = rng.sample(known, min(5, len(known)))
        finish = any_pips(rng, any_finish(rng, HELD_OUT, fonts))
        mat = any_mat(rng, HELD_OUT, markers=number % 3 > 0)
        light, view = any_light(rng, HELD_OUT), any_view(rng, HELD_OUT)
        table = Table(roll(rng, some), mat, light, view, finish, rng.randrange(1 << 30))
        items = reader.read(render(table)).items
        dice += len(some)
        sure += sum(item.sure for item in items)
        unsure += sum(not item.sure for item in items)
    return (
        f"Of {dice} letter dice and dice with pips on {count} tables without a number die, "
        f"{share(sure, dice)} were taken for one without asking, {unsure} with a question."
    )


if __name__ == "__main__":
    main()
