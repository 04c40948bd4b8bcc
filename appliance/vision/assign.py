"""Decide jointly which die is which: the set is known, and each of its dice lies there at most once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from appliance.pieces import ALPHABET, Die

Floats = npt.NDArray[np.float64]

MOST_EXACT = 12
"""Sets up to this many dice get the exact posterior; the table over subsets doubles with every die."""

STRANGER = 1e-4
"""Weight of the guess that an object is none of the set's dice, beside that of its being one of them."""

_WRONG_SHAPE = 1e-3
_LEAST = 1e-6  # of a symbol's probability, so that one bad crop cannot make a whole table impossible


@dataclass(frozen=True)
class Sighting:
    """What is known of one object before the joint decision.

    `symbols` holds for each number of sides that it may have the probabilities of having these and of each
    of the 27 symbols; together they may add up to less than one, the rest being "no symbol". `bodies` is the
    likelihood of each body colour.
    """

    symbols: dict[int, Floats]
    bodies: dict[str, float]


@cache
def _faces(die: Die) -> Floats:
    """How likely each symbol is to come up."""
    return np.array([die.faces.count(symbol) for symbol in ALPHABET]) / len(die.faces)


def together(sightings: Sequence[Sighting], dice: Sequence[Die]) -> tuple[Floats, Floats]:
    """Posterior of each object's symbol (n x 27) and of which die it is (n x dice), each die at most once.

    What is missing from one in a row is the probability that the object is none of the dice.
    """
    n, m = len(sightings), len(dice)
    if not n or not m:
        return np.zeros((n, len(ALPHABET))), np.zeros((n, m))
    each = _likelihoods(sightings, dice)
    whole = each.sum(axis=2)
    posterior = matched(whole)
    symbols = np.einsum("ij,ijk->ik", posterior, each / whole[:, :, None])
    return symbols, posterior


def _likelihoods(sightings: Sequence[Sighting], dice: Sequence[Die]) -> Floats:
    """Likelihood that each object is each die with each symbol up (n x dice x 27); faces count by number."""
    symbols = {sides: _symbols(sightings, sides) for sides in {die.sides for die in dice}}
    bodies = {
        body: np.array([[one.bodies.get(body, 1.0)] for one in sightings])
        for body in {die.body for die in dice}
    }
    each = [_faces(die) * symbols[die.sides] * bodies[die.body] for die in dice]
    return np.asarray(np.stack(each, axis=1))


def _symbols(sightings: Sequence[Sighting], sides: int) -> Floats:
    """The probabilities of each object's symbols (n x 27) if it has so many sides."""
    # Where what was found speaks against this shape, its symbol is unknown if it is this die all the same.
    unlike = np.full(len(ALPHABET), _WRONG_SHAPE / len(ALPHABET))
    return np.stack([one.symbols[sides] + _LEAST if sides in one.symbols else unlike for one in sightings])


def matched(weight: Floats) -> Floats:
    """Posterior of which of n objects is which of m things, from likelihoods n x m; each at most once."""
    n, m = weight.shape
    if not n or not m:
        return np.zeros((n, m))
    scaled = weight / weight.max(axis=1, keepdims=True)
    return _exact(scaled) if m <= MOST_EXACT else _sinkhorn(scaled)


def _exact(weight: Floats) -> Floats:
    """Marginals over all ways to give n objects different dice, `weight` n x m, or be strangers."""
    n, m = weight.shape
    others, has = sets(m)
    before = np.zeros((n + 1, 1 << m))  # by the set of dice that the objects so far have taken
    before[0, 0] = 1.0
    for i in range(n):
        before[i + 1] = STRANGER * before[i] + (before[i][others] * has) @ weight[i]
        before[i + 1] /= before[i + 1].max()
    after = np.ones(1 << m)
    posterior = np.zeros((n, m))
    for i in reversed(range(n)):
        gain = after[others] * ~has
        posterior[i] = weight[i] * (before[i] @ gain)
        posterior[i] /= max(1e-300, posterior[i].sum() + STRANGER * float(before[i] @ after))
        after = STRANGER * after + gain @ weight[i]
        after /= after.max()
    return posterior


@lru_cache(maxsize=4)
def sets(m: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """By set of m dice (a bit a die) the sets with one die more or less, and whether it has this one."""
    subsets, dice = np.arange(1 << m)[:, None], 1 << np.arange(m)
    return subsets ^ dice, (subsets & dice) > 0


def _sinkhorn(weight: Floats) -> Floats:
    """An approximation for large sets: rows and columns scaled in turn until no die is used twice."""
    table = weight.copy()
    for _ in range(60):
        table /= table.sum(axis=1, keepdims=True) + STRANGER
        table /= np.maximum(1.0, table.sum(axis=0, keepdims=True))
    return table
