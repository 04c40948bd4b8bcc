"""Read dice with pips on any ground: find, straighten, count, name the colours, and say how sure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress

import numpy as np
import numpy.typing as npt

from appliance.pieces import DiceSet
from appliance.vision import bodies, health
from appliance.vision.aim import looks_down
from appliance.vision.aslant import aslant
from appliance.vision.closer import survey
from appliance.vision.colours import Colours
from appliance.vision.dice import COCKED, NO_DICE, ODD
from appliance.vision.finder import Sides, alone, as_large, spot
from appliance.vision.frames import in_reading_order, mapped, point, reading
from appliance.vision.pip_chances import FREE, STRANGE, TAKEN, of_any, of_set, of_set_elsewhere
from appliance.vision.pip_look import NOTHING, Seen, look
from appliance.vision.plane import Image, Plane, cut_off
from appliance.vision.reading import PIP_DICE, SURE, Reading, Said, Symbol
from appliance.vision.segment import shades
from appliance.vision.side_faces import side_faces
from appliance.vision.straighten import angle_in_frame, corners, ink
from appliance.vision.tilt import SAID, lie

SURE_OF_SET = 0.9
"""As `SURE`, of a known set's dice, but for plain tops without a mat.

Of 5,495 drawn ones all 37 said to be 90 to 95 % sure were right.
"""

_SYMBOLS = tuple("0123456")
_WORD = 0.15  # probability of a die that is not shown, from which it is worth a word
_ALIKE = 0.12  # of a die's side: how far others of its make differ at most
_LARGE, _SHADOW = 1.15, 1.25  # of the others' side: so large few plain faces on a mat are measured, and none
_ASKED = 0.85  # share that is believed of those between
_CLEARLY, _NONE = 0.3, 0.5  # score of the finder and chance of being no die from which it is a stranger
_FAR_FROM_FLAT = 0.9999  # probability of leaning from which a plain thing is told, but not asked about
_DARKER = 0.9  # how light a shadow is over the ground
_A_TOP = 0.75  # score of the finder from which what lies as a side face does is told: of 9 such 6 were tops
_HIDDEN = 0.85  # share that is believed in what is counted then

Floats = npt.NDArray[np.float64]


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

    def _read(self, frame: Image) -> Said:
        return survey(frame, self._on, aslant)

    def _on(self, plane: Plane, sides: Sides | None) -> Said:
        """What lies on a plane."""
        problems = cut_off(plane)
        looked = self._lying(plane, look(plane, sides))
        seen = [looked[k] for k in _worth_asking(looked, on_mat=plane.has_mat)]
        if not plane.has_mat:
            looked = [one for one in looked if as_large(one.found, [die.found for die in seen])]
        problems += _strange(plane, looked)
        problems += [COCKED] if any(one.lean > SAID for one in seen) else []
        seen = _without_shadows(seen)
        if not seen:
            return (), (*dict.fromkeys(problems), NO_DICE)
        named, said = self._colours.named([one.colour for one in seen], balanced=plane.has_mat)
        problems += said
        items = [
            self._symbol(one, body, trust, plane) for one, (body, trust) in zip(seen, named, strict=True)
        ]
        if not all(item.sure for item in items):
            sharp = [health.sharpness(ink(one.face)) for one in seen]
            problems += [health.BLURRED] if np.median(sharp) < health.SHARP else []
            problems += [health.WHITE] if any(one.is_blown for one in seen) else []
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _lying(self, plane: Plane, looked: list[Seen]) -> list[Seen]:
        """The same, but for side faces, with how likely each is a die that lies flat, as the others do."""
        weighed = self._weighed(looked, on_mat=plane.has_mat)
        mine = _worth_asking(weighed, on_mat=plane.has_mat)
        from_above = looks_down(plane)
        more = [k for k, one in enumerate(weighed) if one.is_clear and k not in mine and not from_above]
        dice, others = ([weighed[k].found for k in some] for some in (mine, more))
        lying = lie(plane, dice, others)
        if lying is None:
            return weighed
        lean = dict(zip(mine, lying.leans.tolist(), strict=False))
        left = [one.tilted(lean[k]) if k in lean else one for k, one in enumerate(looked)]
        if not from_above:
            sides = set(compress(mine + more, side_faces(dice, others, lying, on_mat=plane.has_mat)))
            left = [one for k, one in enumerate(left) if k not in sides or one.found.score > _A_TOP]
        return self._weighed(left, on_mat=plane.has_mat)

    def _weighed(self, seen: list[Seen], *, on_mat: bool) -> list[Seen]:
        """The same with how likely each is a die: by its colour where that tells, and by what lies about."""
        if not self._dice:
            return [_by_company(one, of_any, *each) for one, each in zip(seen, about(seen), strict=True)]
        colours = to_set(seen, self._colours, on_mat=on_mat)
        if on_mat:
            told = [one.found.side for one in seen if one.surely(2)]
            chances = [
                of_set(one.whether, one.found.score, one.pips, colour=colour) * by_size(one, told)
                for one, colour in zip(seen, colours, strict=True)
            ]
            return [replace(one, alone=it, there=it) for one, it in zip(seen, chances, strict=True)]
        return [
            _by_company(one, partial(of_set_elsewhere, colour=colour), *each)
            for one, colour, each in zip(seen, colours, about(seen), strict=True)
        ]

    def _symbol(self, seen: Seen, body: str, trust: float, plane: Plane) -> Symbol:
        one = seen.found
        # What the set does not have stays in the sum: a 6 in a set without is no sure 5.
        row = seen.symbols[:NOTHING] / seen.whether * seen.there * self._faces
        best = np.argsort(-row, kind="stable")
        confidence = float(row[best[0]]) * trust * (_HIDDEN if seen.hides else 1.0)
        # Without a mat what is plain may be the white of a page between its print.
        is_plain = seen.is_blank and not plane.has_mat
        least = SURE_OF_SET if self._dice and not is_plain else SURE
        points = mapped(corners(seen.patch, 0), plane.to_frame)
        height = one.side / plane.scale if plane.scale else 0.0
        return Symbol(
            symbol=_SYMBOLS[best[0]],
            sure=confidence >= least,
            confidence=confidence,
            center=point(mapped(np.array([[one.x, one.y]]), plane.to_frame)[0]),
            corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
            angle=angle_in_frame(points),
            body=body,
            alternatives=tuple((_SYMBOLS[i], float(row[i])) for i in best[1:4] if row[i] > 5e-4),
            spot=spot(plane, one.x, one.y, height),
            least=least,
        )


def _worth_asking(looked: Sequence[Seen], *, on_mat: bool) -> list[int]:
    """Which things are worth a question at least."""
    shown = [k for k, one in enumerate(looked) if one.is_shown]
    if on_mat:
        return shown
    told = [looked[k].found for k in shown]  # far from below a camera flat dice look as if they leaned
    return shown + [
        k
        for k, one in enumerate(looked)
        if one.leans and one.is_clear and not one.is_shown and alone(one.found, told)
    ]


def _without_shadows(seen: Sequence[Seen]) -> list[Seen]:
    """The same, believed as far as they lie flat; what is plain and far from flat is hardly a die's top."""
    return [
        replace(one, there=one.there * (1 - one.lean))
        for one in seen
        if not (one.is_blank and one.lean > _FAR_FROM_FLAT)
    ]


def to_set(seen: Sequence[Seen], colours: Colours, *, on_mat: bool) -> list[int]:
    """What the colours of things are to the set of dice of these: strange, free or taken."""
    if on_mat:
        mine = bodies.names(np.array([one.colour for one in seen]), balanced=True)
    else:
        mine = colours.about([one.colour for one in seen], [one.surely(2) for one in seen])
    taken = {name for name, one in zip(mine, seen, strict=True) if one.surely(1)}
    return [TAKEN if name in taken else FREE if name in colours.names else STRANGE for name in mine]


def about(seen: Sequence[Seen]) -> list[tuple[int, bool]]:
    """For each thing how many about as large look like no dice, and whether any of its size shows pips."""
    found = []
    for one in seen:
        others = [other for other in seen if other is not one and as_large(other.found, [one.found])]
        strangers = sum(other.found.score > _CLEARLY and other.symbols[NOTHING] > _NONE for other in others)
        alike = (abs(other.found.side / one.found.side - 1) < _ALIKE for other in others if other.surely(2))
        found.append((strangers, any(alike)))
    return found


def by_size(one: Seen, told: Sequence[float]) -> float:
    """What the chance of a plain thing counts, by the sides of dice of its set that are surely told."""
    if not (one.is_blank and told):
        return 1.0
    larger = one.found.side / float(np.median(told))
    return 1.0 if larger <= _LARGE else _ASKED if larger <= _SHADOW else 0.0


def _by_company(one: Seen, chance: Callable[..., float], strangers: int, company: bool) -> Seen:
    by = partial(chance, one.whether, one.found.score, one.pips, company=company)
    return replace(one, alone=by(), there=by(strangers=strangers))


def _strange(plane: Plane, seen: list[Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    problems = [COCKED] if any(one.leans for one in seen) else []
    passed = [
        one for one in seen if not one.is_shown and ((one.is_clear and not one.leans) or one.there > _WORD)
    ]
    doubtful = [one.found for one in passed if one.is_blank]
    # A plain top of the ground's own colour is about as light as that; a hard shadow only looks like one.
    if len(doubtful) < len(passed) or any(
        shade is None or shade > _DARKER
        for shade in shades(plane, [(one.x, one.y, one.side) for one in doubtful])
    ):
        problems.append(ODD)
    return problems
