"""What a lamp may hide of dice with pips: a glare on a top, one all white."""

from dataclasses import replace
from math import dist

import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import dice_set
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Table, Truth, truth
from appliance.vision import health
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.pip_light import hides
from appliance.vision.pip_look import Seen
from appliance.vision.pips import PipReader

EYE = PipReader(dice_set("bid-and-bluff"))


def alone(body: str, symbol: str) -> Table:
    """One die of that colour with that top."""
    die = next(die for die in dice_set("bid-and-bluff").dice if die.body == body)
    return Table((Placed(die, die.faces.index(symbol), 0, -40, 15),), finish=Finish(size=16.0))


@pytest.mark.parametrize(
    ("body", "symbol", "by", "share"),
    [
        ("red", "0", (230, 230, 230), 0.2),  # it may hide a pip
        ("yellow", "0", (170, 40, 40), 0.3),  # wider: pale pips, too
        ("yellow", "4", (150, 90, 90), 0.09),  # it bleaches a dark pip
    ],
)
def test_a_glare_in_the_middle_of_a_top_may_hide_pips(
    body: str, symbol: str, by: tuple[float, float, float], share: float
) -> None:
    scene = alone(body, symbol)
    frame = render(scene)
    (plain,) = EYE.read(frame).items
    (shiny,) = EYE.read(glared(frame, truth(scene)[0], by, share)).items
    assert (plain.symbol, plain.sure) == (symbol, True)
    assert (shiny.symbol, shiny.sure) == (symbol, False)


@pytest.mark.parametrize("body", ["red", "blue", "green"])
def test_a_glare_through_which_the_body_shows_hides_no_pip(body: str) -> None:
    scene = alone(body, "0")
    (shiny,) = EYE.read(glared(render(scene), truth(scene)[0], (125, 125, 125), 0.2)).items
    assert (shiny.symbol, shiny.sure) == ("0", True)


def glared(frame: Image, true: Truth, by: tuple[float, float, float], share: float) -> Image:
    """The frame with a soft spot of light, levels of blue, green and red, in the middle of a die's top."""
    rows, columns = np.ogrid[: frame.shape[0], : frame.shape[1]]
    away = (columns - true.center[0]) ** 2 + (rows - true.center[1]) ** 2
    spot = np.exp(-away / (2 * (share * dist(true.corners[0], true.corners[1])) ** 2))
    return np.minimum(frame + spot[..., None] * by, 255).astype(np.uint8)


@pytest.mark.parametrize(("spot", "hides"), [(0, False), (30, False), (50, True)])
def test_a_spot_about_as_light_as_the_pips_may_hide_one(spot: int, hides: bool) -> None:
    green = np.array((40, 90, 30), np.uint8)
    face = np.full((27, 27, 3), green)
    for middle, more in ((6, 60), (13, spot), (20, 60)):
        face[middle - 3 : middle + 4, middle - 3 : middle + 4] += np.uint8(more)
    two = Seen(
        Sighted(CUBE, 0, 0, 40, 0, 0.6), 0.9, np.eye(9)[2], green.astype(np.float32), True, False, face
    )
    assert two.hides is hides


@pytest.mark.parametrize("noise", [0, 18])
def test_a_plain_face_that_the_camera_has_all_white_may_have_lost_its_pips(noise: float) -> None:
    frame = render(alone("white", "0"))
    grain = np.random.default_rng(3).normal(0, noise, frame.shape)
    (plain,) = EYE.read(frame).items
    (bright,) = EYE.read(np.clip(np.minimum(frame * 1.2, 255) + grain, 0, 255).astype(np.uint8)).items
    assert (plain.symbol, plain.sure) == ("0", True)
    assert (bright.symbol, bright.sure) == ("0", False)


@pytest.mark.parametrize(("ink", "sure"), [((40, 40, 40), True), ((188, 188, 188), False)])
def test_pale_pips_of_a_top_that_the_camera_has_all_white_may_not_be_all(
    ink: tuple[int, int, int], sure: bool
) -> None:
    scene = alone("white", "2")
    paint = (228, 232, 232)
    scene = replace(scene, finish=replace(scene.finish, bodies=(("white", paint, ink),)))
    reading = EYE.read(np.minimum(render(scene) * 1.15, 255).astype(np.uint8))
    (two,) = reading.items
    assert (two.symbol, two.sure) == ("2", sure)
    assert (health.WHITE in reading.problems) is not sure


@pytest.mark.parametrize(
    ("ink", "body", "is_doubted"),
    [
        ((196, 204, 200), (253, 254, 254), True),  # so pale that others may be lost
        ((150, 160, 155), (253, 254, 254), False),
        ((196, 204, 200), (224, 230, 228), False),  # nothing is lost
    ],
)
def test_a_lone_pale_pip_on_a_top_that_the_camera_has_all_white_may_be_what_is_left(
    ink: tuple[int, int, int], body: tuple[int, int, int], is_doubted: bool
) -> None:
    top = np.full((27, 27, 3), body, np.uint8)
    top[11:16, 11:16] = ink
    assert hides(top, top, np.array(body, np.float32), 1, lighter=False, disc=False) is is_doubted


@pytest.mark.parametrize(
    ("middle", "is_doubted"), [((110, 110, 215), False), ((190, 196, 198), True), ((255, 255, 255), True)]
)
def test_a_middle_without_the_colour_of_the_other_pips_may_be_but_shade_or_light(
    middle: tuple[int, int, int], is_doubted: bool
) -> None:
    top = np.full((27, 27, 3), (236, 242, 244), np.uint8)
    for place, colour in ((6, (110, 110, 215)), (13, middle), (20, (110, 110, 215))):
        top[place - 2 : place + 3, place - 2 : place + 3] = colour
    body = np.array((236, 242, 244), np.float32)
    assert hides(top, top, body, 3, lighter=False, disc=False) is is_doubted


@pytest.mark.parametrize(
    ("middle", "ink", "is_doubted"), [(250, 90, True), (110, 90, False), (245, 190, False)]
)
def test_a_light_middle_among_plain_dark_pips_is_none_of_them(
    middle: int, ink: int, is_doubted: bool
) -> None:
    top = np.full((27, 27, 3), 235, np.uint8)
    for place, level in ((6, ink), (13, middle), (20, ink)):
        top[place - 2 : place + 3, place - 2 : place + 3] = level
    body = np.full(3, 235, np.float32)
    assert hides(top, top, body, 3, lighter=False, disc=False) is is_doubted


def test_large_dark_pips_about_a_white_middle_are_no_glare() -> None:
    top = np.full((27, 27, 3), (215, 229, 219), np.uint8)
    for row in (7, 19):
        for column in (7, 19):
            top[row - 4 : row + 5, column - 4 : column + 5] = 40
    assert not hides(top, top, np.array((215, 229, 219), np.float32), 4, lighter=False, disc=False)
