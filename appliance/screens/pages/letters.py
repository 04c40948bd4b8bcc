"""A roll, large, for everybody round the table."""

import pygame

from appliance.games.views import Letters
from appliance.screens import choice, dice, theme
from appliance.screens.canvas import Canvas


def letters(canvas: Canvas, area: pygame.Rect, view: Letters) -> None:
    """The dice as large as they go, a note below them."""
    area = choice.panel(canvas, area)
    if view.note:
        note = pygame.Rect(area.left, area.bottom - canvas.px(8), area.width, canvas.px(8))
        canvas.write(view.note, note, 5, theme.MIST, align="centre")
        area = pygame.Rect(area.left, area.top, area.width, note.top - area.top)
    dice.letters(canvas, area, view.letters, 27)
