"""The eye while dice are shown to the box: reads the one die on the mat and keeps the picture of its face."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, radians

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.looking import TRIES
from appliance.phrases import say
from appliance.pieces import ALPHABET
from appliance.vision import bodies
from appliance.vision.crops import crops
from appliance.vision.dice_look import look
from appliance.vision.dice_seen import Seen
from appliance.vision.enrolled import Enrolled, Look
from appliance.vision.frames import bounded, mapped, point, reading
from appliance.vision.hand import HAND, hand_over
from appliance.vision.letters import CROP, MARGINS, TURNS
from appliance.vision.likeness import SIDE
from appliance.vision.locate import locate
from appliance.vision.plane import Array, Plane, cut_off
from appliance.vision.reading import LETTER_DICE, Reading, Symbol
from appliance.vision.still import differs
from appliance.vision.straighten import angle_in_frame, corners

LIKELY = 4
"""So many symbols that it may be are proposed, likeliest first."""

UPRIGHT = 3.0
"""Logarithm of how much likelier a letter lies upright for the first player, as asked for, than otherwise."""

_NOTHING = 0.05  # likelihood from which a symbol is worth proposing

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Shot:
    """A face as it was seen (`SIDE` x `SIDE` x 3), turned by anything, and what the eye made of it.

    `angles` are those of its possible turns in the frame, in degrees clockwise from up.
    """

    picture: Image
    sides: int
    evidence: Floats
    angles: tuple[float, ...]

    def upright(self, symbol: str, before: Image | None = None) -> Image:
        """The picture with that symbol up, turned as one of the same face `before` is, if there is one.

        Without one the eye tells by the letter, and expects it as it was asked for: upright in the frame.
        """
        if before is not None:
            turn = self._as_in(before)
        else:
            asked = [UPRIGHT * (cos(radians(angle)) > cos(pi / TURNS[self.sides])) for angle in self.angles]
            turn = int((self.evidence[:-2, ALPHABET.index(symbol)] + asked).argmax())
        return self._turned(turn)

    def _as_in(self, before: Image) -> int:
        """The turn under which it looks most like a picture that is upright."""
        rim = (SIDE - CROP) // 2
        crop = self.picture[rim:-rim, rim:-rim]
        like = Enrolled([Look(ALPHABET[0], self.sides, before)]).compared(crop, self.sides)
        return int((like.hidden[:, 0] + like.drawn[:, 0]).argmax())

    def _turned(self, turn: int) -> Image:
        if self.sides == 6:
            return np.ascontiguousarray(np.rot90(self.picture, turn))
        middle = ((SIDE - 1) / 2, (SIDE - 1) / 2)
        place = cv2.getRotationMatrix2D(middle, 360 / TURNS[self.sides] * turn, 1.0)
        turned = cv2.warpAffine(self.picture, place, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(turned, np.uint8)


class Fresh:
    """Whether a frame shows something to learn: no hand, and not what is known already."""

    def __init__(self) -> None:
        self.seen: Image | None = None
        """The frame that was learnt from last."""
        self._taken: Image | None = None
        self._warnings = TRIES

    def take(self, *, taken: bool) -> None:
        """Whether that frame is known now, so that the table must look different for the next."""
        self._taken = self.seen if taken else None

    def problem(self, frame: Image) -> str:
        """Why nothing can be learnt from it, or ""."""
        # A shadow that stays is believed to be none, once it was said.
        if self._warnings and hand_over(frame):
            self._warnings -= 1
            return HAND
        if self._taken is not None and not differs(self._taken, frame):
            return say("teach.same_as_before")
        return ""


class Pupil:
    """A `Reader` of the one die that lies there.

    `colours` are the body colours that dice of so many sides may have, where that is known. `enrolled` knows
    the dice that were shown before; `sides` are those of the die whose other faces are being shown, or 0.
    """

    def __init__(self, colours: Mapping[int, tuple[str, ...]] | None = None) -> None:
        self._colours = colours or {}
        self.enrolled: Enrolled | None = None
        self.sides = 0
        self.shot: Shot | None = None
        """The picture of the last reading."""
        self.fresh = Fresh()

    def read(self, frame: Image) -> Reading:
        """The die in the frame, its sides as the symbol's place; what is wrong, if it is not one alone."""
        return reading(LETTER_DICE, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = bounded(frame)
        plane = locate(small)
        judge = self.enrolled.judged if self.enrolled else None
        seen = [one for one in look(plane, judge) if one.is_die or one.is_clear]
        problem = self._problem(frame, plane, seen)
        if problem:
            return (), (problem,)
        one = seen[0]
        margin = MARGINS[one.patch.sides] * SIDE / CROP
        picture = np.asarray(crops(plane, [one.patch], SIDE, [margin])[0], np.uint8)
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        angles = tuple(_angle(one, turn, to_frame) for turn in range(one.patch.turns))
        self.shot, self.fresh.seen = Shot(picture, one.patch.sides, one.evidence, angles), frame
        return (self._symbol(one, plane, to_frame),), ()

    def _problem(self, frame: Image, plane: Plane, seen: list[Seen]) -> str:
        """Why nothing can be learnt from this, or ""."""
        if cut_off(plane):
            return cut_off(plane)[0]
        if not seen:
            return say("teach.nothing")
        if len(seen) > 1:
            return say("teach.several", n=len(seen))
        if seen[0].leans > 0.5:
            return say("teach.leaning")
        if self.sides and seen[0].patch.sides != self.sides:
            return say("teach.other_shape")
        return self.fresh.problem(frame)

    def _symbol(self, one: Seen, plane: Plane, to_frame: Array) -> Symbol:
        likely = np.exp(one.evidence[:-2]).sum(axis=0)
        likely /= max(1e-9, float(likely.sum()))
        best = np.argsort(-likely, kind="stable")[:LIKELY]
        turn = int(one.evidence[:-2, best[0]].argmax())
        a, b, c, d = (point(corner) for corner in mapped(corners(one.patch, turn), to_frame))
        return Symbol(
            symbol=ALPHABET[best[0]],
            sure=True,  # people say whether it is
            confidence=float(likely[best[0]]),
            center=point(mapped(np.array([[one.patch.x, one.patch.y]]), to_frame)[0]),
            corners=(a, b, c, d),
            angle=_angle(one, turn, to_frame),
            body=self._body(one, plane),
            alternatives=tuple((ALPHABET[n], float(likely[n])) for n in best[1:] if likely[n] > _NOTHING),
            place=(one.patch.sides,),
        )

    def _body(self, one: Seen, plane: Plane) -> str:
        """The name of its colour, of those that it may have."""
        fits = bodies.likelihoods(one.colour[None], balanced=plane.has_mat)[0]
        own = self._colours.get(one.patch.sides, bodies.NAMES)
        return max(own, key=lambda body: float(fits[bodies.NAMES.index(body)]))


def _angle(one: Seen, turn: int, to_frame: Array) -> float:
    return angle_in_frame(mapped(corners(one.patch, turn), to_frame))
