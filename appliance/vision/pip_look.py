"""Look at dice with pips: where each lies that the finder sees, how many pips, what colour."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from appliance.vision import health, pip_light
from appliance.vision.beside import between
from appliance.vision.colours import body_colour
from appliance.vision.crops import balanced, crops
from appliance.vision.finder import CUBE, Sides, Sighted, faintest, likeliest, outward, sighted
from appliance.vision.nets import answers, log_softmax
from appliance.vision.pip_chances import of_any
from appliance.vision.plane import Image, Plane
from appliance.vision.pose import Guess, guesses
from appliance.vision.straighten import Patch

CROP, MARGIN = 40, 1.5
"""Side in pixels of what the network reads, and over the die's."""

NOTHING, ON_EDGE = 7, 8
"""Columns of the network's answer, after 0 to 6, for what is no die with pips, and for one that leans."""

LIGHTER, DISC = 9, 10
"""Columns for how it is made: pips lighter than the body, and pips cut out of a disc of the other colour."""

_PER_MM = 1.5  # in which dice are looked for: in fewer, plain faces on a printed board are passed over
_GLANCE, _TURNS = 1, 4  # quarter turns under which a die is looked at, and one that leaves a doubt
_CLEAR = 0.997  # probability of a symbol from which a glance is enough
_TEMPERATURE = 0.6  # by which the network's answers are divided
_PLAIN = 0.4  # score of the finder from which a thing that is no die is worth a word
_FAINT = 0.2  # score from which a thing that seems to be no die is looked at in other ways
_LEANS = 0.3  # probability of leaning from which that is said
_CLOSER = (0.94, 0.88)  # of the side that was found
_UNLIKE = 0.05  # of the others' side; a thing as far from it may be one of them, all the same
_HOPELESS = 0.03  # probability of being a die up to which no second look is taken
_LIKELY, _MAYBE = 0.5, 0.05  # probability of being a die from which one is shown; of things found clearly

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """A die with the probabilities of its symbols, of being none and of leaning; its colour and its top.

    `pose` is how likely it is a cube, as the network has it that tells how dice lie; `lean` that it does not
    lie as others do; `alone` and `there`, once weighed, that it is a die with pips that lies flat, by itself
    and by all that is known.
    """

    found: Sighted
    pose: float
    symbols: Floats
    colour: npt.NDArray[np.float32]
    lighter: bool
    disc: bool
    face: Image
    lean: float = 0.0
    alone: float = 0.0
    there: float = 0.0
    top: Image | None = None

    @property
    def whether(self) -> float:
        """How likely it is a die with pips that lies flat, as the network has it that counts them."""
        return float(self.symbols[:NOTHING].sum())

    @property
    def is_plain(self) -> bool:
        """Whether one glance tells what it is; where it may be no cube, its top was looked for amiss."""
        return float(self.symbols.max()) > _CLEAR and self.pose > _LIKELY

    @property
    def pips(self) -> int:
        """How many pips it most likely has, if it is a die."""
        return _pips(self.symbols)

    @property
    def is_clear(self) -> bool:
        """Whether something lies there that is worth a word, even if it is no die."""
        return self.found.score > _PLAIN

    @property
    def is_blank(self) -> bool:
        """Whether it has no pips, if it is a die."""
        return self.pips == 0

    @property
    def patch(self) -> Patch:
        """Where its top lies."""
        return _patch(self.found)

    def surely(self, least: int) -> bool:
        """Whether one look tells how many pips it has: so many or more. Dice alone have two."""
        return float(self.symbols[least:NOTHING].max()) > _CLEAR

    @property
    def is_shown(self) -> bool:
        """Whether it is worth a question at least."""
        return self.alone > (_MAYBE if self.is_clear and not self.is_blank else _LIKELY)

    @property
    def hides(self) -> bool:
        """Whether light on its top may have made its pips one more or fewer."""
        made = {"lighter": self.lighter, "disc": self.disc}
        return pip_light.hides(self.face, self.top, self.colour, self.pips, **made)

    @property
    def is_blown(self) -> bool:
        """Whether it may have because much of it is as white as the camera has it."""
        return self.top is not None and health.is_blown(self.top) and self.hides

    @property
    def leans(self) -> bool:
        """Whether it probably is a die that does not lie flat."""
        return float(self.symbols[ON_EDGE]) > _LEANS and self.found.score > _PLAIN / 2

    def tilted(self, lean: float) -> "Seen":
        """The same where its top is seen so far beside its middle that it leans with this probability.

        What is less than even counts beside the network's: that knows the top alone, and takes one that is
        seen from aside for one that leans.
        """
        symbols = self.symbols.copy()
        symbols[ON_EDGE] *= lean / max(lean, 1 - lean)
        return replace(self, symbols=symbols / symbols.sum(), lean=lean)


def _patch(one: Sighted) -> Patch:
    return Patch(6, one.x, one.y, one.angle, one.side)


def look(plane: Plane, sides: Sides | None = None) -> list[Seen]:
    """What may be dice with pips (of such sides), each as it most likely lies, and what the network says."""
    found = sighted(plane, CUBE, per_mm=_PER_MM, sides=sides, least=faintest(plane))
    seen = _glances(plane, found)
    more = between([one.found for one in seen if one.whether > _LIKELY])
    found, seen = found + more, seen + _glances(plane, more)
    # Where the guess is far off, the finder's own may do.
    again = [k for k, one in enumerate(seen) if one.whether <= _HOPELESS and one.found.score > _FAINT]
    others = _faces(plane, [Guess(found[k], seen[k].pose) for k in again], _GLANCE)
    for k, one in zip(again, others, strict=True):
        seen[k] = max(seen[k], one, key=lambda way: way.whether)
    likely = [of_any(one.whether, one.found.score, one.pips) for one in seen]
    kept = likeliest([one.found for one in seen], likely)
    found, seen = [found[k] for k in kept], [seen[k] for k in kept]
    for k, one in enumerate(seen):
        if not one.is_plain and one.whether > _HOPELESS:
            seen[k] = _together(_faces(plane, _otherwise(plane, found[k], one), _TURNS))
    return _as_the_others(plane, found, seen)


def _glances(plane: Plane, found: Sequence[Sighted]) -> list[Seen]:
    """What the network says at a glance of each thing as it most likely lies."""
    return _faces(plane, [some[0] for some in guesses(plane, found, CUBE)], _GLANCE)


def _as_the_others(plane: Plane, found: list[Sighted], seen: list[Seen]) -> list[Seen]:
    """The same with what seemed to be no die looked at once more as if it were as large as the others."""
    sides = [one.found.side for one in seen if one.surely(0)]
    if not sides:
        return seen
    side = float(np.median(sides))
    again = {
        k: [_with_side(plane, die, side) for die in (one.found, found[k])]
        for k, one in enumerate(seen)
        if one.whether < _LIKELY and one.found.score > _FAINT and abs(one.found.side / side - 1) > _UNLIKE
    }
    starts = [die for each in again.values() for die in each]
    if not starts:
        return seen
    ways = [
        (Guess(die, 1.0), some[0]) for die, some in zip(starts, guesses(plane, starts, CUBE), strict=True)
    ]
    looks = iter(_faces(plane, [way for each in ways for way in each], _TURNS))
    for k, each in again.items():
        seen[k] = max(seen[k], *(next(looks) for _ in range(2 * len(each))), key=lambda way: way.whether)
    return seen


def _with_side(plane: Plane, one: Sighted, side: float) -> Sighted:
    """A die of that side: if it seemed larger, faces towards the camera were taken for a part of its top."""
    return replace(outward(plane, one, max(0.0, one.side - side) / 2), side=side)


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
        seen.append(Seen(guess.die, guess.chance, row, colour, lighter, disc, face, top=top))
    return seen


def _pips(row: Floats) -> int:
    return int(row[:NOTHING].argmax())


def counted(wide: Image, turns: int) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Probabilities (n x 9) of 0 to 6 pips, of no such die, and of one that leans, of crops cut so wide.

    And how these are made (n x 2): whether their pips are lighter than the body, and cut out of a disc. The
    crops are looked at under so many quarter turns.
    """
    looks = np.concatenate([np.rot90(wide, turn, axes=(1, 2)) for turn in range(turns)])
    raw = answers("pips", looks, DISC + 1).reshape(turns, len(wide), DISC + 1).mean(axis=0)
    return np.exp(log_softmax(raw[:, : ON_EDGE + 1] / _TEMPERATURE)), raw[:, LIGHTER:] > 0
