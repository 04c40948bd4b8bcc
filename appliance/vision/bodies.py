"""The colour of a die's body, by name."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

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

_SPREAD = 0.16
_SPREAD_UNBALANCED = 0.26
_LEAST = 1e-3


def likelihoods(colour: Floats, names: Sequence[str], *, balanced: bool) -> dict[str, float]:
    """How well each body colour fits a measured blue-green-red; `balanced` if white is known to be white."""
    spread = _SPREAD if balanced else _SPREAD_UNBALANCED
    here = _place(*_hsv(colour))
    fits = {}
    for name in names:
        if name not in _PROTOTYPES:
            fits[name] = 1.0
            continue
        hue, saturation, value = _PROTOTYPES[name]
        away = np.linalg.norm((here - _place(hue, saturation, value)) * (1, 1, 0.35))
        fits[name] = float(np.exp(-0.5 * (away / spread) ** 2)) + _LEAST
    return fits


def name(colour: Floats, *, balanced: bool) -> str:
    """The colour name that fits best."""
    fits = likelihoods(colour, list(_PROTOTYPES), balanced=balanced)
    return max(fits, key=lambda body: fits[body])


def _hsv(colour: Floats) -> tuple[float, float, float]:
    pixel = np.clip(colour, 0, 255).astype(np.float32)[None, None] / 255
    hue, saturation, value = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    return float(hue), float(saturation), float(value)


def _place(hue: float, saturation: float, value: float) -> Floats:
    """A point of the colour cone; saturation counts less in the dark, where it is mostly noise."""
    reach = saturation * min(1.0, 0.3 + value)
    turn = np.radians(hue)
    return np.array([reach * np.cos(turn), reach * np.sin(turn), value], np.float32)
