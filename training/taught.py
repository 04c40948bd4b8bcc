"""A small network that a far larger one teaches, on a graphics card, while all cores draw scenes.

First the large one learns; then the small one learns both what the crops show and what a teacher makes of
them (Hinton et al., "Distilling the Knowledge in a Neural Network", 2015): the large one, the small one as it
was before, or both together, whichever is best. Both learn for so many seconds: what is drawn by when, and
so what comes out, depends on the machine.
"""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from training.fit import MODELS
from training.net import ANY_NUMBER, block, export, gone_on
from training.shelf import Shelf, Stored

C = TypeVar("C", bound=Stored)
S = TypeVar("S")

Answers = Callable[[torch.Tensor], torch.Tensor]

TAUGHT = 0.6
"""Of what a network with a teacher learns, what that says."""

_FIRST, _MOST = 12_000, 600_000  # crops: to begin with, and that there is room for
_CHECK = 2000  # crops, the first drawn, that nothing learns from
_WARMING = 0.08  # of the time, in which the pace of learning rises
_FASTEST, _GENTLY = 3e-3, 2e-3  # paces: from nothing, and from an earlier network
_LATEST = 1e-3  # what the newest state counts at least in the mean of the last


class Seen(Protocol[C]):
    """Crops as a network sees them while it learns, and what it is to say of them."""

    def __call__(self, some: C) -> tuple[torch.Tensor, torch.Tensor]:
        """The crops (n x 3 x h x w, 0…1), worn by chance, and the true answers (n)."""
        ...

    def said(self, net: Answers, crops: torch.Tensor, some: C) -> torch.Tensor:
        """What a network says of them, as log-probabilities."""
        ...

    def off(self, said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
        """How far that is from the truth, or whether it is another answer (n)."""
        ...

    def losses(
        self, said: torch.Tensor, truth: torch.Tensor, some: C, taught: torch.Tensor | None = None
    ) -> torch.Tensor:
        """How far that is from the truth and from what a teacher says (n)."""
        ...


class Together(nn.Module):
    """The mean of what two networks answer."""

    def __init__(self, one: nn.Module, other: nn.Module) -> None:
        super().__init__()
        self.one, self.other = one, other

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Their answers to crops."""
        mean: torch.Tensor = (self.one(crops) + self.other(crops)) / 2
        return mean


class LargeNet(nn.Module):
    """Far more layers of the same kind than a reader on a box may have, to learn from; `width` answers."""

    def __init__(self, size: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 96, size=5, stride=2),
            *block(96, 160),
            *block(160, 160),
            nn.MaxPool2d(2),
            *block(160, 320),
            *block(320, 320),
            *block(320, 320),
            nn.MaxPool2d(2),
            *block(320, 512),
            *block(512, 512),
            nn.Dropout(0.1),
            nn.Conv2d(512, 512, size // 8),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Conv2d(512, width, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x width x 1 x 1) to crops (n x 3 x size x size, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def options(about: str | None, seed: int) -> argparse.Namespace:
    """What the command line says: seed, seconds, and the folders of the networks."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument(
        "--teach", type=float, default=150, help="seconds that the large network learns, if any"
    )
    parser.add_argument("--learn", type=float, default=400, help="and the small one")
    parser.add_argument("--start", type=Path, help="go on, gently, with the network in this folder")
    parser.add_argument("--cores", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="that draw")
    parser.add_argument("--out", type=Path, default=MODELS, help="the folder to write to")
    return parser.parse_args()


def taught(
    chosen: argparse.Namespace,
    name: str,
    large: Callable[[], nn.Module],
    small: Callable[[], nn.Module],
    *,
    scene: Callable[[int], list[S]],
    arrays: Callable[[Sequence[S]], tuple[npt.NDArray[Any], ...]],
    stored: Callable[..., C],
    looks: Callable[..., Seen[C]],
    batch: int = 512,
    open_axes: dict[int, str] = ANY_NUMBER,
) -> None:
    """Draw, train the large network and the small one on it, export, and say how well they do.

    `large` and `small` make the networks, `looks` has crops worn by the chances of a seed, on a device.
    Scenes, crops and the rest are as `Shelf` has them, `open_axes` as `export` has them.
    """
    device = "cuda" if torch.cuda.is_available() else "cpu"
    seen = partial(looks, device=device)
    torch.manual_seed(chosen.seed)
    shelf = Shelf(_MOST, _CHECK, device, chosen.seed, chosen.cores, scene=scene, arrays=arrays, stored=stored)
    begun = time.monotonic()
    while shelf.count < _FIRST:
        shelf.fill()
        time.sleep(0.2)
    check, learnt, pace = shelf.crops.at(slice(_CHECK)), seen(chosen.seed), _FASTEST
    net, before, teacher = small().to(device), None, None

    def tell(name: str, some: nn.Module) -> float:
        off = score(some, check, seen(0))
        print(f"{time.monotonic() - begun:.0f} s, {shelf.count} crops, {name} off {off:.4f}", flush=True)
        return off

    if chosen.start is not None:
        before, pace = gone_on(net, chosen.start / name, learnt(check)[0]), _GENTLY
        tell("before", before)
    if chosen.teach:
        teacher = _learn(large().to(device), shelf, learnt, None, chosen.teach, _FASTEST, batch)
        others = [] if before is None else [Together(teacher, before).eval(), before]
        teacher = min([teacher, *others], key=partial(tell, "teacher"))
        shelf.forget()
    mean = _learn(net, shelf, learnt, teacher, chosen.learn, pace, batch)
    shelf.close()
    tell("small", mean)
    net.load_state_dict(mean.state_dict())
    export(net.cpu(), chosen.out / name, learnt(check.at(slice(256)))[0].cpu().contiguous(), open_axes)


def wholly(net: Answers, pictures: torch.Tensor) -> torch.Tensor:
    """What a network answers, on a graphics card with half the digits inside."""
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=pictures.is_cuda):
        said = net(pictures)
    return said.float()


def answers(net: Answers, crops: torch.Tensor) -> torch.Tensor:
    """The same of one that answers crops (n x its width)."""
    return wholly(net, crops).flatten(1)


def score(net: Answers, check: C, looks: Seen[C]) -> float:
    """How far the answers to the crops, shaken and worn, are off in the mean."""
    count, off = len(next(iter(check))), 0.0
    with torch.no_grad():
        for k in range(0, count, 500):
            some = check.at(slice(k, k + 500))
            crops, truth = looks(some)
            off += float(looks.off(looks.said(net, crops, some), truth).sum())
    return off / count


def _learn(
    net: nn.Module,
    shelf: Shelf[C],
    looks: Seen[C],
    teacher: nn.Module | None,
    seconds: float,
    fastest: float,
    batch: int,
) -> nn.Module:
    """Let the network learn for so long, so many crops a step; the mean of its last states."""
    net.to(memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    averaged = AveragedModel(net, multi_avg_fn=_newer, use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=1e-2)
    start, done = time.monotonic(), 0.0
    while done < 1:
        shelf.fill()
        for chosen, counts in shelf.round(batch):
            done = min(1.0, (time.monotonic() - start) / seconds)
            some = shelf.crops.at(chosen)
            crops, truth = looks(some)
            with torch.no_grad():
                told = looks.said(teacher, crops, some) if teacher else None
            losses = looks.losses(looks.said(net, crops, some), truth, some, told)
            shelf.losses[chosen] = losses.detach()
            for group in adam.param_groups:
                group["lr"] = fastest * max(0.002, _pace(done))
            adam.zero_grad()
            (losses * counts).mean().backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            adam.step()
            averaged.update_parameters(net)
    return averaged.module.eval()


def _newer(means: Sequence[torch.Tensor], states: Sequence[torch.Tensor], count: torch.Tensor | int) -> None:
    """Let means go with the states: over the last tenth of them, and over the last thousand at most.

    A large network takes few steps in its time; in a mean over a thousand its first states would count.
    """
    share = max(_LATEST, 10 / (int(count) + 10))
    for mean, state in zip(means, states, strict=True):
        mean.copy_(mean + share * (state - mean) if mean.is_floating_point() else state)


def _pace(done: float) -> float:
    """Of the fastest: it rises, and falls slowly to nought."""
    return done / _WARMING if done < _WARMING else 0.5 * (1 + cos(pi * (done - _WARMING) / (1 - _WARMING)))
