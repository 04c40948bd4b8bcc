"""The table without dice: what lies beyond the mat, the mat, its grain and its printed markers."""

from functools import lru_cache

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.errors import Missing
from appliance.pieces.mat import DICTIONARY
from appliance.virtual.scene import Colour, Mat, Pattern, View
from appliance.virtual.solids import Array

_PER_MM = 3
_WOOD = 2
"""The grain of wood is drawn so many times coarser than the picture."""


@lru_cache(maxsize=12)
def ground(mat: Mat, view: View, seed: int) -> Image:
    """The empty table as the camera sees it; do not write into it."""
    rng = np.random.default_rng(seed)
    image = np.empty((view.height, view.width, 3), np.uint8)
    image[:] = mat.beyond if mat.markers else mat.colour
    if mat.pattern and not mat.markers:
        image = _patterned(mat.colour, mat.pattern, view)
    elif mat.wood:
        image = wooden(image, mat.wood, np.random.default_rng(seed + 100))
    if mat.markers:
        plane = view.projection()[:, [0, 1, 3]]
        paper = printed(mat)
        cover = np.full(paper.shape[:2], 255, np.uint8)
        half_w, half_h = mat.size[0] / 2, mat.size[1] / 2
        place = plane @ np.array([[1 / _PER_MM, 0, -half_w], [0, 1 / _PER_MM, -half_h], [0, 0, 1]])
        _lay(image, paper, cover, place)
    grain = rng.standard_normal((view.height // 2, view.width // 2), np.float32) * mat.texture
    patches = rng.standard_normal((view.height // 64 + 1, view.width // 64 + 1), np.float32) * mat.texture
    size = (view.width, view.height)
    uneven = cv2.resize(grain, size) + cv2.resize(patches, size, interpolation=cv2.INTER_CUBIC)
    return np.clip(image + uneven[:, :, None], 0, 255).astype(np.uint8)


def _patterned(colour: Colour, pattern: Pattern, view: View) -> Image:
    """The pattern all over a table of that colour, as the camera sees it."""
    tile = mirrored(pattern, colour)
    side = tile.shape[0] // 2
    per_mm, turn = side / pattern.wide, np.radians(pattern.turn)
    finer = per_mm * view.span / view.width  # pixels of the pattern for one of the picture
    if finer > 1:
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), finer / 2), np.uint8)
    right, up = per_mm * np.cos(turn), per_mm * np.sin(turn)
    onto = np.array([[right, -up, 0], [up, right, 0], [0, 0, 1]])
    back = onto @ np.linalg.inv(view.projection()[:, [0, 1, 3]])
    down, across = np.indices((view.height, view.width), np.float32)
    x, y, far = (np.float32(a) * across + np.float32(b) * down + np.float32(c) for a, b, c in back)
    end = 2 * side - 1
    return np.asarray(cv2.remap(tile, x / far % end, y / far % end, cv2.INTER_LINEAR), np.uint8)


def mirrored(pattern: Pattern, colour: Colour) -> Image:
    """A square of the pattern, mirrored to the right and downwards, so that it can go on without seams."""
    picture = cv2.imread(pattern.file, cv2.IMREAD_COLOR)
    if picture is None:
        raise Missing(f"{pattern.file} is no picture")
    side = min(picture.shape[:2])
    square = picture[:side, :side].astype(np.float32)
    mean = square.mean(axis=(0, 1))
    beside = pattern.contrast * (square - mean)
    beside *= min(1.0, pattern.most / max(1e-3, float(beside.std())))
    shown = np.clip(beside + pattern.own * mean + (1 - pattern.own) * np.array(colour), 0, 255)
    half = np.hstack([shown, shown[:, ::-1]]).astype(np.uint8)
    return np.ascontiguousarray(np.vstack([half, half[::-1]]))


def wooden(image: Image, contrast: float, rng: np.random.Generator) -> Image:
    """The even colour as the grain of a table top: planks, broad streaks and fine ones, all one way."""
    h, w = image.shape[:2]
    side = int(np.hypot(h, w)) // _WOOD + 1
    streaks = np.zeros((side, side), np.float32)
    for fine, much in ((40, 0.35), (12, 0.45), (4, 0.5), (1, 0.4)):
        rough = rng.standard_normal((side // fine + 2, side // (fine * 12 + 40) + 2)).astype(np.float32)
        streaks += much * cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
    streaks -= 0.2 * streaks * streaks  # dark streaks are rarer and stronger than bright ones
    wide = int(rng.integers(side // 8, side // 2))
    plank = (np.arange(side) + int(rng.integers(wide))) // wide
    streaks += 0.6 * rng.standard_normal(plank[-1] + 1).astype(np.float32)[plank][:, None]
    streaks[1:][np.diff(plank) > 0] -= 2 * rng.random()
    # Fibres are not quite straight: they rise and fall a little along the plank.
    wave = rng.standard_normal((5, 7)).astype(np.float32)
    rise = 2 * np.asarray(cv2.resize(wave, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)
    down, across = np.indices((side, side), np.float32)
    bowed = cv2.remap(streaks, across, down + rise, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    strong = np.clip(bowed, -4, 4)
    gain = cv2.merge([cv2.convertScaleAbs(strong, alpha=k * contrast, beta=128) for k in (1.0, 0.92, 0.8)])
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 180)), _WOOD)
    turn[:, 2] += (w - side) / 2, (h - side) / 2
    laid = cv2.warpAffine(gain, turn, (w, h), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.multiply(image, laid, scale=1 / 128), np.uint8)


def _lay(image: Image, printed: Image, cover: Image, place: Array) -> None:
    size = (image.shape[1], image.shape[0])
    there = cv2.warpPerspective(cover, place, size)
    flat = cv2.warpPerspective(printed, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    np.copyto(image, np.asarray(flat, np.uint8), where=there[:, :, None] > 127)


def printed(mat: Mat) -> Image:
    """The mat as printed, `_PER_MM` pixels a mm: its colour, and markers on white squares at its corners."""
    w, h = (round(side * _PER_MM) for side in mat.size)
    image = np.empty((h, w, 3), np.uint8)
    image[:] = mat.colour
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    side = round(mat.marker * _PER_MM) // 6 * 6
    rim = side // 6
    away = round(mat.inset * _PER_MM)
    for number, (x, y) in enumerate(((away, away), (w - away, away), (w - away, h - away), (away, h - away))):
        code = cv2.aruco.generateImageMarker(dictionary, number, side)
        code = cv2.copyMakeBorder(code, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
        half = code.shape[0] // 2
        paper: Colour = (236, 240, 240)
        scaled = cv2.cvtColor(code, cv2.COLOR_GRAY2BGR) / 255 * (np.array(paper) - 24) + 24
        image[y - half : y - half + code.shape[0], x - half : x - half + code.shape[1]] = scaled
    return image
