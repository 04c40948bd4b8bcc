"""Patterns for table tops, drawn by chance: blobs, rings, cells, weaves, leaves, dots, checks, strokes."""

from collections.abc import Callable
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image
from training.props import any_colour

SIDE = 256
"""Pixels of a pattern both ways."""

Floats = npt.NDArray[np.float32]


def drawn(seed: int) -> Image:
    """A pattern of two colours or three; the same for a seed."""
    rng, noise = Random(f"ground/{seed}"), np.random.default_rng(seed)
    level = rng.choice(_KINDS)(rng, noise)
    level = np.clip((level - level.mean()) / max(1e-3, float(level.std())), -9, 9)
    share = 1 / (1 + np.exp(-rng.choice((0.7, 1.5, 6.0)) * level))[:, :, None]  # from soft to sharp edges
    first, second = (np.array(any_colour(rng), np.float32) for _ in range(2))
    image = first + (second - first) * share
    if rng.random() < 0.4:
        over = rng.choice(_KINDS)(rng, noise) > rng.uniform(0.8, 1.6)
        image[over] = any_colour(rng)
    if rng.random() < 0.5:
        image += noise.standard_normal((SIDE, SIDE, 1)) * rng.uniform(2, 14)
    return np.clip(image, 0, 255).astype(np.uint8)


def _blobs(rng: Random, noise: np.random.Generator) -> Floats:
    """Spots of about one size."""
    rough = noise.standard_normal((SIDE, SIDE)).astype(np.float32)
    soft = cv2.GaussianBlur(rough, (0, 0), rng.uniform(1.5, 12), borderType=cv2.BORDER_REFLECT)
    return np.asarray(soft / soft.std(), np.float32)


def _rings(rng: Random, noise: np.random.Generator) -> Floats:
    """Lines of one height of such spots, as in marble or in wood."""
    return np.asarray(np.sin(rng.uniform(1.5, 6) * _blobs(rng, noise)) * 1.3, np.float32)


def _cells(rng: Random, noise: np.random.Generator) -> Floats:
    """Stones, each of its own grey, with dark joints between."""
    points = noise.uniform(0, SIDE, (rng.randint(15, 120), 2)).astype(np.float32)
    rows, columns = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    away = np.hypot(columns[..., None] - points[:, 0], rows[..., None] - points[:, 1])
    two = np.sort(np.partition(away, 1, axis=2)[:, :, :2], axis=2)
    grey = rng.uniform(0.2, 1.2) * noise.standard_normal(len(points))[away.argmin(axis=2)]
    return np.asarray(grey - 2 * (two[:, :, 1] - two[:, :, 0] < rng.uniform(1, 6)), np.float32)


def _weave(rng: Random, _: np.random.Generator) -> Floats:
    """Bands that go over and under one another."""
    rows, columns = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    wide = rng.choice((8, 16, 32))
    over = (columns // wide + rows // wide) % 2 > 0
    bands = np.where(over, np.sin(columns * np.pi / wide), np.sin(rows * np.pi / wide))
    return np.asarray(np.abs(bands) * 2 - 1, np.float32)


def _leaves(rng: Random, noise: np.random.Generator) -> Floats:
    """Ovals of any grey and way, one over the other."""
    field, long = np.zeros((SIDE, SIDE), np.float32), rng.uniform(6, 30)
    for _ in range(rng.randint(30, 200)):
        at = (rng.randint(0, SIDE), rng.randint(0, SIDE))
        axes = (round(long * rng.uniform(0.6, 1.3)), round(long * rng.uniform(0.15, 0.7)) + 1)
        cv2.ellipse(field, at, axes, rng.uniform(0, 180), 0, 360, float(noise.normal()), -1, cv2.LINE_AA)
    return field


def _dots(rng: Random, _: np.random.Generator) -> Floats:
    """Round or square dots in rows."""
    field = np.zeros((SIDE, SIDE), np.float32)
    step = rng.choice((8, 16, 32, 64))
    reach, is_round = max(1, round(step * rng.uniform(0.12, 0.42))), rng.random() < 0.6
    for row, y in enumerate(range(step // 2, SIDE, step)):
        for x in range(step // 2 + (row % 2) * rng.choice((0, step // 2)), SIDE, step):
            if is_round:
                cv2.circle(field, (x, y), reach, 2.0, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(field, (x - reach, y - reach), (x + reach, y + reach), 2.0, -1)
    return field


def _checks(rng: Random, _: np.random.Generator) -> Floats:
    """Stripes both ways, as of a kitchen cloth; or one way only."""
    along, across = (
        np.repeat([rng.gauss(0, 1) for _ in range(SIDE // wide)], wide)
        for wide in (rng.choice((4, 8, 16, 32)) for _ in range(2))
    )
    return np.asarray(along[None, :] * rng.choice((0.0, 1.0, 1.0)) + across[:, None], np.float32)


def _strokes(rng: Random, noise: np.random.Generator) -> Floats:
    """Short lines at any turn, as of straw or of a carpet's threads."""
    field, long = np.zeros((SIDE, SIDE), np.float32), rng.uniform(5, 40)
    thick = rng.choice((1, 1, 2, 4))
    for x, y, turn in noise.uniform(0, (SIDE, SIDE, np.pi), (rng.randint(60, 500), 3)):
        end = (round(x + long * np.cos(turn)), round(y + long * np.sin(turn)))
        cv2.line(field, (round(x), round(y)), end, float(noise.normal()), thick, cv2.LINE_AA)
    return field


_KINDS: tuple[Callable[[Random, np.random.Generator], Floats], ...] = (
    *(_blobs, _rings, _cells, _weave, _leaves, _dots, _checks, _strokes),
)
