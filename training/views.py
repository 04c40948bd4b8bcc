"""Where the camera of a training scene stands: above, low, and now and then as oblique as a phone is held."""

from dataclasses import replace
from random import Random

from appliance.virtual.scene import View

_MOST = 18.0  # degrees about either axis; beyond that a die that lies flat looks like one that leans
_LOWEST = 130.0  # mm


def anywhere(rng: Random, view: View) -> View:
    """The view from where a hand or a stand may hold the camera; half of them near enough to show sides."""
    if rng.random() < 0.5:
        view = replace(view, above=max(_LOWEST, view.span * rng.uniform(0.8, 1.8)))
    chance = rng.random()
    if chance < 0.5:
        return view
    if chance < 0.8:
        return replace(view, tilt=(rng.gauss(0, 6), rng.gauss(0, 6)))
    return replace(view, tilt=(rng.uniform(-_MOST, _MOST), rng.uniform(-_MOST, _MOST)))
