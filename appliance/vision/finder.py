"""Find dice on any ground: a network that looks at the picture wherever there is something in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import atan2, degrees, exp, hypot, log2

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.aim import looks_down, over
from appliance.vision.glimpse import glimpse
from appliance.vision.nets import maps
from appliance.vision.plane import Array, Image, Plane

CUBE, OCTAHEDRON, NUMBER = 0, 1, 2
"""Kinds of dice that are told apart; the number die is a dodecahedron."""

FOLDS = (4, 3, 5)
"""Turns under which the top of each kind looks the same."""

FAINT = 0.18
"""Score from which there may be a die; what is surely one has 0.5 and more."""

PER_MM = 1.25
"""Pixels of a mat's picture in which it is looked at, where all that lies on a die must be seen."""

MOST = 40
"""Dice that are looked for: where there seem to be more, the picture shows something else."""

A_ROLL = 25
"""As many dice as people roll at once, in a tray of five rows; where more are seen it may well be print."""

APART = 0.62
"""Least distance of two dice's middles, over the side of the larger one."""

_CANDIDATES, _GLANCED = 400, 120  # peaks that are sorted, and things of which the likeliest dice are chosen
_FAINT_ON_MAT = 0.11  # `FAINT` where a mat tells the scale: it must look the more like a die

_FROM_ABOVE, _ANYWHERE = "dice-finder", "dice-finder-anywhere"  # networks: for mats from above; for all else
_STRIDE, _USUAL = 4, 24.0  # of the network's answers: pixels between them, and the side that they count from
_SIDES_MM = (9.0, 48.0)
_LEVELS = (3840, 1920, 960, 480, 240, 120)  # longer sides that are looked at where no mat tells the scale
_SEEN_WELL = (12.0, 60.0)  # pixels of a level: dice of known sides are looked for where they are as large
_SEEN_BEST = (
    13.0,
    24.0,
    38.0,
)  # where no side is known, they are to be so large in a level, best the middle one
_AT_ALL = 10.0  # pixels from which one that is too small there is taken if no other level shows anything
_LESS = 0.3  # how much less a score counts by the square of the octaves from that
_SAME = 0.35  # of a die's side: so near one another two levels see one thing
_SIDE_FACE = 1.1  # of a die's side: no farther from the middle of its top is that of a side face
_ALIKE = 1.5  # times as wide, up to which the surer one of two is taken where the finder sees both
_OCTAVE = 0.7  # log2 of how much larger or smaller than dice a thing is that may be one of them

Floats = npt.NDArray[np.float32]
Sides = tuple[float, float]


@dataclass(frozen=True)
class Sighted:
    """A die in pixels of the plane: the middle of its top, and how sure it is that there is one (0…1).

    `side` is a cube's, of others the distance of their outline's opposite edges. `angle` is about that of the
    top's symbol in degrees clockwise, up to the turns under which such a top looks the same.
    """

    kind: int
    x: float
    y: float
    side: float
    angle: float
    score: float


def sighted(
    plane: Plane, *kinds: int, per_mm: float = PER_MM, sides: Sides | None = None, least: float = FAINT
) -> list[Sighted]:
    """What may be dice of these kinds on the plane, the surest first, each as what it likely is.

    Where one thing lies in another of another size both are given: `likeliest` chooses once both are read.
    A mat is looked at in so many pixels a mm: in fewer quicker. Elsewhere dice of any size are looked for
    unless `sides` are known: the least and the greatest, in pixels of the plane. What scores `least` or less
    is passed over.
    """
    if plane.scale is not None:
        factors = [per_mm / plane.scale]
    else:
        longest = max(plane.size)
        factors = [side / longest for side in _LEVELS if side <= 1.3 * longest * plane.finer] or [1.0]
        if sides:
            small, large = _SEEN_WELL
            factors = [f for f in factors if sides[1] * f > small and sides[0] * f < large] or factors[:1]
    levels = [at_scale(plane, factor, *kinds, least=least) for factor in factors]
    if plane.scale is not None:
        sides = (_SIDES_MM[0] * plane.scale, _SIDES_MM[1] * plane.scale)
    if sides:
        levels = [[one for one in found if sides[0] < one.side < sides[1]] for found in levels]
    chosen = _apart(levels[0]) if len(levels) == 1 else _of_levels(levels, factors)
    return list(compress(chosen, plane.shows(np.array([(one.x, one.y) for one in chosen]))))


def _apart(
    found: Sequence[Sighted], worth: Callable[[Sighted], float] = lambda one: one.score
) -> list[Sighted]:
    """The things that are worth most, of those about as large that lie in one another one."""
    chosen: list[Sighted] = []
    for one in sorted(found, key=lambda one: -worth(one))[:_CANDIDATES]:
        if not any(overlap(one, o) and _are_alike(one, o) for o in chosen):
            chosen.append(one)
    return chosen[:_GLANCED]


def _are_alike(one: Sighted, other: Sighted) -> bool:
    return 1 / _ALIKE < one.side / other.side < _ALIKE


def _of_levels(levels: Sequence[Sequence[Sighted]], factors: Sequence[float]) -> list[Sighted]:
    """What several sizes of a picture show: each die where it is seen at its best, with its highest score.

    Where dice are too small, those that touch run into one another: from there only what lies in nothing else
    is taken. `factors` fall from level to level.
    """
    least, best, most = _SEEN_BEST
    worth, small = {}, []
    for found, factor in zip(levels, factors, strict=True):
        for one in found:
            pixels = one.side * factor
            if (pixels >= least or factor == factors[0]) and (pixels <= most or factor == factors[-1]):
                worth[one] = one.score * exp(-_LESS * log2(pixels / best) ** 2)
            elif _AT_ALL < pixels < least:
                small.append(one)
    every = [one for found in levels for one in found]
    chosen = [
        replace(one, score=max(other.score for other in every if _are_same(one, other)))
        for one in _apart(list(worth), worth.__getitem__)
    ]
    for one in sorted(small, key=lambda one: -one.score):
        if not any(overlap(one, other) for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: -one.score)[:_GLANCED]


def _are_same(one: Sighted, other: Sighted) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < _SAME * one.side and _are_alike(one, other)


def faintest(plane: Plane) -> float:
    """Least score for readers that rather ask about a faint die than pass over it."""
    return _FAINT_ON_MAT if plane.has_mat else FAINT


def outward(plane: Plane, one: Sighted, by: float) -> Sighted:
    """It as many pixels farther from the point below the camera: tops are seen beyond what carries them."""
    away = np.array([one.x, one.y]) - plane.below
    x, y = by * away / max(1.0, float(np.hypot(*away)))
    return replace(one, x=one.x + x, y=one.y + y)


def overlap(one: Sighted, other: Sighted) -> bool:
    """Whether two things lie too near one another for both to be dice."""
    return hypot(one.x - other.x, one.y - other.y) <= APART * max(one.side, other.side)


def alone(one: Sighted, others: Sequence[Sighted]) -> bool:
    """Whether it is no side face of one of the others, by where it lies: those touch the tops."""
    return all(hypot(one.x - o.x, one.y - o.y) > _SIDE_FACE * max(one.side, o.side) for o in others)


def likeliest(found: Sequence[Sighted], likely: Sequence[float]) -> list[int]:
    """Which things to keep, the likeliest first, `MOST` at most; of those that lie in one another one."""
    kept: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: -likely[k]):
        if not any(overlap(found[k], found[o]) for o in kept):
            kept.append(k)
    return kept[:MOST]


def as_large(one: Sighted, dice: Sequence[Sighted]) -> bool:
    """Whether it is about as large as any of the dice, if there are any: others tell nothing of them."""
    return not dice or any(abs(log2(die.side / one.side)) < _OCTAVE for die in dice)


def at_scale(plane: Plane, factor: float, *kinds: int, least: float = FAINT) -> list[Sighted]:
    """What the network finds in the plane's picture `factor` times as large as its image, near things too."""
    seen = glimpse(plane, factor)
    if seen is None:
        return []
    network = _FROM_ABOVE if looks_down(plane) else _ANYWHERE
    found = []
    for one in _seen(network, seen.sheet, kinds, least):
        place = seen.on_plane(one.x, one.y)
        if place:
            found.append(replace(one, x=place[0], y=place[1], side=one.side * seen.step[0]))
    return found


def _seen(network: str, picture: Image, kinds: Sequence[int], least: float) -> list[Sighted]:
    """The dice of these kinds in a picture, in its pixels, each as what it most likely is of them."""
    answer = maps(network, picture)  # heat of each kind, log2 of the side, place, turn
    heat, measures = answer[list(kinds)], answer[len(FOLDS) :]
    score = 1 - np.prod(1 / (1 + np.exp(heat)), axis=0)  # of being a die of any of these kinds
    peak = (score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score > least)
    found = []
    for row, column in np.argwhere(peak).tolist():
        kind = kinds[int(heat[:, row, column].argmax())]
        found.append(_one(kind, float(score[row, column]), measures[:, row, column], row, column))
    return found


def _one(kind: int, score: float, measures: Floats, row: int, column: int) -> Sighted:
    """One peak of the heat map, in pixels of the picture."""
    larger, dx, dy, cosine, sine = (float(v) for v in measures)
    x, y = _STRIDE * (column + dx) + 2, _STRIDE * (row + dy) + 2
    fold = FOLDS[kind]
    angle = degrees(atan2(sine, cosine)) / fold % (360 / fold)
    return Sighted(kind, x, y, _USUAL * 2 ** float(np.clip(larger, -2, 3)), angle, score)


def spot(plane: Plane, x: float, y: float, height: float) -> tuple[float, float] | None:
    """Where a die stands in mm from the mat's middle, its top seen at (x, y) and so many mm above the table.

    None where no mat is seen. From about above the camera's own height is taken as usual: between 450 and
    900 mm it shifts the outermost dice by two mm at most.
    """
    if plane.scale is None:
        return None
    below, above = over(plane)
    top: Array = np.array([x, y], np.float64)
    foot = below + (top - below) * (1 - height * plane.scale / above)
    at = (foot + 0.5 - np.array(plane.size) / 2) / plane.scale
    return float(at[0]), float(at[1])
