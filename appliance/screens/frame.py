"""What is around every page: the headline, the timer, the help line, the buttons and the score strip."""

import math
from dataclasses import dataclass

import pygame

from appliance.games.views import Final
from appliance.screens import shapes, theme
from appliance.screens.actions import pretty
from appliance.screens.canvas import Canvas


@dataclass(frozen=True)
class Layout:
    """Where the parts of the picture are."""

    head: pygame.Rect
    help: pygame.Rect
    timer: pygame.Rect
    content: pygame.Rect
    rail: pygame.Rect
    fault: pygame.Rect
    strip: pygame.Rect


def lay_out(canvas: Canvas, strip: bool) -> Layout:
    """The picture in parts; without a score strip the page is taller."""
    px, gap = canvas.px, canvas.gap
    inside = theme.inner(canvas.area, gap)
    timer = pygame.Rect(0, inside.top, 0, px(23))
    if canvas.shown.prompt.timer and canvas.shown.prompt.standing.places:
        timer.width = px(23)
    timer.right = inside.right
    width = inside.width - (timer.width + gap if timer.width else 0)
    head = pygame.Rect(inside.left, inside.top, width, px(14))
    helped = pygame.Rect(inside.left, head.bottom + px(0.6), width, timer.bottom - head.bottom - px(0.6))
    foot = pygame.Rect(
        inside.left, inside.bottom - (px(16.5) if strip else 0), inside.width, px(16.5) if strip else 0
    )
    fault = pygame.Rect(inside.left, 0, inside.width, px(8) if canvas.shown.fault else 0)
    fault.bottom = foot.top - (gap if strip else 0)
    bottom = fault.top - gap if canvas.shown.fault else fault.bottom
    top = helped.bottom + px(1.2)
    rail = pygame.Rect(inside.right - px(29), top, px(29), bottom - top)
    content = pygame.Rect(inside.left, top, rail.left - gap - inside.left, bottom - top)
    return Layout(head, helped, timer, content, rail, fault, foot)


def headline(canvas: Canvas, area: pygame.Rect) -> None:
    """The one instruction, on the colour of whoever is to act."""
    mine = _whose(canvas)
    ground = canvas.colour(mine) if mine is not None else theme.PANEL
    canvas.panel(area, ground)
    room = theme.inner(area, canvas.px(2.4), canvas.px(0.8))
    if mine is not None:
        badge = pygame.Rect(area.left + canvas.px(2), 0, canvas.px(10.5), canvas.px(10.5))
        badge.centery = area.centery
        canvas.badge(badge, mine, on_own=True)
        room.width -= badge.right + canvas.px(2) - room.left
        room.left = badge.right + canvas.px(2)
    words = theme.IVORY if mine is None else theme.INK
    canvas.write(pretty(canvas.shown.prompt.headline), room, 9.4, words, bold=True, most=2)


def _whose(canvas: Canvas) -> int | None:
    """The player whose colour the headline has: the only one to act, or the only winner."""
    prompt = canvas.shown.prompt
    if isinstance(prompt.view, Final) and len(prompt.view.winners) == 1:
        return canvas.seat_of(prompt.view.winners[0])
    return prompt.acting[0] if len(prompt.acting) == 1 and prompt.standing.places else None


def help_line(canvas: Canvas, area: pygame.Rect) -> None:
    """How to do it; a refusal or another notice takes its place."""
    progress = canvas.shown.prompt.standing.progress
    if progress:
        right = pygame.Rect(area.right - canvas.px(24), area.top, canvas.px(24), area.height)
        room = theme.inner(right, canvas.px(1), 0)
        canvas.write(progress, room, 4, theme.MIST, bold=True, align="right", most=2, smallest=2.3)
        area = pygame.Rect(area.left, area.top, right.left - canvas.gap - area.left, area.height)
    notice = canvas.shown.notice
    if notice:
        canvas.panel(area, theme.WARM, 1.6)
        sign = pygame.Rect(area.left + canvas.px(1.4), area.top, canvas.px(5), area.height)
        canvas.icon("warning", sign, theme.INK)
        room = pygame.Rect(
            sign.right + canvas.px(1.4), area.top, area.right - sign.right - canvas.px(3), area.height
        )
        canvas.write(pretty(notice), room, 4.8, theme.INK, bold=True, most=2)
    else:
        canvas.write(
            pretty(canvas.shown.prompt.help), theme.inner(area, canvas.px(1), 0), 4.4, theme.MIST, most=2
        )


def timer(canvas: Canvas, area: pygame.Rect, digits: float = 10.5) -> None:
    """The seconds left, as digits in a ring that empties."""
    clock = canvas.shown.prompt.timer
    if clock is None or not area.width:
        return
    left = min(max(canvas.shown.left.get(clock.bar, clock.seconds), 0.0), clock.seconds)
    clock_face(canvas, area, left, left / clock.seconds if clock.seconds else 0.0, digits)


def clock_face(canvas: Canvas, area: pygame.Rect, left: float, part: float, digits: float) -> None:
    """A ring filled to `part`, green, then amber in its last third and red in its last sixth."""
    box = pygame.Rect(0, 0, min(area.size), min(area.size))
    box.center = area.center
    colour = theme.GOOD if part > 1 / 3 else theme.WARM if part > 1 / 6 else theme.BAD
    width = max(3.0, box.width * 0.085)
    canvas.disc(box, theme.PANEL)
    shapes.ring(canvas.surface, box, 1, theme.RAISED, width)
    shapes.ring(canvas.surface, box, part, colour, width)
    canvas.write(seconds(left), theme.inner(box, width * 2), digits, colour, bold=True, align="centre")


def seconds(left: float) -> str:
    """A time as people say it: 9, 48, 1:00; a begun second counts as whole."""
    whole = math.ceil(left - 1e-6)
    return str(whole) if whole < 60 else f"{whole // 60}:{whole % 60:02}"


def fault_line(canvas: Canvas, area: pygame.Rect) -> None:
    """Which part of the box is out of order."""
    if canvas.shown.fault:
        canvas.panel(area, theme.BAD, 1.4)
        sign = pygame.Rect(area.left + canvas.px(1.2), area.top, canvas.px(4), area.height)
        canvas.icon("warning", sign, theme.INK)
        room = pygame.Rect(
            sign.right + canvas.px(1.2), area.top, area.right - sign.right - canvas.px(2.4), area.height
        )
        canvas.write(canvas.shown.fault, room, 4.2, theme.INK, bold=True, most=2)
