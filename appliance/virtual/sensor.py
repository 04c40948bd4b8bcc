"""What the sensor and the camera's own processing add to the picture that the lens throws on it."""

from functools import lru_cache
from math import pi

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.virtual.scene import Sensor

_GRAIN = 32.0
_SLACK = 96
_HOT = 7
"""Seed of the hot pixels' places: a sensor has them always at the same."""


def banded(image: Image, sensor: Sensor, seed: int) -> Image:
    """Rows lighter and darker in waves, as where rows are exposed one after another under mains light."""
    if not sensor.banding:
        return image
    h, w = image.shape[:2]
    # The waves wander from shot to shot, as no camera keeps exactly to the mains.
    wave = np.sin(2 * pi * (sensor.bands * np.arange(h) / h + seed * 0.33 % 1))
    gain = np.repeat(np.round(128 * (1 + sensor.banding * wave)).astype(np.uint8), w * 3).reshape(h, w, 3)
    return np.asarray(cv2.multiply(image, gain, scale=1 / 128), np.uint8)


def grainy(image: Image, noise: float, sensor: Sensor, seed: int) -> Image:
    """The picture with the noise of one shot, even (`noise`) and growing with the light, and hot pixels."""
    if not (noise > 0 or sensor.shot or sensor.hot):
        return image
    h, w = image.shape[:2]
    rng = np.random.default_rng(seed)
    y, x = (int(rng.integers(0, _SLACK)) for _ in range(2))
    here = slice(y, y + h), slice(x, x + w)
    if sensor.shot:
        above, below = (half[here] for half in _halves(h + _SLACK, w + _SLACK))
        image = _speckled(image, above, below, noise, sensor.shot)
    elif noise > 0:
        share = noise / _GRAIN
        grain = _grain(h + _SLACK, w + _SLACK)[here]
        image = np.asarray(cv2.addWeighted(image, 1.0, grain, share, -128 * share), np.uint8)
    return _heated(image, sensor.hot) if sensor.hot else image


def processed(image: Image, sensor: Sensor) -> Image:
    """The camera's tone curve, then its sharpening with the bright and dark halos that this leaves."""
    if sensor.gamma != 1 or sensor.contrast:
        image = np.asarray(cv2.LUT(image, _tones(sensor.gamma, sensor.contrast)), np.uint8)
    if sensor.sharpen:
        soft = cv2.blur(image, (5, 5))
        image = np.asarray(cv2.addWeighted(image, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    return image


def pressed(image: Image, jpeg: int | None) -> Image:
    """The picture after JPEG compression of that quality; None leaves it."""
    if jpeg is None:
        return image
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _speckled(image: Image, above: Image, below: Image, noise: float, shot: float) -> Image:
    """Noise whose deviation is `noise` in the dark and rises with the square root of the light."""
    deviation = np.sqrt(noise**2 + shot**2 * np.arange(256) / 255)
    # In sixteenths of a grey value: 8 bits hold deviations up to 15.
    share = cv2.LUT(image, np.clip(np.round(deviation * 16), 0, 255).astype(np.uint8))
    more, less = (cv2.multiply(half, share, scale=1 / (16 * _GRAIN)) for half in (above, below))
    return np.asarray(cv2.subtract(cv2.add(image, more), less), np.uint8)


def _heated(image: Image, hot: int) -> Image:
    """Hot pixels, each two wide after demosaicing."""
    image = image.copy()
    for y, x, channel, bright in _hot(*image.shape[:2])[:hot]:
        part = image[y : y + 2, x : x + 2, channel]
        np.maximum(part, bright, out=part)
    return image


@lru_cache(maxsize=2)
def _grain(h: int, w: int) -> Image:
    """Noise about 128 with a standard deviation of `_GRAIN`, h x w x 3."""
    # Neighbouring pixels share some noise, as after a camera's demosaicing.
    raw = cv2.GaussianBlur(np.random.default_rng(0).standard_normal((h, w, 3), np.float32), (0, 0), 0.5)
    return np.asarray(np.clip(raw * (_GRAIN / float(raw.std())) + 128.5, 0, 255), np.uint8)


@lru_cache(maxsize=2)
def _halves(h: int, w: int) -> tuple[Image, Image]:
    """How far the noise lies above its middle, and how far below."""
    grain = _grain(h, w)
    return np.maximum(grain, 128) - 128, 128 - np.minimum(grain, 128)


@lru_cache(maxsize=8)
def _hot(h: int, w: int) -> tuple[tuple[int, int, int, int], ...]:
    """Row, column, channel and brightness of the hot pixels, in the order in which sensors get them."""
    rng = np.random.default_rng(_HOT)
    return tuple(
        (int(rng.integers(h)), int(rng.integers(w)), int(rng.integers(3)), int(rng.integers(120, 256)))
        for _ in range(100)
    )


@lru_cache(maxsize=8)
def _tones(gamma: float, contrast: float) -> npt.NDArray[np.uint8]:
    """The tone curve: what becomes of each of the 256 grey values."""
    light = (np.arange(256) / 255) ** (1 / gamma)
    curve = light + contrast * (light * light * (3 - 2 * light) - light)
    return np.round(255 * curve).astype(np.uint8)
