"""A card's words to tick: by length, each with its value, turned over page by page round the dial's word."""

from collections.abc import Sequence
from itertools import groupby

import pygame

from appliance.games.game_views import Checklist
from appliance.games.prompts import FEWER, MORE, Tick
from appliance.phrases import say
from appliance.screens import theme
from appliance.screens.actions import ticked_at
from appliance.screens.canvas import Canvas

LEAST_ROW = 24
"""Pixels of a row, as it is touched."""
WIDTH = 0.68
"""A capital's usual width as a part of the size."""
LEGIBLE = 14
"""Pixels of the letters below which there are two columns and not three."""

Entry = tuple[str, int] | int
"""A word with its value, or the length that the words below it have."""
Column = list[Entry]


def checklist(canvas: Canvas, area: pygame.Rect, view: Checklist) -> None:
    """The words at the left, what they come to at the right."""
    tick = next(canvas.shown.prompt.of_kind(Tick), None)
    stands = ticked_at(tick, canvas.shown) if tick else ""
    side = round(area.width * 0.31)
    main = pygame.Rect(area.left, area.top, area.width - side - canvas.gap, area.height)
    aside = pygame.Rect(main.right + canvas.gap, area.top, side, area.height)
    canvas.panel(main)
    inside = theme.inner(main, canvas.px(1.2), canvas.px(1))
    rows = max(2, inside.height // max(LEAST_ROW, canvas.px(6.2)))
    across, size = _measure(canvas, inside, view, rows)
    columns = flow(view.words, rows)
    pages = [columns[start : start + across] for start in range(0, len(columns), across)] or [[]]
    page = _page(pages, stands)
    for entries, box in zip(pages[page], canvas.columns(inside, across, canvas.px(2)), strict=False):
        for entry, cell in zip(entries, canvas.rows(box, rows, 0), strict=False):
            _entry(canvas, cell, entry, size, view, tick, stands)
    if tick and len(pages) > 1:
        foot = pygame.Rect(aside.left, aside.bottom - canvas.px(10), aside.width, canvas.px(10))
        _turning(canvas, foot, pages, page, tick)
        aside.height = foot.top - canvas.px(1) - aside.top
    _sums(canvas, aside, view, tick, stands)


def _measure(canvas: Canvas, area: pygame.Rect, view: Checklist, rows: int) -> tuple[int, float]:
    """How many columns, and the size of their words; three only if two hold not all and they are legible."""
    longest = max((len(word) for word, _ in view.words), default=4)

    def size(across: int) -> float:
        return min(5.2, (area.width / across / canvas.unit - 3) / (longest * WIDTH + 2.4))

    three = len(flow(view.words, rows)) > 2 and canvas.px(size(3)) >= LEGIBLE
    return (3, size(3)) if three else (2, size(2))


def flow(words: Sequence[tuple[str, int]], rows: int) -> list[Column]:
    """The words in columns of so many rows, their length above each group, and never at a column's foot."""
    columns: list[Column] = []
    for length, group in groupby(words, key=lambda entry: len(entry[0])):
        if not columns or len(columns[-1]) > rows - 2:
            columns.append([])
        columns[-1].append(length)
        for word in group:
            if len(columns[-1]) == rows:
                columns.append([])
            columns[-1].append(word)
    return columns


def _page(pages: Sequence[Sequence[Column]], stands: str) -> int:
    """The page with the word that the dial stands on; the last one for what is behind all words."""
    if not stands:
        return 0
    last = len(pages) - 1
    return next((n for n, page in enumerate(pages) if stands in _words(page)), last)


def _words(page: Sequence[Column]) -> list[str]:
    return [entry[0] for column in page for entry in column if not isinstance(entry, int)]


def _entry(
    canvas: Canvas,
    cell: pygame.Rect,
    entry: Entry,
    size: float,
    view: Checklist,
    tick: Tick | None,
    stands: str,
) -> None:
    """A heading, or a word with its tick before it and its value behind it."""
    if isinstance(entry, int):
        words = say("screen.length", n=entry)
        canvas.write(words, theme.inner(cell, canvas.px(0.8), 0), 3.9, theme.WARM, bold=True)
        return
    word, value = entry
    ticked = word in (tick.ticked if tick else view.ticked)
    lit = word == stands
    if lit:
        canvas.panel(cell, theme.IVORY, 1.2)
    colour = theme.INK if lit else theme.GOOD if ticked else theme.IVORY
    side = min(canvas.px(size), cell.height)
    mark = pygame.Rect(cell.left + canvas.px(0.6), 0, side, side)
    mark.centery = cell.centery
    if ticked:
        canvas.icon("tick", mark, colour)
    elif tick:
        ground = theme.IVORY if lit else theme.PANEL
        canvas.frame(theme.inner(mark, side * 0.16), theme.INK if lit else theme.LINE, ground, 0.8, 0.35)
    worth = pygame.Rect(
        cell.right - canvas.px(size * 1.5 + 0.6), cell.top, canvas.px(size * 1.5), cell.height
    )
    canvas.write(str(value), worth, size * 0.8, theme.INK if lit else theme.MIST, align="right", tell=False)
    room = pygame.Rect(mark.right + canvas.px(0.5), cell.top, 0, cell.height)
    room.width = worth.left - room.left
    canvas.write(word, room, size, colour, bold=True)
    if tick:
        canvas.touch(cell, f"tick {word}")


def _sums(canvas: Canvas, area: pygame.Rect, view: Checklist, tick: Tick | None, stands: str) -> None:
    """The points so far, large; how many words; those not on the card, which are counted up and down."""
    ticked = tick.ticked if tick else view.ticked
    others = tick.others if tick else view.others
    lower = pygame.Rect(area.left, 0, area.width, min(canvas.px(23), area.height // 2))
    lower.bottom = area.bottom
    upper = pygame.Rect(area.left, area.top, area.width, lower.top - canvas.px(1) - area.top)
    canvas.panel(upper)
    inside = theme.inner(upper, canvas.px(1.6), canvas.px(0.8))
    points = sum(value for word, value in view.words if word in ticked)
    reached = any(len(word) >= view.target for word in ticked)
    first = pygame.Rect(inside.left, inside.top, inside.width, round(inside.height * 0.62))
    words = canvas.shown.typed or str(points)
    canvas.write(words, first, 15, theme.GOOD if reached else theme.IVORY, bold=True, align="centre")
    second = pygame.Rect(inside.left, first.bottom, inside.width, inside.bottom - first.bottom)
    said = say("screen.ticked", n=len(ticked), all=len(view.words))
    canvas.write(said, second, 4.6, theme.MIST, bold=True, align="centre", most=2)
    _others(canvas, lower, others, tick, stands)


def _others(canvas: Canvas, area: pygame.Rect, others: int, tick: Tick | None, stands: str) -> None:
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(1.2), canvas.px(0.8))
    head = pygame.Rect(inside.left, inside.top, inside.width, round(inside.height * 0.42))
    canvas.write(say("screen.not_on_card"), head, 4.2, theme.MIST, bold=True, align="centre", most=2)
    body = pygame.Rect(inside.left, head.bottom, inside.width, inside.bottom - head.bottom)
    minus, number, plus = canvas.columns(body, 3, canvas.px(0.8))
    canvas.write(str(others), number, 8, theme.BAD if others else theme.MIST, bold=True, align="centre")
    for box, place, icon in ((minus, FEWER, "minus"), (plus, MORE, "plus")):
        if tick and place in tick.places:
            lit = place == stands
            canvas.panel(box, theme.IVORY if lit else theme.RAISED, 1.6)
            canvas.icon(icon, box, theme.INK if lit else theme.IVORY, 6)
            canvas.touch(box, f"tick {place}")


def _turning(
    canvas: Canvas, area: pygame.Rect, pages: Sequence[Sequence[Column]], page: int, tick: Tick
) -> None:
    """Which page this is; a touch brings the dial to the first word of the one before or after."""
    before, middle, after = canvas.columns(area, 3, canvas.px(0.8))
    canvas.write(
        say("screen.page", n=page + 1, all=len(pages)), middle, 5, theme.MIST, bold=True, align="centre"
    )
    here = tick.places.index(ticked_at(tick, canvas.shown))
    for box, number, icon in ((before, page - 1, "left"), (after, page + 1, "right")):
        if 0 <= number < len(pages):
            canvas.panel(box, theme.RAISED, 1.6)
            canvas.icon(icon, box, theme.IVORY, 6)
            steps = tick.places.index(_words(pages[number])[0]) - here
            canvas.touch(box, f"turn {steps}")
