"""Read dice with pips on any ground: find, straighten, count, name the colours, and say how sure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from appliance.pieces import DiceSet
from appliance.vision import bodies, health
from appliance.vision.colours import Colours, body_colour
from appliance.vision.crops import balanced, crops
from appliance.vision.dice import COCKED, NO_DICE, ODD, SURE
from appliance.vision.finder import CUBE, Sighted, as_large, likeliest, sighted, spot
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.locate import Array, Image, Plane, cut_off, locate
from appliance.vision.nets import answers, log_softmax
from appliance.vision.pip_chances import FREE, STRANGE, TAKEN, of_any, of_set
from appliance.vision.pose import Guess, guesses
from appliance.vision.reading import PIP_DICE, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, corners, ink

CROP, MARGIN = 40, 1.5
"""Side in pixels of what the network reads, and over the die's."""

NOTHING, ON_EDGE = 7, 8
"""Columns of the network's answer, after 0 to 6, for what is no die with pips, and for one that leans."""

LIGHTER, DISC = 9, 10
"""Columns for how it is made: pips lighter than the body, and pips cut out of a disc of the other colour."""

_SYMBOLS = tuple("0123456")
_GLANCE, _TURNS = 2, 4  # quarter turns under which a die is looked at, and one that leaves a doubt
_CLEAR = 0.99  # probability of a symbol from which a glance is enough
_TEMPERATURE = 0.6  # by which the network's answers are divided
_PLAIN = 0.4  # score of the finder from which a thing that is no die is worth a word
_FAINT = 0.2  # score from which a face without pips is shown, which many things look like
_WORD = 0.25  # probability of a plain face that is not shown, from which it is worth a word
_LEANS = 0.3  # probability of leaning from which that is said
_CLOSER = (0.94, 0.88)  # of the side that was found
_ANY, _FOUND = (
    0.6,
    0.8,
)  # share that is believed in at most one pip of no known set, and by the finder's score
_ALIKE = 0.12  # of a die's side: how far others of its make differ at most
_CLEARLY = 0.3  # score of the finder from which a thing that is no die is a stranger to those that may be
_GLARE = 100  # grey values over the body from which a spot in the middle of a top may hide a pip
_HIDDEN = 0.9  # share that is believed in what is counted then
_HOPELESS = 0.03  # probability of being a die up to which no second look is taken
_LIKELY, _MAYBE = 0.5, 0.05  # probability of being a die from which one is shown; of things found clearly

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """A die with the probabilities of its symbols, of being none and of leaning; its colour and its top.

    `pose` is how likely it is a cube, as the network has it that tells how dice lie; `alone` and `there`,
    once weighed, how likely it is a die with pips that lies flat, by itself and by all that is known.
    """

    found: Sighted
    pose: float
    symbols: Floats
    colour: npt.NDArray[np.float32]
    lighter: bool
    disc: bool
    face: Image
    alone: float = 0.0
    there: float = 0.0

    @property
    def whether(self) -> float:
        """How likely it is a die with pips that lies flat, as the network has it that counts them."""
        return float(self.symbols[:NOTHING].sum())

    @property
    def is_plain(self) -> bool:
        """Whether one glance tells what it is."""
        return float(self.symbols.max()) > _CLEAR

    @property
    def is_blank(self) -> bool:
        """Whether it has no pips, if it is a die."""
        return bool(self.symbols[:NOTHING].argmax() == 0)

    @property
    def is_dotted(self) -> bool:
        """Whether one glance tells how many pips it has."""
        return float(self.symbols[1:NOTHING].max()) > _CLEAR

    @property
    def is_alike(self) -> bool:
        """Whether it surely shows pips as dice alone have them: two or more."""
        return float(self.symbols[2:NOTHING].max()) > _CLEAR

    @property
    def is_shown(self) -> bool:
        """Whether it is worth a question at least."""
        if self.is_blank:
            return self.found.score > _FAINT and self.alone > _LIKELY
        return self.alone > (_MAYBE if self.found.score > _PLAIN else _LIKELY)

    @property
    def hides(self) -> bool:
        """Whether a glare lies where a pip would make the number odd."""
        near = len(self.face) // 2 - 2
        middle = self.face[near:-near, near:-near].reshape(-1, 3).mean(axis=0)
        lit = float((middle - self.colour) @ bodies.LUMINANCE) > _GLARE
        return lit and _pips(self.symbols) in (0, 2, 4) and self.lighter and not self.disc

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
        looked = self._weighed(look(plane), on_mat=plane.has_mat)
        seen = [one for one in looked if one.is_shown]
        if not plane.has_mat:
            looked = [one for one in looked if as_large(one.found, [die.found for die in seen])]
        problems += _strange(looked)
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

    def _weighed(self, seen: list[Seen], *, on_mat: bool) -> list[Seen]:
        """The same with how likely each is a die: by its colour where that tells, else by what lies about."""
        if self._dice and on_mat:
            colours = to_set(seen, [die.body for die in self._dice])
            chances = [
                of_set(one.whether, one.found.score, plain=one.is_blank, colour=colour)
                for one, colour in zip(seen, colours, strict=True)
            ]
            return [replace(one, alone=it, there=it) for one, it in zip(seen, chances, strict=True)]
        weighed = []
        for one, (strangers, company) in zip(seen, about(seen), strict=True):
            by = partial(of_any, one.whether, one.found.score, plain=one.is_blank, company=company)
            weighed.append(replace(one, alone=by(), there=by(strangers=strangers)))
        return weighed

    def _trust(self, one: Seen) -> float:
        """How far to believe a number: a glare may hide a pip, and a dotted disc of print looks like a 1."""
        if one.hides:
            return _HIDDEN
        if self._dice or _pips(one.symbols) > 1:
            return 1.0
        return min(1.0, _ANY + _FOUND * one.found.score)

    def _symbol(self, seen: Seen, body: str, trust: float, plane: Plane, to_frame: Array) -> Symbol:
        one = seen.found
        # What the set does not have stays in the sum: a 6 in a set without is no sure 5.
        row = seen.symbols[:NOTHING] / seen.whether * seen.there * self._faces
        best = np.argsort(-row, kind="stable")
        confidence = float(row[best[0]]) * trust * self._trust(seen)
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


def to_set(seen: Sequence[Seen], names: Sequence[str]) -> list[int]:
    """What the colours of things in white light are to a set of dice of these: strange, free or taken."""
    mine = [bodies.name(one.colour, balanced=True) for one in seen]
    taken = {name for name, one in zip(mine, seen, strict=True) if one.is_dotted}
    return [TAKEN if name in taken else FREE if name in names else STRANGE for name in mine]


def about(seen: Sequence[Seen]) -> list[tuple[int, bool]]:
    """For each thing how many about as large look like no dice, and whether any of its size shows pips."""
    found = []
    for one in seen:
        others = [other for other in seen if other is not one and as_large(other.found, [one.found])]
        strangers = sum(other.found.score > _CLEARLY and other.symbols[NOTHING] > _LIKELY for other in others)
        alike = (abs(other.found.side / one.found.side - 1) < _ALIKE for other in others if other.is_alike)
        found.append((strangers, any(alike)))
    return found


def _patch(one: Sighted) -> Patch:
    return Patch(6, one.x, one.y, one.angle, one.side)


def look(plane: Plane) -> list[Seen]:
    """What may be dice with pips, each as it most likely lies, and what the network says of them."""
    found = sighted(plane, CUBE)
    seen = _faces(plane, [some[0] for some in guesses(plane, found, CUBE)], _GLANCE)
    # Where the guess is far off, the finder's own may do.
    again = [k for k, one in enumerate(seen) if one.whether <= _HOPELESS and one.found.score > _FAINT]
    others = _faces(plane, [Guess(found[k], seen[k].pose) for k in again], _GLANCE)
    for k, one in zip(again, others, strict=True):
        seen[k] = max(seen[k], one, key=lambda way: way.whether)
    likely = [of_any(one.whether, one.found.score, plain=one.is_blank) for one in seen]
    kept = likeliest([one.found for one in seen], likely)
    found, seen = [found[k] for k in kept], [seen[k] for k in kept]
    for k, one in enumerate(seen):
        if not one.is_plain and one.whether > _HOPELESS:
            seen[k] = _together(_faces(plane, _otherwise(plane, found[k], one), _TURNS))
    return seen


def _otherwise(plane: Plane, found: Sighted, one: Seen) -> list[Guess]:
    """How else a die may lie: seen from where it seems to be, as the finder has it, or a little smaller."""
    first = Guess(one.found, one.pose)
    some = [first, guesses(plane, [one.found], CUBE)[0][0], Guess(found, one.pose)]
    if one.whether < _LIKELY:
        # A plain face cut a little too wide looks like the ground.
        some += [replace(first, die=replace(one.found, side=one.found.side * share)) for share in _CLOSER]
    return some


def _together(looks: list[Seen]) -> Seen:
    """One thing of all the ways in which it may lie: where it looks most like a die, with what all say."""
    best = max(looks, key=lambda look: look.pose * look.whether)
    total = sum(look.pose * look.symbols[:NOTHING] for look in looks)
    said = best.symbols.copy()
    said[:NOTHING] = best.whether * total / max(1e-12, float(np.sum(total)))
    return replace(best, symbols=said)


def _faces(plane: Plane, some: list[Guess], turns: int) -> list[Seen]:
    """What the network says of dice that lie so, looked at under so many quarter turns."""
    patches = [_patch(guess.die) for guess in some]
    wide = crops(plane, patches, CROP, [MARGIN] * len(some))
    rows, made = counted(wide, turns)
    edge = round((CROP - CROP / MARGIN) / 2)
    tops = wide[:, edge : CROP - edge, edge : CROP - edge]
    seen = []
    for guess, patch, row, (lighter, disc), top in zip(some, patches, rows, made.tolist(), tops, strict=True):
        face = balanced(plane, patch, top)
        colour = body_colour(face, _pips(row), lighter=lighter, disc=disc)
        seen.append(Seen(guess.die, guess.chance, row, colour, lighter, disc, face))
    return seen


def _pips(row: Floats) -> int:
    return int(row[:NOTHING].argmax())


def counted(wide: Image, turns: int) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Probabilities (n x 9) of 0 to 6 pips, of no such die, and of one that leans, of crops cut so wide.

    And how these are made (n x 2): whether their pips are lighter than the body, and cut out of a disc. The
    crops are looked at under so many quarter turns.
    """
    looks = [answers("pips", np.rot90(wide, turn, axes=(1, 2)), DISC + 1) for turn in range(turns)]
    raw = np.mean(looks, axis=0)
    return np.exp(log_softmax(raw[:, : ON_EDGE + 1] / _TEMPERATURE)), raw[:, LIGHTER:] > 0


def seen_as(wide: Image) -> npt.NDArray[np.float32]:
    """What the network gets of crops (n x height x width x 3): n x 3 x height x width, 0…1."""
    return np.asarray(wide.transpose(0, 3, 1, 2).astype(np.float32) / 255, np.float32)


def _strange(seen: list[Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    problems = [COCKED] if any(one.leans for one in seen) else []
    passed = [one for one in seen if not one.is_shown]
    clear = any(one.found.score > _PLAIN and not one.leans for one in passed)
    if clear or any(one.is_blank and one.there > _WORD for one in passed):
        problems.append(ODD)
    return problems
