"""Read the twelve-sided number die on any ground: 4 to 7, Pass, or a star."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

from appliance.vision import bodies, health
from appliance.vision.crops import balanced, crops
from appliance.vision.dice import COCKED, NO_DICE, ODD
from appliance.vision.finder import CUBE, NUMBER, OCTAHEDRON, Sighted, likeliest, sighted, spot
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.locate import locate
from appliance.vision.nets import answers, log_softmax
from appliance.vision.plane import Array, Image, Plane, cut_off
from appliance.vision.pose import Guess, guesses
from appliance.vision.reading import D12, SURE, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, commonest, corners, ink
from appliance.vision.tilt import flat, leaning

SYMBOLS = ("4", "5", "6", "7", "Pass", "*")
"""What the die may show (rule AS-2)."""

TURNS = 10
"""Turns of a symbol that are told apart: its head is towards a corner of the pentagon, or an edge."""

NOTHING_AT = TURNS * len(SYMBOLS)
TILT_AT = NOTHING_AT + 1
WIDTH = TILT_AT + 2
"""Numbers in one answer of the network: ten turns of six symbols, no such die, and how it is tilted."""

FACE = 0.526
"""Width of the circle within the top pentagon, over the distance of the outline's opposite edges."""

CROP, MARGIN = 48, 2.1
"""Side in pixels of what the network sees, and over that circle's width: all of the die from above."""

ONE = "more than one number die lies there"

_HEIGHT = 0.85  # of the die, over the outline's width
_SIZES = (1.0, 0.92, 1.08)  # over the usual, in which a die is looked at: the pose may tell it wrong
_TEMPERATURE = 0.6  # by which answers are divided, measured so that the probabilities come true
_PLAIN = 0.5  # score of the finder from which a thing that shows no known symbol is worth a word
_LIKE_ONE = 0.5  # the same from which one is sure without a mat; of 145 drawn dice the least was 0.6
_DOUBT = 0.81  # probability of being no such die, so softened, up to which it is worth a question
_SHAPE = 0.6  # chance of a dodecahedron from which it is worth one in any case
_OTHERWISE = 0.1  # the same from which what the finder took for another die is looked at
_ANYWAY, _MORE = 0.9, 0.5  # share of its word that is believed without its shape, and what that counts
_LEANING = {True: 0.245, False: 0.3}
"""Sine of the lean that is as likely to be one as not, on a mat and elsewhere.

One die tells nothing of where the camera is: what seems to lean a little rather is seen from aside.
"""

_SOFT = 0.012  # how soon that changes
_SAID = 0.1  # probability of leaning from which that is said

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Seen:
    """A die as it likely lies, and what the network says of it.

    `table` are the probabilities of its turns and symbols (10 x 6), beside those of `nothing` and of `leans`.
    """

    guess: Guess
    face: Image
    table: Floats
    nothing: float
    leans: float

    @property
    def is_die(self) -> bool:
        """Whether it is worth a question at least."""
        return self.nothing < _DOUBT or self.guess.chance > _SHAPE


class D12Reader:
    """Reads the number die in a frame."""

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(D12, frame, _read)


def _read(frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
    small, factor = bounded(frame)
    plane = locate(small)
    to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
    problems = cut_off(plane)
    seen = _look(plane)
    if any(one.nothing > _DOUBT and one.guess.die.score > _PLAIN for one in seen):
        problems.append(ODD)
    seen = [one for one in seen if one.is_die]
    if any(one.leans > _SAID for one in seen):
        problems.append(COCKED)
    if not seen:
        return (), (*problems, NO_DICE)
    items = [_symbol(one, plane, to_frame) for one in seen]
    if len(items) > 1:
        problems.append(ONE)
    if not all(item.sure for item in items):
        sharp = [health.sharpness(ink(one.face)) for one in seen]
        problems += [health.BLURRED] if np.median(sharp) < health.SHARP else []
    return in_reading_order(items), tuple(problems)


def _look(plane: Plane) -> list[_Seen]:
    """What may be number dice, and what the network says of them."""
    some = [each[0] for each in guesses(plane, sighted(plane, NUMBER), NUMBER)]
    if not some:  # small or dark ones look like other dice to the finder
        others = guesses(plane, sighted(plane, CUBE, OCTAHEDRON), NUMBER)
        some = [each[0] for each in others if each[0].chance > _OTHERWISE]
    patches = [_patch(guess.die) for guess in some]
    looks = [crops(plane, patches, CROP, [MARGIN * size] * len(some)) for size in _SIZES]
    raw = np.mean([judged(faces) for faces in looks], axis=0)
    likely = np.exp(log_softmax(raw[:, :TILT_AT] / _TEMPERATURE))
    seen = [
        _Seen(
            guess,
            face,
            row[:NOTHING_AT].reshape(TURNS, -1),
            float(row[NOTHING_AT]),
            _leans(plane, guess.die, tilt),
        )
        for guess, face, row, tilt in zip(some, looks[0], likely, raw[:, TILT_AT:], strict=True)
    ]
    chances = [(1 - one.nothing) * one.guess.die.score for one in seen]
    kept = likeliest([one.guess.die for one in seen], chances)
    return [seen[k] for k in kept]


def _patch(one: Sighted) -> Patch:
    return Patch(6, one.x, one.y, one.angle, one.side * FACE)


def judged(faces: Image) -> Floats:
    """The network's answers (n x WIDTH) to crops (n x 48 x 48 x 3), each the mean of two looks.

    Turn k of a symbol stands for its up at 36°·k clockwise; the last two columns are by how much the top's
    middle is seen right and down of the die's own, over half its height.
    """
    raw = answers("numbers", faces, WIDTH)
    again = answers("numbers", np.rot90(faces, 2, axes=(1, 2)), WIDTH)
    again[:, :NOTHING_AT] = np.roll(again[:, :NOTHING_AT], TURNS // 2 * len(SYMBOLS), axis=1)
    again[:, TILT_AT:] *= -1
    return (raw + again) / 2


def _leans(plane: Plane, one: Sighted, tilt: Floats) -> float:
    """How likely the die does not lie flat, by how its top is seen to lie."""
    a = radians(one.angle)
    seen = np.array([[cos(a), -sin(a)], [sin(a), cos(a)]]) @ tilt
    return float(leaning(np.hypot(*(seen - flat(plane, [one])[0])), _LEANING[plane.has_mat], _SOFT))


def _symbol(seen: _Seen, plane: Plane, to_frame: Array) -> Symbol:
    one, row = seen.guess.die, seen.table.sum(axis=0) * (1 - seen.leans)
    best = np.argsort(-row, kind="stable")
    confidence = float(row[best[0]]) * min(1.0, _ANYWAY + _MORE * seen.guess.chance)
    turn = 360 / TURNS * int(seen.table[:, best[0]].argmax())
    points = mapped(corners(Patch(6, one.x, one.y, one.angle + turn, one.side), 0), to_frame)
    height = _HEIGHT * one.side / plane.scale if plane.scale else 0.0
    rim = round(CROP * (1 - 1 / MARGIN) / 2)
    top = balanced(plane, _patch(one), seen.face[rim : CROP - rim, rim : CROP - rim])
    colour = commonest(top.reshape(-1, 3))
    return Symbol(
        symbol=SYMBOLS[best[0]],
        sure=confidence >= SURE and (plane.has_mat or one.score > _LIKE_ONE),
        confidence=confidence,
        center=point(mapped(np.array([[one.x, one.y]]), to_frame)[0]),
        corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
        angle=angle_in_frame(points),
        body=bodies.name(colour, balanced=plane.has_mat),
        alternatives=tuple((SYMBOLS[i], float(row[i])) for i in best[1:4] if row[i] > 5e-4),
        spot=spot(plane, one.x, one.y, height),
    )
