"""A table as a path tracer lights it: the same pieces, camera and sensor, but light as physics has it.

`appliance.virtual` draws shadows, highlights and edges by rules of thumb, and every network was trained on
its pictures first. Mitsuba 3 (Jakob et al. 2022) follows the light itself: soft shadows, light from one die
onto the next, windows mirrored in round edges. What the eye reads in these pictures tells how it takes light
that it hardly knows.
"""

import os
import re
from collections.abc import Sequence
from functools import cache
from math import atan, ceil, cos, degrees, pi, radians, sin, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual import draw_die, ground
from appliance.virtual.dice import Placed
from appliance.virtual.lens import through
from appliance.virtual.render import develop, light_over
from appliance.virtual.scene import Finish, Light, Mat, Table
from appliance.virtual.sheets import Art, Sheet
from appliance.virtual.solids import Array, lying, solid_of, upright
from training.traced_shapes import Mesh, columns_of, die_mesh, joined, reach_of, slab_mesh

SAMPLES = 48
"""Paths a pixel: what noise they leave is less than the sensor's."""

_LIBRARIES, _VERSION, _OLDEST = Path("/usr/lib"), re.compile(r"(?:-|so\.)(\d{2})"), 16  # older LLVMs give up
_BOUNCES = 5
_CELL = 200  # pixels of the print of one face
_FAR = 1500.0  # mm to lamps and windows
_FLOOR = 2500.0  # mm, half the width of what lies beyond the mat
_FLIP = np.array([1.0, -1.0, 1.0])  # the picture's y points down, the tracer's up
_ENV = (64, 32)  # pixels of the room about the table


class Leant(NamedTuple):
    """What leans: its print, the frame (3 x 3) of its right, up and outward, and its back's middle in mm."""

    art: Art
    frame: Array
    middle: Array


@cache
def _mitsuba() -> Any:
    """Mitsuba, compiling for this processor by the newest LLVM; without any it traces one ray at a time."""
    import mitsuba

    found = [(_VERSION.search(path.name), path) for path in _LIBRARIES.glob("*/libLLVM*")]
    compilers = sorted((int(version[1]), str(path)) for version, path in found if version)
    newest = compilers[-1] if compilers else (0, "")
    if newest[0] >= _OLDEST:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", newest[1])
    mitsuba.set_variant("llvm_ad_rgb" if newest[0] >= _OLDEST else "scalar_rgb")
    return mitsuba


def traced(table: Table, leant: Sequence[Leant] = (), samples: int = SAMPLES) -> Image:
    """The picture of the scene as `render` gives it, its light traced: height x width x 3, blue-green-red.

    Things that are `leant` stand on the table, too.
    """
    mi, view = _mitsuba(), table.view
    rng = Random(table.seed * 31 + 7)
    scene = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _BOUNCES},
        "camera": _camera(table),
        **_lights(rng, table.light),
        **_ground(table.mat, table.seed),
    }
    if table.dice:
        scene["dice"] = _dice(table)
    for number, sheet in enumerate(table.sheets):
        scene[f"sheet{number}"] = _sheet(sheet)
    for number, one in enumerate(leant):
        scene[f"leant{number}"] = _slab(one.art, one.frame.T, one.middle)
    linear = np.array(mi.render(mi.load_dict(scene), spp=samples, seed=table.seed % (1 << 31)))[:, :, ::-1]
    linear = cv2.resize(np.maximum(np.nan_to_num(linear), 0), (view.width, view.height))
    shown = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    seen = (255 * shown * (light_over(view, table.light) / 128.0)).clip(0, 255).astype(np.uint8)
    if view.blur > 0.05:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), view.blur), np.uint8)
    return develop(through(seen, view.bend, view.fringe), view, seed=table.seed * 7919)


def _camera(table: Table) -> dict[str, Any]:
    """The view, without its lens's flaws."""
    mi, view = _mitsuba(), table.view
    rotation, eye = view.rotation(), view.eye() * _FLIP
    ahead, up = -rotation[2] * _FLIP, -rotation[1] * _FLIP
    place = mi.ScalarTransform4f().look_at(list(eye), list(eye + ahead), list(up))
    return {
        "type": "perspective",
        "fov": 2 * degrees(atan(view.span / 2 / view.above)),
        "fov_axis": "x",
        "near_clip": 1.0,
        "far_clip": 1e5,
        "to_world": place,
        "film": {
            "type": "hdrfilm",
            "width": view.width,
            "height": round(view.height / view.tall),  # the picture is made higher afterwards
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian", "stddev": 0.45},
        },
        "sampler": {"type": "independent"},
    }


def _lights(rng: Random, light: Light) -> dict[str, Any]:
    """A lamp where the light has it, and a room with a window or two, in which white paper is just white."""
    mi = _mitsuba()
    room = np.array([[rng.uniform(0.4, 1.6) for _ in range(8)] for _ in range(4)], np.float32)
    room = cv2.resize(room, _ENV, interpolation=cv2.INTER_CUBIC).clip(0.1)
    for _ in range(rng.randint(1, 2)):  # windows
        x, y = rng.randrange(_ENV[0] - 8), rng.randrange(4, _ENV[1] // 2 - 4)
        room[y : y + rng.randint(3, 7), x : x + rng.randint(3, 8)] *= rng.uniform(2, 8)
    room[_ENV[1] // 2 :] *= 0.3
    height = (np.arange(_ENV[1]) + 0.5) * pi / _ENV[1]
    falling = np.clip(np.cos(height), 0, None) * np.sin(height) * (pi / _ENV[1]) * (2 * pi / _ENV[0])
    room *= light.ambient * pi / float((room * falling[:, None]).sum())
    a, e = radians(light.azimuth), radians(light.elevation)
    lamp = _FAR * np.array([cos(a) * cos(e), -sin(a) * cos(e), sin(e)])
    half = _FAR * 0.5 * radians(min(12.0, 1.5 * light.softness + 1))
    strength = (1 - light.ambient) * pi * _FAR**2 / (4 * half**2 * sin(e))
    place = mi.ScalarTransform4f().look_at(list(lamp), [0, 0, 0], [0.01, 0.02, 1.0])
    return {
        "room": {
            "type": "envmap",
            "bitmap": mi.Bitmap(np.repeat(room[:, :, None], 3, axis=2)),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
        "lamp": {
            "type": "rectangle",
            "to_world": place @ mi.ScalarTransform4f().scale([half, half, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": strength}},
        },
    }


def _ground(mat: Mat, seed: int) -> dict[str, Any]:
    """The mat and what lies beyond it, or the bare table."""
    rng = np.random.default_rng(seed)
    wide, shown = _top(mat, rng)
    tops = {"floor": (_FLOOR, _FLOOR, -0.5 if mat.markers else 0.0, shown, wide)}
    if mat.markers:
        printed = ground.printed(mat)
        tops["mat"] = (mat.size[0] / 2, mat.size[1] / 2, 0.0, printed, 0.0)
    mi, out = _mitsuba(), dict[str, Any]()
    for name, (half, tall, z, image, repeat) in tops.items():
        grain = rng.normal(0, mat.texture, image.shape[:2])[:, :, None]
        print_ = _texture((image + grain)[::-1])  # a rectangle's print begins below
        if repeat:
            print_["wrap_mode"] = "mirror"
            print_["to_uv"] = mi.ScalarTransform4f().scale([2 * half / repeat, 2 * tall / repeat, 1])
        place = mi.ScalarTransform4f().translate([0, 0, z]) @ mi.ScalarTransform4f().scale([half, tall, 1])
        out[name] = {"type": "rectangle", "to_world": place, "bsdf": _plastic(print_, rng.uniform(0.4, 0.9))}
    return out


def _top(mat: Mat, rng: np.random.Generator) -> tuple[float, Any]:
    """What the table shows, and how wide in mm that is before it goes on mirrored."""
    if mat.pattern and not mat.markers:
        tile = ground.mirrored(mat.pattern, mat.colour)
        half = len(tile) // 2
        return mat.pattern.wide, tile[:half, :half]
    plain = np.empty((1200, 1200, 3), np.uint8)
    plain[:] = mat.beyond if mat.markers else mat.colour
    return 600.0, ground.wooden(plain, mat.wood, rng) if mat.wood else plain


def _dice(table: Table) -> Any:
    """All dice where they lie, printed: one thing, so that the tracer need not compile anew each time."""
    finish, side = table.finish, ceil(sqrt(len(table.dice)))
    rng = np.random.default_rng(table.seed)
    meshes, images, cuts = [], [], []
    for number, placed in enumerate(table.dice):
        solid = lying(placed.die.sides, finish.size, *placed.pose)
        turn = solid.faces[0].frame @ solid_of(placed.die.sides).faces[0].frame.T
        lift = solid.corners.mean(axis=0) + np.array([placed.x, placed.y, 0.02])
        mesh = die_mesh(placed.die.sides, finish.rounding)
        cell = np.array([number % side, number // side])
        meshes.append(_placed(mesh, finish.size * turn, lift)._replace(prints=(mesh.prints + cell) / side))
        image, cut = _printed(placed, finish, rng)
        images.append(image)
        cuts.append(cut)
    rough = float(np.clip(0.5 - 0.3 * finish.gloss + rng.normal(0, 0.03), 0.12, 0.7))
    skin = _plastic(_texture(_sheet_of(images, side)), rough)
    return _object(joined(meshes), skin, _sheet_of(cuts, side) if finish.depth else None)


def _sheet_of(prints: list[Any], side: int) -> Any:
    """Square prints, all made as large as the largest, in so many columns and rows."""
    wide = max(len(one) for one in prints)
    like = [cv2.resize(one, (wide, wide), interpolation=cv2.INTER_LINEAR) for one in prints]
    like += [np.zeros_like(like[0])] * (side**2 - len(like))
    return np.vstack([np.hstack(like[k : k + side]) for k in range(0, side**2, side)])


def _printed(placed: Placed, finish: Finish, rng: np.random.Generator) -> tuple[Any, Any]:
    """Colours of all faces of a die, and how deep they are cut, in shares of its size."""
    sides, columns = placed.die.sides, columns_of(placed.die.sides)
    body, ink = finish.colours(placed.die.body)
    side = columns * _CELL
    image = np.empty((side, side, 3), np.float32)
    image[:] = body
    if finish.marbled:
        cloud = rng.standard_normal((12, 12)).astype(np.float32)
        image *= (
            1 + finish.marbled * cv2.resize(cloud, (side, side), interpolation=cv2.INTER_CUBIC)[:, :, None]
        )
    deep = np.zeros((side, side), np.float32)
    per_mm = _CELL / (2 * reach_of(sides) * finish.size)
    for number, face in enumerate(lying(sides, finish.size, 0, 0.0).faces):
        mask, wide, high = draw_die.label(placed.die, placed.die.faces[number], face, finish)
        size = (max(1, round(mask.shape[1] * wide * per_mm)), max(1, round(mask.shape[0] * high * per_mm)))
        small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        x, y = (
            int(_CELL * (k + 0.5) - s / 2)
            for k, s in zip((number % columns, number // columns), size, strict=True)
        )
        here = (slice(max(0, y), y + size[1]), slice(max(0, x), x + size[0]))
        small = small[max(0, -y) :, max(0, -x) :]
        share = finish.fill * small[:, :, None]
        image[here] += share * (np.asarray(ink, np.float32) - image[here])
        deep[here] = np.maximum(deep[here], small)
    return image, -finish.depth / finish.size * cv2.GaussianBlur(deep, (0, 0), 2.0)


def _sheet(sheet: Sheet) -> Any:
    """A tile, card or board where it lies."""
    # The slab is made with y up, as the tracer has it; on the table y points down.
    turn = upright(sheet.turn) @ np.diag(_FLIP)
    return _slab(sheet.art, turn, np.array([sheet.x, sheet.y, sheet.base + 0.02]))


def _slab(art: Art, turn: Array, lift: Array) -> Any:
    """Something flat, turned and with its underside's middle there."""
    mesh = _placed(slab_mesh(*art.size, max(art.thick, 0.05), art.corner), turn, lift)
    return _object(mesh, _plastic(_texture(art.paint()), 0.45))


def _placed(mesh: Mesh, turn: Array, lift: Array) -> Mesh:
    """The mesh turned and moved, both as the table has it, in the tracer's axes."""
    triangles = mesh.triangles if np.linalg.det(turn @ np.diag(_FLIP)) > 0 else mesh.triangles[:, ::-1]
    normals = mesh.normals @ turn.T / np.cbrt(abs(np.linalg.det(turn))) * _FLIP
    return Mesh((mesh.points @ turn.T + lift) * _FLIP, normals, mesh.prints, triangles)


def _object(mesh: Mesh, skin: dict[str, Any], cut: Any = None) -> Any:
    """The mesh with its skin, which is `cut` so deep (in the print's places)."""
    mi = _mitsuba()
    if cut is not None:
        bumps = {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(cut[:, :, None])), "raw": True}
        skin = {"type": "bumpmap", "arbitrary": bumps, "scale": 1.0, "bsdf": skin}
    settings = mi.Properties()
    settings["mesh_bsdf"] = mi.load_dict(skin)
    made = mi.Mesh(
        "piece",
        len(mesh.points),
        len(mesh.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=settings,
    )
    values = mi.traverse(made)
    values["vertex_positions"] = mesh.points.ravel()
    values["vertex_normals"] = mesh.normals.ravel()
    values["vertex_texcoords"] = mesh.prints.ravel()
    values["faces"] = mesh.triangles.astype(np.uint32).ravel()
    values.update()
    return made


def _plastic(colours: dict[str, Any], rough: float) -> dict[str, Any]:
    return {"type": "principled", "base_color": colours, "roughness": rough, "specular": 0.5}


def _texture(image: Any) -> dict[str, Any]:
    """Blue-green-red values of 0 to 255 as a texture."""
    mi = _mitsuba()
    shown = np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8)[:, :, ::-1])
    return {"type": "bitmap", "bitmap": mi.Bitmap(shown), "filter_type": "bilinear"}
