"""Find the large line of print on a card: a row of letters of one height, and no page of text."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.vision.plane import Array, Image
from appliance.vision.segment import ground

LETTERS = 7
_MOST = 9  # blots that a line may come to: letters may touch, or break

_HEIGHTS = (0.72, 1.4)  # of a letter over the row's usual one; Q hangs below the line
_LOWEST, _HIGHEST = 0.075, 0.4  # of a letter over the region's height
_ASIDE = 0.3  # how far a letter's middle may lie off the row's, over its height
_APART = 1.3  # gap between neighbours, over their height
_LONG = (3.0, 11.0)  # length of the row over its height
_FAINT = 36.0  # difference of ink from paper, in grey values, below which there is none
_PAGE = 45  # blots of small print from which a region is a page of text
_SMALL = (0.012, 0.075)  # height of small print over the region's shorter side
_FULL = 0.78  # of a long blot's box: letters in touch are never that full, a coloured band is
_LEVELS = (0.9, 1.3)  # of the usual threshold: less ink parts letters that touch


@dataclass(frozen=True)
class Row:
    """A row of blots in pixels of its region, left to right: boxes as x, y, width, height (n x 4).

    `turned` says that the region has to be turned a quarter clockwise before the row lies level.
    """

    boxes: Array
    turned: bool

    @property
    def height(self) -> float:
        """Usual height of its letters."""
        return float(np.median(self.boxes[:, 3]))

    @property
    def line(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the letters; what hangs below the line left out."""
        top = float(np.median(self.boxes[:, 1]))
        low = float(np.median(self.boxes[:, 1] + self.boxes[:, 3]))
        return float(self.boxes[0, 0]), top, float((self.boxes[:, 0] + self.boxes[:, 2]).max()), low

    def letters(self, number: int) -> Array:
        """Corners (n x 4 x 2) of that many letters, clockwise from the upper left.

        They are the blots' own if there are as many, equal shares of the line if not.
        """
        boxes = self.boxes
        if len(boxes) != number:
            left, top, right, low = self.line
            step = (right - left) / number
            boxes = np.array([[left + k * step, top, step, low - top] for k in range(number)])
        x, y, w, h = boxes.T
        rings = [np.stack(corner, axis=1) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        return np.stack(rings, axis=1)


def away_from_paper(region: Image) -> Image:
    """How much each pixel differs from the paper, 0…255, in any colour; light may fall off across it."""
    paper = ground(region, np.full(region.shape[:2], 255, np.uint8))
    away = np.sqrt(((region.astype(np.float32) - paper) ** 2).sum(axis=2))
    return np.asarray(np.clip(away, 0, 255), np.uint8)


def rows(region: Image) -> list[Row]:
    """Every row that may be a jumble, the largest letters first."""
    found: list[Row] = []
    for level in _LEVELS:
        mask = _mask(region, level)
        if mask is not None:
            found += _rows(mask, False)
            found += _rows(np.ascontiguousarray(np.rot90(mask, -1)), True)
    if not found:
        return []
    tallest = max(row.height for row in found)
    return sorted(
        found, key=lambda row: (row.height < 0.8 * tallest, abs(len(row.boxes) - LETTERS), -row.height)
    )


def is_page(region: Image) -> bool:
    """Whether there is so much small print that it is a page of text, or the back of a card."""
    mask = _mask(region, 1.0)
    if mask is None:
        return False
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    width, height = stats[1:count, 2], stats[1:count, 3]
    least, most = (share * min(mask.shape) for share in _SMALL)
    return int(((height > least) & (height < most) & (width < 4 * height)).sum()) >= _PAGE


def _mask(region: Image, level: float) -> Image | None:
    """Where there is ink, by a share of the usual threshold; None if there is none."""
    ink = away_from_paper(region)
    usual, _ = cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return None if usual < _FAINT / 2 else (ink > max(_FAINT, level * usual)).astype(np.uint8)


def _rows(mask: Image, turned: bool) -> Iterator[Row]:
    left = _blots(mask)
    while len(left):
        seed = left[int(left[:, 3].argmax())]
        group = _beside(left, seed)
        if len(group) <= _MOST and _is_line(group):
            yield Row(group, turned)
        taken = {tuple(box) for box in group} | {tuple(seed)}
        left = np.array([box for box in left if tuple(box) not in taken]).reshape(-1, 4)


def _blots(mask: Image) -> Array:
    """Boxes (n x 4) of the connected ink that may be letters."""
    h, w = mask.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = stats[1:count, :4].astype(float)
    x, y, width, height = boxes.T
    fit = (height > _LOWEST * min(h, w)) & (height < _HIGHEST * min(h, w))
    inside = (x > 1) & (y > 1) & (x + width < w - 1) & (y + height < h - 1)
    share = stats[1:count, 4] / (width * height)
    print_like = (share > 0.12) & ((share < _FULL) | (width < 2 * height))
    return np.asarray(boxes[fit & inside & print_like], float)


def _beside(blots: Array, seed: Array) -> Array:
    """The blots of the seed's row, grown to both sides as long as neighbours are near."""
    middles = blots[:, 1] + blots[:, 3] / 2
    least, most = (share * seed[3] for share in _HEIGHTS)
    alike = (blots[:, 3] > least * 0.8) & (blots[:, 3] < most)
    level = np.abs(middles - (seed[1] + seed[3] / 2)) < _ASIDE * seed[3]
    row = blots[alike & level]
    row = row[np.argsort(row[:, 0])]
    start = int(np.flatnonzero((row == seed).all(axis=1))[0])
    first = last = start
    reach = _APART * seed[3]
    while first > 0 and row[first, 0] - (row[first - 1, 0] + row[first - 1, 2]) < reach:
        first -= 1
    while last + 1 < len(row) and row[last + 1, 0] - (row[last, 0] + row[last, 2]) < reach:
        last += 1
    return np.asarray(row[first : last + 1], float)


def _is_line(group: Array) -> bool:
    usual = float(np.median(group[:, 3]))
    least, most = (share * usual for share in _HEIGHTS)
    length = float((group[:, 0] + group[:, 2]).max() - group[0, 0])
    alike = ((group[:, 3] > least) & (group[:, 3] < most)).mean()
    return bool(_LONG[0] * usual <= length <= _LONG[1] * usual and alike > 0.8)
