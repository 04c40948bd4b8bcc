"""How likely a thing is a die with pips: by the networks, and by what else is to be seen."""

from collections.abc import Sequence
from math import exp, log, log2

STRANGE, FREE, TAKEN = range(3)
"""What a body's colour is to the set: none of its colours, one not yet seen, one that a die with pips has."""

_LEAST = 1e-3  # of a probability, and off 1, as the sure ones are not told apart

# Made by `python -m training.pip_chances`: what is so without evidence, and how much the logits of what the
# network and the finder say count; then what else does. Much else looks like a face with one pip or none.
_PLAIN = (-3.09, 0.7, 1.49)
_PIPS = (-1.97, 1.79, 0.01)
_PLAIN_COLOURS = (0.0, 3.8, 0.13)
_UNKNOWN = (  # with no pips, one, and more
    (-3.34, 0.76, 1.64, -0.78, 3.41),
    (-2.97, 0.94, 1.23, -0.9, 2.15),
    (-1.99, 1.02, 1.3, -0.88, 1.7),
)
_ELSEWHERE = (  # where white is not known to be white, the set being known: the same, and two of its colours
    (-4.5, 0.94, 1.97, -0.94, 3.06, 1.63, -0.85),
    (-4.32, 1.02, 1.07, -0.93, 2.07, 0.55, 0.37),
    (-5.81, 1.73, 1.66, -0.92, 0.3, 0.09, 0.22),
)


def of_set(said: float, found: float, pips: int, *, colour: int) -> float:
    """How likely a thing on the mat that shows so many pips is a die of a known set that lies flat.

    `said` is what the network has it that counts pips, `found` the finder's score. `colour` is one of the
    above, in white light.
    """
    alone, network, finder = _PIPS if pips else _PLAIN
    more = 0.0 if pips else _PLAIN_COLOURS[colour]
    return _chance(alone + network * logit(said) + finder * logit(found) + more)


def of_any(said: float, found: float, pips: int, *, strangers: int = 0, company: bool = False) -> float:
    """The same of a thing that may be any die.

    `strangers` are things about as large that look like no dice, as on a page; `company` tells whether any
    die of its size shows pips.
    """
    return _chance(_by_what_lies_about(_UNKNOWN[min(pips, 2)], said, found, strangers, company))


def of_set_elsewhere(
    said: float, found: float, pips: int, *, colour: int, strangers: int = 0, company: bool = False
) -> float:
    """The same of a known set's, where white is not known to be white."""
    *weights, free, taken = _ELSEWHERE[min(pips, 2)]
    return _chance(_by_what_lies_about(weights, said, found, strangers, company) + (0.0, free, taken)[colour])


def _by_what_lies_about(
    weights: Sequence[float], said: float, found: float, strangers: int, company: bool
) -> float:
    alone, network, finder, strange, alike = weights
    more = strange * log2(1 + strangers) + alike * company
    return alone + network * logit(said) + finder * logit(found) + more


def _chance(logit_of_it: float) -> float:
    return 1 / (1 + exp(-logit_of_it))


def logit(probability: float) -> float:
    """The logarithm of the odds, of a probability near 0 or 1 no more than of one in a thousand."""
    held = min(1 - _LEAST, max(_LEAST, probability))
    return log(held / (1 - held))
