"""Dice that lie flat or lean, cut out of scenes, with where their tops are seen: data of `training.tilt`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import atan2, degrees
from random import Random

import numpy as np

from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Table, View
from appliance.virtual.variety import SEEN, any_mat, any_view
from appliance.vision.finder import CUBE, OCTAHEDRON, at_scale
from appliance.vision.frames import mapped
from appliance.vision.locate import locate
from appliance.vision.plane import Image, Plane, bare
from appliance.vision.straighten import Patch, cut
from appliance.vision.tilt import MARGIN
from training import cores, crops, solids
from training.faces import middles
from training.lights import lit
from training.recut import told_by, well_within
from training.track_scenes import on_track
from training.views import from_one_side

WIDE, AROUND = 90, 1.7
"""Side in pixels of a stored crop, and over what the network sees, so that it can be shifted and turned."""

_SIDES = {6: 1.0, 8: 1.2}  # of the outline, over the die's size
_LEANS = {6: (6, 44), 8: (6, 34)}  # degrees; beyond that another face is uppermost
_SNAPS = replace(solids.EVERYWHERE, snaps=1.0)
_ASIDE = replace(solids.EVERYWHERE, snaps=0.5, mats=0.0, aside=1.0, seats=0.5)
_SMALLEST = 10.0  # pixels of a side: of smaller dice nothing is to be told
_NEAR = 0.3  # of the side: what the finder sees farther off is another face
_FIELD = (330.0, 250.0)  # mm of a mat over which dice lie
_OFF = (14.0, 48.0)  # degrees from straight above a mat at which a camera stands that sees it from aside
_SPAN, _WIDTHS = (500.0, 700.0), (960, 1280, 1600)  # mm that such a picture shows, and its pixels
_ABOVE = (450.0, 620.0)  # mm that one from above shows
_SET_DOWN = 0.4  # of the dice set side by side may lean at all


@dataclass(frozen=True)
class Sample:
    """A die with its surroundings, not turned, its top in the middle, by how much that lies right and down of
    the die's own middle, over half its height, by how many degrees it leans, and the angle of its top.

    `sides` is how many faces it has, `found` where the finder sees it, right and down of the middle, and its
    side, all over the true side; None if it passes over it.
    """

    wide: Image
    tilt: tuple[float, float]
    lean: float
    angle: float
    sides: int
    found: tuple[float, float, float] | None


def samples(seed: int, scenes: int, fonts: list[str]) -> list[Sample]:
    """The crops of that many scenes; the same for a seed and fonts, on any number of cores."""
    return cores.drawn(partial(_looks, seed, fonts), scenes)


def _looks(seed: int, fonts: list[str], number: int) -> list[Sample]:
    """Those of one scene, of all kinds in turn."""
    rng = Random(seed * 1_000_003 + number)
    table, image = _SCENES[number % len(_SCENES)](rng, fonts)
    return list(dice_of(rng, table, locate(image) if table.mat.markers else bare(image)))


def dice_of(rng: Random, table: Table, plane: Plane) -> Iterator[Sample]:
    """The dice of a table that lie well within its picture, as the eye has them on a mat or without one."""
    size = table.finish.size * (plane.scale or plane.size[0] / table.view.span)
    found = at_scale(plane, min(1.5, rng.uniform(14, 40) / size), CUBE, OCTAHEDRON)
    for die in table.dice:
        (x, y), tilt, angle = _lies(die, table, plane, size)
        side = size * _SIDES[die.die.sides]
        if not well_within(plane.image, x, y, side) or side <= _SMALLEST:
            continue
        told = told_by(found, x, y, side, near=_NEAR)
        wide = cut(plane.image, Patch(6, x, y, 0.0, side), 0, size=WIDE, margin=MARGIN * AROUND)
        yield Sample(wide, tilt, die.lean, angle, die.die.sides, told)


def _lies(
    die: Placed, table: Table, plane: Plane, size: float
) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Where a plane has a die's top, how far from its own middle, and the top's angle.

    `size` is the die's in the plane's pixels.
    """
    seen = mapped(middles(die, table), np.asarray(np.linalg.inv(plane.to_frame), np.float64))
    (right, down), (rise, climb) = (seen[0] - seen[1]) * 2 / size, seen[2] - seen[0]
    angle = degrees(atan2(rise, -climb)) % 360
    return (float(seen[0, 0]), float(seen[0, 1])), (float(right), float(down)), angle


def leaning(rng: Random, placed: Placed) -> Placed:
    """The die flat, or leaning to any side, but with the same face uppermost."""
    if rng.random() < 0.5:
        return placed
    return replace(placed, lean=rng.uniform(*_LEANS[placed.die.sides]), twist=rng.uniform(0, 360))


# Kinds of scenes


def _letters(rng: Random, fonts: list[str]) -> tuple[Table, Image]:
    """Any letter dice."""
    table = crops.scene(rng, fonts, SEEN)
    dice = [leaning(rng, replace(one, lean=0.0)) for one in table.dice]
    if rng.random() < 0.6:  # most sets are of few colours: a die that touches another has its colour, too
        bodies = {one.die.sides: one.die.body for one in dice}
        dice = [replace(one, die=replace(one.die, body=bodies[one.die.sides])) for one in dice]
    table = replace(table, dice=tuple(dice))
    return table, render(table)


def _any_dice(
    rng: Random, fonts: list[str], letters: float, mix: solids.Mix = solids.EVERYWHERE
) -> tuple[Table, Image]:
    """Letters by this share, and dice with pips."""
    one = solids.scene(rng, fonts, 0.0, letters=letters, tipped=leaning, mix=mix)
    return one.table, one.image


def _on_board(rng: Random, fonts: list[str]) -> tuple[Table, Image]:
    """Dice with pips on a printed board, on the mat."""
    one = on_track(rng, fonts, tipped=leaning)
    return one.table, one.image


def _from_aside(rng: Random, fonts: list[str]) -> tuple[Table, Image]:
    """Dice without a mat that a camera sees from far to one side, or from a seat."""
    return _any_dice(rng, fonts, rng.choice((0.1, 1.0)), _ASIDE)


def _mat_from_aside(rng: Random, fonts: list[str]) -> tuple[Table, Image]:
    """Dice on a mat that a camera sees from far to one side: what its perspective, undone, makes longer."""
    placed, mat, finish = _laid(rng, fonts, pale=0.4, blocks=solids.EVERYWHERE.blocks)
    placed = tuple(leaning(rng, one) for one in placed)
    way = rng.choice((rng.uniform(0, 360), 90 * rng.randrange(4) + rng.gauss(0, 10)))
    away = rng.uniform(*_OFF)
    view = from_one_side(any_view(rng, SEEN, span=_SPAN, width=rng.choice(_WIDTHS)), way, away)
    return _drawn(rng, placed, mat, view, finish)


def side_by_side(rng: Random, fonts: list[str]) -> tuple[Table, Image]:
    """Dice of mostly one pale make that players set side by side on the mat, seen from about above.

    At a row's end a die has a neighbour on one side alone, which looks as if it were its own side face.
    """
    placed, mat, finish = _laid(rng, fonts, pale=0.7, blocks=1.0)
    placed = tuple(leaning(rng, one) if rng.random() < _SET_DOWN else one for one in placed)
    view = any_view(rng, SEEN, span=_ABOVE, width=rng.choice(_WIDTHS[:2]))
    return _drawn(rng, placed, mat, view, finish)


def _drawn(
    rng: Random, placed: tuple[Placed, ...], mat: Mat, view: View, finish: Finish
) -> tuple[Table, Image]:
    """These dice on a mat, in any light."""
    table = Table(placed, mat, lit(rng), view, finish, rng.randrange(1 << 30))
    return table, render(table)


def _laid(
    rng: Random, fonts: list[str], *, pale: float, blocks: float
) -> tuple[tuple[Placed, ...], Mat, Finish]:
    """Dice flat on a mat with markers; `pale` is the share of pale makes, `blocks` of dice side by side."""
    size, letters = rng.uniform(13, 22), rng.choice((0.0, 1.0))
    dice = [solids.any_die(rng, k, 0.0, 0.2 * letters, letters) for k in range(rng.randint(2, 12))]
    mat = any_mat(rng, SEEN, markers=True)
    stirred = solids.EVERYWHERE.stirred
    finish = solids.any_make(rng, fonts, size, mat, dice, pale=rng.random() < pale, stirred=stirred)
    touching = rng.choice((0.0, 0.2, 0.5, 0.8))
    placed = roll(rng, dice, field=_FIELD, size=size, touching=touching)
    if rng.random() < blocks:
        placed = solids.in_a_block(rng, placed, size)
    return placed, mat, finish


_SCENES: tuple[Callable[[Random, list[str]], tuple[Table, Image]], ...] = (
    _letters,
    partial(_any_dice, letters=0.1),
    partial(_any_dice, letters=1.0, mix=_SNAPS),
    _on_board,
    _mat_from_aside,
    _mat_from_aside,
    _from_aside,
    side_by_side,
)
"""What scenes are of, in turn."""
