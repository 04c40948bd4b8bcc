"""Train the letters' network that looks from near long on a graphics card: `python -m training.near`.

All cores draw scenes meanwhile. First a far larger network learns; then the small one learns both what
the crops show and what the large one makes of them (Hinton et al., "Distilling the Knowledge in a Neural
Network", 2015). Both learn for so many seconds: what is drawn by when, and so what comes out, depends on the
machine.
"""

import argparse
import os
import time
from collections.abc import Callable
from math import cos, pi
from pathlib import Path

import torch
from torch import nn
from torch.nn.functional import log_softmax
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from appliance.pieces import ALPHABET
from appliance.vision.letters import LEANS_AT, MARGINS, NEAR, NOTHING_AT, STARTS, TURNS, WIDTH
from appliance.vision.straighten import D8_FACE
from training.crops import AROUND, LEANS, NOTHING, WIDE
from training.fit import MODELS
from training.fonts import train_fonts
from training.letters import columns_of
from training.net import NearNet, block, export, resume
from training.shelf import Crops, Shelf
from training.wear import Wear

MODEL = "dice-letters-near.onnx"

_BATCH, _FIRST, _MOST = 512, 25_000, 600_000  # crops: of a step, to begin with, and that there is room for
_CHECK = 2000  # crops, the first drawn, that nothing learns from
_SMOOTH = 0.02  # of the labels
_TAUGHT = 0.6  # of what the small network learns, what the large one says
_WARMING = 0.08  # of the time, in which the pace of learning rises
_FASTEST, _GENTLY = 3e-3, 2e-3  # paces: from nothing, and from an earlier network

Answers = Callable[[torch.Tensor], torch.Tensor]


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


class Looks:
    """Crops as the network sees them, what it is to say, and what it says, on one device."""

    def __init__(self, seed: int, device: str) -> None:
        self.wear = Wear(seed, device)
        self.closed = torch.ones((9, WIDTH), dtype=torch.bool, device=device)
        self.turns, self.starts = (torch.zeros(9, dtype=torch.long, device=device) for _ in range(2))
        self.extents = torch.zeros(9, device=device)
        for sides in (0, 6, 8):  # 0 is a letter on paper, which is never turned
            self.closed[sides, columns_of(sides).to(device)] = False
            self.turns[sides], self.starts[sides] = TURNS.get(sides, 1), STARTS[sides or 6]
            self.extents[sides] = NEAR / MARGINS[sides or 6] / (D8_FACE if sides == 8 else 1.0)

    def __call__(self, some: Crops) -> tuple[torch.Tensor, torch.Tensor]:
        """The crops shaken, worn and each under some turn, and the columns of the true answers."""
        turns = self.turns[some.sides]
        turn = torch.minimum((self.wear.uniform(0, 1, len(turns)) * turns).long(), turns - 1)
        extents, step = self.extents[some.sides], WIDE / AROUND / NEAR
        crops = self.wear.shaken(some.wides.float() / 255, NEAR, turn * (360 / turns), extents, step)
        truth = self.starts[some.sides] + turn * len(ALPHABET) + some.labels
        truth = torch.where(some.labels == NOTHING, NOTHING_AT, truth)
        truth = torch.where(some.labels == LEANS, LEANS_AT, truth)
        return self.wear.worn(crops).contiguous(memory_format=torch.channels_last), truth

    def said(self, net: Answers, crops: torch.Tensor, sides: torch.Tensor) -> torch.Tensor:
        """Log-probabilities (n x WIDTH) of what dice of those sides may show; of all else next to none."""
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=crops.is_cuda):
            answers = net(crops)
        return log_softmax(answers.float().flatten(1).masked_fill(self.closed[sides], -1e4), dim=1)

    def losses(
        self, said: torch.Tensor, truth: torch.Tensor, sides: torch.Tensor, taught: torch.Tensor | None
    ) -> torch.Tensor:
        """Of each crop the cross-entropy with the truth and, if there is a teacher, with what it says."""
        said, spread = said.masked_fill(self.closed[sides], 0.0), (~self.closed[sides]).sum(dim=1)
        hard, even = -said.gather(1, truth[:, None])[:, 0], -said.sum(dim=1) / spread
        own = (1 - _SMOOTH) * hard + _SMOOTH * even
        return own if taught is None else (1 - _TAUGHT) * own - _TAUGHT * (taught.exp() * said).sum(dim=1)


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
    check, looks = shelf.crops.at(slice(_CHECK)), Looks(chosen.seed, device)
    large, near, pace = LargeNet().to(device), NearNet().to(device), _FASTEST
    if chosen.start is not None:
        resume(near.cpu(), chosen.start / MODEL)
        near.to(device)(looks(check)[0])  # its batch norms take measure
        pace = _GENTLY
    mean = _learn(large, shelf, looks, None, chosen.teach, _FASTEST)
    print(f"{time.monotonic() - begun:.0f} s, large: {_score(mean, check, device)}", flush=True)
    shelf.forget()
    mean = _learn(near, shelf, looks, mean, chosen.learn, pace)
    shelf.close()
    print(f"{time.monotonic() - begun:.0f} s, {shelf.count} crops: {_score(mean, check, device)}", flush=True)
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


def _score(net: nn.Module, check: Crops, device: str) -> str:
    """Of how many crops, shaken and worn, the answer is right, its turn too."""
    looks, right = Looks(0, device), 0
    with torch.no_grad():
        for k in range(0, len(check.labels), 500):
            some = check.at(slice(k, k + 500))
            crops, truth = looks(some)
            right += int((looks.said(net, crops, some.sides).argmax(dim=1) == truth).sum())
    return f"check {right / len(check.labels):.4f}"


if __name__ == "__main__":
    main()
