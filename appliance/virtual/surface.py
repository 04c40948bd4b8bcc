"""What makes drawn dice look made: cut letters, and shine, wear, clear bodies and dust on top of the paint.

Pictures of single dice are h x w x 3, floats 0…255, and are changed in place.
"""

from functools import cache
from itertools import combinations
from math import ceil, cos, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.virtual.geometry import project
from appliance.virtual.scene import Finish, Light
from appliance.virtual.solids import Array, Solid, solid_of

Floats = npt.NDArray[np.float32]

_LEAST = 0.03
"""Highlights weaker than this share are not drawn."""
_SHARP = 40
"""Phong's exponent of the plastic: how narrow its highlights are."""


def core_of(solid: Solid, radius: float) -> Array:
    """Corners of the smaller solid that, grown by the radius on every side, is the rounded die."""
    middle = solid.corners.mean(axis=0)
    reach = min(float((f.middle - middle) @ f.frame[:, 2]) for f in solid.faces)
    core: Array = middle + (solid.corners - middle) * (1 - radius / reach)
    return core


def towards(light: Light, middle: Array, seen: Array) -> Array:
    """The direction of the lamp in the picture, of length one."""
    a = radians(light.azimuth)
    ends = project([middle, middle + np.array([cos(a), sin(a), 0.0])], seen)
    direction: Array = (ends[1] - ends[0]) / max(1e-9, float(np.linalg.norm(ends[1] - ends[0])))
    return direction


def relief(part: Floats, drawn: Floats, lamp: Array, depth: float) -> None:
    """Walls of what is cut in `depth` pixels deep (or stands out, if negative), lit from the lamp's side."""
    wide = max(1, round(abs(depth)))
    soft = cv2.blur(drawn, (2 * wide + 1, 2 * wide + 1))
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=wide / 4) for way in ((1, 0), (0, 1)))
    # On the lamp's side of a groove the wall is in the dark, on the other side the light falls full on it.
    x, y = lamp if depth > 0 else -lamp
    wall = cv2.addWeighted(across, x, down, y, 0)
    share, more = 1 + 0.55 * np.clip(wall, -1, 0.5), 45 * np.clip(wall, 0, 1)
    cv2.multiply(part, cv2.merge([share, share, share]), dst=part)
    cv2.add(part, cv2.merge([more, more, more]), dst=part)


def treat(
    paint: Floats,
    sides: int,
    solid: Solid,
    finish: Finish,
    light: Light,
    seen: Array,
    rng: np.random.Generator,
) -> None:
    """A die's finish besides its paint and print, `seen` leading from its place in mm to the pixels."""
    radius = finish.rounding * finish.size
    if finish.clear:
        _pass_light(paint, solid, light, seen, finish.clear)
    if finish.worn or finish.gloss:
        pairs, faces = _edges(sides)
        core = core_of(solid, radius)[pairs]
        normals = np.array([face.frame[:, 2] for face in solid.faces])[faces]
        if finish.worn:
            _wear(paint, core, normals, radius, seen, finish.worn, rng)
        if finish.gloss:
            _shine(paint, core, normals, radius, seen, light, finish.gloss)
    if finish.dust:
        _dust(paint, int(rng.integers(finish.dust + 1)), rng)


def _pass_light(paint: Floats, solid: Solid, light: Light, seen: Array, much: float) -> None:
    """Light that goes through the body and comes out on the far side."""
    h, w = paint.shape[:2]
    middle = solid.corners.mean(axis=0)
    x, y = project(middle, seen)[0]
    lamp = towards(light, middle, seen) / (0.5 * max(h, w))
    far = -(lamp[0] * (np.arange(w) - x)[None, :] + lamp[1] * (np.arange(h) - y)[:, None])
    paint *= np.asarray(1 + 0.4 * much * far, np.float32)[:, :, None]


def _wear(
    paint: Floats,
    core: Array,
    normals: Array,
    radius: float,
    seen: Array,
    much: float,
    rng: np.random.Generator,
) -> None:
    """Edges darkened by hands, here more and there less."""
    h, w = paint.shape[:2]
    rubbed = np.zeros((h, w), np.uint8)
    wide = max(1, round(0.03 * max(h, w)))
    outward = normals.mean(axis=1)
    for line in _lines(core, outward, radius, seen)[outward[:, 2] > 0]:
        cv2.polylines(rubbed, [line], False, 255, wide, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(rubbed, (0, 0), 0.9 * wide), np.float32) / 255
    size = ceil(max(h, w) / 6)
    rough = rng.standard_normal((h // size + 2, w // size + 2)).astype(np.float32)
    patches = cv2.resize(rough, (w, h), interpolation=cv2.INTER_CUBIC)
    paint *= (1 - much * soft * np.clip(0.5 + 0.5 * patches, 0, 1))[:, :, None]


def _shine(
    paint: Floats, core: Array, normals: Array, radius: float, seen: Array, light: Light, gloss: float
) -> None:
    """Reflections of the lamp along the edges, wherever these turn towards it."""
    a, e = radians(light.azimuth), radians(light.elevation)
    # A surface shines to a camera above where it faces half way between this and the lamp.
    half = np.array([cos(a) * cos(e), sin(a) * cos(e), sin(e) + 1])
    share = np.linspace(0, 1, 7)[:, None]
    turned = normals[:, :1] * (1 - share) + normals[:, 1:] * share
    turned /= np.linalg.norm(turned, axis=2, keepdims=True)
    facing = turned @ (half / np.linalg.norm(half))
    outward = turned[np.arange(len(turned)), facing.argmax(axis=1)]
    bright = np.where(outward[:, 2] > 0, facing.max(axis=1).clip(0) ** _SHARP, 0)
    middle = core.mean(axis=(0, 1))
    wide = 0.3 * radius * float(np.ptp(project([middle, middle + np.array([1.0, 0, 0])], seen), axis=0).max())
    glow = np.zeros(paint.shape[:2], np.uint8)
    for line, much in zip(_lines(core, outward, radius, seen), bright * min(1.0, 0.3 + wide), strict=True):
        if much > _LEAST:
            cv2.polylines(glow, [line], False, round(255 * much), max(1, round(wide)), cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(glow, (0, 0), 0.8 * wide + 0.4), np.float32)
    paint += soft[:, :, None] * gloss


def _lines(core: Array, outward: Array, radius: float, seen: Array) -> npt.NDArray[np.int32]:
    """Where rounded edges lie in the picture (n x 2 x 2, sixteenths of pixels) where they face `outward`."""
    unit = outward / np.linalg.norm(outward, axis=1, keepdims=True)
    points = project((core + radius * unit[:, None]).reshape(-1, 3), seen)
    return np.round(16 * points).astype(np.int32).reshape(-1, 2, 2)


def _dust(paint: Floats, specks: int, rng: np.random.Generator) -> None:
    """Bright and dark specks, every fourth a scratch."""
    h, w = paint.shape[:2]
    for number in range(specks):
        at = np.round(16 * rng.uniform(0, 1, 2) * [w, h]).astype(int)
        grey = float(rng.choice([60, 190, 235]))
        layer = paint.copy()
        if number % 4 == 3:
            end = at + np.round(16 * rng.normal(0, 0.12, 2) * [w, h]).astype(int)
            cv2.line(layer, at.tolist(), end.tolist(), (grey,) * 3, 1, cv2.LINE_AA, 4)
        else:
            cv2.circle(layer, at.tolist(), round(16 * rng.uniform(0.2, 0.6)), (grey,) * 3, -1, cv2.LINE_AA, 4)
        cv2.addWeighted(layer, 0.4, paint, 0.6, 0, dst=paint)


@cache
def _edges(sides: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The edges of a solid: the numbers of their two corners, and of their two faces (both n x 2)."""
    faces = solid_of(sides).faces
    shared = [
        (sorted(set(faces[one].corners) & set(faces[other].corners)), (one, other))
        for one, other in combinations(range(len(faces)), 2)
    ]
    edges = [(pair, two) for pair, two in shared if len(pair) == 2]
    return np.array([pair for pair, _ in edges]), np.array([two for _, two in edges])
