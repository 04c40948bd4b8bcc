"""What is to be said of a picture of the mat: a sentence for each thing that should be better."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from appliance.drivers import Image
from appliance.phrases import say
from appliance.vision.aim import Aim, aim, blur
from appliance.vision.health import unreadable
from appliance.vision.lens import bend
from appliance.vision.light import CELLS, Cell, Light, light
from appliance.vision.locate import is_mirrored, locate
from appliance.vision.plane import Plane

DARK, BRIGHT = 80.0, 253.0
"""Grey values of white paper below which it is too dark, and from which it is overexposed."""

UNEVEN = 0.5
"""The darkest part's share of the brightest part's light."""

SOFT = 0.7
"""Standard deviation of the blur in mm: a letter's strokes are 1 to 2 mm wide."""

GRAINY = 10.0
"""Noise in grey values."""

ASKEW = 10.0
"""Degrees."""

OFF = 1.0
"""Millimetres by which the lens may put a place wrong."""

PIECES = (("die", 14, 20), ("tile", 19, 20))
"""Names of the smallest pieces, their sides in mm, and the pixels that a side needs."""

_LEAST_CUT = 3.0  # mm that may be missing: the eye does not look there
_MARKERS: tuple[Cell, ...] = ((0, 0), (0, 2), (2, 2), (2, 0))
_SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 2), (2, 1))


@dataclass(frozen=True)
class Findings:
    """What was measured in a picture, None without a mat in it, and the sentences about what is wrong."""

    problems: tuple[str, ...]
    aim: Aim | None = None
    light: Light | None = None
    blur: float = 0.0
    bend: float = 0.0

    def as_values(self) -> dict[str, Any]:
        """Plain values, for a file."""
        values: dict[str, Any] = {"problems": list(self.problems)}
        if self.aim and self.light:
            paper = [[self.light.paper.get((row, column)) for column in range(3)] for row in range(3)]
            values |= {
                "pixels_a_mm": round(self.aim.scale, 3),
                "tilt_degrees": round(self.aim.tilt, 2),
                "cut_mm": [round(cut, 1) for cut in self.aim.cut],
                "paper": [[None if grey is None else round(grey, 1) for grey in row] for row in paper],
                "glare": sorted(map(list, self.light.glare)),
                "noise": round(self.light.noise, 2),
                "blur_mm": round(self.blur, 3),
                "bend_mm": round(self.bend, 3),
            }
        return values


def judge(frame: Image, focal: float | None = None) -> Findings:
    """What to say of a frame that shows the mat; `focal` in pixels, where the lens is known."""
    plane = locate(frame)
    seen = set(plane.corners)
    if plane.scale is None:
        unseen = tuple(_missing(seen)) if seen else (say("calibrate.no_mat"),)
        problem = unreadable(frame)
        return Findings((problem,) if problem else unseen)
    aimed, lit, soft = aim(plane, focal), light(plane, seen), blur(plane)
    width = float(np.median(list(soft.values()) or [0.0]))
    bent = bend(frame) if width <= SOFT else 0.0  # corners that are not sharp tell nothing of the lens
    problems = (*_missing(seen), *_in_view(aimed), *_lit(lit), *_sharp(soft, lit, aimed), *_bent(bent))
    return Findings((*_mirror(plane), *problems), aimed, lit, width, bent)


def _mirror(plane: Plane) -> Iterator[str]:
    if is_mirrored(plane):
        yield say("calibrate.mirrored")


def _missing(seen: set[int]) -> Iterator[str]:
    missing = [where([cell]) for number, cell in enumerate(_MARKERS) if number not in seen]
    if missing:
        yield say("calibrate.missing", n=len(missing), which=", ".join(missing))


def _in_view(aimed: Aim) -> Iterator[str]:
    for cell, cut in zip(_SIDES, aimed.cut, strict=True):
        if cut > _LEAST_CUT:
            yield say("calibrate.cut", where=where([cell]), mm=cut)
    if aimed.tilt > ASKEW:
        yield say("calibrate.tilt", degrees=aimed.tilt)


def _lit(lit: Light) -> Iterator[str]:
    dark = [cell for cell, grey in lit.paper.items() if grey < DARK]
    bright = [cell for cell, grey in lit.paper.items() if grey >= BRIGHT]
    if dark:
        yield say("calibrate.dark", where=where(dark), grey=min(lit.paper.values()))
    if bright:
        yield say("calibrate.bright", where=where(bright))
    if lit.paper and not dark:
        least, most = (pick(lit.paper, key=lit.paper.__getitem__) for pick in (min, max))
        share = lit.paper[least] / lit.paper[most]
        if share < UNEVEN:
            places = {"where": where([least]), "brightest": where([most])}
            yield say("calibrate.uneven", percent=share * 100, **places)
    if lit.glare:
        yield say("calibrate.glare", where=where(lit.glare))


def _sharp(soft: dict[int, float], lit: Light, aimed: Aim) -> Iterator[str]:
    blurred = {number: width for number, width in soft.items() if width > SOFT}
    if blurred:
        place = where(_MARKERS[number] for number in blurred)
        if len(blurred) == len(soft):
            place = where(CELLS)
        yield say("calibrate.blur", where=place, mm=max(blurred.values()))
    if lit.noise > GRAINY:
        yield say("calibrate.noise", noise=lit.noise)
    for piece, side, need in PIECES:
        if side * aimed.scale < need:
            name = say(f"calibrate.{piece}")
            yield say("calibrate.small", piece=name, mm=side, pixels=side * aimed.scale, need=need)


def _bent(bent: float) -> Iterator[str]:
    if bent > OFF:
        yield say("calibrate.bend", mm=bent)


_PLACES = {
    (-1, -1): "upper_left",
    (-1, 0): "top",
    (-1, 1): "upper_right",
    (0, -1): "left",
    (0, 0): "middle",
    (0, 1): "right",
    (1, -1): "lower_left",
    (1, 0): "bottom",
    (1, 1): "lower_right",
}


def where(cells: Iterable[Cell]) -> str:
    """Which part of the mat these thirds of it are, in words."""
    some = set(cells)
    if len(some) >= 7:
        return say("where.everywhere")
    middle = np.mean(list(some), axis=0) - 1
    row, column = (int(np.sign(part)) if abs(part) > 0.4 else 0 for part in middle)
    if (row, column) == (0, 0) and (1, 1) not in some:
        return say("where.rim")
    return say(f"where.{_PLACES[row, column]}")
