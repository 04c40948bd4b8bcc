"""From the table's millimetres to the picture's pixels."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def project(points: npt.ArrayLike, projection: Array) -> Array:
    """Points (n x 3, mm) to pixels (n x 2)."""
    flat = np.atleast_2d(np.asarray(points, float))
    homogeneous = np.column_stack([flat, np.ones(len(flat))]) @ projection.T
    pixels: Array = homogeneous[:, :2] / homogeneous[:, 2:]
    return pixels
