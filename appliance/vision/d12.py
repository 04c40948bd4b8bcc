"""Read twelve-sided number dice on any ground: 1 to 12, Pass, or a star."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
import numpy.typing as npt

from appliance.pieces import DiceSet
from appliance.vision import bodies, health
from appliance.vision.closer import looked
from appliance.vision.crops import balanced
from appliance.vision.dice import COCKED, NO_DICE, ODD
from appliance.vision.finder import CUBE, NUMBER, OCTAHEDRON, Sides, Sighted, likeliest, sighted, spot
from appliance.vision.frames import enlarged, in_reading_order, mapped, point, reading
from appliance.vision.nets import log_softmax
from appliance.vision.number_faces import (
    CROP,
    HEIGHT,
    MARGIN,
    NOTHING_AT,
    SYMBOLS,
    TILT_AT,
    TURNS,
    look_at,
    patch,
    tilts,
    with_tops,
)
from appliance.vision.plane import Image, Plane, cut_off
from appliance.vision.pose import Guess, guesses
from appliance.vision.reading import D12, SURE, Reading, Said, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, commonest, corners, ink
from appliance.vision.tilt import Lie, as_flat, as_seen_from_aside, flat

SIDES = 12

ONE = "more than one number die lies there"

_TEMPERATURE = 0.5  # by which symbols' log-probabilities are divided, so that they come true
_PLAIN = 0.5  # score of the finder from which a thing that shows no known symbol is worth a word
_LIKE_ONE, _HARDLY = 0.5, 0.4  # the same from which one may be sure without a mat; up to which none is
_DOUBT = 0.81  # probability of being no such die, so softened, up to which it is worth a question
_STRANGER = 0.05  # what a symbol that is not on the set's die counts, beside those that are
_SHAPE = 0.6  # chance of a dodecahedron from which it is worth one in any case
_OTHERWISE = 0.1  # the same from which what the finder took for another die is looked at
_ANYWAY, _MORE = 0.9, 0.5  # share of its word that is believed without its shape, and what that counts
_LEANING = {True: 0.245, False: 0.3}
"""Sine of the lean that is as likely to be one as not, on a mat and elsewhere.

One die tells nothing of where the camera is: what seems to lean a little rather is seen from aside.
"""

_COMPANY = 2  # others that lie there likely, from which they tell together where the camera is
_SMALL = 34.0  # pixels of an outline's width up to which the top within it is too small to be seen well
_LEAST = 26.0  # pixels of it up to which more is asked of one without a mat
_SURE_IF_SMALL = 0.995
"""As `SURE`, without a mat, of dice that are so small or look less like dice.

Of 130 that were asked about, drawn as phones see them, 91 are so sure, 1 of them misread.
"""

_NEVER = 2.0  # a confidence that none has
_SAID = 0.1  # probability of leaning from which that is said

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Seen:
    """A die as it likely lies, and what the network says of it.

    `symbols` are the probabilities of those that it may show, beside those of `nothing`, which is no such die
    or another number, and of `leans`; `turns` by which each symbol is turned, if it is that one. It is not
    `clear` where another of the die's faces may well be the top.
    """

    guess: Guess
    face: Image
    symbols: Floats
    turns: npt.NDArray[np.intp]
    nothing: float
    leans: float
    clear: bool

    @property
    def is_die(self) -> bool:
        """Whether it is worth a question at least."""
        return self.nothing < _DOUBT or self.guess.chance > _SHAPE


class D12Reader:
    """Reads the number die of a set in a frame; without a set any number dice."""

    def __init__(self, dice: DiceSet | None) -> None:
        known = dice.dice if dice else ()
        faces = {face for die in known if die.sides == SIDES for face in die.faces} or set(SYMBOLS)
        self._one = dice is not None
        self._own = np.array([symbol in faces for symbol in SYMBOLS])
        self._names = tuple(compress(SYMBOLS, self._own))

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(D12, frame, self._read)

    def _read(self, frame: Image) -> Said:
        _, (symbols, problems), factor = looked(frame, self._on, _SMALL)
        return tuple(enlarged(symbol, factor) for symbol in symbols), problems

    def _on(self, plane: Plane, sides: Sides | None) -> Said:
        """What lies on a plane."""
        problems = cut_off(plane)
        seen = _look(plane, self._own, sides)
        if any(one.nothing > _DOUBT and one.guess.die.score > _PLAIN for one in seen):
            problems.append(ODD)
        seen = [one for one in seen if one.is_die]
        if any(one.leans > _SAID for one in seen):
            problems.append(COCKED)
        if not seen:
            return (), (*problems, NO_DICE)
        items = [_symbol(one, self._names, plane) for one in seen]
        if self._one and len(items) > 1:
            problems.append(ONE)
        if not all(item.sure for item in items):
            sharp = [health.sharpness(ink(one.face)) for one in seen]
            problems += [health.BLURRED] if np.median(sharp) < health.SHARP else []
        return in_reading_order(items), tuple(problems)


def _look(plane: Plane, own: Mask, sides: Sides | None) -> list[_Seen]:
    """What may be number dice (of such sides), and which of their `own` symbols (14) the network sees."""
    some = [each[0] for each in guesses(plane, sighted(plane, NUMBER, sides=sides), NUMBER)]
    if not some:  # small or dark ones look like other dice to the finder
        others = guesses(plane, sighted(plane, CUBE, OCTAHEDRON, sides=sides), NUMBER)
        some = [each[0] for each in others if each[0].chance > _OTHERWISE]
    if not some:
        return []
    looks = look_at(plane, [guess.die for guess in some])
    likely = _told(looks.said, own)[0][:, -1] < _DOUBT
    if plane.has_mat or _tell_together(plane, likely):
        looks = with_tops(plane, looks, flat(plane, looks.dice), likely)
    dice, said, faces = looks.dice, looks.said, looks.faces
    chances, turns = _told(said, own)
    leans = _leans(plane, dice, chances[:, -1], tilts(dice, said))
    seen = [
        _Seen(replace(guess, die=die), face, row[:-1], turn, float(row[-1]), lean, looks.clear)
        for guess, die, face, row, turn, lean in zip(some, dice, faces, chances, turns, leans, strict=True)
    ]
    scores = [(1 - one.nothing) * (1 - one.leans) * one.guess.die.score for one in seen]
    kept = likeliest([one.guess.die for one in seen], scores)
    return [seen[k] for k in kept]


def _told(said: Floats, own: Mask) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Probabilities of the dice's own symbols and, last, of none, and the turn of each of these symbols.

    `said` is by the network (looks x n x WIDTH). A star looks alike under several turns, over which
    each look spreads it in its own way: its turns are taken together first. Other symbols count as none, but
    little: whoever plays with a set's die hardly lays another.
    """
    looks = log_softmax(said[..., :TILT_AT])
    tables = looks[..., :NOTHING_AT].reshape(*looks.shape[:2], TURNS, len(SYMBOLS))
    symbols = np.log(np.exp(tables).sum(axis=2)).mean(axis=0)
    nothing = looks[..., NOTHING_AT].mean(axis=0)
    chances = np.exp(np.column_stack([symbols, nothing]) / _TEMPERATURE)
    others = chances[:, :-1][:, ~own].sum(axis=1)
    chances = np.column_stack([chances[:, :-1][:, own], chances[:, -1] + _STRANGER * others])
    return chances / chances.sum(axis=1, keepdims=True), tables.mean(axis=0).argmax(axis=1)[:, own]


def _leans(plane: Plane, dice: Sequence[Sighted], nothing: Floats, tops: Floats) -> Floats:
    """How likely each does not lie flat (n), by how its top is seen to lie (n x 2).

    Where enough of them are likely dice they tell together how flat ones are seen.
    """
    likely = nothing < _DOUBT
    together = _tell_together(plane, likely)
    lying = as_flat(plane, tops, dice, likely) if together else flat(plane, dice)
    doubtful = _LEANING[plane.has_mat or together]
    return Lie(tops, lying, as_seen_from_aside(doubtful, lying)).leans


def _tell_together(plane: Plane, likely: Mask) -> bool:
    """Whether those that are likely dice are enough to tell where the camera is, where no mat tells it."""
    return not plane.has_mat and int(likely.sum()) > _COMPANY


def _least(seen: _Seen, plane: Plane) -> float:
    """The confidence from which it is sure: without a mat more if it is small or hardly looks like a die.

    None is enough where another of its faces may be the top.
    """
    one = seen.guess.die
    if not seen.clear:
        return _NEVER
    if plane.has_mat or (one.score > _LIKE_ONE and one.side * plane.finer > _LEAST):
        return SURE
    return _SURE_IF_SMALL if one.score > _HARDLY else _NEVER


def _symbol(seen: _Seen, names: Sequence[str], plane: Plane) -> Symbol:
    one, row = seen.guess.die, seen.symbols * (1 - seen.leans)
    best = np.argsort(-row, kind="stable")
    confidence = float(row[best[0]]) * min(1.0, _ANYWAY + _MORE * seen.guess.chance)
    least = _least(seen, plane)
    turn = 360 / TURNS * int(seen.turns[best[0]])
    points = mapped(corners(Patch(6, one.x, one.y, one.angle + turn, one.side), 0), plane.to_frame)
    height = HEIGHT * one.side / plane.scale if plane.scale else 0.0
    rim = round(CROP * (1 - 1 / MARGIN) / 2)
    top = balanced(plane, patch(one), seen.face[rim : CROP - rim, rim : CROP - rim])
    colour = commonest(top.reshape(-1, 3))
    return Symbol(
        symbol=names[best[0]],
        sure=confidence >= least,
        confidence=confidence,
        center=point(mapped(np.array([[one.x, one.y]]), plane.to_frame)[0]),
        corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
        angle=angle_in_frame(points),
        body=bodies.name(colour, balanced=plane.has_mat),
        alternatives=tuple((names[i], float(row[i])) for i in best[1:4] if row[i] > 5e-4),
        spot=spot(plane, one.x, one.y, height),
        least=least,
    )
