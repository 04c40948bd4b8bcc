"""Train the network that tells how a die lies: `python -m training.pose`.

It sees a crop about what the finder took for a die, a little beside its place and not turned, and tells its
shape, and where exactly its top is, how large and how turned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import cos, dist, hypot, log2, radians, sin
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.virtual.dice import D6_SIZE
from appliance.virtual.render import render
from appliance.virtual.scene import Truth, truth
from appliance.virtual.variety import SEEN
from appliance.vision.finder import OCTAHEDRON, at_scale
from appliance.vision.plane import Image, bare
from appliance.vision.pose import CROP, MARGIN, MIDDLE, NONE, SIZE, TURNS, WAY, WIDTH
from appliance.vision.straighten import Patch, cut
from training import cores, crops, fit, solids
from training.finder import FOLDS, worn
from training.fonts import train_fonts
from training.net import LyingNet, answered, export
from training.recut import farther, recut, told_by, well_within

MODEL = "dice-pose.onnx"
WIDE, AROUND = 72, 1.7
"""Side in pixels of a stored crop, and over what the network sees, so that it can be shifted and turned."""

_BATCH = 128
_WIDTHS = (16, 24, 48, 48, 64, 64, 72)  # of the layers
_TURNED = 1.2  # what the angle counts in the loss
_KINDS = tuple(FOLDS)
_OTHERS = 6  # things of a scene at most that are no dice
_SMALLEST = 10.0  # pixels of a side: of smaller dice nothing is to be told
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sample:
    """A die with its surroundings, not turned, its top in the middle: how many sides, and its angle.

    Where `sides` is 0 there is no die. `found` is where the finder sees it, right and down of the middle, and
    its side, all over the true side; None if it passes over it.
    """

    wide: Image
    sides: int
    angle: float
    found: tuple[float, float, float] | None = None


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = fit.options(__doc__, scenes=400, rounds=10)
    fonts = train_fonts()
    data, check = fit.drawn(chosen, lambda seed, scenes: samples(seed, scenes, fonts))

    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        looks, target = batch(part, rng)
        answers = answered(net, looks).flatten(1)
        return _loss(answers, target)

    net = LyingNet(CROP, _WIDTHS, WIDTH)
    made, seen = fit.fit(
        net, MODEL, data, chosen, batch=_BATCH, loss_of=loss_of, said=lambda one: _said(one, check)
    )
    export(made, chosen.out / MODEL, seen)


def samples(seed: int, scenes: int, fonts: list[str]) -> list[Sample]:
    """The crops of that many scenes, letter dice and others; the same for a seed and fonts."""
    return cores.drawn(partial(_looks, seed, fonts), scenes)


def _looks(seed: int, fonts: list[str], number: int) -> list[Sample]:
    """Those of one scene."""
    rng = Random(seed * 1_000_003 + number)
    return list(_of_letters(rng, fonts) if number % 2 else _of_solids(rng, fonts))


def _of_letters(rng: Random, fonts: list[str]) -> Iterator[Sample]:
    table = crops.scene(rng, fonts, SEEN)
    image = render(table)
    all_true = truth(table)
    dice = [(true, _side(true), lying.die.sides) for lying, true in zip(table.dice, all_true, strict=True)]
    yield from _dice(rng, image, dice)
    size = 640 * D6_SIZE / table.view.span
    yield from _nothing(rng, image, size, [true.center for true in all_true], [])


def _of_solids(rng: Random, fonts: list[str]) -> Iterator[Sample]:
    mix = rng.choice((solids.EVERYWHERE, solids.WITHOUT_MAT))
    octahedra = rng.choice((0.0, 0.4))
    one = solids.scene(rng, fonts, rng.choice((0.0, 0.3)), octahedra=octahedra, letters=0.5, mix=mix)
    yield from _dice(rng, one.image, [(die.true, die.side, die.sides) for die in one.dice])
    side = one.dice[0].side if one.dice else 40.0
    yield from _nothing(rng, one.image, side, [die.true.center for die in one.dice], list(one.others))


def _side(true: Truth) -> float:
    return sum(dist(true.corners[k], true.corners[k - 1]) for k in range(4)) / 4


def _dice(rng: Random, image: Image, dice: list[tuple[Truth, float, int]]) -> Iterator[Sample]:
    """The dice (what is true of each, side, how many sides) that lie well within the picture."""
    usual = dice[0][1] if dice else 40.0
    found = at_scale(bare(image), min(1.5, rng.uniform(14, 40) / usual), *TURNS)
    for true, side, sides in dice:
        x, y = true.center
        if well_within(image, x, y, side) and side > _SMALLEST:
            told = told_by(found, x, y, side, near=0.35)
            yield Sample(_wide(image, x, y, side), sides, true.angle, told)


def _nothing(
    rng: Random,
    image: Image,
    side: float,
    dice: list[tuple[float, float]],
    others: list[tuple[float, float, float]],
) -> Iterator[Sample]:
    """Other things, and places on the table, where no die is."""
    some = rng.sample(others, min(_OTHERS, len(others)))
    places = [(x, y, rng.uniform(0.8, 1.2) * max(wide, _SMALLEST)) for x, y, wide in some]
    if rng.random() < 0.3:
        places.append((rng.uniform(0, 640), rng.uniform(0, 480), side * rng.uniform(0.7, 1.4)))
    if dice and rng.random() < 0.3:  # beside a die
        x, y = rng.choice(dice)
        away, way = rng.uniform(0.75, 1.2) * side, rng.uniform(0, 360)
        places.append((x + away * cos(radians(way)), y + away * sin(radians(way)), side))
    for x, y, wide in places:
        if all(hypot(x - u, y - v) > 0.7 * wide for u, v in dice):
            yield Sample(_wide(image, x, y, wide), 0, 0.0)


def _wide(image: Image, x: float, y: float, side: float) -> Image:
    return cut(image, Patch(6, x, y, 0.0, side), 0, size=WIDE, margin=MARGIN * AROUND)


def batch(part: list[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops as the finder may place them, and what is to be said of them (n x WIDTH + 1).

    In place of the kinds stands in the first column which it is.
    """
    looks = np.empty((len(part), CROP, CROP, 3), np.float32)
    target = np.zeros((len(part), WIDTH), np.float32)
    for number, sample in enumerate(part):
        look, target[number] = _shaken(sample, rng)
        looks[number] = worn(look, rng)
    return torch.from_numpy(looks).permute(0, 3, 1, 2), torch.from_numpy(target)


def _shaken(sample: Sample, rng: np.random.Generator) -> tuple[Image, Floats]:
    """The die as the finder may tell it, turned and mirrored by chance, and the true answer."""
    told = 2 ** float(np.clip(rng.normal(0, 0.14), -0.4, 0.4))  # the side told over the true one
    if rng.random() < 0.12:  # told as if it were of another shape
        told *= rng.choice((1 / 1.18, 1.18))
    shift = np.clip(rng.normal(0, 0.07, 2), -0.22, 0.22)  # of the true side
    if sample.found is not None and rng.random() < 0.6:
        # What deceives the finder may deceive this network too.
        right, down, side = sample.found
        told = float(np.clip(side, 0.6, 1.6)) * 2 ** float(rng.normal(0, 0.04))
        shift = np.array([right, down]) + rng.normal(0, 0.02, 2)
    turn = float(rng.uniform(0, 360))
    pixel = WIDE / (MARGIN * AROUND)  # a true side in the stored crop
    source = farther(sample.wide, int(rng.integers(26, 60))) if rng.random() < 0.2 else sample.wide
    look = recut(source, CROP, AROUND, told=told, shift=shift * pixel, turn=turn)
    target = np.zeros(WIDTH, np.float32)
    target[0] = NONE if not sample.sides else _KINDS.index(sample.sides)
    # What was turned by so much now lies that much back.
    a = radians(turn)
    back = np.array([[cos(a), sin(a)], [-sin(a), cos(a)]])
    target[MIDDLE] = back @ -shift / told
    target[SIZE] = -log2(told)
    angle = sample.angle - turn
    for column, fold in (*TURNS.values(), (WAY, 3)):
        target[column], target[column + 1] = cos(radians(fold * angle)), sin(radians(fold * angle))
    return look, target


def _loss(answers: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Of each look: cross-entropy of the kind, and how far off is what is measured where such a die lies."""
    kind = target[:, 0].long()
    away = (answers - target).abs()
    loss = nn.functional.cross_entropy(answers[:, : NONE + 1], kind, label_smoothing=0.01, reduction="none")
    loss = loss + 3 * (kind != NONE) * away[:, MIDDLE.start : SIZE + 1].mean(dim=1)
    for which, (column, _) in TURNS.items():
        loss = loss + _TURNED * (kind == which) * away[:, column : column + 2].mean(dim=1)
    # The mean of what may be: its length tells how sure it is.
    return loss + _TURNED * (kind == OCTAHEDRON) * (away[:, WAY : WAY + 2] ** 2).mean(dim=1)


def _said(net: nn.Module, check: list[Sample]) -> str:
    """How often the kind is right, and how far middles and angles are off."""
    net.eval()
    rng = np.random.default_rng(0)
    rows, targets = [], []
    with torch.no_grad():
        for k in range(0, len(check), 200):
            looks, target = batch(check[k : k + 200], rng)
            rows.append(net(looks).flatten(1).numpy())
            targets.append(target.numpy())
    said, true = np.concatenate(rows), np.concatenate(targets)
    kind = true[:, 0].astype(int)
    right = float((said[:, : NONE + 1].argmax(axis=1) == kind).mean())
    there = kind != NONE
    off = float(np.percentile(np.hypot(*(said - true)[there][:, MIDDLE].T), 95))
    words = [f"kind {right:.4f}", f"middle {off:.3f} (95 %)"]
    for which, (column, fold) in TURNS.items():
        mine = kind == which
        a, b = (np.arctan2(t[mine][:, column + 1], t[mine][:, column]) for t in (said, true))
        away = np.degrees(np.abs((a - b + np.pi) % (2 * np.pi) - np.pi)) / fold
        words.append(f"{_KINDS[which]}: {np.median(away):.1f}°, {np.percentile(away, 97):.1f}° (97 %)")
    octahedra = kind == 1
    agree = (said * true)[octahedra][:, WAY : WAY + 2].sum(axis=1) > 0
    return ", ".join([*words, f"way {agree.mean():.4f}"])


if __name__ == "__main__":
    main()
