"""Words laid with dice: straight rows of neighbours whose symbols all stand the same way up."""

from collections.abc import Sequence
from math import cos, radians

import numpy as np
import numpy.typing as npt

from appliance.vision.reading import Reading, Symbol

Array = npt.NDArray[np.float64]

_NEAR = (0.72, 1.4)
"""Distance of neighbours over the mean of their sides: touching, up to a gap of two fifths of a side."""
_ASIDE = 0.34
"""How far a die may lie above or below the row's line, over its side."""
_ALONG = 0.5
"""The same for one neighbour by the other's own turn, which is known less well for octahedra that touch."""
_LEAN = 30.0
"""Degrees that a symbol may lean from the row."""

_ROUND = frozenset("O")
_CROSS = frozenset("X")
_HALF = frozenset("HINSZ")


def spelled(reading: Reading) -> list[tuple[str, ...]]:
    """The rows of two dice and more as tuples of symbols, each in its own reading direction.

    Rows come in reading order of their first dice; loose dice do not count.
    """
    return [tuple(item.symbol for item in row) for row in rows(reading.items)]


def rows(items: Sequence[Symbol]) -> list[tuple[Symbol, ...]]:
    """The same as the dice themselves."""
    links: dict[int, set[int]] = {i: set() for i in range(len(items))}
    for i in range(len(items)):
        for j in range(i):
            if _neighbours(items[i], items[j]):
                links[i].add(j)
                links[j].add(i)
    found = []
    for group in _groups(links):
        row = _row([items[i] for i in group])
        if row is not None:
            found.append((min(group), row))
    return [row for _, row in sorted(found, key=lambda pair: pair[0])]


def _neighbours(one: Symbol, other: Symbol) -> bool:
    way = np.subtract(other.center, one.center)
    distance, mean = float(np.hypot(*way)), (_side(one) + _side(other)) / 2
    if not _NEAR[0] * mean <= distance <= _NEAR[1] * mean:
        return False
    return all(_along(die, way) for die in (one, other))


def _along(die: Symbol, way: Array) -> bool:
    """Whether that way may be the row's direction as this die stands."""
    if die.symbol in _ROUND:
        return True
    right = _right(die)
    along, across = abs(float(right @ way)), abs(float(right[0] * way[1] - right[1] * way[0]))
    if die.symbol in _CROSS and across > along:
        along, across = across, along
    return across <= _ALONG * _side(die) and along > across


def _groups(links: dict[int, set[int]]) -> list[list[int]]:
    groups, left = [], set(links)
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            group |= edge
            edge = {j for i in edge for j in links[i]} - group
        left -= group
        if len(group) > 1:
            groups.append(sorted(group))
    return groups


def _row(group: list[Symbol]) -> tuple[Symbol, ...] | None:
    """The group in reading direction, or None if it is not straight or its symbols disagree."""
    centers = np.array([die.center for die in group])
    middle = centers.mean(axis=0)
    _, _, axes = np.linalg.svd(centers - middle)
    axis = axes[0] if axes[0][0] + 1e-9 * axes[0][1] > 0 else -axes[0]
    side = float(np.mean([_side(die) for die in group]))
    if np.abs((centers - middle) @ axes[1]).max() > _ASIDE * side:
        return None
    votes = [_vote(die, axis) for die in group]
    if None in votes:
        return None
    firm = [vote for vote, die in zip(votes, group, strict=True) if vote and not _ambiguous(die)]
    if firm and abs(sum(firm)) != len(firm):
        return None
    # Where every symbol reads both ways, most of the ups that the eye chose decide, then left to right.
    chosen = [vote for vote, die in zip(votes, group, strict=True) if vote and die.symbol in _HALF]
    total = sum(firm) if firm else sum(chosen)
    direction = axis if total >= 0 else -axis
    return tuple(group[int(i)] for i in np.argsort(centers @ direction, kind="stable"))


def _vote(die: Symbol, axis: Array) -> int | None:
    """+1 if the die reads along the axis, −1 against it, 0 if it reads any way, None if across."""
    share = float(_right(die) @ axis)
    if abs(share) >= cos(radians(_LEAN)):
        return 1 if share > 0 else -1
    return 0 if die.symbol in _ROUND | _CROSS else None


def _ambiguous(die: Symbol) -> bool:
    return die.symbol in _ROUND | _CROSS | _HALF


def _right(die: Symbol) -> Array:
    """The way of its upper edge, of length 1: in a mirror image another than its angle's."""
    way = np.subtract(die.corners[1], die.corners[0])
    return np.asarray(way / max(1e-9, float(np.hypot(*way))), np.float64)


def _side(die: Symbol) -> float:
    return float(np.hypot(*np.subtract(die.corners[0], die.corners[1])))
