"""From a scene to the picture that the camera would take of it.

`expose` draws everything but the sensor's own noise; `develop` adds that, and is cheap enough to make every
frame of an unchanged scene a new one.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, radians, sin, sqrt

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.virtual.draw_die import draw_die
from appliance.virtual.geometry import project
from appliance.virtual.ground import ground
from appliance.virtual.lens import through
from appliance.virtual.scene import Light, Table, Veil, View
from appliance.virtual.sensor import banded, grainy, pressed, processed
from appliance.virtual.sheets import Sheet, draw_sheet
from appliance.virtual.solids import Array, lying

Floats = npt.NDArray[np.float32]

_FLAT = 1.0
"""Sheets up to so many mm thick throw no shadow, and shadows fall on them."""
_COARSE = 4
"""Light and shadow vary slowly: they are computed on every fourth pixel."""
_SPOT = (12.0, 45.0)
"""How far, at least and at most, a lamp's highlight on boards and tiles reaches from its middle, in mm."""
_SLICES = (0.0, 0.05, 0.15, 0.35, 0.6, 1.0)
"""A thing is parted into slices by height: the higher one is, the softer is its shadow's edge."""
_LOW = 0.4
"""The lower share of a thing, whose shadow falls near and has hard edges."""


def render(table: Table, frame: int = 0) -> Image:
    """The picture of the scene, `frame` numbering the shots of it: height x width x 3, blue-green-red."""
    return develop(expose(table), table.view, seed=table.seed * 7919 + frame)


def expose(table: Table) -> Image:
    """The scene as it falls on the sensor, noise left out."""
    view, projection = table.view, table.view.projection()
    image = ground(table.mat, view, table.seed % 8).copy()
    over = np.zeros_like(image)
    light = light_over(view, table.light)
    flat, raised = ([s for s in table.sheets if (s.art.thick > _FLAT) == thick] for thick in (False, True))
    for sheet in flat:
        draw_sheet(image, sheet, projection)
    shade = _shadows(table, raised, projection)
    if shade is not None:
        _dim(image, shade)
    for sheet in raised:
        draw_sheet(image, sheet, projection)
    if raised and table.light.glare:
        _highlight(image, over, table, raised, projection)
    # What stands farther from the lens is drawn first, so that a near die hides a far one.
    eye = table.view.eye()
    away = [float(np.linalg.norm(eye - (one.x, one.y, 0.0))) for one in table.dice]
    for number, placed in sorted(enumerate(table.dice), key=lambda item: -away[item[0]]):
        draw_die(image, over, placed, table.finish, table.light, projection, table.seed * 101 + number)
    image = _lit(image, light, view)
    if over.any():
        image = np.asarray(cv2.add(image, _lit(over, light, view)), np.uint8)
    if view.blur > 0.05:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), view.blur), np.uint8)
    return image


def _highlight(image: Image, over: Image, table: Table, raised: Sequence[Sheet], projection: Array) -> None:
    """A soft white spot of the lamp on boards and tiles, in place; `over` as `draw_die` has it.

    All of them lie flat, so that they mirror the lamp at one place: on one of them.
    """
    rng = np.random.default_rng(table.seed * 103 + 1)
    high, wide = image.shape[:2]
    tops = [project(sheet.corners(sheet.art.thick), projection) for sheet in raised]
    middle = rng.dirichlet(np.ones(4)) @ tops[rng.integers(len(tops))]
    axes = rng.uniform(*_SPOT, 2) * (wide / table.view.span)
    way, strength = rng.uniform(0, pi), 255 * table.light.glare * rng.uniform(0.2, 1)
    x0, y0 = np.maximum(0, middle - 2.5 * axes.max()).astype(int)
    part = (slice(y0, int(middle[1] + 2.5 * axes.max())), slice(x0, int(middle[0] + 2.5 * axes.max())))
    mirrors = np.zeros((high, wide), np.uint8)
    for top in tops:
        _fill(mirrors, top)
    y, x = np.indices(mirrors[part].shape, np.float32) - (middle - (x0, y0))[::-1, None, None]
    along, across = (x * cos(way) + y * sin(way)) / axes[0], (y * cos(way) - x * sin(way)) / axes[1]
    spot = strength / 255 * np.exp(-(along**2) - across**2) * mirrors[part]
    both = image[part] + spot[:, :, None]
    image[part] = np.minimum(both, 255).astype(np.uint8)
    over[part] = np.clip(both - 255, 0, 255).astype(np.uint8)


def _lit(image: Image, light: Image, view: View) -> Image:
    """The picture as the lens shows it in this light."""
    image = through(image, view.bend, view.fringe)
    return np.asarray(cv2.multiply(image, light, scale=1 / 128), np.uint8)


def develop(exposed: Image, view: View, seed: int) -> Image:
    """The exposed picture with one shot's noise and the camera's own processing."""
    image = banded(exposed, view.sensor, seed)
    image = grainy(image, view.noise, view.sensor, seed)
    image = pressed(processed(image, view.sensor), view.jpeg)
    return image.copy() if image is exposed else image


@lru_cache(maxsize=8)
def light_over(view: View, light: Light) -> Image:
    """Gain of every pixel and channel, 128 being one."""
    h, w = view.height // _COARSE, view.width // _COARSE
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    x, y = x / w - 0.5, (y - h / 2) / w
    a = radians(light.azimuth)
    fall = 1 + 2 * light.gradient * (cos(a) * x + sin(a) * y)
    fall *= 1 - light.vignette * 2.4 * (x * x + y * y)
    gains = np.array(light.gains, np.float32) * light.level * 128
    small = np.clip(fall[:, :, None] * gains, 0, 255).astype(np.float32)
    if any(light.side):
        a = radians(light.side_azimuth)
        near = np.clip(0.5 + cos(a) * x + sin(a) * y, 0, 1) ** 2
        small *= 1 + near[:, :, None] * np.array(light.side, np.float32)
    if light.veil.dark:
        small *= _veil(light.veil, x, y, h / w)[:, :, None]
    small = np.clip(small, 0, 255)
    return np.asarray(cv2.resize(small, (view.width, view.height)), np.uint8)


def _veil(veil: Veil, x: Floats, y: Floats, ratio: float) -> Floats:
    """Share of the light that the strip of shadow lets through; x and y run from the picture's middle."""
    a = radians(veil.turn)
    off = np.abs((y - (veil.y - 0.5) * ratio) * cos(a) - (x - (veil.x - 0.5)) * sin(a))
    edge = np.clip((off - veil.half) / max(veil.soft, 0.004) + 0.5, 0, 1)
    return np.asarray(1 - veil.dark * (1 - edge * edge * (3 - 2 * edge)), np.float32)


def _shadows(table: Table, raised: Sequence[Sheet], projection: Array) -> Floats | None:
    """Share of the light that reaches each coarse pixel of the ground, or None where nothing stands."""
    if not (table.dice or raised):
        return None
    if table.light.bounce is not None:
        return _sharp_shadows(table, raised, projection)
    view, light = table.view, table.light
    shape = (view.height // _COARSE, view.width // _COARSE)
    cast, near, touch = (np.zeros(shape, np.uint8) for _ in range(3))
    away = _away(light)
    for corners, dense in _standing(table, raised):
        base = corners * [1, 1, 0]
        for mask, share in ((cast, 1.0), (near, _LOW)):
            if share == 1 or light.hard:
                fallen = _fallen(corners, away, share)
                _fill(mask, project(np.vstack([fallen, base]), projection) / _COARSE, dense)
        _fill(touch, project(base, projection) / _COARSE)
    scale = view.width / view.span / _COARSE
    soft = cv2.GaussianBlur(cast, (0, 0), max(0.5, light.softness * scale)).astype(np.float32) / 255
    if light.hard:
        blur = max(0.5, 0.3 * light.softness * scale)
        edged = cv2.GaussianBlur(near, (0, 0), blur).astype(np.float32) / 255
        soft = np.maximum(soft, light.hard * edged)
    close = cv2.GaussianBlur(touch, (0, 0), max(0.5, 2.0 * scale)).astype(np.float32) / 255
    return np.asarray((1 - light.shadow * soft) * (1 - 0.3 * close), np.float32)


def _sharp_shadows(table: Table, raised: Sequence[Sheet], projection: Array) -> Floats:
    """The same for every pixel: shadows begin sharp where things stand, and grow softer away from there."""
    view, light = table.view, table.light
    parts = [(np.zeros((view.height, view.width), np.uint8), low, high) for low, high in pairwise(_SLICES)]
    away, scale = _away(light), view.width / view.span
    dice = len(table.dice)  # they stand last
    for number, (corners, dense) in enumerate(reversed([*_standing(table, raised)])):
        # Round edges: what is smaller on all sides, grown by the radius, but for where it meets the table.
        round_ = table.finish.rounding if number < dice else 0.0
        core = corners.mean(axis=0) + (1 - 2 * round_) * (corners - corners.mean(axis=0))
        for mask, low, high in parts:
            ends = project(np.vstack([_fallen(core, away, share) for share in (low, high)]), projection)
            under = max(0.0, 1 - (low + high) / 2 / max(round_, 1e-9))
            grown = round_ * table.finish.size * scale * sqrt(1 - under**2)
            _fill(mask, ends, dense, grown)
    soft = [
        cv2.GaussianBlur(mask, (0, 0), max(0.4, 0.25 * (low + high) * light.softness * scale))
        for mask, low, high in parts
    ]
    return np.asarray(1 - light.shadow / 255 * np.max(soft, axis=0).astype(np.float32), np.float32)


def _away(light: Light) -> Array:
    """Where shadows fall (x, y), over the height of what throws them."""
    a, e = radians(light.azimuth), radians(light.elevation)
    return np.asarray(np.array([-cos(a), -sin(a)]) / max(0.3, np.tan(e)), np.float64)


def _fallen(corners: Array, away: Array, share: float) -> Array:
    """The corners of a thing's lower share, thrown on the table."""
    fallen = corners * [1, 1, 0]
    fallen[:, :2] += share * corners[:, 2:] * away
    return np.asarray(fallen, np.float64)


def _standing(table: Table, raised: Iterable[Sheet]) -> Iterator[tuple[Array, float]]:
    """The corners (n x 3, mm) of everything that throws a shadow, and how dense this is."""
    for sheet in raised:
        yield np.vstack([sheet.corners(0), sheet.corners(sheet.art.thick)]), 1.0
    for placed in table.dice:
        corners = lying(placed.die.sides, table.finish.size, *placed.pose).corners
        yield corners + np.array([placed.x, placed.y, 0]), 1 - 0.5 * table.finish.clear


def _fill(mask: Image, pixels: Array, dense: float = 1.0, grown: float = 0.0) -> None:
    """Fill the convex hull of the points, and what is so many pixels beside it."""
    hull = cv2.convexHull(np.round(pixels * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, round(255 * dense), cv2.LINE_AA, 4)
    if grown >= 0.5:
        cv2.polylines(mask, [hull], True, round(255 * dense), round(2 * grown), cv2.LINE_AA, 4)


def _dim(image: Image, shade: Floats) -> None:
    """Multiply the picture by the shade, coarse or as fine as it, only where there is any."""
    rows, columns = np.flatnonzero((shade < 0.995).any(axis=1)), np.flatnonzero((shade < 0.995).any(axis=0))
    if not rows.size:
        return
    y0, y1, x0, x1 = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    by = image.shape[0] // shade.shape[0]
    part = image[y0 * by : y1 * by, x0 * by : x1 * by]
    fine = cv2.resize(shade[y0:y1, x0:x1] * 255, (part.shape[1], part.shape[0])).astype(np.uint8)
    cv2.multiply(part, cv2.merge([fine, fine, fine]), dst=part, scale=1 / 255)
