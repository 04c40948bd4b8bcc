"""The whole picture: a page for each kind of view, the frame around it, and what may lie over it."""

from collections.abc import Callable, Mapping, Sequence

import pygame

from appliance.games.views import View
from appliance.screens import frame, text, theme
from appliance.screens.canvas import Canvas, Written
from appliance.screens.rail import rail
from appliance.screens.shown import Hotspot, Shown
from appliance.screens.strip import strip, wanted

Page = Callable[[Canvas, pygame.Rect], None]


def plain(canvas: Canvas, area: pygame.Rect) -> None:
    """Any view at all, as lines of text."""
    lines = canvas.shown.prompt.view.lines()
    for line, row in zip(lines, canvas.rows(area, max(6, len(lines))), strict=False):
        canvas.write(line, row, 6)


PAGES: Mapping[type[View], Page] = {}


def paint(surface: pygame.Surface, shown: Shown) -> Canvas:
    """Draw the picture; the canvas knows what was written where, and what can be touched."""
    text.ready()
    canvas = Canvas(surface, shown)
    surface.fill(theme.NIGHT)
    parts = frame.lay_out(canvas, wanted(shown.prompt))
    frame.headline(canvas, parts.head)
    frame.help_line(canvas, parts.help)
    frame.timer(canvas, parts.timer)
    frame.fault_line(canvas, parts.fault)
    PAGES.get(type(shown.prompt.view), plain)(canvas, parts.content)
    rail(canvas, parts.rail)
    strip(canvas, parts.strip)
    return canvas


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
