"""Rounded dice and tiles as meshes that a path tracer can light, each face with its own part of one print.

Points are of the table as the tracer has it: right-handed, so that y points up in the picture.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from appliance.virtual.solids import Array, Solid, solid_of
from appliance.virtual.surface import core_of

Numbers = npt.NDArray[np.int64]

_FINE = 5
"""Steps in which an edge is rounded, on each side of its middle."""
_SWEEPS = 60
"""Of Dykstra's projections onto the faces' half-spaces, until the nearest point is found."""
_RIM = 0.01
"""Share of a face's part of the print that is left out at its rim, lest the next face's shine through."""


class Mesh(NamedTuple):
    """Points and outward normals (n x 3), places in the print (n x 2, from its upper left), triangles."""

    points: Array
    normals: Array
    prints: Array
    triangles: Numbers


def reach_of(sides: int) -> float:
    """Half the side of the square about a face's middle that its part of the print shows, for size 1."""
    solid = solid_of(sides)
    face = solid.faces[0]
    away = solid.corners[list(face.corners)] - face.middle
    return float(np.abs(away @ face.frame[:, :2]).max())


def columns_of(sides: int) -> int:
    """Into so many columns and rows of faces the print of a die is parted."""
    return 3 if sides < 12 else 4


@lru_cache(maxsize=8)
def die_mesh(sides: int, rounding: float) -> Mesh:
    """A die of size 1 about its own middle, its edges rounded by a ball of that radius."""
    solid, columns = solid_of(sides), columns_of(sides)
    radius, reach = max(rounding, 0.01), reach_of(sides)
    faces = []
    for number, face in enumerate(solid.faces):
        flat, corners = _gridded(solid, number, radius)
        nearest = _nearest(flat, solid, radius)
        out = flat - nearest
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        right_down = (flat - face.middle) @ face.frame[:, :2] / reach * (1 - _RIM)
        cell = np.array([number % columns, number // columns])
        share = (cell + (right_down + 1) / 2) / columns
        faces.append(Mesh(nearest + radius * out, out, share, corners))
    return joined(faces)


def _gridded(solid: Solid, number: int, radius: float) -> tuple[Array, Numbers]:
    """Points all over a face, close to one another near its edges, and triangles of them."""
    face = solid.faces[number]
    ring = solid.corners[list(face.corners)]
    # From the middle to the rim in shares: the round part begins about two radii from it at a corner.
    inner = max(0.1, 1 - 2.2 * radius / face.inradius)
    shares = np.concatenate([[0.0, inner / 2], np.linspace(inner, 1, 2 * _FINE)])
    along = np.concatenate([np.linspace(0, 0.3, 2 * _FINE), np.linspace(0.4, 0.6, 3)])
    along = np.concatenate([along, 1 - along[: 2 * _FINE][::-1]])[:-1]
    rim = np.vstack(
        [(1 - s) * a + s * b for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True) for s in along]
    )
    points = np.vstack([face.middle + s * (rim - face.middle) for s in shares])
    many = len(rim)
    low = (np.arange(len(shares) - 1) * many)[:, None] + np.arange(many)
    after = (np.arange(len(shares) - 1) * many)[:, None] + (np.arange(many) + 1) % many
    quads = np.stack([low, low + many, after + many, after], axis=-1).reshape(-1, 4)
    return points, np.vstack([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def _nearest(points: Array, solid: Solid, radius: float) -> Array:
    """The point of the die's core that is nearest to each of the points (Dykstra's projections)."""
    core = core_of(solid, radius)
    normals = np.array([face.frame[:, 2] for face in solid.faces])
    ends = (core @ normals.T).max(axis=0)
    at, owed = points.copy(), np.zeros((len(normals), *points.shape))
    for _ in range(_SWEEPS):
        for k, (normal, end) in enumerate(zip(normals, ends, strict=True)):
            tried = at + owed[k]
            over = np.maximum(0, tried @ normal - end)
            at = tried - over[:, None] * normal
            owed[k] = tried - at
    return at


@lru_cache(maxsize=64)
def slab_mesh(wide: float, high: float, thick: float, corner: float) -> Mesh:
    """A board, tile or card about the middle of its underside, its upper edge rounded, printed above."""
    bevel = min(0.25 * thick, 0.8)
    corner = max(corner, bevel, 0.02)
    turns = np.linspace(0, np.pi / 2, 5)
    quarter = np.column_stack([np.cos(turns), np.sin(turns)])
    spin = np.array([[0.0, 1.0], [-1.0, 0.0]])
    out = np.vstack([quarter @ np.linalg.matrix_power(spin, k) for k in range(4)])
    signs = np.sign(np.repeat([[1, 1], [-1, 1], [-1, -1], [1, -1]], 5, axis=0))
    middle = signs * (np.array([wide, high]) / 2 - corner)
    rows: list[Array] = []
    normals: list[Array] = []
    for drop, rise in [(0.0, 0.0), *((1 - np.cos(a), np.sin(a)) for a in np.linspace(0, np.pi / 2, 4))]:
        z = 0.0 if not rows else thick - bevel + bevel * rise
        rows.append(np.column_stack([middle + out * (corner - bevel * drop), np.full(20, z)]))
        normals.append(np.column_stack([out * (1 - drop), np.full(20, rise)]))
    points, normal = np.vstack(rows), np.vstack(normals)
    quads = [
        (20 * r + i, 20 * r + (i + 1) % 20, 20 * (r + 1) + (i + 1) % 20, 20 * (r + 1) + i)
        for r in range(len(rows) - 1)
        for i in range(20)
    ]
    triangles = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    top = np.arange(20) + len(points)
    points = np.vstack([points, rows[-1], [[0, 0, thick]]])
    normal = np.vstack([normal, np.tile([0.0, 0.0, 1.0], (21, 1))])
    triangles += [(int(top[i]), int(top[(i + 1) % 20]), len(points) - 1) for i in range(20)]
    prints = 0.5 + 0.499 * points[:, :2] / (wide / 2, -high / 2)
    return Mesh(points, normal, prints, np.array(triangles))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """All of them as one."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    triangles = [mesh.triangles + start for mesh, start in zip(meshes, starts.tolist(), strict=False)]
    points, normals, prints = (np.vstack(parts) for parts in list(zip(*meshes, strict=True))[:3])
    return Mesh(points, normals, prints, np.vstack(triangles))
