"""Train the network that reads letter dice: `python -m training.letters`.

Renders scenes with the training fonts, cuts faces out as the eye does, and trains on one thread with fixed
seeds. Writes the ONNX file into the package.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from appliance.pieces import ALPHABET
from appliance.vision.locate import Image
from appliance.vision.straighten import CROP, Patch, cut, ink
from training.crops import WIDE, Sample, samples
from training.net import LetterNet, joint_loss

MODEL = Path(__file__).parent.parent / "appliance" / "vision" / "models" / "letters.onnx"
_NOTHING_SHARE = 0.08


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    options = _options()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    start = time.monotonic()
    data = list(samples(options.seed, options.scenes))
    check = list(samples(options.seed + 1, max(10, options.scenes // 20)))
    print(f"{len(data)} faces from {options.scenes} scenes, {time.monotonic() - start:.0f} s", flush=True)
    net = _train(data, check, options, start)
    export(net, options.out)
    print(f"wrote {options.out} ({options.out.stat().st_size / 1024:.0f} KiB)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--out", type=Path, default=MODEL)
    return parser.parse_args()


def _train(data: list[Sample], check: list[Sample], options: argparse.Namespace, start: float) -> LetterNet:
    net = LetterNet()
    batch = 48
    steps = options.rounds * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, total_steps=steps + 2, pct_start=0.15)
    for number in range(options.rounds):
        rng = np.random.default_rng(options.seed * 1000 + number)
        net.train()
        total, count = 0.0, 0
        for part in _batches(data, batch, rng):
            sides = part[0].sides
            crops, truth = _augmented(part, rng)
            loss = joint_loss(net(crops).flatten(1), 4 if sides == 6 else 6, truth)
            adam.zero_grad()
            loss.backward()
            adam.step()
            if pace.last_epoch < steps:
                pace.step()
            total, count = total + float(loss.detach()), count + 1
        right = _score(net, check)
        took = time.monotonic() - start
        print(f"round {number + 1}: loss {total / count:.3f}, check {right:.4f}, {took:.0f} s", flush=True)
    return net


def _batches(data: list[Sample], size: int, rng: np.random.Generator) -> list[list[Sample]]:
    """The samples in random order, each batch with dice of one number of sides."""
    batches = []
    for sides in (6, 8):
        mine = [sample for sample in data if sample.sides == sides]
        order = rng.permutation(len(mine))
        batches += [[mine[i] for i in order[k : k + size]] for k in range(0, len(mine) - size + 1, size)]
    rng.shuffle(batches)  # type: ignore[arg-type]
    return batches


def _augmented(part: list[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    crops, truth = [], []
    for sample in part:
        turns = 4 if sample.sides == 6 else 6
        wide, patch = _shaken(sample, rng)
        if rng.random() < _NOTHING_SHARE:
            away, way = rng.uniform(0.55, 0.8) * patch.width, rng.uniform(0, 2 * np.pi)
            patch = _moved(patch, away * np.cos(way), away * np.sin(way))
            truth.append(turns * len(ALPHABET))
        else:
            truth.append(sample.turn * len(ALPHABET) + sample.symbol)
        crops += [_worn(ink(cut(wide, patch, turn)), rng) for turn in range(turns)]
    stack = torch.from_numpy(np.stack(crops).astype(np.float32) / 255)[:, None]
    return stack, torch.tensor(truth)


def _shaken(sample: Sample, rng: np.random.Generator) -> tuple[Image, Patch]:
    """The face found a little beside its place, in a picture a little worse."""
    middle, width = (WIDE - 1) / 2, WIDE / 2
    shift = np.clip(rng.normal(0, 0.055, 2), -0.13, 0.13) * width
    patch = Patch(
        sample.sides,
        middle + float(shift[0]),
        middle + float(shift[1]),
        float(rng.normal(0, 2.5)),
        width * float(np.exp(rng.normal(0, 0.08))),
    )
    wide = sample.wide
    if rng.random() < 0.3:
        wide = np.asarray(cv2.GaussianBlur(wide, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(2, 14), wide.shape)
        wide = np.clip(wide * rng.uniform(0.6, 1.3) + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        wide = _glared(wide, rng)
    return wide, patch


def _glared(wide: Image, rng: np.random.Generator) -> Image:
    spot = np.zeros(wide.shape[:2], np.float32)
    x, y = (int(v) for v in rng.normal(WIDE / 2, WIDE / 8, 2))
    cv2.ellipse(
        spot,
        (x, y),
        (int(rng.integers(2, 10)), int(rng.integers(2, 6))),
        float(rng.uniform(0, 180)),
        0,
        360,
        1.0,
        -1,
    )
    spot = cv2.GaussianBlur(spot, (0, 0), 2.0)[:, :, None] * rng.uniform(60, 255)
    return np.clip(wide + spot, 0, 255).astype(np.uint8)


def _worn(crop: Image, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    gain, lift = rng.uniform(0.8, 1.2), rng.uniform(-12, 12)
    return np.clip(crop.astype(np.float32) * gain + lift, 0, 255)


def _moved(patch: Patch, x: float, y: float) -> Patch:
    return Patch(patch.sides, patch.x + float(x), patch.y + float(y), patch.angle, patch.width)


def _score(net: LetterNet, check: list[Sample]) -> float:
    """Share of faces whose symbol is right, each read alone."""
    net.eval()
    right = 0
    patch_middle, width = (WIDE - 1) / 2, WIDE / 2
    with torch.no_grad():
        for sample in check:
            patch = Patch(sample.sides, patch_middle, patch_middle, 0.0, width)
            crops = np.stack([ink(cut(sample.wide, patch, turn)) for turn in range(patch.turns)])
            answers = net(torch.from_numpy(crops.astype(np.float32) / 255)[:, None]).flatten(1)
            symbols = torch.logsumexp(answers[:, :-1], dim=0)
            right += int(symbols.argmax()) == sample.symbol
    return right / max(1, len(check))


def export(net: LetterNet, path: Path) -> None:
    """Write the network as ONNX with an open batch size."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(4, 1, CROP, CROP),),
        str(path),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
