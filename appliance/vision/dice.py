"""Read letter dice: locate, find, cut out, classify, decide jointly, and say how sure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, DiceSet
from appliance.vision import bodies, health
from appliance.vision.assign import Sighting, together
from appliance.vision.beside import beside
from appliance.vision.crops import crops
from appliance.vision.enrolled import Enrolled
from appliance.vision.finder import CUBE, OCTAHEDRON, Sighted, as_large, likeliest, sighted
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.letters import CLEAR, CROP, MARGINS, NEAR, glanced, judged
from appliance.vision.locate import Array, Image, Plane, cut_off, locate
from appliance.vision.pose import guesses
from appliance.vision.reading import LETTER_DICE, Reading, Symbol
from appliance.vision.straighten import D8_FACE, Patch, angle_in_frame, commonest, corners, ink

SURE = 0.95
"""Posterior from which a symbol is taken without asking."""

NO_DICE = "no dice found"
ODD = "something lies there that is no die, or is covered in part"
COCKED = "a die leans on its edge: lay it flat"

_ALTERNATIVES = 3
_PER_MM = 0.9  # in which dice are looked for: their outlines do, the letters come later
_LIKELY = 0.9  # probability of a symbol up to which a die is looked at once more
_ROUNDS = 3  # nearer looks at most, each from where the one before places the die
_LEANING = 0.9  # how much less a guess counts by which a die leans: one that lies flat is likelier
_MANY, _LIKE_DICE = 16, 0.65  # more are believed if half of them have such a score
_PLAIN = 0.3  # score of the finder from which a thing that is no die is worth a word

Floats = npt.NDArray[np.float64]
Judge = Callable[[Image, Sequence[int]], list[Floats]]
"""Says what crops of dice of some shapes show, as `letters.judged` does."""


@dataclass(frozen=True)
class Seen:
    """One object as it most likely lies: where its face is, how that looks, what the network says of it.

    `gain` is what balances its colours (blue, green, red). `symbols` holds by the number of sides that it may
    have the probabilities of the 27 symbols, all guesses of how it may lie taken together.
    """

    found: Sighted
    patch: Patch
    gain: npt.NDArray[np.float32]
    face: Image
    evidence: Floats
    symbols: dict[int, Floats] = field(default_factory=dict)

    @property
    def nothing(self) -> float:
        """How likely it is no die with a symbol."""
        return float(np.exp(self.evidence[-2, 0]))

    @property
    def leans(self) -> float:
        """How likely it is a die that does not lie flat."""
        return float(np.exp(self.evidence[-1, 0]))

    @property
    def doubt(self) -> float:
        """How likely it is no die that can be read."""
        return self.nothing + self.leans

    @property
    def is_plain(self) -> bool:
        """Whether one glance tells the symbol."""
        return float(np.exp(self.evidence[:-2]).sum(axis=0).max()) > CLEAR

    @property
    def is_likely(self) -> bool:
        """Whether all looks together nearly tell the symbol."""
        return max(float(likely.max()) for likely in self.symbols.values()) > _LIKELY

    @property
    def is_clear(self) -> bool:
        """Whether something lies there that is worth a word, even if it is no die."""
        return self.found.score > _PLAIN

    @property
    def is_die(self) -> bool:
        """Whether it is worth a question at least; what is faint must look the more like a die."""
        return self.doubt < (0.95 if self.is_clear else 0.5)

    @property
    def colour(self) -> npt.NDArray[np.float32]:
        """The commonest colour of its top's middle, blue-green-red, in white light."""
        size = len(self.face)
        rim = round(size * (1 - 0.8 / MARGINS[self.patch.sides]) / 2)
        common = commonest(self.face[rim : size - rim, rim : size - rim].reshape(-1, 3))
        return np.asarray(np.minimum(common * self.gain, 255), np.float32)


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

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(LETTER_DICE, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = bounded(frame)
        plane = locate(small)
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        problems = cut_off(plane)
        looked = look(plane, self._judge)
        seen = [one for one in looked if one.is_die]
        if not plane.has_mat:
            looked = [one for one in looked if as_large(one.found, [die.found for die in seen])]
        problems += _strange(looked)
        odd = sum(one.is_clear and not one.is_die for one in looked)
        if not seen:
            return (), (*problems, NO_DICE)
        items = self._decide(seen, plane, to_frame)
        if odd > len(items) or _is_print(seen):  # nothing there is a die for sure
            items = [replace(item, sure=False) for item in items]
        problems += self._counted(len(items))
        if not all(item.sure for item in items) and _is_blurred(seen):
            problems.append(health.BLURRED)
        return in_reading_order(items), tuple(dict.fromkeys(problems))

    def _decide(self, seen: list[Seen], plane: Plane, to_frame: Array) -> list[Symbol]:
        fits = bodies.likelihoods(np.stack([one.colour for one in seen]), balanced=plane.has_mat)
        names = [bodies.NAMES[int(row.argmax())] for row in fits]
        sightings = [
            Sighting(one.symbols, dict(zip(bodies.NAMES, row.tolist(), strict=True)))
            for one, row in zip(seen, fits, strict=True)
        ]
        if self._any:
            rows = [np.sum(list(one.symbols.values()), axis=0) for one in seen]
        else:
            posterior, which = together(sightings, self._dice)
            rows = list(posterior)
            names = [self._dice[int(dice.argmax())].body for dice in which]
        there = [_there(one, plane.has_mat) for one in seen]
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


def look(plane: Plane, judge: Judge | None = None) -> list[Seen]:
    """What may be dice, each lying as it most likely does, and what `judge` or the networks say of them."""
    glances = _glances(plane)
    firm, more = len(glances), beside(plane, [one.found for one in glances])
    glances += _seen(plane, more, glanced, CROP)
    seen: dict[int, Seen] = {}
    if judge is None:  # others compare each die with pictures: what a glance says is in vain
        seen = {k: _together([(1.0, one)]) for k, one in enumerate(glances) if one.is_plain}
    seen |= _nearer(plane, {k: one.found for k, one in enumerate(glances) if k not in seen}, judge)
    kept = [seen[k] for k in range(firm)]
    for k in range(firm, len(glances)):
        if not _is_among(seen[k], kept):
            kept.append(seen[k])
    return kept


def _glances(plane: Plane) -> list[Seen]:
    """What the finder sees, at a glance: the likeliest dice of what lies in one another."""
    seen = _seen(plane, sighted(plane, CUBE, OCTAHEDRON, per_mm=_PER_MM), glanced, CROP)
    likely = [(1 - one.doubt) * one.found.score for one in seen]
    return [seen[k] for k in likeliest([one.found for one in seen], likely)]


def _nearer(plane: Plane, places: dict[int, Sighted], judge: Judge | None) -> dict[int, Seen]:
    """What lies at these places, by all the ways in which dice may lie there, in some rounds of looks."""
    seen: dict[int, Seen] = {}
    looks: dict[int, list[tuple[float, Seen]]] = {k: [] for k in places}
    for _ in range(_ROUNDS):
        some = dict(zip(places, guesses(plane, list(places.values()), CUBE, OCTAHEDRON), strict=True))
        dice = [guess.die for each in some.values() for guess in each]
        said = iter(_seen(plane, dice, judge or judged, CROP if judge else NEAR))
        for k, each in some.items():
            looks[k] += [(guess.chance, next(said)) for guess in each]
            seen[k] = _together(looks[k])
        # From where it now seems to lie a die that is half lost in the dark is often told better.
        places = {k: each[0].die for k, each in some.items() if not seen[k].is_likely}
        if not places:
            break
    return seen


def _is_among(one: Seen, others: Sequence[Seen]) -> bool:
    """Whether it turned out to be one of the others."""
    place = one.patch
    return any(np.hypot(place.x - o.patch.x, place.y - o.patch.y) < place.width / 2 for o in others)


def _together(looks: list[tuple[float, Seen]]) -> Seen:
    """One object of all the ways in which it may lie: as the likeliest, by what the network then reads."""
    _, best = max(looks, key=lambda look: look[0] * (1 - look[1].nothing - _LEANING * look[1].leans))
    # To a wrong guess the network says that there is no such die, which tells of the guess, not the die.
    total = sum(chance * (1 - seen.doubt) for chance, seen in looks)
    symbols: dict[int, Floats] = {}
    for chance, seen in looks:
        said = chance * (1 - best.doubt) / max(1e-12, total) * np.exp(seen.evidence[:-2]).sum(axis=0)
        symbols[seen.patch.sides] = symbols.get(seen.patch.sides, 0.0) + said
    return replace(best, symbols=symbols)


def _patch(one: Sighted) -> Patch:
    if one.kind == CUBE:
        return Patch(6, one.x, one.y, one.angle, one.side)
    return Patch(8, one.x, one.y, one.angle, one.side * D8_FACE)


def _seen(plane: Plane, found: Sequence[Sighted], judge: Judge, size: int) -> list[Seen]:
    patches = [_patch(one) for one in found]
    sides = [patch.sides for patch in patches]
    gains = [plane.gain(patch.x, patch.y) for patch in patches]
    faces = crops(plane, patches, size, [MARGINS[shape] for shape in sides])
    return [Seen(*each) for each in zip(found, patches, gains, faces, judge(faces, sides), strict=True)]


def _there(one: Seen, on_mat: bool) -> float:
    """How likely it is a die at all; without a mat it may as well be print."""
    score = one.found.score
    return min(1.0, 0.75 + 0.65 * score if on_mat else 0.6 + 0.8 * score) * min(1.0, 1.1 * (1 - one.doubt))


def _strange(seen: Sequence[Seen]) -> list[str]:
    """Words for what is found but cannot be read."""
    clear = [one for one in seen if one.is_clear]
    problems = [COCKED] if any(one.leans > 0.5 for one in clear) else []
    if any(one.nothing > 0.5 and not one.is_die for one in clear):
        problems.append(ODD)
    return problems


def _is_print(seen: Sequence[Seen]) -> bool:
    """Whether it may well be a page: more than people roll, and hardly one of them like a die."""
    return len(seen) > _MANY and float(np.median([one.found.score for one in seen])) < _LIKE_DICE


def _is_blurred(seen: Sequence[Seen]) -> bool:
    return float(np.median([health.sharpness(ink(one.face)) for one in seen])) < health.SHARP


def _symbol(seen: Seen, row: Floats, body: str, to_frame: Array) -> Symbol:
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
