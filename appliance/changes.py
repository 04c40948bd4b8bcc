"""What was laid on the table since it last lay still: only there is a drawn tile looked for."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.own_sets import enrolled_tiles
from appliance.pieces.tiles import ENGLISH
from appliance.readers import tile_box
from appliance.vision.reading import TILES, Reading, Symbol
from appliance.vision.tiles import NO_TILES, TilesReader

_CHANGED = 14  # grey values by which a laid thing differs from what it lies on
_SMALLEST = 14  # pixels across, of what can still be a tile
_SQUARE = 1.6  # longest side of a tile's outline over its shortest
_BODY = 0.75  # of the outline is the tile; the rest is its side and shadow


class Spot(NamedTuple):
    """A part of the picture: left, top, width and height in pixels."""

    x: int
    y: int
    w: int
    h: int


def spots(before: Image, now: Image) -> Iterator[Spot]:
    """Where the picture differs, in outlines such as a tile may have; nothing if the whole of it does."""
    if before.shape != now.shape:
        return
    grey = cv2.cvtColor(cv2.absdiff(before, now), cv2.COLOR_BGR2GRAY)
    mask = (cv2.GaussianBlur(grey, (0, 0), 2) > _CHANGED).astype(np.uint8)
    if mask.mean() > 0.5:  # the light has changed, or the camera was pushed
        return
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    for x, y, w, h, _ in stats[1:].tolist():
        if min(w, h) >= _SMALLEST and max(w, h) <= _SQUARE * min(w, h):
            yield Spot(x, y, w, h)


def drawn_tiles(before: Image, now: Image) -> Reading | None:
    """The tiles that were laid down one by one since then; None if nothing like a tile was."""
    parts = [_read(now, spot) for spot in spots(before, now)]
    if not parts:
        return None
    items = [item for part in parts for item in part.items]
    numbered = tuple(replace(item, place=(number, 0, 0)) for number, item in enumerate(items))
    said = dict.fromkeys(problem for part in parts for problem in part.problems)
    problems = tuple(problem for problem in said if problem != NO_TILES or not items)
    height, width = now.shape[:2]
    return Reading(TILES, width, height, sum(part.ms for part in parts), numbered, problems)


def _read(image: Image, spot: Spot) -> Reading:
    """What lies at the spot, in pixels of the whole picture."""
    room = max(spot.w, spot.h)
    left, top = max(0, spot.x - room), max(0, spot.y - room)
    part = np.ascontiguousarray(image[top : spot.y + spot.h + room, left : spot.x + spot.w + room])
    side = _BODY * min(spot.w, spot.h)
    reading = TilesReader(tile_box(ENGLISH.name), side, enrolled_tiles(ENGLISH.name)).read(part)
    return replace(reading, items=_moved(reading.items, left, top))


def _moved(items: Sequence[Symbol], left: int, top: int) -> tuple[Symbol, ...]:
    def at(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] + left, point[1] + top

    def whole(item: Symbol) -> Symbol:
        a, b, c, d = map(at, item.corners)
        return replace(item, center=at(item.center), corners=(a, b, c, d))

    return tuple(map(whole, items))
