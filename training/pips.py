"""Train the network that counts pips: `python -m training.pips`.

It reads the tops of dice that the finder finds, and refuses what the finder may take for one: tiles, coins,
dice with letters, pieces of dice; and it says which die stands on an edge.
"""

import argparse
import time
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.locate import Image
from appliance.vision.pips import CROP, MARGIN, NOTHING, ON_EDGE, seen_as
from appliance.vision.straighten import Patch, cut
from training.finder import worn
from training.fonts import train_fonts
from training.solids import PIPS, TIPPED, Scene, scene

MODEL = Path(__file__).parent.parent / "appliance" / "vision" / "models" / "pips.onnx"
_WIDE, _AROUND = 112, 3.2
"""Side of a stored crop in pixels, and over the die's."""

Floats = npt.NDArray[np.float32]
Sample = tuple[Image, int]


class PipNet(nn.Module):
    """Convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(4, 16),
            nn.MaxPool2d(2),
            *_block(16, 32),
            *_block(32, 32),
            nn.MaxPool2d(2),
            *_block(32, 64),
            *_block(64, 64),
            nn.MaxPool2d(2),
            nn.Conv2d(64, 64, CROP // 8),
            nn.ReLU(),
            nn.Dropout(0.15),
            nn.Conv2d(64, ON_EDGE + 1, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x 9 x 1 x 1) to crops (n x 4 x 40 x 40)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def _block(before: int, after: int) -> list[nn.Module]:
    return [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    options = _options()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    start = time.monotonic()
    data = _samples(options.seed, options.scenes)
    check = _samples(options.seed + 1, max(10, options.scenes // 15))
    print(f"{len(data)} faces from {options.scenes} scenes, {time.monotonic() - start:.0f} s", flush=True)
    net, batch = PipNet(), 48
    steps = options.rounds * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, total_steps=steps + 1, pct_start=0.15)
    for number in range(options.rounds):
        rng = np.random.default_rng(options.seed * 1000 + number)
        order = rng.permutation(len(data))
        net.train()
        total = 0.0
        for k in range(0, len(data) - batch + 1, batch):
            some = [data[i] for i in order[k : k + batch]]
            crops = torch.from_numpy(np.stack([_shaken(wide, rng) for wide, _ in some]))
            truth = torch.tensor([label for _, label in some])
            loss = nn.functional.cross_entropy(net(crops).flatten(1), truth, label_smoothing=0.01)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            total += float(loss.detach())
        right, took = _score(net, check), time.monotonic() - start
        mean = total / max(1, len(data) // batch)
        print(f"round {number + 1}: loss {mean:.3f}, check {right:.4f}, {took:.0f} s", flush=True)
    export(net, options.out)
    print(f"wrote {options.out} ({options.out.stat().st_size / 1024:.0f} KiB)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=2600)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--out", type=Path, default=MODEL)
    return parser.parse_args()


def _samples(seed: int, scenes: int) -> list[Sample]:
    fonts = train_fonts()
    samples = []
    for number in range(scenes):
        rng = Random(seed * 1_000_033 + number)
        samples += _cut_up(rng, scene(rng, fonts, numbers=rng.choice((0.0, 0.0, 0.2))))
    return samples


def _cut_up(rng: Random, whole: Scene) -> list[Sample]:
    """The tops of the scene's dice, and as many pieces that are none."""
    samples = []
    for die in whole.dice:
        label = NOTHING
        if die.kind == PIPS:
            label = int(die.true.symbol)
        elif die.kind == TIPPED:
            label = ON_EDGE
        x, y = die.true.center
        samples.append((_wide(whole.image, x, y, die.true.angle, die.side), label))
        if rng.random() < 0.25:  # beside it, or at a wrong scale
            far, scale = rng.choice(((0.0, rng.choice((0.4, 0.5, 2.2))), (rng.uniform(0.5, 0.9), 1.0)))
            turn = rng.uniform(0, 2 * np.pi)
            x, y = x + far * die.side * np.cos(turn), y + far * die.side * np.sin(turn)
            samples.append((_wide(whole.image, x, y, die.true.angle, die.side * scale), NOTHING))
    for x, y, side in whole.others:
        size = side * rng.uniform(0.6, 1.2)
        samples.append((_wide(whole.image, x, y, rng.uniform(0, 360), size), NOTHING))
    if rng.random() < 0.3 and whole.dice:
        away = [(rng.uniform(0, 640), rng.uniform(0, 480)) for _ in range(2)]
        samples += [
            (_wide(whole.image, x, y, rng.uniform(0, 360), whole.dice[0].side), NOTHING)
            for x, y in away
            if all(np.hypot(x - d.true.center[0], y - d.true.center[1]) > d.side for d in whole.dice)
        ]
    return samples


def _wide(image: Image, x: float, y: float, angle: float, side: float) -> Image:
    return cut(image, Patch(6, x, y, angle, side), 0, size=_WIDE, margin=_AROUND)


def _shaken(wide: Image, rng: np.random.Generator) -> Floats:
    """What the eye would cut out: a little beside the place, turned, in other colours."""
    side = _WIDE / _AROUND
    middle = (_WIDE - 1) / 2 + np.clip(rng.normal(0, 0.05, 2), -0.13, 0.13) * side
    turn = rng.uniform(-45, 45) if rng.random() < 0.15 else rng.normal(0, 4)
    width = side * float(np.exp(rng.normal(0, 0.07)))
    if rng.random() < 0.5:
        wide = np.ascontiguousarray(wide[:, ::-1])
    picture = (worn(wide, rng) * 255).astype(np.uint8)
    patch = Patch(6, float(middle[0]), float(middle[1]), turn + 90 * float(rng.integers(4)), width)
    return seen_as(cut(picture, patch, 0, size=CROP, margin=MARGIN))


def _score(net: PipNet, check: list[Sample]) -> float:
    net.eval()
    side = _WIDE / _AROUND
    patch = Patch(6, (_WIDE - 1) / 2, (_WIDE - 1) / 2, 0.0, side)
    crops = np.stack([seen_as(cut(wide, patch, 0, size=CROP, margin=MARGIN)) for wide, _ in check])
    with torch.no_grad():
        said = net(torch.from_numpy(crops)).flatten(1).argmax(dim=1).numpy()
    return float(np.mean(said == np.array([label for _, label in check])))


def export(net: PipNet, path: Path) -> None:
    """Write the network as ONNX with an open batch size."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(4, 4, CROP, CROP),),
        str(path),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
