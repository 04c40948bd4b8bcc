"""Letter dice as people see them on the screen: pale tiles with one bold letter."""

from collections.abc import Sequence

import pygame

from appliance.screens import theme
from appliance.screens.canvas import Canvas
from appliance.screens.theme import Colour

SPACE = 0.14
"""Between two tiles, as a part of a tile."""


def tile(
    canvas: Canvas,
    box: pygame.Rect,
    symbol: str,
    ground: Colour = theme.DIE,
    edge: Colour = theme.DIE_EDGE,
    words: Colour = theme.INK,
) -> None:
    """One face, with a lower edge that makes it a thing to take in hand."""
    units = box.width / canvas.unit
    canvas.panel(box, edge, units * 0.2)
    face = pygame.Rect(box.left, box.top, box.width, box.height - max(1, round(box.height * 0.08)))
    canvas.panel(face, ground, units * 0.2)
    room = theme.inner(face, box.width * 0.06, 0)
    canvas.write(symbol, room, units * 0.7, words, bold=True, align="centre", smallest=1, tell=False)


def places(
    area: pygame.Rect, count: int, largest: int, most_rows: int = 2, align: str = "centre"
) -> list[pygame.Rect]:
    """Boxes for so many tiles of equal size, as large as the area allows, in one row or more."""
    if not count:
        return []
    best, rows = max((_side(area, count, rows, largest), -rows) for rows in range(1, most_rows + 1))
    across = -(-count // -rows)
    pitch = best * (1 + SPACE)
    top = area.top + (area.height - (pitch * -rows - best * SPACE)) / 2
    boxes = []
    for number in range(count):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        width = pitch * here - best * SPACE
        left = area.left if align == "left" else area.left + (area.width - width) / 2
        boxes.append(pygame.Rect(round(left + column * pitch), round(top + row * pitch), best, best))
    return boxes


def _side(area: pygame.Rect, count: int, rows: int, largest: int) -> int:
    across = -(-count // rows)
    wide = area.width / (across + SPACE * (across - 1))
    tall = area.height / (rows + SPACE * (rows - 1))
    return max(1, min(int(wide), int(tall), largest))


def letters(
    canvas: Canvas,
    area: pygame.Rect,
    symbols: Sequence[str],
    largest: float,
    most_rows: int = 2,
    align: str = "centre",
    keys: bool = False,
) -> None:
    """A roll as a row of tiles; with `keys` a touch types the letter."""
    boxes = places(area, len(symbols), canvas.px(largest), most_rows, align)
    for symbol, box in zip(symbols, boxes, strict=True):
        tile(canvas, box, symbol)
        if keys:
            canvas.touch(box, f"key {symbol}")
    if boxes:
        canvas.tell(" ".join(symbols), boxes[0].unionall(boxes[1:]))
