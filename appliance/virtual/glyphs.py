"""Symbols as masks, drawn once a font and kept."""

from functools import lru_cache

import cv2
import numpy as np
import pygame

from appliance.drivers import Image
from appliance.errors import Missing

CAP = 96
"""Height of a capital in the masks, in pixels."""


@lru_cache(maxsize=4096)
def glyph(font: str, symbol: str, underlined: bool = False, weight: int = 0) -> Image:
    """The symbol cut to its ink, 0…255, at `CAP` pixels a capital. Raises `Missing` if the font lacks it."""
    mask = _ink(_face(font), symbol)
    if mask is None:
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


def _weighted(mask: Image, weight: int) -> Image:
    """The symbol with its strokes bolder or thinner by `weight` pixels."""
    rim = max(0, weight)
    padded = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1, abs(weight) + 1))
    change = cv2.dilate if weight > 0 else cv2.erode
    return np.asarray(change(padded, kernel), np.uint8)


def draws_letters(font: str) -> bool:
    """Whether the file is a font with twenty-six capitals that differ from each other."""
    try:
        masks = [glyph(font, letter).tobytes() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        return len(set(masks)) == 26 and glyph(font, "Qu").size > 0
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


def _ink(face: pygame.font.Font, text: str) -> Image | None:
    # Antialiased text without a background comes with an alpha channel of its own, and needs no window.
    alpha = np.array(pygame.surfarray.array_alpha(face.render(text, True, (255, 255, 255))), np.uint8).T
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not rows.size:
        return None
    return np.ascontiguousarray(alpha[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
