"""Tiles as people see them on the screen, alone, on a rack, or laid to words."""

from collections.abc import Collection, Sequence

import pygame

from appliance.pieces.tiles import BLANK, ENGLISH
from appliance.screens import dice, theme
from appliance.screens.canvas import Canvas

VALUED = 26
"""Pixels from which on a tile has room for its value."""
FRAMED = 18
"""Pixels from which on a blank has room for its frame."""
EMPTY = "."
Square = tuple[int, int]


def tile(canvas: Canvas, box: pygame.Rect, symbol: str, fresh: bool = False) -> None:
    """One tile; `fresh` as it was laid just now.

    A blank has its letter, if any, in red in a frame, or on red where it is too small for that.
    """
    pale = theme.WARM if fresh else theme.WOOD
    blank = symbol == BLANK or symbol.islower()
    solid = blank and box.width < FRAMED
    ground = theme.CRIMSON if solid else pale
    edge = theme.mix(ground, theme.NIGHT, 0.3)
    radius = box.width / canvas.unit * 0.14
    canvas.panel(box, edge, radius)
    face = pygame.Rect(box.left, box.top, box.width, box.height - max(1, round(box.height * 0.07)))
    canvas.panel(face, ground, radius)
    if blank and not solid:
        rim = max(1, round(box.width * 0.05))
        canvas.frame(theme.inner(face, rim), theme.CRIMSON, ground, radius, rim / canvas.unit)
    letter = symbol.upper() if symbol != BLANK else ""
    words = pale if solid else theme.CRIMSON if blank else theme.INK
    valued = box.width >= VALUED and not blank
    room = theme.inner(face, box.width * (0.14 if valued else 0.06), 0)
    room.width -= round(box.width * 0.1) if valued else 0
    canvas.write(
        letter, room, box.width / canvas.unit * 0.72, words, bold=True, align="centre", smallest=1, tell=False
    )
    if valued:
        side = round(box.width * 0.36)
        corner = pygame.Rect(face.right - side - round(box.width * 0.05), face.bottom - side, side, side)
        size = box.width / canvas.unit * 0.26
        value = str(ENGLISH.value(letter))
        canvas.write(value, corner, size, theme.INK, bold=True, align="right", smallest=1, tell=False)


def back(canvas: Canvas, box: pygame.Rect) -> None:
    """A tile that lies face down."""
    radius = box.width / canvas.unit * 0.14
    canvas.panel(box, theme.mix(theme.BACK, theme.NIGHT, 0.4), radius)
    face = pygame.Rect(box.left, box.top, box.width, box.height - max(1, round(box.height * 0.09)))
    canvas.panel(face, theme.BACK, radius)


def rack(
    canvas: Canvas, area: pygame.Rect, letters: str, largest: float, align: str = "centre", least: int = 1
) -> None:
    """A player's tiles in a row, as large as `least` of them would be at the most."""
    across = max(len(letters), least)
    boxes = dice.places(area, across, canvas.px(largest), most_rows=1, align=align)
    for letter, box in zip(letters, boxes, strict=False):
        tile(canvas, box, letter)
    if letters:
        canvas.tell(" ".join(letters), boxes[0].unionall(boxes[1:]))


def laid(
    canvas: Canvas,
    area: pygame.Rect,
    rows: Sequence[str],
    largest: float,
    fresh: Collection[Square] = (),
) -> None:
    """Words as they lie on the table, as large as the area allows; `.` is no tile."""
    across = max(map(len, rows), default=0)
    if not across:
        return
    side = max(1, min(area.width // across, area.height // len(rows), canvas.px(largest)))
    whole = pygame.Rect(0, 0, side * across, side * len(rows))
    whole.center = area.center
    for row, line in enumerate(rows):
        for column, symbol in enumerate(line):
            if symbol != EMPTY:
                box = pygame.Rect(
                    whole.left + column * side, whole.top + row * side, max(1, side - 1), max(1, side - 1)
                )
                tile(canvas, box, symbol, (row, column) in fresh)
    canvas.tell("/".join(rows), whole)
