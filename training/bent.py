"""Pictures sampled as if what is printed on them were bent: more letter shapes than there are fonts."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image

_KNOTS = 5  # both ways, between which the shift changes smoothly


def sampled(
    wide: Image, places: npt.NDArray[np.float32], rng: np.random.Generator, *, often: float, by: float
) -> Image:
    """The picture at the places (n x n x 2), bent by some `by` pixels in a share `often` of all."""
    if rng.random() < often:
        coarse = rng.normal(0, by, (_KNOTS, _KNOTS, 2)).astype(np.float32)
        places = places + cv2.resize(coarse, places.shape[:2], interpolation=cv2.INTER_CUBIC)
    crop = cv2.remap(wide, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
