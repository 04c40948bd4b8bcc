"""Train the networks that read letter dice, at a glance and from near: `python -m training.letters`.

Renders scenes with the training fonts and cuts the dice out a little beside their places as the finder may.
"""

import argparse
from collections.abc import Sequence
from functools import partial

import numpy as np
import torch
from torch import nn

from training.crops import Sample, samples
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.looks import Looks, stacked
from training.net import DieNet, NearNet, answered, export
from training.taught import score


def main() -> None:
    """Make the data, train both on it, export, and say how well they do on scenes of the same kind."""
    chosen = options(__doc__, scenes=650, rounds=10)
    data, check = drawn(chosen, lambda seed, scenes: samples(seed, scenes, train_fonts()))
    for name, net in (("dice-letters.onnx", DieNet()), ("dice-letters-near.onnx", NearNet())):
        _train(net, name, data, check, chosen)


def _train(
    net: DieNet | NearNet,
    name: str,
    data: Sequence[Sample],
    check: Sequence[Sample],
    chosen: argparse.Namespace,
) -> None:
    looks, checked = Looks(chosen.seed, net.size), stacked(check)

    def loss_of(part: list[Sample], _: np.random.Generator) -> torch.Tensor:
        some = stacked(part)
        crops, truth = looks(some)
        return looks.losses(looks.said(partial(answered, net), crops, some), truth, some)

    def said(made: nn.Module) -> str:
        return f"off {score(made.eval(), checked, Looks(0, net.size)):.4f}"

    made, seen = fit(net, name, data, chosen, batch=96, loss_of=loss_of, said=said)
    export(made, chosen.out / name, seen)


if __name__ == "__main__":
    main()
