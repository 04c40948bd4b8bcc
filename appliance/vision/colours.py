"""Which die of a set is which, by the colours of their bodies: one die a colour."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from appliance.vision import bodies
from appliance.vision.assign import shared_out
from appliance.vision.plane import Image

_STRANGE = 3.5  # how much better a colour outside of the set must fit, to be taken for that
_ANY = 2e-4  # fit of a colour that a name cannot have: of 5,000 drawn dice none was taken for another's
_TWICE = 0.9  # of a colour's probability from which two dice of it are too many
_SURER = 1.5  # power of a name's odds: of 370 drawn dice without a mat that had 0.9 to 0.99 all were right

_INNER, _ROUND = 0.84, 1.05  # of the half of a top's side: how far out the body is looked at, and its corners
_GLARE = 245
_DULL = 0.25  # share of a top that is no glare from which the rest is left out
_MAIN = 0.5  # share of a top that a body has at least about few small pips
_FULLER = 40  # grey values by which a body is farther from grey than a disc, as what is printed mostly is
_FAR = 0.5  # share of a body that is looked at about a disc: the far ones from the print's colour
_SOFT = 0.4  # share of it: the dullest, as a glare has a soft rim

Colour = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]


def body_colour(face: Image, pips: int, *, lighter: bool, disc: bool) -> Colour:
    """The colour of a die's body on its top (n x n x 3): of the two colours there, that which is no print's.

    `lighter` tells whether the pips, or the `disc` that they are cut out of, are lighter than the body.
    """
    inner = face[_inner(len(face))]
    dull = inner[_white(inner) < _GLARE]
    # Where all of it is as bright as can be, the die itself is white; beside dark pips it need not be all.
    least = _MAIN if pips and not lighter else _DULL
    some = np.asarray(dull if len(dull) > least * len(inner) else inner, np.float32)
    if pips:
        darker = _darker(some)
        if disc and (more := _fullness(some[darker]) - _fullness(some[~darker])) ** 2 > _FULLER**2:
            lighter = more > 0
        body = darker if lighter else ~darker
        # A part that is too small for a body is a spot of glare, or the shade of an edge.
        if body.mean() > _MAIN or ((pips > 3 or disc) and body.any()):
            some = some[body]
            if disc:  # little of the body is seen, most of that blurred into the disc
                light = some @ bodies.LUMINANCE * (1 if lighter else -1)
                some = _least(some, light, _FAR)
    return _middle(_least(some, _white(some), _SOFT))


def _fullness(pixels: Colour) -> float:
    """How far a colour (the median of n x 3) is from grey, 0…255."""
    return float(np.ptp(_middle(pixels))) if len(pixels) else 0.0


def _white(pixels: Colour | Image) -> Colour:
    """The least of the three numbers of each of the colours (n x 3): how much white there is in it."""
    return np.asarray(np.minimum(np.minimum(pixels[:, 0], pixels[:, 1]), pixels[:, 2]), np.float32)


def _least(pixels: Colour, measured: Colour, share: float) -> Colour:
    """The share of the colours (n x 3) of which least was measured."""
    place = int(share * (len(pixels) - 1))
    return np.asarray(pixels[measured <= np.partition(measured, place)[place]], np.float32)


def _middle(pixels: Colour) -> Colour:
    """The median of colours (n x 3): of so few a library's function takes twice as long."""
    place = len(pixels) // 2
    return np.asarray(np.partition(pixels, place, axis=0)[place], np.float32)


@lru_cache(maxsize=4)
def _inner(size: int) -> npt.NDArray[np.bool_]:
    """The pixels of a top that are neither its edges nor beyond its round corners."""
    along = abs(2 * np.arange(size) + 1 - size) / size
    near = (along[:, None] < _INNER) & (along[None] < _INNER)
    return np.asarray(near & (np.hypot(along[:, None], along[None]) < _ROUND))


def _darker(pixels: Colour) -> npt.NDArray[np.bool_]:
    """Which of the colours (n x 3) belong to the darker of two kinds: Otsu's parting of their main axis."""
    away = pixels - pixels.mean(axis=0)
    axis = np.linalg.eigh(away.T @ away)[1][:, -1]
    along = away @ (axis if axis @ bodies.LUMINANCE > 0 else -axis)
    ranked = np.sort(along)
    count = np.arange(1, len(ranked))
    low = np.cumsum(ranked)[:-1]
    apart = (low / count - (ranked.sum() - low) / (len(ranked) - count)) ** 2
    parting = int((apart * count * (len(ranked) - count)).argmax()) if len(ranked) > 1 else 0
    return np.asarray(along <= ranked[parting])


class Colours:
    """Names the colours of dice; with the colours of a set, each of these at most once."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def named(
        self, colours: Sequence[Colour], *, balanced: bool
    ) -> tuple[list[tuple[str, float]], list[str]]:
        """Name and its probability for each measured colour, and what is wrong, in words.

        `balanced` tells that white is known to be white; else the light's colour is guessed by what makes the
        dice those of the set. Without a set the names are the nearest ones, and nothing depends on them:
        their probability is given as 1.
        """
        if not self.names:
            nearest = bodies.names(np.array(colours), balanced=balanced)
            return [(name, 1.0) for name in nearest], []
        lights, prior = bodies.lights(balanced=balanced)
        fits = bodies.fits(np.array(colours), lights) + _ANY
        table = self._table(fits)
        each, weight = shared_out(table)
        weight = weight * prior / (weight * prior).sum()
        posterior, fit, single = (np.einsum("c,cij->ij", weight, some) for some in (each, fits, table))
        single /= single.sum(axis=1, keepdims=True)
        named, problems = [], []
        best = [self.names[int(row.argmax())] for row in single]
        twice = {name for name, n in Counter(best).items() if n > 1}
        for i, (row, own, name) in enumerate(zip(posterior, single, best, strict=True)):
            near = bodies.NAMES[int(fit[i].argmax())]
            mine = fit[i][bodies.NAMES.index(name)] if name in bodies.NAMES else 1.0
            if fit[i].max() > _STRANGE * mine:
                problems.append(f"a {near} die is not of the set")
                named.append((near, 0.0))
            elif name in twice and own.max() > _TWICE:
                named.append((name, 0.5))
            else:
                named.append((self.names[int(row.argmax())], _surer(min(1.0, float(row.max())))))
        count = Counter(name for name, _ in named)
        problems += [
            f"{n} dice look {name}; the set has one of them"
            for name, n in count.items()
            if n > self.names.count(name) and name in self.names
        ]
        return named, problems

    def about(self, colours: Sequence[Colour], told: Sequence[bool]) -> list[str]:
        """The nearest name of each colour, whether of the set or not, in the light that lies on its dice.

        White is not known to be white; `told` are those of sure dice. Without, it is any usual light.
        """
        if not colours:
            return []
        lights, weight = bodies.lights(balanced=False)
        fits = bodies.fits(np.array(colours), lights)
        if any(told):
            weight = weight * shared_out(self._table(fits[:, told] + _ANY))[1]
        fit = np.einsum("c,cij->ij", weight, fits)
        return [bodies.NAMES[int(row.argmax())] for row in fit]

    def _table(self, fits: Floats) -> Floats:
        """Of how well all names fit (lights x n x names) that of the set's: lights x n x m."""
        table = np.ones((*fits.shape[:2], len(self.names)))
        for j, name in enumerate(self.names):
            if name in bodies.NAMES:  # a set may name a colour that the eye does not know: any may be that
                table[:, :, j] = fits[:, :, bodies.NAMES.index(name)]
        return table


def _surer(chance: float) -> float:
    """The probability whose odds are that power of these."""
    right, wrong = chance**_SURER, (1 - chance) ** _SURER
    return float(right / (right + wrong))
