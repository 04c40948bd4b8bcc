"""Tops or side faces: dice that are seen from far aside can be taken in two ways, as Necker's cube can."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from appliance.vision.finder import Sighted

_AGAINST, _AGREED = 0.5, 0.3  # tilt beside what most show from which a thing is against that, or for it
_ENOUGH = 3  # things that agree with one another
_OTHER_WAY = -0.8  # cosine of the ways in which both are tilted, at most
_ASIDE = 0.35  # tilt from which what most show may be side faces
# What tells tops from side faces, measured on 220 drawn tables from 25 to 55° off: their score, how much less
# they are tilted, and how much smaller they are seen farther off (the logarithm, over the picture's width).
_SCORE, _TILT, _SMALLER = 5.0, 4.0, 0.5

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def against(tops: Floats, flat: Floats) -> Mask:
    """Which things (n x 2) show their tops far from where most do."""
    return np.asarray(_off(tops, flat) > _AGAINST, np.bool_)


def are_tops(some: Sequence[Sighted], tops: Floats, flat: Floats, other: Floats, width: float) -> bool:
    """Whether those that lie as `other` has it are tops, and those that lie as `flat` has it side faces.

    All as in `tilt.Lie`, in a picture so many pixels wide. From farther aside than 45° tops are tilted more
    than side faces, which then look like tops.
    """
    ones = _off(tops, flat) < _AGREED
    others = ~ones & (_off(tops, other) < _AGREED)
    if others.sum() < _ENOUGH or not ones.any():
        return False
    way, back = (np.median(tops[mine], axis=0) for mine in (ones, others))
    far, near = float(np.hypot(*way)), float(np.hypot(*back))
    if far < _ASIDE or way @ back > _OTHER_WAY * far * near:
        return False
    score = np.array([one.score for one in some])
    better = float(score[ones].mean() - score[others].mean())
    smaller = -_growth(some, ones, others, way / far) * width
    return _SCORE * better + _TILT * (far - near) + _SMALLER * smaller < 0


def _off(tops: Floats, flat: Floats) -> Floats:
    return np.asarray(np.hypot(*(tops - flat).T), np.float64)


def _growth(some: Sequence[Sighted], ones: Mask, others: Mask, way: Floats) -> float:
    """By how much (the logarithm, a pixel) both kinds of faces are seen larger that way in the picture."""
    x, y, side = np.array([(one.x, one.y, one.side) for one in some]).T
    mine = ones | others
    along = (x * way[0] + y * way[1])[mine]
    rows = np.column_stack([along - along.mean(), ones[mine], others[mine]])
    return float(np.linalg.lstsq(rows, np.log(side[mine]), rcond=None)[0][0])
