"""Weigh what tells a die with pips from other things: `python -m training.pip_chances`.

Draws tables of the set that is known and of any dice, on and off the mat, near and far, in heaps and rows,
beside print and without any dice, under scrawls, by usual lamps and worse. Prints the weights (logistic
regression) that stand in `appliance.vision.pip_chances`, and how often what they say is so. They are to be
chosen anew once the finder's or the pips' network is another.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import dist, log2
from random import Random

import numpy as np
import numpy.typing as npt

from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import BODIES, MORE_BODIES, Finish, Table, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import SEEN, any_finish, any_mat, any_pips, any_view
from appliance.vision.colours import Colours
from appliance.vision.frames import mapped
from appliance.vision.locate import locate
from appliance.vision.pip_chances import FREE, TAKEN, logit
from appliance.vision.pip_look import look
from appliance.vision.pips import about, to_set
from training import cores
from training.fonts import train_fonts
from training.lights import lit
from training.props import Coin, Plate, Squares, any_colour
from training.scrawls import scrawled
from training.solids import in_a_block
from training.tile_prints import prints
from training.views import anywhere, aside

SET = dice_set("bid-and-bluff").dice
ON_MAT, ELSEWHERE, UNKNOWN = "known on the mat", "known elsewhere", "unknown"
"""What the reader knows; a picture without dice may be seen without a mat by either reader."""

_DICE = 0.45
"""Of a die's side: how far off a thing may be found and still be the die."""

_LEAST = 0.1, 0.005
"""Score of the finder, and probability by the network, below which nothing is asked about."""

_BLOCKS = 0.2
"""Share of the tables without a mat whose dice are set side by side."""

_MOST = 30
"""Things of one table that count, chosen by chance: a page of printed sixes is still one page."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A thing on a table: what the two networks say (logits), what else tells, and the truth.

    `known` names the cases that it counts for, `colour` is what its colour is to the set that is known there.
    `scrawled` tells that the picture was drawn over.
    """

    known: str
    pips: int
    said: float
    found: float
    colour: int
    strangers: int
    company: bool
    is_die: bool
    scrawled: bool


def main() -> None:
    """Make the cases, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=1200)
    options = parser.parse_args()
    cases = cores.drawn(partial(_of_table, options.seed, train_fonts()), options.tables)
    for name, kinds in ((ON_MAT, (0, 1)), (UNKNOWN, (0, 1, 2)), (ELSEWHERE, (0, 1, 2))):
        for pips in kinds:
            alike = [case for case in cases if case.known == name and min(case.pips, kinds[-1]) == pips]
            if pips > 1:  # no scrawl is taken for these: it would only make the box ask more
                alike = [case for case in alike if not case.scrawled]
            evidence = np.array([_evidence(case) for case in alike])
            is_die = np.array([case.is_die for case in alike], float)
            weights = fitted(evidence, is_die)
            print(f"set {name}, {pips} pips{' or more' if pips == kinds[-1] else ''}", weights.round(2))
            report(1 / (1 + np.exp(-evidence @ weights)), is_die)


def _of_table(seed: int, fonts: list[str], number: int) -> list[Case]:
    rng = Random(f"{seed}/{number}")
    _, kind, known = rng.choices(_KINDS, [share for share, *_ in _KINDS])[0]
    table = kind(rng, fonts)
    image = render(table)
    over = kind is _without and rng.random() < 0.5
    if over:
        image = scrawled(rng, image)
    plane = locate(image)
    if plane.has_mat != (ON_MAT in known) and UNKNOWN not in known:
        return []
    seen = look(plane)
    colours = to_set(seen, Colours(tuple(die.body for die in SET)), on_mat=plane.has_mat)
    dice, cases = truth(table), []
    for one, colour, (strangers, company) in zip(seen, colours, about(seen), strict=True):
        if one.found.score < _LEAST[0] or one.whether < _LEAST[1]:
            continue
        here = mapped(np.array([[one.found.x, one.found.y]]), plane.to_frame)[0]
        is_die = any(
            dist(here, true.center) < _DICE * dist(true.corners[0], true.corners[1]) for true in dice
        )
        said, found = logit(one.whether), logit(one.found.score)
        cases += [Case(by, one.pips, said, found, colour, strangers, company, is_die, over) for by in known]
    return rng.sample(cases, min(_MOST * len(known), len(cases)))


def _known(rng: Random, fonts: list[str], *, markers: bool = True) -> Table:
    """Some of the set on the mat: in a heap or a row, on a mat of a die's own colour, on a printed board."""
    finish = replace(any_pips(rng, any_finish(rng, SEEN, fonts)), size=rng.uniform(14, 22))
    dice = rng.sample(SET, rng.randint(1, len(SET)))
    mat = any_mat(rng, SEEN, markers=markers)
    kind = rng.choice(("plain", "touching", "side by side", "own colour", "board"))
    if kind == "own colour":
        mat = replace(mat, colour=finish.colours(dice[0].body)[0])
    board = (Sheet(Squares((300, 132), rng.randrange(1 << 20)), 0, 0),) if kind == "board" else ()
    placed = roll(rng, dice, size=finish.size, touching=0.7 if kind == "touching" else 0.0)
    if kind == "side by side":
        placed = in_a_block(rng, placed, finish.size)
    view = any_view(rng, SEEN)
    return Table(placed, mat, lit(rng), view, finish, rng.randrange(1 << 30), board or _things(rng))


def _unknown(rng: Random, fonts: list[str]) -> Table:
    """Dice of any make and colour, on a mat or on anything else."""
    finish = replace(any_pips(rng, any_finish(rng, SEEN, fonts)), size=rng.uniform(12, 30))
    names = list(BODIES | MORE_BODIES)
    dice = [
        Die("any", 6, rng.choice(names), tuple(rng.sample("0123456", 6))) for _ in range(rng.randint(1, 8))
    ]
    mat = any_mat(rng, SEEN, markers=rng.random() < 0.25)
    placed = roll(rng, dice, size=finish.size)
    return Table(placed, mat, lit(rng), any_view(rng, SEEN), finish, rng.randrange(1 << 30), _things(rng))


def _elsewhere(rng: Random, fonts: list[str]) -> Table:
    """Some of the set where no markers are in view."""
    return _known(rng, fonts, markers=False) if rng.random() < 0.5 else _anywhere(rng, fonts, SET)


def _anywhere(rng: Random, fonts: list[str], known: Sequence[Die] = ()) -> Table:
    """Dice of any make (or known ones) on any ground and beside print, as a phone may see them."""
    span = rng.uniform(90, 520)
    finish = replace(any_pips(rng, any_finish(rng, SEEN, fonts)), size=rng.uniform(12, 30))
    names = list(BODIES | MORE_BODIES)
    names = names if rng.random() < 0.5 else [rng.choice(names)]
    most = max(1, int(span * span * 0.39 / (2.6 * finish.size) ** 2))
    count = min(most, rng.randint(1, 8))
    dice = [Die("any", 6, rng.choice(names), tuple(rng.sample("0123456", 6))) for _ in range(count)]
    if known:
        dice = rng.sample(known, min(count, len(known)))
    field, touching = (span * 0.75, span * 0.52), rng.choice((0, 0, 0.6))
    placed = roll(rng, dice, size=finish.size, field=field, touching=touching)
    if rng.random() < _BLOCKS:
        placed = in_a_block(rng, placed, finish.size)
    beside = prints(rng, span, fonts, most=3, full=0.7) if rng.random() < 0.35 else _things(rng)
    return _table(rng, placed, finish, span, beside)


def _without(rng: Random, fonts: list[str]) -> Table:
    """Print on any ground, and no dice."""
    span = rng.uniform(90, 520)
    beside = prints(rng, span, fonts, most=3, full=0.7)
    return _table(rng, (), any_finish(rng, SEEN, fonts), span, beside)


def _table(
    rng: Random, placed: tuple[Placed, ...], finish: Finish, span: float, sheets: tuple[Sheet, ...]
) -> Table:
    mat = any_mat(rng, SEEN, markers=False)
    if rng.random() < 0.5:
        mat = replace(mat, colour=any_colour(rng))
    view = any_view(rng, SEEN, span=(span, span), width=rng.choice((640, 1280, 1280, 1920)))
    chance = rng.random()
    if chance < 0.6:
        view = (aside if chance < 0.25 else anywhere)(rng, view)
    return Table(placed, mat, lit(rng), view, finish, rng.randrange(1 << 30), sheets)


def _things(rng: Random) -> tuple[Sheet, ...]:
    """Now and then a coin or a tile beside the dice."""
    things = []
    for _ in range(rng.choice((0, 0, 0, 0, 0, 0, 1, 2))):
        at = (rng.uniform(-130, 130), rng.uniform(-100, 100))
        thick, seed = rng.uniform(1, 4.5), rng.randrange(1 << 20)
        art = (
            Coin(rng.uniform(15, 30), thick, seed) if rng.random() < 0.5 else Plate((19.0, 19.0), thick, seed)
        )
        things.append(Sheet(art, *at, rng.uniform(0, 360)))
    return tuple(things)


_KINDS = (
    (40, _known, (ON_MAT,)),
    (15, _unknown, (UNKNOWN,)),
    (20, _anywhere, (UNKNOWN,)),
    (15, _without, (UNKNOWN, ELSEWHERE)),
    (20, _elsewhere, (ELSEWHERE,)),
)
"""Shares of the tables that are drawn, and for which cases they count."""


def _evidence(case: Case) -> list[float]:
    row = [1.0, case.said, case.found]
    if case.known != ON_MAT:
        row += [log2(1 + case.strangers), float(case.company)]
    if case.known == ELSEWHERE or (case.known == ON_MAT and not case.pips):
        row += [float(case.colour == kind) for kind in (FREE, TAKEN)]
    return row


def fitted(evidence: Floats, is_die: Floats) -> Floats:
    """The weights of the columns of evidence (n x m) under which the truth is likeliest; large ones cost."""
    weights, cost = np.zeros(evidence.shape[1]), np.diag([0.0] + [1.0] * (evidence.shape[1] - 1))
    for _ in range(50):  # Newton's method
        said = 1 / (1 + np.exp(-evidence @ weights))
        slope = evidence.T @ (said - is_die) + cost @ weights
        bend = (evidence * (said * (1 - said))[:, None]).T @ evidence + cost
        weights -= np.linalg.solve(bend, slope)
    return weights


def report(said: Floats, is_die: Floats) -> None:
    """Print how many of the things said to be so likely are dice."""
    for least, most in pairwise((0, 0.1, 0.5, 0.9, 0.95, 0.99, 1)):
        there = (said >= least) & (said < most)
        if there.any():
            said_and_true = f"said {said[there].mean():.3f}, true {is_die[there].mean():.3f}"
            print(f"  {least} to {most}: {there.sum()}, {said_and_true}")


if __name__ == "__main__":
    main()
