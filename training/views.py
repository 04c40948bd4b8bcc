"""Where the camera of a training scene stands: above, low, and now and then as oblique as a phone is held."""

from dataclasses import replace
from math import cos, exp, radians, sin
from random import Random

from appliance.virtual.scene import View

_MOST = 18.0  # degrees about either axis; beyond that a die that lies flat looks like one that leans
_LOWEST = 130.0  # mm
_OBLIQUE, _STRETCHED = (16.0, 38.0), (18.0, 50.0)  # degrees, as taken and with the foreshortening undone
_SEATED = (36.0, 56.0)  # degrees, from a seat
_FARTHER = 1.1  # mm of height at least over what the picture shows then: phones see no more


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


def aside(rng: Random, view: View) -> View:
    """The view from far to one side, half made higher, so that flat tops look square again."""
    view = replace(view, above=max(_LOWEST, view.span * rng.uniform(_FARTHER, 1.9)))
    if rng.random() < 0.5:
        return from_one_side(view, rng.uniform(0, 360), rng.uniform(*_OBLIQUE))
    return _made_higher(rng, view, rng.uniform(*_STRETCHED))


def seated(rng: Random, view: View) -> View:
    """The view as those who sit at the table have it, about along the picture's sides; half made higher."""
    view = replace(view, above=max(_LOWEST, view.span * rng.uniform(_FARTHER, 1.9)))
    away = rng.uniform(*_SEATED)
    if rng.random() < 0.5:
        return _made_higher(rng, view, away)
    return from_one_side(view, 90 * rng.randrange(4) + rng.gauss(0, 12), away)


def from_one_side(view: View, way: float, away: float) -> View:
    """The view from so many degrees (`away`) to the side that lies `way` degrees from the picture's right."""
    return replace(view, tilt=(away * cos(radians(way)), away * sin(radians(way))))


def _made_higher(rng: Random, view: View, away: float) -> View:
    """The view from so many degrees to one side, with its foreshortening about undone."""
    tall = exp(rng.gauss(0, 0.08)) / cos(radians(away))
    return replace(view, tilt=(rng.choice((-1, 1)) * away, rng.gauss(0, 4)), tall=tall)
