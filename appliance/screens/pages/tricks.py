"""A round of Bid & Bluff: who has which colour, what each bid, and the tricks taken."""

import pygame

from appliance.games.game_views import Tricks
from appliance.games.prompts import Look
from appliance.phrases import say
from appliance.screens import choice, sight, theme
from appliance.screens.actions import chooser, pretty
from appliance.screens.canvas import Canvas

PARTS = (0.46, 0.27, 0.27)
"""How the name, the bid and the tricks share a row."""


def tricks(canvas: Canvas, area: pygame.Rect, view: Tricks) -> None:
    """The table, a row a player; the choice, or what the camera sees of a die, beside it."""
    choose = chooser(canvas.shown)
    looks = any(canvas.shown.prompt.of_kind(Look))
    if choose or looks:
        side = round(area.width * 0.36)
        aside = pygame.Rect(area.right - side, area.top, side, area.height)
        area = pygame.Rect(area.left, area.top, aside.left - canvas.gap - area.left, area.height)
        if choose:
            choice.fill(canvas, aside, choose)
        else:
            sight.felt(canvas, aside)
    if view.reminder:
        foot = pygame.Rect(area.left, area.bottom - canvas.px(9), area.width, canvas.px(9))
        canvas.panel(foot)
        words = theme.inner(foot, canvas.px(1.6), canvas.px(0.4))
        canvas.write(pretty(view.reminder), words, 4.8, theme.WARM, bold=True, align="centre", most=2)
        area = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.px(1) - area.top)
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(6.4))
    heads = [say("screen.cards", n=view.cards) if view.cards else "", say("screen.bid"), say("screen.tricks")]
    for number, (text, cell) in enumerate(zip(heads, _cells(head), strict=True)):
        inside = theme.inner(cell, canvas.px(1), 0)
        canvas.write(text, inside, 4.8, theme.MIST, bold=True, align="centre" if number else "left")
    body = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    rows = canvas.rows(body, max(4, len(view.rows)), canvas.px(0.8))
    for entry, row in zip(view.rows, rows, strict=False):
        _row(canvas, row, entry, entry[0] == view.dealer)


def _cells(row: pygame.Rect) -> list[pygame.Rect]:
    cells, left = [], row.left
    for part in PARTS:
        cells.append(pygame.Rect(left, row.top, round(row.width * part), row.height))
        left = cells[-1].right
    return cells


def _row(canvas: Canvas, row: pygame.Rect, entry: tuple[str, str, str, str], deals: bool) -> None:
    """One player: the die with the seat's number, the name, whether he deals; bid and tricks, large."""
    name, colour, bid, taken = entry
    canvas.panel(row, theme.PANEL, 1.6)
    who, left, right = _cells(row)
    side = min(row.height - canvas.px(0.8), canvas.px(7))
    box = pygame.Rect(row.left + canvas.px(1), 0, side, side)
    box.centery = row.centery
    die(canvas, box, name, colour)
    room = pygame.Rect(box.right + canvas.px(1.2), row.top, 0, row.height)
    room.width = who.right - room.left
    if deals:
        wide = canvas.px(11.6)
        mark = pygame.Rect(room.right - wide, 0, wide, min(row.height - 2, canvas.px(4.8)))
        mark.centery = row.centery
        canvas.panel(mark, theme.IVORY, 1.2)
        inside = theme.inner(mark, canvas.px(0.3), 0)
        canvas.write(say("screen.dealer"), inside, 3.2, theme.INK, bold=True, align="centre")
        room.width = mark.left - room.left - canvas.px(0.8)
    canvas.write(name, room, 5.4, theme.IVORY, bold=True, smallest=2.3)
    made = bid == taken and bool(bid)
    shade = theme.IVORY if not taken or not bid else theme.GOOD if made else theme.BAD
    canvas.write(bid or "–", left, 7.6, theme.IVORY if bid else theme.MIST, bold=True, align="centre")
    canvas.write(taken or "–", right, 7.6, shade if taken else theme.MIST, bold=True, align="centre")


def die(canvas: Canvas, box: pygame.Rect, name: str, colour: str) -> None:
    """A player's die on the page: its colour, and the number of the player's seat."""
    ground = theme.BODIES.get(colour, theme.DIE)
    canvas.panel(box.inflate(2, 2), theme.NIGHT, box.width / canvas.unit * 0.2)
    sight.pips(canvas, box, 0, ground)
    seat = canvas.seat_of(name)
    if seat is not None:
        words = str(canvas.chair(seat) + 1)
        room = theme.inner(box, box.width * 0.1)
        canvas.write(words, room, 99, theme.INK, bold=True, align="centre", smallest=1, tell=False)
