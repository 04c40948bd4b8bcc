"""The eye while tiles are shown to the box: finds the row that is asked for, keeps a picture of each tile."""

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, degrees

import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.phrases import say
from appliance.teach_eye import Fresh
from appliance.vision.frames import mapped, point, reading, shrunk
from appliance.vision.likeness import CROP, SIDE
from appliance.vision.locate import locate
from appliance.vision.plane import Plane, cut_off
from appliance.vision.reading import SURE, TILES, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, corners, cut, quarter
from appliance.vision.tile_decide import likely
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_look import looked_at
from appliance.vision.tile_net import MARGIN, SYMBOLS, faces
from appliance.vision.tile_search import places_in

MISSING = 2
"""So many tiles of a row may be missing; more are taken for a row that is not laid yet."""

UNSURE = "."
"""In place of a symbol of which the eye by itself is not sure."""

_OFF = 0.6  # of a tile's side that its middle may lie off the row
_SLANT = 40.0  # degrees by which a row may be turned
_CLEAR = 5.0  # logarithm of how much likelier a row is turned around than not, from which it is
_TILE = 0.5  # likelihood of a tile from which a spot is one

Floats = npt.NDArray[np.float64]


class RowPupil:
    """A `Reader` of the row of tiles that is `asked` for, from left to right.

    It reads by the network alone: other tiles that were shown tell nothing of these.
    """

    def __init__(self) -> None:
        self.asked = ""
        self.fresh = Fresh()
        self.pictures: list[Image] = []
        """Those of the last reading's tiles (each `SIDE` x `SIDE` x 3), upright, from the left."""

    def asked_for(self, symbols: str) -> "RowPupil":
        """The same, to read that row."""
        self.asked = symbols
        return self

    def read(self, frame: Image) -> Reading:
        """The tiles in the frame, each what the eye takes it for, `.` if it is not sure; or what is wrong."""
        return reading(TILES, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
        small, factor = shrunk(frame)
        plane = locate(small)
        row, table = self._tiles(plane)
        problem = cut_off(plane)[0] if cut_off(plane) else self._problem(row)
        problem = problem or self.fresh.problem(frame)
        if problem:
            return (), (problem,)
        margin = MARGIN * SIDE / CROP
        self.pictures = [cut(plane.flat, patch, 0, size=SIDE, margin=margin) for patch in row]
        self.fresh.seen = frame
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
        items = []
        for number, (patch, seen) in enumerate(zip(row, table, strict=True)):
            ring = mapped(corners(patch, 0), to_frame)
            a, b, c, d = map(point, ring)
            items.append(
                Symbol(
                    symbol=_read_as(seen),
                    sure=True,  # people say whether it is
                    confidence=1.0,
                    center=point(mapped(np.array([[patch.x, patch.y]]), to_frame)[0]),
                    corners=(a, b, c, d),
                    angle=angle_in_frame(ring),
                    body="tile",
                    place=(0, 0, number),
                )
            )
        return tuple(items), ()

    def _tiles(self, plane: Plane) -> tuple[list[Patch], Floats]:
        """The tiles from left to right, upright by their row, and how likely their turns and symbols are."""
        found, seen = looked_at(plane.flat, places_in(plane, None).firm, faces)
        nothing = np.exp(seen.nothing)
        there = [n for n, spot in enumerate(found) if spot.trust > _TILE or nothing[n] < 1 - _TILE]
        if not there:
            return [], np.zeros((0, 4, len(SYMBOLS)))
        spots, table = [found[n] for n in there], likely(seen, None)[there]
        slant = _slant(spots)
        order = np.argsort([spot.x for spot in spots], kind="stable")
        row, turned = [], []
        for n in order.tolist():
            spot = spots[n]
            angle = slant + quarter(spot.angle - slant)
            row.append(Patch(6, spot.x, spot.y, angle % 360, spot.side))
            turned.append(np.roll(table[n], round((spot.angle - angle) / 90), axis=0))
        return self._from_the_right_side(row, np.array(turned))

    def _from_the_right_side(self, row: list[Patch], table: Floats) -> tuple[list[Patch], Floats]:
        """The same as seen from the opposite side, if it is from there that they lie as asked for."""
        if len(row) != len(self.asked):
            return row, table
        around = np.roll(table[::-1], 2, axis=1)
        if _fit(around, self.asked) < _fit(table, self.asked) + _CLEAR:
            return row, table
        return [replace(patch, angle=(patch.angle + 180) % 360) for patch in row[::-1]], around

    def _problem(self, row: Sequence[Patch]) -> str:
        """Why these are not the tiles asked for, or ""."""
        due = len(self.asked)
        if not row:
            return say("teach.no_tiles")
        if not max(1, due - MISSING) <= len(row) <= due:
            return say("teach.tile_count", n=len(row), due=due)
        places = np.array([(patch.x, patch.y) for patch in row])
        slant = _direction(places)
        away = (places - places.mean(axis=0)) @ [-np.sin(slant), np.cos(slant)]
        if abs(degrees(slant)) > _SLANT or np.abs(away).max() > _OFF * row[0].width:
            return say("teach.no_row")
        return ""


def _slant(spots: Sequence[Spot]) -> float:
    """The angle of the row in degrees clockwise; a tile alone lies as upright as it can."""
    if len(spots) == 1:
        return quarter(spots[0].angle)
    return degrees(_direction(np.array([(spot.x, spot.y) for spot in spots])))


def _direction(places: Floats) -> float:
    """The angle in radians of the line through places (n x 2), to the right."""
    if len(places) < 2:
        return 0.0
    x, y = np.linalg.svd(places - places.mean(axis=0))[2][0]
    return atan2(y, x) if x > 0 else atan2(-y, -x)


def _fit(table: Floats, symbols: str) -> float:
    """Logarithm of how likely upright tiles (n x 4 x 27) are those symbols."""
    return float(
        sum(np.log(seen[0, SYMBOLS.index(symbol)]) for seen, symbol in zip(table, symbols, strict=True))
    )


def _read_as(table: Floats) -> str:
    """The symbol of an upright tile of which turns and symbols (4 x 27) are so likely."""
    shares = table.sum(axis=0)
    best = int(shares.argmax())
    upright = best == len(SYMBOLS) - 1 or table[:, best].argmax() == 0
    return SYMBOLS[best] if shares[best] >= SURE and upright else UNSURE
