"""Which die of a set is which, by the colours of their bodies: one die a colour."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from appliance.vision import bodies
from appliance.vision.assign import matched
from appliance.vision.locate import Image
from appliance.vision.straighten import commonest

_STRANGE = 3.5  # how much better a colour outside of the set must fit, to be taken for that
_TWICE = 0.9  # of a colour's probability from which two dice of it are too many

_RIM = (0.55, 0.84)  # of the way from the middle of a die's top to its edges
_GLARE = 245

Colour = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]


def rim_colour(face: Image) -> Colour:
    """The colour of a die's body along the edges of its top, where there are fewer pips and less glare."""
    h, w = face.shape[:2]
    y, x = np.mgrid[0:h, 0:w]
    across, down = abs(2 * x + 1 - w) / w, abs(2 * y + 1 - h) / h
    away = np.maximum(across, down)
    rim = face[(away > _RIM[0]) & (away < _RIM[1])]
    dull = rim[rim.min(axis=1) < _GLARE]
    # Where all of it is as bright as can be, the die itself is white.
    return commonest(dull if len(dull) > len(rim) / 4 else rim)


class Colours:
    """Names the colours of dice; with the colours of a set, each of these at most once."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def has(self, colour: Colour, *, balanced: bool) -> bool:
        """Whether the colour's nearest name is one of the set's; without a set, always."""
        return not self._names or bodies.name(colour, balanced=balanced) in self._names

    def named(
        self, colours: Sequence[Colour], *, balanced: bool
    ) -> tuple[list[tuple[str, float]], list[str]]:
        """Name and its probability for each measured colour, and what is wrong, in words.

        `balanced` tells that white is known to be white. Without a set the names are the nearest ones, and
        nothing depends on them: their probability is given as 1.
        """
        nearest = [bodies.name(colour, balanced=balanced) for colour in colours]
        if not self._names:
            return [(name, 1.0) for name in nearest], []
        fits = [bodies.likelihoods(colour, self._names, balanced=balanced) for colour in colours]
        table = np.array([[fit[name] for name in self._names] for fit in fits])
        single = table / table.sum(axis=1, keepdims=True)
        posterior = matched(table)
        named, problems = [], []
        best = [self._names[int(row.argmax())] for row in single]
        twice = {name for name, n in Counter(best).items() if n > 1}
        for row, own, name, near, colour in zip(posterior, single, best, nearest, colours, strict=True):
            one = bodies.likelihoods(colour, [near, name], balanced=balanced)
            if one[near] > _STRANGE * one[name]:
                problems.append(f"a {near} die is not of the set")
                named.append((near, 0.0))
            elif name in twice and own.max() > _TWICE:
                named.append((name, 0.5))
            else:
                named.append((self._names[int(row.argmax())], float(min(1.0, row.max()))))
        count = Counter(name for name, _ in named)
        problems += [
            f"{n} dice look {name}; the set has one of them"
            for name, n in count.items()
            if n > self._names.count(name) and name in self._names
        ]
        return named, problems
