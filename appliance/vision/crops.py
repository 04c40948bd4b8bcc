"""The tops of all dice of a frame cut out at once, upright and of one size, straight from the frame.

They keep the camera's own colours: balancing makes pale tops in a bright light all white.
"""

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np

from appliance.vision.plane import Array, Image, Plane
from appliance.vision.straighten import Patch, to_plane

_COARSE = 2.0  # pixels of the frame a pixel of a crop from which plain interpolation would skip some


def crops(plane: Plane, patches: Sequence[Patch], size: int, margins: Sequence[float]) -> Image:
    """Each patch upright by its angle, `margins` times as wide as its face: n x size x size x 3."""
    cut = np.empty((len(patches), size, size, 3), np.uint8)
    if not patches:
        return cut
    on_plane = [to_plane(patch, 0, size, margin) for patch, margin in zip(patches, margins, strict=True)]
    places = plane.to_frame @ np.stack(on_plane)
    source, shrunk = plane.coarser(_step(places, size), _COARSE)
    places = shrunk @ places
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, place in zip(cut, places, strict=True):
        cv2.warpPerspective(source, place, (size, size), crop, flags, cv2.BORDER_REPLICATE)
    return cut


def balanced(plane: Plane, patch: Patch, crop: Image) -> Image:
    """A crop of a patch as it would look in white light."""
    if plane.gains is None:
        return crop
    return np.asarray(np.minimum(crop * plane.gain(patch.x, patch.y), 255), np.uint8)


def _step(places: Array, size: int) -> float:
    """How many pixels of the frame most crops have from one of their own to the next."""
    ends = places @ np.array([[0, size - 1], [(size - 1) / 2] * 2, [1, 1]])
    seen = ends[:, :2] / ends[:, 2:]
    steps: list[float] = np.hypot(*(seen[:, :, 1] - seen[:, :, 0]).T).tolist()
    return median(steps) / (size - 1)
