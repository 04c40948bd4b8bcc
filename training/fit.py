"""One loop for the networks that read a die's top: rounds over the data, and the mean of the last states."""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.net import resume

T = TypeVar("T")

_GENTLY = 1e-3  # pace at which an earlier network is trained on


def options(about: str | None, scenes: int, rounds: int, out: Path) -> argparse.Namespace:
    """What the command line says: seed, scenes, rounds, the network to start from, the file to write."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=scenes)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--start", type=Path, help="go on, gently, with a network made before")
    parser.add_argument("--out", type=Path, default=out)
    return parser.parse_args()


def drawn(chosen: argparse.Namespace, samples: Callable[[int, int], list[T]]) -> tuple[list[T], list[T]]:
    """What to learn from and what to be checked with, and the seeds set; `samples` takes seed and scenes."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    start = time.monotonic()
    data = samples(chosen.seed, chosen.scenes)
    check = samples(chosen.seed + 1, max(10, chosen.scenes // 15))
    took = time.monotonic() - start
    print(f"{len(data)} faces from {chosen.scenes} scenes, {took:.0f} s", flush=True)
    return data, check


def fit(
    net: nn.Module,
    data: Sequence[T],
    chosen: argparse.Namespace,
    *,
    batch: int,
    fastest: float,
    loss_of: Callable[[list[T], np.random.Generator], torch.Tensor],
    said: Callable[[nn.Module], str],
) -> nn.Module:
    """The mean of the network's last states; `said` puts its score after a round into words."""
    start = time.monotonic()
    if chosen.start is not None:
        resume(net, chosen.start)
        fastest = _GENTLY
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    steps = chosen.rounds * (len(data) // batch)
    averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.995), use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, fastest, total_steps=steps + 1, pct_start=0.15)
    for number in range(chosen.rounds):
        rng = np.random.default_rng(chosen.seed * 1000 + number)
        order = rng.permutation(len(data))
        # A network that was exported has its batch norms folded into its convolutions, with nothing to learn.
        net.train(chosen.start is None)
        total = 0.0
        for k in range(0, len(data) - batch + 1, batch):
            loss = loss_of([data[i] for i in order[k : k + batch]], rng)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            averaged.update_parameters(net)
            total += float(loss.detach())
        score, took = said(averaged.module), time.monotonic() - start
        mean = total / max(1, len(data) // batch)
        print(f"round {number + 1}: loss {mean:.3f}, {score}, {took:.0f} s", flush=True)
    made: nn.Module = averaged.module
    return made
