"""What two looks at one table tell together, as from where its picture was taken and as from above."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist, hypot

from appliance.vision.finder import APART
from appliance.vision.frames import in_reading_order
from appliance.vision.reading import Said, Symbol

_MORE = 1.2
"""So many symbols more must be told in another look for it to count more: one alone may seem to lie flat."""

_TELLS, _HINTS = 0.5, 0.1
"""Confidence of a symbol from which it is worth a question though another look passes over it, and a word."""

_NEARLY, _NO_DIE = 0.9, 0.06
"""Confidence of a symbol from which a look that counts less makes it surer, and doubt up to which it does.

The doubt is that it is no die lying flat: what leans may seem to lie flat there. Of 172 that lean by 14 to
28° 32 are believed with this, 35 without. The confidence was chosen on what looks told of 5,740 letters: from
0.5 on 19 fewer would be asked about, but 11 and not 9 surely be misread.
"""

_NOTHING = 0.002
"""Confidence of a symbol up to which it is dropped where another look passes over it: side faces, mostly."""


def together(one: Said, other: Said, *, alike: bool) -> Said:
    """What two looks tell: what both of them tell is as sure as in either, and words are of both or none.

    What only one of them tells is to be asked about, and what they tell otherwise. The other one counts less
    unless more symbols are told in it; it then neither doubts what the first one tells nor believes what that
    does not, unless it is as good a look (`alike`).
    """
    first, second = (other, one) if told(other) > told(one) + _MORE else (one, other)
    counts = alike or second is one
    kept = tuple(one for one in first[0] if one.confidence > _NOTHING or is_among(one, second[0]))
    every, words = backed((kept, first[1]), second, counts=counts)
    passed = any(symbol.confidence > _HINTS and not is_among(symbol, every) for symbol in second[0])
    return every, words if passed or second[1] or not counts else ()


def backed(said: Said, other: Said, *, counts: bool = False) -> Said:
    """What one look tells, surer where another tells the same; what that adds is to be asked about.

    Where that does not count as much, it bears no doubts.
    """
    symbols, problems = said
    agreed = tuple(_agreed(one, other[0], counts=counts) for one in symbols)
    return with_others((agreed, problems), other[0])


def _agreed(one: Symbol, others: Sequence[Symbol], *, counts: bool) -> Symbol:
    """A symbol with what another look tells there."""
    for other in others:
        if _overlap(one, other):
            surer = max(one, other, key=lambda symbol: (symbol.sure, symbol.confidence))
            if other.symbol == one.symbol:
                one = surer if counts or _is_nearly_told(one) else one
            elif other.confidence > _TELLS and counts:
                one = replace(surer, sure=False)
    return one


def _is_nearly_told(one: Symbol) -> bool:
    """Whether what little doubt there is is which symbol it shows, not that it is none, or leans."""
    doubt = 1 - one.confidence - sum(chance for _, chance in one.alternatives)
    return one.confidence > _NEARLY and doubt < _NO_DIE


def with_others(said: Said, more: Iterable[Symbol]) -> Said:
    """The same with what was told in another look where nothing was read in this one, to be asked about."""
    symbols, problems = said
    every = list(symbols)
    for one in sorted(more, key=lambda symbol: -symbol.confidence):
        if one.confidence > _TELLS and not is_among(one, every):
            every.append(replace(one, sure=False))
    return in_reading_order(every), problems


def is_among(one: Symbol, others: Sequence[Symbol]) -> bool:
    """Whether one of the others lies where it does."""
    return any(_overlap(one, other) for other in others)


def _overlap(one: Symbol, other: Symbol) -> bool:
    return dist(one.center, other.center) <= APART * max(width(one), width(other))


def leaves_doubts(said: Said) -> bool:
    """Whether there is anything to ask or to say."""
    symbols, problems = said
    return bool(problems) or not all(symbol.sure for symbol in symbols)


def told(said: Said) -> float:
    """About how many symbols are told."""
    return sum(symbol.confidence for symbol in said[0])


def width(symbol: Symbol, across: float = 1.0, down: float = 1.0) -> float:
    """How wide its die is seen, in a picture that is so many times as wide and high."""
    (x0, y0), (x1, y1) = symbol.corners[:2]
    return hypot((x1 - x0) * across, (y1 - y0) * down)
