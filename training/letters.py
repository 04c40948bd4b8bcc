"""Train the network that reads letter dice: `python -m training.letters`.

Renders scenes with the training fonts, cuts the dice out a little beside their places as the finder may, and
trains on one thread with fixed seeds. Writes the ONNX file into the package.
"""

import argparse
import time
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from math import cos, exp, radians, sin
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from appliance.pieces import ALPHABET
from appliance.vision.letters import LEANS_AT, MARGINS, NOTHING_AT, STARTS, TURNS
from appliance.vision.locate import Image
from appliance.vision.straighten import D8_FACE
from training.crops import AROUND, NOTHING, WIDE, Sample, samples
from training.fonts import train_fonts
from training.net import DieNet, NearNet, export, resume

MODEL = Path(__file__).parent.parent / "appliance" / "vision" / "models" / "dice-letters.onnx"
NEAR_MODEL = MODEL.with_name("dice-letters-near.onnx")
_BATCH = 96

Floats = npt.NDArray[np.float32]


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    options = _options()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    start = time.monotonic()
    data = samples(options.seed, options.scenes, train_fonts())
    check = samples(options.seed + 1, max(10, options.scenes // 30), train_fonts())
    print(f"{len(data)} faces from {options.scenes} scenes, {time.monotonic() - start:.0f} s", flush=True)
    net = NearNet() if options.near else DieNet()
    out = options.out or (NEAR_MODEL if options.near else MODEL)
    train(net, data, check, options.rounds, options.seed, out, options.start)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--near", action="store_true", help="the network that looks from near")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--start", type=Path, help="go on, gently, with a network made before")
    return parser.parse_args()


def train(
    net: DieNet | NearNet,
    data: Sequence[Sample],
    check: Sequence[Sample],
    rounds: int,
    seed: int,
    out: Path,
    before: Path | None,
) -> None:
    """Train, and write the mean of the network's last states after every round.

    With `before` it starts from that network, at a quarter of the pace, and stops halfway between what it was
    and what it has become: that reads old and new scenes better than either.
    """
    if before is not None:
        resume(net, before)
    origin = deepcopy(net)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    steps = rounds * (len(data) // _BATCH)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-2)
    fastest = 4e-3 if before is None else 1e-3
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, fastest, total_steps=steps + 1, pct_start=0.1)
    start = time.monotonic()
    for number in range(rounds):
        rng = np.random.default_rng(seed * 1000 + number)
        order = rng.permutation(len(data))
        # A network that was exported has its batch norms folded into its convolutions, with nothing to learn.
        net.train(before is None)
        total = 0.0
        for k in range(0, len(data) - _BATCH + 1, _BATCH):
            crops, sides, truth = batch([data[i] for i in order[k : k + _BATCH]], rng, net.size)
            # Half the digits are enough for the layers, and take half the time.
            with torch.autocast("cpu", dtype=torch.bfloat16):
                answers = net(crops).flatten(1)
            loss = _loss(answers.float(), sides, truth)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            mean.update_parameters(net)
            total += float(loss.detach())
        said = total / max(1, len(data) // _BATCH)
        made = mean.module if before is None else _halfway(origin, mean.module)
        right, took = score(made, check), time.monotonic() - start
        print(f"round {number + 1}: loss {said:.3f}, check {right:.4f}, {took:.0f} s", flush=True)
        export(made, out, (3, net.size, net.size))


def _halfway(one: nn.Module, other: nn.Module) -> nn.Module:
    """A network with the mean of both networks' weights."""
    middle = deepcopy(one)
    with torch.no_grad():
        for mine, yours in zip(middle.parameters(), other.parameters(), strict=True):
            mine.add_(yours).div_(2)
    return middle


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
    wide = sample.wide
    if rng.random() < 0.2:  # as if seen from farther away
        small = int(rng.integers(24, 60))
        wide = cv2.resize(cv2.resize(wide, (small, small), interpolation=cv2.INTER_AREA), (WIDE, WIDE))
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
    if rng.random() < 0.4:
        coarse = rng.normal(0, 0.8, (5, 5, 2)).astype(np.float32)
        places += cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    crop = cv2.remap(wide, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


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
    """Cross-entropy over what a die of that shape may show; the other shape's answers do not count."""
    total = torch.zeros(())
    for shape in np.unique(sides).tolist():
        mine = torch.from_numpy(np.flatnonzero(sides == shape))
        columns = columns_of(shape)
        wanted = torch.searchsorted(columns, truth[mine])
        total = total + nn.functional.cross_entropy(
            answers[mine][:, columns], wanted, label_smoothing=0.02, reduction="sum"
        )
    return total / len(sides)


def columns_of(sides: int) -> torch.Tensor:
    """The columns of the network's answer that count for a shape, in order; on paper, upright letters."""
    if not sides:
        return torch.arange(len(ALPHABET))
    own = torch.arange(STARTS[sides], STARTS[sides] + TURNS[sides] * len(ALPHABET))
    return torch.cat([own, torch.tensor([NOTHING_AT, LEANS_AT])])


def score(net: DieNet | NearNet, check: Sequence[Sample]) -> float:
    """Share of the faces, shaken and worn as in training, whose symbol is said, whatever the turn."""
    net.eval()
    rng = np.random.default_rng(0)
    right = 0
    with torch.no_grad():
        for k in range(0, len(check), 200):
            part = check[k : k + 200]
            crops, sides, _ = batch(part, rng, net.size)
            raw = net(crops).flatten(1)
            for row, shape, sample in zip(raw, sides.tolist(), part, strict=True):
                own = row[columns_of(shape)].softmax(dim=0)
                turned = own[: TURNS.get(shape, 1) * len(ALPHABET)].reshape(-1, len(ALPHABET))
                said = torch.cat([turned.sum(dim=0), own[turned.numel() :]])
                right += int(said.argmax()) == sample.label
    net.train()
    return right / max(1, len(check))


if __name__ == "__main__":
    main()
