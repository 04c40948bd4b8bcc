"""What a lamp may take of a letter: where its light burns out, print ends and another letter is left."""

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Table, View, truth
from appliance.vision import health
from appliance.vision.dice import DiceReader
from appliance.vision.letter_light import may_be_left

INK, PAPER = 128.0, 195.0


def top(ink: float = INK, light: float = 0.0, side: int = 48) -> Image:
    """A pale O on a white top, and so many levels of light on its lower part."""
    face = np.full((side, side), PAPER, np.float32)
    cv2.ellipse(face, (side // 2, side // 2), (side // 5, side // 4), 0, 0, 360, ink, side // 10)
    rows, columns = np.mgrid[:side, :side]
    away = (rows - 0.74 * side) ** 2 + (columns - 0.5 * side) ** 2
    face += light * np.exp(-away / (2 * (0.14 * side) ** 2))
    return np.repeat(np.minimum(face, 255).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("side", [40, 48])
@pytest.mark.parametrize(
    ("ink", "light", "symbol", "is_left"),
    [
        (INK, 180.0, "U", True),
        (INK, 180.0, "W", False),  # nothing becomes that
        (INK, 0.0, "U", False),  # no light
        (30.0, 180.0, "U", False),  # black print is not lost
        (INK, 25.0, "U", False),  # hardly any
    ],
)
def test_a_letter_whose_pale_print_fades_into_burnt_white_may_be_what_is_left(
    ink: float, light: float, symbol: str, is_left: bool, side: int
) -> None:
    assert may_be_left(top(ink, light, side), symbol) is is_left


@pytest.mark.parametrize(
    ("ink", "symbol", "is_left"),
    [(195.0, "E", True), (195.0, "U", True), (195.0, "W", False), (120.0, "E", False)],
)
def test_where_a_top_is_white_and_all_print_pale_more_letters_may_be_what_is_left(
    ink: float, symbol: str, is_left: bool
) -> None:
    face = np.full((48, 48), 252.0, np.float32)
    cv2.ellipse(face, (24, 24), (10, 12), 0, 0, 360, ink, 5)
    assert may_be_left(np.repeat(face.astype(np.uint8)[:, :, None], 3, axis=2), symbol) is is_left


@pytest.mark.parametrize("light", [0, 160])
def test_such_a_letter_is_asked_about_and_the_picture_said_to_be_overexposed(light: float) -> None:
    dice = [Die("any", 6, "cream", tuple(ALPHABET[14] * 6)) for _ in range(3)]
    placed = tuple(Placed(die, 0, 60.0 * k - 60, 0.0, 0.0) for k, die in enumerate(dice))
    paint = Finish(bodies=(("cream", (196, 200, 202), (128, 126, 128)),))
    scene = Table(placed, Mat((90, 90, 90), markers=False), view=View(span=260), finish=paint)
    frame = render(scene).astype(np.float32)
    (x, y), side = truth(scene)[1].center, 18 * 1280 / 260
    rows, columns = np.mgrid[:960, :1280]
    away = (rows - y - 0.3 * side) ** 2 + (columns - x) ** 2
    frame += (light * np.exp(-away / (2 * (0.15 * side) ** 2)))[:, :, None]
    reading = DiceReader(None).read(np.minimum(frame, 255).astype(np.uint8))
    middle = min(reading.items, key=lambda item: abs(item.center[0] - x))
    assert len(reading.items) == 3
    assert middle.sure is (light == 0)
    assert (health.WHITE in reading.problems) is (light > 0)
