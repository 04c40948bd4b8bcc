"""How likely a thing is a die with pips: by the network, the finder, and of a plain face the colour."""

from math import exp, log

STRANGE, FREE, TAKEN = range(3)
"""What a body's colour is to the set: none of its colours, one not yet seen, one that a die with pips has."""

_LEAST = 1e-3  # of a probability, and off 1, as the sure ones are not told apart

# Made by `python -m training.pip_chances`: what is so without evidence, and how much the logits of what the
# network and the finder say count; and a plain face's colour. A face without pips looks like much else.
_PIPS = (-1.35, 1.33, -0.16)
_PIPS_UNKNOWN = (-1.27, 1.09, 1.08)
_PLAIN = (-3.09, 0.7, 1.49)
_PLAIN_COLOURS = (0.0, 3.8, 0.13)
_PLAIN_UNKNOWN = (-1.55, 1.0, 1.51)


def chance(said: float, found: float, *, plain: bool, colour: int | None = None) -> float:
    """How likely it is a die that lies flat, a plain face or one with pips.

    `said` is what the network has it that counts pips, `found` the finder's score. `colour` is one of the
    above where dice of a known set lie on the mat, in white light; else None.
    """
    if colour is None:
        alone, network, finder = _PLAIN_UNKNOWN if plain else _PIPS_UNKNOWN
        more = 0.0
    else:
        alone, network, finder = _PLAIN if plain else _PIPS
        more = _PLAIN_COLOURS[colour] if plain else 0.0
    return 1 / (1 + exp(-(alone + network * logit(said) + finder * logit(found) + more)))


def logit(probability: float) -> float:
    """The logarithm of the odds, of a probability near 0 or 1 no more than of one in a thousand."""
    held = min(1 - _LEAST, max(_LEAST, probability))
    return log(held / (1 - held))
