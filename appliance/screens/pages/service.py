"""The pages that try out the box's own parts: a list of them, and live feedback for each."""

import pygame

from appliance.games.prompts import Prompt
from appliance.games.views import Letters, Standing
from appliance.phrases import say
from appliance.screens import dice, frame, text, theme
from appliance.screens.canvas import Canvas
from appliance.screens.pages.card import card_page
from appliance.screens.service import (
    ButtonNow,
    ButtonsNow,
    CameraNow,
    Card,
    DialNow,
    LampsOn,
    Parts,
    ServicePage,
    Tones,
)
from appliance.screens.shown import Hotspot, Shown

LEAVE = "key escape"
"""What a touch of the button in the corner does; the list's cards press the seat button of their number."""


def draw_service(surface: pygame.Surface, page: ServicePage) -> list[Hotspot]:
    """Draw the page; returns what can be touched."""
    return paint_service(surface, page).hotspots


def paint_service(surface: pygame.Surface, page: ServicePage) -> Canvas:
    """The same; the canvas knows what was written where."""
    text.ready()
    prompt = Prompt(page.headline, page.help, (), Letters(()), Standing(()))
    canvas = Canvas(surface, Shown(prompt, notice=page.notice))
    surface.fill(theme.NIGHT)
    if isinstance(page.body, Card):
        card_page(canvas, page, page.body)
        return canvas
    parts = frame.lay_out(canvas, strip=False)
    leave = pygame.Rect(parts.head.right - canvas.px(24), parts.head.top, canvas.px(24), parts.head.height)
    head = pygame.Rect(
        parts.head.left, parts.head.top, leave.left - canvas.gap - parts.head.left, parts.head.height
    )
    frame.headline(canvas, head)
    _leave(canvas, leave, isinstance(page.body, Parts))
    frame.help_line(canvas, parts.help)
    _body(canvas, parts.content.union(parts.rail), page)
    return canvas


def _leave(canvas: Canvas, area: pygame.Rect, from_list: bool) -> None:
    canvas.panel(area, theme.RAISED)
    upper, lower = canvas.rows(theme.inner(area, canvas.px(1.4), canvas.px(1)), 2, 0)
    words = say("service.leave" if from_list else "service.back")
    canvas.write(words, upper, 5.6, bold=True, align="centre")
    canvas.write(say("service.hold_one"), lower, 3.6, theme.MIST, align="centre")
    canvas.touch(area, LEAVE)


def _body(canvas: Canvas, area: pygame.Rect, page: ServicePage) -> None:
    match page.body:
        case Parts() as parts:
            _parts(canvas, area, parts)
        case LampsOn() as lamps:
            _lamps(canvas, area, lamps)
        case ButtonsNow(buttons):
            for number, (button, box) in enumerate(
                zip(buttons, canvas.columns(area, len(buttons)), strict=True)
            ):
                _button(canvas, box, number, button)
        case DialNow() as dial:
            _dial(canvas, area, dial)
        case CameraNow() as camera:
            _camera(canvas, area, camera)
        case Tones() as tones:
            _tones(canvas, area, tones)


def _parts(canvas: Canvas, area: pygame.Rect, parts: Parts) -> None:
    """Six cards, each with the button that opens it."""
    cells = [cell for row in canvas.rows(area, 2) for cell in canvas.columns(row, 3)]
    for number, (entry, cell) in enumerate(zip(parts.entries, cells, strict=True)):
        edge = theme.IVORY if number == parts.chosen else theme.PANEL
        canvas.frame(cell, edge, theme.RAISED if number == parts.chosen else theme.PANEL, 3, 0.9)
        inside = theme.inner(cell, canvas.px(2.4))
        badge = pygame.Rect(inside.left, inside.top, canvas.px(9), canvas.px(9))
        canvas.badge(badge, number)
        if entry.well is not None:
            mark = pygame.Rect(inside.right - canvas.px(7), inside.top, canvas.px(7), canvas.px(7))
            canvas.icon("tick" if entry.well else "warning", mark, theme.GOOD if entry.well else theme.WARM)
        name = pygame.Rect(inside.left, 0, inside.width, canvas.px(8))
        name.bottom = inside.bottom - canvas.px(6)
        canvas.write(entry.title, name, 7.4, bold=True)
        line = pygame.Rect(inside.left, name.bottom, inside.width, canvas.px(6))
        canvas.write(entry.line, line, 4, theme.MIST)
        canvas.touch(cell, f"seat {number + 1}")


def _lamps(canvas: Canvas, area: pygame.Rect, lamps: LampsOn) -> None:
    """The panel's face: seven lamps over two bars and the buzzer."""
    upper, lower = canvas.rows(area, 2)
    for seat, box in enumerate(canvas.columns(upper, len(theme.SEATS))):
        canvas.panel(box)
        lit = seat == lamps.lit
        round_ = theme.inner(box, canvas.px(1.4))
        colour = theme.seat_colour(seat)
        if seat not in lamps.wired:
            canvas.write(say("service.free"), round_, 4, theme.MIST, align="centre", most=2)
            continue
        canvas.disc(round_, colour if lit else theme.mix(colour, theme.PANEL, 0.82))
        canvas.write(str(seat + 1), round_, 9, theme.INK if lit else colour, bold=True, align="centre")
        if seat in lamps.dark:
            foot = pygame.Rect(box.left, box.bottom - canvas.px(8), box.width, canvas.px(6))
            canvas.icon("cross", foot, theme.BAD)
    columns = canvas.columns(lower, len(lamps.bars) + 1)
    for (name, on, count), box in zip(lamps.bars, columns, strict=False):
        _bar(canvas, box, say("service.bar_name", name=name), on, count)
    buzzer = columns[-1]
    canvas.panel(buzzer, theme.WARM if lamps.buzzing else theme.PANEL)
    words = theme.INK if lamps.buzzing else theme.MIST
    canvas.write(
        say("service.buzzer"), theme.inner(buzzer, canvas.px(2)), 6, words, bold=True, align="centre"
    )


def _bar(canvas: Canvas, area: pygame.Rect, name: str, on: int, count: int) -> None:
    canvas.panel(area)
    inside = theme.inner(area, canvas.px(2), canvas.px(1.6))
    head = pygame.Rect(inside.left, inside.top, inside.width, canvas.px(6))
    canvas.write(name, head, 4.4, theme.MIST, bold=True)
    room = pygame.Rect(inside.left, head.bottom, inside.width, inside.bottom - head.bottom)
    for led, box in enumerate(canvas.columns(room, max(1, count))):
        if led < count:
            canvas.disc(box, theme.GOOD if led < on else theme.LINE)


def _button(canvas: Canvas, area: pygame.Rect, number: int, button: ButtonNow) -> None:
    """Alight while it is down; below it how often it was pressed."""
    colour = theme.seat_colour(number)
    canvas.panel(area, colour if button.down else theme.PANEL)
    inside = theme.inner(area, canvas.px(1.2), canvas.px(2))
    round_ = pygame.Rect(inside.left, inside.top, inside.width, min(inside.width, inside.height // 2))
    canvas.badge(round_, number, lit=not button.down and button.wired, ground=theme.NIGHT)
    below = pygame.Rect(inside.left, round_.bottom, inside.width, inside.bottom - round_.bottom)
    ink = theme.INK if button.down else theme.IVORY
    if not button.wired:
        canvas.write(say("service.free"), below, 3.8, theme.MIST, align="centre", most=2)
    elif button.stuck:
        canvas.write(say("service.stuck"), below, 4.2, ink, bold=True, align="centre", most=2)
    else:
        canvas.write(str(button.presses), below, 14, ink, bold=True, align="centre")


def _dial(canvas: Canvas, area: pygame.Rect, dial: DialNow) -> None:
    """The number counted so far, on bright ground while the dial is pushed."""
    canvas.panel(area, theme.IVORY if dial.down else theme.PANEL, 3)
    left, middle, right = canvas.columns(theme.inner(area, canvas.px(3)), 3)
    ink = theme.INK if dial.down else theme.IVORY
    canvas.icon("left", left, ink if dial.count < 0 else theme.LINE, 24)
    canvas.icon("right", right, ink if dial.count > 0 else theme.LINE, 24)
    canvas.write(f"{dial.count:+d}".replace("-", "−"), middle, 34, ink, bold=True, align="centre")


def _camera(canvas: Canvas, area: pygame.Rect, camera: CameraNow) -> None:
    """The picture with what is read beside each symbol's place; what is to be said of it, at the right."""
    left = pygame.Rect(area.left, area.top, round(area.width * 0.62), area.height)
    canvas.frame(left, theme.LINE, theme.NIGHT, 1.4, 0.4)
    if camera.picture is None:
        canvas.write(say("service.camera_wait"), left, 6, theme.MIST, align="centre")
    else:
        _picture(canvas, theme.inner(left, canvas.px(0.8)), camera)
    right = pygame.Rect(left.right + canvas.gap, area.top, area.right - left.right - canvas.gap, area.height)
    canvas.panel(right)
    inside = theme.inner(right, canvas.px(2), canvas.px(1.6))
    for line, box in zip(camera.lines, canvas.rows(inside, max(3, len(camera.lines))), strict=False):
        colour = theme.IVORY if camera.well else theme.WARM
        canvas.write(line, box, 5, colour, bold=True, most=6, smallest=2.3, top=True)


def _picture(canvas: Canvas, area: pygame.Rect, camera: CameraNow) -> None:
    assert camera.picture is not None
    step = max(1, camera.picture.shape[1] // (2 * area.width))  # smoothing more than needed takes time
    thin = camera.picture[::step, ::step, ::-1]
    whole = pygame.image.frombuffer(thin.tobytes(), (thin.shape[1], thin.shape[0]), "RGB")
    box = whole.get_rect().fit(area)
    canvas.surface.blit(pygame.transform.smoothscale(whole, box.size), box)
    side = canvas.px(6)
    for seen in camera.seen:
        place = pygame.Rect(0, 0, side, side)
        place.midtop = (
            box.left + round(seen.x * box.width),
            box.top + round(seen.y * box.height) + canvas.px(3),
        )
        ground = theme.DIE if seen.sure else theme.WARM
        dice.tile(canvas, place.clamp(box), seen.symbol, ground, theme.DIE_EDGE)
    if camera.seen:
        canvas.tell(" ".join(seen.symbol for seen in camera.seen), box)


def _tones(canvas: Canvas, area: pygame.Rect, tones: Tones) -> None:
    """All tones, the one that sounds on bright ground."""
    cells = [cell for row in canvas.rows(area, 2) for cell in canvas.columns(row, 3)]
    for number, (name, cell) in enumerate(zip(tones.names, cells, strict=False)):
        now = number == tones.now
        canvas.panel(cell, theme.IVORY if now else theme.PANEL)
        ink = theme.INK if now else theme.MIST
        canvas.write(name, theme.inner(cell, canvas.px(2)), 6.4, ink, bold=True, align="centre", most=2)
