"""What light does to letters: where it burns a part of one out, what is left may be another."""

import cv2
import numpy as np

from appliance.vision import bodies
from appliance.vision.plane import Image

_LEFT = frozenset("CDFIJLOPTUVY")  # what others become where a part of them is lost
_RIM = 0.22  # of a crop's side, from each of its ends
_BURNT = 245  # level of all colours, smoothed, that is lost in white
_SHARE = 0.08  # of a crop but for its rim that is burnt
_NEAR = 0.15  # of a crop's side, about what is burnt, in which print fades
_WHOLE, _LOST = 0.2, 165  # share that is burnt where all print is pale, and grey values of such print
_ALSO = frozenset("EHR")  # what others become, too, where all of their print is so
_INK = 3  # percent of places, the darkest ones, that are print
_PALE, _FADES = 100, 42  # grey values of print where it is darkest, and by how much paler it is near there


def may_be_left(face: Image, symbol: str) -> bool:
    """Whether what looks like this letter may be what light has left of another (`face` is n x n x 3).

    A part of the die's top is as white as the camera has it, and print is pale near there: strokes may end in
    it. Of 4,709 drawn letters that phones see 14 sure ones are so, 4 of them misread. Where much of the top
    is white and all print hardly darker, more letters may be others: on 1,000 mats 20 sure ones, 3 misread.
    """
    if symbol not in _LEFT | _ALSO:
        return False
    smooth, rim = cv2.blur(face, (3, 3)), round(_RIM * len(face))
    burnt = (smooth.min(axis=2) >= _BURNT).astype(np.uint8)
    burnt[:rim] = burnt[-rim:] = burnt[:, :rim] = burnt[:, -rim:] = 0
    within = len(face) - 2 * rim
    share = burnt.sum() / within**2
    if share < _SHARE:
        return False
    grey = smooth[rim:-rim, rim:-rim] @ bodies.LUMINANCE
    darkest = float(np.percentile(grey, _INK))
    if share > _WHOLE and darkest > _LOST:
        return True
    wide = round(_NEAR * len(face))
    near = cv2.dilate(burnt, np.ones((wide, wide), np.uint8))[rim:-rim, rim:-rim] > 0
    return symbol in _LEFT and darkest > _PALE and float(np.percentile(grey[near], _INK)) > darkest + _FADES
