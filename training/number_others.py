"""Pictures of what lies on tables like a number die: coins, buttons, letters, patterns."""

from math import cos, radians, sin
from random import Random

import cv2
import numpy as np

from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import Colour
from appliance.vision.plane import Image
from training.props import Coin, any_colour

_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz012389")


def painted(rng: Random, fonts: list[str], wide: int, side: float) -> Image:
    """A crop of so many pixels of a coin, a button, letters, or a pattern, as if taken for a die so wide."""
    image = np.full((wide, wide, 3), any_colour(rng), np.uint8)
    radius = side / 2 * rng.uniform(0.7, 1.3)
    middle = (wide / 2 + rng.gauss(0, 0.05) * side, wide / 2 + rng.gauss(0, 0.05) * side)
    chance = rng.random()
    if chance < 0.3:
        coin = Coin(1.0, 1.0, rng.randrange(1 << 20)).paint()
        half = len(coin) // 2
        disc = np.zeros(coin.shape[:2], np.uint8)
        cv2.circle(disc, (half, half), half, 255, -1)
        _lay(image, coin, disc, middle, radius / half, rng.uniform(0, 360))
    elif chance < 0.55:
        _button(rng, image, (round(middle[0]), round(middle[1])), radius, any_colour(rng))
    elif chance < 0.8:
        ink = any_colour(rng)
        for _ in range(rng.randint(1, 4)):
            mask = glyph(rng.choice(fonts), rng.choice(_LETTERS))
            scale = 2 * radius * rng.uniform(0.2, 1.2) / CAP
            _lay(image, np.full((*mask.shape, 3), ink, np.uint8), mask, middle, scale, rng.uniform(0, 360))
            middle = (rng.uniform(0, wide), rng.uniform(0, wide))
    else:
        rows = rng.choice((4, 8, 14, 24))
        grey = np.random.default_rng(rng.randrange(1 << 30)).integers(0, 256, (rows, rows), np.uint8)
        way = rng.choice((cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC))
        image[:] = cv2.resize(grey, (wide, wide), interpolation=way)[:, :, None]
    return image


def _lay(
    image: Image, art: Image, mask: Image, middle: tuple[float, float], scale: float, angle: float
) -> None:
    """Lay a picture on another where its mask says so, in place, scaled and turned about its middle."""
    h, w = mask.shape
    place = cv2.getRotationMatrix2D((w / 2, h / 2), angle, scale)
    place[:, 2] += np.array(middle) - (w / 2, h / 2)
    size = (image.shape[1], image.shape[0])
    share = cv2.warpAffine(mask, place, size)[:, :, None] / np.float32(255)
    laid = cv2.warpAffine(art, place, size, borderMode=cv2.BORDER_REPLICATE)
    image[:] = (image + share * (laid - image.astype(np.float32))).astype(np.uint8)


def _button(rng: Random, image: Image, middle: tuple[int, int], radius: float, ink: Colour) -> None:
    """A disc with a rim and two to seven holes, in place."""
    cv2.circle(image, middle, round(radius), any_colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(image, middle, round(radius * rng.uniform(0.7, 0.95)), ink, 1, cv2.LINE_AA)
    holes, first, away = rng.randint(2, 7), rng.uniform(0, 360), radius * rng.uniform(0.15, 0.5)
    for n in range(holes):
        a = radians(first + 360 / holes * n)
        hole = round(middle[0] + away * cos(a)), round(middle[1] + away * sin(a))
        cv2.circle(image, hole, round(radius * rng.uniform(0.08, 0.16)), ink, -1, cv2.LINE_AA)
