"""AnagraScramble's card: seven letters in its deck's colour, and what is at stake on it."""

import pygame

from appliance.games.game_views import Jumble
from appliance.games.looks import CARD_LETTERS
from appliance.games.prompts import Look
from appliance.phrases import say
from appliance.screens import choice, dice, sight, theme
from appliance.screens.canvas import Canvas


def jumble(canvas: Canvas, area: pygame.Rect, view: Jumble) -> None:
    """The card, large, over the length to reach as so many empty boxes."""
    area = choice.panel(canvas, area)
    look = next(canvas.shown.prompt.of_kind(Look), None)
    if look and look.kind != "card":  # the number die
        side = round(area.width * 0.34)
        sight.felt(canvas, pygame.Rect(area.right - side, area.top, side, area.height))
        area = pygame.Rect(area.left, area.top, area.width - side - canvas.gap, area.height)
    if view.target or view.note or view.coin > 1:
        tall = min(canvas.px(15), round(area.height * 0.36))
        foot = pygame.Rect(area.left, area.bottom - tall, area.width, tall)
        _stake(canvas, foot, view)
        area = pygame.Rect(area.left, area.top, area.width, foot.top - canvas.gap - area.top)
    _card(canvas, area, view)


def _card(canvas: Canvas, area: pygame.Rect, view: Jumble) -> None:
    """The letters, or what the camera sees of them, or the back of a card that lies face down."""
    colour = theme.CARDS.get(view.deck, theme.RAISED)
    canvas.frame(area, theme.mix(colour, theme.IVORY, 0.35), colour, 4, 0.7)
    inside = theme.inner(area, canvas.px(3), canvas.px(2.4))
    if view.letters:
        dice.letters(canvas, inside, tuple(view.letters), 30)
    elif canvas.shown.seen and sight.kind_of(canvas.shown) == "card":
        sight.row(canvas, inside, 24)
    else:
        tall = min(canvas.px(7), inside.height)
        words = pygame.Rect(inside.left, inside.bottom - tall, inside.width, tall)
        canvas.write(say("screen.face_down"), words, 5.4, theme.IVORY, bold=True, align="centre")
        if inside.height < canvas.px(14):
            return
        inside.height -= words.height
        pale = theme.mix(colour, theme.IVORY, 0.14)
        for box in dice.places(inside, CARD_LETTERS, canvas.px(16), most_rows=1):
            canvas.panel(box, pale, 2)


def _stake(canvas: Canvas, area: pygame.Rect, view: Jumble) -> None:
    """The length as a number and as boxes to fill, the coin, then a note."""
    canvas.panel(area)
    left = area.left + canvas.px(2)
    if view.target:
        number = pygame.Rect(left, area.top, canvas.px(9), area.height)
        canvas.write(str(view.target), number, 12.5, theme.IVORY, bold=True, align="centre")
        side = min(canvas.px(7), area.height - canvas.px(3))
        left = number.right + canvas.px(2)
        for _ in range(view.target):
            box = pygame.Rect(left, 0, side, side)
            box.centery = area.centery
            canvas.frame(box, theme.MIST, theme.NIGHT, 1.4, 0.5)
            left = box.right + canvas.px(0.8)
        left += canvas.px(1.6)
    if view.coin > 1:
        left = _coin(canvas, pygame.Rect(left, area.top, area.height, area.height), view.coin)
    room = pygame.Rect(left, area.top, area.right - left - canvas.px(2), area.height)
    canvas.write(
        view.note, room, 5.4, theme.MIST, bold=True, align="right" if view.target else "centre", most=3
    )


def _coin(canvas: Canvas, area: pygame.Rect, factor: int) -> int:
    """The coin that was laid; returns where it ends."""
    box = theme.inner(area, canvas.px(1.4))
    canvas.disc(box, theme.mix(theme.WARM, theme.NIGHT, 0.35))
    canvas.disc(theme.inner(box, max(2, canvas.px(0.8))), theme.WARM)
    room = theme.inner(box, canvas.px(1.6))
    canvas.write(f"×{factor}", room, 7.4, theme.INK, bold=True, align="centre")
    return area.right + canvas.px(1)
