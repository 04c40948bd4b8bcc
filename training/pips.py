"""Train the network that counts pips: `python -m training.pips`.

It reads the tops of dice that the finder finds, and refuses what the finder takes for one: tiles, coins,
shadows, dice with letters, pieces of dice. It says which die leans, whether its pips are cut out of a disc,
and whether pips or disc are lighter than the body, so that the eye knows which colour is the die's.
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
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from appliance.vision.finder import CUBE, at_scale
from appliance.vision.locate import Image, bare
from appliance.vision.pips import CROP, DISC, LIGHTER, MARGIN, NOTHING, ON_EDGE, seen_as
from appliance.vision.straighten import Patch, cut
from training.finder import worn
from training.fonts import train_fonts
from training.net import resume
from training.solids import PIPS, TIPPED, Scene, scene

MODEL = Path(__file__).parent.parent / "appliance" / "vision" / "models" / "pips.onnx"
_WIDE, _AROUND = 112, 3.2
"""Side of a stored crop in pixels, and over the die's."""

_OTHERS = 5
"""Most things of a scene that are no dice."""

_UNKNOWN = (-1.0, -1.0)
_FAINT = 0.08
"""Score of the finder from which a thing that is no die is worth training with."""

Floats = npt.NDArray[np.float32]
Sample = tuple[Image, int, tuple[float, float]]
"""A crop, its column of the answer, and what is to be said of `LIGHTER` and `DISC`: 1, 0 or unknown."""


class PipNet(nn.Module):
    """Convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 16),
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
            nn.Conv2d(64, DISC + 1, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x 11 x 1 x 1) to crops (n x 3 x 40 x 40, 0…1)."""
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
    net, batch, fastest = PipNet(), 48, 4e-3
    if options.start is not None:
        resume(net, options.start)
        fastest = 1e-3
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    steps = options.rounds * (len(data) // batch)
    averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.995), use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, fastest, total_steps=steps + 1, pct_start=0.15)
    for number in range(options.rounds):
        rng = np.random.default_rng(options.seed * 1000 + number)
        order = rng.permutation(len(data))
        # A network that was exported has its batch norms folded into its convolutions, with nothing to learn.
        net.train(options.start is None)
        total = 0.0
        for k in range(0, len(data) - batch + 1, batch):
            some = [data[i] for i in order[k : k + batch]]
            crops = torch.from_numpy(np.stack([_shaken(wide, rng) for wide, _, _ in some]))
            # Half the digits are enough for the layers, and take half the time.
            with torch.autocast("cpu", dtype=torch.bfloat16):
                answers = net(crops.contiguous(memory_format=torch.channels_last)).flatten(1)
            loss = _loss(answers.float(), some)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            averaged.update_parameters(net)
            total += float(loss.detach())
        (right, told), took = _score(averaged.module, check), time.monotonic() - start
        mean = total / max(1, len(data) // batch)
        said = f"loss {mean:.3f}, counted {right:.4f}, made {told:.4f}"
        print(f"round {number + 1}: {said}, {took:.0f} s", flush=True)
    export(averaged.module, options.out)
    print(f"wrote {options.out} ({options.out.stat().st_size / 1024:.0f} KiB)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=2600)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--start", type=Path, help="go on, gently, with a network made before")
    parser.add_argument("--out", type=Path, default=MODEL)
    return parser.parse_args()


def _samples(seed: int, scenes: int) -> list[Sample]:
    fonts = train_fonts()
    samples = []
    for number in range(scenes):
        rng = Random(seed * 1_000_033 + number)
        numbers, letters = rng.choice((0.0,) * 7 + (0.3,)), rng.choice((0.0,) * 7 + (0.2, 1.0))
        samples += _cut_up(rng, scene(rng, fonts, numbers, octahedra=numbers / 2, letters=letters))
    return samples


def _cut_up(rng: Random, whole: Scene) -> list[Sample]:
    """The tops of the scene's dice, and as many pieces that are none."""
    samples: list[Sample] = []
    for die in whole.dice:
        label = NOTHING
        if die.kind == PIPS:
            label = int(die.true.symbol)
        elif die.kind == TIPPED:
            label = ON_EDGE
        x, y = die.true.center
        made = (float(die.lighter), float(die.disc)) if 0 < label < NOTHING else _UNKNOWN
        samples.append((_wide(whole.image, x, y, die.true.angle, die.side), label, made))
        if rng.random() < 0.1:  # beside it, or at a wrong scale
            far, scale = rng.choice(((0.0, rng.choice((0.4, 0.5, 2.2))), (rng.uniform(0.5, 0.9), 1.0)))
            turn = rng.uniform(0, 2 * np.pi)
            x, y = x + far * die.side * np.cos(turn), y + far * die.side * np.sin(turn)
            samples.append(_nothing(whole, x, y, die.true.angle, die.side * scale))
    others = [
        _nothing(whole, x, y, rng.uniform(0, 360), side * rng.uniform(0.6, 1.2))
        for x, y, side in whole.others
    ]
    usual = whole.dice[0].side if whole.dice else rng.uniform(20, 80)
    others += [
        _nothing(whole, found.x, found.y, found.angle, found.side)
        for found in at_scale(bare(whole.image), min(1.5, rng.uniform(16, 34) / usual), CUBE)
        if found.score > _FAINT
        and all(np.hypot(found.x - x, found.y - y) > 0.35 * usual for x, y in _middles(whole))
    ]
    if rng.random() < 0.2:
        x, y = rng.uniform(0, 640), rng.uniform(0, 480)
        if all(np.hypot(x - a, y - b) > usual for a, b in _middles(whole)):
            others.append(_nothing(whole, x, y, rng.uniform(0, 360), usual))
    # A printed board may have a hundred squares that look alike.
    return samples + rng.sample(others, min(_OTHERS, len(others)))


def _middles(whole: Scene) -> list[tuple[float, float]]:
    return [die.true.center for die in whole.dice]


def _nothing(whole: Scene, x: float, y: float, angle: float, side: float) -> Sample:
    return _wide(whole.image, x, y, angle, side), NOTHING, _UNKNOWN


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
    return seen_as(cut(picture, patch, 0, size=CROP, margin=MARGIN)[None])[0]


def _loss(answers: torch.Tensor, some: list[Sample]) -> torch.Tensor:
    truth = torch.tensor([label for _, label, _ in some])
    counted = nn.functional.cross_entropy(answers[:, :LIGHTER], truth, label_smoothing=0.005)
    made = torch.tensor([one for _, _, one in some])
    known = made[:, 0] >= 0
    if not known.any():
        return counted
    told = nn.functional.binary_cross_entropy_with_logits(answers[known, LIGHTER:], made[known])
    return counted + 0.5 * told


def _score(net: nn.Module, check: list[Sample]) -> tuple[float, float]:
    """Shares of faces that are counted, and of right words on how their pips are made."""
    net.eval()
    side = _WIDE / _AROUND
    patch = Patch(6, (_WIDE - 1) / 2, (_WIDE - 1) / 2, 0.0, side)
    crops = seen_as(np.stack([cut(wide, patch, 0, size=CROP, margin=MARGIN) for wide, _, _ in check]))
    with torch.no_grad():
        said = net(torch.from_numpy(crops)).flatten(1).numpy()
    counted = said[:, :LIGHTER].argmax(axis=1) == np.array([label for _, label, _ in check])
    made = np.array([one for _, _, one in check])
    told = ((said[:, LIGHTER:] > 0) == made)[made[:, 0] >= 0]
    return float(np.mean(counted)), float(np.mean(told))


def export(net: nn.Module, path: Path) -> None:
    """Write the network as ONNX with an open batch size."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, CROP, CROP),),
        str(path),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
