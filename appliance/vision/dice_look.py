"""Look at letter dice: where each lies that the finder sees, and what the networks say of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from appliance.vision.beside import beside
from appliance.vision.crops import crops
from appliance.vision.finder import (
    A_ROLL,
    CUBE,
    OCTAHEDRON,
    Sides,
    Sighted,
    as_large,
    faintest,
    likeliest,
    outward,
    sighted,
)
from appliance.vision.letters import CROP, MARGINS, NEAR, glanced, judged
from appliance.vision.plane import Image, Plane
from appliance.vision.pose import guesses
from appliance.vision.segment import shades
from appliance.vision.straighten import D8_FACE, Patch, commonest
from appliance.vision.tile_among_dice import as_tiles

_PER_MM = 0.9  # in which dice are looked for: their outlines do, the letters come later
_CLEAR = 0.999  # probability of a symbol from which a glance is enough
_LIKELY = 0.9  # probability of a symbol up to which a die is looked at once more
_ROUNDS = 3  # nearer looks at most, each from where the one before places the die
_HOPELESS = 0.999  # doubt of a die from which it is not looked at once more
_LOST = 0.5  # doubt of a die from which its top is looked for farther out
_OUTWARD = 0.3  # by so many of its sides
_LEANING = 0.9  # how much less a guess counts by which a die leans: one that lies flat is likelier
_MUCH, _SURELY = 0.5, 0.6  # scores of the finder from which a thing looks much like a die, and is one
_MOST_DOUBT = 0.9999  # of what may be a tile
_CERTAIN = 0.01  # doubt of a die up to which it is none of a pattern, whatever its size
_SHADED = 0.9  # light in a shadow, over what is about it, at most
_NOTHING = 0.97  # probability that there is no die; where there was one, 5 of 26 had more
_PLAIN = 0.3  # score of the finder from which a thing that is no die is worth a word

Floats = npt.NDArray[np.float64]
Judge = Callable[[Image, Sequence[int]], list[Floats]]
"""Says what crops of dice of some shapes show, as `letters.judged` does."""
Often = Mapping[int, Floats]
"""How often each of the 27 symbols comes up on a set's dice, by their number of sides; in any measure."""
ANY: Often = {}
"""Any symbol as often as any other."""


@dataclass(frozen=True)
class Seen:
    """One object as it most likely lies: where its face is, how that looks, what the network says of it.

    `gain` is what balances its colours (blue, green, red). `symbols` holds by the number of sides that it may
    have the probabilities of the 27 symbols, all guesses of how it may lie taken together. `tile` is how
    likely it is one.
    """

    found: Sighted
    patch: Patch
    gain: npt.NDArray[np.float32]
    face: Image
    evidence: Floats
    symbols: dict[int, Floats] = field(default_factory=dict)
    tile: float = 0.0

    @cached_property
    def likely(self) -> Floats:
        """The probabilities of the network's evidence."""
        return np.asarray(np.exp(self.evidence), np.float64)

    @property
    def nothing(self) -> float:
        """How likely it is no die with a symbol."""
        return float(self.likely[-2, 0])

    @property
    def leans(self) -> float:
        """How likely it is a die that does not lie flat."""
        return float(self.likely[-1, 0])

    @property
    def doubt(self) -> float:
        """How likely it is no die that can be read."""
        return self.nothing + self.leans

    def is_told(self, often: Often) -> bool:
        """Whether one glance tells the symbol, or that there is none where the finder hardly sees a die."""
        symbols = self.likely[:-2].sum(axis=0)
        best = int(symbols.argmax())
        weighed = symbols * often.get(self.patch.sides, 1.0)
        plain = symbols.sum() * weighed[best] > _CLEAR * weighed.sum()
        return bool(plain) or (self.is_hopeless and not self.is_clear)

    @property
    def is_hopeless(self) -> bool:
        """Whether no look from nearer would make it a die."""
        return self.doubt > _HOPELESS

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
        return self.doubt < (0.85 if self.is_clear else 0.5)

    @property
    def is_tile(self) -> bool:
        """Whether it rather is a tile than anything else."""
        return self.tile > 0.5

    def doubted(self, tile: float) -> "Seen":
        """The same where it is a tile with this probability."""
        left = 1 - min(tile, _MOST_DOUBT)
        evidence = self.evidence + np.log(left)
        evidence[-2, 0] = np.log(self.nothing * left + 1 - left)
        symbols = {sides: likely * left for sides, likely in self.symbols.items()}
        return replace(self, evidence=evidence, symbols=symbols, tile=tile)

    def tilted(self, lean: float) -> "Seen":
        """The same where its top is seen so far beside its middle that it leans with this probability.

        What is less than even counts beside the network's: that knows the top alone, and takes an odd letter
        for one that leans.
        """
        less = lean / max(lean, 1 - lean)
        left = 1 - (1 - less) * self.leans
        evidence = self.evidence - np.log(left)
        evidence[-1, 0] += np.log(less)
        symbols = {sides: likely / left for sides, likely in self.symbols.items()}
        return replace(self, evidence=evidence, symbols=symbols)

    @property
    def colour(self) -> npt.NDArray[np.float32]:
        """The commonest colour of its top's middle, blue-green-red, in white light."""
        size = len(self.face)
        rim = round(size * (1 - 0.8 / MARGINS[self.patch.sides]) / 2)
        common = commonest(self.face[rim : size - rim, rim : size - rim].reshape(-1, 3))
        return np.asarray(np.minimum(common * self.gain, 255), np.float32)


def look(
    plane: Plane, judge: Judge | None = None, sides: Sides | None = None, often: Often = ANY
) -> list[Seen]:
    """What may be dice, each lying as it most likely does, and what `judge` or the networks say of them.

    `sides` are the least and the greatest of those that are looked for without a mat, in pixels. What comes
    up `often` needs no look from near to be told from what hardly does.
    """
    glances = _glances(plane, sides)
    firm, more = len(glances), beside(plane, [one.found for one in glances])
    glances += _seen(plane, more, glanced, CROP)
    seen: dict[int, Seen] = {}
    if judge is None:  # others compare each die with pictures: what a glance says is in vain
        seen = {k: _together([(1.0, one)]) for k, one in enumerate(glances) if one.is_told(often)}
    seen |= _nearer(plane, {k: one.found for k, one in enumerate(glances) if k not in seen}, judge)
    kept = [seen[k] for k in range(firm)]
    for k in range(firm, len(glances)):
        if not _is_among(seen[k], kept):
            kept.append(seen[k])
    return _without_ground(plane, _doubted(plane, kept) if judge is None else kept)


def _doubted(plane: Plane, seen: Sequence[Seen]) -> list[Seen]:
    """The same with doubt of what may be a tile: its letter tells nothing of that."""
    dice = [one for one in seen if not one.is_hopeless]
    tiles = iter(as_tiles(plane, [one.found for one in dice], [one.patch for one in dice]).tolist())
    return [one if one.is_hopeless else one.doubted(next(tiles)) for one in seen]


def _without_ground(plane: Plane, seen: Sequence[Seen]) -> list[Seen]:
    """The same but for the ground: to the finder a hard shadow or a pattern looks a little like a die."""
    if not plane.has_mat:
        seen = _without_pattern(seen)
    told = [one.found for one in seen if one.is_likely]
    none = [one for one in seen if (not as_large(one.found, told) if one.is_die else one.is_clear)]
    light = shades(plane, [(one.patch.x, one.patch.y, one.patch.width) for one in none])
    bare = [one for one, shade in zip(none, light, strict=True) if _is_bare(one, shade, told)]
    return [one for one in seen if not any(one is other for other in bare)]


def _without_pattern(seen: Sequence[Seen]) -> list[Seen]:
    """The same but for what hardly looks like a die, and is of another size than what surely is one."""
    told = [one.found for one in seen if one.is_likely and one.found.score > _SURELY]
    return [
        one for one in seen if one.found.score > _MUCH or one.doubt < _CERTAIN or as_large(one.found, told)
    ]


def _is_bare(one: Seen, shade: float | None, told: Sequence[Sighted]) -> bool:
    """Whether it is but ground as light as that, or a shadow on it, where these are surely dice.

    Dice of a table's own colour are not told from that: what looks much like one must also be darker, and
    show nothing to the network that reads.
    """
    if shade is None:
        return False
    is_shadow = shade < _SHADED and one.nothing > _NOTHING
    return is_shadow or one.found.score < _MUCH or not as_large(one.found, told)


def _glances(plane: Plane, sides: Sides | None) -> list[Seen]:
    """What the finder sees, at a glance: the likeliest dice of what lies in one another."""
    found = sighted(plane, CUBE, OCTAHEDRON, per_mm=_PER_MM, sides=sides, least=faintest(plane))
    seen = _seen(plane, found, glanced, CROP)
    likely = [(1 - one.doubt) * one.found.score for one in seen]
    kept = likeliest([one.found for one in seen], likely)
    if sides:  # all was looked at before
        kept = kept[:A_ROLL]
    return [seen[k] for k in kept]


def _nearer(plane: Plane, places: dict[int, Sighted], judge: Judge | None) -> dict[int, Seen]:
    """What lies at these places, by all the ways in which dice may lie there."""
    looks: dict[int, list[tuple[float, Seen]]] = {k: [] for k in places}
    seen = _in_rounds(plane, places, judge, looks)
    if not plane.has_mat:  # elsewhere print would get a second chance to look like a die
        return seen
    lost = {k: _outward(plane, one.found) for k, one in seen.items() if one.is_clear and one.doubt > _LOST}
    return seen | _in_rounds(plane, lost, judge, looks)


def _in_rounds(
    plane: Plane, places: dict[int, Sighted], judge: Judge | None, looks: dict[int, list[tuple[float, Seen]]]
) -> dict[int, Seen]:
    """The same from these places on, each round from where the one before has a die; looks are added."""
    seen: dict[int, Seen] = {}
    for _ in range(_ROUNDS):
        if not places:
            break
        some = dict(zip(places, guesses(plane, list(places.values()), CUBE, OCTAHEDRON), strict=True))
        dice = [guess.die for each in some.values() for guess in each]
        said = iter(_seen(plane, dice, judge or judged, CROP if judge else NEAR))
        for k, each in some.items():
            looks[k] += [(guess.chance, next(said)) for guess in each]
            seen[k] = _together(looks[k])
        # From where it now seems to lie a die that is half lost in the dark is often told better.
        places = {
            k: each[0].die for k, each in some.items() if not seen[k].is_likely and not seen[k].is_hopeless
        }
    return seen


def _outward(plane: Plane, one: Sighted) -> Sighted:
    """Where its top would be if it were an octahedron, whose outline may look like a cube's near the rim."""
    return outward(plane, one, _OUTWARD * one.side)


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
        said = chance * (1 - best.doubt) / max(1e-12, total) * seen.likely[:-2].sum(axis=0)
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
