"""Train the network that reads the twelve-sided number die: `python -m training.numbers`.

It sees a face of the die, with the whole die about it, as the pose's network or a look before places it, and
tells its symbol and the symbol's turn, or that no such face is there; how far the face is tilted, where it
lies, and how the faces beside it lie about it.
"""

from functools import cache
from math import cos, exp, hypot, log2, radians, sin

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.virtual.geometry import turned
from appliance.vision.number_faces import (
    CROP,
    FACE,
    MARGIN,
    NOTHING_AT,
    PLACE_AT,
    RING_AT,
    SYMBOLS,
    TILT_AT,
    TURNS,
    WIDTH,
)
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from training.fit import drawn, fit, options
from training.net import answered, block, dense, export
from training.number_scenes import AROUND, NOTHING, SIDE, WIDE, Sample, samples
from training.recut import farther

MODEL = "numbers.onnx"
_SIDES = 0.06  # share of the crops that become one of a die's side
_ABOVE = 0.2  # tilt up to which no face beside it can be read
_BENT, _BEND = 0.3, 0.6  # share whose print is bent, as there are more shapes than fonts; by pixels or so
_STRAY, _FAR = (0.035, 0.08), 0.25  # of the outline's width: how far off its place it is cut, by shares
_KNOTS = 5  # both ways, between which the bend changes smoothly
_COUNTS = (2.0, 2.0, 3.0, 3.0, 1.0, 0.5, 0.5, 0.5)  # of tilt and place beside the symbol
_STAR = SYMBOLS.index("*")  # looks alike under several turns

Floats = npt.NDArray[np.float32]


class NumberNet(nn.Module):
    """Eight convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 24, size=5, stride=2),
            *block(24, 32),
            *block(32, 32),
            nn.MaxPool2d(2),
            *block(32, 64),
            *block(64, 64),
            *block(64, 64),
            nn.MaxPool2d(2),
            *block(64, 72),
            *block(72, 72, stride=2),
            *dense(72, 80, CROP // 16, WIDTH),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x 48 x 48, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=280, rounds=8)
    data, check = drawn(chosen, samples)

    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        crops, columns, places = batch(part, rng)
        answers = answered(net, crops).flatten(1)
        return _loss(answers, columns, places)

    net = NumberNet()
    made, seen = fit(net, MODEL, data, chosen, batch=64, loss_of=loss_of, said=lambda one: _said(one, check))
    export(made, chosen.out / MODEL, seen)


def batch(part: list[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Crops as the eye may cut them (n x 3 x 48 x 48), what is true (its column), where it lies (n x 8)."""
    crops = np.empty((len(part), CROP, CROP, 3), np.float32)
    columns = np.empty(len(part), np.int64)
    places = np.empty((len(part), WIDTH - TILT_AT), np.float32)
    for number, one in enumerate(part):
        turn = int(rng.integers(TURNS))
        sample = _side(one, rng) if hypot(*one.tilt) < _ABOVE and rng.random() < _SIDES else one
        look, place = _shaken(sample, turn, rng)
        crops[number] = _worn(look, rng)
        columns[number] = _column(sample, turn)
        by = 360 / TURNS * turn
        ring = radians(5 * (sample.ring + by))
        places[number] = (*turned(*sample.tilt, by), *place, cos(ring), sin(ring))
    return torch.from_numpy(crops).permute(0, 3, 1, 2), torch.from_numpy(columns), torch.from_numpy(places)


def _side(sample: Sample, rng: np.random.Generator) -> Sample:
    """A side of the die, cut out as if it were all of one."""
    way = rng.uniform(0, 360)
    right, down = turned(rng.uniform(0.33, 0.5) * SIDE, 0.0, way)
    angle, width = way + rng.uniform(-36, 36), SIDE * rng.uniform(0.4, 0.75)
    patch = Patch(6, WIDE / 2 + right, WIDE / 2 + down, angle, width)
    return Sample(cut(sample.wide, patch, 0, size=WIDE, margin=WIDE / SIDE), NOTHING)


def _column(sample: Sample, turn: int) -> int:
    if sample.label == NOTHING:
        return NOTHING_AT
    seen = (round(sample.angle * TURNS / 360) + turn) % TURNS
    return seen * len(SYMBOLS) + sample.label


@cache
def _grid() -> Floats:
    return np.stack(np.meshgrid(*[np.arange(CROP, dtype=np.float32) - (CROP - 1) / 2] * 2), axis=-1)


def _shaken(
    sample: Sample, turn: int, rng: np.random.Generator
) -> tuple[Image, tuple[float, float, float, float]]:
    """The die by so many turns clockwise, beside its place, larger or smaller, and bent; and its place."""
    wide = farther(sample.wide, int(rng.integers(40, 70))) if rng.random() < 0.12 else sample.wide
    told, astray, stray = exp(rng.normal(0, 0.06)), rng.normal(0, 3), _STRAY[int(rng.random() < _FAR)]
    step, side = WIDE / AROUND / CROP * told, CROP / (MARGIN * FACE)
    shift = np.clip(rng.normal(0, stray, 2), -0.13, 0.13) * side
    angle = radians(-360 / TURNS * turn + astray)
    slant, stretch = radians(rng.normal(0, 2)), exp(rng.normal(0, 0.02))
    turning = np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    bent = np.array([[stretch, sin(slant)], [0, 1 / stretch]])
    linear = (step * bent @ turning).astype(np.float32)
    places = (_grid() + shift.astype(np.float32)) @ linear.T + np.float32((WIDE - 1) / 2)
    if rng.random() < _BENT:
        coarse = rng.normal(0, _BEND, (_KNOTS, _KNOTS, 2)).astype(np.float32)
        places = places + cv2.resize(coarse, (CROP, CROP), interpolation=cv2.INTER_CUBIC)
    crop = cv2.remap(wide, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    right, down = (np.linalg.inv(linear) @ sample.off * SIDE - shift) / side
    beyond = (sample.angle - astray) * TURNS / 360 - round(sample.angle * TURNS / 360)
    return np.asarray(crop, np.uint8), (float(right), float(down), log2(sample.larger / told), beyond)


_KERNEL = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


def _worn(crop: Image, rng: np.random.Generator) -> Floats:
    """The crop with bolder or thinner print, a glare, in other colours and light, blurred and noisy."""
    picture = crop.astype(np.float32) * np.float32(1 / 255)
    if rng.random() < 0.25:
        change = cv2.erode if rng.random() < 0.5 else cv2.dilate
        share = np.float32(rng.uniform(0.2, 0.7))
        picture = (1 - share) * picture + share * np.asarray(change(picture, _KERNEL), np.float32)
    if rng.random() < 0.15:
        picture = picture + _glare(rng)
    if rng.random() < 0.3:
        picture = picture[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.06:
        picture = 1 - picture
    if rng.random() < 0.7:
        gains = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.6, 1.25)
        picture = np.clip(picture * gains.astype(np.float32), 0, 1) ** np.float32(rng.uniform(0.7, 1.5))
    if rng.random() < 0.2:  # what the lamp does not reach is lost in the dark
        lost = np.float32(rng.uniform(0.2, 0.9) * np.percentile(picture[::4, ::4], 15))
        picture = np.clip((picture - lost) / (1 - lost), 0, 1)
    if rng.random() < 0.3:
        picture = (picture - 0.5) * np.float32(rng.uniform(0.5, 1.1)) + np.float32(rng.uniform(0.4, 0.6))
    if rng.random() < 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.0)), np.float32)
    if rng.random() < 0.4:
        grain = rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(0.01, 0.06))
        if rng.random() < 0.4:  # as cameras leave it that smooth it
            grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.0)), np.float32)
        picture = picture + grain
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def _glare(rng: np.random.Generator) -> Floats:
    spot = np.zeros((CROP, CROP), np.float32)
    middle = [int(v) for v in rng.normal(CROP / 2, CROP / 7, 2)]
    axes = [int(v) for v in rng.uniform(0.03, 0.16, 2) * CROP]
    cv2.ellipse(spot, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), rng.uniform(0.8, 3.5))
    return np.asarray(soft[:, :, None] * rng.uniform(0.15, 0.9), np.float32)


def _loss(answers: torch.Tensor, truth: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """Of each crop: cross-entropy of symbol and turn, of the star under any turn; how far a place is off."""
    said = answers[:, :TILT_AT]
    there = truth < NOTHING_AT
    star = there & (truth % len(SYMBOLS) == _STAR)
    wrong = nn.functional.cross_entropy(said, truth, label_smoothing=0.02, reduction="none")
    any_star = said.log_softmax(dim=1)[:, _STAR : NOTHING_AT : len(SYMBOLS)].logsumexp(dim=1)
    off = (answers[:, TILT_AT:] - places).abs() @ answers.new_tensor(_COUNTS)
    return torch.where(star, -any_star, wrong) + there * off


def _said(net: nn.Module, check: list[Sample]) -> str:
    """How often dice, shaken and worn as in training, are read right, and how far tilts are off."""
    net.eval()
    rng = np.random.default_rng(0)
    right, off = 0, []
    with torch.no_grad():
        for k in range(0, len(check), 200):
            part = check[k : k + 200]
            crops, columns, places = batch(part, rng)
            raw = net(crops).flatten(1)
            likely = raw[:, :TILT_AT].softmax(dim=1)
            symbols = likely[:, :NOTHING_AT].reshape(-1, TURNS, len(SYMBOLS)).sum(dim=1)
            said = torch.cat([symbols, likely[:, NOTHING_AT:]], dim=1).argmax(dim=1)
            right += int((said == torch.where(columns < NOTHING_AT, columns % len(SYMBOLS), NOTHING)).sum())
            off.append((raw[:, TILT_AT:] - places)[columns < NOTHING_AT])
    away = torch.cat(off)
    words = [f"check {right / len(check):.4f}"]
    for name, at in (("tilt", TILT_AT), ("middle", PLACE_AT), ("ring", RING_AT)):
        far = away[:, at - TILT_AT :][:, :2].norm(dim=1)
        words.append(f"{name} {far.median():.3f}, {far.quantile(0.95):.3f} (95 %)")
    return ", ".join(words)


if __name__ == "__main__":
    main()
