"""Look at a table in as many pixels as it needs: a large picture in fewer, in all where dice are small."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from appliance.vision.agree import told, width
from appliance.vision.at_edge import with_cut_dice
from appliance.vision.finder import Sides
from appliance.vision.frames import bounded, enlarged, with_unread
from appliance.vision.locate import locate
from appliance.vision.plane import Image, Plane, Pyramid, scaled
from appliance.vision.reading import Said

Read = Callable[[Plane, Sides | None], Said]
"""Reads a plane, where dice of any size are looked for or, quicker, of such sides in its pixels."""

_LARGEST = 4096  # pixels of a frame's longer side; larger ones are scaled down: memory stays bounded
_MORE = 1.3  # times as many pixels along a side as it was looked at in, from which a frame is looked at again
_SMALL = 18.0  # pixels up to which a die's side is too small to be seen well
_NARROWER, _WIDER = 1.8, 2.4  # by so much other dice may be smaller or larger than one that is told


def survey(frame: Image, read: Read, settle: Callable[[Plane, Said, Read], Said]) -> Said:
    """What is read in a frame; `settle` makes of what one look at a plane tells what is to be believed.

    A die that the frame's edge cuts is said where no mat lies, one that is not read at a mat's edge where one
    does.
    """
    plane, said, factor = looked(frame, read)
    symbols, problems = with_unread(plane, settle(plane, said, read))
    said = tuple(enlarged(symbol, factor) for symbol in symbols), problems
    return said if plane.has_mat else with_cut_dice(frame, said)


def looked(frame: Image, read: Read, small: float = _SMALL) -> tuple[Plane, Said, float]:
    """The plane in as many pixels as it needs, what is read of it, and by how much the frame is larger.

    Where no mat tells how the table lies, and dice are so `small` (pixels of a side) that little is left of
    them once the frame is scaled down, they are looked at once more in all of its pixels.
    """
    coarse, factor = bounded(frame)
    plane = locate(coarse)
    said = read(plane, None)
    side = float(np.median([width(symbol) for symbol in said[0]])) if said[0] else small
    if side < small and factor > _MORE and not plane.has_mat:
        fine, beyond = bounded(frame, _LARGEST)
        across, down = (one / other for one, other in zip(fine.shape[1::-1], plane.size, strict=True))
        finer = replace(plane, pyramid=Pyramid(fine), to_frame=scaled(across, down), finer=factor / beyond)
        again = read(finer, about(side))
        if told(again) > told(said):
            plane, said, factor = finer, again, beyond
    return plane, said, factor


def about(side: float) -> Sides:
    """The least and the greatest side of other dice, where one has that."""
    return side / _NARROWER, side * _WIDER
