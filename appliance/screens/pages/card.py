"""The test card: edges, a round ring, colours and greys, and a cross wherever it is touched."""

import pygame

from appliance.phrases import say
from appliance.screens import shapes, theme
from appliance.screens.canvas import Canvas
from appliance.screens.service import Card, ServicePage

BARS: tuple[theme.Colour, ...] = (
    (255, 255, 255),
    (255, 255, 0),
    (0, 255, 255),
    (0, 255, 0),
    (255, 0, 255),
    (255, 0, 0),
    (0, 0, 255),
    (0, 0, 0),
)
GREYS = 11
_WHITE, _RIM = (255, 255, 255), 4


def card_page(canvas: Canvas, page: ServicePage, card: Card) -> None:
    """A line of one pixel along the very edge, all else a little inside of it."""
    pygame.draw.rect(canvas.surface, _WHITE, canvas.area, 1)
    inside = theme.inner(canvas.area, max(_RIM, canvas.px(3)))
    upper = pygame.Rect(inside.left, inside.top, inside.width, round(inside.height * 0.42))
    _columns(canvas, upper, BARS)
    lower = pygame.Rect(inside.left, upper.bottom, inside.width, round(inside.height * 0.14))
    greys = [round(255 * n / (GREYS - 1)) for n in range(GREYS)]
    _columns(canvas, lower, [(grey, grey, grey) for grey in greys])
    words = pygame.Rect(inside.left, lower.bottom, inside.width, inside.bottom - lower.bottom)
    ring = pygame.Rect(0, 0, words.height - canvas.px(2), words.height - canvas.px(2))
    ring.midright = words.midright
    shapes.ring(canvas.surface, ring, 1, _WHITE, max(2.0, canvas.px(0.8)))
    leave = theme.inner(ring, ring.width * 0.22, ring.height * 0.36)
    canvas.panel(leave, theme.RAISED)
    canvas.write(say("service.back"), theme.inner(leave, canvas.px(1), 0), 5, bold=True, align="centre")
    canvas.touch(leave, "key escape")
    rows = canvas.rows(
        pygame.Rect(words.left, words.top, ring.left - canvas.gap - words.left, words.height), 3
    )
    canvas.write(page.headline, rows[0], 8, bold=True)
    canvas.write(page.help, rows[1], 4.4, theme.MIST, most=3)
    canvas.write(say("service.hold"), rows[2], 4.4, theme.MIST)
    for x, y in card.touches:
        _cross(canvas, x, y)


def _columns(
    canvas: Canvas, area: pygame.Rect, colours: list[theme.Colour] | tuple[theme.Colour, ...]
) -> None:
    for colour, box in zip(colours, canvas.columns(area, len(colours), 0), strict=True):
        canvas.surface.fill(colour, box)


def _cross(canvas: Canvas, x: int, y: int) -> None:
    """Seen on any of the colours: white in black."""
    long, thin = canvas.px(4), max(1, canvas.px(0.4))
    for width, colour in ((3 * thin, theme.INK), (thin, _WHITE)):
        pygame.draw.line(canvas.surface, colour, (x - long, y), (x + long, y), width)
        pygame.draw.line(canvas.surface, colour, (x, y - long), (x, y + long), width)
