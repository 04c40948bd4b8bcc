"""One die into the picture: faces, bevel, symbols and a highlight, on a finer grid than the picture's."""

from math import ceil, cos, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.pieces import Die
from appliance.virtual.dice import Placed
from appliance.virtual.geometry import project
from appliance.virtual.glyphs import CAP, glyph, number_glyph, pips_glyph
from appliance.virtual.scene import Colour, Finish, Light, default_font
from appliance.virtual.solids import Array, Face, Solid, lying
from appliance.virtual.surface import core_of, relief, towards, treat

Floats = npt.NDArray[np.float32]

_RELIEF = 24
"""Prints narrower than so many pixels of the fine grid show no walls."""

_CLOUD = 24
"""Pixels of the fine grid between a marbled body's darker and lighter places."""


def draw_die(
    image: Image, over: Image, placed: Placed, finish: Finish, light: Light, projection: Array, seed: int
) -> None:
    """Draw the die into the picture, in place; what lies outside of the picture is left out.

    `over` is by how much the picture is brighter than white: a highlight on a pale die, which is still to be
    seen where little light falls.
    """
    solid = lying(placed.die.sides, finish.size, *placed.pose)
    place = np.array([placed.x, placed.y, 0.0])
    pixels = project(solid.corners + place, projection)
    low = np.floor(pixels.min(axis=0)).astype(int) - 2
    high = np.ceil(pixels.max(axis=0)).astype(int) + 3
    grid = 3 if (high - low).max() < 160 else 2
    w, h = int(high[0] - low[0]), int(high[1] - low[1])
    # Pixel centres of the fine grid: fine = grid * (pixel - low) + (grid - 1) / 2.
    fine = np.array(
        [[grid, 0, (grid - 1) / 2 - grid * low[0]], [0, grid, (grid - 1) / 2 - grid * low[1]], [0, 0, 1.0]]
    )
    here = projection @ np.block([[np.eye(3), place[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    seen = fine @ here
    rng = np.random.default_rng(seed)
    paint, cover = _body(solid, placed, finish, light, seen, (h * grid, w * grid), rng)
    shape = (w, h)
    small = np.asarray(cv2.resize(paint, shape, interpolation=cv2.INTER_AREA), np.float32)
    treat(
        small,
        placed.die.sides,
        solid,
        finish,
        light,
        np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ here,
        rng,
    )
    alpha = cv2.resize(cover, shape, interpolation=cv2.INTER_AREA)[:, :, None].astype(np.float32) / 255
    _blend(image, over, small, np.asarray(alpha, np.float32), int(low[0]), int(low[1]))


def _blend(image: Image, over: Image, paint: Floats, alpha: Floats, x: int, y: int) -> None:
    h, w = alpha.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + w), min(image.shape[0], y + h)
    if x0 >= x1 or y0 >= y1:
        return
    here, mine = (slice(y0, y1), slice(x0, x1)), (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
    a = alpha[mine]
    both = image[here] * (1 - a) + paint[mine] * a + 0.5
    image[here] = np.clip(both, 0, 255).astype(np.uint8)
    over[here] = np.clip(over[here] * (1 - a) + np.maximum(both - 255, 0), 0, 255).astype(np.uint8)


def _body(
    solid: Solid,
    placed: Placed,
    finish: Finish,
    light: Light,
    seen: Array,
    shape: tuple[int, int],
    rng: np.random.Generator,
) -> tuple[Floats, Image]:
    """Colours and coverage of the die on the fine grid."""
    body, ink = finish.colours(placed.die.body)
    top = solid.faces[placed.face]
    scale = float(np.linalg.norm(project(top.middle + top.frame[:, 0], seen) - project(top.middle, seen)))
    radius = finish.rounding * finish.size
    # Rounding by a ball: a smaller solid of the same shape, grown by the radius on every side.
    core = core_of(solid, radius)
    cover = np.zeros(shape, np.uint8)
    _grown(cover, project(core, seen), radius * scale)
    paint = np.empty((*shape, 3), np.float32)
    paint[:] = body
    visible = [f for f in solid.faces if f is not top and _faces_lens(f, solid, seen)]
    for corners, lift in ((solid.corners, 0.0), (core, radius)):
        for face in (*visible, top):
            ring = project(corners[list(face.corners)] + lift * face.frame[:, 2], seen)
            share = _shade(face, top, light)
            colour = [float(c) * (share + 0.6 * finish.clear * (1 - share)) for c in body]
            cv2.fillConvexPoly(paint, np.round(ring * 16).astype(np.int32), colour, cv2.LINE_8, 4)
    if radius * scale > 2:
        side = round(radius * scale * 0.5) * 2 + 1
        paint = np.asarray(cv2.blur(paint, (side, side)), np.float32)
    if finish.marbled:
        paint *= 1 + finish.marbled * _field(shape, _CLOUD, rng)[:, :, None]
    other = dict(finish.swirls).get(placed.die.body)
    if other:
        _swirl(paint, body, other, finish.size * scale, rng)
    for face in (*visible, top):
        number = next(i for i, f in enumerate(solid.faces) if f is face)
        _print(paint, placed.die, number, face, finish, ink, seen, light)
    if light.glare:
        _highlight(paint, top, seen, light, scale, rng)
    return np.asarray(paint, np.float32), cover


def _grown(mask: Image, pixels: Array, radius: float) -> None:
    """Fill the convex hull of the points and everything within `radius` pixels of it."""
    points = np.round(cv2.convexHull(pixels.astype(np.float32)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    if radius >= 0.5:
        cv2.polylines(mask, [points], True, 255, round(2 * radius), cv2.LINE_AA, 4)


def _faces_lens(face: Face, solid: Solid, seen: Array) -> bool:
    ring = project(solid.corners[list(face.corners)], seen)
    area = np.dot(ring[:, 0], np.roll(ring[:, 1], -1)) - np.dot(ring[:, 1], np.roll(ring[:, 0], -1))
    return bool(area > 4)


def _shade(face: Face, top: Face, light: Light) -> float:
    a, e = radians(light.azimuth), radians(light.elevation)
    lamp = np.array([cos(a) * cos(e), sin(a) * cos(e), sin(e)])
    direct = max(0.0, float(face.frame[:, 2] @ lamp)) / max(0.2, float(top.frame[:, 2] @ lamp))
    # Faces turned away from above also see less of the sky and more of the mat.
    sky = 0.55 + 0.45 * float(face.frame[2, 2])
    if light.bounce is not None:
        up = float(face.frame[2, 2])
        ground = light.ambient + (1 - light.ambient) * (1.0 if direct > 0 else 0.4)
        lit = (
            light.ambient * (1 + up) / 2 + (1 - light.ambient) * direct + light.bounce * (1 - up) / 2 * ground
        )
        return min(1.35, float(lit ** (1 / 2.2)))
    return min(1.12, light.ambient * sky + (1 - light.ambient) * direct)


def _print(
    paint: Floats, die: Die, number: int, face: Face, finish: Finish, ink: object, seen: Array, light: Light
) -> None:
    mask, wide, per = label(die, die.faces[number], face, finish)
    h, w = mask.shape
    onto = np.column_stack([face.frame[:, 0], face.frame[:, 1], face.middle])
    lift = np.array([[wide, 0, -wide * w / 2], [0, per, -per * h / 2], [0, 0, 1]])
    place = seen @ np.vstack([onto, [0, 0, 1]]) @ lift
    box = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)[:, None]
    ring = cv2.perspectiveTransform(box, place).astype(np.float32)
    x, y, across, high = cv2.boundingRect(ring)
    x0, y0 = max(0, x - 4), max(0, y - 4)
    part = paint[y0 : y + high + 4, x0 : x + across + 4]
    if part.size == 0 or min(across, high) < 3:
        return
    place = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ place
    size = (part.shape[1], part.shape[0])
    drawn = (
        cv2.warpPerspective(mask, place, size, flags=cv2.INTER_LINEAR).astype(np.float32)[:, :, None] / 255
    )
    if finish.engraved:
        # The far rim of a groove catches the light, the near one is dark.
        rim = np.roll(drawn, (3, 3), axis=(0, 1)) - drawn
        part *= 1 + finish.engraved * np.clip(rim, -0.3, 1)
    part += finish.fill * drawn * (np.asarray(ink, np.float32) - part)
    if finish.depth and min(across, high) > _RELIEF:
        depth = finish.depth * float(np.linalg.norm(ring[1] - ring[0])) / (wide * w)
        relief(part, np.asarray(drawn[:, :, 0], np.float32), towards(light, face.middle, seen), depth)


def label(die: Die, symbol: str, face: Face, finish: Finish) -> tuple[Image, float, float]:
    """What is printed on the face, and the width and height in mm of one of its pixels."""
    room = 2 * face.inradius
    if die.has_pips:
        mask = pips_glyph(symbol, finish.pips)
        return mask, room / mask.shape[1], room / mask.shape[0]
    font = finish.font or default_font()
    if die.sides == 12:
        mask = number_glyph(font, symbol, finish)
    else:
        mask = glyph(font, symbol, symbol in finish.underlined, finish.weight)
    h, w = mask.shape
    per = finish.letter * room / CAP
    wide = per * finish.stretch
    fit = min(1.0, 0.86 * room / max(wide * w, per * h))
    return mask, fit * wide, fit * per


def _swirl(paint: Floats, body: Colour, other: Colour, side: float, rng: np.random.Generator) -> None:
    """Mix another colour into a body that is `side` pixels wide, in place: streaks as of stirred resin."""
    shape = paint.shape[:2]
    cell = side * rng.uniform(0.2, 0.5)
    veins, *stirred = (_field(shape, cell, rng) for _ in range(3))
    rows, columns = np.indices(shape, np.float32)
    across, down = (0.8 * cell * one for one in stirred)
    veins = np.asarray(cv2.remap(veins, columns + across, rows + down, cv2.INTER_LINEAR), np.float32)
    share = np.clip(0.5 + rng.uniform(0.6, 3) * (veins + rng.normal(0, 0.4)), 0, 1)[:, :, None]
    # The faces' shades stay.
    paint *= 1 + share * (np.array(other, np.float32) / np.maximum(12, body) - 1)


def _field(shape: tuple[int, ...], cell: float, rng: np.random.Generator) -> Floats:
    """Smooth noise of about one in deviation, with bumps some `cell` pixels wide."""
    h, w = (ceil(side / cell) + 1 for side in shape[:2])
    coarse = rng.standard_normal((h, w)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _highlight(
    paint: Floats, top: Face, seen: Array, light: Light, scale: float, rng: np.random.Generator
) -> None:
    """A soft white spot of the lamp on the top face."""
    at = project(top.middle, seen)[0] + rng.normal(0, 0.5, 2) * top.inradius * scale
    spot = np.zeros(paint.shape[:2], np.float32)
    axes = (rng.uniform(0.2, 0.6, 2) * top.inradius * scale + 1).astype(int)
    middle = (int(at[0]), int(at[1]))
    cv2.ellipse(spot, middle, (int(axes[0]), int(axes[1])), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = np.asarray(cv2.GaussianBlur(spot, (0, 0), 0.2 * top.inradius * scale + 0.5), np.float32)
    paint += soft[:, :, None] * (255 * light.glare * float(rng.uniform(0.2, 1)))
