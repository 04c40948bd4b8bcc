"""How much better the eye reads dice that it was shown: `python -m benchmarks.own_set`.

Sets of dice with strange letters, each shown face by face as `tallybox teach` has it, then read on tables in
worse light, once without and once with what was learnt. Writes a section of docs/accuracy.md.
"""

import argparse
from collections.abc import Iterator
from random import Random

import cv2

from appliance.pieces import DiceSet, dice_set
from appliance.teach_eye import Pupil
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Table
from appliance.virtual.variety import HELD_OUT, SEEN, any_finish, any_light, any_mat, any_view
from appliance.vision.dice import SURE, DiceReader
from appliance.vision.enrolled import Enrolled, Look
from benchmarks import reliability
from benchmarks.page import conditions, write
from benchmarks.tables import Score, row
from training.fonts import held_out_fonts, strange_fonts

AWAY = 60.0
"""How far from the mat's middle a die is shown at most, in mm."""

TRIES = 5
"""How often a die is laid down anew that the eye says is not seen well."""


def main() -> None:
    """Measure, print, and write the section."""
    options = _options()
    cv2.setNumThreads(1)
    dice = dice_set("anabid")
    kinds = {"strange letters": strange_fonts(), "ordinary letters": held_out_fonts()[::4]}
    lines = [
        *conditions(f"benchmarks.own_set --seed {options.seed} --tables {options.tables}"),
        "Sets like that of Anabid! with letters that no training scene had, each shown to the box once, one",
        "die at a time in ordinary light, as `tallybox teach` asks for it: one look a face, and a second one",
        "where the box proposed another letter. Then tables of six to nine of these dice, in worse light and on",
        "other mats, are read without and with the pictures; in both cases the eye knows the set's dice.",
        f"Strange letters: {len(kinds['strange letters'])} fonts of hands, brushes, black letter, outlines and",
        "such, taken by what their packages say of themselves; nothing was trained or chosen with them.",
        "Ordinary ones: every fourth font of those that measure letter dice. Intervals are 95 % (Wilson); a",
        f"symbol is taken without asking from a posterior of {SURE}.",
        "",
        "| dice | dice right | whole tables right | missed | invented | asked | silent errors | ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    trusted: list[tuple[float, bool]] = []
    looks = faces = 0
    for name, fonts in kinds.items():
        plain, taught = Score(), Score()
        for number, font in enumerate(fonts[: options.fonts]):
            rng = Random(f"{options.seed}/{number}/{name}")
            finish = any_finish(rng, HELD_OUT, [font])
            shown = taught_looks(rng, dice, finish)
            looks, faces = looks + len(shown), faces + sum(len(die.faces) for die in dice.dice)
            readers = (DiceReader(dice), DiceReader(dice, enrolled=Enrolled(shown)))
            for table in _tables(rng, dice, finish, options.tables):
                image = render(table)
                plain.add(table, readers[0].read(image))
                taught.add(table, readers[1].read(image))
        trusted += taught.trusted
        lines += [row(f"{name}, unknown", plain), row(f"{name}, shown before", taught)]
        print(*lines[-2:], sep="\n", flush=True)
    lines += ["", f"{looks / max(1, faces):.2f} looks a face were taken.", ""]
    lines += ["How often the eye is right when it says how sure it is, of dice that were shown:", ""]
    lines += reliability.table(trusted)
    print(*lines, sep="\n")
    if not options.dry:
        write("Dice of one's own", lines)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--tables", type=int, default=8, help="of each set")
    parser.add_argument("--fonts", type=int, help="of each kind, at most")
    parser.add_argument("--dry", action="store_true", help="print only")
    return parser.parse_args()


def taught_looks(rng: Random, dice: DiceSet, finish: Finish) -> list[Look]:
    """What is kept of a set that is shown die by die, face by face, all in the same light."""
    mat, light, view = any_mat(rng, SEEN, markers=True), any_light(rng, SEEN), any_view(rng, SEEN)
    pupil = Pupil()
    kept: list[Look] = []
    for die in dice.dice:
        for face, symbol in enumerate(die.faces):
            seen, wanted = 0, 1
            for _ in range(TRIES):
                x, y = (rng.uniform(-AWAY, AWAY) for _ in range(2))
                placed = Placed(die, face, x, y, rng.uniform(0, 360))
                scene = Table((placed,), mat, light, view, finish, seed=rng.randrange(1 << 30))
                reading = pupil.read(render(scene))
                if not reading.items or pupil.shot is None or pupil.shot.sides != die.sides:
                    continue  # the box says so, and the die is laid anew
                kept.append(Look(symbol, die.sides, pupil.shot.upright(symbol)))
                wanted = 1 if seen == 0 and reading.items[0].symbol == symbol else 2
                seen += 1
                if seen == wanted:
                    break
        pupil.enrolled = Enrolled(kept) if kept else None
    return kept


def _tables(rng: Random, dice: DiceSet, finish: Finish, count: int) -> Iterator[Table]:
    for _ in range(count):
        some = rng.sample(dice.dice, rng.randint(6, 9))
        mat, light = any_mat(rng, HELD_OUT, markers=True), any_light(rng, HELD_OUT)
        view = any_view(rng, HELD_OUT)
        yield Table(roll(rng, some), mat, light, view, finish, seed=rng.randrange(1 << 30))


if __name__ == "__main__":
    main()
