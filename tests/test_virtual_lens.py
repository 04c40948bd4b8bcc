"""The virtual table as a camera: bent lines, fringes, banding, noise, tones, shadows; truth follows."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.drivers.clock import ManualClock
from appliance.pieces import dice_set
from appliance.virtual.board import grid_truth, lay_board
from appliance.virtual.dice import roll
from appliance.virtual.lens import bent, through, unbent
from appliance.virtual.render import develop, expose, render
from appliance.virtual.scene import Light, Mat, Sensor, Table, Veil, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tiles import TileArt, TileMake, tile_truth
from appliance.virtual.variety import PHOTO, any_sensor, any_view

GREY = Mat(markers=False, colour=(120, 120, 120), texture=0.0)
PLAIN = Light(gradient=0.0, vignette=0.0)
STILL = View(width=640, height=480, noise=0.0)
SIZE = (640, 480)
PLACES = [(x, y) for x in (-190, -90, 20, 180) for y in (-120, -50, 60, 115)]


def shot(sensor: Sensor, grey: int = 120, seed: int = 0) -> Image:
    """An even grey picture as that sensor gives it."""
    return develop(np.full((480, 640, 3), grey, np.uint8), replace(STILL, sensor=sensor), seed)


def middles(view: View, near: np.ndarray) -> np.ndarray:
    """The middles of white dots in that view, each looked for near the place that is told."""
    white = TileArt("?", TileMake(size=(9.0, 9.0), thick=0.0, body=(250, 250, 250), bevel=0.0))
    dots = tuple(Sheet(white, x, y) for x, y in PLACES)
    image = render(Table(mat=GREY, light=PLAIN, view=view, sheets=dots))
    bright = (image[:, :, 1].astype(float) - 121).clip(0)
    found = []
    for left, top in np.round(near).astype(int) - 14:
        part = bright[top : top + 29, left : left + 29]
        down, across = np.indices(part.shape)
        found.append([(across * part).sum() / part.sum() + left, (down * part).sum() / part.sum() + top])
    return np.array(found)


@pytest.mark.parametrize("bend", [-0.08, 0.05])
def test_pictures_are_bent_as_the_truth_is(bend: float) -> None:
    straight = replace(STILL, tilt=(2.0, -3.0), turn=5.0)
    curved = replace(straight, bend=bend)
    points = [(x, y, 0.0) for x, y in PLACES]
    assert np.ptp(curved.pixels(points) - straight.pixels(points)) > 5
    was, now = (middles(view, view.pixels(points)) for view in (straight, curved))
    assert now == pytest.approx(bent(was, SIZE, bend), abs=0.15)


def test_a_lens_keeps_the_middle_and_bends_more_farther_out() -> None:
    points = np.array([[320.0, 240.0], [480.0, 240.0], [639.0, 240.0], [0.0, 0.0]])
    assert bent(points, SIZE, 0.0) is points
    barrel, pincushion = (bent(points, SIZE, bend) for bend in (-0.06, 0.06))
    assert np.allclose([barrel[0], pincushion[0]], points[0])
    assert barrel[3] == pytest.approx(points[3])  # a barrel's corners stay, so that nothing is empty
    assert barrel[1, 0] > points[1, 0] > pincushion[1, 0]
    assert np.allclose(unbent(barrel, SIZE, -0.06), points, atol=0.01)
    assert np.allclose(unbent(pincushion, SIZE, 0.06), points, atol=0.01)
    magnified = (barrel - 320)[1:3, 0] / (points - 320)[1:3, 0]
    assert magnified[0] > magnified[1] > 1


def test_every_truth_is_bent() -> None:
    rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7
    table = Table(sheets=lay_board(rows), mat=GREY, view=STILL)
    barrel = replace(table, view=replace(STILL, bend=-0.06))
    dice = Table(roll(Random(4), dice_set("anabid").dice), view=STILL)
    pairs = [
        (grid_truth(table), grid_truth(barrel)),
        ([true.center for true in tile_truth(table)], [true.center for true in tile_truth(barrel)]),
        (
            [true.center for true in truth(dice)],
            [true.center for true in truth(replace(dice, view=barrel.view))],
        ),
    ]
    for straight, curved in pairs:
        assert np.asarray(curved) == pytest.approx(bent(np.asarray(straight, float), SIZE, -0.06))
        assert not np.allclose(straight, curved, atol=0.5)


def test_hands_find_places_through_the_lens() -> None:
    view = View(bend=-0.07)
    top = Tabletop(ManualClock(), dice_set("anabid"), scene=Table(view=view))
    for across, down in ((0.1, 0.15), (0.5, 0.5), (0.8, 0.3)):
        x, y = top.place(across, down)
        assert view.pixels([[x, y, 0.0]])[0] == pytest.approx([across * 1280, down * 960], abs=0.05)


def test_red_and_blue_part_only_away_from_the_middle() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    for x, y in ((320, 240), (600, 450)):
        cv2.circle(image, (x, y), 8, (255, 255, 255), -1)
    seen = through(image, 0.0, 3.0).astype(int)
    for x, y, apart in ((320, 240, 0.0), (600, 450, 3.0 * np.hypot(280, 210) / 400)):
        part = seen[y - 20 : y + 21, x - 20 : x + 21]
        blue, red = (np.argwhere(part[:, :, c] > 127).mean(axis=0) for c in (0, 2))
        assert np.hypot(*(blue - red)) == pytest.approx(apart, abs=0.3)
    assert through(image, 0.0, 0.0) is image


def test_mains_light_makes_waves_across_rows_that_wander() -> None:
    rows = shot(Sensor(banding=0.05, bands=2.0)).mean(axis=(1, 2))
    assert rows.max() / 120 == pytest.approx(1.05, abs=0.01)
    assert rows.min() / 120 == pytest.approx(0.95, abs=0.01)
    assert np.abs(np.fft.rfft(rows - rows.mean())).argmax() == 2
    later = shot(Sensor(banding=0.05, bands=2.0), seed=1).mean(axis=(1, 2))
    assert np.abs(rows - later).max() > 3


def test_noise_grows_with_the_root_of_the_light() -> None:
    sensor = Sensor(shot=8.0)
    dark, light = (float(shot(sensor, grey)[:, :, 1].std()) for grey in (55, 220))
    assert light == pytest.approx(2 * dark, rel=0.1)
    assert light == pytest.approx(8 * (220 / 255) ** 0.5, rel=0.1)
    assert float(shot(sensor, 130).mean()) == pytest.approx(130, abs=0.6)


def test_hot_pixels_stay_where_they_are_and_the_exposed_picture_is_left_alone() -> None:
    exposed = np.zeros((480, 640, 3), np.uint8)
    view = replace(STILL, sensor=Sensor(hot=6))
    one, other = (develop(exposed, view, seed) for seed in (1, 2))
    assert np.array_equal(one, other)
    assert 6 <= np.count_nonzero(one) <= 24
    assert not exposed.any()


def test_tones_and_sharpening() -> None:
    assert shot(Sensor(gamma=1.3), 60)[0, 0, 0] > 75
    low, high = (int(shot(Sensor(contrast=0.5), grey)[0, 0, 0]) for grey in (60, 195))
    assert low < 55 < 200 < high
    edge = np.full((480, 640, 3), 80, np.uint8)
    edge[:, 320:] = 160
    row = develop(edge, replace(STILL, sensor=Sensor(sharpen=0.8)), 0)[240, :, 0]
    assert row.min() < 72 < 168 < row.max()
    assert row[10] == 80


def test_a_veil_darkens_its_strip_and_a_side_lamp_colours_its_side() -> None:
    plain = expose(Table(mat=GREY, light=PLAIN, view=STILL)).astype(float)
    veiled = replace(PLAIN, veil=Veil(0.4, x=0.25, turn=90.0, half=0.08))
    share = expose(Table(mat=GREY, light=veiled, view=STILL)) / plain
    assert share[:, 160].mean() == pytest.approx(0.6, abs=0.02)
    assert share[:, 400:].mean() == pytest.approx(1.0, abs=0.01)
    lamp = replace(PLAIN, side=(-0.1, 0.0, 0.2))
    share = expose(Table(mat=GREY, light=lamp, view=STILL)) / plain
    assert share[:, -10:].mean(axis=(0, 1)) == pytest.approx([0.9, 1.0, 1.2], abs=0.03)
    assert share[:, :10].mean(axis=(0, 1)) == pytest.approx([1.0, 1.0, 1.0], abs=0.02)


def test_a_photographic_view_has_all_flaws_and_training_has_some() -> None:
    rng = Random(3)
    views = [any_view(rng, PHOTO) for _ in range(20)]
    assert all(view.bend and view.fringe and view.sensor.sharpen for view in views)
    some = [any_sensor(rng, replace(PHOTO.flaws, share=0.5)) for _ in range(60)]
    assert 10 < sum(sensor.banding > 0 for sensor in some) < 50
    assert render(Table(mat=GREY, view=replace(views[0], width=640, height=480))).shape == (480, 640, 3)
