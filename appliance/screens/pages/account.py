"""What a roll came to for each player, and what the dice had held."""

import pygame

from appliance.games.views import Account, Booking, Chance
from appliance.phrases import say
from appliance.screens import text, theme
from appliance.screens.canvas import Canvas


def account(canvas: Canvas, area: pygame.Rect, view: Account) -> None:
    """Points at the left, the words that were there at the right."""
    side = round(area.width * 0.42) if view.chances else 0
    left = pygame.Rect(area.left, area.top, area.width - side - (canvas.gap if side else 0), area.height)
    _bookings(canvas, left, view)
    if side:
        _chances(canvas, pygame.Rect(area.right - side, area.top, side, area.height), view)


def _bookings(canvas: Canvas, area: pygame.Rect, view: Account) -> None:
    players: dict[str, list[Booking]] = {}
    for booking in view.bookings:
        players.setdefault(booking.name, []).append(booking)
    if not players:
        canvas.panel(area)
        canvas.write(say("screen.no_points"), area, 9, theme.MIST, bold=True, align="centre")
        return
    tall = min(canvas.px(13), (area.height + canvas.px(1)) // len(players) - canvas.px(1))
    row = pygame.Rect(area.left, area.top, area.width, tall)
    for name, bookings in players.items():
        _player(canvas, row, name, bookings)
        row = row.move(0, tall + canvas.px(1))


def _player(canvas: Canvas, row: pygame.Rect, name: str, bookings: list[Booking]) -> None:
    canvas.panel(row, theme.PANEL, 1.8)
    inside = theme.inner(row, canvas.px(1.6), canvas.px(0.4))
    seat = canvas.seat_of(name)
    side = min(inside.height, canvas.px(7))
    box = pygame.Rect(inside.left, 0, side, side)
    box.centery = inside.centery
    if seat is not None:
        canvas.badge(box, seat)
    points = sum(booking.points for booking in bookings)
    value = pygame.Rect(inside.right - canvas.px(15), inside.top, canvas.px(15), inside.height)
    colour = theme.GOOD if points > 0 else theme.BAD if points < 0 else theme.MIST
    canvas.write(signed(points), value, 8, colour, bold=True, align="right")
    room = pygame.Rect(
        box.right + canvas.px(1.4), inside.top, value.left - box.right - canvas.px(2), inside.height
    )
    upper = pygame.Rect(room.left, room.top, room.width, round(room.height * 0.54))
    canvas.write(name, upper, 5, theme.IVORY, bold=True)
    lower = pygame.Rect(room.left, upper.bottom, room.width, room.bottom - upper.bottom)
    canvas.write(_reasons(bookings), lower, 3.8, theme.MIST)


def _reasons(bookings: list[Booking]) -> str:
    if len(bookings) == 1:
        return bookings[0].reason
    return " · ".join(f"{signed(b.points)} {b.reason}" for b in bookings)


def signed(points: int) -> str:
    """Points with their sign, a real minus."""
    return f"{points:+d}".replace("-", "−")


def _chances(canvas: Canvas, area: pygame.Rect, view: Account) -> None:
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(2), canvas.px(1.4))
    head = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(5.6))
    canvas.write(say("screen.chances"), head, 4.2, theme.MIST, bold=True)
    body = pygame.Rect(inside.left, head.bottom, inside.width, inside.bottom - head.bottom)
    for chance, row in zip(
        view.chances, canvas.rows(body, max(2, len(view.chances)), canvas.px(0.8)), strict=False
    ):
        _chance(canvas, row, chance)


def _chance(canvas: Canvas, row: pygame.Rect, chance: Chance) -> None:
    """How many of one length, and as many of them as there is room for."""
    head = pygame.Rect(row.left, row.top, row.width, min(canvas.px(5.4), row.height // 2))
    canvas.write(
        say("screen.chance", n=chance.count, length=chance.length), head, 4.4, theme.IVORY, bold=True
    )
    room = pygame.Rect(row.left, head.bottom, row.width, row.bottom - head.bottom)
    size = max(9, canvas.px(3.6))
    lines = max(1, min(2, room.height // text.line_height(size)))
    words = [word.lower() for word in chance.examples]
    while words and not _fits(words, chance, room.width, size, lines):
        words.pop()
    more = text.ELLIPSIS if len(words) < chance.count else ""
    canvas.write(", ".join(words) + more, room, 3.6, theme.MIST, most=lines, top=True)


def _fits(words: list[str], chance: Chance, width: int, size: int, lines: int) -> bool:
    more = text.ELLIPSIS if len(words) < chance.count else ""
    wrapped = text.wrap(", ".join(words) + more, width, size)
    return wrapped is not None and len(wrapped) <= lines
