"""What the dial chooses from, for any prompt: two to four big buttons, or a window on a longer list."""

import pygame

from appliance.games.prompts import Choose
from appliance.screens import theme
from appliance.screens.actions import chooser, cursor, label
from appliance.screens.canvas import Canvas

FEW = 4
"""So many values are all in sight at once, more only if there is room for each."""
SLIM = 11
"""Units of height of a choice beside something that needs the room."""
ROOM = 18
"""Units of width that a value needs."""
GRID = 9
"""So many values a tall panel shows at once."""


def panel(canvas: Canvas, area: pygame.Rect, high: float = 22) -> pygame.Rect:
    """The choice at the foot of the area, if the prompt has one; returns what is left above it.

    It is `high` units high, and more with tabs.
    """
    choose = chooser(canvas.shown)
    if choose is None:
        return area
    tall = min(canvas.px(high if len(choose.rows) == 1 else high + 9), area.height // 2)
    box = pygame.Rect(area.left, area.bottom - tall, area.width, tall)
    fill(canvas, box, choose)
    return pygame.Rect(area.left, area.top, area.width, box.top - canvas.gap - area.top)


def fill(canvas: Canvas, area: pygame.Rect, choose: Choose) -> None:
    """The choice in the whole area: its rows as tabs, if there are several, over their values."""
    if len(choose.rows) > 1:
        head = pygame.Rect(area.left, area.top, area.width, canvas.px(8.6))
        tabs(canvas, head, choose)
        area = pygame.Rect(
            area.left, head.bottom + canvas.px(0.8), area.width, area.bottom - head.bottom - canvas.px(0.8)
        )
    canvas.panel(area)
    _values(canvas, choose, theme.inner(area, canvas.px(1.6), canvas.px(1.4)))


def tabs(canvas: Canvas, area: pygame.Rect, choose: Choose) -> None:
    """A row's name each; a touch brings the dial there."""
    chosen = cursor(choose, canvas.shown)[0]
    for number, tab in enumerate(canvas.columns(area, len(choose.rows), canvas.px(0.8))):
        lit = number == chosen
        canvas.panel(tab, theme.IVORY if lit else theme.RAISED, 1.6)
        words = choose.rows[number].label or label(choose.rows[number], 0)
        room = theme.inner(tab, canvas.px(1), 0)
        canvas.write(words, room, 5, theme.INK if lit else theme.IVORY, bold=True, align="centre", most=2)
        canvas.touch(tab, f"row {number}")


def _values(canvas: Canvas, choose: Choose, area: pygame.Rect) -> None:
    number, place = cursor(choose, canvas.shown)
    row = choose.rows[number]
    if row.label and len(row) > 1 and len(choose.rows) == 1 and area.height > canvas.px(SLIM):
        head = pygame.Rect(area.left, area.top, area.width, canvas.px(4.6))
        canvas.write(row.label, head, 3.8, theme.MIST, bold=True)
        area = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    tall = area.height > area.width
    if len(row) <= FEW or (tall and len(row) <= GRID) or area.width >= len(row) * canvas.px(ROOM):
        window: list[int | None] = list(range(len(row)))
    else:
        window = [n if 0 <= n < len(row) else None for n in (place - 1, place, place + 1)]
    for n, box in zip(window, grid(canvas, area, len(window)), strict=False):
        if n is not None:
            _value(canvas, choose, box, label(row, n), n - place)


def grid(canvas: Canvas, area: pygame.Rect, count: int) -> list[pygame.Rect]:
    """Side by side in a wide area; in a tall one, one under another, or two where they are many."""
    if area.width >= area.height:
        return canvas.columns(area, count)
    across = 1 if count <= FEW else 2
    down = -(-count // across)
    tall = min(area.height, canvas.px(16) * down)
    rows = canvas.rows(pygame.Rect(area.left, area.top, area.width, tall), down, canvas.px(1))
    return [cell for row in rows for cell in canvas.columns(row, across, canvas.px(1))]


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
