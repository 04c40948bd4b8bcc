"""A tile under the hammer: what the dial offers, who has bid what, and everybody's tiles."""

import pygame

from appliance.games.game_views import Lot
from appliance.games.prompts import Choose
from appliance.phrases import say
from appliance.pieces.tiles import RACK
from appliance.screens import choice, sight, theme, tiles
from appliance.screens.actions import chooser, cursor, label, pretty
from appliance.screens.canvas import Canvas

JUMPS = (-5, -1, 1, 5, 10)
"""Points that one touch adds to the bid on offer."""


def lot(canvas: Canvas, area: pygame.Rect, view: Lot) -> None:
    """The tile, the offer and the bids over all racks."""
    rows = -(-len(view.racks) // 2)
    tall = min(canvas.px(8.6) * rows, round(area.height * 0.4)) if rows else 0
    foot = pygame.Rect(area.left, area.bottom - tall, area.width, tall)
    upper = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.px(1.2) - area.top)
    _racks(canvas, foot, view, rows)
    wide = min(round(area.width * 0.26), upper.height)
    _hammer(canvas, pygame.Rect(upper.left, upper.top, wide, upper.height), view)
    rest = pygame.Rect(
        upper.left + wide + canvas.gap, upper.top, upper.width - wide - canvas.gap, upper.height
    )
    choose = chooser(canvas.shown)
    if choose:
        main, rest = rest, rest.copy()
        main.width = round(main.width * 0.56)
        rest.width -= main.width + canvas.gap
        rest.left = main.right + canvas.gap
        _offer(canvas, main, choose)
    _bids(canvas, rest, view)


def _hammer(canvas: Canvas, area: pygame.Rect, view: Lot) -> None:
    """The tile, or what the camera sees of it, over how many are left in the bag."""
    canvas.frame(area, theme.FELT_LINE, theme.FELT, 3, 0.6)
    inside = theme.inner(area, canvas.px(1.8), canvas.px(1.4))
    below = pygame.Rect(inside.left, inside.bottom - canvas.px(6), inside.width, canvas.px(6))
    canvas.write(say("screen.in_bag", n=view.left), below, 4.6, theme.IVORY, bold=True, align="centre")
    room = pygame.Rect(inside.left, inside.top, inside.width, below.top - canvas.px(0.6) - inside.top)
    if view.tile:
        side = min(room.size)
        box = pygame.Rect(0, 0, side, side)
        box.center = room.center
        tiles.tile(canvas, box, view.tile)
        canvas.tell(f"{view.tile} {view.value}", box)
    elif canvas.shown.seen:
        sight.row(canvas, room, 20)
    else:
        side = min(canvas.px(13), *room.size)
        box = pygame.Rect(0, 0, side, side)
        box.center = room.center
        tiles.back(canvas, box)


def _offer(canvas: Canvas, area: pygame.Rect, choose: Choose) -> None:
    """The value on offer, large; tabs above it if there are several rows, jumps below it in a long one."""
    number, place = cursor(choose, canvas.shown)
    row = choose.rows[number]
    if len(row) <= choice.FEW and len(choose.rows) == 1:
        choice.fill(canvas, area, choose)
        return
    body = area.copy()
    if len(choose.rows) > 1:
        head = pygame.Rect(area.left, area.top, area.width, canvas.px(8.6))
        choice.tabs(canvas, head, choose)
        body = pygame.Rect(area.left, head.bottom + canvas.px(0.8), area.width, 0)
        body.height = area.bottom - body.top
    if len(row) > 1:
        foot = pygame.Rect(body.left, body.bottom - canvas.px(8.6), body.width, canvas.px(8.6))
        for step, box in zip(JUMPS, canvas.columns(foot, len(JUMPS), canvas.px(0.8)), strict=True):
            if 0 <= place + step < len(row):
                canvas.panel(box, theme.RAISED, 1.6)
                words = f"{step:+d}".replace("-", "−")
                canvas.write(words, box, 4.8, bold=True, align="centre", tell=False)
                canvas.touch(box, f"turn {step}")
        body.height = foot.top - canvas.px(0.8) - body.top
    canvas.panel(body, theme.IVORY)
    room = theme.inner(body, canvas.px(2), canvas.px(0.6))
    canvas.write(label(row, place), room, 20, theme.INK, bold=True, align="centre", most=2)
    choice.touch(canvas, choose, body, 0)


def _bids(canvas: Canvas, area: pygame.Rect, view: Lot) -> None:
    """The last bids, the newest at the foot; the standing one in the colour of who made it."""
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(1.2), canvas.px(1))
    if not view.bids:
        words = say("screen.assigned", name=view.bidder) if view.bidder else say("screen.no_bids")
        canvas.write(words, theme.inner(inside, canvas.px(1)), 5, theme.MIST, align="centre", most=3)
        return
    fit = max(2, inside.height // canvas.px(8))
    rows = canvas.rows(inside, min(fit, max(4, len(view.bids))) if fit > 4 else fit, canvas.px(0.5))
    for (name, bid), row in zip(view.bids[-len(rows) :], rows, strict=False):
        _bid(canvas, row, name, bid, bid == view.high)


def _bid(canvas: Canvas, row: pygame.Rect, name: str, bid: str, stands: bool) -> None:
    seat = canvas.seat_of(name)
    lit = stands and seat is not None
    if lit and seat is not None:
        canvas.panel(row, canvas.colour(seat), 1.4)
    strong, weak = (theme.INK, theme.INK) if lit else (theme.IVORY, theme.MIST)
    side = min(canvas.px(5), row.height - 2)
    box = pygame.Rect(row.left + canvas.px(0.8), 0, side, side)
    box.centery = row.centery
    if seat is not None:
        canvas.badge(box, seat, on_own=lit)
    room = pygame.Rect(row.right - canvas.px(11), row.top, canvas.px(10), row.height)
    size = 7 if stands else 4.6
    ink = strong if stands else weak
    value = canvas.write(pretty(bid), room, size, ink, bold=stands, align="right")
    room = pygame.Rect(box.right + canvas.px(0.8), row.top, 0, row.height)
    room.width = value.left - room.left - canvas.px(0.6)
    canvas.write(name, room, 4.6, ink, bold=stands, smallest=2.3)


def _racks(canvas: Canvas, area: pygame.Rect, view: Lot, rows: int) -> None:
    """Two players a row: the seat, then the tiles that all may see (AU-1)."""
    if not rows:
        return
    across = min(2, len(view.racks))
    cells = [c for row in canvas.rows(area, rows, canvas.px(0.8)) for c in canvas.columns(row, across)]
    for (name, rack), cell in zip(view.racks, cells, strict=False):
        canvas.panel(cell, theme.PANEL, 1.4)
        inside = theme.inner(cell, canvas.px(0.8), canvas.px(0.6))
        seat = canvas.seat_of(name)
        side = min(inside.height, canvas.px(6))
        box = pygame.Rect(inside.left, 0, side, side)
        box.centery = inside.centery
        if seat is not None:
            canvas.badge(box, seat)
        room = pygame.Rect(box.right + canvas.px(1), inside.top, 0, inside.height)
        room.width = inside.right - room.left
        tiles.rack(canvas, room, rack.replace(" ", ""), 8, align="left", least=RACK)
