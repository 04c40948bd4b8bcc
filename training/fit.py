"""One loop for the networks that read a die's top: rounds over the data, and the mean of the last states."""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.net import resume

T = TypeVar("T")

MODELS = Path(__file__).parent.parent / "appliance" / "vision" / "models"

Floats = npt.NDArray[np.float32]
Losses = npt.NDArray[np.float64]

_PACE, _GENTLY = 4e-3, 2e-3  # of learning at its fastest; and where an earlier network is trained on
_CALIBRATING = 256  # samples that tell how far the numbers in a network reach, for `quantize`
_WHOLE = 2  # rounds over all data
SHARE = 0.25
"""Of all data, what later rounds look at."""


def options(about: str | None, scenes: int, rounds: int) -> argparse.Namespace:
    """What the command line says: seed, scenes, rounds, and the folders of the networks."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=scenes)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--start", type=Path, help="go on, gently, with the network in this folder")
    parser.add_argument("--out", type=Path, default=MODELS, help="the folder to write to")
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
    print(f"{len(data)} samples from {chosen.scenes} scenes, {took:.0f} s", flush=True)
    return data, check


def fit(
    net: nn.Module,
    name: str,
    data: Sequence[T],
    chosen: argparse.Namespace,
    *,
    batch: int,
    loss_of: Callable[[list[T], np.random.Generator], torch.Tensor],
    said: Callable[[nn.Module], str],
) -> tuple[nn.Module, torch.Tensor]:
    """The mean of the network's last states, and pictures like those that it learnt from.

    `name` is what it is called in the folder to start from. `loss_of` tells the loss of each sample (n),
    `said` puts a network's score after a round into words.
    """
    start = time.monotonic()
    fastest = _PACE
    if chosen.start is not None:
        resume(net, chosen.start / name)
        fastest = _GENTLY
        loss_of(list(data[: 4 * batch]), np.random.default_rng(chosen.seed))  # its batch norms take measure
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=1e-2)
    sizes = [len(data) if number < _WHOLE else round(SHARE * len(data)) for number in range(chosen.rounds)]
    steps = sum(size // batch for size in sizes)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, fastest, total_steps=steps + 1, pct_start=0.1)
    last = np.zeros(len(data))
    for number, size in enumerate(sizes):
        rng = np.random.default_rng(chosen.seed * 1000 + number)
        order, weights = hardest(last, size, rng)
        net.train()
        for k in range(0, size - batch + 1, batch):
            some = order[k : k + batch]
            losses = loss_of([data[i] for i in some], rng)
            last[some] = losses.detach().numpy()
            adam.zero_grad()
            (losses * torch.from_numpy(weights[k : k + batch])).mean().backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            adam.step()
            pace.step()
            averaged.update_parameters(net)
        score, took = said(averaged.module), time.monotonic() - start
        print(f"round {number + 1}: loss {last.mean():.3f}, {score}, {took:.0f} s", flush=True)
    net.load_state_dict(averaged.module.state_dict())
    rng = np.random.default_rng(chosen.seed)
    some = [data[i] for i in rng.choice(len(data), min(_CALIBRATING, len(data)), replace=False)]
    return net, _seen(net, lambda: loss_of(some, rng))


def _seen(net: nn.Module, looked: Callable[[], object]) -> torch.Tensor:
    """The pictures (n x 3 x h x w, 0…1) that the network is shown."""
    pictures: list[torch.Tensor] = []
    hook = net.register_forward_pre_hook(lambda _, inputs: pictures.append(inputs[0]))
    net.eval()
    with torch.no_grad():
        looked()
    hook.remove()
    return torch.cat(pictures).contiguous()


def hardest(
    last: Losses | Floats, size: int, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], Floats]:
    """So many samples by chance, and what each counts (1 in the mean).

    Unless all are to be looked at, half of them are those that were the hardest when last looked at (Jiang
    et al., "Accelerating Deep Learning by Focusing on the Biggest Losers", 2019); of the others those that
    are chosen count for all, so that the answers stay true probabilities.
    """
    whole = len(last)
    if size == whole:
        return rng.permutation(whole), np.ones(whole, np.float32)
    by_loss = np.argsort(-last, kind="stable")
    hard, others = by_loss[: size // 2], by_loss[size // 2 :]
    some = rng.choice(others, size - len(hard), replace=False)
    counts = np.concatenate([np.ones(len(hard)), np.full(len(some), len(others) / len(some))])
    order = rng.permutation(size)
    return np.concatenate([hard, some])[order], (counts * size / whole)[order].astype(np.float32)
