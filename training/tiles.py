"""Train the two networks that find and read tiles: `python -m training.tiles`.

Renders scenes with the training fonts, and trains on one thread with fixed seeds. Writes the ONNX files into
the package. `--only reader` or `--only finder` makes one of them.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from appliance.vision.locate import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_finder import CHANNELS, SIDE, STRIDE
from appliance.vision.tile_net import (
    BLANK_AT,
    CROP,
    LETTERS,
    MARGIN,
    NOTHING_AT,
    VALUES,
    VALUES_AT,
)
from training.fonts import train_fonts
from training.tile_net import FinderNet, TileNet
from training.tile_scenes import Scene, Spot, scene

MODELS = Path(__file__).parent.parent / "appliance" / "vision" / "models"
WIDE = 72
"""Side in pixels of a stored face with its surroundings, twice as wide as the tile."""
_PICTURE = 320
_A_SCENE = 30
_LARGE = 0.15

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sample:
    """A tile or a place without one, with its surroundings, upright."""

    wide: Image
    symbol: str
    value: str


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    options = _options()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    start = time.monotonic()
    fonts = train_fonts()
    for name, train, rounds in (("reader", _reader, options.rounds), ("finder", _finder, options.looks)):
        if options.only in ("", name):
            torch.manual_seed(options.seed)
            scenes = (scene(options.seed, number, fonts) for number in range(options.scenes))
            train(scenes, options.seed, rounds, start)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--looks", type=int, default=14)
    parser.add_argument("--only", choices=("reader", "finder", ""), default="")
    return parser.parse_args()


# The reader


def _reader(scenes: Iterator[Scene], seed: int, rounds: int, start: float) -> None:
    rng = np.random.default_rng(seed)
    data = [sample for one in scenes for sample in samples(one, rng)]
    check, data = data[: len(data) // 25], data[len(data) // 25 :]
    print(f"{len(data)} faces, {time.monotonic() - start:.0f} s", flush=True)
    net = TileNet()
    batch = 96
    steps = rounds * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, total_steps=steps + 2, pct_start=0.15)
    for number in range(rounds):
        net.train()
        total, count = 0.0, 0
        order = rng.permutation(len(data))
        for k in range(0, len(order) - batch + 1, batch):
            crops, what, value = _batch([data[i] for i in order[k : k + batch]], rng)
            loss = _reading_loss(net(crops).flatten(1), what, value)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            total, count = total + float(loss.detach()), count + 1
        right = _score(net, check)
        took = time.monotonic() - start
        print(f"round {number + 1}: loss {total / count:.3f}, check {right:.4f}, {took:.0f} s", flush=True)
    export(net, MODELS / "tiles.onnx", (3, CROP, CROP), {0: "n"})


def samples(one: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """The faces of a scene, and some places without any."""
    tiles = [t for t in one.tiles if _within(t) and not _hidden(one, t)]
    for i in rng.permutation(len(tiles))[:_A_SCENE]:
        yield Sample(_wide(one.image, tiles[i]), tiles[i].symbol, tiles[i].value)
    squares = [s for s in one.squares if _within(s)]
    for i in rng.permutation(len(squares))[:18]:
        yield Sample(_wide(one.image, squares[i]), "", "")
    for _ in range(4):
        yield from _beside(one, rng)


def _beside(one: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """A place that is no tile's middle: between tiles, on the rim, on the table, on a hand."""
    side = one.tiles[0].side if one.tiles else 30.0
    if one.tiles and rng.random() < 0.5:
        tile = one.tiles[int(rng.integers(len(one.tiles)))]
        away, way = rng.uniform(0.5, 1.1) * side, rng.uniform(0, 2 * np.pi)
        x, y, angle = tile.x + away * np.cos(way), tile.y + away * np.sin(way), tile.angle
    else:
        x, y, angle = *rng.uniform(0, one.image.shape[0], 2), rng.uniform(0, 360)
    spot = Spot(".", "", float(x), float(y), float(angle), side * float(rng.uniform(0.8, 1.2)))
    if _within(spot) and all(np.hypot(t.x - x, t.y - y) > 0.48 * side for t in one.tiles):
        yield Sample(_wide(one.image, spot), "", "")


def _within(spot: Spot, edge: float = 0.55) -> bool:
    return all(edge * spot.side < c < 640 - edge * spot.side for c in (spot.x, spot.y))


def _hidden(one: Scene, spot: Spot, reach: float = 0.4) -> bool:
    low_x, low_y = (max(0, int(c - reach * spot.side)) for c in (spot.x, spot.y))
    high_x, high_y = (int(c + reach * spot.side) + 1 for c in (spot.x, spot.y))
    return bool(one.hidden[low_y:high_y, low_x:high_x].any())


def _wide(image: Image, spot: Spot) -> Image:
    patch = Patch(6, spot.x, spot.y, spot.angle, spot.side)
    return cut(image, patch, 0, size=WIDE, margin=2.0)


def _batch(part: Sequence[Sample], rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """Crops, what they show (index) and the value's index, each under a turn by chance."""
    crops, what, values = [], [], []
    for sample in part:
        turn = int(rng.integers(4))
        crop = _worn(_shaken(sample.wide, rng), rng)
        # A picture turned so is upright under that turn.
        crops.append(np.rot90(crop, -turn))
        if sample.symbol in LETTERS and sample.symbol:
            what.append(turn * len(LETTERS) + LETTERS.index(sample.symbol))
            values.append(turn * len(VALUES) + VALUES.index(sample.value))
        else:
            what.append(BLANK_AT if sample.symbol else NOTHING_AT)
            values.append(-1)
    stack = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / 255
    return torch.from_numpy(stack), torch.tensor(what), torch.tensor(values)


def _shaken(wide: Image, rng: np.random.Generator) -> Image:
    """The face found a little beside its place, a little turned."""
    middle, width = (WIDE - 1) / 2, WIDE / 2
    shift = np.clip(rng.normal(0, 0.06, 2), -0.15, 0.15) * width
    spread = float(np.exp(rng.normal(0, 0.07)))
    patch = Patch(
        6, middle + float(shift[0]), middle + float(shift[1]), float(rng.normal(0, 3)), width * spread
    )
    return cut(wide, patch, 0, size=CROP, margin=MARGIN)


def _worn(crop: Image, rng: np.random.Generator) -> Floats:
    """The crop in another light, sometimes blurred, noisy or with a glare."""
    image = crop.astype(np.float32)
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    if rng.random() < 0.12:
        spot = np.zeros((CROP, CROP), np.float32)
        x, y = (int(v) for v in rng.normal(CROP / 2, CROP / 6, 2))
        cv2.ellipse(
            spot,
            (x, y),
            (int(rng.integers(2, 9)), int(rng.integers(2, 6))),
            float(rng.uniform(0, 180)),
            0,
            360,
            1.0,
            -1,
        )
        image = image + cv2.GaussianBlur(spot, (0, 0), 2.0)[:, :, None] * rng.uniform(40, 200)
    image = image * (rng.uniform(0.6, 1.35) * rng.uniform(0.9, 1.1, 3)).astype(np.float32)
    image = (image - 128) * rng.uniform(0.75, 1.2) + 128
    if rng.random() < 0.4:
        image = image + rng.normal(0, rng.uniform(2, 12), image.shape)
    return np.clip(image, 0, 255).astype(np.float32)


def _reading_loss(raw: torch.Tensor, what: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of what it is, and of the value under the true turn, as the eye reads the answers."""
    loss = nn.functional.cross_entropy(raw[:, :VALUES_AT], what, label_smoothing=0.01)
    there = value >= 0
    turns = torch.div(value[there], len(VALUES), rounding_mode="floor")
    table = raw[there][:, VALUES_AT:].reshape(-1, 4, len(VALUES))
    picked = table[torch.arange(len(table)), turns]
    return loss + 0.3 * nn.functional.cross_entropy(picked, value[there] % len(VALUES), label_smoothing=0.01)


def _score(net: TileNet, check: list[Sample]) -> float:
    """Share of faces of which everything but the value is right, each under one turn only."""
    net.eval()
    right = 0
    rng = np.random.default_rng(0)
    with torch.no_grad():
        for k in range(0, len(check), 200):
            crops, what, _ = _batch(check[k : k + 200], rng)
            right += int((net(crops).flatten(1)[:, :VALUES_AT].argmax(dim=1) == what).sum())
    return right / max(1, len(check))


# The finder


def _finder(scenes: Iterator[Scene], seed: int, looks: int, start: float) -> None:
    data = list(scenes)
    rng = np.random.default_rng(seed)
    print(f"{len(data)} scenes, {time.monotonic() - start:.0f} s", flush=True)
    net = FinderNet()
    with torch.no_grad():
        net.layers[-1].bias[:2] = -3.0
    batch = 8
    steps = looks * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, 3e-3, total_steps=steps + 2, pct_start=0.1)
    for number in range(looks):
        net.train()
        total = np.zeros(2)
        order = rng.permutation(len(data))
        for k in range(0, len(order) - batch + 1, batch):
            views = [_view(data[i], rng) for i in order[k : k + batch]]
            pictures = torch.from_numpy(np.stack([p for p, _ in views]))
            aims = torch.from_numpy(np.stack([a for _, a in views]))
            heat, shape = _finding_loss(net(pictures), aims)
            adam.zero_grad()
            (heat + shape).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)  # an empty picture weighs little, a full one much
            adam.step()
            pace.step()
            total += [float(heat.detach()), float(shape.detach())]
        took = time.monotonic() - start
        mean = total / max(1, len(order) // batch)
        print(f"look {number + 1}: heat {mean[0]:.3f}, shape {mean[1]:.3f}, {took:.0f} s", flush=True)
    export(net, MODELS / "tile-finder.onnx", (3, 256, 256), {0: "n", 2: "h", 3: "w"})


def _view(one: Scene, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A part of the scene at a size by chance (3 x h x w, 0…1) and what the network should say of it."""
    spots = one.tiles + one.squares
    side = spots[0].side if spots else 40.0
    # Some pictures show all far too large: there the network is to find nothing.
    large = rng.random() < _LARGE
    aim = max(side / 2, float(np.exp(rng.uniform(*np.log((50, 90) if large else (15, 34))))))
    factor = aim / side
    size = max(_PICTURE, round(one.image.shape[0] * factor))
    factor = size / one.image.shape[0]
    flags = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(one.image, (size, size), interpolation=flags), np.uint8)
    x, y = (int(rng.integers(0, size - _PICTURE + 1)) for _ in range(2))
    part = image[y : y + _PICTURE, x : x + _PICTURE]
    aims = _aims(Scene(one.image, (), (), one.hidden) if large else one, factor, x, y)
    turns = int(rng.integers(4))
    worn = part.astype(np.float32) * (rng.uniform(0.6, 1.3) * rng.uniform(0.88, 1.12, 3)).astype(np.float32)
    if rng.random() < 0.3:
        worn = worn + rng.normal(0, rng.uniform(2, 10), worn.shape)
    picture = np.clip(worn, 0, 255).astype(np.float32).transpose(2, 0, 1) / 255
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
    rows, columns = np.mgrid[0:cells, 0:cells]
    for kind, spots in enumerate((one.tiles, one.squares)):
        for spot in spots:
            at = ((spot.x + 0.5) * factor - x) / STRIDE - 0.5, ((spot.y + 0.5) * factor - y) / STRIDE - 0.5
            if not all(-3 < c < cells + 3 for c in at):
                continue
            side = spot.side * factor
            sigma = max(0.7, 0.1 * side / STRIDE)
            r0, r1 = max(0, int(at[1]) - 4), min(cells, int(at[1]) + 6)
            c0, c1 = max(0, int(at[0]) - 4), min(cells, int(at[0]) + 6)
            box = np.s_[r0:r1, c0:c1]
            right, down = at[0] - columns[box], at[1] - rows[box]
            heat = np.exp(-(right**2 + down**2) / (2 * sigma**2))
            # What a hand covers in part counts neither way, what it covers is not there.
            if _hidden(one, spot, 0.45):
                full = one.hidden[min(max(int(spot.y), 0), 639), min(max(int(spot.x), 0), 639)]
                if not full:
                    aims[-1][box][heat > 0.1] = 0.0
                continue
            np.maximum(aims[kind][box], heat, out=aims[kind][box])
            near = (heat > 0.35) & (heat >= aims[1 - kind][box])
            turn = np.radians(4 * spot.angle)
            for channel, value in enumerate(
                (np.cos(turn), np.sin(turn), np.log(side / SIDE), right, down), start=2
            ):
                aims[channel][box][near] = np.broadcast_to(value, near.shape)[near]
    return aims


def _finding_loss(maps: torch.Tensor, aims: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
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


def export(net: nn.Module, path: Path, shape: tuple[int, ...], open_axes: dict[int, str]) -> None:
    """Write the network as ONNX with those axes of its input open."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, *shape),),
        str(path),
        input_names=["pictures"],
        output_names=["answers"],
        dynamic_axes={"pictures": open_axes, "answers": open_axes},
        opset_version=13,
        dynamo=False,
    )
    print(f"wrote {path} ({path.stat().st_size / 1024:.0f} KiB)", flush=True)


if __name__ == "__main__":
    main()
