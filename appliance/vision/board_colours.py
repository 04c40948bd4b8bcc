"""A witness for tiles without letters: the colour of a square, beside that of tiles and of empty squares."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces.premiums import PREMIUMS
from appliance.vision.board_grid import LIGHT
from appliance.vision.plane import Image

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_TILES = 3  # with letters, from which what tiles look like is known
_SURE = 0.9
_TAILS = 3  # degrees of freedom of Student's t: a colour unlike both tells little
_WIDER = 2.5  # than most of a board's squares vary by the spread is that is reckoned with
_SPREADS = 1.0, 3.5  # least and most of it, in units of Lab
_SAY = 40.0  # odds that the colour may give at most
_SAY_ALIKE = 4000.0
"""The same where a square has just the colour of the tiles, or of those like it: a blank has nothing else."""

_ALIKE = 1.15  # of the spread
_MANY = 60  # empty squares from which the light on the board is known
_DARK = 8  # added to colours before their logarithm: what is black tells nothing
_BINS, _ABOUT = 24, 16  # of a histogram of greys, and the greys about its peak that count as one colour

KINDS = np.array([list(row) for row in PREMIUMS])
"""What each square is (15 x 15), as `PREMIUMS` has it."""


def by_colour(colours: Floats, tile: Floats) -> Floats:
    """Odds that a tile lies on each square (15 x 15) by its colour alone; 1 where that cannot tell.

    `colours` are the squares' own (15 x 15 x 3, blue-green-red), `tile` is how likely a tile lies there by
    its letter. Premium squares are compared with their like: the pattern is the same under each turn.
    """
    free = tile < 1 - _SURE
    lab = _lab(_evenly_lit(colours, free))
    tiles = lab[tile > _SURE]
    if len(tiles) < _TILES:
        return np.ones(tile.shape)
    body, bare = np.median(tiles, axis=0), np.full(lab.shape, np.nan)
    for kind in np.unique(KINDS[free]):
        bare[kind == KINDS] = np.median(lab[free & (kind == KINDS)], axis=0)
    spread = _spread(np.concatenate([tiles - body, (lab - bare)[free]]))
    from_bare, from_body = (np.linalg.norm(lab - one, axis=2) / spread for one in (bare, body))
    least, most = (np.log(np.where(away < _ALIKE, _SAY_ALIKE, _SAY)) for away in (from_bare, from_body))
    said = np.clip(_log_t(from_body) - _log_t(from_bare), -least, most)
    return np.exp(np.nan_to_num(said))


def _spread(off: Floats) -> float:
    """How much colours vary over a board, off those usual on it (n x 3): little in even or dim light."""
    usual = 1.48 * np.median(np.abs(off))  # a normal distribution's standard deviation
    return float(np.clip(_WIDER * usual, *_SPREADS))


def _log_t(away: Floats) -> Floats:
    """The log-density of Student's t in three dimensions, but for a constant, so many spreads away."""
    return -(_TAILS + 3) / 2 * np.log1p(away**2 / _TAILS)


def _evenly_lit(colours: Floats, empty: Flags) -> Floats:
    """The colours as if the light, by what it does to empty squares, were the same all over the board."""
    if empty.sum() < _MANY:
        return colours
    log = np.log(np.maximum(colours, 0) + _DARK)
    premiums = (KINDS[:, :, None] == np.unique(KINDS)).astype(float)
    causes = np.concatenate([LIGHT[:, :, 1:], premiums], axis=2)
    share, *_ = np.linalg.lstsq(causes[empty], log[empty], rcond=None)
    slopes = LIGHT.shape[2] - 1
    return np.asarray(np.exp(log - causes[:, :, :slopes] @ share[:slopes]) - _DARK, np.float64)


def commonest(crops: Image) -> Floats:
    """The commonest colour of each crop's middle (n x 3) of n x height x width x 3."""
    h, w = crops.shape[1:3]
    inner = crops[:, h // 8 : h - h // 8, w // 8 : w - w // 8].reshape(len(crops), -1, 3).astype(np.float32)
    grey = inner.mean(axis=2)
    bins = (grey * (_BINS / 256)).astype(int) + _BINS * np.arange(len(crops))[:, None]
    counts = np.bincount(bins.ravel(), minlength=_BINS * len(crops)).reshape(len(crops), _BINS)
    smooth = cv2.blur(counts.astype(np.float32), (3, 1), borderType=cv2.BORDER_CONSTANT)
    middle = (smooth.argmax(axis=1) + 0.5) * (256 / _BINS)
    near = (np.abs(grey - middle[:, None]) < _ABOUT)[:, :, None]
    return np.asarray((inner * near).sum(axis=1) / np.maximum(1, near.sum(axis=1)), np.float64)


def _lab(colours: Floats) -> Floats:
    small = np.clip(colours, 0, 255).astype(np.float32) / 255
    # Light falls off towards a board's corners: how bright a square is says less than its hue.
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float64) * [0.5, 1, 1]
