"""The meshes that the path tracer lights: whole, facing outwards, each face with its part of the print."""

from math import pi, sqrt

import numpy as np
import pytest

from appliance.virtual.solids import solid_of
from training.traced_shapes import Mesh, columns_of, die_mesh, slab_mesh

_VOLUMES = {6: 1.0, 8: sqrt(2) / 3 * 1.2**3, 12: 0.693}


def _volume(mesh: Mesh) -> float:
    """By the divergence theorem: right only if no triangle lacks, and none faces inwards."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def _handed(mesh: Mesh) -> float:
    """+1 where triangles turn counter-clockwise as seen from outside, −1 where they turn the other way."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    out = mesh.normals[mesh.triangles].mean(axis=1)
    ways = np.sign(np.round(np.einsum("ij,ij->i", np.cross(b - a, c - a), out), 12))
    ways = ways[ways != 0]
    assert len(set(ways.tolist())) == 1
    return float(ways[0])


@pytest.mark.parametrize("sides", [6, 8, 12])
def test_a_hardly_rounded_die_has_its_solids_volume(sides: int) -> None:
    mesh = die_mesh(sides, 0.01)
    assert _handed(mesh) * _volume(mesh) == pytest.approx(_VOLUMES[sides], rel=0.02)


@pytest.mark.parametrize("sides", [6, 8, 12])
def test_rounding_takes_the_corners_and_leaves_the_faces(sides: int) -> None:
    sharp, mesh = solid_of(sides), die_mesh(sides, 0.15)
    assert np.linalg.norm(mesh.points, axis=1).max() < 0.95 * np.linalg.norm(sharp.corners, axis=1).max()
    for face in sharp.faces:
        far = mesh.points @ face.frame[:, 2]
        assert far.max() == pytest.approx(float(face.middle @ face.frame[:, 2]), abs=1e-3)


def test_a_rounded_cube_has_the_volume_of_one() -> None:
    mesh, radius, core = die_mesh(6, 0.2), 0.2, 0.6
    parts = core**3 + 6 * core**2 * radius + 3 * pi * radius**2 * core + 4 / 3 * pi * radius**3
    assert _handed(mesh) * _volume(mesh) == pytest.approx(parts, rel=0.01)


@pytest.mark.parametrize("sides", [6, 8, 12])
def test_each_face_shows_its_own_part_of_the_print_upright(sides: int) -> None:
    mesh, columns = die_mesh(sides, 0.1), columns_of(sides)
    for number, face in enumerate(solid_of(sides).faces):
        low = face.middle + 0.1 * face.frame[:, 1] + 0.05 * face.frame[:, 0]
        nearest = int(np.linalg.norm(mesh.points - low, axis=1).argmin())
        across, down = mesh.prints[nearest] * columns - (number % columns, number // columns) - 0.5
        right, below = (mesh.points[nearest] - face.middle) @ face.frame[:, :2]
        assert np.sign([across, down]).tolist() == np.sign([right, below]).tolist()
        assert abs(across) < 0.5
        assert abs(down) < 0.5


def test_a_slab_is_as_large_as_it_says_and_its_print_begins_at_the_upper_left() -> None:
    mesh = slab_mesh(19.0, 17.0, 4.0, 1.5)
    lows, highs = mesh.points.min(axis=0), mesh.points.max(axis=0)
    assert (highs - lows).tolist() == pytest.approx([19, 17, 4])
    assert _handed(mesh) == 1
    whole = 4.0 * (19 * 17 - (4 - pi) * 1.5**2)
    assert 0.96 * whole < _volume(mesh) < whole
    upper_left = int((mesh.points @ [-1, 1, 1]).argmax())
    assert mesh.prints[upper_left] == pytest.approx([0, 0], abs=0.1)
