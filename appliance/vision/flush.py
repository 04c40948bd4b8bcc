"""Dice that stand flush with others: in line, and touching along a whole side, as players set them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from appliance.vision.finder import Sighted

_NEAR = 0.2  # of a die's side: how far from there others may be, seen from aside, and how unlike in size


def flush(some: Sequence[Sighted], dice: Sequence[Sighted]) -> npt.NDArray[np.int64]:
    """How many of the dice stand so beside each thing (n); it itself does not count."""
    if not some or not dice:
        return np.zeros(len(some), np.int64)
    ones, others = (np.array([(one.x, one.y, one.side, one.angle) for one in each]) for each in (some, dice))
    x, y, side, angle = ones.T[:, :, None]
    away = (others[:, 0] - x + 1j * (others[:, 1] - y)) / side * np.exp(-1j * np.radians(angle))
    farther, nearer = np.maximum(*_parts(away)), np.minimum(*_parts(away))
    beside = (np.abs(farther - 1) < _NEAR) & (nearer < _NEAR)
    alike = np.abs(others[:, 2] / side - 1) < _NEAR
    return np.asarray((beside & alike).sum(axis=1), np.int64)


def _parts(away: npt.NDArray[np.complex128]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    return np.abs(away.real), np.abs(away.imag)
