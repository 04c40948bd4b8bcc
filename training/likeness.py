"""Choose how much likeness to an owner's dice counts: `python -m training.likeness`.

Sets with strange and with ordinary letters are shown to the eye as `tallybox teach` has it, and read on
other tables in other light. Prints the `Weights` under which the truth is the least surprise; they stand in
`appliance.vision.enrolled`, and are to be chosen anew once the letters' network is another.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist, exp
from random import Random

import cv2
import numpy as np

from appliance.pieces import ALPHABET, DiceSet, dice_set
from appliance.teach_eye import Pupil
from appliance.teach_hands import ASKEW, AWAY
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Table, truth
from appliance.virtual.variety import PHOTO, SEEN, Variety, any_finish, any_light, any_mat, any_view
from appliance.vision.dice_look import look
from appliance.vision.enrolled import WEIGHTS, Enrolled, Look
from appliance.vision.letters import judged
from appliance.vision.likeness import Compared, Weights, blended
from appliance.vision.locate import locate
from training.fonts import strange_train_fonts, train_fonts

TRIES = 5
"""How often a die is laid down anew that the eye does not see well."""

DIM = replace(
    PHOTO,
    level=(0.45, 0.75),
    elevation=(35, 65),
    ambient=(0.35, 0.6),
    shadow=(0.35, 0.6),
    gradient=(0.1, 0.4),
    gains=(0.82, 1.18),
)
"""Worse light than that in which dice are shown, as on another evening."""

_EVERY = 2, 40  # of the strange fonts and of those for training
_ROUNDS = 6
_NEVER = -1e6  # an answer that no weight makes likely
_LEAST = 1e-6  # probability below which a surprise is no larger


@dataclass(frozen=True)
class Case:
    """A die's top, or a tile, that was read: beside the looks, and the symbol that it truly has (0…26)."""

    seen: Compared
    share: float
    symbol: int


def main() -> None:
    """Make the cases, choose, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=6, help="of each set")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    kinds = [
        [case for font in fonts for case in cases(Random(f"{options.seed}/{font}"), font, options.tables)]
        for fonts in (strange_train_fonts()[:: _EVERY[0]], train_fonts()[:: _EVERY[1]])
    ]
    print([len(kind) for kind in kinds], "tops of strange and of ordinary letters", flush=True)
    choose(kinds, WEIGHTS)


def choose(kinds: Sequence[Sequence[Case]], start: Weights) -> None:
    """Print the weights with which the truth is the least surprise, below those to start from."""
    chosen = fitted(kinds, start, ("hidden", "drawn", "least", "more"))
    half = [half_shown(kind) for kind in kinds]
    scale = (chosen.hidden + chosen.drawn) / (start.hidden + start.drawn)
    chosen = fitted(half, chosen._replace(unseen=start.unseen * scale), ("unseen",))
    report(kinds, start, chosen)


def report(kinds: Sequence[Sequence[Case]], *tried: Weights) -> None:
    """Print how much surprise there is with some weights, and how many are right."""
    for weights in tried:
        said = " and ".join(
            f"{surprise(kind, weights):.4f}, {right(kind, weights):.2%} right" for kind in kinds
        )
        print({name: round(value, 2) for name, value in weights._asdict().items()}, said)


def fitted(kinds: Sequence[Sequence[Case]], start: Weights, free: Sequence[str]) -> Weights:
    """The weights with the least surprise, both kinds of letters counting the same; one changed at a time."""
    best, least = start, sum(surprise(kind, start) for kind in kinds)
    steps = dict.fromkeys(free, 0.4)
    for _ in range(_ROUNDS):
        for name in free:
            for way in (1, -1):
                changed = best._replace(**{name: getattr(best, name) * exp(way * steps[name])})
                total = sum(surprise(kind, changed) for kind in kinds)
                if total < least:
                    best, least = changed, total
                    break
            else:
                steps[name] /= 2
    return best


def surprise(some: Sequence[Case], weights: Weights) -> float:
    """Mean negative logarithm of the true symbols' probabilities."""
    return float(np.mean([-np.log(max(_LEAST, _likely(case, weights)[case.symbol])) for case in some]))


def right(some: Sequence[Case], weights: Weights) -> float:
    """Share of the tops whose symbol is said."""
    return float(np.mean([int(_likely(case, weights).argmax()) == case.symbol for case in some]))


def _likely(case: Case, weights: Weights) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.exp(blended(case.seen, case.share, weights)).sum(axis=0)


def half_shown(some: Sequence[Case]) -> list[Case]:
    """The same cases, had half of the symbols not been shown, others each time."""
    return [_half_shown(case, number) for number, case in enumerate(some)]


def _half_shown(case: Case, seed: int) -> Case:
    """The same, had half of the symbols not been shown."""
    hidden, drawn = case.seen.hidden.copy(), case.seen.drawn.copy()
    out = np.random.default_rng(seed).random(len(ALPHABET)) < 0.5
    hidden[:, out] = drawn[:, out] = np.nan
    return replace(case, seen=replace(case.seen, hidden=hidden, drawn=drawn))


def cases(rng: Random, font: str, count: int) -> Iterator[Case]:
    """Tops on tables of a set in that font; what the set lacks cannot be said."""
    dice = dice_set("anabid")
    finish = any_finish(rng, DIM, [font])
    known = Enrolled(shown(rng, dice, finish))
    for table in tables(rng, DIM, dice, finish, count):
        plane = locate(render(table))
        seen = look(plane, judged)
        places = [(one.patch.x, one.patch.y) for one in seen]
        pixels = (
            cv2.perspectiveTransform(np.array([places], float), plane.to_frame)[0].tolist() if places else []
        )
        for true, placed in zip(truth(table), table.dice, strict=True):
            near = [n for n, at in enumerate(pixels) if dist(at, true.center) < 15]
            if near and seen[near[0]].patch.sides == placed.die.sides:
                one = seen[near[0]]
                compared = known.compared(one.face, one.patch.sides)
                yield Case(_of_set(compared), known.share, ALPHABET.index(true.symbol))


def _of_set(seen: Compared) -> Compared:
    """The network's answers without those for symbols that no die of that shape has."""
    return replace(seen, said=np.where(np.isnan(seen.hidden), _NEVER, seen.said))


def shown(rng: Random, dice: DiceSet, finish: Finish) -> list[Look]:
    """What is kept of a set that is shown die by die, face by face, all in one ordinary light."""
    mat, light, view = any_mat(rng, SEEN, markers=True), any_light(rng, SEEN), any_view(rng, SEEN)
    pupil = Pupil()
    kept: list[Look] = []
    for die in dice.dice:
        for face, symbol in enumerate(die.faces):
            seen, wanted = 0, 1
            for _ in range(TRIES):
                x, y = (rng.uniform(-AWAY, AWAY) for _ in range(2))
                placed = Placed(die, face, x, y, rng.uniform(*ASKEW) % 360)
                scene = Table((placed,), mat, light, view, finish, seed=rng.randrange(1 << 30))
                reading = pupil.read(render(scene))
                if not reading.items or pupil.shot is None or pupil.shot.sides != die.sides:
                    continue  # the box says so, and the die is laid anew
                before = kept[-1].picture if seen else None
                kept.append(Look(symbol, die.sides, pupil.shot.upright(symbol, before)))
                item = reading.items[0]
                wanted = 1 if seen == 0 and item.symbol == symbol and not item.alternatives else 2
                seen += 1
                if seen == wanted:
                    break
        pupil.enrolled = Enrolled(kept) if kept else None
    return kept


def tables(rng: Random, variety: Variety, dice: DiceSet, finish: Finish, count: int) -> Iterator[Table]:
    """Throws of six to nine of the dice, each on a mat and in a light of its own."""
    for _ in range(count):
        some = rng.sample(dice.dice, rng.randint(6, 9))
        mat, light = any_mat(rng, variety, markers=True), any_light(rng, variety)
        view = any_view(rng, variety)
        yield Table(roll(rng, some), mat, light, view, finish, seed=rng.randrange(1 << 30))


if __name__ == "__main__":
    main()
