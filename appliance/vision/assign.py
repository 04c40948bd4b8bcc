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


def often(dice: Sequence[Die]) -> dict[int, Floats]:
    """How often each symbol comes up on the dice of one shape (27 numbers), by their number of sides."""
    some: dict[int, Floats] = {}
    for die in dice:
        some[die.sides] = some.get(die.sides, 0.0) + _faces(die)
    return some


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
    return shared_out(scaled[None])[0][0] if m <= MOST_EXACT else _sinkhorn(scaled)


def shared_out(weight: Floats) -> tuple[Floats, Floats]:
    """Exact posteriors under each of some lights, from likelihoods (lights x n x m), and each light's own.

    They are marginals over all ways to give the n objects different things, or none. The second answer
    (lights) tells how much likelier all of it is under one light than under another.
    """
    lights, n, m = weight.shape
    # Sets are told by which of the first half of the things are in them, and which of the others: so taking
    # one more thing is a product of small matrices.
    half = m // 2
    first, second = _takings(half), _takings(m - half)
    rows, columns = np.tensordot(weight[:, :, :half], first, 1), np.tensordot(weight[:, :, half:], second, 1)
    # By the set that the objects up to each one took, and by that which they left to the others.
    before, after = np.zeros((2, n + 1, lights, 1 << half, 1 << m - half))
    before[0, :, 0, 0], after[n] = 1.0, 1.0
    for i in range(n):
        some = STRANGER * before[i] + rows[:, i] @ before[i] + before[i] @ columns[:, i].swapaxes(1, 2)
        before[i + 1] = some / some.max()
    for i in reversed(range(1, n)):
        later = after[i + 1]
        some = STRANGER * later + rows[:, i].swapaxes(1, 2) @ later + later @ columns[:, i]
        after[i] = some / some.max()
    taken, left = before[:-1], after[1:]
    either = (
        np.tensordot(left @ taken.swapaxes(2, 3), first, ((2, 3), (1, 2))),
        np.tensordot(left.swapaxes(2, 3) @ taken, second, ((2, 3), (1, 2))),
    )
    posterior = weight * np.concatenate(either, axis=2).swapaxes(0, 1)
    none = STRANGER * (taken * left).sum(axis=(2, 3)).T
    posterior /= np.maximum(1e-300, posterior.sum(axis=2) + none)[:, :, None]
    return posterior, before[n].sum(axis=(1, 2))


@lru_cache(maxsize=8)
def _takings(m: int) -> Floats:
    """For each of m things a matrix (2^m x 2^m), 1 where a set (a bit a thing) becomes another with it."""
    sets, things = np.arange(1 << m), 1 << np.arange(m)
    ways = np.zeros((m, 1 << m, 1 << m))
    for way, thing in zip(ways, things, strict=True):
        without = sets[(sets & thing) == 0]
        way[without | thing, without] = 1.0
    return ways


def _sinkhorn(weight: Floats) -> Floats:
    """An approximation for large sets: rows and columns scaled in turn until no die is used twice."""
    table = weight.copy()
    for _ in range(60):
        table /= table.sum(axis=1, keepdims=True) + STRANGER
        table /= np.maximum(1.0, table.sum(axis=0, keepdims=True))
    return table
