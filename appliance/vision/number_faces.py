"""The faces of twelve-sided dice: what they show, where they lie, and which of a die's faces is its top."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.finder import Sighted, likeliest
from appliance.vision.nets import answers
from appliance.vision.plane import Image, Plane
from appliance.vision.straighten import Patch

SYMBOLS = (*map(str, range(1, 13)), "Pass", "*")
"""What number dice show: those of any make a number, AnagraScramble's also Pass or a star (rule AS-2)."""

TURNS = 10
"""Turns of a symbol that are told apart: its head is towards a corner of the pentagon, or an edge."""

NOTHING_AT = TURNS * len(SYMBOLS)
TILT_AT = NOTHING_AT + 1
PLACE_AT = TILT_AT + 2
RING_AT = PLACE_AT + 4
WIDTH = RING_AT + 2
"""Numbers in an answer of the network: ten turns of each symbol, no such die, its tilt, its place, its ring.

The tilt is where the face's middle is seen right and down of the die's own, over half its height. The place
is how far right and down of the crop's middle it lies, over the outline's width as it is told, log2 of the
true width over that, and by how much the symbol is turned clockwise, over 36°. The ring is cosine and sine of
five times the angle, clockwise from right, at which faces beside it lie if one looks straight at it.
"""

FACE = 0.526
"""Width of the circle within the top pentagon, over the distance of the outline's opposite edges."""

HEIGHT = 0.85
"""Of the die, over the outline's width."""

CROP, MARGIN = 48, 2.1
"""Side in pixels of what the network sees, and over that circle's width: all of the die from above."""

BESIDE = 0.4472135955
"""Cosine of the angle by which faces beside each other differ."""

FIFTH = 72.0
"""Degrees after which a pentagon looks the same."""

SLANTED = 0.8
"""Tilt up to which a face can be read, and be a top that a camera sees from aside."""

_SIZES = (1.0, 0.92, 1.08)  # over the usual, in which a die is looked at: the pose may tell it wrong
_OFF, _OTHER_SIZE, _TURNED = 0.06, 0.25, 0.4
"""Of the outline's width, log2 of it, and of 36°: dice so far off their places are looked at again."""

_ALIKE = 0.15  # how far from where they are seen on others the tops of flat dice may be seen
_FARTHER = 0.3  # of a die that agrees: what a camera that is farther aside by all of a die's height counts
_OTHERS = 0.9  # what a face counts that the finder did not take: of 2,798 drawn dice a fifth have such tops
_ANOTHER, _CLEARLY = 0.4, 0.5  # so far away all would be taken another way; by how many more dice none is
_ABOUT, _BETTER = 0.5, 0.2  # from there, at most, to a face that is the top, and how much nearer that must be

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Looks:
    """Dice where the network has them, what it says of them (looks x n x WIDTH), and what it sees.

    They are `clear` unless other faces of nearly as many dice may be their tops.
    """

    dice: tuple[Sighted, ...]
    said: Floats
    faces: Image
    clear: bool = True


def look_at(plane: Plane, dice: Sequence[Sighted]) -> Looks:
    """Looks at dice, at those that lie beside where they were thought to be twice."""
    said, faces = _judged(plane, dice)
    places = said[..., PLACE_AT:RING_AT].mean(axis=0)
    right, down, larger, turn = np.abs(places.T)
    far = np.hypot(right, down) / _OFF + larger / _OTHER_SIZE + turn / _TURNED > 1
    moved = [_moved(*one) if off else one[0] for *one, off in zip(dice, places, far, strict=True)]
    if far.any():
        said[:, far], faces[far] = _judged(plane, [die for die, off in zip(moved, far, strict=True) if off])
    return Looks(tuple(moved), said, faces)


def _judged(plane: Plane, dice: Sequence[Sighted]) -> tuple[Floats, Image]:
    """What the network says of dice in some sizes (looks x n x WIDTH), and what it sees of them."""
    patches = [patch(die) for die in dice]
    looks = [crops(plane, patches, CROP, [MARGIN * size] * len(patches)) for size in _SIZES]
    said = [judged(faces) for faces in looks]
    for size, each in zip(_SIZES, said, strict=True):
        each[..., PLACE_AT : PLACE_AT + 2] *= size
        each[..., PLACE_AT + 2] += log2(size)
    return np.concatenate(said), looks[0]


def patch(one: Sighted) -> Patch:
    """What is cut out of a die that lies so."""
    return Patch(6, one.x, one.y, one.angle, one.side * FACE)


def _moved(one: Sighted, place: Floats) -> Sighted:
    """A die where it lies by its place as the network tells it."""
    away = one.side * (place[0] + 1j * place[1]) * _way(one.angle)
    side, angle = one.side * 2 ** float(np.clip(place[2], -1, 1)), one.angle + float(place[3]) * 360 / TURNS
    return replace(one, x=one.x + away.real, y=one.y + away.imag, side=side, angle=angle % FIFTH)


def judged(faces: Image) -> Floats:
    """The network's answers (2 x n x WIDTH) to crops (n x 48 x 48 x 3), seen from two sides of the table.

    Turn k of a symbol stands for its up at 36°·k clockwise.
    """
    raw = answers("numbers", faces, WIDTH)
    again = answers("numbers", np.rot90(faces, 2, axes=(1, 2)), WIDTH)
    again[:, :NOTHING_AT] = np.roll(again[:, :NOTHING_AT], TURNS // 2 * len(SYMBOLS), axis=1)
    again[:, TILT_AT : PLACE_AT + 2] *= -1
    again[:, RING_AT:] *= -1
    return np.stack([raw, again])


def tilts(dice: Sequence[Sighted], said: Floats) -> Floats:
    """Where faces are seen right and down of their dice's own middles, over half their heights (n x 2)."""
    seen = _way([die.angle for die in dice]) * _number(said, TILT_AT)
    return np.column_stack([seen.real, seen.imag])


def _way(angle: npt.ArrayLike) -> npt.NDArray[np.complex128]:
    """The ways that such angles point (degrees clockwise from right): right is real, down imaginary."""
    return np.asarray(np.exp(1j * np.radians(angle)), np.complex128)


def _number(said: Floats, at: int) -> npt.NDArray[np.complex128]:
    return np.asarray(said[..., at].mean(axis=0) + 1j * said[..., at + 1].mean(axis=0), np.complex128)


# Which face is the top


def with_tops(plane: Plane, looks: Looks, far: Floats, likely: Mask) -> Looks:
    """The same, but looks at those faces that rather are the tops.

    A die that lies flat, seen from aside, looks like one that lies on another face, seen from elsewhere: of
    those that are `likely` dice each has some faces that may be its top, and one camera sees all the tops.
    `far` is where tops are seen as far as that is known: on a mat altogether, else by where dice lie (n x 2).
    """
    rings = np.degrees(np.angle(_number(looks.said, RING_AT))) / 5
    normals = list(map(_normals, looks.dice, tilts(looks.dice, looks.said), rings))
    tops = [some[:, :2] - beyond for some, beyond in zip(normals, far, strict=True)]
    usual, clear = np.zeros(2), True
    if not plane.has_mat:
        usual, clear = _usual([tops[k] for k in _apart(looks.dice, likely)])
    off = [np.hypot(*(some - usual).T) for some in tops]
    best = [int(some.argmin()) for some in off]
    others = [k for k, some in enumerate(off) if some.min() < min(_ABOUT, some[0] - _BETTER)]
    if not others:
        return replace(looks, clear=clear)
    more = look_at(plane, [_turned_to(looks.dice[k], normals[k], best[k]) for k in others])
    dice, said, faces = list(looks.dice), looks.said.copy(), looks.faces.copy()
    for k, die in zip(others, more.dice, strict=True):
        dice[k] = die
    said[:, others], faces[others] = more.said, more.faces
    return Looks(tuple(dice), said, faces, clear)


def _apart(dice: Sequence[Sighted], likely: Mask) -> list[int]:
    """Those that are likely dice, each once, though the finder may take faces of one for several."""
    ones = np.flatnonzero(likely).tolist()
    some = [dice[k] for k in ones]
    return [ones[k] for k in likeliest(some, [one.score for one in some])]


def _usual(tops: Sequence[Floats]) -> tuple[Floats, bool]:
    """Where most dice's tops may be seen, of where those of each may (some x 2), and whether that is clear.

    The first of each is the face that the finder took for its top.
    """
    every = np.concatenate(tops)
    agree = -_FARTHER * np.hypot(*every.T)
    for some in tops:
        near = np.exp(-np.square(np.hypot(*(every[:, None] - some).transpose(2, 0, 1)) / _ALIKE))
        near[:, 1:] *= _OTHERS
        agree += near.max(axis=1)
    best = every[int(agree.argmax())]
    another = np.hypot(*(every - best).T) > _ANOTHER
    return best, bool(agree[another].max(initial=-np.inf) < agree.max() - _CLEARLY)


def _normals(die: Sighted, tilt: Floats, ring: float) -> Floats:
    """Which way the face that was looked at and those beside it face, if they can be read (some x 3).

    Right, down, and towards the camera; `ring` is the angle at which the first of those beside it lies, from
    the die's own.
    """
    ways = np.sqrt(1 - BESIDE**2) * _way(die.angle + ring + FIFTH * np.arange(5))
    beside = np.column_stack([ways.real, ways.imag, np.full(5, BESIDE)])
    all_six = np.vstack([(0, 0, 1), beside]) @ tipped(*tilt).T
    shown = (np.hypot(*all_six[:, :2].T) < SLANTED) & (all_six[:, 2] > 0)
    shown[0] = True
    return np.asarray(all_six[shown], np.float64)


def tipped(right: float, down: float) -> Floats:
    """The shortest rotation (3 x 3) of what faces the camera to what faces so far right and down."""
    high = np.sqrt(max(0.0, 1 - right**2 - down**2))
    cross = np.array([[0, 0, right], [0, 0, down], [-right, -down, 0]])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1 + high), np.float64)


def _turned_to(die: Sighted, normals: Floats, which: int) -> Sighted:
    """The die with another of its faces looked at."""
    (right, down), own = (normals[which, :2] - normals[0, :2]) * HEIGHT / 2 * die.side, normals[which]
    x, y, _ = normals[0] @ tipped(own[0], own[1])
    angle = np.degrees(np.arctan2(y, x)) + 90
    return replace(die, x=die.x + right, y=die.y + down, angle=float(angle % (360 / TURNS)))
