"""A throw: what is to be thrown, and what the camera sees of it right now."""

import pygame

from appliance.games.views import Throw
from appliance.phrases import say
from appliance.screens import choice, dice, keyboard, sight, theme
from appliance.screens.canvas import Canvas
from appliance.screens.shown import Seen


def throwing(canvas: Canvas, area: pygame.Rect, view: Throw) -> None:
    """The mat with what is seen on it; beside it what to throw, and how far the reading is."""
    area = choice.panel(canvas, area)
    side = round(area.width * 0.36)
    mat = pygame.Rect(area.left, area.top, area.width - side - canvas.gap, area.height)
    beside = pygame.Rect(mat.right + canvas.gap, area.top, side, area.height)
    if keyboard.open_(canvas.shown):
        keyboard.keyboard(canvas, mat)
    else:
        _mat(canvas, mat)
    _beside(canvas, beside, view)


def _mat(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.frame(area, theme.FELT_LINE, theme.FELT, 3, 0.6)
    inside = theme.inner(area, canvas.px(2))
    seen = canvas.shown.seen
    if not seen:
        things = sight.THINGS[sight.kind_of(canvas.shown)]
        words = say("screen.moving" if canvas.shown.moving else f"screen.nothing_{things}")
        canvas.write(words, inside, 5.5, theme.IVORY, align="centre", most=3)
        return
    side = min(canvas.px(11.5), round(inside.height / 3.2))
    if len(seen) == 1:
        side = min(canvas.px(24), round(inside.height / 1.7))
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
    sight.symbol(canvas, box, seen, sight.kind_of(canvas.shown))


def _beside(canvas: Canvas, area: pygame.Rect, view: Throw) -> None:
    hint = pygame.Rect(area.left, area.top, area.width, canvas.px(15))
    canvas.write(view.hint, hint, 6.4, theme.IVORY, bold=True, most=3, top=True)
    status = pygame.Rect(area.left, hint.bottom + canvas.px(1), area.width, canvas.px(7))
    sight.status(canvas, status)
    rest = pygame.Rect(area.left, status.bottom + canvas.px(1), area.width, 0)
    rest.height = area.bottom - rest.top
    if canvas.shown.mark >= 0:
        _marked(canvas, rest)
        return
    if keyboard.wanted(canvas.shown):
        keys = pygame.Rect(rest.left, rest.bottom - canvas.px(9.5), rest.width, canvas.px(9.5))
        keyboard.button(canvas, keys)
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
    sight.symbol(canvas, box, canvas.shown.seen[canvas.shown.mark], sight.kind_of(canvas.shown))
    room = pygame.Rect(box.right + canvas.gap, box.top, area.right - box.right - canvas.gap, side)
    canvas.write(say("screen.is_it"), room, 5, theme.IVORY, bold=True, most=3)


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
