"""What of a plane is worth a look: the windows in which something lies, set beside one another on a sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.vision.plane import Image, Plane
from appliance.vision.windows import BLOCK, STEP, Window, coarse, packed, windows

_BEYOND = 20.0  # mm about a mat


@dataclass(frozen=True)
class Glimpse:
    """A sheet for a network to look at, and where what it shows lies on the plane.

    `shown` are its windows in a picture of the plane and `about` pixels beyond it, `places` where each begins
    on the sheet. `step` is how many of the plane's pixels there are to one of the sheet's, across and down.
    """

    sheet: Image
    shown: Sequence[Window]
    places: Sequence[tuple[int, int]]
    about: int
    step: tuple[float, float]

    def on_plane(self, x: float, y: float) -> tuple[float, float] | None:
        """The point of the plane that is shown there on the sheet, if any is."""
        across, down = self.step
        for (left, top, right, bottom), (x0, y0) in zip(self.shown, self.places, strict=True):
            right_of, below = x - x0, y - y0
            if 0 <= right_of < right - left and 0 <= below < bottom - top:
                u, v = right_of + left - self.about, below + top - self.about
                return (u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5
        return None


def glimpse(plane: Plane, factor: float) -> Glimpse | None:
    """What lies on the plane, shown `factor` times as large as its image; None if nothing does."""
    w, h = plane.size_at(factor)
    about = _about(plane, factor)
    coarsely, cut = _views(plane, factor, (w, h), about)
    shown = windows(coarsely, _looked_at(plane, coarsely.shape, factor, about))
    if not shown:
        return None
    sheet, places = packed(shown, cut, cv2.mean(coarsely)[:3])
    return Glimpse(sheet, shown, places, about, (plane.size[0] / w, plane.size[1] / h))


def _about(plane: Plane, factor: float) -> int:
    """How many pixels of the table about a mat are shown: dice that lie at its edge are seen whole."""
    return 0 if plane.scale is None else -(-round(_BEYOND * plane.scale * factor) // BLOCK) * BLOCK


def _views(
    plane: Plane, factor: float, size: tuple[int, int], about: int
) -> tuple[Image, Callable[[Window], Image]]:
    """A plane's picture of that size and so much about it, coarsely, and what shows the windows of it.

    Its sides are made multiples of `BLOCK`, as the network halves it three times.
    """
    w, h = size
    if plane.has_mat:  # only what is in the windows is turned as from straight above
        first, size = -about // STEP, (w + 2 * about, h + 2 * about)
        coarsely = plane.part(factor / STEP, (first, first, first + size[0] // STEP, first + size[1] // STEP))
        return _whole(coarsely, size, STEP), lambda box: plane.part(factor, _moved(box, -about))
    picture = _whole(plane.plain(factor), size, 1)
    return coarse(picture), lambda box: picture[box[1] : box[3], box[0] : box[2]]


def _moved(box: Window, by: int) -> Window:
    left, top, right, bottom = (side + by for side in box)
    return left, top, right, bottom


def _whole(picture: Image, size: tuple[int, int], step: int) -> Image:
    """A picture of so many pixels, shown a `step` apart, with its last ones again up to whole blocks."""
    right, below = (
        -(-all_of_it // BLOCK) * BLOCK // step - shown
        for all_of_it, shown in zip(size, picture.shape[1::-1], strict=True)
    )
    return np.asarray(cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)


def _looked_at(plane: Plane, shape: Sequence[int], factor: float, about: int) -> Image | None:
    """1 for each block of a coarse picture of a mat that is looked at, `about` pixels beyond it being shown.

    It lies well within the border and off the markers, or something lies there.
    """
    if plane.scale is None:
        return None
    high, wide = (side * STEP // BLOCK for side in shape[:2])
    out = about // BLOCK + 1
    mask = np.zeros((high, wide), np.uint8)
    mask[out:-out, out:-out] = 1
    for box in plane.taken:
        left, top, right, bottom = (int((side * factor + about) / BLOCK) for side in box)
        mask[max(0, top - 1) : bottom + 2, max(0, left - 1) : right + 2] = 0
    if not plane.covered.any():
        return mask
    lies = np.zeros_like(mask)
    places = (np.argwhere(plane.covered) + 0.5) * plane.scale * factor + about
    rows, columns = (places // BLOCK).astype(int).T
    lies[np.clip(rows, 0, high - 1), np.clip(columns, 0, wide - 1)] = 1
    return np.asarray(cv2.max(mask, cv2.dilate(lies, np.ones((3, 3), np.uint8))), np.uint8)
