"""A vote of the table: everybody's voice, and the two buttons of each who has not spoken."""

import pygame

from appliance.games.game_views import Ballot
from appliance.games.prompts import Press
from appliance.games.votes import NO, YES
from appliance.phrases import say
from appliance.screens import choice, theme
from appliance.screens.actions import pretty
from appliance.screens.canvas import Canvas


def ballot(canvas: Canvas, area: pygame.Rect, view: Ballot) -> None:
    """How the voices stand, or the question where the headline is another one, then a row a player."""
    area = choice.panel(canvas, area)
    head = pygame.Rect(area.left, area.top, area.width, min(canvas.px(12), area.height // 4))
    body = pygame.Rect(area.left, head.bottom + canvas.px(1), area.width, 0)
    body.height = area.bottom - body.top
    canvas.panel(head)
    inside = theme.inner(head, canvas.px(2), canvas.px(0.6))
    if view.question == canvas.shown.prompt.headline:
        _count(canvas, inside, view)
    else:
        canvas.write(pretty(view.question), inside, 7, bold=True, align="centre", most=2)
    across = 2 if len(view.voices) > 3 else 1
    rows = canvas.rows(body, max(2, -(-len(view.voices) // across)), canvas.px(1))
    cells = [cell for row in rows for cell in canvas.columns(row, across, canvas.px(1.2))]
    for (name, voice), cell in zip(view.voices, cells, strict=False):
        _voice(canvas, cell, name, voice)


def _count(canvas: Canvas, area: pygame.Rect, view: Ballot) -> None:
    """So many for it, so many against."""
    voices = [voice for _, voice in view.voices]
    for box, voice, colour in zip(canvas.columns(area, 2), (YES, NO), (theme.GOOD, theme.BAD), strict=True):
        words = f"{say(f'vote.{voice}')}: {voices.count(voice)}"
        canvas.write(words, box, 7, colour, bold=True, align="centre")


def _voice(canvas: Canvas, area: pygame.Rect, name: str, voice: str) -> None:
    """A player's mark once there is one, until then a button for yes and one for no."""
    canvas.panel(area, theme.PANEL, 1.8)
    inside = theme.inner(area, canvas.px(1.4), canvas.px(0.9))
    seat = canvas.seat_of(name)
    side = min(inside.height, canvas.px(8))
    badge = pygame.Rect(inside.left, 0, side, side)
    badge.centery = inside.centery
    if seat is not None:
        canvas.badge(badge, seat)
    right = pygame.Rect(inside.right - round(inside.width * 0.42), inside.top, 0, inside.height)
    right.width = inside.right - right.left
    room = pygame.Rect(badge.right + canvas.px(1.2), inside.top, 0, inside.height)
    room.width = right.left - room.left - canvas.px(1)
    canvas.write(name, room, 6, theme.IVORY, bold=True)
    if voice:
        colour = theme.GOOD if voice == YES else theme.BAD
        canvas.icon("tick" if voice == YES else "cross", right, colour, 9)
        canvas.tell(f"{name}: {voice}", right)
        return
    presses = [p for p in canvas.shown.prompt.of_kind(Press) if seat in p.seats]
    for press, box in zip(presses, canvas.columns(right, max(2, len(presses)), canvas.px(1)), strict=False):
        colour = {YES: theme.GOOD, NO: theme.BAD}.get(press.verb, theme.IVORY)
        canvas.panel(box, colour, 1.6)
        canvas.write(
            press.label, theme.inner(box, canvas.px(0.6), 0), 6, theme.INK, bold=True, align="centre"
        )
        if seat is not None:
            canvas.press(box, seat, press.hold)
