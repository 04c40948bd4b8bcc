"""Train the network that counts pips: `python -m training.pips`.

It reads the tops of dice that the finder finds, and refuses what the finder takes for one: tiles, coins,
shadows, print, dice with letters, pieces of dice. It says which die leans, whether its pips are cut out of a
disc, and whether pips or disc are lighter than the body, so that the eye knows which colour is the die's.
"""

from dataclasses import replace
from functools import partial
from math import hypot
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.virtual.render import render
from appliance.virtual.scene import Table
from appliance.virtual.variety import SEEN, any_finish, any_light, any_mat, any_view
from appliance.vision.finder import CUBE, MOST, at_scale, sighted
from appliance.vision.pip_look import CROP, DISC, LIGHTER, MARGIN, NOTHING, ON_EDGE
from appliance.vision.plane import Image, bare
from appliance.vision.pose import guesses
from appliance.vision.straighten import Patch, cut
from training import cores
from training.finder import worn
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.grounds import patterned, train_grounds
from training.net import answered, block, dense, export
from training.props import any_colour
from training.scrawls import scrawled
from training.solids import PIPS, TIPPED, WIDTH, Scene, Seen, scene
from training.tile_prints import prints
from training.track_scenes import on_track
from training.views import anywhere

MODEL = "pips.onnx"
_WIDE, _AROUND = 112, 3.2
"""Side of a stored crop in pixels, and over the die's."""

_OTHERS, _OF_PRINT = 5, 9
"""Most things of a scene that are no dice, and of one without any."""

_ALONE, _ON_TRACK = 3, 8
"""One scene more without any dice, and one on Bid & Bluff's board, for so many with some."""

_UNKNOWN = (-1.0, -1.0)
_FAINT = 0.08
"""Score of the finder from which a thing that is no die is worth training with."""

_PLACED = 0.2
"""Of a die's side: how far off it is still read as the die."""

Floats = npt.NDArray[np.float32]
Sample = tuple[Image, int, tuple[float, float]]
"""A crop, its column of the answer, and what is to be said of `LIGHTER` and `DISC`: 1, 0 or unknown."""


class PipNet(nn.Module):
    """Seven convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 20),
            nn.MaxPool2d(2),
            *block(20, 40),
            *block(40, 40),
            nn.MaxPool2d(2),
            *block(40, 88),
            *block(88, 88),
            nn.MaxPool2d(2),
            *block(88, 104),
            *block(104, 112, stride=2),
            *dense(112, 72, 3, DISC + 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x 11 x 1 x 1) to crops (n x 3 x 40 x 40, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=320, rounds=8)
    data, check = drawn(chosen, _samples)
    net = PipNet()

    def loss_of(some: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        crops = torch.from_numpy(np.stack([_shaken(wide, rng) for wide, _, _ in some]))
        answers = answered(net, crops).flatten(1)
        return _loss(answers, some)

    def said(made: nn.Module) -> str:
        right, told = _score(made, check)
        return f"counted {right:.4f}, made {told:.4f}"

    made, seen = fit(net, MODEL, data, chosen, batch=48, loss_of=loss_of, said=said)
    export(made, chosen.out / MODEL, seen)


def _samples(seed: int, scenes: int) -> list[Sample]:
    return cores.drawn(partial(_of_scene, seed, train_fonts()), scenes)


def _of_scene(seed: int, fonts: list[str], number: int) -> list[Sample]:
    """The crops of one scene, and now and then of one without dice or on Bid & Bluff's board."""
    rng = Random(seed * 1_000_033 + number)
    numbers, letters = rng.choice((0.0,) * 7 + (0.3,)), rng.choice((0.0,) * 7 + (0.2, 1.0))
    samples = _cut_up(rng, scene(rng, fonts, numbers, octahedra=numbers / 2, letters=letters))
    if number % _ON_TRACK == 1:
        samples += _cut_up(rng, on_track(rng, fonts))
    return samples if number % _ALONE else samples + _no_dice(rng, fonts)


def _cut_up(rng: Random, whole: Scene) -> list[Sample]:
    """The tops of the scene's dice, and as many pieces that are none."""
    samples: list[Sample] = []
    for die in whole.dice:
        label, made = _told(die)
        x, y = die.true.center
        wide = _wide(whole.image, x, y, die.true.angle, die.side)
        samples += [(wide, label, made)] * (2 if label == ON_EDGE else 1)  # few dice lean, and in many ways
        if rng.random() < 0.1:  # beside it, or at a wrong scale
            far, scale = rng.choice(((0.0, rng.choice((0.4, 0.5, 2.2))), (rng.uniform(0.5, 0.9), 1.0)))
            turn = rng.uniform(0, 2 * np.pi)
            x, y = x + far * die.side * np.cos(turn), y + far * die.side * np.sin(turn)
            samples.append(_nothing(whole.image, x, y, die.true.angle, die.side * scale))
        if rng.random() < 0.15 and (shadow := _shadow(rng, whole, die)) is not None:
            samples.append(shadow)
    others = [
        _nothing(whole.image, x, y, rng.uniform(0, 360), side * rng.uniform(0.6, 1.2))
        for x, y, side in whole.others
    ]
    usual = whole.dice[0].side if whole.dice else rng.uniform(20, 80)
    plane = bare(whole.image)
    found = at_scale(plane, min(1.5, rng.uniform(16, 34) / usual), CUBE)
    found = sorted((one for one in found if one.score > _FAINT), key=lambda one: -one.score)[:MOST]
    for some in guesses(plane, found, CUBE):
        one = some[0].die
        near = [die for die in whole.dice if _away(die, one.x, one.y) < 0.35 * usual]
        if not near:
            others.append(_nothing(whole.image, one.x, one.y, one.angle, one.side))
            continue
        die = min(near, key=lambda die: _away(die, one.x, one.y))
        if _away(die, one.x, one.y) < _PLACED * die.side and abs(one.side / die.side - 1) < _PLACED:
            samples.append((_wide(whole.image, one.x, one.y, one.angle, one.side), *_told(die)))
    if rng.random() < 0.2:
        x, y = rng.uniform(0, 640), rng.uniform(0, 480)
        if all(_away(die, x, y) > usual for die in whole.dice):
            others.append(_nothing(whole.image, x, y, rng.uniform(0, 360), usual))
    # A printed board may have a hundred squares that look alike.
    return samples + rng.sample(others, min(_OTHERS, len(others)))


def _told(die: Seen) -> tuple[int, tuple[float, float]]:
    """What is to be said of a die."""
    label = NOTHING
    if die.kind == PIPS:
        label = int(die.true.symbol)
    elif die.kind == TIPPED:
        label = ON_EDGE
    return label, (float(die.lighter), float(die.disc)) if 0 < label < NOTHING else _UNKNOWN


def _away(die: Seen, x: float, y: float) -> float:
    return hypot(die.true.center[0] - x, die.true.center[1] - y)


def _shadow(rng: Random, whole: Scene, die: Seen) -> Sample | None:
    """The darkest place beside a die, where its shadow lies, as if it were a die with no pips."""
    (x, y), away = die.true.center, die.side * rng.uniform(0.95, 1.3)
    places = [
        (x + away * np.cos(turn), y + away * np.sin(turn)) for turn in np.arange(0, 2 * np.pi, np.pi / 6)
    ]
    cuts = [
        _wide(whole.image, u, v, die.true.angle + rng.gauss(0, 5), die.side * rng.uniform(0.8, 1.1))
        for u, v in places
        if all(_away(other, u, v) > 0.85 * other.side for other in whole.dice)
    ]
    inner = slice(_WIDE // 3, -(_WIDE // 3))
    darkest = min(cuts, key=lambda one: float(one[inner, inner].mean()), default=None)
    return None if darkest is None else (darkest, NOTHING, _UNKNOWN)


def _no_dice(rng: Random, fonts: list[str]) -> list[Sample]:
    """What the eye takes for dice on pages, clocks, strokes, chequers and patterns alone."""
    span = rng.uniform(90, 500)
    mat = replace(any_mat(rng, SEEN, markers=False), colour=any_colour(rng))
    mat = patterned(rng, mat, train_grounds())
    view = anywhere(rng, any_view(rng, SEEN, span=(span, span), width=WIDTH))
    finish = any_finish(rng, SEEN, fonts)
    sheets = prints(rng, span, fonts, most=3, full=0.7)
    image = render(Table((), mat, any_light(rng, SEEN), view, finish, rng.randrange(1 << 30), sheets))
    if rng.random() < 0.5:
        image = scrawled(rng, image)
    plane = bare(image)
    found = [one for one in sighted(plane, CUBE) if one.score > _FAINT]
    lying = [some[0].die for some in guesses(plane, found[: 2 * _OF_PRINT], CUBE)]
    some = rng.sample(lying, min(_OF_PRINT, len(lying)))
    return [_nothing(image, one.x, one.y, one.angle, one.side) for one in some]


def _nothing(image: Image, x: float, y: float, angle: float, side: float) -> Sample:
    return _wide(image, x, y, angle, side), NOTHING, _UNKNOWN


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
    picture = (_lit(worn(wide, rng), side, rng) * 255).astype(np.uint8)
    patch = Patch(6, float(middle[0]), float(middle[1]), turn + 90 * float(rng.integers(4)), width)
    return _as_numbers(cut(picture, patch, 0, size=CROP, margin=MARGIN))


def _as_numbers(crop: Image) -> Floats:
    """A crop as the network learns from it: 3 x h x w, 0…1."""
    return np.ascontiguousarray(crop.transpose(2, 0, 1), np.float32) / np.float32(255)


def _lit(picture: Floats, side: float, rng: np.random.Generator) -> Floats:
    """The picture, in one of six with a lamp's glare on the die, under which a pip may be lost."""
    if rng.random() > 1 / 6:
        return picture
    x, y = _WIDE / 2 + rng.uniform(-0.5, 0.5, 2) * side
    rows, columns = np.ogrid[:_WIDE, :_WIDE]
    away = ((columns - x) ** 2 + (rows - y) ** 2) / (rng.uniform(0.08, 0.25) * side) ** 2
    glare = rng.uniform(0.2, 0.9) * np.exp(-away / 2)
    return np.asarray(np.minimum(picture + glare[:, :, None], 1), np.float32)


def _loss(answers: torch.Tensor, some: list[Sample]) -> torch.Tensor:
    """Of each sample: what is counted, and how it is made where that is known."""
    truth = torch.tensor([label for _, label, _ in some])
    counted = nn.functional.cross_entropy(
        answers[:, :LIGHTER], truth, label_smoothing=0.005, reduction="none"
    )
    made = torch.tensor([one for _, _, one in some])
    known = made[:, :1] >= 0
    told = nn.functional.binary_cross_entropy_with_logits(
        answers[:, LIGHTER:], made.clamp(min=0), known, reduction="none"
    )
    return counted + 0.5 * told.mean(dim=1)


def _score(net: nn.Module, check: list[Sample]) -> tuple[float, float]:
    """Shares of faces that are counted, and of right words on how their pips are made."""
    net.eval()
    side = _WIDE / _AROUND
    patch = Patch(6, (_WIDE - 1) / 2, (_WIDE - 1) / 2, 0.0, side)
    crops = np.stack([_as_numbers(cut(wide, patch, 0, size=CROP, margin=MARGIN)) for wide, _, _ in check])
    with torch.no_grad():
        said = net(torch.from_numpy(crops)).flatten(1).numpy()
    counted = said[:, :LIGHTER].argmax(axis=1) == np.array([label for _, label, _ in check])
    made = np.array([one for _, _, one in check])
    told = ((said[:, LIGHTER:] > 0) == made)[made[:, 0] >= 0]
    return float(np.mean(counted)), float(np.mean(told))


if __name__ == "__main__":
    main()
