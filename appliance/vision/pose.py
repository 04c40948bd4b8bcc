"""How a die lies: a closer look at what the finder saw tells its shape, and its top's place and turn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, radians, sin

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, FOLDS, NUMBER, OCTAHEDRON, Sighted
from appliance.vision.nets import answers, log_softmax
from appliance.vision.plane import Plane
from appliance.vision.straighten import Patch

CROP, MARGIN = 40, 1.9
"""Side in pixels of what the network looks at, and over the die's own side as the finder tells it."""

NONE = 3
"""Column of the answer for what is no die, after those of the three kinds."""
MIDDLE, SIZE = slice(4, 6), 6
"""Columns: how far right and down the top's middle lies, in sides told; log2 of the side over that told."""
TURNS = {CUBE: (7, 4), OCTAHEDRON: (9, 6), NUMBER: (11, 5)}
"""By kind the column of the cosine (the sine is next) of so many times the angle in degrees clockwise."""
WAY = 13
"""Column of cosine and sine of three times an octahedron's angle: which of two like outlines is its top's."""
WIDTH = 15

_WORTH = 0.02  # of a guess, from which it is looked at at all

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Guess:
    """A die as it may lie, and how likely it does (0…1); what is missing from one is likely no such die."""

    die: Sighted
    chance: float


def guesses(plane: Plane, found: Sequence[Sighted], *some: int) -> list[list[Guess]]:
    """For each thing found how it may lie if it is a die of these kinds, the likeliest first: one or more."""
    return [_guesses(one, row, some) for one, row in zip(found, _looked(plane, found), strict=True)]


def kinds(plane: Plane, found: Sequence[Sighted]) -> Floats:
    """How likely each thing found is a die of each kind, or none (n x 4), by how it lies."""
    return np.asarray(np.exp(log_softmax(_looked(plane, found)[:, : NONE + 1])), np.float64)


def _looked(plane: Plane, found: Sequence[Sighted]) -> Floats:
    patches = [Patch(6, one.x, one.y, 0.0, one.side) for one in found]
    return answers("dice-pose", crops(plane, patches, CROP, [MARGIN] * len(found)), WIDTH)


def _guesses(found: Sighted, row: Floats, kinds: Sequence[int]) -> list[Guess]:
    chances = np.exp(log_softmax(row[: NONE + 1]))
    some = [
        Guess(_moved(found, row, kind, angle), float(chances[kind]) * share)
        for kind in kinds
        for angle, share in _angles(row, kind)
    ]
    some.sort(key=lambda guess: -guess.chance)
    least = _WORTH * sum(guess.chance for guess in some)
    return [guess for guess in some if guess.chance > least]


def _moved(one: Sighted, row: Floats, kind: int, angle: float) -> Sighted:
    dx, dy = row[MIDDLE] * one.side
    side = one.side * 2 ** float(np.clip(row[SIZE], -0.7, 0.7))
    return replace(one, kind=kind, x=one.x + dx, y=one.y + dy, side=side, angle=angle % (360 / FOLDS[kind]))


def _angles(row: Floats, kind: int) -> list[tuple[float, float]]:
    """Angles (degrees clockwise) that a die of that kind may have, and how likely each is."""
    column, fold = TURNS[kind]
    angle = degrees(atan2(row[column + 1], row[column])) / fold
    if kind != OCTAHEDRON:
        return [(angle, 1.0)]
    # Seen from above its outline has six corners: the angles that fit are 60° apart.
    way = cos(radians(3 * angle)) * row[WAY] + sin(radians(3 * angle)) * row[WAY + 1]
    so = float(np.clip((1 + way) / 2, 0, 1))
    return [(angle, so), (angle + 60, 1 - so)]
