"""How well the eye reads cards: `python -m benchmarks.card`.

Cards of both decks and strange ones on the virtual table, in fonts, mats and light of their own. Prints a
table and writes its section of docs/accuracy.md.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import median

import cv2

from appliance.lexicon.decks import Card, every_card
from appliance.readers import reader
from appliance.virtual.card import CardArt
from appliance.virtual.render import render
from appliance.virtual.scene import Colour, Table
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import HELD_OUT, any_light, any_mat, any_view
from appliance.vision.reading import SURE, Reading
from benchmarks.page import command_line, conditions, write
from benchmarks.seats import FROM_A_SEAT, SAID, from_a_seat
from benchmarks.tables import fonts_to_measure_with, wilson
from benchmarks.tops import ABOUT, PATTERNED, with_pattern

TITLE = "Cards with a jumble"


@dataclass
class Score:
    """Counts over many cards."""

    cards: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    empty: int = 0
    wrong: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, jumble: str, reading: Reading) -> None:
        """Count one reading of one card."""
        text = "".join(reading.symbols)
        self.cards += 1
        self.right += text == jumble
        self.sure += reading.sure
        self.silent += reading.sure and text != jumble
        self.empty += not text
        self.ms.append(reading.ms)
        if text != jumble:
            self.wrong.append(f"{jumble}>{text or '; '.join(reading.problems)}{'!' if reading.sure else ''}")


def main() -> None:
    """Measure, print, and write the section."""
    options = command_line(__doc__, cards=200).parse_args()
    cv2.setNumThreads(1)
    fonts, said = fonts_to_measure_with()
    told, open_to_all = reader("card", "anagrascramble"), reader("card", "")
    lines = [
        *conditions(f"benchmarks.card --seed {options.seed} --cards {options.cards}"),
        "Rendered 1280×960 pictures of one card each, at any quarter turn and up to 15° askew, under a mat,",
        f"light, lens and paper of its own; {said}.",
        "No real photograph is in these figures. Tesseract is started anew for each line. Intervals are 95 %",
        f"(Wilson); a card is taken without asking from a confidence of {SURE}. “Right or asked” are those",
        "that were read right or of which the box said that it is not sure. Strange cards have jumbles of",
        "neither deck and no coloured band; told the decks, the eye is meant to ask about each of them.",
        "Where any card may lie, it takes a strange one whose letters make a word.",
        *ABOUT,
        *SAID,
        "",
        "| cards | read right | right or asked | asked | nothing read | silent errors | ms |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    half = options.cards // 2
    runs = {
        "of the decks, on the mat": (told, scenes(options.seed, options.cards, fonts)),
        "of the decks, no markers in view": (told, scenes(options.seed + 1, half, fonts, markers=False)),
        f"of the decks, no markers in view, {PATTERNED}": (
            told,
            scenes(options.seed + 1, half, fonts, markers=False, seen=with_pattern),
        ),
        f"of the decks, no markers in view, {FROM_A_SEAT}": (
            told,
            scenes(options.seed + 1, half, fonts, markers=False, seen=from_a_seat),
        ),
        "of the decks, on a mat as pale as they": (
            told,
            scenes(options.seed + 3, half, fonts, pale=True),
        ),
        "of the decks, on a table as pale as they": (
            told,
            scenes(options.seed + 4, half, fonts, pale=True, markers=False),
        ),
        "strange, told the decks": (told, scenes(options.seed + 2, half, fonts, strange=True)),
        "strange, where any may lie": (open_to_all, scenes(options.seed + 2, half, fonts, strange=True)),
    }
    for name, (eye, some) in runs.items():
        score = Score()
        for jumble, table in some:
            score.add(jumble, eye.read(render(table)))
        lines.append(_row(name, score))
        print(lines[-1], *score.wrong, flush=True)
    if not options.dry:
        write(TITLE, lines)


def scenes(
    seed: int,
    count: int,
    fonts: Sequence[str],
    *,
    strange: bool = False,
    markers: bool = True,
    pale: bool = False,
    seen: Callable[[Table], Table] = lambda table: table,
) -> Iterator[tuple[str, Table]]:
    """Jumbles, each with a picture's scene of its card; what it lies on may be as `pale` as it."""
    cards = list(every_card())
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        card = rng.choice(cards)
        jumble = _other_order(rng, card, cards) if strange else card.jumble
        art = CardArt(
            jumble,
            "" if strange else card.deck,
            rng.randint(1, 100),
            font=rng.choice(fonts),
            letter=rng.uniform(0.8, 1.1),
            paper=_tint(rng, (230, 242, 246), 9),
            ink=_tint(rng, (36, 34, 32), 24),
        )
        turn = 90 * rng.randrange(4) + rng.uniform(-15, 15)
        sheet = Sheet(art, rng.uniform(-110, 110), rng.uniform(-70, 70), turn)
        mat, light = any_mat(rng, HELD_OUT, markers=markers), any_light(rng, HELD_OUT)
        mat = replace(mat, colour=_tint(rng, art.paper, 9)) if pale else mat
        view = any_view(rng, HELD_OUT)
        yield jumble, seen(Table((), mat, light, view, seed=rng.randrange(1 << 30), sheets=(sheet,)))


def _other_order(rng: Random, card: Card, cards: Sequence[Card]) -> str:
    known = {card.jumble for card in cards}
    while (jumble := "".join(rng.sample(card.jumble, 7))) in known:
        pass
    return jumble


def _tint(rng: Random, colour: Colour, by: int) -> Colour:
    b, g, r = (max(0, min(255, part + rng.randint(-by, by))) for part in colour)
    return b, g, r


def _row(name: str, score: Score) -> str:
    return (
        f"| {name} | {_share(score.right, score.cards)} | {_share(score.cards - score.silent, score.cards)} "
        f"| {score.cards - score.sure} | {score.empty} | {score.silent} | {median(score.ms):.0f} |"
    )


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / max(1, of):.1%} of {of} ({low:.1%}–{high:.1%})"


if __name__ == "__main__":
    main()
