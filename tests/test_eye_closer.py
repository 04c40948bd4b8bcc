"""Small dice in large pictures, without a mat: looked over in fewer pixels, then in all."""

from dataclasses import replace
from math import dist
from random import Random

import numpy as np
import pytest

from appliance.pieces import dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Mat, Table, View, truth
from appliance.vision.closer import about, survey
from appliance.vision.finder import Sides
from appliance.vision.pips import PipReader
from appliance.vision.plane import Plane, bare
from appliance.vision.reading import Said, Symbol

PIPS = dice_set("bid-and-bluff").dice
BLACK = Mat((30, 30, 34), markers=False)
LARGE = View(span=3000, width=4032, height=3024, blur=1.0)


def seen(side: float, places: list[float]) -> Said:
    """Threes so many pixels wide, side by side."""
    half = side / 2
    ring = ((-half, -half), (half, -half), (half, half), (-half, half))
    dice = []
    for x in places:
        a, b, c, d = ((x + dx, 50 + dy) for dx, dy in ring)
        dice.append(Symbol("3", True, 0.99, (x, 50), (a, b, c, d), 0.0, "red"))
    return tuple(dice), ()


def asked(width: int, side: float, first: int, then: int) -> tuple[list[tuple[Plane, Sides | None]], Said]:
    """The looks at a frame so wide, in which so many dice are seen at first, then so many; what is read."""
    looks: list[tuple[Plane, Sides | None]] = []

    def read(plane: Plane, sides: Sides | None) -> Said:
        looks.append((plane, sides))
        count = then if len(looks) > 1 else first
        return seen(side * (plane.finer if len(looks) > 1 else 1), [100.0 * k for k in range(1, 1 + count)])

    said = survey(np.zeros((300, width, 3), np.uint8), read, lambda plane, said, read: said)
    return looks, said


def test_dice_of_some_20_pixels_are_read_in_a_picture_of_twelve_megapixels() -> None:
    placed = roll(Random(6), PIPS, size=16.0, field=(90, 60), touching=0.9)
    table = Table(placed, BLACK, view=LARGE, seed=6)
    reading = PipReader(None).read(render(table))
    assert reading.sure
    for true in truth(table):
        side = dist(true.corners[0], true.corners[1])
        assert 18 < side < 26
        near = [i for i in reading.items if dist(i.center, true.center) < side / 4]
        assert [item.symbol for item in near] == [true.symbol]


def test_only_small_dice_in_large_pictures_are_looked_at_again() -> None:
    assert len(asked(1920, 12, 2, 3)[0]) == 1
    assert len(asked(3840, 30, 2, 3)[0]) == 1
    assert len(asked(3840, 12, 0, 3)[0]) == 1
    looks, (symbols, _) = asked(3840, 12, 2, 3)
    (coarse, anywhere), (fine, sides) = looks
    assert (coarse.frame.shape[1], anywhere) == (1920, None)
    assert (fine.frame.shape[1], fine.size, sides) == (3840, coarse.size, about(12))
    assert [one.center[0] for one in symbols] == [100, 200, 300]  # in the frame's own pixels


def test_what_tells_more_of_the_dice_counts() -> None:
    _, (symbols, _) = asked(3840, 12, 3, 2)
    assert [one.center[0] for one in symbols] == [200, 400, 600]
    assert dist(symbols[0].corners[0], symbols[0].corners[1]) == pytest.approx(24)


def test_a_plane_of_fewer_pixels_shows_the_same() -> None:
    frame = render(Table((Placed(PIPS[0], 2, 20, -30, 0),), BLACK, view=View(noise=0)))
    whole = bare(frame)
    fewer = replace(whole, to_frame=np.diag([2.0, 2.0, 1.0]), size=(640, 480), finer=2.0)
    for factor in (0.5, 1.0, 2.0):
        mine, other = fewer.plain(factor), whole.plain(factor / 2)
        assert mine.shape == other.shape
        assert np.abs(mine.astype(int) - other).mean() < 1
