"""How much better the eye reads dice and tiles that it was shown: `python -m benchmarks.own_set`.

Sets with strange letters, each shown as `tallybox teach` has it, then read on tables in worse light, once
without and once with what was learnt. Writes two sections of docs/accuracy.md.
"""

import argparse
from random import Random

import cv2

from appliance.pieces import dice_set
from appliance.virtual.render import render
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles
from appliance.virtual.variety import HELD_OUT, any_finish
from appliance.vision.dice import SURE_OF_SET, DiceReader
from appliance.vision.enrolled import Enrolled
from appliance.vision.enrolled_tiles import EnrolledTiles
from appliance.vision.reading import SURE
from appliance.vision.tile_net import SYMBOLS
from appliance.vision.tiles import TilesReader
from benchmarks import reliability
from benchmarks import tiles as tile_tables
from benchmarks.page import command_line, conditions, write
from benchmarks.tables import Score, head, row
from training import tile_likeness
from training.fonts import held_out_fonts, strange_fonts
from training.likeness import shown, tables


def main() -> None:
    """Measure, print, and write the sections."""
    parser = command_line(__doc__, tables=8)
    parser.add_argument("--fonts", type=int, help="of each kind, at most")
    parser.add_argument("--only", choices=("dice", "tiles", ""), default="")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for kind, measure in (("dice", _dice), ("tiles", _tiles)):
        if options.only in (kind, ""):
            lines = measure(options)
            print(*lines, sep="\n")
            if not options.dry:
                write(f"{kind.capitalize()} of one's own", lines)


def _dice(options: argparse.Namespace) -> list[str]:
    """The section about dice."""
    dice = dice_set("anabid")
    kinds = {"strange letters": strange_fonts()[::2], "ordinary letters": held_out_fonts()[::8]}
    lines = [
        *conditions(f"benchmarks.own_set --seed {options.seed} --tables {options.tables}"),
        "Sets like that of Anabid! with letters that no training scene had, each shown to the box once, one",
        "die at a time in ordinary light, as `tallybox teach` asks for it: one look a face, and a second one",
        "where the box was not sure of its letter. Then tables of six to nine of these dice, in worse light",
        "and on other mats, are read without and with the pictures; in both cases the eye knows the set.",
        f"Strange letters: {len(kinds['strange letters'])} fonts of hands, black letter, outlines and such,",
        "every second one of packages that were picked by what they say of themselves; nothing was trained",
        "or chosen with them. Ordinary ones: every eighth font of those that measure letter dice.",
        f"Intervals are 95 % (Wilson); a symbol is taken without asking from a posterior of {SURE_OF_SET}.",
        *head("dice", "dice right"),
    ]
    trusted: list[tuple[float, bool]] = []
    looks = faces = 0
    for name, fonts in kinds.items():
        plain, taught = Score(), Score()
        for number, font in enumerate(fonts[: options.fonts]):
            rng = Random(f"{options.seed}/{number}/{name}")
            finish = any_finish(rng, HELD_OUT, [font])
            kept = shown(rng, dice, finish)
            looks, faces = looks + len(kept), faces + sum(len(die.faces) for die in dice.dice)
            readers = (DiceReader(dice), DiceReader(dice, enrolled=Enrolled(kept)))
            for table in tables(rng, HELD_OUT, dice, finish, options.tables):
                image = render(table)
                plain.add(table, readers[0].read(image))
                taught.add(table, readers[1].read(image))
        trusted += taught.trusted
        lines += [row(f"{name}, unknown", plain), row(f"{name}, shown before", taught)]
        print(*lines[-2:], sep="\n", flush=True)
    lines += ["", f"{looks / max(1, faces):.2f} looks a face were taken.", ""]
    lines += ["How often the eye is right when it says how sure it is, of dice that were shown:", ""]
    return [*lines, *reliability.table(trusted)]


def _tiles(options: argparse.Namespace) -> list[str]:
    """The section about tiles."""
    kinds = {"strange letters": strange_fonts()[::2], "ordinary letters": held_out_fonts()[::8]}
    lines = [
        *conditions(f"benchmarks.own_set --seed {options.seed} --tables {options.tables}"),
        "Tiles of an English box in the same fonts, which no training scene had, each set of a make of its",
        "own, shown to the box in ordinary light as `tallybox teach --tiles` asks for it: nine in a row,",
        "three rows, and once more those that the box was not sure of. Then tables of 14 to 30 tiles in",
        "words, crosswords and alone, in worse light and on other mats, are read without and with the",
        "pictures; in both cases the eye knows that it is an English box. Nothing was trained or chosen with",
        "the strange fonts. A layout is right if all of its rows are; a tile is taken without asking from",
        f"a posterior of {SURE}.",
        "",
        "| tiles | tiles right | layouts right | missed | invented | asked | silent errors "
        "| sure and right, sure and wrong | ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    looks = sets = 0
    for name, fonts in kinds.items():
        plain, taught = tile_tables.Score(), tile_tables.Score()
        for number, font in enumerate(fonts[: options.fonts]):
            rng = Random(f"{options.seed}/tiles/{number}/{name}")
            make = any_tiles(rng, [font], HELD_OUT_TILES)
            kept = tile_likeness.shown(rng, make)
            looks, sets = looks + len(kept), sets + 1
            readers = (TilesReader(), TilesReader(enrolled=EnrolledTiles(kept)))
            for table, rows in tile_likeness.tables(rng, HELD_OUT, make, options.tables):
                image = render(table)
                plain.add(table, rows, readers[0].read(image))
                taught.add(table, rows, readers[1].read(image))
        lines += [f"| {name}, unknown | {plain.row} |", f"| {name}, shown before | {taught.row} |"]
        print(*lines[-2:], sep="\n", flush=True)
    return [*lines, "", f"{looks / max(1, sets * len(SYMBOLS)):.2f} pictures a tile were taken."]


if __name__ == "__main__":
    main()
