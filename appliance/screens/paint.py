"""The whole picture: a page for each kind of view, the frame around it, and what may lie over it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from appliance.games import game_views, views
from appliance.games.views import View
from appliance.screens import frame, keyboard, overlays, text, theme
from appliance.screens.canvas import Canvas, Written
from appliance.screens.pages.account import account
from appliance.screens.pages.ballot import ballot
from appliance.screens.pages.checklist import checklist
from appliance.screens.pages.countdown import countdown
from appliance.screens.pages.crossboard import crossboard
from appliance.screens.pages.crosswords import crosswords
from appliance.screens.pages.doubts import doubts
from appliance.screens.pages.final import final
from appliance.screens.pages.joining import joining
from appliance.screens.pages.jumble import jumble
from appliance.screens.pages.ladder import ladder
from appliance.screens.pages.letters import letters
from appliance.screens.pages.lot import lot
from appliance.screens.pages.menu import menu
from appliance.screens.pages.pool import pool
from appliance.screens.pages.spelling import spelling
from appliance.screens.pages.throwing import throwing
from appliance.screens.pages.track import track
from appliance.screens.pages.tricks import tricks
from appliance.screens.rail import rail
from appliance.screens.shown import Hotspot, Shown
from appliance.screens.strip import strip, wanted

Page = Callable[[Canvas, pygame.Rect, Any], None]
"""Draws a view, of the one type that it stands by in `PAGES`, in the middle of the picture."""

PAGES: Mapping[type[View], Page] = {
    views.Menu: menu,
    views.Joining: joining,
    views.Throw: throwing,
    views.Letters: letters,
    views.Ladder: ladder,
    views.Spelling: spelling,
    views.Doubts: doubts,
    views.Account: account,
    views.Final: final,
    views.Countdown: countdown,
    game_views.Jumble: jumble,
    game_views.Checklist: checklist,
    game_views.Lot: lot,
    game_views.Crossboard: crossboard,
    game_views.Track: track,
    game_views.Tricks: tricks,
    game_views.Pool: pool,
    game_views.Crosswords: crosswords,
    game_views.Ballot: ballot,
}


def paint(surface: pygame.Surface, shown: Shown) -> Canvas:
    """Draw the picture; the canvas knows what was written where, and what can be touched."""
    text.ready()
    canvas = Canvas(surface, shown)
    surface.fill(theme.NIGHT)
    if shown.help and not shown.paused:
        overlays.help_page(canvas, theme.inner(canvas.area, canvas.gap))
        return canvas
    parts = frame.lay_out(canvas, wanted(shown.prompt))
    frame.headline(canvas, parts.head)
    frame.help_line(canvas, parts.help)
    frame.timer(canvas, parts.timer)
    frame.fault_line(canvas, parts.fault)
    _middle(canvas, parts)
    strip(canvas, parts.strip)
    return canvas


def _middle(canvas: Canvas, parts: frame.Layout) -> None:
    """The page with its buttons, or what lies over both."""
    shown = canvas.shown
    whole = parts.content.union(parts.rail)
    if shown.paused:
        overlays.paused(canvas, whole)
    else:
        if keyboard.in_rail(shown) and keyboard.open_(shown):
            keyboard.keyboard(canvas, parts.content)
        else:
            PAGES[type(shown.prompt.view)](canvas, parts.content, shown.prompt.view)
        rail(canvas, parts.rail)


def draw(surface: pygame.Surface, shown: Shown) -> list[Hotspot]:
    """Draw the picture on a surface of 480 x 320 or more; returns what can be touched."""
    return paint(surface, shown).hotspots


def written(shown: Shown, size: tuple[int, int] = (800, 480)) -> list[Written]:
    """Every text of the picture at that size, with the lines that it became and its place."""
    return paint(pygame.Surface(size), shown).written


def texts_of(shown: Shown, size: tuple[int, int] = (800, 480)) -> list[str]:
    """What the screen says: every text of the picture, in the order of drawing."""
    return [entry.text for entry in written(shown, size)]


def at(hotspots: Sequence[Hotspot], x: int, y: int) -> str | None:
    """What a touch at that pixel does, or None."""
    return next((spot.does for spot in hotspots if spot.area.collidepoint(x, y)), None)
