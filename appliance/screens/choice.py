"""What the dial chooses from, for any prompt: two to four big buttons, or a window on a longer list."""

import pygame

from appliance.games.prompts import Choose
from appliance.screens import theme
from appliance.screens.actions import chooser, cursor, label
from appliance.screens.canvas import Canvas

FEW = 4
"""So many values are all in sight at once."""


def panel(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    """The choice at the foot of the area, if the prompt has one; returns what is left above it."""
    choose = chooser(canvas.shown)
    if choose is None:
        return area
    tall = min(canvas.px(22), area.height // 2)
    box = pygame.Rect(area.left, area.bottom - tall, area.width, tall)
    canvas.panel(box)
    _values(canvas, choose, theme.inner(box, canvas.px(2), canvas.px(1.6)))
    return pygame.Rect(area.left, area.top, area.width, box.top - canvas.gap - area.top)


def _values(canvas: Canvas, choose: Choose, area: pygame.Rect) -> None:
    number, place = cursor(choose, canvas.shown)
    row = choose.rows[number]
    if row.label and len(row) > 1:
        head = pygame.Rect(area.left, area.top, area.width, canvas.px(4.6))
        canvas.write(row.label, head, 3.8, theme.MIST, bold=True)
        area = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    if len(row) <= FEW:
        window: list[int | None] = list(range(len(row)))
    else:
        window = [n if 0 <= n < len(row) else None for n in (place - 1, place, place + 1)]
    for n, box in zip(window, canvas.columns(area, len(window)), strict=True):
        if n is not None:
            _value(canvas, choose, box, label(row, n), n - place)


def _value(canvas: Canvas, choose: Choose, box: pygame.Rect, words: str, steps: int) -> None:
    chosen = steps == 0
    canvas.panel(box, theme.IVORY if chosen else theme.RAISED)
    colour = theme.INK if chosen else theme.IVORY
    room = theme.inner(box, canvas.px(1.4), canvas.px(0.6))
    canvas.write(words, room, 8 if chosen else 6, colour, bold=True, align="centre", most=2)
    touch(canvas, choose, box, steps)


def touch(canvas: Canvas, choose: Choose, box: pygame.Rect, steps: int) -> None:
    """A touch brings the dial to a value so many steps away; on the one that is chosen it takes it."""
    if steps:
        canvas.touch(box, f"turn {steps}")
    elif choose.seats:
        canvas.press(box, choose.seats[0])
    else:
        canvas.touch(box, "push")
