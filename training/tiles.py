"""Train the network that reads tiles: `python -m training.tiles`.

Renders scenes with the training fonts and cuts out tiles, and what tile-finder.onnx wrongly takes for one.
"""

from functools import partial

import numpy as np
import torch
from torch import nn

from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import answered, export
from training.taught import score
from training.tile_crops import Sample, samples
from training.tile_looks import TileLooks, stacked
from training.tile_net import TileNet

MODEL = "tiles.onnx"


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=280, rounds=10)
    data, check = drawn(chosen, lambda seed, scenes: samples(seed, scenes, train_fonts()))
    net, looks, checked = TileNet(), TileLooks(chosen.seed), stacked(check)

    def loss_of(part: list[Sample], _: np.random.Generator) -> torch.Tensor:
        some = stacked(part)
        crops, truth = looks(some)
        return looks.losses(looks.said(partial(answered, net), crops, some), truth, some)

    def said(made: nn.Module) -> str:
        return f"off {score(made.eval(), checked, TileLooks(0)):.4f}"

    made, seen = fit(net, MODEL, data, chosen, batch=96, loss_of=loss_of, said=said)
    export(made, chosen.out / MODEL, seen)


if __name__ == "__main__":
    main()
