"""A witness for doubtful letters: tiles of one box show the same letter in the same shape."""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_net import LETTERS, MARGIN

_CLEAR = 0.9995  # how likely a symbol is that needs no witness
_KNOWN = 0.99  # from which two tiles of one letter tell how alike such tiles are in this picture
_RIVAL = 1e-4  # least likely letter that is looked into
_SURE = 0.97  # how likely another tile has that letter by itself, from which it is compared
_OTHERS, _SPEAK = 6, 2  # tiles at most that are compared for a letter, and those most alike that count
_UNLIKE, _PRIOR = 0.045, 3  # how unlike tiles of one letter mostly are, and as how many pairs that counts
_SAME, _STEEP = (
    1.0,
    4.0,
)  # logarithm of the odds for one letter if as unlike as mostly; its fall by that logarithm
_AGAINST, _FOR = 2.0, 1.5  # the most that one other tile may say
_CROP = 40  # side of what is compared, in pixels
_RIM, _PLAY = 6, 3  # pixels of a crop that are left out, and by which one may lie off

Floats = npt.NDArray[np.float64]


def agreed(posterior: Floats, image: Image, upright: Sequence[Patch]) -> Floats:
    """The symbols (n x 27) of n tiles of one box, the doubtful ones after a look at the others.

    What looks like a sure T is likelier a T, what does not is less so. Doubtful ones tell each other nothing:
    that five tiles are all somewhat like a T is said once by their typeface, not five times.
    """
    doubtful = np.flatnonzero((posterior.max(axis=1) < _CLEAR) & (posterior[:, -1] < _KNOWN))
    if not len(doubtful):
        return posterior
    unlike = _Unlikeness(image, upright)
    usual = _usual(posterior, unlike)
    out = posterior.copy()
    for i in doubtful.tolist():
        for letter in np.flatnonzero(out[i, : len(LETTERS)] > _RIVAL).tolist():
            out[i, letter] *= np.exp(_said(i, posterior[:, letter], unlike, usual))
        out[i] /= out[i].sum()
    return out


class _Unlikeness:
    """How little two tiles look alike: 1 less their correlation at the best of some shifts, each once."""

    def __init__(self, image: Image, upright: Sequence[Patch]) -> None:
        crops = [cut(image, patch, 0, size=_CROP, margin=MARGIN) for patch in upright]
        soft = [cv2.GaussianBlur(crop, (3, 3), 0.6).mean(axis=2, dtype=np.float32) for crop in crops]
        self._whole = [grey[_RIM - _PLAY : _PLAY - _RIM, _RIM - _PLAY : _PLAY - _RIM] for grey in soft]
        self._inner = [grey[_RIM:-_RIM, _RIM:-_RIM] for grey in soft]
        self._known: dict[tuple[int, int], float] = {}

    def __call__(self, one: int, other: int) -> float:
        pair = (min(one, other), max(one, other))
        if pair not in self._known:
            fits = cv2.matchTemplate(self._whole[pair[0]], self._inner[pair[1]], cv2.TM_CCOEFF_NORMED)
            self._known[pair] = max(1e-3, 1 - float(fits.max()))
        return self._known[pair]


def _usual(posterior: Floats, unlike: _Unlikeness) -> float:
    """How unlike tiles of one letter are in this picture."""
    letters = np.where(posterior[:, : len(LETTERS)].max(axis=1) > _KNOWN, posterior.argmax(axis=1), -1)
    pairs = [_UNLIKE] * _PRIOR
    for letter in set(letters.tolist()) - {-1}:
        same = np.flatnonzero(letters == letter).tolist()
        pairs += [unlike(one, other) for one, other in pairwise(same)]
    return float(np.median(pairs))


def _said(tile: int, having: Floats, unlike: _Unlikeness, usual: float) -> float:
    """What others say of a tile's having the letter that they have so likely, as a logarithm of odds."""
    order = [i for i in np.argsort(-having, kind="stable")[:_OTHERS].tolist() if i != tile]
    said = []
    for other in order:
        if having[other] > _SURE:
            odds = _SAME - _STEEP * np.log(unlike(tile, other) / usual)
            odds = np.clip(odds, -_AGAINST, _FOR)
            said.append(float(np.log1p(having[other] * np.expm1(odds))))
    return sum(sorted(said, reverse=True)[:_SPEAK])
