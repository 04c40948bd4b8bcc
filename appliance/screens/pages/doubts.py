"""Words that may be challenged, what became of those that were, and who wants to challenge."""

import pygame

from appliance.games.views import Doubts
from appliance.phrases import say
from appliance.screens import choice, text, theme
from appliance.screens.actions import chooser, cursor, pretty
from appliance.screens.canvas import Canvas
from appliance.screens.pages import words as lists

MARK = 1.6
"""The width of a state's mark beside a word, as a part of the size."""


def doubts(canvas: Canvas, area: pygame.Rect, view: Doubts) -> None:
    """What the roll would come to, the words, and the challengers in their order."""
    area = choice.panel(canvas, area)
    if view.entry:
        line = pygame.Rect(area.left, area.top, area.width, canvas.px(9))
        canvas.write(pretty(view.entry), line, 5.6, theme.IVORY, bold=True, most=3, smallest=2.3)
        area = pygame.Rect(
            area.left, line.bottom + canvas.px(1), area.width, area.bottom - line.bottom - canvas.px(1)
        )
    if view.willing:
        line = pygame.Rect(area.left, area.bottom - canvas.px(8), area.width, canvas.px(8))
        _willing(canvas, line, view)
        area = pygame.Rect(area.left, area.top, area.width, line.top - canvas.px(1) - area.top)
    canvas.panel(area)
    _words(canvas, theme.inner(area, canvas.px(2.4), canvas.px(1.6)), view)


def _words(canvas: Canvas, area: pygame.Rect, view: Doubts) -> None:
    longest = max((len(word) for word, _ in view.words), default=1)
    boxes, size = lists.cells(canvas, area, len(view.words), max(4, longest), 8.5, MARK)
    choose = chooser(canvas.shown)
    row, place = cursor(choose, canvas.shown) if choose else (0, 0)
    values = list(choose.rows[row].values) if choose else []
    for (word, state), box in zip(view.words, boxes, strict=True):
        if word in values:
            if values.index(word) == place:
                tight = text.width_of(word, canvas.px(size), bold=True) + canvas.px(2)
                lit = pygame.Rect(box.left, box.top, min(box.width, tight), box.height)
                canvas.panel(lit, theme.IVORY, 1.2)
            ink = theme.INK if values.index(word) == place else theme.IVORY
            canvas.write(word, theme.inner(box, canvas.px(1), 0), size, ink, bold=True)
            if choose:
                choice.touch(canvas, choose, box, values.index(word) - place)
        else:
            _word(canvas, theme.inner(box, canvas.px(1), 0), word, state, size)


def _word(canvas: Canvas, box: pygame.Rect, word: str, state: str, size: float) -> None:
    colour = {"": theme.IVORY, say("anabid.out"): theme.BAD}.get(state, theme.GOOD)
    room = box.copy()
    if state:
        room.width -= round(canvas.px(size) * MARK)
    taken = canvas.write(word, room, size, colour, bold=True)
    if not state:
        return
    if colour == theme.BAD:
        bar = pygame.Rect(taken.left, taken.centery - 1, taken.width, max(2, canvas.px(0.4)))
        canvas.surface.fill(theme.BAD, bar)
    mark = pygame.Rect(taken.right + canvas.px(0.6), 0, canvas.px(size), canvas.px(size))
    mark.centery = box.centery
    canvas.icon("cross" if colour == theme.BAD else "tick", mark, colour)
    canvas.tell(state, mark)


def _willing(canvas: Canvas, area: pygame.Rect, view: Doubts) -> None:
    head = canvas.write(say("screen.willing"), area, 4.4, theme.MIST, bold=True)
    left = head.right + canvas.gap
    for name in view.willing:
        seat = canvas.seat_of(name)
        if seat is not None:
            box = pygame.Rect(left, 0, canvas.px(6), canvas.px(6))
            box.centery = area.centery
            canvas.badge(box, seat)
            left = box.right + canvas.px(0.8)
        room = pygame.Rect(left, area.top, max(1, min(canvas.px(24), area.right - left)), area.height)
        left = canvas.write(name, room, 4.4, theme.IVORY, bold=True).right + canvas.gap
