"""A hand over the table is told from light and shadow, in many lights."""

from dataclasses import replace
from math import cos, radians, sin
from random import Random

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.pieces import dice_set
from appliance.virtual.board import lay_hand
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import BLACK, GREEN, Light, Mat, Table, Veil, View
from appliance.virtual.sheets import draw_sheet
from appliance.vision.hand import hand_over

VIEW = View(width=640, height=480)
TABLE = Table(roll(Random(3), dice_set("anabid").dice[:4]), view=VIEW)
LIGHTS = (
    Light(),
    Light(level=0.6, gradient=0.4),
    Light(gains=(0.8, 1.0, 1.2), vignette=0.25),
    Light(veil=Veil(0.5, x=0.3, y=0.5, turn=20, half=0.2, soft=0.1)),
    Light(level=0.7, veil=Veil(0.6, x=0.9, y=0.2, turn=70, half=0.4, soft=0.15)),
)


def shaded(image: Image, tip: tuple[int, int], root: tuple[int, int], soft: float) -> Image:
    """The picture with a soft shadow as of an arm, bluer than the lamp's light."""
    cover = np.zeros(image.shape[:2], np.uint8)
    cv2.line(cover, tip, root, 255, 120)
    share = cv2.GaussianBlur(cover, (0, 0), soft).astype(np.float32)[:, :, None] / 255
    return np.asarray(image * (1 - share * (1 - np.array((0.66, 0.6, 0.58), np.float32))), np.uint8)


@pytest.mark.parametrize("mat", [Mat(BLACK), Mat(GREEN), Mat((120, 120, 118))], ids=str)
@pytest.mark.parametrize("light", LIGHTS, ids=str)
def test_no_light_and_no_soft_shadow_is_a_hand(light: Light, mat: Mat) -> None:
    image = render(replace(TABLE, mat=mat, light=light))
    assert not hand_over(image)
    assert not hand_over(shaded(image, (300, 200), (300, 600), 12))
    assert not hand_over(shaded(image, (330, 260), (-200, 100), 25))


@pytest.mark.parametrize("light", LIGHTS, ids=str)
def test_hands_are_seen_in_any_light_and_beside_shadows(light: Light) -> None:
    image = render(replace(TABLE, light=light))
    for turn, skin in ((0, (150, 175, 225)), (120, (70, 100, 150)), (250, (90, 90, 90))):
        seen, a = image.copy(), radians(turn)
        for sheet in lay_hand(-sin(a) * 30, cos(a) * 30, turn, skin):
            draw_sheet(seen, sheet, VIEW.projection())
        assert hand_over(seen)
        assert hand_over(shaded(seen, (200, 100), (-200, 100), 20))
