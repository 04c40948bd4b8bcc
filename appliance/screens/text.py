"""Words that fit their boxes: fonts, wrapping, the largest size that fits, and renders kept for later."""

from functools import lru_cache
from pathlib import Path

import pygame

from appliance.screens.theme import Colour

FONTS = Path(__file__).parent / "fonts"
BOLD, PLAIN = "Manrope-ExtraBold.ttf", "Manrope-SemiBold.ttf"
ELLIPSIS = "…"

STEP = 0.93
"""From one size tried to the next smaller one."""

ACCENTS = 0.27
"""Room above a capital for its accent, and as much below the line for g and j, as a part of the size."""


def ready() -> None:
    """Open pygame's fonts if they are not; nobody closes them again, as those kept would go with them."""
    if not pygame.font.get_init():
        pygame.font.init()


@lru_cache(maxsize=96)
def font(size: int, bold: bool) -> pygame.font.Font:
    """The font at a size in pixels."""
    return pygame.font.Font(str(FONTS / (BOLD if bold else PLAIN)), size)


@lru_cache(maxsize=96)
def _lines_box(size: int, bold: bool) -> tuple[int, int]:
    """Where a line of that size begins in the render, and its height; capitals are in its middle."""
    face = font(size, bold)
    metrics = face.metrics("H")[0]
    capital = metrics[3] if metrics else round(size * 0.73)
    room = round(size * ACCENTS)
    return face.get_ascent() - capital - room, capital + 2 * room


def line_height(size: int, bold: bool = False) -> int:
    """The height of one line in pixels."""
    return _lines_box(size, bold)[1]


def width_of(text: str, size: int, bold: bool = False) -> int:
    """How wide a text is in pixels."""
    return font(size, bold).size(text)[0]


def clean(text: str) -> str:
    """The text without what pygame refuses to draw: controls, and what older ones lack beyond U+FFFF."""
    if text.isprintable() and text.isascii():
        return text
    return "".join(c if c <= "\uffff" and c.isprintable() else " " if c.isspace() else "?" for c in text)


@lru_cache(maxsize=2048)
def fit(
    text: str, width: int, height: int, largest: int, smallest: int, bold: bool = False, most: int = 1
) -> tuple[int, tuple[str, ...]]:
    """The largest size in pixels at which the text fits the box in at most `most` lines, and those lines.

    What does not fit at the smallest size either ends in an ellipsis.
    """
    size = max(largest, smallest)
    while True:
        lines = wrap(text, width, size, bold)
        room = max(1, min(most, height // line_height(size, bold)))
        if lines is not None and len(lines) <= room and line_height(size, bold) <= height:
            return size, _even(text, lines, width, size, bold)
        if size <= smallest:
            return size, _cut(text, width, size, bold, room)
        size = max(smallest, min(size - 1, int(size * STEP)))


def _even(text: str, lines: tuple[str, ...], width: int, size: int, bold: bool) -> tuple[str, ...]:
    """The same number of lines, of about equal length: no word stands alone in the last."""
    narrow = width
    while len(lines) > 1 and narrow > width // 2:
        narrow -= max(1, width // 24)
        closer = wrap(text, narrow, size, bold)
        if closer is None or len(closer) > len(lines):
            break
        lines = closer
    return lines


def wrap(text: str, width: int, size: int, bold: bool = False) -> tuple[str, ...] | None:
    """The text in lines no wider than that, broken at spaces and hyphens; None if a piece is too wide."""
    lines = [""]
    for piece in _pieces(text):
        if width_of((lines[-1] + piece).rstrip(), size, bold) <= width:
            lines[-1] += piece
        elif width_of(piece.rstrip(), size, bold) <= width:
            lines.append(piece)
        else:
            return None
    return tuple(line.rstrip() for line in lines)


def _pieces(text: str) -> list[str]:
    """What may not be broken: words with the space after them, and their parts up to a hyphen."""
    pieces = [""]
    for here, following in zip(text, [*text[1:], ""], strict=True):
        pieces[-1] += here
        if (here == " " and following not in " ×" and not pieces[-1].endswith("× ")) or (
            here == "-" and following.isalpha()
        ):
            pieces.append("")
    return [piece for piece in pieces if piece]


def _cut(text: str, width: int, size: int, bold: bool, most: int) -> tuple[str, ...]:
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most:
        last = len(lines) == most - 1
        end = _longest(rest, width, size, bold, last)
        line = rest[:end]
        if not last and end < len(rest) and " " in line:
            line = line[: line.rindex(" ") + 1]
        rest = rest[len(line) :]
        lines.append(line.rstrip() + (ELLIPSIS if rest and last else ""))
    return tuple(lines) or ("",)


def _longest(text: str, width: int, size: int, bold: bool, dotted: bool) -> int:
    """How many characters fit, at least one; with room for the ellipsis if any are left over."""
    if width_of(text, size, bold) <= width:
        return len(text)
    tail = ELLIPSIS if dotted else ""
    fits = (n for n in range(len(text) - 1, 0, -1) if width_of(text[:n].rstrip() + tail, size, bold) <= width)
    return next(fits, 1)


@lru_cache(maxsize=768)
def rendered(line: str, size: int, bold: bool, colour: Colour) -> pygame.Surface:
    """One line as a picture that is exactly `line_height` high."""
    picture = font(size, bold).render(line, True, colour)
    top, height = _lines_box(size, bold)
    box = pygame.Surface((max(1, picture.get_width()), height), pygame.SRCALPHA)
    box.fill((*colour, 0))
    box.blit(picture, (0, -top))
    return box
