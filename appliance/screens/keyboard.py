"""Letters to touch, for whatever can be typed when there is no keyboard."""

import pygame

from appliance.games.prompts import Look, Write
from appliance.games.views import Spelling, Throw
from appliance.phrases import say
from appliance.pieces import ALPHABET
from appliance.pieces.tiles import BLANK
from appliance.screens import sight, theme
from appliance.screens.canvas import Canvas
from appliance.screens.shown import Shown

ACROSS = 7
"""Keys in a row."""
LETTERS = ALPHABET[:26]


def wanted(shown: Shown) -> bool:
    """Whether letters typed could answer the prompt."""
    looks = any(look.kind in sight.TYPED for look in shown.prompt.of_kind(Look))
    return looks or any(shown.prompt.of_kind(Write))


def open_(shown: Shown) -> bool:
    """Whether the letters are in sight, or a word begun is."""
    return wanted(shown) and bool(shown.keys or shown.typed)


def in_rail(shown: Shown) -> bool:
    """Whether the buttons beside the page open and close it; a throw and a spelling have their own."""
    return wanted(shown) and not isinstance(shown.prompt.view, Throw | Spelling)


def keyboard(canvas: Canvas, area: pygame.Rect) -> None:
    """All letters to touch, under what has been typed so far."""
    top = pygame.Rect(area.left, area.top, area.width, canvas.px(9.5))
    canvas.panel(top)
    words = canvas.shown.typed or say("screen.type_roll")
    canvas.write(words, theme.inner(top, canvas.px(2), 0), 6, bold=True)
    gap = canvas.px(0.8)
    rest = pygame.Rect(area.left, top.bottom + gap, area.width, area.bottom - top.bottom - gap)
    cells = [cell for row in canvas.rows(rest, 4, gap) for cell in canvas.columns(row, ACROSS, gap)]
    for (symbol, icon, does), cell in zip(_keys(canvas.shown), cells, strict=False):
        canvas.panel(cell, theme.RAISED, 1.4)
        if symbol:
            canvas.write(symbol, cell, 5, bold=True, align="centre", tell=False)
        else:
            canvas.icon(icon, cell, theme.IVORY, 5)
        canvas.touch(cell, does)


def _keys(shown: Shown) -> list[tuple[str, str, str]]:
    """Each key: its symbol or else its icon, and what it does."""
    keys = [(letter, "", f"key {letter}") for letter in LETTERS]
    kind = sight.kind_of(shown)
    if any(shown.prompt.of_kind(Look)) and kind == "tiles":
        keys.append((BLANK, "", "key blank"))
    elif any(shown.prompt.of_kind(Look)) and kind == "letter-dice":
        keys.append(("Qu", "", "key Qu"))
    return [*keys, ("", "back", "key backspace")]


def button(canvas: Canvas, area: pygame.Rect) -> None:
    """Shows the letters to touch, hides them, or takes what was typed."""
    if canvas.shown.typed:
        words, icon, does = say("screen.typed"), "tick", "key enter"
    elif canvas.shown.keys:
        camera = any(canvas.shown.prompt.of_kind(Look))
        words, icon, does = say("screen.use_camera" if camera else "screen.hide_letters"), "cross", "keys"
    else:
        words, icon, does = say("screen.type_letters"), "keys", "keys"
    ground, ink = (theme.IVORY, theme.INK) if canvas.shown.typed else (theme.RAISED, theme.IVORY)
    canvas.panel(area, ground)
    mark = pygame.Rect(area.left + canvas.px(1.6), area.top, canvas.px(6.5), area.height)
    canvas.icon(icon, mark, ink, 6)
    left = mark.right + canvas.px(1)
    room = pygame.Rect(left, area.top, area.right - left - canvas.px(1.2), area.height)
    canvas.write(words, room, 4.6, ink, bold=True, most=2)
    canvas.touch(area, does)
