"""Read dice that are seen from a seat once more, as if from above: what sides they show tells the way."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from appliance.vision.agree import is_among, leaves_doubts, together, told
from appliance.vision.closer import Read, about
from appliance.vision.finder import CUBE, OCTAHEDRON, PER_MM, Sighted, sighted
from appliance.vision.frames import mapped
from appliance.vision.from_above import from_above
from appliance.vision.plane import Array, Plane
from appliance.vision.reading import Said, Symbol
from appliance.vision.tilt import lie

_FEW, _MANY = 3, 24  # things that look much like dice, side faces too, for a table to be looked at
_MUCH = 0.5  # score of the finder from which a thing does
_ASIDE, _FAR = 0.3, 0.5  # tilt of these from which it tells the way to the camera, and that is far aside
_DOWN = np.array([0.0, -1.0])  # the way from those who hold a phone before them
_LONGER = (1.3, 1.55, 1.85)  # times as long as it is seen: 40, 50 and 57° off straight above
_TOLD = 0.85, 0.5, 0.25  # of these things up to which it pays to look again: far aside, aside, and else
_TOO_FEW = 0.5  # of these: where no more are told, what is may be side faces of the others
_LENS = 1.1  # focal length over the picture's longer side: between a phone's and one that zooms in
_LARGER = 1.8  # of a picture's longer side, at most
_HARDLY = 0.02  # confidence up to which a thing is nothing but the side face of a die, where one may be
_BELOW, _BESIDE = (0.5, 1.8), 0.8  # sides from a top's middle where that is, towards the camera and across


@dataclass(frozen=True)
class _Look:
    """What is read of a table that falls away from the camera that way; `place` maps the frame to it."""

    said: Said
    way: Array
    place: Array

    def told(self) -> float:
        """About how many symbols are told."""
        return told(self.said)

    def without_sides(self) -> "_Look":
        """The same but for what is hardly told where a side face of a die is seen."""
        symbols, problems = self.said
        tops = [one for one in symbols if one.confidence > _HARDLY]
        left = [one for one in symbols if one.confidence > _HARDLY or not self._is_below(one, tops)]
        return replace(self, said=(tuple(left), problems))

    def _is_below(self, one: Symbol, tops: Sequence[Symbol]) -> bool:
        """Whether a symbol lies where a side face of a die with one of these tops is seen."""
        return any(self._is_side_face(one, top) for top in tops)

    def _is_side_face(self, one: Symbol, top: Symbol) -> bool:
        a, b, middle, other = mapped(np.array([*top.corners[:2], top.center, one.center]), self.place)
        right, down = (other - middle) / np.hypot(*(b - a))
        below = -(right * self.way[0] + down * self.way[1])
        beside = right * self.way[1] - down * self.way[0]
        return bool(_BELOW[0] < below < _BELOW[1] and abs(beside) < _BESIDE)

    def with_what(self, said: Said) -> Said:
        """The same with what another look tells; what may be a side face to this one is asked about."""
        tops = [one for one in self.said[0] if one.sure]
        symbols = tuple(
            replace(one, sure=one.sure and (is_among(one, tops) or not self._is_below(one, tops)))
            for one in said[0]
        )
        both = (self.said, (symbols, said[1]))
        return together(*(both if self.told() > told(said) else both[::-1]), alike=True)


def from_aside(plane: Plane, said: Said, read: Read) -> Said:
    """What is read of dice, `said` as the picture shows them; where doubts are left, as from above, too.

    How far aside the camera is tells the look in which most is told.
    """
    if plane.has_mat or not leaves_doubts(said):
        return said
    dice = [one for one in sighted(plane, CUBE, OCTAHEDRON, per_mm=PER_MM) if one.score > _MUCH]
    if not _FEW <= len(dice) <= _MANY:
        return said
    way = _way(plane, dice, told(said) / len(dice))
    if way is None:
        return said
    middle = np.mean([(one.x, one.y) for one in dice], axis=0)
    sides = about(float(np.median([one.side for one in dice])))
    looks = (_look(plane, middle, way, longer, lambda above: read(above, sides)) for longer in _LONGER)
    symbols, problems = max(looks, key=_Look.told).with_what(said)
    if told((symbols, problems)) < _TOO_FEW * len(dice):
        symbols = tuple(replace(symbol, sure=False) for symbol in symbols)
    return symbols, problems


def _way(plane: Plane, dice: list[Sighted], share: float) -> Array | None:
    """Which way in the picture (right, down; of length 1) the table falls away from the camera.

    What looks like dice tells that; where it does not, and hardly any of it is told, a phone may be held low.
    None where the camera looks nearly straight down, or where enough, by `share`, is told.
    """
    if share > _TOLD[0]:
        return None
    lying = lie(plane, dice)
    tilt = np.zeros(2) if lying is None else np.median(lying.tops, axis=0)
    away = hypot(*tilt)
    if away > _FAR or (away > _ASIDE and share < _TOLD[1]):
        return np.asarray(tilt / away, np.float64)
    return _DOWN if share < _TOLD[2] else None


def _look(plane: Plane, middle: Array, way: Array, longer: float, read: Callable[[Plane], Said]) -> _Look:
    """What is read where the table is so many times as long as it is seen, without dice's side faces."""
    slope = -way * sqrt(longer**2 - 1) / (_LENS * max(plane.size))
    above = from_above(plane, middle, slope, longer, _LARGER * max(plane.size))
    place = np.asarray(np.linalg.inv(above.to_frame), np.float64)
    return _Look(read(above), way, place).without_sides()
