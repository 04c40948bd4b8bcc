"""Lamps to train under: usual ones, and worse than those that the eye is measured under."""

from dataclasses import replace
from random import Random

from appliance.virtual.scene import Light
from appliance.virtual.variety import SEEN, any_light

_WORSE = {
    "level": (0.3, 0.5),
    "elevation": (18, 32),
    "ambient": (0.15, 0.35),
    "shadow": (0.65, 0.85),
    "gradient": (0.45, 0.65),
}
"""Dimmer, lower, harder. Between these and the usual ones lies what only measuring has (`HELD_OUT`)."""

_OFTEN = 0.3


def lit(rng: Random) -> Light:
    """A lamp somewhere, each of its properties by chance a worse one."""
    worse = {name: bounds for name, bounds in _WORSE.items() if rng.random() < _OFTEN}
    return any_light(rng, replace(SEEN, **worse))  # type: ignore[arg-type]
