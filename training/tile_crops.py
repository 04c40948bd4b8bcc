"""Labelled crops to train with: rendered tiles, cut out upright, and places where none lies."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_finder import TILE, spots
from training import cores
from training.tile_scenes import Scene, Spot, hidden, inside, scene

WIDE = 88
"""Side in pixels of a stored face with its surroundings, twice as wide as the tile."""
_A_SCENE = 60  # faces at most
_FAINT = 0.03  # of the finder's trust: whatever it trusts as much and is no tile is learnt from


@dataclass(frozen=True)
class Sample:
    """A tile or a place without one, with its surroundings, upright."""

    wide: Image
    symbol: str
    value: str


def samples(seed: int, scenes: int, fonts: list[str]) -> list[Sample]:
    """The crops of that many scenes; the same for a seed and fonts, on any number of cores."""
    return cores.drawn(partial(of_scene, seed, fonts), scenes)


def of_scene(seed: int, fonts: list[str], number: int) -> list[Sample]:
    """Those of one scene: its faces, and some places without any."""
    one = scene(seed, fonts, number)
    rng = np.random.default_rng((seed, number))
    return [*_faces(one, rng), *_mistaken(one, rng)]


def _faces(one: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """Tiles, and places beside them or on a board's empty squares."""
    tiles = [t for t in one.tiles if inside(t) and not hidden(one, t)]
    for i in rng.permutation(len(tiles))[:_A_SCENE]:
        yield Sample(_wide(one.image, tiles[i]), tiles[i].symbol, tiles[i].value)
    squares = [s for s in one.squares if inside(s)]
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
