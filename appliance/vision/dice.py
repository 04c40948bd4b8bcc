"""Read letter dice: locate, find, cut out, classify, decide jointly, and say how sure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, DiceSet
from appliance.vision import bodies, health
from appliance.vision.assign import Sighting, alone, together
from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, OCTAHEDRON, Sighted, sighted
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.letters import CROP, MARGINS, judged
from appliance.vision.locate import Array, Image, Plane, locate
from appliance.vision.reading import LETTER_DICE, Reading, Symbol
from appliance.vision.straighten import D8_FACE, Patch, angle_in_frame, body_colours, corners, ink

SURE = 0.95
"""Posterior from which a symbol is taken without asking."""

NO_DICE = "no dice found"
ODD = "something lies there that is no die, or is covered in part"
COCKED = "a die leans on its edge: lay it flat"
MAT_CUT = "most of the mat is out of the picture: turn the camera until all four markers show"

_ALTERNATIVES = 3
_CLEARLY = 0.35  # of being none, up to which a thing is a die of another shape than it was found as
_WIDER = 1.18  # an octahedron's outline over the side of the cube that it is mistaken for
_STEP = 20  # degrees from one turn that is tried to the next
_NO_COLOUR = np.zeros(3, np.float32)
_PLAIN = 0.3  # score of the finder from which a thing that is no die is worth a word

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Seen:
    """One object: where its face is, what the network says of it, and the colour of its body."""

    found: Sighted
    patch: Patch
    evidence: Floats
    colour: npt.NDArray[np.float32]

    @property
    def nothing(self) -> float:
        """How likely it is no die with a symbol."""
        return float(np.exp(self.evidence[-2, 0]))

    @property
    def leans(self) -> float:
        """How likely it is a die that does not lie flat."""
        return float(np.exp(self.evidence[-1, 0]))


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
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        problems = [MAT_CUT] if plane.markers and not plane.has_mat else []
        faces, seen = _look(plane)
        problems += _strange(seen)
        keep = [k for k, one in enumerate(seen) if _is_die(one)]
        odd = sum(one.found.score > _PLAIN for one in seen) - len(keep)
        seen = [seen[k] for k in keep]
        if not seen:
            return (), (*problems, NO_DICE)
        items = self._decide(seen, plane, to_frame)
        if odd > len(items):  # a keyboard, a page of print: nothing there is a die for sure
            items = [replace(item, sure=False) for item in items]
        problems += self._counted(len(items))
        if not all(item.sure for item in items) and _is_blurred(faces[keep]):
            problems.append(health.BLURRED)
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _decide(self, seen: list[_Seen], plane: Plane, to_frame: Array) -> list[Symbol]:
        names = [bodies.name(one.colour, balanced=plane.has_mat) for one in seen]
        own = sorted({die.body for die in self._dice})
        sightings = [
            Sighting(
                {one.patch.sides: np.exp(one.evidence[:-2]).sum(axis=0)},
                {one.patch.sides: 1.0},
                bodies.likelihoods(one.colour, own, balanced=plane.has_mat),
            )
            for one in seen
        ]
        if self._any:
            rows = [alone(sighting) for sighting in sightings]
        else:
            posterior, which = together(sightings, self._dice)
            rows = list(posterior)
            names = [self._dice[int(dice.argmax())].body for dice in which]
        there = [min(1.0, 0.9 + one.found.score) for one in seen]
        return [
            _symbol(one, row * sure, name, to_frame)
            for one, row, name, sure in zip(seen, rows, names, there, strict=True)
        ]

    def _counted(self, seen: int) -> list[str]:
        known = len(self._dice)
        if not self._any and seen > known:
            return [
                f"{seen} dice seen, but only {known} {'are in play' if self._told else 'belong to the set'}"
            ]
        if self._told and seen < known:
            return [f"only {seen} of the {known} dice in play are seen"]
        return []


def _look(plane: Plane) -> tuple[Image, list[_Seen]]:
    """The crops of what may be dice, and what the network says of them."""
    found = sighted(plane, CUBE, OCTAHEDRON)
    patches = [
        Patch(6, one.x, one.y, one.angle, one.side)
        if one.kind == CUBE
        else Patch(8, one.x, one.y, one.angle, one.side * D8_FACE)
        for one in found
    ]
    faces, answers = _judged(plane, patches)
    seen = [_Seen(*each, _NO_COLOUR) for each in zip(found, patches, answers, strict=True)]
    for k, one in enumerate(seen):
        if one.found.score > _PLAIN / 2 and not _is_die(one):
            other = _as_octahedron(plane, one)
            if other is not None:
                faces[k], seen[k] = other
    margins = [MARGINS[one.patch.sides] for one in seen]
    colours = body_colours(faces, [0.8 / margin for margin in margins])
    return faces, [replace(one, colour=colour) for one, colour in zip(seen, colours, strict=True)]


def _judged(plane: Plane, patches: Sequence[Patch]) -> tuple[Image, list[Floats]]:
    sides = [patch.sides for patch in patches]
    faces = crops(plane, patches, CROP, [MARGINS[shape] for shape in sides])
    return faces, judged(faces, sides)


def _as_octahedron(plane: Plane, one: _Seen) -> tuple[Image, _Seen] | None:
    """The same thing looked at as an octahedron of any turn, if it is clearly one: the finder may err."""
    found = one.found
    extent = found.side if found.kind == OCTAHEDRON else found.side * _WIDER
    patches = [Patch(8, found.x, found.y, turn, extent * D8_FACE) for turn in range(0, 120, _STEP)]
    faces, answers = _judged(plane, patches)
    tries = [replace(one, patch=p, evidence=e) for p, e in zip(patches, answers, strict=True)]
    best = min(range(len(tries)), key=lambda k: tries[k].nothing + tries[k].leans)
    if tries[best].nothing + tries[best].leans > _CLEARLY:
        return None
    return faces[best], tries[best]


def _is_die(one: _Seen) -> bool:
    """Whether it is worth a question at least; what is faint must look the more like a die."""
    doubt = one.nothing + one.leans
    return doubt < (0.9 if one.found.score > _PLAIN else 0.3)


def _strange(seen: Sequence[_Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    plain = [one for one in seen if one.found.score > _PLAIN]
    problems = [COCKED] if any(one.leans > 0.5 for one in plain) else []
    if any(one.nothing > 0.5 and not _is_die(one) for one in plain):
        problems.append(ODD)
    return problems


def _is_blurred(faces: Image) -> bool:
    return float(np.median([health.sharpness(ink(face)) for face in faces])) < health.SHARP


def _symbol(seen: _Seen, row: Floats, body: str, to_frame: Array) -> Symbol:
    best = np.argsort(-row, kind="stable")
    confidence = float(min(1.0, row[best[0]]))
    patch = seen.patch
    turn = int(seen.evidence[:-2, best[0]].argmax())
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
