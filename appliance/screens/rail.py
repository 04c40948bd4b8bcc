"""The buttons beside a page: those of whoever is to act, the dial, taking back, help."""

import pygame

from appliance.phrases import say
from appliance.screens import keyboard, theme
from appliance.screens.actions import Action, actions
from appliance.screens.canvas import Canvas


def rail(canvas: Canvas, area: pygame.Rect) -> None:
    """One slot a control, from the top; taking back and help stay at the bottom."""
    foot = pygame.Rect(area.left, area.bottom - canvas.px(9.5), area.width, canvas.px(9.5))
    undo, help_ = canvas.columns(foot, 2)
    _small(canvas, undo, "undo", "key undo")
    _question(canvas, help_)
    shown = [action for action in actions(canvas.shown) if _has_slot(canvas, action)]
    room = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.gap - area.top)
    if keyboard.in_rail(canvas.shown):
        keys = pygame.Rect(area.left, room.bottom - canvas.px(11), area.width, canvas.px(11))
        keyboard.button(canvas, keys)
        room.height = keys.top - canvas.gap - room.top
    tall = min(canvas.px(15), (room.height + canvas.gap) // max(1, len(shown)) - canvas.gap)
    slot = pygame.Rect(room.left, room.top, room.width, tall)
    for action in sorted(shown, key=lambda a: not a.seats):
        _slot(canvas, slot, action)
        slot = slot.move(0, tall + canvas.gap)


def _has_slot(canvas: Canvas, action: Action) -> bool:
    """Presses of one player have a button here; where several may press, their chips are it."""
    if action.gesture in ("press", "hold"):
        return _owner(canvas, action) is not None
    return action.gesture in ("push", "turn")


def _owner(canvas: Canvas, action: Action) -> int | None:
    """Whose press it is, of all who may: the only one, or the only one that the game waits for."""
    if len(action.seats) == 1:
        return action.seats[0] if action.seats[0] in _busy(canvas) else None
    acting = canvas.shown.prompt.acting
    return acting[0] if len(acting) == 1 and acting[0] in action.seats else None


def _busy(canvas: Canvas) -> set[int]:
    """Whom the game waits for, and the judge."""
    prompt = canvas.shown.prompt
    judges = {seat for accept in prompt.accepts if not hasattr(accept, "label") for seat in accept.seats}
    return judges | set(prompt.acting)


def _slot(canvas: Canvas, area: pygame.Rect, action: Action) -> None:
    if action.gesture == "turn":
        minus, plus = canvas.columns(area, 2)
        _small(canvas, minus, "minus", "turn -1")
        _small(canvas, plus, "plus", "turn 1")
    elif action.gesture == "push":
        canvas.panel(area, theme.RAISED)
        _labelled(canvas, area, action.short or action.what, None)
        canvas.touch(area, "push")
    else:
        seat = _owner(canvas, action)
        assert seat is not None  # else it has no slot
        hold = action.gesture == "hold"
        if hold:
            canvas.frame(area, canvas.colour(seat))
        else:
            canvas.panel(area, canvas.colour(seat))
        _labelled(canvas, area, action.short or action.what, seat, hold)
        canvas.press(area, seat, hold)


def _labelled(canvas: Canvas, area: pygame.Rect, words: str, seat: int | None, hold: bool = False) -> None:
    """The control's mark at the left, what it does beside it; dark if the control is to be held."""
    side = min(canvas.px(6.5), round(area.height * 0.62))
    mark = pygame.Rect(area.left + canvas.px(1.2), 0, side, side)
    mark.centery = area.centery
    colour = theme.IVORY if seat is None or hold else theme.INK
    if seat is None:
        canvas.icon("dial", mark, colour)
    else:
        canvas.badge(mark, seat, on_own=not hold)
    room = pygame.Rect(
        mark.right + canvas.px(1.2), area.top, area.right - mark.right - canvas.px(2.6), area.height
    )
    if hold:
        words = say("screen.held", what=words)
    canvas.write(words, theme.inner(room, 0, canvas.px(0.6)), 5.6, colour, bold=True, most=3, smallest=2.4)


def _small(canvas: Canvas, area: pygame.Rect, name: str, does: str) -> None:
    canvas.panel(area, theme.RAISED)
    canvas.icon(name, area, theme.IVORY, 6)
    canvas.touch(area, does)


def _question(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.panel(area, theme.RAISED)
    canvas.write(say("screen.question"), area, 7, theme.IVORY, bold=True, align="centre")
    canvas.touch(area, "key ?")
