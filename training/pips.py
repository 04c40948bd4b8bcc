"""Train the network that counts pips: `python -m training.pips`.

It reads the tops of dice that the finder finds, and refuses what the finder takes for one: tiles, coins,
shadows, dice with letters, pieces of dice. It says which die leans, whether its pips are cut out of a disc,
and whether pips or disc are lighter than the body, so that the eye knows which colour is the die's.
"""

from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.finder import CUBE, at_scale
from appliance.vision.locate import Image, bare
from appliance.vision.pips import CROP, DISC, LIGHTER, MARGIN, NOTHING, ON_EDGE, seen_as
from appliance.vision.straighten import Patch, cut
from training.finder import worn
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import block, export
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
            *block(3, 16),
            nn.MaxPool2d(2),
            *block(16, 32),
            *block(32, 32),
            nn.MaxPool2d(2),
            *block(32, 64),
            *block(64, 64),
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


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=2600, rounds=14, out=MODEL)
    data, check = drawn(chosen, _samples)
    net = PipNet()

    def loss_of(some: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        crops = torch.from_numpy(np.stack([_shaken(wide, rng) for wide, _, _ in some]))
        # Half the digits are enough for the layers, and take half the time.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answers = net(crops.contiguous(memory_format=torch.channels_last)).flatten(1)
        return _loss(answers.float(), some)

    def said(made: nn.Module) -> str:
        right, told = _score(made, check)
        return f"counted {right:.4f}, made {told:.4f}"

    made = fit(net, data, chosen, batch=48, fastest=4e-3, loss_of=loss_of, said=said)
    export(made, chosen.out, (3, CROP, CROP))


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
        wide = _wide(whole.image, x, y, die.true.angle, die.side)
        samples += [(wide, label, made)] * (2 if label == ON_EDGE else 1)  # few dice lean, and in many ways
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


if __name__ == "__main__":
    main()
