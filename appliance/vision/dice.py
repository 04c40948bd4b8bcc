"""Read letter dice: locate, segment, straighten, classify, decide jointly, and say how sure."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, DiceSet
from appliance.vision import bodies, health
from appliance.vision.assign import Sighting, alone, together
from appliance.vision.classify import evidence
from appliance.vision.find import ODD, find
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.locate import Array, Image, locate
from appliance.vision.part import Found
from appliance.vision.reading import LETTER_DICE, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, body_colour, corners, cut, ink

SURE = 0.95
"""Posterior from which a symbol is taken without asking."""

NO_DICE = "no dice found"
MAT_CUT = "most of the mat is out of the picture: turn the camera until all four markers show"

_ALTERNATIVES = 3

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Seen:
    """One object with what the network says of each of its possible shapes."""

    found: Found
    evidence: tuple[Floats, ...]
    sighting: Sighting
    body: str
    sharp: float


class DiceReader:
    """Reads the letter dice of a set in a frame; without a set any letters, each die for itself.

    `in_play` names the dice of the set that are on the table, when that is known. Raises `BadValue` for names
    that the set does not have.
    """

    def __init__(self, dice: DiceSet | None, in_play: frozenset[str] | None = None) -> None:
        self._dice = () if dice is None else dice.dice
        self._told = in_play is not None
        if in_play is not None:
            unknown = in_play - {die.name for die in self._dice}
            if unknown:
                known = ", ".join(die.name for die in self._dice) or "none: no set was given"
                raise BadValue(f"no dice named {', '.join(sorted(unknown))}; the set has {known}")
            self._dice = tuple(die for die in self._dice if die.name in in_play)
        self._any = dice is None

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(LETTER_DICE, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = bounded(frame)
        plane = locate(small)
        found, problems = find(plane)
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        if plane.markers and not plane.has_mat:
            problems.append(MAT_CUT)
        seen = self._look(plane.image, found, balanced=plane.has_mat)
        if any(_is_nothing(s) for s in seen):
            problems.append(ODD)
            seen = [s for s in seen if not _is_nothing(s)]
        if not seen:
            return (), (*problems, NO_DICE)
        items = self._decide(seen, to_frame)
        problems += self._counted(len(items))
        if np.median([s.sharp for s in seen]) < health.SHARP and not all(item.sure for item in items):
            problems.append(health.BLURRED)
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _look(self, image: Image, found: list[Found], *, balanced: bool) -> list[_Seen]:
        patches = [patch for one in found for patch in one.patches]
        answers = iter(evidence(image, patches))
        names = sorted({die.body for die in self._dice})
        seen = []
        for one in found:
            mine = tuple(next(answers) for _ in one.patches)
            crop = cut(image, one.patches[0], 0)
            colour = body_colour(crop)
            symbols = {p.sides: np.exp(e[:-1]).sum(axis=0) for p, e in zip(one.patches, mine, strict=True)}
            shapes = {p.sides: p.likely for p in one.patches}
            fits = bodies.likelihoods(colour, names, balanced=balanced)
            body = bodies.name(colour, balanced=balanced)
            seen.append(_Seen(one, mine, Sighting(symbols, shapes, fits), body, health.sharpness(ink(crop))))
        return seen

    def _decide(self, seen: list[_Seen], to_frame: Array) -> list[Symbol]:
        sightings = [s.sighting for s in seen]
        if self._any:
            rows = [alone(sighting) for sighting in sightings]
            return [_symbol(s, row, s.body, None, to_frame) for s, row in zip(seen, rows, strict=True)]
        posterior, which = together(sightings, self._dice)
        items = []
        for s, row, dice in zip(seen, posterior, which, strict=True):
            die = self._dice[int(dice.argmax())]
            items.append(_symbol(s, row, die.body, die.sides, to_frame))
        return items

    def _counted(self, seen: int) -> list[str]:
        known = len(self._dice)
        if not self._any and seen > known:
            return [
                f"{seen} dice seen, but only {known} {'are in play' if self._told else 'belong to the set'}"
            ]
        if self._told and seen < known:
            return [f"only {seen} of the {known} dice in play are seen"]
        return []


def _is_nothing(seen: _Seen) -> bool:
    """Whether the network sees no symbol under any shape: a coin, a finger, a crumb."""
    return all(float(np.exp(e[-1, 0])) > 0.9 for e in seen.evidence)


def _symbol(seen: _Seen, row: Floats, body: str, sides: int | None, to_frame: Array) -> Symbol:
    best = np.argsort(-row, kind="stable")
    confidence = float(min(1.0, row[best[0]]))
    patch, turn = _upright(seen, int(best[0]), sides)
    points = mapped(corners(patch, turn), to_frame)
    middle = mapped(np.array([[patch.x, patch.y]]), to_frame)[0]
    others = tuple((ALPHABET[i], float(row[i])) for i in best[1 : 1 + _ALTERNATIVES] if row[i] > 5e-4)
    return Symbol(
        symbol=ALPHABET[best[0]],
        sure=confidence >= SURE,
        confidence=confidence,
        center=point(middle),
        corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
        angle=angle_in_frame(points),
        body=body,
        alternatives=others,
    )


def _upright(seen: _Seen, symbol: int, sides: int | None) -> tuple[Patch, int]:
    """Shape and turn under which the symbol is likeliest."""
    choices = [
        (float(answer[turn, symbol]), patch, turn)
        for patch, answer in zip(seen.found.patches, seen.evidence, strict=True)
        if sides is None or patch.sides == sides or len(seen.found.patches) == 1
        for turn in range(patch.turns)
    ]
    _, patch, turn = max(choices, key=lambda choice: choice[0])
    return patch, turn
