"""Train the network that tells how far a letter die or one with pips leans: `python -m training.tilt`.

It sees a crop about what the finder took for a die, a little beside its place, upright, and tells where the
top's middle is seen from the die's own: what leans shows more of its sides than one that lies flat there.
And it tells how far off it may be.
"""

from argparse import Namespace
from collections.abc import Callable
from math import exp, log

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.virtual.geometry import turned
from appliance.vision.plane import Image
from appliance.vision.tilt import CROP, MARGIN, WIDTH
from training import fit
from training.finder import worn
from training.fonts import train_fonts
from training.net import LyingNet, answered, export
from training.recut import farther, recut
from training.tilt_scenes import AROUND, WIDE, Sample, samples

MODEL = "dice-tilt.onnx"
_BATCH = 128
WIDTHS = (24, 36, 64, 64, 96, 96, 96)
"""Of the network's layers."""

_LOGS = -4.5, 1.0  # of spreads, at least and at most
_SPREADS = 0.15  # what they count beside the places
_PIXEL = WIDE / (MARGIN * AROUND)  # a die's side in a stored crop
_UPRIGHT = 0.9  # share of dice whose angle the eye tells about right
_ALIKE = {6: 90, 8: 30}  # degrees between the ways it is shown: quarter turns, also of a hexagon
Floats = npt.NDArray[np.float32]


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    fonts = train_fonts()
    trained(fit.options(__doc__, scenes=400, rounds=12), lambda seed, scenes: samples(seed, scenes, fonts))


def trained(chosen: Namespace, some: Callable[[int, int], list[Sample]]) -> None:
    """The same with these samples (of a seed and so many scenes)."""
    data, check = fit.drawn(chosen, some)

    def loss_of(part: list[Sample], rng: np.random.Generator) -> torch.Tensor:
        looks, tilts = batch(part, rng)
        said = answered(net, looks).flatten(1)
        off = tilts - said[:, :2]
        # Places do not learn from the spreads: they would give up what is hard to tell.
        return off.norm(dim=1) + _SPREADS * unlikely(off.detach().abs(), said[:, 2:])

    net = LyingNet(CROP, WIDTHS, WIDTH)
    made, seen = fit.fit(
        net, MODEL, data, chosen, batch=_BATCH, loss_of=loss_of, said=lambda one: _said(one, check)
    )
    export(made, chosen.out / MODEL, seen)


def unlikely(off: torch.Tensor, logs: torch.Tensor) -> torch.Tensor:
    """Minus the logarithm of how densely places are so far off (n x 2) where spreads are such (n).

    Laplace's distribution, right and down; `logs` are the spreads' logarithms.
    """
    held = logs.clamp(*_LOGS)
    return (off * torch.exp(-held) + held + log(2)).sum(dim=1)


def batch(part: list[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops as the eye may cut them (n x 3 x 40 x 40), and the tilts that are seen there (n x 2)."""
    looks = np.empty((len(part), CROP, CROP, 3), np.float32)
    tilts = np.empty((len(part), 2), np.float32)
    for number, sample in enumerate(part):
        look, tilts[number] = _shaken(sample, rng)
        looks[number] = worn(look, rng)
    return torch.from_numpy(looks).permute(0, 3, 1, 2), torch.from_numpy(tilts)


def _shaken(sample: Sample, rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """The die as the eye may place it, turned and mirrored by chance, and its tilt there."""
    told = exp(float(np.clip(rng.normal(0, 0.07), -0.2, 0.2)))  # the side told over the true one
    shift = np.clip(rng.normal(0, 0.06, 2), -0.2, 0.2)  # of the true side
    if sample.found is not None and rng.random() < 0.6:
        right, down, side = sample.found
        told = float(np.clip(side, 0.6, 1.6)) * exp(float(rng.normal(0, 0.03)))
        shift = np.array([right, down]) + rng.normal(0, 0.02, 2)
    turn, mirrored = _turn(sample, rng), rng.random() < 0.5
    source = farther(sample.wide, int(rng.integers(34, 76))) if rng.random() < 0.15 else sample.wide
    look = recut(source, CROP, AROUND, told=told, shift=shift * _PIXEL, turn=turn, mirrored=mirrored)
    right, down = turned(*sample.tilt, -turn)
    return look, (-right if mirrored else right, down)


def _turn(sample: Sample, rng: np.random.Generator) -> float:
    """Degrees by which the eye may turn what it cuts out."""
    if rng.random() > _UPRIGHT:
        return float(rng.uniform(0, 360))
    step = _ALIKE[sample.sides]
    return sample.angle + step * int(rng.integers(360 // step)) + float(rng.normal(0, 4))


def _said(net: nn.Module, check: list[Sample]) -> str:
    """How far tilts are off, of dice that lie flat and of those that lean, shaken and worn as in training."""
    net.eval()
    rng = np.random.default_rng(0)
    off = []
    with torch.no_grad():
        for k in range(0, len(check), 200):
            looks, tilts = batch(check[k : k + 200], rng)
            off.append((net(looks).flatten(1)[:, :2] - tilts).norm(dim=1))
    away, leans = torch.cat(off).numpy(), np.array([sample.lean >= 20 for sample in check])
    flat = np.array([sample.lean == 0 for sample in check])
    words = [
        f"{name} {np.median(away[mine]):.3f}, {np.percentile(away[mine], 90):.3f} (90 %)"
        for name, mine in (("flat", flat), ("leaning", leans))
    ]
    return ", ".join(words)


if __name__ == "__main__":
    main()
