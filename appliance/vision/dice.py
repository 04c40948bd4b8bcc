"""Read letter dice: locate, find, cut out, classify, decide jointly, and say how sure."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, DiceSet
from appliance.vision import bodies, health
from appliance.vision.aim import looks_down
from appliance.vision.aslant import aslant
from appliance.vision.assign import Sighting, often, together
from appliance.vision.closer import survey
from appliance.vision.dice_look import look
from appliance.vision.dice_seen import Seen
from appliance.vision.enrolled import Enrolled
from appliance.vision.finder import A_ROLL, Sides, Sighted, alone, as_large
from appliance.vision.frames import in_reading_order, mapped, point, reading
from appliance.vision.letter_light import may_be_left
from appliance.vision.plane import Array, Image, Plane, cut_off
from appliance.vision.reading import LETTER_DICE, SURE, Reading, Said, Symbol
from appliance.vision.side_faces import side_faces
from appliance.vision.straighten import angle_in_frame, corners, ink
from appliance.vision.tilt import SAID, lie

NO_DICE = "no dice found"
ODD = "something lies there that is no die, or is covered in part"
COCKED = "a die leans on its edge: lay it flat"

SURE_OF_SET = 0.99
"""As `SURE`, of a known set's letters: of 12,400 drawn dice 5, not 8, are surely misread so, 1.2 % asked."""
SURE_ALONE = 0.97
"""As `SURE`, where neither set nor mat is known: a third of what would surely be misread goes."""

_LESS = {"H": 0.14}
"""Share of the doubt that is left to other letters: an I with long serifs is one on its side.

Of 8,251 drawn tables of a known set H is surely misread on 4, and on none so; of 552 right ones 12 more are
asked about.
"""

_ALTERNATIVES = 3
_UNLIKELY = 0.1  # confidence of a die up to which it rather is something else
_LEANS = 0.5  # probability of leaning from which that is said
_LIKE_DICE = 0.65  # more dice than people roll are believed if half of them have such a score
_BURNT = 0.85  # share that is believed of a letter of which light may have taken a part
_NO_PRINT = 0.5  # score that half of all dice have without a mat; of 90 drawn tables the least was 0.71
_FAR = 0.6
"""Tilt of flat dice up to which no side face is asked about in a table made longer.

Of 960 dice side by side that phones see from about above 105 are asked about so, not 115, from aside 181, not
196. Of as many with pips 43, not 52, would be, but 4 surely be wrong, not 1.
"""
_A_TOP = {True: 0.75, False: 0.6}
"""Score of the finder from which a thing is a top of its own wherever it lies, on a mat and elsewhere."""

Floats = npt.NDArray[np.float64]


class DiceReader:
    """Reads the letter dice of a set in a frame; without a set any letters, each die for itself.

    `in_play` names the dice of the set that are on the table, when that is known; `enrolled` knows what the
    owner's dice look like. Raises `BadValue` for names that the set does not have.
    """

    def __init__(
        self, dice: DiceSet | None, in_play: frozenset[str] | None = None, enrolled: Enrolled | None = None
    ) -> None:
        self._judge = enrolled.judged if enrolled else None
        self._dice = () if dice is None else dice.dice
        self._told = in_play is not None
        if in_play is not None:
            unknown = in_play - {die.name for die in self._dice}
            if unknown:
                known = ", ".join(die.name for die in self._dice) or "none: no set was given"
                raise BadValue(f"no dice named {', '.join(sorted(unknown))}; the set has {known}")
            self._dice = tuple(die for die in self._dice if die.name in in_play)
        self._any = dice is None
        self._often = often(self._dice)

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(LETTER_DICE, frame, self._read)

    def _read(self, frame: Image) -> Said:
        return survey(frame, self._on, partial(aslant, least=2.0, far=_FAR))

    def _on(self, plane: Plane, sides: Sides | None) -> Said:
        """What lies on a plane."""
        problems = cut_off(plane)
        looked = look(plane, self._judge, sides, self._often)
        seen = [one for one in looked if one.is_die]
        others = [one for one in looked if not one.is_die]
        if not plane.has_mat:  # far from below a camera flat dice look as if they leaned: to be asked about
            told = [one.found for one in seen]
            seen += [one for one in others if _is_cocked(one) and _is_no_side_face(one.found, told)]
            others = [one for one in others if as_large(one.found, [die.found for die in seen])]
        seen, others, tipped = _lying(plane, seen, others)
        problems += [COCKED] if (tipped > SAID).any() else []
        problems += _strange([*others, *seen])
        if not seen:
            return (), (*problems, NO_DICE)
        odd = sum(one.is_clear and not one.is_tile for one in others)
        items = self._decide(seen, tipped, plane)
        unlikely = 0 if plane.has_mat else sum(_is_unlikely(*pair) for pair in zip(seen, items, strict=True))
        if odd + unlikely > len(items) - unlikely or _is_print(seen, plane.has_mat):
            # Nothing there is a die for sure.
            items = [replace(item, sure=False) for item in items]
        problems += self._counted(len(items))
        if not all(item.sure for item in items):
            problems += [health.BLURRED] if _is_blurred(seen) else []
            problems += [health.WHITE] if any(map(_is_left, seen, items)) else []
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _decide(self, seen: list[Seen], tipped: Floats, plane: Plane) -> list[Symbol]:
        colours = np.stack([one.colour for one in seen])
        if self._any:
            rows = [np.sum(list(one.symbols.values()), axis=0) for one in seen]
            names = bodies.names(colours, balanced=plane.has_mat)
        else:
            fits = bodies.likelihoods(colours, balanced=plane.has_mat)
            sightings = [
                Sighting(one.symbols, dict(zip(bodies.NAMES, row.tolist(), strict=True)))
                for one, row in zip(seen, fits, strict=True)
            ]
            posterior, which = together(sightings, self._dice)
            rows = list(posterior)
            names = [self._dice[int(dice.argmax())].body for dice in which]
        there = [_there(one, plane.has_mat) * (1 - lean) for one, lean in zip(seen, tipped, strict=True)]
        least = SURE_OF_SET if not self._any else SURE if plane.has_mat else SURE_ALONE
        return [
            _symbol(one, row * sure, name, plane.to_frame, least)
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


def _there(one: Seen, on_mat: bool) -> float:
    """How likely it is a die at all; without a mat it may as well be print."""
    score = one.found.score
    return min(1.0, 0.9 + 0.4 * score if on_mat else 0.6 + 0.8 * score) * min(1.0, 1.1 * (1 - one.doubt))


def _is_cocked(one: Seen) -> bool:
    """Whether it is clearly a die, and seems to lean."""
    return one.is_clear and one.leans > _LEANS


def _is_no_side_face(one: Sighted, dice: Sequence[Sighted]) -> bool:
    """Whether it is a top of its own, by how much it looks like one or by where it lies."""
    return one.score > _A_TOP[False] or alone(one, dice)


def _lying(plane: Plane, seen: list[Seen], others: list[Seen]) -> tuple[list[Seen], list[Seen], Floats]:
    """The dice and the other things but for dice's side faces, and how likely the former do not lie flat.

    On a mat one that seems to lean by its top alone is a die all the same if it lies as the others do.
    """
    from_above = looks_down(plane)
    some = [one for one in others if (_is_cocked(one) if from_above else one.is_clear)]
    found, more = ([one.found for one in each] for each in (seen, some))
    lying = lie(plane, found, more)
    if lying is None:
        return seen, others, np.zeros(len(seen))
    leans = lying.leans
    tilted = [one.tilted(lean) for one, lean in zip([*seen, *some], leans.tolist(), strict=True)]
    if from_above:
        dice = [k for k, one in enumerate(tilted) if k < len(seen) or one.is_die]
        flat = [some[k - len(seen)] for k in dice if k >= len(seen)]
        others = [one for one in others if not any(one is die for die in flat)]
    else:
        sides = side_faces(found, more, lying, on_mat=plane.has_mat)
        dice = [k for k, one in enumerate(seen) if not sides[k] or one.found.score > _A_TOP[plane.has_mat]]
        others = [one for one, is_side in zip(some, sides[len(seen) :], strict=True) if not is_side]
    return [tilted[k] for k in dice], others, leans[dice]


def _is_unlikely(one: Seen, read: Symbol) -> bool:
    """Whether what was read as a die without a mat rather is something else."""
    return read.confidence < _UNLIKELY and not _is_cocked(one)


def _strange(seen: Sequence[Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    clear = [one for one in seen if one.is_clear]
    problems = [COCKED] if any(_is_cocked(one) for one in clear) else []
    if any(not one.is_die and not _is_cocked(one) for one in clear):
        problems.append(ODD)
    return problems


def _is_print(seen: Sequence[Seen], on_mat: bool) -> bool:
    """Whether it may well be a page: more than people roll or no mat, and hardly one of them like a die."""
    many = len(seen) > A_ROLL
    if on_mat and not many:
        return False
    least = _LIKE_DICE if many else _NO_PRINT
    return float(np.median([one.found.score for one in seen])) < least


def _is_blurred(seen: Sequence[Seen]) -> bool:
    return float(np.median([health.sharpness(ink(one.face)) for one in seen])) < health.SHARP


def _is_left(seen: Seen, read: Symbol) -> bool:
    return not read.sure and may_be_left(seen.face, read.symbol)


def _symbol(seen: Seen, row: Floats, body: str, to_frame: Array, least: float) -> Symbol:
    best = np.argsort(-row, kind="stable")
    confidence = float(min(1.0, row[best[0]]))
    least = 1 - (1 - least) * _LESS.get(ALPHABET[best[0]], 1.0)
    confidence *= _BURNT if may_be_left(seen.face, ALPHABET[best[0]]) else 1.0
    patch = seen.patch
    turn = int(seen.evidence[:-2, best[0]].argmax())
    points = mapped(corners(patch, turn), to_frame)
    middle = mapped(np.array([[patch.x, patch.y]]), to_frame)[0]
    others = tuple((ALPHABET[i], float(row[i])) for i in best[1 : 1 + _ALTERNATIVES] if row[i] > 5e-4)
    return Symbol(
        symbol=ALPHABET[best[0]],
        sure=confidence >= least,
        confidence=confidence,
        center=point(middle),
        corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
        angle=angle_in_frame(points),
        body=body,
        alternatives=others,
        least=least,
    )
