"""What no table has, over a picture: so that readers learn to refuse it."""

from random import Random

import cv2
import numpy as np

from appliance.vision.plane import Image
from training.props import any_colour


def scrawled(rng: Random, image: Image) -> Image:
    """The picture with things over it that no table has: clouds of noise, stripes, rings with holes."""
    h, w = image.shape[:2]
    noise = np.random.default_rng(rng.getrandbits(32))
    chance = rng.random()
    if chance < 0.35:
        by, depth = rng.choice((1, 2, 5, 12, 30)), rng.choice((1, 3))
        small = noise.integers(0, 256, (h // by + 1, w // by + 1, depth), np.uint8)
        grown = cv2.resize(small, (w, h), interpolation=rng.choice((cv2.INTER_NEAREST, cv2.INTER_LINEAR)))
        share = rng.choice((1.0, rng.uniform(0.2, 0.9)))
        return np.asarray(image * (1 - share) + grown.reshape(h, w, depth) * share, np.uint8)
    if chance < 0.6:
        y, x = np.mgrid[0:h, 0:w]
        along = (x * np.cos(turn := rng.uniform(0, np.pi)) + y * np.sin(turn)) / rng.uniform(3, 40)
        on = np.sin(along + rng.uniform(0, 3) * np.sin(y / rng.uniform(20, 200))) > rng.uniform(-0.7, 0.7)
        image[on] = any_colour(rng)
        return image
    for _ in range(rng.randint(2, 30)):
        middle, radius = (rng.randrange(w), rng.randrange(h)), rng.randint(4, 60)
        cv2.circle(image, middle, radius, any_colour(rng), rng.choice((-1, -1, 2)), cv2.LINE_AA)
        holes, hole = rng.choice((0, 0, 1, 2, 3, 4, 5)), any_colour(rng)
        away = radius * (rng.uniform(0.3, 0.6) if holes > 1 else rng.uniform(0, 0.4))
        for n in range(holes):
            at = 2 * np.pi * n / holes
            spot = round(middle[0] + away * np.cos(at)), round(middle[1] + away * np.sin(at))
            cv2.circle(image, spot, max(1, round(radius * rng.uniform(0.08, 0.2))), hole, -1, cv2.LINE_AA)
    return image
