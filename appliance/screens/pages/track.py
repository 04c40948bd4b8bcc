"""Bid & Bluff's board lying on its side: the start at the left, the dice, and where the mover may go."""

import pygame

from appliance.games.game_views import Track
from appliance.games.prompts import Choose
from appliance.phrases import say
from appliance.pieces.track import BLACK, FINISH, GOAL, START, ZONE
from appliance.pieces.track import Track as Board
from appliance.screens import choice, theme
from appliance.screens.actions import chooser, cursor, pretty
from appliance.screens.canvas import Canvas
from appliance.screens.pages.tricks import die
from appliance.screens.theme import Colour

COLOURS: dict[str, Colour] = {
    START: theme.RED_PATH,
    BLACK: theme.NIGHT,
    ZONE: theme.RED_PATH,
    GOAL: theme.IVORY,
}
"""Squares by their character; any other is white."""

Squares = dict[str, pygame.Rect]


def track(canvas: Canvas, area: pygame.Rect, view: Track) -> None:
    """The board over a line about the move; a choice that is not of squares has its panel."""
    choose = chooser(canvas.shown)
    ways = _steps(canvas, choose, view)
    if choose and not ways:
        area = choice.panel(canvas, area)
    if view.mover and (view.steps or view.ways):
        foot = pygame.Rect(area.left, area.bottom - canvas.px(9), area.width, canvas.px(9))
        _move(canvas, foot, view, _chosen(ways, view))
        area = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.px(1) - area.top)
    squares = _board(canvas, area, view.rows)
    _ways(canvas, squares, view, ways, choose)
    _dice(canvas, squares, view)
    canvas.tell(" ".join(f"{colour}@{square}" for colour, _, square in view.dice), area)


def _steps(canvas: Canvas, choose: Choose | None, view: Track) -> dict[str, int]:
    """How far the dial is from each square that it offers."""
    if choose is None:
        return {}
    row, place = cursor(choose, canvas.shown)
    values = [choose.rows[row].at(n) for n in range(len(choose.rows[row]))]
    return {value: n - place for n, value in enumerate(values)} if set(values) <= set(view.ways) else {}


def _chosen(ways: dict[str, int], view: Track) -> str:
    return next((square for square, steps in ways.items() if not steps), view.chosen)


def _board(canvas: Canvas, area: pygame.Rect, rows: tuple[str, ...]) -> Squares:
    """Draw the squares as they lie on the mat, column A uppermost; returns where each is, by its name."""
    canvas.frame(area, theme.LINE, theme.PANEL, 2.4, 0.5)
    inside = theme.inner(area, canvas.px(1.2))
    board = Board("", rows)
    along, across = len(rows), board.width
    tall = min(inside.height / across, canvas.px(11))
    wide = min(inside.width / along, tall * 1.5)
    left = inside.left + (inside.width - wide * along) / 2
    top = inside.top + (inside.height - tall * across) / 2
    squares: Squares = {}
    for square in board.squares():
        row, column = board.place(square)
        high = across if square == FINISH else 1
        x, y = round(left + row * wide), round(top + column * tall)
        right, bottom = round(left + (row + 1) * wide), round(top + (column + high) * tall)
        squares[square] = pygame.Rect(x, y, right - x - 1, bottom - y - 1)
        canvas.panel(squares[square], COLOURS.get(rows[row][column], theme.PATH), 0.7)
    return squares


def _ways(canvas: Canvas, squares: Squares, view: Track, ways: dict[str, int], choose: Choose | None) -> None:
    """A dot on each square that may be reached, a ring round the one that is chosen."""
    chosen = _chosen(ways, view)
    for square in view.ways:
        box = squares.get(square)
        if box is None:
            continue
        if square == chosen:
            canvas.frame(box.inflate(canvas.px(0.8), canvas.px(0.8)), theme.NIGHT, theme.WARM, 1, 0.5)
        side = round(min(box.size) * 0.5)
        dot = pygame.Rect(0, 0, side, side)
        dot.center = box.center
        canvas.disc(dot, theme.NIGHT)
        if square != chosen:
            canvas.disc(theme.inner(dot, max(1, side * 0.14)), theme.GOOD)
        if choose and square in ways:
            choice.touch(canvas, choose, box, ways[square])


def _dice(canvas: Canvas, squares: Squares, view: Track) -> None:
    """Every die on its square; several in FINISH one under another."""
    for square, box in squares.items():
        here = [(colour, name) for colour, name, at in view.dice if at == square]
        for (colour, name), part in zip(here, canvas.rows(box, max(1, len(here)), 0), strict=False):
            side = min(*part.size, round(box.width * 1.1))
            place = pygame.Rect(0, 0, side, side)
            place.center = part.center
            die(canvas, place, name, colour)


def _move(canvas: Canvas, area: pygame.Rect, view: Track, chosen: str) -> None:
    """Whose die, how many squares, and to where."""
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(1.6), canvas.px(0.8))
    side = min(inside.height, canvas.px(7))
    box = pygame.Rect(inside.left, 0, side, side)
    box.centery = inside.centery
    colour = next((colour for colour, name, _ in view.dice if name == view.mover), "")
    die(canvas, box, view.mover, colour)
    left = box.right + canvas.px(1.2)
    half = (inside.right - left) // 2
    first = pygame.Rect(left, inside.top, half, inside.height)
    words = say("screen.steps", n=view.steps) if view.steps else view.mover
    canvas.write(words, first, 6, theme.IVORY, bold=True)
    second = pygame.Rect(first.right, inside.top, inside.right - first.right, inside.height)
    canvas.write(pretty(chosen), second, 6, theme.WARM, bold=True, align="right")
