"""Train the letters' network that looks from near long on a graphics card: `python -m training.near`.

All cores draw scenes meanwhile. First a far larger network learns; then the small one learns both what
the crops show and what the large one makes of them (Hinton et al., "Distilling the Knowledge in a Neural
Network", 2015). Both learn for so many seconds: what is drawn by when, and so what comes out, depends on the
machine.
"""

import argparse
import os
import time
from math import cos, pi
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from appliance.vision.letters import NEAR, WIDTH
from training.fit import MODELS
from training.fonts import train_fonts
from training.looks import Looks, score
from training.net import NearNet, block, export, resume
from training.shelf import Shelf

MODEL = "dice-letters-near.onnx"

_BATCH, _FIRST, _MOST = 512, 25_000, 600_000  # crops: of a step, to begin with, and that there is room for
_CHECK = 2000  # crops, the first drawn, that nothing learns from
_WARMING = 0.08  # of the time, in which the pace of learning rises
_FASTEST, _GENTLY = 3e-3, 2e-3  # paces: from nothing, and from an earlier network


class LargeNet(nn.Module):
    """Far more of the same, to learn from."""

    def __init__(self) -> None:
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
            nn.Conv2d(512, 512, NEAR // 8),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Conv2d(512, WIDTH, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x NEAR x NEAR, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def main() -> None:
    """Draw, train the large network and the small one on it, export, and say how well they do."""
    chosen = _options()
    begun, device = time.monotonic(), "cuda" if torch.cuda.is_available() else "cpu"
    cores = max(1, (os.cpu_count() or 2) - 1)
    shelf = Shelf(_MOST, _CHECK, device, chosen.seed, train_fonts(), cores)
    torch.manual_seed(chosen.seed)
    while shelf.count < _FIRST:
        shelf.fill()
        time.sleep(0.2)
    check, looks = shelf.crops.at(slice(_CHECK)), Looks(chosen.seed, NEAR, device)
    large, near, pace = LargeNet().to(device), NearNet().to(device), _FASTEST
    if chosen.start is not None:
        resume(near.cpu(), chosen.start / MODEL)
        near.to(device)(looks(check)[0])  # its batch norms take measure
        pace = _GENTLY
    mean = _learn(large, shelf, looks, None, chosen.teach, _FASTEST)
    print(f"{time.monotonic() - begun:.0f} s, large: {score(mean, check, NEAR, device)}", flush=True)
    shelf.forget()
    mean = _learn(near, shelf, looks, mean, chosen.learn, pace)
    shelf.close()
    print(
        f"{time.monotonic() - begun:.0f} s, {shelf.count} crops: {score(mean, check, NEAR, device)}",
        flush=True,
    )
    near.load_state_dict(mean.state_dict())
    export(near.cpu(), chosen.out / MODEL, looks(check.at(slice(256)))[0].cpu().contiguous())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=51001)
    parser.add_argument("--teach", type=float, default=150, help="seconds that the large network learns")
    parser.add_argument("--learn", type=float, default=400, help="and the small one")
    parser.add_argument("--start", type=Path, help="go on, gently, with the network in this folder")
    parser.add_argument("--out", type=Path, default=MODELS, help="the folder to write to")
    return parser.parse_args()


def _learn(
    net: nn.Module, shelf: Shelf, looks: Looks, teacher: nn.Module | None, seconds: float, fastest: float
) -> nn.Module:
    """Let the network learn for so long; the mean of its last states."""
    net.to(memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.999), use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), lr=fastest, weight_decay=1e-2)
    start, done = time.monotonic(), 0.0
    while done < 1:
        shelf.fill()
        for chosen, counts in shelf.round(_BATCH):
            done = min(1.0, (time.monotonic() - start) / seconds)
            some = shelf.crops.at(chosen)
            crops, truth = looks(some)
            with torch.no_grad():
                taught = looks.said(teacher, crops, some.sides) if teacher else None
            losses = looks.losses(looks.said(net, crops, some.sides), truth, some.sides, taught)
            shelf.losses[chosen] = losses.detach()
            for group in adam.param_groups:
                group["lr"] = fastest * max(0.002, _pace(done))
            adam.zero_grad()
            (losses * counts).mean().backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            adam.step()
            averaged.update_parameters(net)
    return averaged.module.eval()


def _pace(done: float) -> float:
    """Of the fastest: it rises, and falls slowly to nought."""
    return done / _WARMING if done < _WARMING else 0.5 * (1 + cos(pi * (done - _WARMING) / (1 - _WARMING)))


if __name__ == "__main__":
    main()
