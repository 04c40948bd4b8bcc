"""Symbols as masks, drawn once a font and kept."""

from functools import lru_cache

import cv2
import numpy as np
import pygame

from appliance.drivers import Image
from appliance.errors import Missing
from appliance.virtual.scene import Finish, Pips

CAP = 96
"""Height of a capital in the masks, in pixels."""

_IN_NO_FONT = "\ufdd0"
"""A code that Unicode promises to give to no character."""


@lru_cache(maxsize=4096)
def glyph(font: str, symbol: str, underlined: bool = False, weight: int = 0) -> Image:
    """The symbol cut to its ink, 0…255, at `CAP` pixels a capital. Raises `Missing` if the font lacks it."""
    mask = _ink(_face(font), symbol)
    if mask is None or any(_lacks(font, character) for character in set(symbol) - {" "}):
        raise Missing(f"the font {font} cannot draw {symbol!r}")
    scale = CAP / max(1, _cap_height(font))
    size = (max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale)))
    mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    if weight:
        mask = _weighted(mask, weight)
    if underlined:
        gap, bar = CAP // 8, CAP // 9
        mask = np.vstack([mask, np.zeros((gap + bar, mask.shape[1]), np.uint8)])
        mask[-bar:] = 255
    return mask


_PLACES = {
    "0": (),
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face are, in units of their distance from its middle lines."""

_FACE = 192


@lru_cache(maxsize=256)
def pips_glyph(symbol: str, pips: Pips) -> Image:
    """The pips of a face, 0…255, the mask being as large as the face. Raises `Missing` beyond six pips."""
    if symbol not in _PLACES:
        raise Missing(f"no die has {symbol!r} pips; expected 0 to 6")
    mask = np.zeros((_FACE, _FACE), np.uint8)
    middle = (_FACE - 1) / 2
    if pips.disc and symbol != "0":
        _dot(mask, middle, middle, pips.disc * _FACE, 255)
    for x, y in _PLACES[symbol]:
        at = (middle + x * pips.away * _FACE, middle + y * pips.away * _FACE)
        radius = pips.radius * _FACE * (pips.one if symbol == "1" else 1.0)
        _dot(mask, *at, radius, 0 if pips.disc else 255)
        if pips.hollow:
            _dot(mask, *at, radius * pips.hollow, 255 if pips.disc else 0)
    return mask


def _dot(mask: Image, x: float, y: float, radius: float, value: int) -> None:
    cv2.circle(mask, (round(x * 16), round(y * 16)), round(radius * 16), value, -1, cv2.LINE_AA, 4)


@lru_cache(maxsize=1024)
def number_glyph(font: str, symbol: str, finish: Finish) -> Image:
    """A face of a number die: numerals with 6 and 9 marked, a star for `*`, a small word for Pass."""
    if symbol == "*":
        return _star(font, finish.star)
    turned = symbol in ("6", "9")  # looks like the other one the other way up
    if turned and finish.dotted and not _lacks(font, "."):
        return glyph(font, f"{symbol}.", weight=finish.weight)
    text = symbol.upper() if finish.capitals else symbol
    return glyph(font, text, turned, finish.weight)


def _star(font: str, points: int) -> Image:
    """A star of so many points, as large as a capital; the font's own asterisk, if it has one, for none."""
    if not points and _lacks(font, "*"):
        points = 6
    if not points:
        mask = glyph(font, "*")
        scale = CAP / max(mask.shape)
        size = (round(mask.shape[1] * scale), round(mask.shape[0] * scale))
        return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    turns = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2, 0.42, 1.0) * CAP / 2
    ring = np.stack([CAP / 2 + reach * np.sin(turns), CAP / 2 - reach * np.cos(turns)], axis=1)
    mask = np.zeros((CAP, CAP), np.uint8)
    cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _weighted(mask: Image, weight: int) -> Image:
    """The symbol with its strokes bolder or thinner by `weight` pixels."""
    rim = max(0, weight)
    padded = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1, abs(weight) + 1))
    change = cv2.dilate if weight > 0 else cv2.erode
    return np.asarray(change(padded, kernel), np.uint8)


def draws_letters(font: str) -> bool:
    """Whether the file is a font with digits, and with twenty-six capitals that differ from each other."""
    try:
        masks = [glyph(font, letter).tobytes() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        digits = [glyph(font, digit).tobytes() for digit in "0123456789"]
        return len(set(masks)) == 26 and len(set(digits)) == 10 and glyph(font, "Qu").size > 0
    except (Missing, pygame.error, OSError):
        return False


@lru_cache(maxsize=64)
def _face(font: str) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font, 128)


@lru_cache(maxsize=1024)
def _cap_height(font: str) -> int:
    mask = _ink(_face(font), "H")
    return 0 if mask is None else int(mask.shape[0])


@lru_cache(maxsize=4096)
def _lacks(font: str, character: str) -> bool:
    """Whether the font draws nothing for it, or the box that stands for what a font does not have."""
    drawn, box = _ink(_face(font), character), _box(font)
    return drawn is None or (box is not None and np.array_equal(drawn, box))


@lru_cache(maxsize=64)
def _box(font: str) -> Image | None:
    return _ink(_face(font), _IN_NO_FONT)


def _ink(face: pygame.font.Font, text: str) -> Image | None:
    # Antialiased text without a background comes with an alpha channel of its own, and needs no window.
    try:
        drawn = face.render(text, True, (255, 255, 255))
    except pygame.error:  # it has no width
        return None
    alpha = np.array(pygame.surfarray.array_alpha(drawn), np.uint8).T
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not rows.size:
        return None
    return np.ascontiguousarray(alpha[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
