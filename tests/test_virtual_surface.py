"""How virtual dice and tables are made: cut letters, shine, wear, clear bodies, dust, swirls and grain."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.errors import Missing
from appliance.pieces import dice_set
from appliance.virtual.dice import Placed
from appliance.virtual.ground import ground
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Light, Mat, Pattern, Table, View, truth

WHITE = dice_set("anabid").dice[0]
VIEW = View(width=400, height=300, span=60.0, noise=0.0, blur=0.0)
LAMP = Light(azimuth=180.0, gradient=0.0, vignette=0.0)  # from the left


def die(finish: Finish, light: Light = LAMP, face: int = 0, seed: int = 0) -> Image:
    """The top of one white die in the middle, 80 x 80."""
    table = Table((Placed(WHITE, face, 0.0, 0.0, 0.0),), Mat(markers=False), light, VIEW, finish, seed)
    source = np.array(truth(table)[0].corners, np.float32)
    target = np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float32)
    return np.asarray(
        cv2.warpPerspective(render(table), cv2.getPerspectiveTransform(source, target), (80, 80))
    )


def ink(image: Image) -> np.ndarray:
    """Where the letter's print is."""
    dark = np.asarray(image.max(axis=2) < 90)
    dark[:, 62:] = dark[:14] = dark[66:] = False  # beyond the top
    return dark


@pytest.mark.parametrize("depth", [0.4, -0.4])
def test_walls_of_cut_letters_are_dark_towards_the_lamp_and_of_raised_ones_bright(depth: float) -> None:
    letter = WHITE.faces.index("I") if "I" in WHITE.faces else 0
    printed = ink(die(Finish(), face=letter))
    bare = die(Finish(depth=depth, fill=0.0), face=letter)[:, :, 1].astype(int)
    flat = die(Finish(fill=0.0), face=letter)[:, :, 1].astype(int)
    first, last = np.flatnonzero(printed[40])[[0, -1]]
    left, right = ((bare - flat)[38:43, at - 2 : at + 3].sum() for at in (first, last))
    assert (left < 0 < right) if depth > 0 else (right < 0 < left)


def test_paint_in_a_letter_can_be_thin_or_missing() -> None:
    full, thin, none = (ink(die(Finish(fill=fill))).sum() for fill in (1.0, 0.85, 0.0))
    assert full > 200
    assert none < 0.1 * full
    dark = [int(die(Finish(fill=fill))[14:66, 14:62].min()) for fill in (1.0, 0.6)]
    assert dark[0] + 40 < dark[1]
    assert thin <= full


def test_shine_lies_on_the_edges_towards_the_lamp() -> None:
    body = (("white", (120, 120, 120), (30, 30, 30)),)
    plain = die(Finish(bodies=body))
    more = die(Finish(bodies=body, gloss=0.8)).astype(int) - plain
    assert more.min() >= 0
    assert more[25:55, :12].max() > 60
    assert more[25:55, :12].mean() > 3 * more[25:55, -12:].mean()
    assert more[30:50, 30:50].max() < 12


def test_a_highlight_on_a_white_body_is_brighter_than_white_where_little_light_falls() -> None:
    dim = replace(LAMP, level=0.4)
    white = Finish(bodies=(("white", (240, 240, 240), (30, 30, 30)),))
    plain, shiny = (die(white, replace(dim, glare=glare), seed=1).astype(int) for glare in (0.0, 1.0))
    assert plain.max() < 0.42 * 255
    assert shiny.max() > 1.3 * plain.max()
    bright = (die(white, replace(LAMP, level=2.0, glare=glare)).max() for glare in (0.0, 1.0))
    assert list(bright) == [255, 255]


def test_wear_darkens_edges_and_leaves_the_middle() -> None:
    less = die(Finish()).astype(int) - die(Finish(worn=0.5))
    rim = np.ones((80, 80), bool)
    rim[14:-14, 14:-14] = False
    assert less[rim].mean() > 4 * max(0.2, less[~rim].mean())


def test_light_goes_through_a_clear_body_and_its_shadow_is_paler() -> None:
    solid, through = (die(Finish(clear=clear, fill=0.0)).astype(int) for clear in (0.0, 0.6))
    assert (through - solid)[:, 60:].mean() > 5 > -5 > (through - solid)[:, :20].mean()
    pictures = [
        render(
            Table(
                (Placed(WHITE, 0, 0.0, 0.0, 0.0),),
                Mat((200, 200, 200), markers=False),
                LAMP,
                VIEW,
                Finish(clear=clear),
            )
        )
        for clear in (0.0, 1.0)
    ]
    dark, pale = (picture[140:160, 265:280].mean() for picture in pictures)
    assert pale > dark + 10


def test_dust_lies_here_and_there() -> None:
    clean = die(Finish()).astype(int)
    changed = [(np.abs(die(Finish(dust=12), seed=seed) - clean).max(axis=2) > 15).mean() for seed in range(8)]
    assert max(changed) < 0.2
    assert sum(share > 0 for share in changed) >= 5


def test_a_body_is_marbled_with_a_second_colour_and_its_print_stays() -> None:
    red, blue = (40, 40, 200), (200, 60, 40)
    finish = Finish(bodies=((WHITE.body, red, (240, 240, 240)),))
    plain = die(finish).astype(int)
    stirred = die(replace(finish, swirls=((WHITE.body, blue),)), seed=3).astype(int)
    bluer = stirred[:, :, 0] - stirred[:, :, 2]
    assert 0.1 < (bluer > 60).mean() < 0.8
    assert (bluer < -60).mean() > 0.1
    printed = plain.min(axis=2) > 220
    assert printed.sum() > 300
    assert (np.abs(stirred - plain)[printed].max(axis=1) > 8).mean() < 0.05  # of their rims
    other = die(replace(finish, swirls=(("another body", blue),)), seed=3)
    assert np.array_equal(other, die(finish, seed=3))


def test_wood_has_a_grain_that_runs_one_way() -> None:
    wood = Mat((120, 140, 160), markers=False, texture=0.0, wood=12.0)
    plain = ground(replace(wood, wood=0.0), VIEW, 1)
    image = ground(wood, VIEW, 1)[:, :, 1].astype(np.float32)
    assert float(plain.std(axis=(0, 1)).max()) == 0.0
    assert image.std() > 4
    assert image.mean() == pytest.approx(140, rel=0.1)
    across, down = (float((cv2.Sobel(image, cv2.CV_32F, *way) ** 2).mean()) for way in ((1, 0), (0, 1)))
    mixed = float((cv2.Sobel(image, cv2.CV_32F, 1, 0) * cv2.Sobel(image, cv2.CV_32F, 0, 1)).mean())
    # The structure tensor of streaks has one large eigenvalue and one small.
    least, most = np.linalg.eigvalsh([[across, mixed], [mixed, down]])
    assert most > 4 * least


def test_a_pattern_covers_the_table_in_mm_and_takes_its_colour(tmp_path: Path) -> None:
    stripes = np.full((32, 32, 3), 60, np.uint8)
    stripes[:, 16:] = 180
    cv2.imwrite(str(tmp_path / "stripes.png"), stripes)
    pattern = Pattern(str(tmp_path / "stripes.png"), wide=20.0)
    plain = Mat((120, 140, 160), markers=False, texture=0.0, pattern=pattern)
    image = ground(plain, VIEW, 1)
    per_mm = VIEW.width / VIEW.span
    for mm, grey in ((-25, 180), (-15, 180), (-5, 60), (5, 60), (15, 180), (25, 180)):  # mirrored
        assert np.abs(image[:, round(200 + mm * per_mm)].astype(int) - grey).max() <= 2
    upright = ground(replace(plain, pattern=replace(pattern, turn=90.0)), VIEW, 1)
    assert np.abs(upright[150].astype(int) - 60).max() <= 2
    pale = ground(replace(plain, pattern=replace(pattern, own=0.0, most=6.0)), VIEW, 1)
    dark, bright = (pale[150, round(200 + mm * per_mm)].astype(int) for mm in (5, 15))
    assert np.abs((dark + bright) / 2 - plain.colour).max() <= 2
    assert np.abs(bright - dark - 12).max() <= 2
    with pytest.raises(Missing, match="is no picture"):
        ground(replace(plain, pattern=Pattern(str(tmp_path / "gone.png"))), VIEW, 1)


def test_hard_shadows_have_sharp_edges_near_the_die_and_soft_ones_far_away() -> None:
    ground_mat = Mat((200, 200, 200), markers=False, texture=0.0)
    placed = (Placed(WHITE, 0, 0.0, 0.0, 0.0),)
    edge = int(truth(Table(placed, view=VIEW))[0].corners[1][0])
    near, far = [], []
    for hard in (0.0, 1.0):
        light = replace(LAMP, softness=5.0, hard=hard)
        picture = render(Table(placed, ground_mat, light, VIEW))[:, :, 1].astype(int)
        for steps, at in ((near, edge + 14), (far, edge + 70)):
            steps.append(np.abs(picture[8:, at] - picture[:-8, at]).max())
    assert near[1] > 1.4 * near[0]
    assert far[1] == pytest.approx(far[0], abs=2)
