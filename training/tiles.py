"""Train the network that reads tiles: `python -m training.tiles`.

Renders scenes with the training fonts and cuts out tiles, and what tile-finder.onnx wrongly takes for one.
"""

from collections.abc import Sequence
from unicodedata import normalize

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.plane import Image
from appliance.vision.tile_net import BLANK_AT, CROP, LETTERS, MARGIN, NOTHING_AT, VALUES, VALUES_AT
from training.bent import sampled
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import answered, export
from training.tile_crops import WIDE, Sample, samples
from training.tile_net import TileNet

MODEL = "tiles.onnx"

Floats = npt.NDArray[np.float32]


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=280, rounds=10)
    data, check = drawn(chosen, lambda seed, scenes: samples(seed, scenes, train_fonts()))
    net = TileNet()

    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        crops, what, value, marked = _batch(part, rng)
        return _loss(answered(net, crops).flatten(1), what, value, marked)

    def said(made: nn.Module) -> str:
        return f"check {_score(made, check):.4f}"

    made, seen = fit(net, MODEL, data, chosen, batch=96, loss_of=loss_of, said=said)
    export(made, chosen.out / MODEL, seen)


def _batch(part: Sequence[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """Crops, each under some turn, what it shows and the value (indices), and whether it has marks."""
    crops, what, values, marked = [], [], [], []
    for sample in part:
        turn = int(rng.integers(4))
        crop = _worn(_shaken(sample.wide, rng), rng)
        # A picture turned so is upright under that turn.
        crops.append(np.rot90(crop, -turn))
        spelt = normalize("NFD", sample.symbol) or "."
        letter = spelt[0]
        marked.append(len(spelt) > 1)
        if letter in LETTERS:
            what.append(turn * len(LETTERS) + LETTERS.index(letter))
            values.append(turn * len(VALUES) + VALUES.index(sample.value))
        else:
            what.append(BLANK_AT if sample.symbol else NOTHING_AT)
            values.append(-1)
    stack = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / 255
    return torch.from_numpy(stack), torch.tensor(what), torch.tensor(values), torch.tensor(marked)


_GRID = np.stack(np.meshgrid(*[np.arange(CROP, dtype=np.float32)] * 2), axis=-1)


def _shaken(wide: Image, rng: np.random.Generator) -> Image:
    """The face found a little beside its place, a little turned, drawn out or sheared; its letter bent."""
    step = 0.5 * WIDE * MARGIN / CROP * float(np.exp(rng.normal(0, 0.07)))
    a, drawn, shear = np.radians(rng.normal(0, 3)), rng.normal(0, 0.05), rng.normal(0, 0.04)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    linear = step * turn @ np.array([[np.exp(drawn), shear], [0, np.exp(-drawn)]])
    shift = np.clip(rng.normal(0, 0.06, 2), -0.15, 0.15) * WIDE / 2
    offset = (WIDE - 1) / 2 + shift - linear @ np.full(2, (CROP - 1) / 2)
    places = _GRID @ linear.T.astype(np.float32) + offset.astype(np.float32)
    return sampled(wide, places, rng, often=0.4, by=0.7)


def _worn(crop: Image, rng: np.random.Generator) -> Floats:
    """The crop by another light and camera, in bolder or worn print, blurred, noisy or with a glare."""
    image = crop.astype(np.float32)
    if rng.random() < 0.15:
        image = np.ascontiguousarray(image[:, :, rng.permutation(3)])
    if rng.random() < 0.3:
        change = cv2.erode if rng.random() < 0.5 else cv2.dilate
        image += rng.uniform(0.3, 1.0) * (change(image, np.ones((2, 2), np.uint8)) - image)
    if rng.random() < 0.1:
        faint = _soft(rng, 5) * rng.uniform(0.3, 0.9)
        image += faint[:, :, None] * (np.median(image, axis=(0, 1)) - image)
    if rng.random() < 0.15:
        small = cv2.resize(image, (int(rng.integers(15, 28)),) * 2, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.35:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.7)), np.float32)
    if rng.random() < 0.12:
        spot = np.zeros((CROP, CROP), np.float32)
        x, y = (int(v) for v in rng.normal(CROP / 2, CROP / 6, 2))
        reach = (int(rng.integers(2, 9)), int(rng.integers(2, 6)))
        cv2.ellipse(spot, (x, y), reach, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        image += cv2.GaussianBlur(spot, (0, 0), 2.0)[:, :, None] * rng.uniform(40, 200)
    if rng.random() < 0.15:
        image *= 1 - _soft(rng, 3)[:, :, None] * rng.uniform(0.2, 0.6)
    if rng.random() < 0.1:
        one, other = ((int(k) for k in rng.integers(-1, 2, 2)) for _ in range(2))
        image[:, :, 0] = np.roll(image[:, :, 0], tuple(one), (0, 1))
        image[:, :, 2] = np.roll(image[:, :, 2], tuple(other), (0, 1))
    if rng.random() < 0.25:
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.float32(np.exp(rng.uniform(-0.45, 0.35)))
    image *= (np.exp(rng.uniform(-0.9, 0.35)) * rng.uniform(0.88, 1.12, 3)).astype(np.float32)
    image = (image - 100) * np.float32(rng.uniform(0.7, 1.25)) + 100
    if rng.random() < 0.2:
        image += rng.uniform(0.3, 1.3) * (image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 1.3)))
    if rng.random() < 0.5:
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(np.exp(rng.uniform(0.7, 2.9)))
        image += cv2.blur(noise, (2, 2)) * 1.6 if rng.random() < 0.5 else noise
    return np.clip(image, 0, 255).astype(np.float32)


def _soft(rng: np.random.Generator, cells: int) -> Floats:
    """Soft blots by chance, 0…1, as large as a crop."""
    coarse = rng.uniform(-0.7, 1.3, (cells, cells)).astype(np.float32)
    return np.clip(cv2.resize(coarse, (CROP, CROP), interpolation=cv2.INTER_CUBIC), 0, 1).astype(np.float32)


def _loss(raw: torch.Tensor, what: torch.Tensor, value: torch.Tensor, marked: torch.Tensor) -> torch.Tensor:
    """Of each crop the cross-entropy of what it is, and of the value under the true turn.

    One with a mark is learnt as any letter, its own in a quarter of the cases: none is to be told surely.
    """
    loss = nn.functional.cross_entropy(raw[:, :VALUES_AT], what, label_smoothing=0.01, reduction="none")
    there = value.clamp(min=0)
    each = torch.arange(len(raw))
    turn = torch.div(there, len(VALUES), rounding_mode="floor")
    likely = nn.functional.log_softmax(raw[:, :VALUES_AT], dim=1)[:, :BLANK_AT].reshape(-1, 4, len(LETTERS))
    loss = torch.where(marked, (loss - 3 * likely[each, turn].mean(dim=1)) / 4, loss)
    picked = raw[:, VALUES_AT:].reshape(-1, 4, len(VALUES))[each, turn]
    of_value = nn.functional.cross_entropy(
        picked, there % len(VALUES), label_smoothing=0.01, reduction="none"
    )
    return loss + 0.3 * of_value * (value >= 0)


def _score(net: nn.Module, check: Sequence[Sample]) -> float:
    """Share of faces of which everything but the value is right, each under one turn only."""
    net.eval()
    right = 0
    rng = np.random.default_rng(0)
    with torch.no_grad():
        for k in range(0, len(check), 200):
            crops, what, *_ = _batch(check[k : k + 200], rng)
            right += int((net(crops).flatten(1)[:, :VALUES_AT].argmax(dim=1) == what).sum())
    return right / max(1, len(check))


if __name__ == "__main__":
    main()
