"""A throw: what is to be thrown, and what the camera sees of it right now."""

import pygame

from appliance.games.views import Throw
from appliance.phrases import say
from appliance.pieces import ALPHABET
from appliance.screens import dice, theme
from appliance.screens.canvas import Canvas
from appliance.screens.shown import Seen

ACROSS = 7
"""Keys in a row of the letters to touch."""


def throwing(canvas: Canvas, area: pygame.Rect, view: Throw) -> None:
    """The mat with the dice that are seen; beside it what to throw, and how far the reading is."""
    side = round(area.width * 0.36)
    mat = pygame.Rect(area.left, area.top, area.width - side - canvas.gap, area.height)
    beside = pygame.Rect(mat.right + canvas.gap, area.top, side, area.height)
    if canvas.shown.keys or canvas.shown.typed:
        _keyboard(canvas, mat)
    else:
        _mat(canvas, mat)
    _beside(canvas, beside, view)


def _mat(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.frame(area, theme.FELT_LINE, theme.FELT, 3, 0.6)
    inside = theme.inner(area, canvas.px(2))
    seen = canvas.shown.seen
    if not seen:
        words = say("screen.moving" if canvas.shown.moving else "screen.nothing_seen")
        canvas.write(words, inside, 5.5, theme.IVORY, align="centre", most=3)
        return
    side = min(canvas.px(11.5), round(inside.height / 3.2))
    for number, symbol in enumerate(seen):
        _die(canvas, inside, side, symbol, number == canvas.shown.mark)
    canvas.tell(" ".join(symbol.symbol for symbol in seen), inside)


def _die(canvas: Canvas, area: pygame.Rect, side: int, seen: Seen, marked: bool) -> None:
    """A die at its place; what is not sure is amber, the one under the cursor has a ring."""
    x = area.left + round(min(max(seen.x, 0.0), 1.0) * (area.width - side))
    y = area.top + round(min(max(seen.y, 0.0), 1.0) * (area.height - side))
    box = pygame.Rect(x, y, side, side)
    if marked:
        around = box.inflate(canvas.px(2.4), canvas.px(2.4))
        canvas.frame(around, theme.WARM, theme.FELT, 3, 0.7)
    _die_in(canvas, box, seen)


def _die_in(canvas: Canvas, box: pygame.Rect, seen: Seen) -> None:
    if seen.sure:
        dice.tile(canvas, box, seen.symbol)
    else:
        dice.tile(canvas, box, seen.symbol or "?", theme.WARM, theme.mix(theme.WARM, theme.NIGHT, 0.4))


def _beside(canvas: Canvas, area: pygame.Rect, view: Throw) -> None:
    hint = pygame.Rect(area.left, area.top, area.width, canvas.px(15))
    canvas.write(view.hint, hint, 6.4, theme.IVORY, bold=True, most=3, top=True)
    status = pygame.Rect(area.left, hint.bottom + canvas.px(1), area.width, canvas.px(7))
    _status(canvas, status)
    rest = pygame.Rect(area.left, status.bottom + canvas.px(1), area.width, 0)
    rest.height = area.bottom - rest.top
    if canvas.shown.mark >= 0:
        _marked(canvas, rest)
        return
    keys = pygame.Rect(rest.left, rest.bottom - canvas.px(9.5), rest.width, canvas.px(9.5))
    _type(canvas, keys)
    rest.height = keys.top - canvas.px(1) - rest.top
    if view.thrown:
        _thrown(canvas, rest, view)


def _marked(canvas: Canvas, area: pygame.Rect) -> None:
    """The symbol under the cursor, large, as the dice of the picture are small."""
    if canvas.shown.mark >= len(canvas.shown.seen):
        return
    side = min(canvas.px(20), area.height)
    box = pygame.Rect(area.left, 0, side, side)
    box.centery = area.centery
    _die_in(canvas, box, canvas.shown.seen[canvas.shown.mark])
    room = pygame.Rect(box.right + canvas.gap, box.top, area.right - box.right - canvas.gap, side)
    canvas.write(say("screen.is_it"), room, 5, theme.IVORY, bold=True, most=3)


def _type(canvas: Canvas, area: pygame.Rect) -> None:
    """Shows the letters to touch, hides them, or takes what was typed."""
    if canvas.shown.typed:
        words, icon, does = say("screen.typed"), "tick", "key enter"
    elif canvas.shown.keys:
        words, icon, does = say("screen.use_camera"), "cross", "keys"
    else:
        words, icon, does = say("screen.type_letters"), "keys", "keys"
    ground, ink = (theme.IVORY, theme.INK) if canvas.shown.typed else (theme.RAISED, theme.IVORY)
    canvas.panel(area, ground)
    mark = pygame.Rect(area.left + canvas.px(1.6), area.top, canvas.px(7), area.height)
    canvas.icon(icon, mark, ink, 6)
    room = pygame.Rect(
        mark.right + canvas.px(1), area.top, area.right - mark.right - canvas.px(2.6), area.height
    )
    canvas.write(words, room, 4.6, ink, bold=True, most=2)
    canvas.touch(area, does)


def _status(canvas: Canvas, area: pygame.Rect) -> None:
    """How far the eye is: moving, so many seen, so many not sure."""
    seen = canvas.shown.seen
    unsure = sum(not symbol.sure for symbol in seen)
    if canvas.shown.moving:
        words, colour = say("screen.moving"), theme.MIST
    elif unsure:
        words, colour = say("screen.unsure", n=unsure), theme.WARM
    elif seen:
        words, colour = say("screen.seen", n=len(seen)), theme.GOOD
    else:
        words, colour = say("screen.waiting"), theme.MIST
    dot = pygame.Rect(area.left, 0, canvas.px(2.6), canvas.px(2.6))
    dot.centery = area.centery
    canvas.disc(dot, colour)
    room = pygame.Rect(
        dot.right + canvas.px(1.4), area.top, area.right - dot.right - canvas.px(1.4), area.height
    )
    canvas.write(words, room, 4.8, colour, bold=True, most=2)


def _thrown(canvas: Canvas, area: pygame.Rect, view: Throw) -> None:
    """What others threw for the first turn."""
    across = 2 if len(view.thrown) > 3 else 1
    rows = canvas.rows(area, max(3, -(-len(view.thrown) // across)), canvas.px(0.8))
    cells = [cell for row in rows for cell in canvas.columns(row, across)]
    for (name, letter), cell in zip(view.thrown, cells, strict=False):
        side = min(cell.height, canvas.px(7))
        box = pygame.Rect(cell.left, 0, side, side)
        box.centery = cell.centery
        dice.tile(canvas, box, letter)
        room = pygame.Rect(
            box.right + canvas.px(1), cell.top, cell.right - box.right - canvas.px(1), cell.height
        )
        canvas.write(name, room, 4.2, theme.IVORY, bold=True)


def _keyboard(canvas: Canvas, area: pygame.Rect) -> None:
    """All letters to touch, under what has been typed so far."""
    top = pygame.Rect(area.left, area.top, area.width, canvas.px(9.5))
    canvas.panel(top)
    canvas.write(
        canvas.shown.typed or say("screen.type_roll"), theme.inner(top, canvas.px(2), 0), 6, bold=True
    )
    rest = pygame.Rect(
        area.left, top.bottom + canvas.px(1), area.width, area.bottom - top.bottom - canvas.px(1)
    )
    keys = [(symbol, f"key {symbol}") for symbol in ALPHABET]
    keys += [("", "key backspace")]
    rows = canvas.rows(rest, 4, canvas.px(0.8))
    cells = [cell for row in rows for cell in canvas.columns(row, ACROSS, canvas.px(0.8))]
    for (symbol, does), cell in zip(keys, cells, strict=True):
        canvas.panel(cell, theme.RAISED, 1.4)
        if symbol:
            canvas.write(symbol, cell, 5, bold=True, align="centre", tell=False)
        else:
            canvas.icon("back", cell, theme.IVORY, 5)
        canvas.touch(cell, does)
