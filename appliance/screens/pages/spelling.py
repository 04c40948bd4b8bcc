"""A minute of words: the letters, the word that is offered, how many are owed, and those found."""

import pygame

from appliance.games.prompts import Spell
from appliance.games.views import Spelling
from appliance.phrases import say
from appliance.screens import choice, dice, theme
from appliance.screens.canvas import Canvas
from appliance.screens.pages import words as lists


def spelling(canvas: Canvas, area: pygame.Rect, view: Spelling) -> None:
    """Letters and the word at the left, the count and the words found at the right."""
    area = choice.panel(canvas, area)
    side = round(area.width * 0.36)
    main = pygame.Rect(area.left, area.top, area.width - side - canvas.gap, area.height)
    _found(canvas, pygame.Rect(main.right + canvas.gap, area.top, side, area.height), view)
    spell = next(canvas.shown.prompt.of_kind(Spell), None)
    row = pygame.Rect(main.left, main.top, main.width, min(canvas.px(12), main.height // 3))
    marks = ("'", "-") if spell and spell.punctuation else ()
    dice.letters(canvas, row, (*view.letters, *marks), 12, most_rows=1, align="left", keys=spell is not None)
    rest = pygame.Rect(main.left, row.bottom + canvas.gap, main.width, main.bottom - row.bottom - canvas.gap)
    note = _note(view)
    if note:
        line = pygame.Rect(rest.left, rest.bottom - canvas.px(8), rest.width, canvas.px(8))
        canvas.panel(line, theme.WARM if view.steal else theme.PANEL, 1.6)
        ink = theme.INK if view.steal else theme.MIST
        canvas.write(note, theme.inner(line, canvas.px(2), 0), 4.6, ink, bold=True, most=2)
        rest.height = line.top - canvas.gap - rest.top
    if spell:
        _word(canvas, rest, view)


def _note(view: Spelling) -> str:
    if view.barred:
        return say("screen.barred", words=", ".join(view.barred))
    return view.steal


def _word(canvas: Canvas, area: pygame.Rect, view: Spelling) -> None:
    """The word under way: typed, or seen by the camera and waiting for the judge."""
    shown = canvas.shown
    word = shown.typed or shown.offered
    canvas.panel(area, theme.RAISED if word else theme.PANEL)
    inside = theme.inner(area, canvas.px(1.6))
    if not word:
        canvas.write(say("screen.lay_word"), inside, 5.2, theme.MIST, align="centre", most=2)
        return
    below = pygame.Rect(inside.left, inside.bottom - canvas.px(8), inside.width, canvas.px(8))
    above = pygame.Rect(inside.left, inside.top, inside.width, below.top - inside.top)
    if shown.typed:
        keys = pygame.Rect(above.right - canvas.px(11), above.top, canvas.px(11), above.height)
        above.width -= keys.width + canvas.gap
        canvas.icon("back", keys, theme.IVORY, 7)
        canvas.touch(keys, "key backspace")
    canvas.write(word.upper(), above, 15, theme.IVORY, bold=True, align="centre")
    seat = canvas.seat_of(view.judge)
    canvas.panel(below, canvas.colour(seat) if seat is not None else theme.IVORY, 1.6)
    words = say("screen.judge", name=view.judge)
    canvas.write(words, theme.inner(below, canvas.px(1.6), 0), 5.4, theme.INK, bold=True, align="centre")
    if seat is not None:
        canvas.press(below, seat)


def _found(canvas: Canvas, area: pygame.Rect, view: Spelling) -> None:
    """How many of how many, and which."""
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(2), canvas.px(1.2))
    head = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(12))
    count = len(view.words)
    colour = theme.GOOD if count >= view.goal else theme.IVORY
    canvas.write(say("screen.goal", n=count, goal=view.goal), head, 9.5, colour, bold=True)
    body = pygame.Rect(inside.left, head.bottom, inside.width, inside.bottom - head.bottom)
    lists.grid(canvas, body, [(word, "") for word in view.words], largest=6.4)
