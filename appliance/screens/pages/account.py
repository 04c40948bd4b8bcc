"""What a roll came to for each player, and what the dice had held."""

import pygame

from appliance.games.views import Account, Booking, Chance
from appliance.phrases import say
from appliance.screens import text, theme
from appliance.screens.canvas import SMALLEST_PIXELS, Canvas

MOST = 3
"""Lines of reasons a player."""
LONG = 50
"""Characters from which on a reason has two lines, if every line is then `LEAST` units high."""
LEAST = 3.6
SQUEEZED = 3
"""Units of height of a line below which reasons share lines."""
NAME = 1.3
"""A name's height, in lines of reasons."""
LINE = 1.32
"""The height of a line as a part of its size."""


def account(canvas: Canvas, area: pygame.Rect, view: Account) -> None:
    """Points at the left, the words that were there at the right."""
    side = round(area.width * (0.48 if view.bookings else 0.66)) if view.chances else 0
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
        canvas.write(
            say("screen.no_points"), theme.inner(area, canvas.px(2)), 9, theme.MIST, bold=True, align="centre"
        )
        return
    room = area.height - canvas.px(1) * (len(players) - 1)
    for most in (MOST, 2, 1):
        lines = {name: reasons(of_one, most) for name, of_one in players.items()}
        if room >= max(canvas.px(SQUEEZED), 12) * sum(NAME + len(of_one) for of_one in lines.values()):
            break
    heights = {name: [2 if len(line) > LONG else 1 for line in of_one] for name, of_one in lines.items()}
    if room < canvas.px(LEAST) * sum(NAME + sum(of_one) for of_one in heights.values()):
        heights = {name: [1] * len(of_one) for name, of_one in lines.items()}
    shares = sum(NAME + sum(of_one) for of_one in heights.values())
    top = area.top
    for name, of_one in players.items():
        share = NAME + sum(heights[name])
        row = pygame.Rect(area.left, top, area.width, int(min(canvas.px(5.4) * share, room * share / shares)))
        points = sum(booking.points for booking in of_one)
        _player(canvas, row, name, points, list(zip(lines[name], heights[name], strict=True)))
        top = row.bottom + canvas.px(1)


def _player(canvas: Canvas, row: pygame.Rect, name: str, points: int, lines: list[tuple[str, int]]) -> None:
    """The name over the reasons, each one line high or two; the sum at the right."""
    canvas.panel(row, theme.PANEL, 1.8)
    inside = theme.inner(row, canvas.px(1.6), canvas.px(0.4))
    seat = canvas.seat_of(name)
    side = min(inside.height, canvas.px(7))
    box = pygame.Rect(inside.left, 0, side, side)
    box.centery = inside.centery
    if seat is not None:
        canvas.badge(box, seat)
    value = pygame.Rect(inside.right - canvas.px(13), inside.top, canvas.px(13), inside.height)
    colour = theme.GOOD if points > 0 else theme.BAD if points < 0 else theme.MIST
    canvas.write(signed(points), value, 8, colour, bold=True, align="right")
    left = box.right + canvas.px(1.4)
    room = pygame.Rect(left, inside.top, value.left - left - canvas.px(1), inside.height)
    each = room.height / (NAME + sum(high for _, high in lines))
    upper = pygame.Rect(room.left, room.top, room.width, int(each * NAME))
    canvas.write(name, upper, 5, theme.IVORY, bold=True)
    top = float(upper.bottom)
    for line, high in lines:
        lower = pygame.Rect(room.left, int(top), room.width, int(each * high))
        canvas.write(line, lower, 3.8, theme.MIST, smallest=2.4, most=high)
        top += each * high


def reasons(bookings: list[Booking], most: int = MOST) -> list[str]:
    """Why a player got points: a reason alone, or each with its own points; at most so many lines."""
    if len(bookings) == 1:
        return [bookings[0].reason]
    lines = [f"{signed(b.points)} {b.reason}" for b in bookings]
    return lines if len(lines) <= most else [*lines[: most - 1], " · ".join(lines[most - 1 :])]


def signed(points: int) -> str:
    """Points with their sign, a real minus; 0 has none."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _chances(canvas: Canvas, area: pygame.Rect, view: Account) -> None:
    """A line a length: how many words, and the commonest of them."""
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(2.2), canvas.px(1.4))
    head = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(6))
    canvas.write(say("screen.chances"), head, 4.4, theme.MIST, bold=True)
    body = pygame.Rect(inside.left, head.bottom, inside.width, inside.bottom - head.bottom)
    tall = min(canvas.px(14), body.height // len(view.chances))
    for number, chance in enumerate(view.chances):
        _chance(canvas, pygame.Rect(body.left, body.top + number * tall, body.width, tall), chance)


def _chance(canvas: Canvas, row: pygame.Rect, chance: Chance) -> None:
    """How many of one length, and as many of them as there is room for."""
    head = pygame.Rect(row.left, row.top, canvas.px(16.5), row.height)
    canvas.write(say("screen.chance", n=chance.count, length=chance.length), head, 5, theme.IVORY, bold=True)
    room = pygame.Rect(head.right, row.top, row.right - head.right, row.height)
    size = max(SMALLEST_PIXELS, min(canvas.px(4.4), int(row.height / LINE)))
    lines = max(1, min(2, room.height // text.line_height(size)))
    words = list(chance.examples)
    while words and not _fits(words, chance, room.width, size, lines):
        words.pop()
    said = _said(words, chance)
    canvas.write(said, room, size / canvas.unit, theme.MIST, most=lines, smallest=size / canvas.unit)


def _said(words: list[str], chance: Chance) -> str:
    return ", ".join(words).lower() + (text.ELLIPSIS if len(words) < chance.count else "")


def _fits(words: list[str], chance: Chance, width: int, size: int, lines: int) -> bool:
    wrapped = text.wrap(_said(words, chance), width, size)
    return wrapped is not None and len(wrapped) <= lines
