"""Read dice with pips on any ground: find, straighten, count, name the colours, and say how sure."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from appliance.pieces import DiceSet
from appliance.vision import health
from appliance.vision.colours import Colours, body_colour
from appliance.vision.crops import crops
from appliance.vision.dice import COCKED, NO_DICE, ODD, SURE
from appliance.vision.finder import CUBE, Sighted, sighted, spot
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.locate import Array, Image, Plane, cut_off, locate
from appliance.vision.nets import net
from appliance.vision.pose import guesses
from appliance.vision.reading import PIP_DICE, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, corners, ink

CROP, MARGIN = 40, 1.5
"""Side in pixels of what the network reads, and over the die's."""

NOTHING, ON_EDGE = 7, 8
"""Columns of the network's answer, after 0 to 6, for what is no die with pips, and for one that leans."""

LIGHTER, DISC = 9, 10
"""Columns for how it is made: pips lighter than the body, and pips cut out of a disc of the other colour."""

_SYMBOLS = tuple("0123456")
_TURNS = 2  # quarter turns under which a die is looked at: as many opinions
_TEMPERATURE = 0.42  # by which the network's answers are divided
_PLAIN = 0.4  # score of the finder from which a thing that is no die is worth a word
_BLANK = 0.28  # score from which a face without pips, which many things look like, is worth a question
_LEANS = 0.3  # probability of leaning from which that is said
_CLOSER = (0.94, 0.88)  # of the side that was found
_DOUBT = 0.9  # most that is believed in a plain face of a die of no known set
_LIKELY, _MAYBE = 0.5, 0.05  # probability of being a die from which one is shown; of things found clearly

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Seen:
    """A die with the probabilities of its symbols, of being none and of leaning; its colour and its top."""

    found: Sighted
    symbols: Floats
    colour: npt.NDArray[np.float32]
    face: Image

    @property
    def whether(self) -> float:
        """How likely it is a die with pips that lies flat."""
        return float(self.symbols[:NOTHING].sum())

    @property
    def is_blank(self) -> bool:
        """Whether it has no pips, if it is a die."""
        return bool(self.symbols[:NOTHING].argmax() == 0)

    @property
    def is_shown(self) -> bool:
        """Whether it is worth a question at least."""
        if self.is_blank and self.found.score < _BLANK:
            return False
        return self.whether > (_MAYBE if self.found.score > _PLAIN else _LIKELY)

    @property
    def leans(self) -> bool:
        """Whether it probably is a die that does not lie flat."""
        return float(self.symbols[ON_EDGE]) > _LEANS and self.found.score > _PLAIN / 2


class PipReader:
    """Reads the dice of a set, one a colour, in a frame; without a set dice of any colour, 0 to 6 pips."""

    def __init__(self, dice: DiceSet | None) -> None:
        self._dice = () if dice is None else dice.dice
        faces = {face for die in self._dice for face in die.faces} or set(_SYMBOLS)
        self._faces = np.array([symbol in faces for symbol in _SYMBOLS])
        self._colours = Colours(tuple(die.body for die in self._dice))

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(PIP_DICE, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = bounded(frame)
        plane = locate(small)
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        problems = cut_off(plane)
        seen = _look(plane)
        problems += _strange(seen)
        seen = [one for one in seen if one.is_shown and self._fits(one, balanced=plane.has_mat)]
        if not seen:
            return (), (*dict.fromkeys(problems), NO_DICE)
        named, said = self._colours.named([one.colour for one in seen], balanced=plane.has_mat)
        problems += said
        items = [
            self._symbol(one, body, trust, plane, to_frame)
            for one, (body, trust) in zip(seen, named, strict=True)
        ]
        if not all(item.sure for item in items):
            sharp = [health.sharpness(ink(one.face)) for one in seen]
            problems += [health.BLURRED] if np.median(sharp) < health.SHARP else []
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _fits(self, one: _Seen, *, balanced: bool) -> bool:
        """Whether it may be a die of the set: a faint plain face of another colour is a piece of ground."""
        faint = one.is_blank and one.found.score < _PLAIN
        return not faint or self._colours.has(one.colour, balanced=balanced)

    def _symbol(self, seen: _Seen, body: str, trust: float, plane: Plane, to_frame: Array) -> Symbol:
        one = seen.found
        # What the set does not have stays in the sum: a 6 in a set without is no sure 5.
        row = seen.symbols[:NOTHING] * self._faces
        best = np.argsort(-row, kind="stable")
        confidence = float(row[best[0]]) * trust * _there(one.score, blank=best[0] == 0)
        if best[0] == 0 and not self._dice:  # a plain tile looks like it, and no set tells its colour
            confidence = min(confidence, _DOUBT)
        points = mapped(corners(_patch(one), 0), to_frame)
        height = one.side / plane.scale if plane.scale else 0.0
        return Symbol(
            symbol=_SYMBOLS[best[0]],
            sure=confidence >= SURE,
            confidence=confidence,
            center=point(mapped(np.array([[one.x, one.y]]), to_frame)[0]),
            corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
            angle=angle_in_frame(points),
            body=body,
            alternatives=tuple((_SYMBOLS[i], float(row[i])) for i in best[1:4] if row[i] > 5e-4),
            spot=spot(plane, one.x, one.y, height),
        )


def _patch(one: Sighted) -> Patch:
    return Patch(6, one.x, one.y, one.angle, one.side)


def _there(score: float, *, blank: bool) -> float:
    """How likely a die is there, by the finder's score, if the network counts pips or sees a plain face."""
    return float(min(1.0, 0.6 + score if blank else 0.9 + 0.5 * score))


def _look(plane: Plane) -> list[_Seen]:
    """What may be dice with pips, and what the network says of them."""
    seen = _faces(plane, [some[0].die for some in guesses(plane, sighted(plane, CUBE), CUBE)])
    for k, one in enumerate(seen):
        if one.whether < _LIKELY and one.found.score > _BLANK:
            # A plain face cut a little too wide looks like the ground: it is worth another look.
            closer = _faces(plane, [replace(one.found, side=one.found.side * share) for share in _CLOSER])
            seen[k] = max([one, *closer], key=lambda look: look.whether)
    return seen


def _faces(plane: Plane, found: list[Sighted]) -> list[_Seen]:
    wide = crops(plane, [_patch(one) for one in found], CROP, [MARGIN] * len(found))
    rows, made = counted(wide)
    edge = round((CROP - CROP / MARGIN) / 2)
    faces = wide[:, edge : CROP - edge, edge : CROP - edge]
    return [
        _Seen(one, row, body_colour(face, _pips(row), lighter=made_so[0], disc=made_so[1]), face)
        for one, row, made_so, face in zip(found, rows, made.tolist(), faces, strict=True)
    ]


def _pips(row: Floats) -> int:
    return int(row[:NOTHING].argmax())


def counted(wide: Image) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Probabilities (n x 9) of 0 to 6 pips, of no such die, and of one that leans, of crops cut so wide.

    And how these are made (n x 2): whether their pips are lighter than the body, and cut out of a disc.
    """
    if not len(wide):
        return np.zeros((0, ON_EDGE + 1)), np.zeros((0, 2), np.bool_)
    stack = np.concatenate([seen_as(np.rot90(wide, turn, axes=(1, 2))) for turn in range(_TURNS)])
    counter = net("pips")
    counter.setInput(np.ascontiguousarray(stack))
    raw = np.asarray(counter.forward(), np.float64).reshape(_TURNS, len(wide), DISC + 1).mean(axis=0)
    scaled = raw[:, : ON_EDGE + 1] / _TEMPERATURE
    p = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(p / p.sum(axis=1, keepdims=True), np.float64), raw[:, LIGHTER:] > 0


def seen_as(wide: Image) -> npt.NDArray[np.float32]:
    """What the network gets of crops (n x height x width x 3): n x 3 x height x width, 0…1."""
    return np.asarray(wide.transpose(0, 3, 1, 2).astype(np.float32) / 255, np.float32)


def _strange(seen: list[_Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    problems = [COCKED] if any(one.leans for one in seen) else []
    if any(one.found.score > _PLAIN and not one.leans and not one.is_shown for one in seen):
        problems.append(ODD)
    return problems
