"""Dice that fall, bounce, slide and spin until they lie: rigid bodies on a table, many of one shape at once.

Axes and lengths as in `solids`; a way is sampled `RATE` times a second. All dice of a make have equal moments
of inertia about all axes, so nothing turns them but the table's pushes at their corners.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians
from random import Random

import numpy as np
import numpy.typing as npt

from appliance.virtual.dice import D6_SIZE
from appliance.virtual.solids import Array, solid_of

RATE = 240
"""Samples a second of a die's way."""

SLIDING = 0.3
"""Coefficient of friction of a die on the mat."""

GRAVITY = 9810.0
"""mm/s²."""

_STEPS = 4  # of the integration, a sample
_LONGEST = 1.1  # seconds; what has not come to rest by then is not used
_BOUNCE, _SOFT = 0.45, 150.0  # restitution, and the speed in mm/s below which there is none
_FELT, _FELT_FLAT = 2.5, 40.0  # share of speed a second that the mat soaks up, by corners or a whole face
_FLAT = 0.3  # mm
_PUSHES = 3  # corners pushed in turn a step
_INERTIA = {6: 1 / 6, 8: 0.144, 12: 0.1225}  # over mass and size squared
_LEVEL, _CREEPS = 0.7, 12.0  # degrees and mm/s below which a die counts as at rest
_RESTING = RATE // 6  # samples: longer than any die stands on its edge as slowly as that
_MANY = 24

Flags = npt.NDArray[np.bool_]

_Begun = tuple[Array, Array, Array, Array]
"""Place, rotation, speed (mm/s) and spin (rad/s) with which a die is let go."""


@dataclass(frozen=True)
class Way:
    """One die's way: its middle (n x 3, mm, z up) and rotation (n x 3 x 3); it rests from the last on."""

    places: Array
    rotations: Array

    @property
    def seconds(self) -> float:
        """From being thrown until rest."""
        return (len(self.places) - 1) / RATE


@dataclass(frozen=True)
class Ways:
    """Some ways of dice of one make: thrown by hand or on an edge, and rocking where they lay."""

    thrown: tuple[Way, ...]
    rocking: tuple[Way, ...]


@lru_cache(maxsize=16)
def ways(sides: int, seed: int = 0, size: float = D6_SIZE) -> Ways:
    """A choice of ways by chance; those that would take too long are left out."""
    rng = Random(f"{sides} {seed}")
    corners = size * solid_of(sides).corners
    hands = [_by_hand(rng, corners) for _ in range(_MANY)]
    edges = [_on_edge(sides, corners, _off(rng), rng.uniform(200, 900)) for _ in range(_MANY // 3)]
    offs = [_off(rng) for _ in range(_MANY // 3)]
    falls = [_on_edge(sides, corners, off, 0.0) for own in offs for off in (own, -own)]
    made = _simulated(sides, corners, _INERTIA[sides] * size**2, [*hands, *edges, *falls])
    first = len(made) - len(falls)
    rocking = [
        _rock(rise, fall)
        for number in range(first, len(made), 2)
        if (rise := made[number]) and (fall := made[number + rng.randrange(2)])
    ]
    return Ways(tuple(way for way in made[:first] if way), tuple(rocking))


def _off(rng: Random) -> float:
    """How far from balance a die on its edge is, in radians: the less, the longer it stands."""
    return float(rng.choice((-1, 1)) * 10 ** rng.uniform(-2.5, -1.3))


def _simulated(sides: int, corners: Array, inertia: float, begun: list[_Begun]) -> list[Way | None]:
    places, rotations, speeds, spins = (np.array(part) for part in zip(*begun, strict=True))
    at, turned = [places.copy()], [rotations.copy()]
    size = float(np.abs(corners).max())
    resting = 0
    while len(at) <= _LONGEST * RATE and resting < _RESTING:
        for _ in range(_STEPS):
            _step(places, rotations, speeds, spins, corners, inertia)
        at.append(places.copy())
        turned.append(rotations.copy())
        slow = max(float(np.abs(speeds).max()), size * float(np.abs(spins).max())) < _CREEPS
        resting = resting + 1 if slow else 0
    return [_way(sides, corners, *one) for one in zip(np.stack(at, 1), np.stack(turned, 1), strict=True)]


def slide(length: float, spin: float, height: float) -> Way:
    """A flat die, its middle at `height`, pushed `length` mm to the right and `spin` degrees round."""
    samples = max(2, round(RATE * (2 * length / (SLIDING * GRAVITY)) ** 0.5) + 1)
    share = 1 - (1 - np.linspace(0, 1, samples)) ** 2
    places = np.column_stack([length * (share - 1), np.zeros(samples), np.full(samples, height)])
    angles = np.zeros((samples, 3))
    angles[:, 2] = np.radians(spin) * (share - 1)
    return Way(places, _turn(angles))


def _rock(rise: Way, fall: Way) -> Way:
    """A flat die that goes up onto an edge and falls from it.

    Upwards it goes as it would have fallen on that side, played backwards from where that first lay flat.
    """
    tilted = np.linalg.norm(rise.rotations - rise.rotations[-1], axis=(1, 2)) > 0.05
    flat = int(np.argmin(tilted))
    up = slice(flat, 0, -1)
    start = np.array([*rise.places[flat, :2], rise.places[-1, 2]])
    return Way(
        np.vstack([start, rise.places[up], fall.places]),
        np.concatenate([rise.rotations[-1:], rise.rotations[up], fall.rotations]),
    )


def _by_hand(rng: Random, corners: Array) -> _Begun:
    rotation = _turn(np.array([rng.gauss(0, 2) for _ in range(3)])[None])[0]
    place = np.array([0.0, 0.0, rng.uniform(25, 110) - float((corners @ rotation.T)[:, 2].min())])
    speed = np.array([rng.uniform(400, 1300), 0.0, rng.uniform(-900, 100)])
    return place, rotation, speed, np.array([rng.gauss(0, 28) for _ in range(3)])


def _on_edge(sides: int, corners: Array, off: float, speed: float) -> _Begun:
    """A die on an edge, `off` radians from balance, that slides the way of that edge."""
    rotation = _turn(np.array([[off, 0.0, 0.0]]))[0] @ _edge_down(sides, corners)
    place = np.array([0.0, 0.0, -float((corners @ rotation.T)[:, 2].min())])
    return place, rotation, np.array([speed, 0.0, 0.0]), np.zeros(3)


def _edge_down(sides: int, corners: Array) -> Array:
    """The rotation of a die that stands on an edge, which runs to the right."""
    ring = solid_of(sides).faces[0].corners
    edge = corners[ring[1]] - corners[ring[0]]
    middle = corners[ring[1]] + corners[ring[0]]
    z = -middle / np.linalg.norm(middle)
    x = edge / np.linalg.norm(edge)
    return np.stack([x, np.cross(z, x), z])


def _step(
    places: Array, rotations: Array, speeds: Array, spins: Array, corners: Array, inertia: float
) -> None:
    """One step of all dice, in place."""
    dt = 1 / (RATE * _STEPS)
    speeds[:, 2] -= GRAVITY * dt
    arms = np.einsum("nij,cj->nci", rotations, corners)
    depth = -(places[:, None, 2] + arms[:, :, 2])
    touches = depth > 0
    for _ in range(_PUSHES):
        if not _push(arms, touches, speeds, spins, inertia):
            break
    # On a whole face the mat takes far more than on a corner.
    flat = (depth > -_FLAT).sum(axis=1) >= 3
    soaked = 1 - dt * np.where(flat, _FELT_FLAT, _FELT * touches.any(axis=1))[:, None]
    spins *= soaked
    speeds *= soaked
    places += speeds * dt
    places[:, 2] += 0.2 * np.maximum(depth.max(axis=1), 0)
    rotations[:] = _turn(spins * dt) @ rotations


def _push(arms: Array, touches: Flags, speeds: Array, spins: Array, inertia: float) -> bool:
    """Stop each die's corner that goes into the table fastest, with friction; False if there is none."""
    sinking = np.where(
        touches, speeds[:, None, 2] + spins[:, None, 0] * arms[:, :, 1] - spins[:, None, 1] * arms[:, :, 0], 0
    )
    fastest = sinking.argmin(axis=1)
    every = np.arange(len(arms))
    down = sinking[every, fastest]
    hit = np.flatnonzero(down < -1e-6)
    if not len(hit):
        return False
    arm, down = arms[hit, fastest[hit]], down[hit]
    normal = np.broadcast_to([0.0, 0.0, 1.0], arm.shape)
    bounce = np.where(down < -_SOFT, _BOUNCE, 0.0)
    up = -(1 + bounce) * down / _weight(arm, normal, inertia)
    # Friction takes as much of the sliding as it can.
    along = speeds[hit] + _cross(spins[hit], arm)
    along[:, 2] = 0
    fast = np.linalg.norm(along, axis=1)
    way = along / np.maximum(fast, 1e-9)[:, None]
    drag = np.minimum(SLIDING * up, fast / _weight(arm, way, inertia))
    push = normal * up[:, None] - way * drag[:, None]
    speeds[hit] += push
    spins[hit] += _cross(arm, push) / inertia
    return True


def _weight(arm: Array, way: Array, inertia: float) -> Array:
    """Speed that a unit push at the arm's end that way gives to that point, for a mass of one."""
    across = _cross(arm, way)
    return np.asarray(1 + (across * across).sum(axis=1) / inertia, float)


def _cross(one: Array, other: Array) -> Array:
    """Cross products of rows (n x 3): several times as fast as NumPy's own of so few."""
    on, off = [1, 2, 0], [2, 0, 1]
    return np.asarray(one[:, on] * other[:, off] - one[:, off] * other[:, on], float)


def _turn(angles: Array) -> Array:
    """Rotations (n x 3 x 3) by the vectors' lengths, in radians, about the vectors (n x 3)."""
    theta = np.linalg.norm(angles, axis=1)[:, None, None]
    x, y, z = angles.T
    o = np.zeros_like(x)
    skew = np.stack([o, -z, y, z, o, -x, -y, x, o], axis=1).reshape(-1, 3, 3)
    safe = np.maximum(theta, 1e-12)
    turned: Array = np.eye(3) + np.sin(theta) / safe * skew + (1 - np.cos(theta)) / safe**2 * skew @ skew
    return turned


def _way(sides: int, corners: Array, places: Array, rotations: Array) -> Way | None:
    """The way up to its rest, there lying flat; None if it does not come to rest on a face."""
    faces = solid_of(sides).faces
    up = max(faces, key=lambda face: float((rotations[-1] @ face.frame)[2, 2])).frame
    points = np.einsum("nij,cj->nci", rotations, corners) + places[:, None]
    speed = RATE * np.linalg.norm(np.diff(points, axis=0), axis=2).max(axis=1)
    level = np.einsum("nij,j->ni", rotations, up[:, 2])[:-1, 2] > cos(radians(_LEVEL))
    moving = np.flatnonzero((speed > _CREEPS) | ~level)
    last = int(moving[-1]) + 1 if len(moving) else 0
    if last > len(places) - _RESTING // 2:
        return None
    top = rotations[last] @ up
    turn = np.arctan2(top[1, 0] - top[0, 1], top[0, 0] + top[1, 1])
    flat = _turn(np.array([[0.0, 0.0, turn]]))[0] @ up.T
    place = np.array([places[last, 0], places[last, 1], -float((corners @ flat.T)[:, 2].min())])
    return Way(np.vstack([places[:last], place]), np.concatenate([rotations[:last], flat[None]]))
