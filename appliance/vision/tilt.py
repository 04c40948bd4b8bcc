"""Dice that lean: how far beside its own middle a die's top is seen tells how it lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from appliance.vision.aim import over
from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, NUMBER, OCTAHEDRON, Sighted, alone
from appliance.vision.nets import answers
from appliance.vision.plane import Image, Plane
from appliance.vision.reversal import against, are_tops
from appliance.vision.straighten import Patch

CROP, MARGIN = 40, 1.9
"""Side in pixels of what the network looks at, and over the die's own side."""

WIDTH = 4
"""Numbers in an answer of the network: a top's place right and down, and logarithms of both's spreads."""

SAID = 0.5
"""Probability of leaning from which that is said."""

_LEANING, _SOFT = 0.23, 0.008  # tilt on a mat that is as likely to be a lean as not; how soon that changes
_UNLIKELY = 3.0
"""And in spreads of what the network says: of 2,346 flat ones on mats 8, not 17, seem to lean so, and of 328
that lean by 18 to 29° 48, not 46, do not.
"""
_BETWEEN = 0.17, 0.7  # the same elsewhere, at least and at most: of 121 drawn leans none is told by less
_FROM_ASIDE, _MORE = 0.3, 0.25  # tilt of flat dice, and how much more of tilt that is over what is beyond
_RARER = 2.0  # logarithm by which dice that lean are rarer over what is beyond
_DOUBT, _TURNS = 0.12, 4  # tilt from which a die is looked at again, under quarter turns and mirrored
_ENOUGH = 2  # dice without a mat that tell how flat ones are seen
_HELD, _BY = 0.1, 2  # how much more of tilt a die on a mat may show that stands flush with so many others
_FLUSH = 0.2  # of a die's side: how far from there those may be, seen from aside, and how unlike in size
_OF_TWO = 0.135  # of two dice: how flat ones are seen lies between them if one leans
_AWAY = 1.35  # how far off the camera is, over what it sees, where no mat tells the scale
_STRAY = 0.06  # how far flat dice are seen from what is usual there
_STEPS, _CLOSE = 8, 1e-3  # to tell what is usual there: steps at most, and by how little the last changes it
_TOLD = {CUBE: 0.65, OCTAHEDRON: 0.65, NUMBER: 0.42}
"""Tilt of a mat's dice up to which networks tell all of it, of 940 drawn flat ones; number dice of 740."""
_BEYOND = {CUBE: 0.7, OCTAHEDRON: 0.5, NUMBER: 0.4}  # share that they tell of what is beyond, at least
_MAT, _NO_MAT = (0.1, 0.1, 0.15), (0.6, 0.6, 0.5)  # how far from straight above the camera may be

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lie:
    """How dice lie: where their tops are seen, right and down of their own middles over half their height.

    `tops` are those, `flat` where they would be seen if all lay flat (n x 2); `doubtful` is the tilt between
    these that is as likely to be a lean as not.
    """

    tops: Floats
    flat: Floats
    doubtful: float | Floats

    @property
    def leans(self) -> Floats:
        """How likely each does not lie flat (0…1)."""
        off = np.hypot(*(self.tops - self.flat).T)
        return np.asarray(1 / (1 + np.exp((self.doubtful - off) / _SOFT)), np.float64)


def lie(plane: Plane, dice: Sequence[Sighted], others: Sequence[Sighted] = ()) -> Lie | None:
    """How these cubes and octahedra lie, and what else was found, in this sequence.

    Together the dice tell how flat ones are seen, from wherever the camera looks. Without a mat two of them
    tell hardly more than whether they agree, and one tells nothing: None.
    """
    if not dice or not (plane.has_mat or len(dice) >= _ENOUGH):
        return None
    some = [*dice, *others]
    patches = [Patch(6, one.x, one.y, one.angle, one.side) for one in some]
    looks, angles = crops(plane, patches, CROP, [MARGIN] * len(some)), np.array([one.angle for one in some])
    told = _tilts(looks, angles, range(1))
    seen = as_flat(plane, told[:, :2], some, slice(len(dice)))
    doubtful = np.hypot(*(told[:, :2] - seen).T) > _DOUBT
    if doubtful.any():
        more = range(1, 2 * _TURNS)
        again = _tilts(looks[doubtful], angles[doubtful], more)
        told[doubtful] = (told[doubtful] + len(more) * again) / (1 + len(more))
    tops, spreads = told[:, :2], told[:, 2:]
    if plane.has_mat:
        usual = as_seen_from_aside(_LEANING, seen) + _HELD * (_flush(some, dice) >= _BY)
        return Lie(tops, seen, np.maximum(usual, _UNLIKELY * _spread(tops - seen, spreads, angles)))
    if len(dice) > _ENOUGH:
        return Lie(tops, seen, _doubtful(tops - seen, spreads, angles, np.exp(-_RARER * _beyond(seen))))
    lying = Lie(tops, seen, as_seen_from_aside(_OF_TWO, seen))
    # Of two side by side one may be the other's side face.
    leans = (lying.leans[:_ENOUGH] > SAID).any()
    return None if leans and not alone(dice[0], dice[1:]) else lying


def as_seen_from_aside(doubtful: float, flat: Floats) -> Floats:
    """What tilt is as likely to be a lean as not where flat dice are seen so: more from far aside."""
    return doubtful + _MORE * _beyond(flat)


def _beyond(flat: Floats) -> Floats:
    return np.asarray(np.maximum(0, np.hypot(*flat.T) - _FROM_ASIDE), np.float64)


def _doubtful(off: Floats, spreads: Floats, angles: Floats, leaning: Floats) -> Floats:
    """What tilt that way (n x 2) is as likely to be a lean as not (n), leaning tops being so dense there (n).

    Those of flat dice are seen beside their places as the spreads have it: what neighbours hide, or light,
    tells little of how it lies. On a mat, which tells where the camera is, so much is known of flat dice that
    about one tilt tells leans as well.
    """
    denser = -np.log(4 * spreads.prod(axis=1) * leaning)
    return np.asarray(np.clip(denser * _spread(off, spreads, angles), *_BETWEEN), np.float64)


def _spread(off: Floats, spreads: Floats, angles: Floats) -> Floats:
    """That of tops that way (n x 2), by those along the dice's own sides (n x 2, Laplace's distribution)."""
    own = (off[:, 0] + 1j * off[:, 1]) * np.exp(-1j * np.radians(angles))
    way = np.abs([own.real, own.imag]).T / np.maximum(np.abs(own), 1e-9)[:, None]
    return np.asarray(1 / (way / spreads).sum(axis=1), np.float64)


def _flush(some: Sequence[Sighted], dice: Sequence[Sighted]) -> npt.NDArray[np.int64]:
    """How many of the dice stand beside each thing (n), in line with it and touching along a whole side."""
    ones, others = (np.array([(one.x, one.y, one.side, one.angle) for one in each]) for each in (some, dice))
    x, y, side, angle = ones.T[:, :, None]
    away = (others[:, 0] - x + 1j * (others[:, 1] - y)) / side * np.exp(-1j * np.radians(angle))
    parts = np.abs([away.real, away.imag])
    beside = (np.abs(parts.max(axis=0) - 1) < _FLUSH) & (parts.min(axis=0) < _FLUSH)
    alike = np.abs(others[:, 2] / side - 1) < _FLUSH
    return np.asarray((beside & alike).sum(axis=1), np.int64)


def _tilts(looks: Image, angles: Floats, ways: range) -> Floats:
    """Where the network has the tops of dice that were cut out turned by so many degrees (n x 4).

    Right, down, and the spreads of that along the die's own two sides. Each is the mean of some looks: 0 to
    3 turned by quarters, 4 to 7 mirrored as well.
    """
    seen, spreads = np.zeros(len(looks), np.complex128), np.zeros((len(looks), 2))
    for way in ways:
        mirrored = way >= _TURNS
        shown = looks[:, :, ::-1] if mirrored else looks
        said = answers("dice-tilt", np.rot90(shown, way, axes=(1, 2)), WIDTH)
        found = (said[:, 0] + 1j * said[:, 1]) * 1j**way
        spreads += np.exp(said[:, [3, 2]] if way % 2 else said[:, [2, 3]]) / len(ways)
        seen += (-found.conj() if mirrored else found) / len(ways)
    seen *= np.exp(1j * np.radians(angles))
    return np.column_stack([seen.real, seen.imag, spreads])


def as_flat(
    plane: Plane, tops: Floats, some: Sequence[Sighted], dice: slice | npt.NDArray[np.bool_]
) -> Floats:
    """Where the tops of some things would be seen if they lay flat (n x 2), by where those of `dice` are.

    Without a mat most of these may be side faces, and the tops among the others. That is not asked where the
    perspective is undone: that tells which are.
    """
    far = flat(plane, some)
    seen = _as_most(tops, far, dice, on_mat=plane.has_mat)
    if plane.has_mat or plane.to_frame[2, :2].any():
        return seen
    others = against(tops, seen)
    if not others.any():
        return seen
    reverse = _as_most(tops, far, others, on_mat=False)
    return reverse if are_tops(some, tops, seen, reverse, plane.size[0]) else seen


def _as_most(tops: Floats, far: Floats, mine: slice | npt.NDArray[np.bool_], *, on_mat: bool) -> Floats:
    """The same by most of those that count."""
    usual = _usual(tops[mine], far[mine], on_mat=on_mat)
    return np.asarray(usual[:2] + far * (1 + usual[2]), np.float64)


def _usual(tops: Floats, far: Floats, *, on_mat: bool) -> Floats:
    """By how much flat dice are seen right and down of where they are thought to be, and farther out.

    `tops` are where some dice are seen, `far` where flat ones would be (n x 2). The camera may look from one
    side, which moves all alike, and be nearer or farther off than is thought, which moves those more that lie
    farther out: three unknowns, by least squares with Cauchy's weights, so that what leans hardly counts.
    """
    unknowns = np.zeros((len(tops), 2, 3))
    unknowns[:, 0, 0] = unknowns[:, 1, 1] = 1
    unknowns[:, :, 2] = far
    rows = unknowns.reshape(-1, 3)  # right of one, down of one, right of the next …
    spread = np.diag(1 / np.array(_MAT if on_mat else _NO_MAT) ** 2)
    left = (tops - far).ravel()
    found = np.zeros(3)  # from straight above, at the distance that is thought
    if not on_mat:
        found[:2] = np.median(left.reshape(-1, 2), axis=0)
    for _ in range(_STEPS):
        off = np.square((left - rows @ found).reshape(-1, 2)).sum(axis=1)
        weighed = rows * np.repeat(1 / (_STRAY**2 + off), 2)[:, None]
        before, found = found, np.linalg.solve(weighed.T @ rows + spread, left @ weighed)
        if np.abs(found - before).max() < _CLOSE:
            break
    return np.asarray(found, np.float64)


def flat(plane: Plane, dice: Sequence[Sighted]) -> Floats:
    """How far right and down of their own middles the tops of flat dice are seen (n x 2).

    Over half the die's height, and without a mat as a camera sees them that looks straight down.
    """
    places = np.array([(one.x, one.y) for one in dice])
    if not plane.has_mat:
        return np.asarray((places - plane.below) / (_AWAY * plane.size[0]), np.float64)
    below, away = over(plane)
    far = (places - below) / away
    off = np.hypot(*far.T)
    near = np.minimum(off, [_TOLD[one.kind] for one in dice])
    told = near + [_BEYOND[one.kind] for one in dice] * (off - near)
    return np.asarray(far * (told / np.maximum(off, 1e-9))[:, None], np.float64)
