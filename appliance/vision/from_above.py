"""A table seen from aside as if from straight above: by which way it falls away, or looks narrower."""

from dataclasses import replace
from math import atan2, hypot

import numpy as np

from appliance.vision.frames import mapped
from appliance.vision.plane import Array, Plane

_FAR = 0.4  # size of things over those in the middle, up to which the table is looked at
_GRID = 9  # points of a picture, both ways, that tell how much of the table it shows


def from_above(plane: Plane, middle: Array, slope: Array, longer: float, longest: float) -> Plane:
    """The plane without a mat so that all things that are alike are as large as those in the middle.

    `slope` (right, down; shares of their size a pixel) is by how much they grow in the picture, `longer` how
    many times as long as it is seen the table is about the middle, that way. The longer side has so many
    pixels at most.
    """
    place = _straightened(middle, slope, longer)
    grid = np.stack(np.meshgrid(*(np.linspace(0, side, _GRID) for side in plane.size)), axis=2).reshape(-1, 2)
    shown = mapped(grid[1 + (grid - middle) @ slope > _FAR], place)
    least, most = shown.min(axis=0), shown.max(axis=0)
    less = min(1.0, longest / float((most - least).max()))
    shift = np.array([[less, 0, -less * least[0]], [0, less, -less * least[1]], [0, 0, 1]])
    w, h = np.ceil(less * (most - least)).astype(int).tolist()
    return replace(plane, to_frame=plane.to_frame @ np.linalg.inv(shift @ place), size=(w, h))


def stretched(plane: Plane, way: Array, by: float) -> Plane:
    """A plane without a mat so many times as long along a direction (x, y): foreshortening undone."""
    ahead = np.asarray(way, np.float64) / np.hypot(*way)
    linear = np.eye(2) + (by - 1) * np.outer(ahead, ahead)
    w, h = plane.size
    ends = (np.array([(0, 0), (w, 0), (w, h), (0, h)]) - 0.5) @ linear
    least, most = ends.min(axis=0), ends.max(axis=0)
    size = np.round(most - least)
    place = np.eye(3)  # from the plane's pixels
    place[:2, :2], place[:2, 2] = linear, -least - 0.5
    return replace(plane, to_frame=plane.to_frame @ np.linalg.inv(place), size=(int(size[0]), int(size[1])))


def _straightened(middle: Array, slope: Array, longer: float) -> Array:
    """The homography of a picture to one as from above, in which all things are as large as in the middle."""
    a = atan2(slope[1], slope[0])
    along = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    to_middle = np.eye(3)
    to_middle[:2, 2] = -middle
    nearer = np.array([[longer, 0, 0], [0, 1, 0], [hypot(*slope), 0, 1]])
    return np.asarray(np.linalg.inv(along @ to_middle) @ nearer @ along @ to_middle, np.float64)
