"""Loose crosswords: everybody's tiles as they lie, what they are worth, and what is wrong with them."""

import pygame

from appliance.games.game_views import Crosswords
from appliance.phrases import say
from appliance.screens import choice, sight, theme, tiles
from appliance.screens.canvas import Canvas

WIDE = 1.3
"""So many times as wide as high, a panel has the tiles at its right."""
ROOMY = 48
"""Units of width below which it has them below."""

Layout = tuple[str, tuple[str, ...], str, tuple[str, ...]]


def crosswords(canvas: Canvas, area: pygame.Rect, view: Crosswords) -> None:
    """A panel a player: up to three abreast, more of them two abreast."""
    area = choice.panel(canvas, area, choice.SLIM)
    count = len(view.layouts)
    if not count:
        sight.felt(canvas, area, 12)
        return
    across = count if count <= 3 else 2
    rows = canvas.rows(area, -(-count // across), canvas.px(0.8))
    cells = [cell for row in rows for cell in canvas.columns(row, across, canvas.px(1))]
    for layout, cell in zip(view.layouts, cells, strict=False):
        _layout(canvas, cell, layout)


def _layout(canvas: Canvas, area: pygame.Rect, layout: Layout) -> None:
    """The tiles beside or below whose they are, their points, and what is wrong."""
    _, rows, _, _ = layout
    canvas.panel(area, theme.PANEL, 2)
    inside = theme.inner(area, canvas.px(1.2), canvas.px(0.8))
    if area.width > max(WIDE * area.height, canvas.px(ROOMY)):
        side = pygame.Rect(inside.left, inside.top, round(inside.width * 0.44), inside.height)
        body = pygame.Rect(side.right + canvas.px(1), inside.top, 0, inside.height)
        body.width = inside.right - body.left
    else:
        side = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(12.5 if layout[3] else 7))
        body = pygame.Rect(inside.left, side.bottom + canvas.px(0.6), inside.width, 0)
        body.height = inside.bottom - body.top
    _about(canvas, side, layout)
    if any(rows):
        tiles.laid(canvas, body, rows, 9)
    else:
        canvas.write(say("screen.nothing_laid"), body, 4.6, theme.MIST, align="centre", most=2)


def _about(canvas: Canvas, area: pygame.Rect, layout: Layout) -> None:
    """Name and points in a line, or one under the other where it is narrow; problems at the foot."""
    name, _, points, wrong = layout
    points = points.replace("-", "−")
    head = pygame.Rect(area.left, area.top, area.width, min(area.height, canvas.px(6.6)))
    rest = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    if area.height > max(area.width * 0.5, canvas.px(22)):
        _head(canvas, head, name, "")
        value = pygame.Rect(rest.left, rest.top, rest.width, min(canvas.px(8), rest.height // 2))
        if points:
            canvas.write(points, value, 7.6, theme.WARM, bold=True)
            rest.height -= value.height
            rest.top = value.bottom
    else:
        _head(canvas, head, name, points)
    words = " · ".join(wrong)
    canvas.write(words, rest, 4, theme.BAD, bold=True, most=4)


def _head(canvas: Canvas, area: pygame.Rect, name: str, points: str) -> None:
    seat = canvas.seat_of(name)
    side = min(area.height, canvas.px(4.8))
    box = pygame.Rect(area.left, 0, side, side)
    box.centery = area.centery
    if seat is not None:
        canvas.badge(box, seat)
    right = area.right
    if points:
        value = pygame.Rect(area.right - canvas.px(14), area.top, canvas.px(14), area.height)
        right = canvas.write(points, value, 5.6, theme.WARM, bold=True, align="right").left
    left = box.right + canvas.px(0.8)
    room = pygame.Rect(left, area.top, right - left - canvas.px(0.8), area.height)
    canvas.write(name, room, 4.8, theme.IVORY, bold=True, smallest=2.3)
