"""What makes drawn dice look made: shine and wear along their edges, cut letters, clear bodies, dust.

All of it works on the fine grid of one die's picture (h x w x 3, floats 0…255), in place.
"""

from collections.abc import Iterator
from itertools import combinations
from math import ceil, cos, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.virtual.geometry import project
from appliance.virtual.scene import Light
from appliance.virtual.solids import Array, Solid

Floats = npt.NDArray[np.float32]

_LEAST = 0.03
"""Highlights weaker than this share are not drawn."""
_IN_VIEW = 0.05
"""A face turned up at least so much (its normal's z) is seen from above."""


def towards(light: Light, middle: Array, seen: Array) -> Array:
    """The direction of the lamp in the picture, of length one."""
    a = radians(light.azimuth)
    away = project(middle + np.array([cos(a), sin(a), 0.0]), seen) - project(middle, seen)
    direction: Array = away[0] / max(1e-9, float(np.linalg.norm(away)))
    return direction


def shine(
    paint: Floats,
    solid: Solid,
    core: Array,
    radius: float,
    seen: Array,
    scale: float,
    light: Light,
    gloss: float,
) -> None:
    """Reflections of the lamp along the rounded edges (`radius` mm), wherever these turn towards it."""
    a, e = radians(light.azimuth), radians(light.elevation)
    lamp = np.array([cos(a) * cos(e), sin(a) * cos(e), sin(e)])
    half = lamp + np.array([0.0, 0.0, 1.0])
    mirror = half / np.linalg.norm(half)
    glow = np.zeros(paint.shape[:2], np.uint8)
    for pair, normals in _edges(solid):
        steps = np.linspace(0, 1, 7)[:, None] * normals[1] + np.linspace(1, 0, 7)[:, None] * normals[0]
        steps /= np.linalg.norm(steps, axis=1, keepdims=True)
        best = int((steps @ mirror).argmax())
        bright = max(0.0, float(steps[best] @ mirror)) ** 40
        if bright < _LEAST or steps[best, 2] <= 0:
            continue
        line = np.round(16 * project(core[pair] + radius * steps[best], seen)).astype(np.int32)
        wide = max(1, round(0.3 * radius * scale))
        cv2.polylines(glow, [line], False, round(255 * bright), wide, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(glow, (0, 0), 0.25 * radius * scale + 0.8)
    paint += np.asarray(soft, np.float32)[:, :, None] * gloss


def wear(
    paint: Floats, solid: Solid, core: Array, seen: Array, much: float, rng: np.random.Generator
) -> None:
    """Edges darkened by hands, here more and there less."""
    rubbed = np.zeros(paint.shape[:2], np.uint8)
    wide = max(2, round(0.035 * max(paint.shape[:2])))
    for pair, _ in _edges(solid):
        line = np.round(16 * project(core[pair], seen)).astype(np.int32)
        cv2.polylines(rubbed, [line], False, 255, wide, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(rubbed, (0, 0), 0.6 * wide), np.float32) / 255
    here = np.clip(0.5 + 0.5 * patches(paint.shape, ceil(max(paint.shape) / 6), rng), 0, 1)
    paint *= 1 - (much * soft * here)[:, :, None]


def clear(paint: Floats, middle: Array, lamp: Array, much: float) -> None:
    """Light that goes through the body and comes out on the far side, `middle` being the die's in pixels."""
    h, w = paint.shape[:2]
    across, down = np.arange(w) - middle[0], np.arange(h) - middle[1]
    far = -(lamp[0] * across[None, :] + lamp[1] * down[:, None]) / (0.5 * max(h, w))
    paint *= np.asarray(1 + 0.4 * much * far, np.float32)[:, :, None]


def relief(part: Floats, drawn: Floats, lamp: Array, depth: float) -> None:
    """Walls of what is cut in `depth` pixels deep (or stands out, if negative), lit from the lamp's side."""
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.6, 0.5 * abs(depth)))
    x, y = lamp * max(1.0, abs(depth))
    h, w = soft.shape
    near, far = (cv2.warpAffine(soft, np.array([[1, 0, s * x], [0, 1, s * y]]), (w, h)) for s in (1.0, -1.0))
    # On the lamp's side of a groove the wall is in the dark, on the other side the light falls full on it.
    wall = np.asarray(far - near, np.float32)[:, :, None] * (1 if depth > 0 else -1)
    part *= 1 + 0.55 * np.clip(wall, -1, 0.5)
    part += 45 * np.clip(wall, 0, 1)


def dust(paint: Floats, specks: int, rng: np.random.Generator) -> None:
    """Bright and dark specks, every fourth a scratch."""
    h, w = paint.shape[:2]
    for number in range(specks):
        at = np.round(16 * rng.uniform(0, 1, 2) * [w, h]).astype(int)
        grey = (float(rng.choice([60, 190, 235])),) * 3
        layer = paint.copy()
        if number % 4 == 3:
            end = at + np.round(16 * rng.normal(0, 0.12, 2) * [w, h]).astype(int)
            cv2.line(layer, at.tolist(), end.tolist(), grey, 1, cv2.LINE_AA, 4)
        else:
            cv2.circle(layer, at.tolist(), round(16 * float(rng.uniform(0.4, 1.3))), grey, -1, cv2.LINE_AA, 4)
        cv2.addWeighted(layer, 0.5, paint, 0.5, 0, dst=paint)


def patches(shape: tuple[int, ...], size: int, rng: np.random.Generator) -> Floats:
    """Soft noise (h x w) with a deviation of about one, in patches of so many pixels."""
    rough = rng.standard_normal((ceil(shape[0] / size) + 1, ceil(shape[1] / size) + 1)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _edges(solid: Solid) -> Iterator[tuple[list[int], tuple[Array, Array]]]:
    """Each edge as the numbers of its two corners and the normals of its two faces, one of them in view."""
    for one, other in combinations(solid.faces, 2):
        pair = sorted(set(one.corners) & set(other.corners))
        if len(pair) == 2 and max(one.frame[2, 2], other.frame[2, 2]) > _IN_VIEW:
            yield pair, (one.frame[:, 2], other.frame[:, 2])
