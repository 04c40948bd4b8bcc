"""Train the network that finds dice on any ground: `python -m training.finder`.

It is fully convolutional: a picture goes in, and for every fourth pixel both ways comes out how likely the
top of a cube, an octahedron or a twelve-sided die has its middle there, and where exactly, how large and how
turned it is. Dice that lean are to be found as well: who reads them says so.
"""

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import radians
from random import Random

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.plane import Image
from training import cores
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import ANY_SIZE, answered, block, export, gone_on, rare
from training.solids import EVERYWHERE, Mix, Scene, scene

MODEL = "dice-finder.onnx"
STRIDE, USUAL = 4, 24.0
"""Pixels between answers, and the side of a die whose logarithm is nought."""

FOLDS = {6: 4, 8: 3, 12: 5}
"""In how many turns a top face looks the same, by the die's sides; the heat maps come in this sequence."""

KINDS = len(FOLDS)
"""Heat maps, which come before the five measures."""
MEASURED = 0.5
"""What the measures count beside the heat."""

_SIDES = tuple(FOLDS)
_WARM, _MOVED = 0.2, 0.06  # heat from which measures are kept, and what their change counts beside the heat's
_CROP, _ROOM, _BATCH = 128, 176, 16
_SMALLEST, _LARGEST = 10.0, 56.0
Floats = npt.NDArray[np.float32]


class FinderNet(nn.Module):
    """Convolutions at a half, a quarter and an eighth of the picture, brought back to the quarter.

    `widths` are those at each of these, and of the last before the answers.
    """

    def __init__(self, widths: tuple[int, int, int, int]) -> None:
        super().__init__()
        half, quarter, eighth, last = widths
        self.fine = nn.Sequential(
            *block(3, half, stride=2), *block(half, quarter, stride=2), *block(quarter, quarter)
        )
        self.coarse = nn.Sequential(
            *block(quarter, eighth, stride=2),
            *block(eighth, eighth),
            *block(eighth, eighth),
            *block(eighth, eighth),
            nn.ConvTranspose2d(eighth, quarter, 2, 2),
        )
        self.both = nn.Sequential(*block(quarter, last), nn.Conv2d(last, KINDS + 5, 1))
        rare(self.both[-1], KINDS, -4.0)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Answers (n x 8 x h/4 x w/4) to pictures (n x 3 x h x w, 0…1, sides multiples of 8)."""
        fine = self.fine(pictures)
        answer: torch.Tensor = self.both(fine + self.coarse(fine))
        return answer


@dataclass(frozen=True)
class Window:
    """A piece of a scene at some scale; `dice` (n x 5): sides, x, y, side, angle in degrees.

    Of what is `kept` a network that goes on is to say what it said before, too.
    """

    image: Image
    dice: Floats
    kept: bool = False


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    trained(FinderNet((20, 32, 80, 40)), MODEL, options(__doc__, scenes=400, rounds=10), windows)


def trained(
    net: FinderNet, name: str, chosen: Namespace, samples: Callable[[int, int], list[Window]]
) -> None:
    """The same of any such network, called so, with these samples (of a seed and so many scenes)."""
    data, check = drawn(chosen, samples)
    before = None
    if chosen.start:
        looks, _ = _batch(data[: 4 * _BATCH], np.random.default_rng(0))
        before = gone_on(net, chosen.start / name, looks)

    def loss_of(some: list[Window], rng: np.random.Generator) -> torch.Tensor:
        looks, targets = _batch(some, rng)
        answers = answered(net, looks)
        found, measured = losses(answers, targets)
        kept = torch.tensor([window.kept for window in some])
        if before is None or not kept.any():
            return found + MEASURED * measured
        with torch.no_grad():
            said = answered(before, looks)
        return found + MEASURED * measured + kept * _changed(answers, said) / _usual(targets[:, :KINDS] == 1)

    made, seen = fit(
        net, name, data, chosen, batch=_BATCH, loss_of=loss_of, said=lambda one: _said(one, check)
    )
    export(made, chosen.out / name, seen, ANY_SIZE)


def _batch(some: Sequence[Window], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    pictures, targets = zip(*(sample(window, rng) for window in some), strict=True)
    return torch.from_numpy(np.stack(pictures)), torch.from_numpy(np.stack(targets))


def _changed(answers: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
    """How far the answers to each picture are from those before (Li and Hoiem, "Learning without Forgetting",
    2017): heat everywhere, measures where there was some.
    """
    heat, was = torch.sigmoid(answers[:, :KINDS]), torch.sigmoid(before[:, :KINDS])
    there = was.amax(dim=1, keepdim=True) > _WARM
    away = there * (answers[:, KINDS:] - before[:, KINDS:]).abs()
    return ((heat - was) ** 2).sum(dim=(1, 2, 3)) + _MOVED * away.sum(dim=(1, 2, 3))


def _usual(there: torch.Tensor) -> float:
    """How often it is there in a picture, in the mean, or once."""
    return float(there.sum(dim=(1, 2, 3)).clamp(min=1).float().mean())


def windows(seed: int, scenes: int, mix: Mix = EVERYWHERE) -> list[Window]:
    """Pieces of that many scenes; the same for a seed and fonts, on any number of cores."""
    return cores.drawn(partial(of_scene, seed, train_fonts(), mix), scenes)


def of_scene(seed: int, fonts: list[str], mix: Mix, number: int) -> list[Window]:
    """Those of one scene."""
    rng = Random(seed * 1_000_003 + number)
    numbers, octahedra = rng.choice((0.0, 0.0, 0.15, 0.6)), rng.choice((0.0, 0.0, 0.3, 0.7))
    letters = rng.choice((0.0, 0.0, 0.5, 1.0, 1.0))
    whole = scene(rng, fonts, numbers, octahedra=octahedra, letters=letters, mix=mix)
    return [window(rng, whole) for _ in range(6)]


def window(rng: Random, whole: Scene) -> Window:
    """A window about some die or something else, so that the die is of a size that is to be found.

    More often about something else, and at any scale, where the ground has a pattern.
    """
    beside, wrong = (0.5, 0.35) if whole.table.mat.pattern else (0.25, 0.12)
    spots = [(*die.true.center, die.side) for die in whole.dice]
    side = spots[0][2] if spots else rng.uniform(20, 100)
    if not spots or rng.random() < beside:
        spots = [*whole.others, (rng.uniform(0, 640), rng.uniform(0, 480), side)]
    x, y, side = rng.choice(spots)
    factor = 2 ** rng.uniform(np.log2(_SMALLEST * 1.1), np.log2(_LARGEST * 0.95)) / max(8.0, side)
    if rng.random() < wrong:  # a scale at which all dice are too large or too small
        factor *= rng.choice((0.3, 3.0))
    factor = min(factor, 3.0)
    shift = [_ROOM / 2 + rng.uniform(-40, 40) - factor * (v + 0.5) + 0.5 for v in (x, y)]
    place = np.array([[factor, 0, shift[0] - 0.5], [0, factor, shift[1] - 0.5]])
    place[:, 2] += 0.5 * factor
    source = whole.image
    if factor < 0.6:
        source = np.asarray(cv2.blur(source, (round(0.8 / factor),) * 2), np.uint8)
    beyond = whole.image.mean(axis=(0, 1)).tolist()  # a mirror would show dice that nobody knows of
    image = cv2.warpAffine(source, place, (_ROOM, _ROOM), borderValue=beyond)
    rows = [(d.sides, *(place @ [*d.true.center, 1]), d.side * factor, d.true.angle) for d in whole.dice]
    return Window(np.asarray(image, np.uint8), np.array(rows, np.float32).reshape(-1, 5))


def sample(window: Window, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A picture to learn from (3 x h x w, 0…1) and what is to be said of it (10 x h/4 x w/4)."""
    x0, y0 = (int(v) for v in rng.integers(0, _ROOM - _CROP + 1, 2))
    image = window.image[y0 : y0 + _CROP, x0 : x0 + _CROP]
    dice = window.dice.copy()
    dice[:, 1:3] -= (x0, y0)
    if rng.random() < 0.5:
        image = image[:, ::-1]
        dice[:, 1] = _CROP - 1 - dice[:, 1]
        dice[:, 4] *= -1
    for _ in range(int(rng.integers(4))):  # a quarter turn to the left
        image = np.rot90(image)
        dice[:, 1:3] = np.stack([dice[:, 2], _CROP - 1 - dice[:, 1]], axis=1)
        dice[:, 4] -= 90
    picture = worn(np.ascontiguousarray(image), rng)
    return np.ascontiguousarray(picture.transpose(2, 0, 1)), _target(dice)


def worn(image: Image, rng: np.random.Generator) -> Floats:
    """Other colours, other light, blur, noise and compression."""
    picture = image.astype(np.float32) / 255
    if rng.random() < 0.3:
        picture = picture[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.7:
        picture = picture * rng.uniform(0.75, 1.2, 3).astype(np.float32) * np.float32(rng.uniform(0.6, 1.2))
        picture = np.clip(picture, 0, 1) ** np.float32(rng.uniform(0.7, 1.5))
    if rng.random() < 0.25:  # what the lamp does not reach is lost in the dark
        lost = np.float32(rng.uniform(0.2, 0.9) * np.percentile(picture, 25))
        picture = np.clip((picture - lost) / (1 - lost), 0, 1)
    if rng.random() < 0.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    if rng.random() < 0.5:
        picture = picture + rng.normal(0, rng.uniform(0.005, 0.05), picture.shape).astype(np.float32)
    picture = np.clip(picture, 0, 1)
    if rng.random() < 0.15:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))]
        _, data = cv2.imencode(".jpg", (picture * 255).astype(np.uint8), quality)
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.float32) / 255
    return np.asarray(picture, np.float32)


def _target(dice: Floats) -> Floats:
    """The heat maps, five measures, where these count, and where the heat does not."""
    n = _CROP // STRIDE
    target = np.zeros((KINDS + 7, n, n), np.float32)
    measures, counted, ignored = target[KINDS:-2], target[-2], target[-1]
    rows, columns = np.mgrid[0:n, 0:n].astype(np.float32)
    for sides, x, y, side, angle in dice:
        u, v = (x - 2) / STRIDE, (y - 2) / STRIDE
        away = (columns - u) ** 2 + (rows - v) ** 2
        if not _SMALLEST <= side <= _LARGEST:
            if 0.8 * _SMALLEST < side < 1.25 * _LARGEST:
                ignored[away < (0.6 * side / STRIDE) ** 2] = 1
            continue
        sigma = max(0.6, 0.1 * side / STRIDE)
        heat = target[_SIDES.index(int(sides))]
        np.maximum(heat, np.exp(-away / (2 * sigma**2)), out=heat)
        column, row = round(float(u)), round(float(v))
        if not (0 <= column < n and 0 <= row < n):
            continue
        heat[row, column] = 1.0
        near = (abs(columns - u) < 1.2) & (abs(rows - v) < 1.2)
        turn = radians(FOLDS[int(sides)] * float(angle))
        measures[0][near] = np.log2(side / USUAL)
        measures[1][near] = (u - columns)[near]
        measures[2][near] = (v - rows)[near]
        measures[3][near] = np.cos(turn)
        measures[4][near] = np.sin(turn)
        counted[near] = 1.0
    return target


def losses(answer: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Of each picture the focal loss of the heat, and the distance of the measures where dice are."""
    heat, wanted = answer[:, :KINDS], target[:, :KINDS]
    counts = (1 - target[:, -1:]).expand_as(wanted)
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    hit = (wanted == 1).float()
    missed = hit * (1 - p) ** 2 * torch.log(p)
    invented = (1 - hit) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    mask = target[:, -2:-1]
    away = mask * (answer[:, KINDS:] - target[:, KINDS:-2]).abs()
    # A picture with many dice counts for as many.
    usual_hits, usual_places = (max(1.0, float(one.sum())) / len(answer) for one in (hit, mask))
    found = -((missed + invented) * counts).sum(dim=(1, 2, 3)) / usual_hits
    measured = (away[:, :3].sum(dim=(1, 2, 3)) + 0.5 * away[:, 3:].sum(dim=(1, 2, 3))) / usual_places
    return found, measured


def _said(net: nn.Module, check: list[Window]) -> str:
    """How far off heat and measures are in windows that were not trained with."""
    net.eval()
    rng = np.random.default_rng(0)
    parts = []
    with torch.no_grad():
        for k in range(0, len(check) - _BATCH + 1, _BATCH):
            looks, targets = _batch(check[k : k + _BATCH], rng)
            parts_of = losses(net(looks), targets)
            parts.append([float(one.mean()) for one in parts_of])
    found, placed = np.mean(parts, axis=0)
    return f"found {found:.3f}, placed {placed:.3f}"


if __name__ == "__main__":
    main()
