"""Words in as many columns as make them largest."""

from collections.abc import Sequence

import pygame

from appliance.screens import theme
from appliance.screens.canvas import Canvas
from appliance.screens.theme import Colour

WIDTH = 0.74
"""A capital's usual width as a part of the size."""
HEIGHT = 1.36


def cells(
    canvas: Canvas, area: pygame.Rect, count: int, longest: int, largest: float, mark: float = 0
) -> tuple[list[pygame.Rect], float]:
    """A cell for each of so many words, column by column, and the size in units at which they fit."""
    if not count:
        return [], largest

    def size(columns: int) -> float:
        rows = -(-count // columns)
        wide = (area.width / columns - canvas.px(1.6)) / (longest * WIDTH + mark) / canvas.unit
        return min(largest, wide, area.height / rows / HEIGHT / canvas.unit)

    columns = max(range(1, 7), key=lambda n: (round(size(n), 2), -n))
    rows = -(-count // columns)
    tall = min(area.height // rows, round(canvas.px(size(columns)) * 1.9))
    wide = area.width // columns
    boxes = [
        pygame.Rect(area.left + n // rows * wide, area.top + n % rows * tall, wide - canvas.px(1), tall)
        for n in range(count)
    ]
    return boxes, size(columns)


def grid(
    canvas: Canvas, area: pygame.Rect, words: Sequence[tuple[str, str]], largest: float
) -> list[pygame.Rect]:
    """The words, each with a state's colour; returns their cells."""
    longest = max((len(word) for word, _ in words), default=1)
    boxes, size = cells(canvas, area, len(words), max(4, longest), largest)
    for (word, state), box in zip(words, boxes, strict=True):
        colour: Colour = theme.MIST if state else theme.IVORY
        canvas.write(word, box, size, colour, bold=True)
    return boxes
