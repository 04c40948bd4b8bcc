"""Lists to choose from: the games as cards, the variants as switches."""

import pygame

from appliance.games.prompts import Choose
from appliance.games.views import Menu
from appliance.screens import choice, theme
from appliance.screens.actions import chooser, cursor, switch
from appliance.screens.canvas import Canvas
from appliance.screens.pages.pictures import picture

FEW = 3
"""So many cards have room for a line about each."""

Entry = tuple[str, str, str]


def menu(canvas: Canvas, area: pygame.Rect, view: Menu) -> None:
    """Cards for a few entries, rows with switches where there are any; a number has its own panel."""
    choose = chooser(canvas.shown)
    if choose and isinstance(choose.rows[0].values, range):
        _number(canvas, area, view, choose)
        return
    chosen = cursor(choose, canvas.shown)[1] if choose else 0
    if any(switch(title)[1] is not None for _, title, _ in view.entries):
        _rows(canvas, area, view, choose, chosen)
    else:
        _cards(canvas, area, view, choose, chosen)


def _number(canvas: Canvas, area: pygame.Rect, view: Menu, choose: Choose) -> None:
    """A variant that is set to a number, under the line about it."""
    head = pygame.Rect(area.left, area.top, area.width, round(area.height * 0.3))
    words = " · ".join(line for _, _, line in view.entries)
    canvas.write(words, theme.inner(head, canvas.px(2)), 6, theme.MIST, bold=True, align="centre", most=3)
    body = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    choice.fill(canvas, body, choose)


def _cards(canvas: Canvas, area: pygame.Rect, view: Menu, choose: Choose | None, chosen: int) -> None:
    """Each entry with its line; where there are many, only the line of the one that is chosen."""
    count = len(view.entries)
    many = count > FEW
    if many:
        foot = pygame.Rect(area.left, area.bottom - canvas.px(7), area.width, canvas.px(7))
        line = view.entries[min(chosen, count - 1)][2]
        canvas.write(line, foot, 5.4, theme.MIST, bold=True, align="centre")
        area = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.px(0.6) - area.top)
    across = count if count <= 3 else -(-count // 2)
    gap = canvas.px(1.2) if many else canvas.gap
    rows = canvas.rows(area, -(-count // across), gap)
    cells = [cell for row in rows for cell in canvas.columns(row, across, gap)]
    for number, (entry, cell) in enumerate(zip(view.entries, cells, strict=False)):
        if many:
            _small(canvas, cell, entry, number == chosen)
        else:
            _card(canvas, cell, entry, number == chosen)
        if choose:
            choice.touch(canvas, choose, cell, number - chosen)


def _ground(canvas: Canvas, area: pygame.Rect, chosen: bool) -> None:
    if chosen:
        canvas.frame(area, theme.IVORY, theme.RAISED, 3, 0.9)
    else:
        canvas.panel(area, theme.PANEL, 3)


def _card(canvas: Canvas, area: pygame.Rect, entry: Entry, chosen: bool) -> None:
    value, title, line = entry
    _ground(canvas, area, chosen)
    inside = theme.inner(area, canvas.px(3), canvas.px(2.5))
    foot = min(canvas.px(22), inside.height // 2)
    above = pygame.Rect(inside.left, inside.top, inside.width, inside.height - foot)
    picture(canvas, theme.inner(above, canvas.px(1)), value, title)
    name = pygame.Rect(inside.left, above.bottom, inside.width, round(foot * 0.5))
    canvas.write(title, name, 9, theme.IVORY, bold=True, align="centre")
    about = pygame.Rect(inside.left, name.bottom, inside.width, foot - name.height)
    canvas.write(line, about, 4.4, theme.MIST, align="centre", most=2)


def _small(canvas: Canvas, area: pygame.Rect, entry: Entry, chosen: bool) -> None:
    value, title, _ = entry
    _ground(canvas, area, chosen)
    inside = theme.inner(area, canvas.px(1.4), canvas.px(1.4))
    name = pygame.Rect(inside.left, 0, inside.width, min(canvas.px(12), inside.height // 3))
    name.bottom = inside.bottom
    canvas.write(title, name, 4.6, theme.IVORY, bold=True, align="centre", most=2)
    above = pygame.Rect(inside.left, inside.top, inside.width, name.top - inside.top)
    picture(canvas, theme.inner(above, canvas.px(1)), value, title)


def _rows(canvas: Canvas, area: pygame.Rect, view: Menu, choose: Choose | None, chosen: int) -> None:
    rows = canvas.rows(area, max(5, len(view.entries)), canvas.px(1))
    for number, (entry, row) in enumerate(zip(view.entries, rows, strict=False)):
        _row(canvas, row, entry, number == chosen)
        if choose:
            choice.touch(canvas, choose, row, number - chosen)


def _row(canvas: Canvas, area: pygame.Rect, entry: Entry, chosen: bool) -> None:
    title, state = switch(entry[1])
    canvas.panel(area, theme.IVORY if chosen else theme.PANEL, 1.8)
    strong, weak = (theme.INK, theme.INK) if chosen else (theme.IVORY, theme.MIST)
    inside = theme.inner(area, canvas.px(2.4), canvas.px(0.4))
    knob = pygame.Rect(inside.right - canvas.px(11), inside.top, canvas.px(11), inside.height)
    if state is None:
        canvas.icon("play", knob, strong, 5)
    else:
        _knob(canvas, knob, state, chosen)
        canvas.tell(entry[1], knob)
    left = pygame.Rect(inside.left, inside.top, round((knob.left - inside.left) * 0.42), inside.height)
    canvas.write(title, left, 5, strong, bold=True)
    room = pygame.Rect(
        left.right + canvas.gap, inside.top, knob.left - left.right - 2 * canvas.gap, inside.height
    )
    canvas.write(entry[2], room, 4, weak, most=2)


def _knob(canvas: Canvas, area: pygame.Rect, on: bool, chosen: bool) -> None:
    """A switch: the knob at the right on green when on."""
    track = pygame.Rect(0, 0, canvas.px(9), canvas.px(5))
    track.center = area.center
    canvas.panel(track, theme.ON if on else theme.LINE, 2.5)
    knob = theme.inner(pygame.Rect(track.left, track.top, track.height, track.height), canvas.px(0.6))
    canvas.disc(knob.move(track.width - track.height if on else 0, 0), theme.IVORY)
