"""Tables to measure with, and how a reading of one is scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import dist, sqrt
from random import Random
from statistics import median

from appliance.pieces import DiceSet
from appliance.virtual.dice import roll
from appliance.virtual.scene import Table, Truth, default_font, truth
from appliance.virtual.variety import HELD_OUT, Variety, any_finish, any_light, any_mat, any_view
from appliance.vision.reading import Reading, Symbol
from training.fonts import held_out_fonts, train_fonts

_COLUMNS = ("whole tables right", "missed", "invented", "asked", "silent errors", "taken at once", "ms")


def fonts_to_measure_with() -> tuple[list[str], str]:
    """Font files and what is to be said of them."""
    fonts = held_out_fonts()
    if fonts:
        return fonts, f"{len(fonts)} font files that no training scene used"
    if len(train_fonts()) > 1:
        return (
            train_fonts(),
            "fonts that training used too: the held-out ones are not installed (training/fonts.sh)",
        )
    return [default_font()], "only the shipped font: no others are installed (training/fonts.sh)"


def tables(
    dice: DiceSet,
    seed: int,
    count: int,
    fonts: Sequence[str],
    *,
    variety: Variety = HELD_OUT,
    touching: float = 0.0,
    markers: bool = True,
) -> Iterator[Table]:
    """Rolls of six to nine dice of the set, each under a light, lens, mat and font of its own."""
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        some = rng.sample(dice.dice, rng.randint(min(6, len(dice.dice)), min(9, len(dice.dice))))
        yield Table(
            roll(rng, some, touching=touching),
            any_mat(rng, variety, markers=markers),
            any_light(rng, variety),
            any_view(rng, variety),
            any_finish(rng, variety, fonts),
            seed=rng.randrange(1 << 30),
        )


@dataclass
class Score:
    """Counts over many tables; `clean` are those read right without a question or a word.

    Of dice of `sides` alone, if that is named; with `bodies` a die is right only if its colour is too.
    """

    bodies: bool = False
    sides: int = 0
    dice: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    asked: int = 0
    silent: int = 0
    tables: int = 0
    whole: int = 0
    clean: int = 0
    silent_tables: int = 0
    wrong: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    trusted: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, table: Table, reading: Reading) -> None:
        """Count one reading of one table."""
        mine = [placed.die.sides in (self.sides or placed.die.sides,) for placed in table.dice]
        pairs, extra = matched([true for true, own in zip(truth(table), mine, strict=True) if own], reading)
        silent = sum(item.sure for item in extra)
        good = not extra
        for true, item in pairs:
            self.dice += 1
            if item is None:
                self.missed += 1
                silent += not reading.problems
                self.wrong.append(f"{true.symbol}>–")
                good = False
                continue
            right = item.symbol == true.symbol and (item.body == true.body or not self.bodies)
            self.right += right
            self.trusted.append((item.confidence, right))
            self.asked += not item.sure
            silent += item.sure and not right
            good &= right
            if not right:
                self.wrong.append(f"{self._said(true)}>{self._said(item)}{'!' if item.sure else ''}")
        self.wrong += [f"–>{item.symbol}{'!' if item.sure else ''}" for item in extra]
        self.invented += len(extra)
        self.silent += silent
        self.silent_tables += bool(silent)
        self.tables += 1
        self.whole += good
        self.clean += good and reading.sure
        self.ms.append(reading.ms)

    def _said(self, one: Truth | Symbol) -> str:
        return f"{one.body} {one.symbol}" if self.bodies else one.symbol


def matched(
    true: Sequence[Truth], reading: Reading
) -> tuple[list[tuple[Truth, Symbol | None]], list[Symbol]]:
    """Each die with the symbol read at its place, and what was read where no die lies."""
    left = list(reading.items)
    pairs: list[tuple[Truth, Symbol | None]] = []
    for one in true:
        side = dist(one.corners[0], one.corners[1])
        near = [item for item in left if dist(item.center, one.center) < 0.5 * side]
        best = min(near, key=lambda item: dist(item.center, one.center), default=None)
        if best is not None:
            left.remove(best)
        pairs.append((one, best))
    return pairs, left


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a share, 95 % by default."""
    if not of:
        return 0.0, 1.0
    p = hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def head(*first: str) -> list[str]:
    """What a table of scores begins with; its first columns say what was read and what was right."""
    columns = (*first, *_COLUMNS)
    return [
        "Taken at once are tables that were read right with every symbol sure and no word of anything else.",
        "",
        f"| {' | '.join(columns)} |",
        f"|{' --- |' * len(columns)}",
    ]


def row(name: str, score: Score) -> str:
    """A line of a table of scores."""
    return (
        f"| {name} | {share(score.right, score.dice)} | {share(score.whole, score.tables)} "
        f"| {score.missed} | {score.invented} | {score.asked / max(1, score.dice):.1%} "
        f"| {score.silent} in {score.silent_tables} of {score.tables} tables "
        f"| {score.clean / max(1, score.tables):.1%} | {median(score.ms):.0f} |"
    )


def share(hits: int, of: int) -> str:
    """A share of so many, with its interval."""
    low, high = wilson(hits, of)
    return f"{hits / max(1, of):.2%} of {of} ({low:.1%}–{high:.1%})"
