"""Speed Scrabble and Idaho: the tiles that lie face down, and what everybody takes or holds."""

import pygame

from appliance.games.game_views import Pool
from appliance.games.prompts import Press
from appliance.phrases import say
from appliance.screens import choice, theme, tiles
from appliance.screens.canvas import Canvas

SHORT = 3
"""Characters of a number, which leaves room for two players a row."""
TOUCHED = 5.5
"""Units of height from which on a row is a button."""
HEAP = 46
"""Tiles of the heap that are drawn at the most."""


def pool(canvas: Canvas, area: pygame.Rect, view: Pool) -> None:
    """The heap with its number at the left; the call and a row a player at the right."""
    area = choice.panel(canvas, area, choice.SLIM)
    alone = not (view.rows or view.called or view.note)
    side = area.width if alone else round(area.width * 0.42)
    left = pygame.Rect(area.left, area.top, side, area.height)
    right = pygame.Rect(left.right + canvas.gap, area.top, area.right - left.right - canvas.gap, area.height)
    _heap(canvas, left, view)
    if view.called:
        head = pygame.Rect(right.left, right.top, right.width, min(canvas.px(16), right.height // 3))
        _call(canvas, head, view.called)
        right = pygame.Rect(right.left, head.bottom + canvas.px(1), right.width, right.bottom - head.bottom)
        right.height -= canvas.px(1)
    if view.note:
        foot = pygame.Rect(right.left, right.bottom - canvas.px(10), right.width, canvas.px(10))
        canvas.write(view.note, foot, 4.8, theme.MIST, bold=True, align="centre", most=2)
        right.height -= foot.height + canvas.px(0.6)
    if view.rows:
        _rows(canvas, right, view)


def _heap(canvas: Canvas, area: pygame.Rect, view: Pool) -> None:
    """Tiles as they may lie, always the same way, as many as are left up to `HEAP`; the number on them."""
    canvas.frame(area, theme.FELT_LINE, theme.FELT, 3, 0.6)
    inside = theme.inner(area, canvas.px(2.4))
    side = canvas.px(6)
    for n in range(min(view.left, HEAP)):
        # Steps that share no factor with 1 spread evenly over the unit square (Kronecker's sequence).
        x, y = n * 0.7549 % 1, n * 0.5698 % 1
        box = pygame.Rect(0, 0, side, side)
        box.topleft = (
            inside.left + round(x * (inside.width - side)),
            inside.top + round(y * (inside.height - side)),
        )
        tiles.back(canvas, box)
    plate = pygame.Rect(0, 0, canvas.px(26), min(canvas.px(25), inside.height))
    plate.center = inside.center
    canvas.frame(plate, theme.FELT_LINE, theme.NIGHT, 3, 0.6)
    number = pygame.Rect(plate.left, plate.top, plate.width, round(plate.height * 0.7))
    canvas.write(str(view.left), number, 17, theme.IVORY, bold=True, align="centre")
    below = pygame.Rect(plate.left, number.bottom, plate.width, plate.bottom - number.bottom)
    words = theme.inner(below, canvas.px(1), 0)
    canvas.write(say("screen.left", n=view.left), words, 4.6, theme.MIST, bold=True, align="centre", top=True)


def _call(canvas: Canvas, area: pygame.Rect, called: str) -> None:
    """Who called, as loud as the page can; in the caller's colour if the words name somebody."""
    places = canvas.shown.prompt.standing.places
    named = [seat for seat, place in enumerate(places) if place.name in called]
    ground = canvas.colour(named[0]) if len(named) == 1 else theme.WARM
    canvas.panel(area, ground)
    room = theme.inner(area, canvas.px(2), canvas.px(0.6))
    canvas.write(called, room, 11, theme.INK, bold=True, align="centre", most=2)


def _rows(canvas: Canvas, area: pygame.Rect, view: Pool) -> None:
    """A row a player: what he takes or holds, as a tile's number where it is one."""
    short = all(len(what) <= SHORT for _, what in view.rows)
    across = 2 if view.called and short and len(view.rows) > 3 else 1
    rows = canvas.rows(area, max(3 if view.called else 5, -(-len(view.rows) // across)), canvas.px(0.8))
    cells = [cell for row in rows for cell in canvas.columns(row, across, canvas.px(0.8))]
    for (name, what), row in zip(view.rows, cells, strict=False):
        seat = canvas.seat_of(name)
        calls = any(seat in press.seats for press in canvas.shown.prompt.of_kind(Press) if not press.hold)
        calls = calls and row.height >= canvas.px(TOUCHED)
        canvas.panel(row, theme.RAISED if calls else theme.PANEL, 1.6)
        if seat is not None and calls:
            canvas.press(row, seat)
        inside = theme.inner(row, canvas.px(1), canvas.px(0.4))
        side = min(inside.height, canvas.px(6))
        box = pygame.Rect(inside.left, 0, side, side)
        box.centery = inside.centery
        if seat is not None:
            canvas.badge(box, seat)
        value = pygame.Rect(
            inside.right - round(inside.width * (0.26 if across == 2 else 0.4 if short else 0.5)),
            inside.top,
            0,
            inside.height,
        )
        value.width = inside.right - value.left
        canvas.write(what, value, 6.4, theme.IVORY, bold=True, align="right", most=2)
        room = pygame.Rect(box.right + canvas.px(1), inside.top, 0, inside.height)
        room.width = value.left - room.left - canvas.px(0.8)
        canvas.write(name, room, 5, theme.IVORY, bold=True)
