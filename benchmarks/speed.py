"""What reading costs, beside Tesseract and template correlation: `python -m benchmarks.speed`.

All on one thread, in CPU milliseconds of this process, all in one run. Prints tables and writes them as a
section of docs/accuracy.md.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import dist
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from appliance.pieces import ALPHABET, dice_set
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View, truth
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles
from appliance.vision.dice import DiceReader
from appliance.vision.letters import CROP, MARGINS, judged
from appliance.vision.pips import PipReader
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tiles import TilesReader
from benchmarks.page import command_line, conditions, write
from benchmarks.tables import fonts_to_measure_with, share, tables
from benchmarks.templates import Templates
from benchmarks.tesseract import Yardstick
from benchmarks.tiles import scattered
from training.fonts import train_fonts

ANABID, BID_AND_BLUFF = dice_set("anabid"), dice_set("bid-and-bluff")
_LARGE = (4056, 3040)
_FONTS = 25  # that template correlation knows


def main() -> None:
    """Measure, print, and write the section."""
    parser = command_line(__doc__)
    parser.add_argument("--dice", type=int, default=40, help="dice that the others read too")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    lines = [
        *conditions(f"benchmarks.speed --seed {options.seed}"),
        "CPU milliseconds of a whole reading, from frame to symbols, medians of several readings.",
        "",
        "| what lies there | frame | ms |",
        "| --- | --- | --- |",
        *_dice(options.seed),
        *_tiles(options.seed),
        "",
        "Memory of a process that reads nine dice and a 12-megapixel frame of 100 tiles: "
        f"{_memory(options.seed)} MB at most.",
        "",
        *_peers(options.seed, options.dice),
    ]
    print(*lines, sep="\n")
    if not options.dry:
        write("What reading costs", lines)


def _cost(read: Callable[[Image], object], picture: Image, times: int = 9) -> float:
    """CPU milliseconds of reading the picture, the median of some times after a first one."""
    read(picture)
    took = []
    for _ in range(times):
        start = time.process_time()
        read(picture)
        took.append((time.process_time() - start) * 1000)
    return median(took)


def _dice(seed: int) -> list[str]:
    letters, pips, coloured = DiceReader(ANABID), PipReader(BID_AND_BLUFF), BID_AND_BLUFF.dice
    lines = []
    for count in (0, 1, 2, 4, 6, 9, len(ANABID.dice)):
        pictures = [_rolled(Random(f"{seed}/{count}/{k}"), count) for k in range(5)]
        lines.append(_line(f"{count} letter dice", letters.read, pictures))
    for count in (1, len(coloured)):
        throws = [roll(Random(f"{seed}/pips/{count}/{k}"), coloured[:count]) for k in range(5)]
        pictures = [render(Table(throw, seed=k)) for k, throw in enumerate(throws)]
        lines.append(_line(f"{count} pip dice", pips.read, pictures))
    return lines


def _line(what: str, read: Callable[[Image], object], pictures: Sequence[Image]) -> str:
    ms = median(_cost(read, picture) for picture in pictures)
    return f"| {what} | 1280×960 | {ms:.1f} |"


def _rolled(rng: Random, count: int) -> Image:
    return render(Table(roll(rng, rng.sample(ANABID.dice, count)), seed=rng.randrange(1 << 20)))


def _tiles(seed: int) -> list[str]:
    lines, reader = [], TilesReader(ENGLISH)
    for count in (0, 25, 50, 100):
        picture = _scattered(seed, count)
        ms = _cost(reader.read, picture, times=5)
        lines.append(f"| {count} loose tiles | {_LARGE[0]}×{_LARGE[1]} | {ms:.0f} |")
    return lines


def _scattered(seed: int, count: int) -> Image:
    rng = Random(f"{seed}/tiles/{count}")
    fonts, _ = fonts_to_measure_with()
    bag = list(ENGLISH.bag)
    rng.shuffle(bag)
    sheets = scattered(rng, bag[:count], any_tiles(rng, fonts, HELD_OUT_TILES))[1] if count else ()
    view = replace(View(), width=_LARGE[0], height=_LARGE[1], blur=1.5)
    return render(Table(sheets=sheets, view=view, seed=count))


_READS = """
import cv2, sys
from appliance.pieces import dice_set
from appliance.pieces.tiles import ENGLISH
from appliance.vision.dice import DiceReader
from appliance.vision.tiles import TilesReader
cv2.setNumThreads(1)
assert DiceReader(dice_set("anabid")).read(cv2.imread(sys.argv[1])).items
assert TilesReader(ENGLISH).read(cv2.imread(sys.argv[2])).items
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def _memory(seed: int) -> int:
    """The most memory in MB that a process takes which does nothing but read two frames."""
    with TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in ("dice.png", "tiles.png")]
        for path, picture in zip(paths, (_rolled(Random(seed), 9), _scattered(seed, 100)), strict=True):
            cv2.imwrite(path, picture)
        command = [sys.executable, "-c", _READS, *paths]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return round(int(answer.stdout.split()[-1]) / 1024)


def _peers(seed: int, most: int) -> list[str]:
    """The same crops read by all, each given where the die lies and how it is turned up to a quarter."""
    fonts, said = fonts_to_measure_with()
    some = train_fonts()
    templates, yardstick = Templates(some[:: max(1, len(some) // _FONTS)][:_FONTS]), Yardstick()
    right = {"the eye": 0, "template correlation": 0, "Tesseract": 0}
    took: dict[str, list[float]] = {name: [] for name in right}
    count = 0
    cubes = replace(ANABID, dice=tuple(die for die in ANABID.dice if die.sides == 6))
    for table in tables(cubes, seed, most, fonts):
        image = render(table)
        for true in truth(table)[: max(0, most - count)]:
            count += 1
            patch = Patch(6, *true.center, true.angle, dist(true.corners[0], true.corners[1]))
            wide, face = cut(image, patch, 0, size=CROP, margin=MARGINS[6]), cut(image, patch, 0, size=56)
            works: dict[str, Callable[[], str]] = {
                "the eye": partial(_judged, wide),
                "template correlation": partial(templates.read, face),
            }
            if not yardstick.missing:
                works["Tesseract"] = partial(yardstick.read, image, true)
            for name, work in works.items():
                start = time.perf_counter()
                right[name] += work().upper() == true.symbol.upper()
                took[name].append((time.perf_counter() - start) * 1000)
        if count >= most:
            break
    lines = [
        f"The same {count} crops of six-sided dice, cut out at the dice's true places, up to a quarter turn "
        f"({said}); wall milliseconds, as Tesseract is a process of its own:",
        "",
        "| reader | symbols right | ms a die |",
        "| --- | --- | --- |",
    ]
    lines += [
        f"| {name} | {share(right[name], count)} | {median(ms):.2f} |" for name, ms in took.items() if ms
    ]
    if yardstick.missing:
        lines.append(f"\nTesseract was not measured: {yardstick.missing}.")
    return lines


def _judged(crop: Image) -> str:
    table = np.exp(judged(crop[None], [6])[0][:-2]).sum(axis=0)
    return ALPHABET[int(table.argmax())]


if __name__ == "__main__":
    main()
