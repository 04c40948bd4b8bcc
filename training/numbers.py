"""Train the network that reads the twelve-sided number die: `python -m training.numbers`.

An upright crop goes in, one number a symbol and one for nothing comes out; the eye asks it about twelve turns
of a face at once.
"""

from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import nn

from appliance.vision.d12 import FACE, SYMBOLS, TURNS, number_inks
from appliance.vision.locate import Image
from appliance.vision.straighten import CROP, Patch, cut
from training.finder import worn
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import LetterNet, export
from training.solids import NUMBER, Scene, scene

MODEL = Path(__file__).parent.parent / "appliance" / "vision" / "models" / "numbers.onnx"
_WIDE, _AROUND = 80, 2.2
"""Side of a stored crop in pixels, and over that of the pentagon's circle."""

_LOOKS = 6
"""Turns of a face that one step of the training takes, of the twelve: any six will do, and cost half."""

Sample = tuple[Image, int, float]
"""A crop with the symbol's number and the turn (degrees clockwise) of its up."""


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=1000, rounds=5, out=MODEL)
    data, check = drawn(chosen, _samples)
    net = LetterNet(len(SYMBOLS))

    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        some = [_shaken(sample, rng) for sample in part]
        crops = torch.from_numpy(np.concatenate([one[0] for one in some]).astype(np.float32) / 255)
        # Half the digits are enough for the layers, and take half the time.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answers = net(crops[:, None]).flatten(1)
        return _loss(answers.float(), [one[1] for one in some])

    def said(made: nn.Module) -> str:
        return f"check {_score(made, check):.4f}"

    made = fit(net, data, chosen, batch=16, fastest=3e-3, loss_of=loss_of, said=said)
    export(made, chosen.out, (1, CROP, CROP))


def _samples(seed: int, scenes: int) -> list[Sample]:
    fonts = train_fonts()
    samples = []
    for number in range(scenes):
        rng = Random(seed * 1_000_037 + number)
        samples += _cut_up(
            rng, scene(rng, fonts, numbers=rng.choice((1.0, 1.0, 0.8)), largest=140, octahedra=0.15)
        )
    return samples


def _cut_up(rng: Random, whole: Scene) -> list[Sample]:
    samples = []
    for die in whole.dice:
        x, y = die.true.center
        symbol = len(SYMBOLS)
        if die.kind == NUMBER and die.true.symbol in SYMBOLS:
            symbol = SYMBOLS.index(die.true.symbol)
        # Cut out under any turn: the eye does not know it.
        turn = rng.uniform(0, 360)
        samples.append((_wide(whole.image, x, y, turn, die.side * FACE), symbol, die.true.angle - turn))
        if rng.random() < 0.12:
            far, way = die.side * rng.uniform(0.35, 0.6), rng.uniform(0, 2 * np.pi)
            beside = (x + far * np.cos(way), y + far * np.sin(way))
            samples.append((_wide(whole.image, *beside, turn, die.side * FACE), len(SYMBOLS), 0.0))
    for x, y, side in whole.others:
        samples.append((_wide(whole.image, x, y, rng.uniform(0, 360), side * FACE), len(SYMBOLS), 0.0))
    return samples


def _wide(image: Image, x: float, y: float, angle: float, width: float) -> Image:
    return cut(image, Patch(6, x, y, angle, width), 0, size=_WIDE, margin=_AROUND)


def _shaken(sample: Sample, rng: np.random.Generator) -> tuple[Image, int]:
    """Crops as the eye cuts them out, the first one upright, the others of some more turns; the symbol."""
    wide, symbol, angle = sample
    width = _WIDE / _AROUND
    middle = (_WIDE - 1) / 2 + np.clip(rng.normal(0, 0.07, 2), -0.17, 0.17) * width
    lean = float(rng.uniform(-180, 180))
    size = width * float(np.exp(rng.normal(0, 0.09)))
    picture = (worn(wide, rng) * 255).astype(np.uint8)
    crops = number_inks(picture, Patch(6, float(middle[0]), float(middle[1]), lean, size))
    upright = round((angle - lean) / (360 / TURNS)) % TURNS
    others = rng.permutation([turn for turn in range(TURNS) if turn != upright])[: _LOOKS - 1]
    return np.stack([crops[turn] for turn in (upright, *others)]), symbol


def _loss(answers: torch.Tensor, symbols: list[int]) -> torch.Tensor:
    """How unlikely the true symbol is under any turn, and, but for the star, under the first."""
    table = answers.reshape(len(symbols), _LOOKS, len(SYMBOLS) + 1)
    said = torch.logsumexp(table, dim=1) - np.log(_LOOKS)
    said[:, -1] = table[:, :, -1].mean(dim=1)
    wrong = nn.functional.cross_entropy(said, torch.tensor(symbols), label_smoothing=0.01)
    sided = [i for i, symbol in enumerate(symbols) if symbol < SYMBOLS.index("*")]
    if not sided:
        return wrong
    own = torch.stack([table[i, :, symbols[i]] for i in sided])
    return wrong + 0.3 * nn.functional.cross_entropy(own, torch.zeros(len(sided), dtype=torch.long))


def _score(net: nn.Module, check: list[Sample]) -> float:
    """Share of faces that are read right, or refused if they are none."""
    net.eval()
    right = 0
    patch = Patch(6, (_WIDE - 1) / 2, (_WIDE - 1) / 2, 0.0, _WIDE / _AROUND)
    with torch.no_grad():
        for wide, symbol, _ in check:
            crops = np.stack(number_inks(wide, patch)).astype(np.float32) / 255
            table = net(torch.from_numpy(crops)[:, None]).flatten(1)
            said = torch.logsumexp(table, dim=0) - np.log(TURNS)
            said[-1] = table[:, -1].mean()
            right += int(said.argmax()) == symbol
    return right / max(1, len(check))


if __name__ == "__main__":
    main()
