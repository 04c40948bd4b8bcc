"""From the table's millimetres to the picture's pixels, and turns on the table."""

from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def project(points: npt.ArrayLike, projection: Array) -> Array:
    """Points (n x 3, mm) to pixels (n x 2)."""
    flat = np.atleast_2d(np.asarray(points, float))
    homogeneous = np.column_stack([flat, np.ones(len(flat))]) @ projection.T
    pixels: Array = homogeneous[:, :2] / homogeneous[:, 2:]
    return pixels


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """The vector turned by so many degrees clockwise."""
    a = radians(angle)
    return x * cos(a) - y * sin(a), x * sin(a) + y * cos(a)
