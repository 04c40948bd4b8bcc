"""What the network of leans learns from: where tops are seen, on the mat too."""

from dataclasses import replace
from math import dist, radians, sin, tan
from random import Random

import numpy as np
import pytest

from appliance.pieces import dice_set
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Table, View, default_font
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.locate import locate
from appliance.vision.plane import bare
from appliance.vision.tilt import flat
from training.tilt_scenes import Sample, dice_of, side_by_side

DICE = roll(Random(3), dice_set("bid-and-bluff").dice, size=16.0)
VIEW = View(span=620, width=1280, above=700)


def seen(lean: float = 0.0, markers: bool = True, **view: object) -> list[Sample]:
    """Dice with pips, of which the first may lean, as they are cut out."""
    dice = (replace(DICE[0], lean=lean), *DICE[1:])
    table = Table(dice, Mat(markers=markers), view=replace(VIEW, **view), finish=Finish(size=16.0))  # type: ignore[arg-type]
    image = render(table)
    return list(dice_of(Random(1), table, locate(image) if markers else bare(image)))


@pytest.mark.parametrize("tilt", [(0, 24), (-30, 0), (3, 38)])
def test_tops_on_a_mat_are_seen_as_the_markers_tell(tilt: tuple[float, float]) -> None:
    plane = locate(render(Table(view=replace(VIEW, tilt=tilt))))
    assert plane.scale is not None
    for die, sample in zip(DICE, seen(tilt=tilt), strict=True):
        x, y = (die.x + 200) * plane.scale, (die.y + 150) * plane.scale
        ((right, down),) = flat(plane, [Sighted(CUBE, x, y, 16 * plane.scale, 0.0, 1.0)])
        told = np.array([right, down]) / np.hypot(right, down)
        assert np.array(sample.tilt) @ told == pytest.approx(np.hypot(*sample.tilt), rel=0.02)
        assert np.hypot(*sample.tilt) >= 0.95 * np.hypot(right, down)
        assert sample.found is not None


def test_where_the_mat_is_undone_a_camera_farther_aside_sees_tops_farther_out() -> None:
    near, far = (np.median([np.hypot(*one.tilt) for one in seen(tilt=(0, off))]) for off in (15, 35))
    assert far / near == pytest.approx(tan(radians(35)) / tan(radians(15)), rel=0.25)


def test_without_a_mat_the_picture_itself_is_cut() -> None:
    above = [np.hypot(*one.tilt) for one in seen(markers=False)]
    aside = [np.hypot(*one.tilt) for one in seen(markers=False, tilt=(0, 30))]
    assert np.median(aside) - np.median(above) == pytest.approx(sin(radians(30)), abs=0.2)


def test_what_leans_is_seen_elsewhere() -> None:
    flat_one, leaning = seen()[0], seen(lean=25.0)[0]
    assert leaning.lean == 25.0
    assert np.hypot(*np.subtract(leaning.tilt, flat_one.tilt)) == pytest.approx(sin(radians(25)), abs=0.12)


def test_dice_that_players_set_side_by_side_mostly_lie_flat() -> None:
    tables = [side_by_side(Random(number), [default_font()])[0] for number in range(12)]
    for table in tables:
        places = [(one.x, one.y) for one in table.dice]
        near = [min(dist(a, b) for b in places if b != a) / table.finish.size for a in places]
        assert max(near) < 1.5
        assert table.mat.markers
    leaning = [one.lean > 0 for table in tables for one in table.dice]
    assert 0.05 < np.mean(leaning) < 0.4
