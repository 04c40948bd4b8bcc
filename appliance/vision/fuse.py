"""One reading of several frames of the same still table: the symbols' probabilities are averaged."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from appliance.errors import BadValue
from appliance.vision.reading import Reading, Symbol

_ALTERNATIVES = 3


def fuse(readings: Sequence[Reading]) -> Reading:
    """The common reading; a symbol is as sure as each frame wants it to be.

    Dice that only a minority of the frames shows are left out, and each frame that misses one takes from its
    probability; problems are kept if most frames have them. Frames err alike, so votes are averaged, not
    multiplied. Raises `BadValue` without any reading.
    """
    if not readings:
        raise BadValue("expected at least one reading to fuse, got none")
    newest = readings[-1]
    groups: list[list[Symbol]] = []
    for reading in readings:
        for item in reading.items:
            home = next((g for g in groups if _same(g[0], item)), None)
            if home is None:
                groups.append([item])
            else:
                home.append(item)
    items = [_fused(g, len(readings)) for g in groups if 2 * len(g) > len(readings)]
    said = [problem for reading in readings for problem in reading.problems]
    problems = tuple(p for p in dict.fromkeys(said) if 2 * said.count(p) > len(readings))
    order = {id(item): i for i, item in enumerate(newest.items)}
    items.sort(key=lambda pair: order.get(id(pair[0]), len(order)))
    ms = sum(reading.ms for reading in readings)
    return replace(newest, items=tuple(item for _, item in items), problems=problems, ms=ms)


def _same(one: Symbol, other: Symbol) -> bool:
    side = float(np.hypot(*np.subtract(one.corners[0], one.corners[1])))
    return float(np.hypot(*np.subtract(one.center, other.center))) < 0.4 * side


def _fused(group: list[Symbol], frames: int) -> tuple[Symbol, Symbol]:
    """The newest sighting of the die, and it again with the probabilities of all frames."""
    votes: dict[str, float] = {}
    for item in group:
        for symbol, p in ((item.symbol, item.confidence), *item.alternatives):
            votes[symbol] = votes.get(symbol, 0.0) + p / frames
    best = sorted(votes, key=lambda symbol: (-votes[symbol], symbol))
    newest = group[-1]
    pose = next((item for item in reversed(group) if item.symbol == best[0]), newest)
    confidence = min(1.0, votes[best[0]])
    others = tuple((symbol, votes[symbol]) for symbol in best[1 : 1 + _ALTERNATIVES])
    sure = confidence >= max(item.least for item in group)
    whole = replace(pose, symbol=best[0], confidence=confidence, sure=sure, alternatives=others)
    return newest, whole
