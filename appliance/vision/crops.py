"""The tops of all dice of a frame cut out at once, upright and of one size, straight from the frame.

They keep the camera's own colours: balancing makes pale tops in a bright light all white.
"""

from collections.abc import Sequence
from math import cos, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import Image, Plane, halved, scaled
from appliance.vision.straighten import Patch

_COARSE = 2.0  # pixels of the frame a pixel of a crop from which plain interpolation would skip some

Floats = npt.NDArray[np.float32]


def crops(plane: Plane, patches: Sequence[Patch], size: int, margins: Sequence[float]) -> Image:
    """Each patch upright by its angle, `margins` times as wide as its face: n x size x size x 3."""
    if not patches:
        return np.zeros((0, size, size, 3), np.uint8)
    places = _places(plane, patches, size, margins)
    source = plane.frame
    middle = places[:, size // 2]
    step = float(np.median(np.hypot(*(middle[:, -1] - middle[:, 0]).T))) / (size - 1)
    while step >= _COARSE:
        source, step = plane.half if source is plane.frame else halved(source), step / 2
        places = np.asarray(cv2.transform(places.reshape(1, -1, 2), scaled(0.5)[:2]), np.float32).reshape(
            places.shape
        )
    # One call samples all of them, below one another.
    flat = places.reshape(len(patches) * size, size, 2)
    sampled = cv2.remap(source, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, np.uint8).reshape(len(patches), size, size, 3)


def balanced(plane: Plane, patch: Patch, crop: Image) -> Image:
    """A crop of a patch as it would look in white light."""
    if plane.gains is None:
        return crop
    return np.asarray(np.minimum(crop * plane.gain(patch.x, patch.y), 255), np.uint8)


def _places(plane: Plane, patches: Sequence[Patch], size: int, margins: Sequence[float]) -> Floats:
    """Where each pixel of each crop lies in the frame (n x size x size x 2)."""
    steps = np.array([patch.width * m / size for patch, m in zip(patches, margins, strict=True)])
    turns = np.array([[cos(radians(patch.angle)), sin(radians(patch.angle))] for patch in patches])
    middles = np.array([[patch.x, patch.y] for patch in patches])
    right, down = turns * steps[:, None], turns[:, ::-1] * [-1, 1] * steps[:, None]
    at = np.arange(size, dtype=np.float32) - np.float32((size - 1) / 2)
    row = (middles[:, None] + at[:, None] * right[:, None]).astype(np.float32)
    places = row[:, None] + at[:, None, None] * down[:, None, None, :].astype(np.float32)
    if plane.is_frame:
        return np.asarray(places, np.float32)
    mapped = cv2.perspectiveTransform(places.reshape(1, -1, 2), plane.to_frame)
    return np.asarray(mapped.reshape(places.shape), np.float32)
