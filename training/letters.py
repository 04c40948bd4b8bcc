"""Train the networks that read letter dice, at a glance and from near: `python -m training.letters`.

Renders scenes with the training fonts and cuts the dice out a little beside their places as the finder may.
"""

import argparse
from collections.abc import Sequence
from functools import cache
from math import cos, exp, radians, sin

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.pieces import ALPHABET
from appliance.vision.letters import LEANS_AT, MARGINS, NOTHING_AT, STARTS, TURNS
from appliance.vision.plane import Image
from appliance.vision.straighten import D8_FACE
from training.bent import sampled
from training.crops import AROUND, NOTHING, WIDE, Sample, samples
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import DieNet, NearNet, answered, export
from training.recut import farther

Floats = npt.NDArray[np.float32]


def main() -> None:
    """Make the data, train both on it, export, and say how well they do on scenes of the same kind."""
    chosen = options(__doc__, scenes=650, rounds=10)
    data, check = drawn(chosen, lambda seed, scenes: samples(seed, scenes, train_fonts()))
    for name, net in (("dice-letters.onnx", DieNet()), ("dice-letters-near.onnx", NearNet())):
        _train(net, name, data, check, chosen)


def _train(
    net: DieNet | NearNet,
    name: str,
    data: Sequence[Sample],
    check: Sequence[Sample],
    chosen: argparse.Namespace,
) -> None:
    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        crops, sides, truth = batch(part, rng, net.size)
        answers = answered(net, crops).flatten(1)
        return _loss(answers, sides, truth)

    def said(made: nn.Module) -> str:
        return f"check {score(made, net.size, check):.4f}"

    made, seen = fit(net, name, data, chosen, batch=96, loss_of=loss_of, said=said)
    export(made, chosen.out / name, seen)


def batch(
    part: Sequence[Sample], rng: np.random.Generator, size: int
) -> tuple[torch.Tensor, npt.NDArray[np.int64], torch.Tensor]:
    """Crops as the eye may cut them, the dice's sides, and the column of the answer that is true."""
    crops = np.empty((len(part), size, size, 3), np.float32)
    truth = []
    for number, sample in enumerate(part):
        turn = int(rng.integers(TURNS[sample.sides])) if sample.sides else 0
        crops[number] = _worn(_shaken(sample, turn, rng, size), rng)
        truth.append(_column(sample, turn))
    sides = np.array([sample.sides for sample in part])
    stack = torch.from_numpy(crops).permute(0, 3, 1, 2)
    return stack, sides, torch.tensor(truth)


def _column(sample: Sample, turn: int) -> int:
    if sample.label >= NOTHING:
        return NOTHING_AT if sample.label == NOTHING else LEANS_AT
    return STARTS[sample.sides or 6] + turn * len(ALPHABET) + sample.label


@cache
def _grid(size: int) -> Floats:
    return np.stack(np.meshgrid(*[np.arange(size, dtype=np.float32) - (size - 1) / 2] * 2), axis=-1)


def _shaken(sample: Sample, turn: int, rng: np.random.Generator, size: int) -> Image:
    """The face as a finder may show it: beside its place, turned, larger or smaller; its letter bent."""
    shape = sample.sides or 6
    wide = farther(sample.wide, int(rng.integers(24, 60))) if rng.random() < 0.2 else sample.wide
    step = WIDE / AROUND / size * exp(rng.normal(0, 0.06))
    extent = size / MARGINS[shape] * (1.0 if shape == 6 else 1 / D8_FACE)
    shift = np.clip(rng.normal(0, 0.05 if shape == 6 else 0.04, 2), -0.13, 0.13) * extent
    # The symbol's up is to be at turn k of what is cut out: that is cut out turned back by as much.
    angle = radians(-360 / TURNS[shape] * turn + rng.normal(0, 3))
    slant, stretch = radians(rng.normal(0, 3)), exp(rng.normal(0, 0.04))
    turned = np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    bent = np.array([[stretch, sin(slant)], [0, 1 / stretch]])
    linear = (step * bent @ turned).astype(np.float32)
    places = (_grid(size) + shift.astype(np.float32)) @ linear.T + np.float32((WIDE - 1) / 2)
    return sampled(wide, places, rng, often=0.4, by=0.8)


_KERNEL = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def _worn(crop: Image, rng: np.random.Generator) -> Floats:
    """The crop with bolder or thinner print, in other colours and light, blurred, noisy, with a glare."""
    image = crop
    if rng.random() < 0.3:
        change = cv2.erode if rng.random() < 0.5 else cv2.dilate
        share = rng.uniform(0.2, 0.8)
        image = np.asarray(cv2.addWeighted(image, 1 - share, change(image, _KERNEL), share, 0), np.uint8)
    picture = image.astype(np.float32) * np.float32(1 / 255)
    if rng.random() < 0.2:  # what the lamp does not reach is lost in the dark
        lost = np.float32(rng.uniform(0.2, 0.9) * np.percentile(picture, 10))
        picture = np.clip((picture - lost) / (1 - lost), 0, 1)
    if rng.random() < 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    if rng.random() < 0.12:
        picture = picture + _glare(rng, len(crop))
    if rng.random() < 0.3:
        picture = picture[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.08:
        picture = 1 - picture
    if rng.random() < 0.7:
        gains = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.6, 1.3)
        picture = np.clip(picture * gains.astype(np.float32), 0, 1) ** np.float32(rng.uniform(0.7, 1.5))
    if rng.random() < 0.4:
        picture = (picture - 0.5) * np.float32(rng.uniform(0.5, 1.15)) + np.float32(rng.uniform(0.4, 0.6))
    if rng.random() < 0.4:
        grain = rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(0.01, 0.07))
        if rng.random() < 0.4:  # as cameras leave it that smooth it, and pictures that are enlarged
            grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.0)), np.float32)
        picture = picture + grain
    return np.clip(picture, 0, 1).astype(np.float32)


def _glare(rng: np.random.Generator, size: int) -> Floats:
    spot = np.zeros((size, size), np.float32)
    middle = [int(v) for v in rng.normal(size / 2, size / 6, 2)]
    axes = (int(rng.uniform(0.05, 0.22) * size), int(rng.uniform(0.05, 0.15) * size))
    cv2.ellipse(spot, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), rng.uniform(0.8, 3.0))
    return np.asarray(soft[:, :, None] * rng.uniform(0.15, 0.9), np.float32)


def _loss(answers: torch.Tensor, sides: npt.NDArray[np.int64], truth: torch.Tensor) -> torch.Tensor:
    """Of each crop the cross-entropy over what a die of its shape may show."""
    losses = torch.zeros(len(sides))
    for shape in np.unique(sides).tolist():
        mine = torch.from_numpy(np.flatnonzero(sides == shape))
        columns = columns_of(shape)
        wanted = torch.searchsorted(columns, truth[mine])
        losses[mine] = nn.functional.cross_entropy(
            answers[mine][:, columns], wanted, label_smoothing=0.02, reduction="none"
        )
    return losses


def columns_of(sides: int) -> torch.Tensor:
    """The columns of the network's answer that count for a shape, in order; on paper, upright letters."""
    if not sides:
        return torch.arange(len(ALPHABET))
    own = torch.arange(STARTS[sides], STARTS[sides] + TURNS[sides] * len(ALPHABET))
    return torch.cat([own, torch.tensor([NOTHING_AT, LEANS_AT])])


def score(net: nn.Module, size: int, check: Sequence[Sample]) -> float:
    """Share of the faces, shaken and worn as in training, whose symbol is said, whatever the turn."""
    net.eval()
    rng = np.random.default_rng(0)
    right = 0
    with torch.no_grad():
        for k in range(0, len(check), 200):
            part = check[k : k + 200]
            crops, sides, _ = batch(part, rng, size)
            raw = net(crops).flatten(1)
            for row, shape, sample in zip(raw, sides.tolist(), part, strict=True):
                own = row[columns_of(shape)].softmax(dim=0)
                turned = own[: TURNS.get(shape, 1) * len(ALPHABET)].reshape(-1, len(ALPHABET))
                said = torch.cat([turned.sum(dim=0), own[turned.numel() :]])
                right += int(said.argmax()) == sample.label
    return right / max(1, len(check))


if __name__ == "__main__":
    main()
