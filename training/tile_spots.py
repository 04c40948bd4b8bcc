"""Train the network that finds tiles and board squares in a picture: parts of scenes at sizes by chance."""

import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.tile_finder import CHANNELS, SIDE, STRIDE
from training.net import ANY_SIZE, answered, export, resume
from training.tile_net import FinderNet
from training.tile_scenes import Scene, hidden

_PICTURE = 320
_SIZES = (14, 38)
"""Sides that tiles have in the pictures, in pixels."""
_TOO_LARGE = (54, 100)
_LARGE = 0.15
"""Share of the pictures that show all far too large."""
_GENTLY = 1.5e-3
"""Highest rate of learning where an earlier network is trained on."""

Floats = npt.NDArray[np.float32]


def train_finder(
    data: list[Scene], path: Path, rng: np.random.Generator, looks: int, start: float, earlier: Path | None
) -> None:
    """Train on so many looks at each scene, from the earlier network if there is one, and write it."""
    print(f"{len(data)} scenes, {time.monotonic() - start:.0f} s", flush=True)
    net = FinderNet()
    if earlier is None:
        with torch.no_grad():
            net.layers[-1].bias[:2] = -3.0
    else:
        resume(net, earlier)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    batch = 8
    steps = looks * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    rate = 3e-3 if earlier is None else _GENTLY
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=steps + 2, pct_start=0.1)
    for number in range(looks):
        net.train()
        total = np.zeros(2)
        order = rng.permutation(len(data))
        for k in range(0, len(order) - batch + 1, batch):
            views = [_view(data[i], rng) for i in order[k : k + batch]]
            pictures = torch.from_numpy(np.stack([p for p, _ in views]))
            aims = torch.from_numpy(np.stack([a for _, a in views]))
            maps = answered(net, pictures)
            heat, shape = _loss(maps, aims)
            adam.zero_grad()
            (heat + shape).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)  # an empty picture weighs little, a full one much
            adam.step()
            pace.step()
            total += [float(heat.detach()), float(shape.detach())]
        took = time.monotonic() - start
        mean = total / max(1, len(order) // batch)
        print(f"look {number + 1}: heat {mean[0]:.3f}, shape {mean[1]:.3f}, {took:.0f} s", flush=True)
        export(net, path, (3, 256, 256), ANY_SIZE)


def _view(one: Scene, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A part of the scene at a size by chance (3 x h x w, 0…1) and what the network should say of it."""
    spots = one.tiles + one.squares
    side = spots[0].side if spots else 40.0
    # There the network is to find nothing: else it would take parts of a tile for tiles.
    large = rng.random() < _LARGE
    aim = max(side / 2, float(np.exp(rng.uniform(*np.log(_TOO_LARGE if large else _SIZES)))))
    size = max(_PICTURE, round(one.image.shape[0] * aim / side))
    factor = size / one.image.shape[0]
    flags = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(one.image, (size, size), interpolation=flags), np.uint8)
    x, y = (int(rng.integers(0, size - _PICTURE + 1)) for _ in range(2))
    worn = image[y : y + _PICTURE, x : x + _PICTURE].astype(np.float32)
    if rng.random() < 0.3:
        worn = worn[:, :, rng.permutation(3)]
    worn = worn * (np.exp(rng.uniform(-0.8, 0.3)) * rng.uniform(0.88, 1.12, 3)).astype(np.float32)
    if rng.random() < 0.15:
        worn = np.asarray(cv2.GaussianBlur(worn, (0, 0), rng.uniform(0.4, 1.2)), np.float32)
    if rng.random() < 0.3:
        worn += rng.standard_normal(worn.shape, np.float32) * np.float32(rng.uniform(2, 12))
    picture = np.clip(worn, 0, 255).astype(np.float32).transpose(2, 0, 1) / 255
    aims = _aims(Scene(one.image, (), (), one.hidden) if large else one, factor, x, y)
    turns = int(rng.integers(4))
    return np.rot90(picture, turns, axes=(1, 2)).copy(), _turned(aims, turns)


def _turned(aims: Floats, turns: int) -> Floats:
    """The aims of a picture turned by so many quarter turns against the clock."""
    out = np.rot90(aims, turns, axes=(1, 2)).copy()
    for _ in range(turns):
        # What pointed right now points up.
        out[[5, 6]] = out[[6, 5]]
        out[6] *= -1
    return out


def _aims(one: Scene, factor: float, x: int, y: int) -> Floats:
    """Maps as the network's (CHANNELS), and a last one of how much each cell counts."""
    cells = _PICTURE // STRIDE
    aims = np.zeros((CHANNELS + 1, cells, cells), np.float32)
    aims[-1] = 1.0
    spots = [(kind, s) for kind, some in enumerate((one.tiles, one.squares)) for s in some]
    kinds = np.array([kind for kind, _ in spots], int)
    where = np.array([(s.x, s.y, s.side, s.angle) for _, s in spots]).reshape(-1, 4)
    at = ((where[:, :2] + 0.5) * factor - (x, y)) / STRIDE - 0.5
    for i in np.flatnonzero(((at > -3) & (at < cells + 3)).all(axis=1)).tolist():
        kind, spot, side = kinds[i], spots[i][1], where[i, 2] * factor
        r0, c0 = (max(0, int(at[i, axis]) - 4) for axis in (1, 0))
        box = np.s_[r0 : max(0, int(at[i, 1]) + 6), c0 : max(0, int(at[i, 0]) + 6)]
        rows, columns = np.ogrid[r0 : r0 + aims[0][box].shape[0], c0 : c0 + aims[0][box].shape[1]]
        right, down = at[i, 0] - columns, at[i, 1] - rows
        heat = np.exp(-(right**2 + down**2) / (2 * max(0.7, 0.1 * side / STRIDE) ** 2))
        # What a hand covers in part counts neither way, what it covers is not there.
        if hidden(one, spot, 0.45):
            if not hidden(one, spot, 0.0):
                aims[-1][box][heat > 0.1] = 0.0
            continue
        np.maximum(aims[kind][box], heat, out=aims[kind][box])
        near = (heat > 0.35) & (heat >= aims[1 - kind][box])
        turn = np.radians(4 * spot.angle)
        said = (np.cos(turn), np.sin(turn), np.log(side / SIDE), right, down)
        for channel, value in enumerate(said, start=2):
            aims[channel][box][near] = np.broadcast_to(value, near.shape)[near]
    return aims


def _loss(maps: torch.Tensor, aims: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Focal loss of the middles and absolute errors of what is said at them."""
    heat, aim, counts = maps[:, :2], aims[:, :2], aims[:, -1:]
    log, off = nn.functional.logsigmoid(heat), nn.functional.logsigmoid(-heat)
    sure = torch.sigmoid(heat)
    middle = (aim > 0.8).float() * aim
    middles = middle.sum() + 1
    loss = -(middle * (1 - sure) ** 2 * log + (1 - aim) ** 4 * sure**2 * off) * counts
    near = (aim.amax(dim=1, keepdim=True) > 0.35).float() * counts
    weight = torch.tensor([1.0, 1.0, 2.0, 2.0, 2.0]).reshape(1, 5, 1, 1)
    shape = ((maps[:, 2:] - aims[:, 2:-1]).abs() * weight * near).sum() / (near.sum() + 1)
    return loss.sum() / middles, 0.5 * shape
