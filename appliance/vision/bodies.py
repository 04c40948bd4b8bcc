"""The colour of a die's body, by name."""

from functools import cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

# Hue (degrees), saturation and value (0…1) that dice of that name have about, under white light.
_PROTOTYPES: dict[str, tuple[float, float, float]] = {
    "white": (40, 0.04, 0.9),
    "cream": (42, 0.2, 0.88),
    "grey": (0, 0.05, 0.5),
    "black": (0, 0.1, 0.12),
    "yellow": (47, 0.8, 0.92),
    "orange": (24, 0.8, 0.9),
    "red": (2, 0.75, 0.7),
    "pink": (340, 0.4, 0.85),
    "purple": (285, 0.55, 0.5),
    "blue": (214, 0.78, 0.62),
    "green": (138, 0.65, 0.5),
    "brown": (24, 0.6, 0.4),
}

NAMES = tuple(_PROTOTYPES)
LUMINANCE = np.array([0.114, 0.587, 0.299], np.float32)
"""Shares of blue, green and red in how light a colour is."""

LEAST = 1e-3
"""Fit of a colour that a name cannot have."""

_SPREAD = 0.14
_SPREAD_UNBALANCED = 0.26
_VALUE = 0.35  # how much lightness counts beside hue and saturation
_GAINS = (0.72, 0.8, 0.89, 1.0, 1.12, 1.25, 1.4)  # of blue and red over green that a lamp may have
_LEVELS = (0.35, 0.5, 0.7, 1.0)
_OVER = 0.2  # of that of how much lighter than white a colour is
_TINT = 0.16  # standard deviation of the logarithm of such a gain


def likelihoods(colours: Floats, *, balanced: bool) -> Floats:
    """How well each of `NAMES` fits measured colours (n x 3): n x names; `balanced` if white is white."""
    spread = _SPREAD if balanced else _SPREAD_UNBALANCED
    away = _away(np.asarray(colours, np.float32))
    return np.asarray(np.exp(-0.5 * (away / spread) ** 2) + LEAST, np.float32)


def name(colour: Floats, *, balanced: bool) -> str:
    """The colour name that fits best."""
    return names(colour[None], balanced=balanced)[0]


def names(colours: Floats, *, balanced: bool) -> list[str]:
    """The same of each of some colours (n x 3)."""
    if not len(colours):
        return []
    return [NAMES[k] for k in likelihoods(colours, balanced=balanced).argmax(axis=1).tolist()]


@cache
def lights(*, balanced: bool) -> tuple[Floats, Doubles]:
    """Lights that may fall on the dice (n x 3, gains of blue, green and red), and how usual each is."""
    if balanced:
        return np.ones((1, 3), np.float32), np.ones(1)
    some = np.array([(b * v, v, r * v) for b, r, v in product(_GAINS, _GAINS, _LEVELS)], np.float32)
    tint = np.log(some[:, [0, 2]] / some[:, 1:2]) / _TINT
    return some, np.exp(-0.5 * (tint**2).sum(axis=1))


def fits(colours: Floats, some: Floats) -> Doubles:
    """How well each of `NAMES` fits each measured colour (n x 3) under each light: lights x n x names."""
    shone = (colours[None] / some[:, None]).astype(np.float32)
    away = _away(np.minimum(shone, 255).reshape(-1, 3)).reshape(len(some), len(colours), len(NAMES))
    # No body gives back more light than falls on it: what seems to lies in more light than that.
    over = np.log(np.maximum(shone.max(axis=2), 255) / 255)[:, :, None]
    return np.asarray(np.exp(-0.5 * ((away / _SPREAD) ** 2 + (over / _OVER) ** 2)), np.float64)


def _away(colours: Floats) -> Floats:
    """Distances of colours (n x 3) from the prototypes (n x names)."""
    pixels = np.clip(colours, 0, 255).astype(np.float32)[None] / 255
    hue, saturation, value = np.moveaxis(cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)[0], 1, 0)
    here = _place(hue, saturation, value)[:, None] - _prototypes()[None]
    return np.asarray(np.sqrt((here * here * (1, 1, _VALUE**2)).sum(axis=2)), np.float32)


@cache
def _prototypes() -> Floats:
    hue, saturation, value = np.array(list(_PROTOTYPES.values()), np.float32).T
    return _place(hue, saturation, value)


def _place(hue: Floats, saturation: Floats, value: Floats) -> Floats:
    """Points (n x 3) of the colour cone; saturation counts less in the dark, where it is mostly noise."""
    reach, turn = saturation * np.minimum(1.0, 0.3 + value), np.radians(hue)
    return np.asarray(np.stack([reach * np.cos(turn), reach * np.sin(turn), value], axis=1), np.float32)
