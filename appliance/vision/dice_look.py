"""Look at letter dice: where each lies that the finder sees, and what the networks say of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from appliance.vision.beside import beside
from appliance.vision.dice_seen import ANY, Judge, Often, Seen, shown
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
from appliance.vision.letters import CROP, NEAR, glanced, judged
from appliance.vision.plane import Plane
from appliance.vision.pose import guesses
from appliance.vision.segment import shades
from appliance.vision.tile_among_dice import as_tiles

_PER_MM = 0.9  # in which dice are looked for: their outlines do, the letters come later
_ROUNDS = 3  # nearer looks at most, each from where the one before places the die
_LOST = 0.5  # doubt of a die from which its top is looked for farther out
_OUTWARD = 0.3  # by so many of its sides
_LEANING = 0.9  # how much less a guess counts by which a die leans: one that lies flat is likelier
_MUCH, _SURELY = 0.5, 0.6  # scores of the finder from which a thing looks much like a die, and is one
_CERTAIN = 0.01  # doubt of a die up to which it is none of a pattern, whatever its size
_SHADED = 0.9  # light in a shadow, over what is about it, at most
_NOTHING = 0.97  # probability that there is no die; where there was one, 5 of 26 had more

Floats = npt.NDArray[np.float64]


def look(
    plane: Plane, judge: Judge | None = None, sides: Sides | None = None, often: Often = ANY
) -> list[Seen]:
    """What may be dice, each lying as it most likely does, and what `judge` or the networks say of them.

    `sides` are the least and the greatest of those that are looked for without a mat, in pixels. What comes
    up `often` needs no look from near to be told from what hardly does.
    """
    glances = _glances(plane, sides)
    firm, more = len(glances), beside(plane, [one.found for one in glances])
    glances += shown(plane, more, glanced, CROP)
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
    seen = shown(plane, found, glanced, CROP)
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
        said = iter(shown(plane, dice, judge or judged, CROP if judge else NEAR))
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
