"""The end of a game: who won, and everybody's place."""

import pygame

from appliance.games.views import Final, Place
from appliance.screens import theme
from appliance.screens.canvas import Canvas


def final(canvas: Canvas, area: pygame.Rect, view: Final) -> None:
    """The winners under a crown at the left, the ranking at the right."""
    half = round(area.width * 0.46)
    left = pygame.Rect(area.left, area.top, half, area.height)
    _winners(canvas, left, view)
    right = pygame.Rect(left.right + canvas.gap, area.top, area.right - left.right - canvas.gap, area.height)
    _ranking(canvas, right)


def _winners(canvas: Canvas, area: pygame.Rect, view: Final) -> None:
    canvas.panel(area, theme.PANEL, 3)
    _confetti(canvas, area)
    part = 0.46 if len(view.winners) < 3 else 0.24
    crown = pygame.Rect(area.left, area.top + canvas.px(3), area.width, round(area.height * part))
    canvas.icon("crown", crown, theme.WARM, 28)
    rows = canvas.rows(
        pygame.Rect(area.left, crown.bottom, area.width, area.bottom - crown.bottom - canvas.px(3)),
        len(view.winners),
        0,
    )
    for name, row in zip(view.winners, rows, strict=True):
        seat = canvas.seat_of(name)
        colour = canvas.colour(seat) if seat is not None else theme.IVORY
        canvas.write(name, theme.inner(row, canvas.px(3), 0), 13, colour, bold=True, align="centre", most=2)


def _confetti(canvas: Canvas, area: pygame.Rect) -> None:
    """Bits of paper in the seats' colours, always the same ones."""
    for n in range(46):
        x = area.left + canvas.px(2) + (n * 7919 % 997) / 997 * (area.width - canvas.px(6))
        y = area.top + canvas.px(2) + (n * 104729 % 991) / 991 * (area.height * 0.5)
        bit = pygame.Rect(round(x), round(y), canvas.px(0.7 + n % 3 * 0.3), canvas.px(1.2 - n % 2 * 0.5))
        canvas.surface.fill(theme.SEATS[n % len(theme.SEATS)], bit)


def _ranking(canvas: Canvas, area: pygame.Rect) -> None:
    ranking = canvas.shown.prompt.standing.ranking
    if not ranking:
        return
    rows = canvas.rows(area, max(4, len(ranking)), canvas.px(1))
    for place, row in zip(ranking, rows, strict=False):
        rank = 1 + sum(other.score > place.score for other in ranking)
        _row(canvas, row, place, rank)


def _row(canvas: Canvas, row: pygame.Rect, place: Place, rank: int) -> None:
    seat = canvas.seat_of(place.name)
    won = rank == 1 and seat is not None
    canvas.panel(row, canvas.colour(seat) if won and seat is not None else theme.PANEL, 1.8)
    strong, weak = (theme.INK, theme.INK) if won else (theme.IVORY, theme.MIST)
    inside = theme.inner(row, canvas.px(1.8), 0)
    number = pygame.Rect(inside.left, inside.top, canvas.px(6), inside.height)
    canvas.write(f"{rank}.", number, 5, weak, bold=True)
    side = min(row.height - canvas.px(1), canvas.px(6.5))
    box = pygame.Rect(number.right, 0, side, side)
    box.centery = row.centery
    if seat is not None:
        canvas.badge(box, seat, on_own=won)
    score = pygame.Rect(inside.right - canvas.px(14), inside.top, canvas.px(14), inside.height)
    canvas.write(str(place.score).replace("-", "−"), score, 7, strong, bold=True, align="right")
    room = pygame.Rect(
        box.right + canvas.px(1.6), inside.top, score.left - box.right - canvas.px(2), inside.height
    )
    canvas.write(place.name, room, 5.6, strong, bold=True)
