"""What colour a die's body has beside its print, and which die of a set that makes it."""

from math import dist

import cv2
import numpy as np
import pytest

from appliance.virtual.scene import Colour
from appliance.vision.colours import Colours, body_colour
from appliance.vision.reading import SURE

RED, WHITE, BLACK, BLUISH = (40, 40, 180), (225, 230, 235), (30, 30, 30), (58, 40, 28)


@pytest.mark.parametrize(("body", "ink"), [(RED, (240, 240, 240)), (WHITE, BLACK), (WHITE, BLUISH)])
def test_the_body_is_the_colour_that_is_no_print_s(body: Colour, ink: Colour) -> None:
    lighter, face = sum(ink) > sum(body), np.full((27, 27, 3), body, np.uint8)
    dotted = face.copy()
    for at in ((7, 7), (19, 7), (7, 19), (19, 19)):
        cv2.circle(dotted, at, 4, ink, -1)
    disc = cv2.circle(face.copy(), (13, 13), 12, ink, -1)
    cv2.circle(disc, (13, 13), 3, body, -1)
    for made, pips, has_disc in ((face, 0, False), (dotted, 4, False), (disc, 1, True)):
        measured = body_colour(made, pips, lighter=lighter, disc=has_disc)
        assert dist(measured.tolist(), body) < 3


def test_a_disc_under_a_glare_is_not_taken_for_the_body() -> None:
    face = np.full((27, 27, 3), (40, 40, 180), np.uint8)
    cv2.circle(face, (13, 13), 12, (150, 150, 235), -1)
    cv2.circle(face, (13, 13), 4, (170, 165, 245), -1)  # a pip as pale as the disc: which of both is lighter?
    for lighter in (True, False):
        assert dist(body_colour(face, 1, lighter=lighter, disc=True).tolist(), (40, 40, 180)) < 3


def test_a_white_body_in_a_bright_light_is_white_and_not_its_pips_colour() -> None:
    face = np.full((27, 27, 3), 255, np.uint8)
    for at in ((5, 5), (13, 13), (21, 21)):
        cv2.circle(face, at, 4, (30, 30, 30), -1)
    assert body_colour(face, 3, lighter=False, disc=False).min() > 240


def test_the_colours_of_a_set_are_given_out_once_each() -> None:
    red, yellow, orange = (np.array(c, np.float32) for c in ((40, 40, 190), (40, 196, 240), (30, 150, 235)))
    named, problems = Colours(("red", "yellow")).named([red, yellow], balanced=True)
    assert [name for name, _ in named] == ["red", "yellow"]
    assert min(trust for _, trust in named) > 0.99
    assert not problems
    assert Colours(()).named([orange], balanced=True) == ([("orange", 1.0)], [])


def test_without_a_mat_a_pale_colour_is_believed_and_one_halfway_between_two_is_not() -> None:
    red, yellow, white = (np.array(c, np.float32) for c in ((40, 40, 190), (40, 196, 240), (225, 228, 232)))
    colours = Colours(("red", "yellow", "white"))
    trusts = []
    for share in (0.47, 0.6):
        named, _ = colours.named([red, (1 - share) * yellow + share * white], balanced=False)
        assert named[1][0] == "white"
        trusts.append(named[1][1])
    assert trusts[0] < 0.8 < SURE < trusts[1]


@pytest.mark.parametrize(("name", "colour"), [("red", (125, 109, 252)), ("yellow", (99, 250, 250))])
def test_a_bright_colour_is_not_white_in_a_dim_light(name: str, colour: Colour) -> None:
    six = Colours(("red", "yellow", "green", "blue", "white", "purple"))
    named, _ = six.named([np.array(colour, np.float32)], balanced=False)
    assert named[0][0] == name
    assert named[0][1] > 0.7


def test_a_shadow_in_the_dice_s_light_is_of_none_of_their_colours() -> None:
    colours = Colours(("red", "white"))
    warm = np.array((0.7, 0.85, 1.0), np.float32)
    red, white, shadow = (
        np.array(c, np.float32) * warm for c in ((40, 40, 190), (232, 232, 232), (30, 31, 30))
    )
    assert colours.about([red, white, shadow], [True, True, False]) == ["red", "white", "black"]
