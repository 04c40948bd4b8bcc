"""Train the two networks that find and read tiles: `python -m training.tiles`.

Renders scenes with the training fonts, and trains on one thread with fixed seeds. Writes the ONNX files into
the package. `--only reader` or `--only finder` makes one of them; `--on` goes on with what the package has.
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
from appliance.vision.tile_finder import TILE, spots
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
from training.net import answered, export, resume
from training.tile_net import TileNet
from training.tile_scenes import Scene, Spot, hidden, inside, scene
from training.tile_spots import train_finder

MODELS = Path(__file__).parent.parent / "appliance" / "vision" / "models"
WIDE = 72
"""Side in pixels of a stored face with its surroundings, twice as wide as the tile."""
_A_SCENE = 60  # faces at most
_GOES = ((9, 4e-3), (8, 2e-3), (4, 1.2e-3))
_GENTLE_GOES = ((6, 1.2e-3),)
"""How often the reader looks at all faces, and its highest rate of learning, in one go after the other."""
_MIXED = 0.6
"""Share of the scenes in which each tile is of a make of its own."""
_BARE = 0.3
"""Share of the scenes that have no tile, but prints."""
_FAINT = 0.03  # of the finder's trust: whatever it trusts as much and is no tile is learnt from

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
    scenes = range(options.scenes)
    data = [scene(options.seed, number, fonts, mixed=_MIXED, bare=_BARE) for number in scenes]
    rng = np.random.default_rng(options.seed)
    if options.only != "reader":
        torch.manual_seed(options.seed)
        path = MODELS / "tile-finder.onnx"
        train_finder(data, path, rng, options.looks, start, path if options.on else None)
    if options.only != "finder":
        # The reader learns from what the finder takes for tiles: it comes second.
        faces = [face for one in data for face in samples(one, rng)]
        data.clear()
        torch.manual_seed(options.seed)
        path = MODELS / "tiles.onnx"
        train_reader(faces, path, rng, start, path if options.on else None)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--looks", type=int, default=10)
    parser.add_argument("--on", action="store_true", help="go on, gently, with the networks of the package")
    parser.add_argument("--only", choices=("reader", "finder", ""), default="")
    return parser.parse_args()


def train_reader(
    data: list[Sample], path: Path, rng: np.random.Generator, start: float, earlier: Path | None
) -> None:
    """Train on the faces, from the earlier network if there is one, and write it."""
    check, data = data[: len(data) // 25], data[len(data) // 25 :]
    print(f"{len(data)} faces, {time.monotonic() - start:.0f} s", flush=True)
    net = TileNet()
    if earlier is not None:
        resume(net, earlier)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    for rounds, rate in _GOES if earlier is None else _GENTLE_GOES:
        for number, loss in enumerate(_rounds(net, data, rng, rounds, rate)):
            right, took = _score(net, check), time.monotonic() - start
            print(f"round {number + 1}: loss {loss:.3f}, check {right:.4f}, {took:.0f} s", flush=True)
            export(net, path, (3, CROP, CROP))


def _rounds(
    net: TileNet, data: Sequence[Sample], rng: np.random.Generator, rounds: int, rate: float
) -> Iterator[float]:
    """Look at all faces so many times, the pace rising to `rate` and falling to nothing; the mean losses."""
    batch = 96
    steps = rounds * (len(data) // batch)
    adam = torch.optim.AdamW(net.parameters(), lr=rate / 2, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=steps + 2, pct_start=0.15)
    for _ in range(rounds):
        net.train()
        losses = []
        order = rng.permutation(len(data))
        for k in range(0, len(order) - batch + 1, batch):
            crops, what, value = _batch([data[i] for i in order[k : k + batch]], rng)
            raw = answered(net, crops).flatten(1)
            loss = _reading_loss(raw, what, value)
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            losses.append(float(loss.detach()))
        yield float(np.mean(losses))


def samples(one: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """The faces of a scene, and some places without any."""
    tiles = [t for t in one.tiles if inside(t) and not hidden(one, t)]
    for i in rng.permutation(len(tiles))[:_A_SCENE]:
        yield Sample(_wide(one.image, tiles[i]), tiles[i].symbol, tiles[i].value)
    squares = [s for s in one.squares if inside(s)]
    for i in rng.permutation(len(squares))[:18]:
        yield Sample(_wide(one.image, squares[i]), "", "")
    for _ in range(4):
        yield from _beside(one, rng)
    yield from _mistaken(one, rng)


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
    if inside(spot) and all(np.hypot(t.x - x, t.y - y) > 0.48 * side for t in one.tiles):
        yield Sample(_wide(one.image, spot), "", "")


def _mistaken(one: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """What the finder takes for tiles and is none; where there is no tile at all, at three sizes."""
    sides = [one.tiles[0].side] if one.tiles else np.exp(rng.uniform(*np.log((15, 120)), 3)).tolist()
    for side in sides:
        wrong = [
            Spot(".", "", s.x, s.y, s.angle, s.side)
            for s in sorted(spots(one.image, side, _FAINT), key=lambda s: -s.trust)
            if s.kind == TILE and all(np.hypot(t.x - s.x, t.y - s.y) > 0.5 * t.side for t in one.tiles)
        ]
        seen = [spot for spot in wrong if inside(spot) and not hidden(one, spot)]
        for spot in seen[:10]:
            yield Sample(_wide(one.image, spot), "", "")


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
    """The face found a little beside its place, a little turned, drawn out or sheared."""
    step = 0.5 * WIDE * MARGIN / CROP * float(np.exp(rng.normal(0, 0.07)))
    a, drawn, shear = np.radians(rng.normal(0, 3)), rng.normal(0, 0.05), rng.normal(0, 0.04)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    linear = step * turn @ np.array([[np.exp(drawn), shear], [0, np.exp(-drawn)]])
    shift = np.clip(rng.normal(0, 0.06, 2), -0.15, 0.15) * WIDE / 2
    offset = (WIDE - 1) / 2 + shift - linear @ np.full(2, (CROP - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    place = np.column_stack([linear, offset])
    crop = cv2.warpAffine(wide, place, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _worn(crop: Image, rng: np.random.Generator) -> Floats:
    """The crop by another light and camera, in bolder or worn print, blurred, noisy or with a glare."""
    image = crop.astype(np.float32)
    if rng.random() < 0.15:
        image = np.ascontiguousarray(image[:, :, rng.permutation(3)])
    if rng.random() < 0.3:
        change = cv2.erode if rng.random() < 0.5 else cv2.dilate
        image += rng.uniform(0.3, 1.0) * (change(image, np.ones((2, 2), np.uint8)) - image)
    if rng.random() < 0.1:
        faint = _soft(rng, 5) * rng.uniform(0.3, 0.9)
        image += faint[:, :, None] * (np.median(image, axis=(0, 1)) - image)
    if rng.random() < 0.15:
        small = cv2.resize(image, (int(rng.integers(15, 28)),) * 2, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.35:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.7)), np.float32)
    if rng.random() < 0.12:
        spot = np.zeros((CROP, CROP), np.float32)
        x, y = (int(v) for v in rng.normal(CROP / 2, CROP / 6, 2))
        reach = (int(rng.integers(2, 9)), int(rng.integers(2, 6)))
        cv2.ellipse(spot, (x, y), reach, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        image += cv2.GaussianBlur(spot, (0, 0), 2.0)[:, :, None] * rng.uniform(40, 200)
    if rng.random() < 0.15:
        image *= 1 - _soft(rng, 3)[:, :, None] * rng.uniform(0.2, 0.6)
    if rng.random() < 0.1:
        one, other = ((int(k) for k in rng.integers(-1, 2, 2)) for _ in range(2))
        image[:, :, 0] = np.roll(image[:, :, 0], tuple(one), (0, 1))
        image[:, :, 2] = np.roll(image[:, :, 2], tuple(other), (0, 1))
    if rng.random() < 0.25:
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.float32(np.exp(rng.uniform(-0.45, 0.35)))
    image *= (np.exp(rng.uniform(-0.9, 0.35)) * rng.uniform(0.88, 1.12, 3)).astype(np.float32)
    image = (image - 100) * np.float32(rng.uniform(0.7, 1.25)) + 100
    if rng.random() < 0.2:
        image += rng.uniform(0.3, 1.3) * (image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 1.3)))
    if rng.random() < 0.5:
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(np.exp(rng.uniform(0.7, 2.9)))
        image += cv2.blur(noise, (2, 2)) * 1.6 if rng.random() < 0.5 else noise
    return np.clip(image, 0, 255).astype(np.float32)


def _soft(rng: np.random.Generator, cells: int) -> Floats:
    """Soft blots by chance, 0…1, as large as a crop."""
    coarse = rng.uniform(-0.7, 1.3, (cells, cells)).astype(np.float32)
    return np.clip(cv2.resize(coarse, (CROP, CROP), interpolation=cv2.INTER_CUBIC), 0, 1).astype(np.float32)


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


if __name__ == "__main__":
    main()
