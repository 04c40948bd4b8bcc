"""A picture for each game of the start menu, drawn from what lies on its table."""

from collections.abc import Callable, Mapping

import pygame

from appliance.screens import dice, shapes, sight, theme, tiles
from appliance.screens.canvas import Canvas
from appliance.screens.theme import Colour

Draw = Callable[[Canvas, pygame.Rect], None]

BODIES: tuple[tuple[Colour, Colour], ...] = (
    (theme.DIE, theme.DIE_EDGE),
    (theme.SEATS[1], theme.mix(theme.SEATS[1], theme.NIGHT, 0.35)),
    (theme.SEATS[2], theme.mix(theme.SEATS[2], theme.NIGHT, 0.35)),
)
"""Faces and edges of letter dice."""


def picture(canvas: Canvas, area: pygame.Rect, game: str, title: str) -> None:
    """The game's things in the middle of the area; the title's first letter for a game without a picture."""
    box = pygame.Rect(0, 0, min(area.width, round(area.height * 1.5)), 0)
    box.height = min(area.height, round(box.width / 1.5))
    box.center = area.center
    draw = PICTURES.get(game)
    if draw:
        draw(canvas, box)
    else:
        dice.tile(canvas, _part(box, 0.25, 0.1, 0.5, 0.75), title[:1])


def _part(box: pygame.Rect, x: float, y: float, wide: float, tall: float) -> pygame.Rect:
    """Part of a picture, all in parts of its width and height."""
    return pygame.Rect(
        box.left + round(x * box.width),
        box.top + round(y * box.height),
        max(2, round(wide * box.width)),
        max(2, round(tall * box.height)),
    )


def _cell(box: pygame.Rect, column: float, row: float, across: float, side: float) -> pygame.Rect:
    """A square `side` of a picture's width wide, on a grid of so many columns."""
    pitch = box.width / across
    small = round(pitch * side)
    return pygame.Rect(box.left + round(column * pitch), box.top + round(row * pitch), small, small)


def _anabid(canvas: Canvas, box: pygame.Rect) -> None:
    """Three letter dice."""
    for number, symbol in enumerate(("A", "Qu", "E")):
        ground, edge = BODIES[number]
        place = _cell(box, number + 0.03, (0.55, 0.3, 0.7)[number], 3, 0.92)
        dice.tile(canvas, place, symbol, ground, edge)


def _anagrascramble(canvas: Canvas, box: pygame.Rect) -> None:
    """A red card behind a green one with its letters out of order."""
    for x, y, deck in ((0.2, 0.02, "red"), (0.06, 0.2, "green")):
        card = theme.CARDS[deck]
        canvas.frame(_part(box, x, y, 0.76, 0.76), theme.mix(card, theme.IVORY, 0.4), card, 2, 0.5)
    for number, letter in enumerate("DWROS"):
        place = _cell(box, 0.77 + number * 1.02, 2.15 + (0.3, -0.35, 0.25, -0.3, 0.2)[number], 7, 0.9)
        dice.tile(canvas, place, letter)


def _auction(canvas: Canvas, box: pygame.Rect) -> None:
    """A tile under a hammer."""
    tiles.tile(canvas, _cell(box, 0.02, 0.3, 2, 0.85), "Q")
    side = round(box.height * 0.96)
    picture = shapes.icon("hammer", side, theme.WARM)
    canvas.surface.blit(picture, picture.get_rect(midright=(box.right, box.centery)))


def _track(canvas: Canvas, box: pygame.Rect) -> None:
    """Squares from the red ones on, some black, and three dice on them."""
    for row in range(3):
        for column in range(5):
            black = (column, row) in ((2, 0), (3, 2))
            ground = theme.RED_PATH if column == 0 else theme.NIGHT if black else theme.PATH
            canvas.panel(_cell(box, column, row + 0.15, 5, 0.94), ground, 0.8)
    for column, row, colour, count in ((1, 0, "blue", 2), (3, 1, "yellow", 5), (2, 2, "green", 3)):
        sight.pips(canvas, _cell(box, column + 0.09, row + 0.22, 5, 0.8), count, theme.BODIES[colour])


def _speed(canvas: Canvas, box: pygame.Rect) -> None:
    """A crossword without a board, with streaks of haste before it."""
    for row, (start, end) in enumerate(((0.02, 0.2), (0.0, 0.26), (0.06, 0.2))):
        canvas.panel(_part(box, start, 0.26 + row * 0.24, end - start, 0.045), theme.GOOD, 0.5)
    tiles.laid(canvas, _part(box, 0.3, 0.02, 0.68, 0.96), ("JAM", ".RE", ".T."), 99)
    # The rows above are no text of the page.
    canvas.written.pop()


def _idaho(canvas: Canvas, box: pygame.Rect) -> None:
    """A crossword, and tiles to pick from."""
    tiles.laid(canvas, _part(box, 0.02, 0.02, 0.6, 0.96), ("PI.", ".D.", ".A."), 99)
    canvas.written.pop()
    for column, row in ((0, 0.1), (1.1, 0.75), (0.15, 1.5), (1.2, 2.2)):
        tiles.back(canvas, _cell(_part(box, 0.66, 0.04, 0.32, 0.9), column * 0.85, row * 0.95, 2, 0.8))


def _timer(canvas: Canvas, box: pygame.Rect) -> None:
    canvas.icon("clock", box, theme.GOOD)


PICTURES: Mapping[str, Draw] = {
    "anabid": _anabid,
    "anagrascramble": _anagrascramble,
    "auction-scrabble": _auction,
    "bid-and-bluff": _track,
    "speed-scrabble": _speed,
    "idaho": _idaho,
    "timer": _timer,
}
