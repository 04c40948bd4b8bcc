"""What the camera sees, symbol by symbol, each drawn as the thing that it lies on."""

import pygame

from appliance.games.looks import Kind
from appliance.games.prompts import Look
from appliance.phrases import say
from appliance.screens import dice, theme, tiles
from appliance.screens.canvas import Canvas
from appliance.screens.shown import Seen, Shown

TYPED: tuple[Kind, ...] = ("letter-dice", "tiles", "card")
"""Kinds that letters typed can stand for."""

SINGLE: tuple[Kind, ...] = ("d12", "pip-dice", "tiles")
"""Kinds of which the dial can say a symbol by hand, if only one is looked for."""

THINGS: dict[Kind, str] = {
    "letter-dice": "dice",
    "d12": "die",
    "pip-dice": "die",
    "track": "dice",
    "tiles": "tiles",
    "crosswords": "tiles",
    "board": "tiles",
    "card": "card",
    "own-die": "die",
    "own-tiles": "tiles",
}
"""What people call the pieces of a kind, as the phrases have it."""

PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
}
AMBER_EDGE = theme.mix(theme.WARM, theme.NIGHT, 0.4)


def kind_of(shown: Shown) -> Kind:
    """The kind of thing that the camera looks for; letter dice if for nothing."""
    look = next(shown.prompt.of_kind(Look), None)
    return look.kind if look else "letter-dice"


def status(canvas: Canvas, area: pygame.Rect, on_felt: bool = False) -> None:
    """How far the eye is: moving, so many seen, so many not sure."""
    shown = canvas.shown
    unsure = sum(not symbol.sure for symbol in shown.seen)
    things = THINGS[kind_of(shown)]
    if shown.moving:
        words, colour = say("screen.moving"), theme.MIST
    elif unsure:
        words, colour = say("screen.unsure", n=unsure), theme.WARM
    elif shown.seen:
        words, colour = say(f"screen.seen_{things}", n=len(shown.seen)), theme.GOOD
    else:
        words, colour = say(f"screen.waiting_{things}"), theme.MIST
    if on_felt and colour != theme.WARM:
        colour = theme.IVORY
    dot = pygame.Rect(area.left, 0, canvas.px(2.6), canvas.px(2.6))
    dot.centery = area.centery
    canvas.disc(dot, colour)
    room = pygame.Rect(
        dot.right + canvas.px(1.4), area.top, area.right - dot.right - canvas.px(1.4), area.height
    )
    canvas.write(words, room, 4.8, colour, bold=True, most=2)


def symbol(canvas: Canvas, box: pygame.Rect, seen: Seen, kind: Kind) -> None:
    """A symbol as its thing shows it; what is not sure is amber."""
    if not seen.sure:
        dice.tile(canvas, box, seen.symbol or "?", theme.WARM, AMBER_EDGE)
    elif kind in ("pip-dice", "track") and seen.symbol.isdecimal():
        pips(canvas, box, int(seen.symbol))
    elif kind == "d12":
        numeral(canvas, box, seen.symbol)
    elif kind in ("tiles", "crosswords", "board", "own-tiles"):
        tiles.tile(canvas, box, seen.symbol)
    else:
        dice.tile(canvas, box, seen.symbol)


def pips(canvas: Canvas, box: pygame.Rect, count: int, colour: theme.Colour = theme.DIE) -> None:
    """A die with so many pips, none for the blank face."""
    dice.tile(canvas, box, "", colour, theme.mix(colour, theme.NIGHT, 0.3))
    side = max(2, round(box.width * 0.19))
    for x, y in PIPS.get(count, ()):
        pip = pygame.Rect(0, 0, side, side)
        pip.center = (box.left + round(x * box.width), box.top + round(y * box.height * 0.92))
        canvas.disc(pip, theme.INK)


def numeral(canvas: Canvas, box: pygame.Rect, words: str) -> None:
    """The upper face of a twelve-sided die: a pentagon, its numeral or word in it."""
    canvas.icon("pentagon", box, theme.DIE)
    room = theme.inner(box, box.width * 0.2, box.height * 0.2).move(0, round(box.height * 0.05))
    size = box.width / canvas.unit * 0.6
    canvas.write(words, room, size, theme.INK, bold=True, align="centre", smallest=1, tell=False)


def row(canvas: Canvas, area: pygame.Rect, largest: float) -> None:
    """All that is seen as a row, the symbol under the cursor in a ring."""
    shown = canvas.shown
    kind = kind_of(shown)
    inside = theme.inner(area, canvas.px(1.4))
    boxes = dice.places(inside, len(shown.seen), canvas.px(largest), most_rows=4)
    for number, (seen, box) in enumerate(zip(shown.seen, boxes, strict=True)):
        if number == shown.mark:
            around = box.inflate(canvas.px(2), canvas.px(2))
            canvas.frame(around, theme.WARM, theme.NIGHT, 2.4, 0.6)
        symbol(canvas, box, seen, kind)
    if boxes:
        canvas.tell(" ".join(seen.symbol for seen in shown.seen), boxes[0].unionall(boxes[1:]))


def felt(canvas: Canvas, area: pygame.Rect, largest: float = 26) -> None:
    """What is seen, on felt, over how far the reading is: beside a page that shows something else."""
    canvas.frame(area, theme.FELT_LINE, theme.FELT, 3, 0.6)
    below = pygame.Rect(area.left, area.bottom - canvas.px(9), area.width, canvas.px(9))
    status(canvas, theme.inner(below, canvas.px(2), canvas.px(0.6)), on_felt=True)
    row(canvas, pygame.Rect(area.left, area.top, area.width, below.top - area.top), largest)
