"""The solids that dice are made of, lying on a face or tipped over.

Axes of the table: x right, y down as in the picture, z up towards the camera; lengths in mm.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import cos, radians, sin, sqrt

import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue

Array = npt.NDArray[np.float64]

D8_EDGE = 1.2
"""Edge of an octahedron in units of the nominal die size, so that its height is about the cube's."""

_GOLDEN = (1 + sqrt(5)) / 2


@dataclass(frozen=True)
class Face:
    """A face: its corner numbers in order, and the frame (right, down, outward) of what is printed on it."""

    corners: tuple[int, ...]
    frame: Array
    middle: Array
    inradius: float


@dataclass(frozen=True)
class Solid:
    """Corners (n x 3, mm, about the solid's middle) and its faces."""

    corners: Array
    faces: tuple[Face, ...]


def lying(
    sides: int, size: float, up: int, turn: float, lean: float = 0.0, twist: float = 0.0, height: float = 0.0
) -> Solid:
    """The solid resting on the table about x = y = 0 with face `up` on top.

    `turn` is in degrees clockwise from the table's up (−y) to the up of the symbol on the top face; `lean`
    degrees it is tipped back about that symbol's line, as a die is that leans on something. A `twist` of the
    face before that makes it any rotation at all (Euler angles); `height` mm are free below the solid.
    """
    solid = solid_of(sides)
    rotation = upright(turn) @ _back(lean) @ upright(twist) @ solid.faces[up].frame.T
    corners = size * solid.corners @ rotation.T
    lift = np.array([0.0, 0.0, height - corners[:, 2].min()])
    faces = tuple(
        Face(f.corners, rotation @ f.frame, size * rotation @ f.middle + lift, f.inradius * size)
        for f in solid.faces
    )
    return Solid(corners + lift, faces)


def upright(turn: float) -> Array:
    """Rotation by `turn` degrees clockwise as the camera sees it, about the upright axis."""
    a = radians(turn)
    return np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])


def _back(lean: float) -> Array:
    a = radians(lean)
    return np.array([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])


@cache
def solid_of(sides: int) -> Solid:
    """The die of size 1 about its own middle; `BadValue` for other than 6, 8 or 12 sides."""
    if sides == 6:
        return _cube()
    if sides == 8:
        return _octahedron()
    if sides == 12:
        return _dodecahedron()
    raise BadValue(f"no die with {sides} sides can be drawn; expected 6, 8 or 12")


def _cube() -> Solid:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2.0
    normals = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
    downs = ((0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0))
    return Solid(corners, tuple(_face(corners, n, d) for n, d in zip(normals, downs, strict=True)))


def _octahedron() -> Solid:
    tips = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    corners = tips * D8_EDGE / sqrt(2)
    faces = []
    for number, signs in enumerate((x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)):
        normal = np.array(signs, float)
        tip = np.zeros(3)
        tip[number % 3] = signs[number % 3]
        # The symbol stands with its head towards one corner of the triangle.
        faces.append(_face(corners, normal, normal / 3 - tip))
    return Solid(corners, tuple(faces))


def _dodecahedron() -> Solid:
    cube = [list(signs) for signs in product((-1.0, 1.0), repeat=3)]
    ridges = [np.roll([0, a / _GOLDEN, b * _GOLDEN], k) for a in (-1, 1) for b in (-1, 1) for k in range(3)]
    corners = np.array([*cube, *ridges])
    normals = [np.roll([0, a * _GOLDEN, b], k) for a in (-1, 1) for b in (-1, 1) for k in range(3)]
    # Opposite faces are one apart: the nominal size is the height.
    corners = corners / (2 * max(float(corner @ normals[0]) for corner in corners))
    corners *= np.linalg.norm(normals[0])
    faces = []
    for normal in normals:
        reach = corners @ normal
        # The symbol stands with its head towards one corner of the pentagon.
        head = corners[int(np.argmax(reach > reach.max() - 1e-6))]
        faces.append(_face(corners, normal, normal * float(head @ normal) / float(normal @ normal) - head))
    return Solid(corners, tuple(faces))


def _face(corners: Array, normal: object, down: object) -> Face:
    n = np.asarray(normal, float) / np.linalg.norm(np.asarray(normal, float))
    d = np.asarray(down, float) / np.linalg.norm(np.asarray(down, float))
    right = np.cross(d, n)
    reach = corners @ n
    mine = np.flatnonzero(reach > reach.max() - 1e-6)
    middle = corners[mine].mean(axis=0)
    spokes = corners[mine] - middle
    order = np.argsort(np.arctan2(spokes @ d, spokes @ right))
    ring = corners[mine[order]]
    edge = (ring + np.roll(ring, -1, axis=0)) / 2
    inradius = float(np.linalg.norm(edge - middle, axis=1).min())
    numbers = tuple(int(i) for i in mine[order])
    return Face(numbers, np.stack([right, d, n], axis=1), middle, inradius)
