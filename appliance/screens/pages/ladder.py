"""An auction: what the dial offers, large; the bid to beat; who has bid what; the letters."""

import pygame

from appliance.errors import BadValue
from appliance.games.anabid.rules import Bid
from appliance.games.prompts import Choose, Row
from appliance.games.views import Ladder
from appliance.phrases import say
from appliance.screens import dice, theme
from appliance.screens.actions import chooser, cursor, label, pretty
from appliance.screens.canvas import Canvas


def ladder(canvas: Canvas, area: pygame.Rect, view: Ladder) -> None:
    """Lengths as tabs over the offer; the bids so far beside it; the letters at the foot."""
    foot = pygame.Rect(area.left, area.bottom - canvas.px(11), area.width, canvas.px(11))
    dice.letters(canvas, foot, view.letters, 11, most_rows=1)
    upper = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.gap - area.top)
    aside = pygame.Rect(
        upper.right - round(upper.width * 0.34), upper.top, round(upper.width * 0.34), upper.height
    )
    main = pygame.Rect(upper.left, upper.top, aside.left - canvas.gap - upper.left, upper.height)
    choose = chooser(canvas.shown)
    if choose:
        _offer(canvas, main, choose, view)
    _bids(canvas, aside, view)


def _offer(canvas: Canvas, area: pygame.Rect, choose: Choose, view: Ladder) -> None:
    number, place = cursor(choose, canvas.shown)
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(9))
    for n, tab in enumerate(canvas.columns(head, len(choose.rows), canvas.px(0.8))):
        _tab(canvas, tab, choose.rows[n], n == number, len(view.letters))
        canvas.touch(tab, f"row {n}")
    body = pygame.Rect(
        area.left, head.bottom + canvas.px(0.8), area.width, area.bottom - head.bottom - canvas.px(0.8)
    )
    canvas.panel(body, theme.IVORY)
    row = choose.rows[number]
    inside = theme.inner(body, canvas.px(3), canvas.px(1.6))
    if not isinstance(row.values, range):
        canvas.write(label(row, place), inside, 20, theme.INK, bold=True, align="centre")
        return
    count = pygame.Rect(inside.left, inside.top, round(inside.width * 0.42), inside.height)
    canvas.write(f"{row.values[place]} ×", count, 22, theme.INK, bold=True, align="centre")
    beside = pygame.Rect(
        count.right + canvas.gap, inside.top, inside.right - count.right - canvas.gap, inside.height
    )
    what = pygame.Rect(beside.left, beside.top, beside.width, round(beside.height * 0.56))
    canvas.write(row.label, what, 7.4, theme.INK, bold=True, most=3)
    worth = pygame.Rect(beside.left, what.bottom, beside.width, beside.bottom - what.bottom)
    points = _points(row.at(place))
    if points is not None:
        canvas.write(say("screen.worth", n=points), worth, 6, theme.INK, most=2)


def _tab(canvas: Canvas, area: pygame.Rect, row: Row, chosen: bool, dice_seen: int) -> None:
    """The row's length alone, as the page says what it is the length of; pale if there are too few dice."""
    canvas.panel(area, theme.IVORY if chosen else theme.RAISED, 1.6)
    words = row.unit.removeprefix("x") if isinstance(row.values, range) and row.unit else label(row, 0)
    too_long = words.isdecimal() and int(words) > dice_seen
    colour = theme.INK if chosen else theme.MIST if too_long else theme.IVORY
    room = theme.inner(area, canvas.px(0.5), 0)
    canvas.write(words, room, 4.6 if too_long else 6.4, colour, bold=not too_long, align="centre")


def _points(bid: str) -> int | None:
    try:
        return Bid.parse(bid).points
    except BadValue:
        return None


def _bids(canvas: Canvas, area: pygame.Rect, view: Ladder) -> None:
    """The last bids, the newest at the foot; the standing one is bright."""
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(1.8), canvas.px(1.4))
    rows = canvas.rows(inside, 4, 0)
    if not view.bids:
        canvas.write(say("screen.no_bids"), inside, 4.6, theme.MIST, align="centre", most=2)
        return
    for (name, bid), row in zip(view.bids[-len(rows) :], rows, strict=False):
        _bid(canvas, row, name, bid, bid == view.high)


def _bid(canvas: Canvas, row: pygame.Rect, name: str, bid: str, stands: bool) -> None:
    seat = canvas.seat_of(name)
    box = pygame.Rect(row.left, 0, canvas.px(5), canvas.px(5))
    box.centery = row.centery
    if seat is not None:
        canvas.badge(box, seat)
    value = pygame.Rect(row.right - canvas.px(13), row.top, canvas.px(13), row.height)
    canvas.write(
        pretty(bid),
        value,
        6 if stands else 4.6,
        theme.IVORY if stands else theme.MIST,
        bold=stands,
        align="right",
    )
    room = pygame.Rect(box.right + canvas.px(1), row.top, value.left - box.right - canvas.px(2), row.height)
    canvas.write(name, room, 4.6, theme.IVORY if stands else theme.MIST, bold=stands)
