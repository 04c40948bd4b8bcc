"""The letter board: premium squares, tiles, those of the last play, and what it came to."""

import pygame

from appliance.games.game_views import Crossboard
from appliance.games.looks import BOARD_SIZE
from appliance.phrases import say
from appliance.pieces.premiums import PREMIUMS
from appliance.screens import choice, theme, tiles
from appliance.screens.actions import chooser
from appliance.screens.canvas import Canvas

LEAST = 3.7
"""Units of height that a line needs."""


def crossboard(canvas: Canvas, area: pygame.Rect, view: Crossboard) -> None:
    """The board as large as it goes at the left; rack, words and problems beside it."""
    square = min(area.height, round(area.width * 0.64)) // (BOARD_SIZE + 1)
    side = square * BOARD_SIZE
    frame = pygame.Rect(area.left, area.top, side + square, area.height)
    board = pygame.Rect(frame.left + square, frame.top + (frame.height - side + square) // 2, side, side)
    _names(canvas, board, square)
    _board(canvas, board, view)
    aside = pygame.Rect(frame.right + canvas.gap, area.top, 0, area.height)
    aside.width = area.right - aside.left
    choose = chooser(canvas.shown)
    if choose:
        tall = min(canvas.px(22 if len(choose.rows) == 1 else 31), round(aside.height * 0.5))
        below = pygame.Rect(aside.left, aside.bottom - tall, aside.width, tall)
        choice.fill(canvas, below, choose)
        aside.height = below.top - canvas.px(1) - aside.top
    _aside(canvas, aside, view)


def _names(canvas: Canvas, board: pygame.Rect, square: int) -> None:
    """Columns A to O above the board, rows 1 to 15 at its left, as players call the squares."""
    for n in range(BOARD_SIZE):
        above = pygame.Rect(board.left + n * square, board.top - square, square, square)
        beside = pygame.Rect(board.left - square, board.top + n * square, square, square)
        for words, box in ((chr(ord("A") + n), above), (str(n + 1), beside)):
            canvas.write(words, box, 2.6, theme.MIST, align="centre")


def _board(canvas: Canvas, area: pygame.Rect, view: Crossboard) -> None:
    canvas.surface.fill(theme.NIGHT, area)
    side = area.width // BOARD_SIZE
    for row in range(BOARD_SIZE):
        for column in range(BOARD_SIZE):
            box = pygame.Rect(area.left + column * side, area.top + row * side, side - 1, side - 1)
            symbol = view.rows[row][column]
            if symbol != tiles.EMPTY:
                tiles.tile(canvas, box, symbol, (row, column) in view.new)
                continue
            canvas.surface.fill(theme.PREMIUMS.get(PREMIUMS[row][column], theme.SQUARE), box)
            if row == column == BOARD_SIZE // 2:
                canvas.icon("star", box, theme.IVORY)
    canvas.tell("/".join(view.rows), area)


def _aside(canvas: Canvas, area: pygame.Rect, view: Crossboard) -> None:
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(1.6), canvas.px(1.2))
    if view.rack:
        top = pygame.Rect(inside.left, inside.top, inside.width, min(canvas.px(9), inside.height // 2))
        tiles.rack(canvas, top, view.rack.replace(" ", ""), 9)
        inside.height -= top.height + canvas.px(1)
        inside.top = top.bottom + canvas.px(1)
    if not (view.words or view.problems):
        words = say("screen.in_bag", n=view.left)
        canvas.write(words, inside, 5, theme.MIST, bold=True, align="centre", most=2)
        return
    _lines(canvas, inside, view)


def _lines(canvas: Canvas, area: pygame.Rect, view: Crossboard) -> None:
    """What is wrong, the sum, the words: as many of them, in this order, as there is room for."""
    most = max(1, int(area.height / canvas.px(LEAST)))
    high = 2 if 2 * len(view.problems) + len(view.words) + 1 <= most else 1
    rows: list[tuple[str, int | None, float]] = [(problem, None, high) for problem in view.problems]
    if len(view.words) > 1:
        rows.append(("", sum(points for _, points in view.words), 1.4))
    rows += [(word, points, 1) for word, points in view.words]
    while len(rows) > 1 and sum(share for _, _, share in rows) > most:
        rows.pop()
    tall = min(canvas.px(8), area.height / sum(share for _, _, share in rows))
    y = float(area.top)
    for words, points, share in rows:
        row = pygame.Rect(area.left, int(y), area.width, int(tall * share))
        if points is None:
            _problem(canvas, row, words)
        else:
            _word(canvas, row, words, points)
        y += tall * share


def _word(canvas: Canvas, row: pygame.Rect, word: str, points: int) -> None:
    """A word with its points; the sum of all has no word."""
    value = pygame.Rect(row.right - canvas.px(13), row.top, canvas.px(13), row.height)
    colour = theme.IVORY if word else theme.GOOD
    words = str(points) if word else f"+{points}"
    canvas.write(words, value, 5.4 if word else 9, colour, bold=True, align="right")
    room = pygame.Rect(row.left, row.top, value.left - row.left, row.height)
    canvas.write(word, room, 5.4, theme.IVORY, bold=True)


def _problem(canvas: Canvas, row: pygame.Rect, problem: str) -> None:
    side = min(canvas.px(4.4), row.height)
    sign = pygame.Rect(row.left, 0, side, side)
    sign.centery = row.centery
    canvas.icon("warning", sign, theme.BAD)
    left = sign.right + canvas.px(1)
    room = pygame.Rect(left, row.top, row.right - left, row.height)
    canvas.write(problem, room, 4.4, theme.BAD, bold=True, most=3)
