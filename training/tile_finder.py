"""Train the network that finds tiles and board squares: `python -m training.tile_finder`.

Renders scenes with the training fonts, and shows parts of them at sizes by chance.
"""

from functools import partial

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.tile_finder import CHANNELS, SIDE, STRIDE
from training import cores
from training.fit import drawn, fit, options
from training.fonts import train_fonts
from training.net import ANY_SIZE, answered, export
from training.tile_net import FinderNet
from training.tile_scenes import Scene, hidden, scene

MODEL = "tile-finder.onnx"

_PICTURE = 320
_BATCH = 8
_SIZES = (14, 38)
"""Sides that tiles have in the pictures, in pixels."""
_TOO_LARGE = (54, 100)
_LARGE = 0.15
"""Share of the pictures that show all far too large."""

Floats = npt.NDArray[np.float32]


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    chosen = options(__doc__, scenes=600, rounds=10)
    data, check = drawn(chosen, _scenes)
    net = FinderNet()

    def loss_of(some: list[Scene], rng: np.random.Generator) -> torch.Tensor:
        views, aims = _views(some, rng)
        heat, shape = _losses(answered(net, views), aims)
        return heat + shape

    made, seen = fit(
        net, MODEL, data, chosen, batch=_BATCH, loss_of=loss_of, said=lambda one: _said(one, check)
    )
    export(made, chosen.out / MODEL, seen, ANY_SIZE)


def _scenes(seed: int, scenes: int) -> list[Scene]:
    return cores.drawn(partial(_one, seed, train_fonts()), scenes)


def _one(seed: int, fonts: list[str], number: int) -> list[Scene]:
    return [scene(seed, fonts, number)]


def _said(net: nn.Module, check: list[Scene]) -> str:
    """The two losses on scenes that it did not learn from."""
    net.eval()
    views, aims = _views(check, np.random.default_rng(0))
    with torch.no_grad():
        heat, shape = _losses(net(views), aims)
    return f"check {float(heat.mean()):.3f} and {float(shape.mean()):.3f}"


def _views(some: list[Scene], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    views, aims = zip(*(_view(one, rng) for one in some), strict=True)
    return torch.from_numpy(np.stack(views)), torch.from_numpy(np.stack(aims))


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


def _losses(maps: torch.Tensor, aims: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Of each picture (n) the focal loss of the middles and the absolute errors of what is said at them.

    Their means are over all middles: an empty picture weighs little, a full one much.
    """
    heat, aim, counts = maps[:, :2], aims[:, :2], aims[:, -1:]
    log, off = nn.functional.logsigmoid(heat), nn.functional.logsigmoid(-heat)
    sure = torch.sigmoid(heat)
    middle = (aim > 0.8).float() * aim
    loss = -(middle * (1 - sure) ** 2 * log + (1 - aim) ** 4 * sure**2 * off) * counts
    near = (aim.amax(dim=1, keepdim=True) > 0.35).float() * counts
    weight = torch.tensor([1.0, 1.0, 2.0, 2.0, 2.0]).reshape(1, 5, 1, 1)
    shape = (maps[:, 2:] - aims[:, 2:-1]).abs() * weight * near
    many, area = (len(maps) / (some.sum() + 1) for some in (middle, near))
    return loss.sum(dim=(1, 2, 3)) * many, 0.5 * shape.sum(dim=(1, 2, 3)) * area


if __name__ == "__main__":
    main()
