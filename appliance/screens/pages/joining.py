"""Who sits where: the seat buttons round the table, clockwise, the first at the near side."""

import pygame

from appliance.games.views import Joining
from appliance.phrases import say
from appliance.screens import theme
from appliance.screens.canvas import Canvas


def joining(canvas: Canvas, area: pygame.Rect, view: Joining) -> None:
    """A table with a chip at each seat; a touch of a chip is a press of its button."""
    seats = _round(canvas, area, len(view.names))
    table = pygame.Rect(0, 0, round(area.width * 0.3), 0)
    tops = [box for n, box in enumerate(seats) if box.centerx == area.centerx and n]
    top = tops[0].bottom + canvas.gap if tops else area.top
    table.height = (seats[0].top if seats else area.bottom) - canvas.gap - top
    table.midtop = (area.centerx, top)
    canvas.frame(table, theme.FELT_LINE, theme.FELT, 9, 0.8)
    joined = sum(map(bool, view.names))
    room = theme.inner(table, canvas.px(3))
    number = pygame.Rect(room.left, room.top, room.width, round(room.height * 0.62))
    canvas.write(str(joined), number, 22, theme.IVORY, bold=True, align="centre")
    below = pygame.Rect(room.left, number.bottom, room.width, room.bottom - number.bottom)
    canvas.write(say("screen.players", n=joined), below, 5.6, theme.IVORY, align="centre", top=True)
    for seat, (name, box) in enumerate(zip(view.names, seats, strict=True)):
        _seat(canvas, box, seat, name)


def _round(canvas: Canvas, area: pygame.Rect, count: int) -> list[pygame.Rect]:
    """A box for each seat: near side, then up the left side, the far side, down the right."""
    if not count:
        return []
    side = (count - 1) // 2
    far = count % 2 == 0 and count > 1
    wide = (area.width - round(area.width * 0.3)) // 2 - 2 * canvas.gap
    tall = min(canvas.px(16), (area.height + canvas.gap) // max(4, side + 1) - canvas.gap)
    near = pygame.Rect(0, 0, max(wide, round(area.width * 0.34)), tall)
    near.midbottom = area.midbottom
    rows = canvas.rows(pygame.Rect(area.left, area.top, wide, near.top - area.top), max(1, side))
    left = [pygame.Rect(area.left, 0, wide, tall) for _ in range(side)]
    for box, row in zip(left, reversed(rows), strict=False):
        box.centery = row.centery
    right = [pygame.Rect(area.right - wide, box.top, wide, tall) for box in reversed(left)]
    over = pygame.Rect(0, area.top, near.width, tall)
    over.centerx = area.centerx
    return [near, *left, *([over] if far else []), *right]


def _seat(canvas: Canvas, area: pygame.Rect, seat: int, name: str) -> None:
    colour = theme.seat_colour(seat)
    if name:
        canvas.panel(area, colour)
    else:
        canvas.frame(area, theme.LINE, theme.NIGHT, width=0.4)
    side = min(area.height - canvas.px(2), canvas.px(9))
    badge = pygame.Rect(area.left + canvas.px(1.4), 0, side, side)
    badge.centery = area.centery
    if name:
        canvas.badge(badge, seat, on_own=True)
    else:
        canvas.badge(badge, seat, lit=False, ground=theme.NIGHT)
    room = pygame.Rect(
        badge.right + canvas.px(1.4), area.top, area.right - badge.right - canvas.px(2.8), area.height
    )
    words = name or say("screen.free")
    canvas.write(words, room, 6 if name else 4.4, theme.INK if name else theme.MIST, bold=bool(name), most=2)
    canvas.touch(area, f"seat {seat + 1}")
