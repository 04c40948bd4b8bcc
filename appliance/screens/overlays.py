"""What lies over a page: the break, and the help with every action that is possible now."""

from collections.abc import Sequence

import pygame

from appliance.phrases import say
from appliance.screens import theme
from appliance.screens.actions import Action, actions, pretty
from appliance.screens.canvas import Canvas


def paused(canvas: Canvas, area: pygame.Rect) -> None:
    """The game waits; any button goes on."""
    canvas.panel(area, theme.PANEL, 3)
    inside = theme.inner(area, canvas.px(4), canvas.px(3))
    upper = pygame.Rect(inside.left, inside.top, inside.width, round(inside.height * 0.46))
    canvas.write(say("screen.paused"), upper, 16, theme.IVORY, bold=True, align="centre")
    middle = pygame.Rect(inside.left, upper.bottom, inside.width, canvas.px(9))
    canvas.write(say("screen.any_button"), middle, 6.4, theme.IVORY, align="centre")
    leave = pygame.Rect(0, 0, min(canvas.px(50), inside.width), canvas.px(10))
    leave.midbottom = inside.midbottom
    canvas.panel(leave, theme.RAISED)
    canvas.write(say("screen.leave"), theme.inner(leave, canvas.px(2), 0), 4.6, bold=True, align="centre")
    canvas.touch(leave, "key escape")
    canvas.touch_around(leave, "push")


Row = tuple[str, str, str, str]


def help_page(canvas: Canvas, area: pygame.Rect) -> None:
    """A table of what can be done now: by which button, key and touch. A touch closes it."""
    canvas.panel(area, theme.PANEL, 3)
    inside = theme.inner(area, canvas.px(3), canvas.px(2))
    head = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(11))
    canvas.write(pretty(canvas.shown.prompt.headline), head, 7.6, theme.IVORY, bold=True)
    foot = pygame.Rect(inside.left, inside.bottom - canvas.px(10), inside.width, canvas.px(10))
    close, leave = canvas.columns(foot, 2)
    for box, words in ((close, say("screen.close")), (leave, say("screen.pause"))):
        canvas.panel(box, theme.RAISED)
        canvas.write(words, theme.inner(box, canvas.px(2), 0), 4.8, bold=True, align="centre")
    canvas.touch(leave, "key escape")
    canvas.touch_around(leave, "key ?")
    table = pygame.Rect(inside.left, head.bottom, inside.width, foot.top - canvas.gap - head.bottom)
    _table(canvas, table)


def _table(canvas: Canvas, area: pygame.Rect) -> None:
    found = [*actions(canvas.shown), *_always()]
    rows = canvas.rows(area, max(7, len(found) + 1), 0)
    heads = [say(f"screen.help_{name}") for name in ("what", "button", "key", "touch")]
    for words, cell in zip(heads, _cells(canvas, rows[0]), strict=True):
        canvas.write(words, cell, 4, theme.MIST, bold=True)
    for action, row in zip(found, rows[1:], strict=False):
        canvas.surface.fill(theme.LINE, pygame.Rect(row.left, row.top, row.width, 1))
        _line(canvas, row, action)


def _always() -> list[Action]:
    """What can be done on any page."""
    return [Action(say("screen.undo"), "undo"), Action(say("screen.pause"), "escape")]


def _cells(canvas: Canvas, row: pygame.Rect) -> list[pygame.Rect]:
    parts = (0.37, 0.24, 0.19, 0.2)
    cells, left = [], row.left
    for part in parts:
        wide = round(row.width * part)
        cells.append(pygame.Rect(left, row.top, wide - canvas.gap, row.height))
        left += wide
    return cells


def _line(canvas: Canvas, row: pygame.Rect, action: Action) -> None:
    what, button, key, touch = _cells(canvas, row)
    canvas.write(pretty(action.what), what, 5, theme.IVORY, bold=True, most=2)
    if action.seats:
        _seats(canvas, button, action)
    else:
        canvas.write(say(f"screen.button_{action.gesture}"), button, 4.6, theme.IVORY, most=2)
    numbers = spans([canvas.chair(seat) + 1 for seat in action.seats])
    canvas.write(say(f"screen.key_{action.gesture}", n=numbers), key, 4.6, theme.IVORY, most=2)
    canvas.write(action.touch or say(f"screen.touch_{action.gesture}"), touch, 4.6, theme.IVORY, most=2)


def _seats(canvas: Canvas, area: pygame.Rect, action: Action) -> None:
    """The seat buttons that do it."""
    side = min(canvas.px(5), area.height - 2)
    left = area.left
    if action.gesture == "hold":
        room = pygame.Rect(area.left, area.top, area.width // 3, area.height)
        left = canvas.write(say("screen.hold"), room, 4, theme.IVORY).right + canvas.px(1)
    pitch = min(side + canvas.px(0.6), (area.right - left) / len(action.seats))
    for number, seat in enumerate(action.seats):
        box = pygame.Rect(left + round(number * pitch), 0, min(side, int(pitch)), side)
        box.centery = area.centery
        canvas.badge(box, seat)


def spans(numbers: Sequence[int]) -> str:
    """Numbers in short: 1–3, 5."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)
