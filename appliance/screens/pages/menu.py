"""Lists to choose from: the games as cards, the variants as switches."""

import pygame

from appliance.games.prompts import Choose
from appliance.games.views import Menu
from appliance.screens import choice, dice, theme
from appliance.screens.actions import chooser, cursor, switch
from appliance.screens.canvas import Canvas
from appliance.screens.theme import Colour

Entry = tuple[str, str, str]


def menu(canvas: Canvas, area: pygame.Rect, view: Menu) -> None:
    """Cards for a few entries, rows with switches where there are any."""
    choose = chooser(canvas.shown)
    chosen = cursor(choose, canvas.shown)[1] if choose else 0
    if any(switch(title)[1] is not None for _, title, _ in view.entries):
        _rows(canvas, area, view, choose, chosen)
    else:
        _cards(canvas, area, view, choose, chosen)


def _cards(canvas: Canvas, area: pygame.Rect, view: Menu, choose: Choose | None, chosen: int) -> None:
    count = len(view.entries)
    across = count if count <= 3 else -(-count // 2)
    cells = [cell for row in canvas.rows(area, -(-count // across)) for cell in canvas.columns(row, across)]
    for number, (entry, cell) in enumerate(zip(view.entries, cells, strict=False)):
        _card(canvas, cell, entry, number == chosen)
        if choose:
            choice.touch(canvas, choose, cell, number - chosen)


def _card(canvas: Canvas, area: pygame.Rect, entry: Entry, chosen: bool) -> None:
    value, title, line = entry
    if chosen:
        canvas.frame(area, theme.IVORY, theme.RAISED, 3, 0.9)
    else:
        canvas.panel(area, theme.PANEL, 3)
    inside = theme.inner(area, canvas.px(3), canvas.px(2.5))
    foot = min(canvas.px(22), inside.height // 2)
    picture = pygame.Rect(inside.left, inside.top, inside.width, inside.height - foot)
    _picture(canvas, picture, value, title)
    name = pygame.Rect(inside.left, picture.bottom, inside.width, round(foot * 0.5))
    canvas.write(title, name, 9, theme.IVORY, bold=True, align="centre")
    about = pygame.Rect(inside.left, name.bottom, inside.width, foot - name.height)
    canvas.write(line, about, 4.4, theme.MIST, align="centre", most=2)


def _picture(canvas: Canvas, area: pygame.Rect, value: str, title: str) -> None:
    """The game's things: dice, or a clock; any other game has its first letter on a tile."""
    if value == "timer":
        canvas.icon("clock", area, theme.GOOD, 26)
        return
    symbols = {"anabid": ("A", "Qu", "E")}.get(value, (title[:1],))
    room = theme.inner(area, canvas.px(1))
    for number, box in enumerate(dice.places(room, len(symbols), canvas.px(19), most_rows=1)):
        ground, edge = _BODIES[number % len(_BODIES)]
        dice.tile(canvas, box.move(0, canvas.px((0, -2.5, 1.5)[number % 3])), symbols[number], ground, edge)


_BODIES: tuple[tuple[Colour, Colour], ...] = (
    (theme.DIE, theme.DIE_EDGE),
    (theme.SEATS[1], theme.mix(theme.SEATS[1], theme.NIGHT, 0.35)),
    (theme.SEATS[2], theme.mix(theme.SEATS[2], theme.NIGHT, 0.35)),
)


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
