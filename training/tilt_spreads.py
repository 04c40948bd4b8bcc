"""Train only how far off the network of leans may be: `python -m training.tilt_spreads`.

What it says of tops stays as it is but for rounding: two more rows of its last layer are all that learns,
from drawn dice and, twice each, traced ones.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from appliance.vision.tilt import CROP, WIDTH
from training import fit, tilt, tilt_scenes
from training.fonts import train_fonts
from training.net import LyingNet, export, gone_on
from training.tilt_scenes import Sample
from training.traced_scenes import dice, scenes

_FEWER = 4  # times as many scenes are drawn as traced: tracing one takes as long as drawing thirty
_LOOKS = 3  # at each die, shaken otherwise
_BATCH, _AT_ONCE = 1024, 256
_PACE = 5e-3
_USUAL = -2.0  # logarithm of the spreads to begin with


def main() -> None:
    """Draw and trace dice, learn the spreads, export, and say how likely they make what is off."""
    chosen = fit.options(__doc__, scenes=4000, rounds=40)
    fonts = train_fonts()

    def samples(seed: int, count: int) -> list[Sample]:
        traced = dice(seed, scenes(seed, count // _FEWER, fonts))
        return [*tilt_scenes.samples(seed, count, fonts), *2 * traced]

    data, check = fit.drawn(chosen, samples)
    path = (chosen.start or fit.MODELS) / tilt.MODEL
    pictures, _ = tilt.batch(data[:: 1 + len(data) // _BATCH], np.random.default_rng(chosen.seed))
    net = gone_on(LyingNet(CROP, tilt.WIDTHS, WIDTH), path, pictures)
    layers = net.layers
    assert isinstance(layers, nn.Sequential)
    last = layers[-1]
    assert isinstance(last, nn.Conv2d)
    assert last.bias is not None
    rows = learnt(layers, data, chosen.rounds)
    with torch.no_grad():
        last.weight[2:].copy_(rows.weight[:, :, None, None])
        last.bias[2:].copy_(rows.bias)
        hidden, off = _off(layers, check, chosen.seed)
        print(f"unlikely by {tilt.unlikely(off, rows(hidden)).mean():.3f}", flush=True)
    export(net, chosen.out / tilt.MODEL, pictures)


def learnt(layers: nn.Sequential, data: Sequence[Sample], rounds: int) -> nn.Linear:
    """What tells the spreads' logarithms (2) by what is before the last layer, after so many rounds."""
    looks = [_off(layers, data, seed) for seed in range(_LOOKS)]
    hidden, off = (torch.cat(some) for some in zip(*looks, strict=True))
    rows = nn.Linear(hidden.shape[1], WIDTH - 2)
    nn.init.zeros_(rows.weight)
    nn.init.constant_(rows.bias, _USUAL)
    adam = torch.optim.AdamW(rows.parameters(), lr=_PACE, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, _PACE, total_steps=rounds * -(-len(off) // _BATCH) + 1)
    for _ in range(rounds):
        for some in torch.randperm(len(off)).split(_BATCH):
            loss = tilt.unlikely(off[some], rows(hidden[some])).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
    return rows


def _off(layers: nn.Sequential, data: Sequence[Sample], seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """What is before the last layer (n x hidden), and how far off the places are, right and down (n x 2)."""
    rng = np.random.default_rng(seed)
    hidden, off = [], []
    with torch.no_grad():
        for k in range(0, len(data), _AT_ONCE):
            looks, tilts = tilt.batch(list(data[k : k + _AT_ONCE]), rng)
            before = layers[:-1](looks)
            hidden.append(before.flatten(1))
            off.append((layers[-1](before).flatten(1)[:, :2] - tilts).abs())
    return torch.cat(hidden), torch.cat(off)


if __name__ == "__main__":
    main()
