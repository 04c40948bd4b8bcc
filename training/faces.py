"""Where the faces of a die on a table are seen, and which way they face."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees

import numpy as np

from appliance.virtual.dice import Placed
from appliance.virtual.scene import Table
from appliance.virtual.solids import Solid
from appliance.virtual.solids import lying as solid_of
from appliance.vision.number_faces import BESIDE, FIFTH, HEIGHT, tipped
from appliance.vision.plane import Array


@dataclass(frozen=True)
class Shown:
    """A face of a number die that the camera sees, its middle and the width of the die's outline in pixels.

    `angle` is its symbol's turn in degrees clockwise, `tilt` and `ring` are as the network tells them, the
    latter in degrees.
    """

    symbol: str
    x: float
    y: float
    side: float
    angle: float
    tilt: tuple[float, float]
    ring: float


def shown(lying: Placed, table: Table, most: float) -> Iterator[Shown]:
    """The faces of a number die that are tilted by less than that."""
    solid, place = _solid(lying, table)
    frames = np.stack([face.frame for face in solid.faces])
    middles = np.stack([face.middle for face in solid.faces])
    seen, own, up = (
        np.asarray(table.view.pixels(place + some), np.float64)
        for some in (middles, middles.mean(axis=0)[None], middles - frames[:, :, 1])
    )
    # The camera's own axes by how all faces are seen, hidden ones too.
    right, down = np.linalg.lstsq(frames[:, :, 2], seen - own, rcond=None)[0].T
    half = (np.linalg.norm(right) + np.linalg.norm(down)) / 2  # the die's height, in pixels
    axes = np.stack([axis / np.linalg.norm(axis) for axis in (right, down, np.cross(right, down))])
    normals, tilts = frames[:, :, 2] @ axes.T, (seen - own) / half
    for k in np.flatnonzero((np.hypot(*tilts.T) < most) & (normals[:, 2] > 0)):
        beside = normals[np.abs(normals @ normals[k] - BESIDE) < 0.1] @ tipped(*tilts[k].tolist())
        ring = degrees(float(np.angle(np.exp(5j * np.arctan2(beside[:, 1], beside[:, 0])).mean()))) / 5
        rise, climb = up[k] - seen[k]
        tilt = float(tilts[k, 0]), float(tilts[k, 1])
        x, y = seen[k].tolist()
        angle = degrees(atan2(rise, -climb)) % 360
        yield Shown(lying.die.faces[k], x, y, float(2 * half / HEIGHT), angle, tilt, ring % FIFTH)


def middles(lying: Placed, table: Table) -> Array:
    """Pixels (3 x 2) of a top's middle, of the die's own, and of what is 1 mm up from there on the top."""
    solid, place = _solid(lying, table)
    top = solid.faces[lying.face]
    middle = place + top.middle
    places = [middle, middle - top.frame[:, 2] * table.finish.size / 2, middle - top.frame[:, 1]]
    return np.asarray(table.view.pixels(places), np.float64)


def _solid(lying: Placed, table: Table) -> tuple[Solid, Array]:
    return solid_of(lying.die.sides, table.finish.size, *lying.pose), np.array([lying.x, lying.y, 0.0])
