"""The score strip: every player's name, points and tokens, who leads, whose lamp is lit."""

import pygame

from appliance.games.prompts import Press, Prompt
from appliance.games.views import Final, Joining, Place
from appliance.phrases import say
from appliance.screens import text, theme
from appliance.screens.canvas import SMALLEST, SMALLEST_PIXELS, Canvas
from appliance.screens.theme import Colour

TOKEN = 3.6
"""The size of what is on a token."""
SHORT = 2
"""Characters that a token has room for; more are as wide as a word."""


def wanted(prompt: Prompt) -> bool:
    """Whether there is anything to show in a strip: scores, or buttons of people who play no game."""
    if isinstance(prompt.view, Joining | Final):
        return False  # the page itself has all players
    return bool(prompt.standing.places) or any(accept.seats for accept in prompt.accepts)


def strip(canvas: Canvas, area: pygame.Rect) -> None:
    """One chip a player; a touch of it is a press of the player's button."""
    if not area.height:
        return
    prompt = canvas.shown.prompt
    places = prompt.standing.places
    if not places:
        _buttons(canvas, area)
        return
    lead = set(prompt.standing.leaders) if any(place.score for place in places) else set()
    chips = canvas.columns(area, len(places), canvas.px(1.2))
    for seat, (chip, place) in enumerate(zip(chips, places, strict=True)):
        _chip(canvas, chip, seat, place, place.name in lead)


def _buttons(canvas: Canvas, area: pygame.Rect) -> None:
    seats = sorted({seat for accept in canvas.shown.prompt.accepts for seat in accept.seats})
    for seat, box in zip(seats, canvas.columns(area, len(seats), canvas.px(1.2)), strict=True):
        canvas.panel(box, theme.PANEL)
        canvas.badge(theme.inner(box, canvas.px(1.6)), seat, seat in canvas.shown.prompt.acting)
        canvas.press(box, seat)


def _chip(canvas: Canvas, chip: pygame.Rect, seat: int, place: Place, leads: bool) -> None:
    acting = seat in canvas.shown.prompt.acting and len(canvas.shown.prompt.acting) == 1
    ground = canvas.colour(seat) if acting else theme.NIGHT if place.out else theme.PANEL
    words = theme.INK if acting else theme.MIST if place.out else theme.IVORY
    canvas.panel(chip, ground, 2)
    if _may_press(canvas, seat) and not acting:
        bar = pygame.Rect(
            chip.left + canvas.px(2), chip.bottom - canvas.px(0.9), chip.width - canvas.px(4), canvas.px(0.9)
        )
        canvas.surface.fill(canvas.colour(seat), bar)
    inside = theme.inner(chip, canvas.px(1.1), canvas.px(1.0))
    upper = pygame.Rect(inside.left, inside.top, inside.width, round(inside.height * 0.45))
    lower = pygame.Rect(inside.left, upper.bottom, inside.width, inside.bottom - upper.bottom)
    _name(canvas, upper, seat, place, words, acting)
    tokens = _tokens(canvas, lower, seat, place, words, acting)
    score = pygame.Rect(lower.left, lower.top, lower.width - tokens.width, lower.height)
    if leads:
        crown = pygame.Rect(score.left, score.top, min(canvas.px(4.6), score.width // 3), score.height)
        canvas.icon("crown", crown, words if acting else theme.WARM)
        score.width -= crown.width + canvas.px(0.6)
        score.left = crown.right + canvas.px(0.6)
    canvas.write(say("screen.score", n=place.score).replace("-", "−"), score, 7, words, bold=True)
    _touches(canvas, chip, lower, tokens, seat, place)


def _touches(
    canvas: Canvas, chip: pygame.Rect, lower: pygame.Rect, tokens: pygame.Rect, seat: int, place: Place
) -> None:
    """The chip is the player's button; those tokens that a press does not play are the button held."""
    asked = [accept for accept in canvas.shown.prompt.accepts if seat in accept.seats]
    if any(accept.hold for accept in asked):
        played = {accept.label for accept in asked if isinstance(accept, Press) and not accept.hold}
        held = sum(token not in played for token in place.tokens)
        share = held / len(place.tokens) if place.tokens else 1.0
        wide = min(max(round(tokens.width * share), theme.LEAST_TOUCH), chip.width // 2)
        hold = pygame.Rect(chip.right - wide, lower.top, wide, chip.bottom - lower.top)
        canvas.press(hold, seat, hold=True)
        canvas.press(pygame.Rect(chip.left, chip.top, chip.width, hold.top - chip.top), seat)
        canvas.press(pygame.Rect(chip.left, hold.top, hold.left - chip.left, hold.height), seat)
    elif asked:
        canvas.press(chip, seat)


def _name(canvas: Canvas, area: pygame.Rect, seat: int, place: Place, words: Colour, acting: bool) -> None:
    narrow = area.width < canvas.px(24)
    side = min(area.height, canvas.px(3.8 if narrow else 5))
    badge = pygame.Rect(area.left, area.top, side, side)
    badge.centery = area.centery
    canvas.badge(badge, seat, not place.out, on_own=acting)
    room = pygame.Rect(
        badge.right + canvas.px(0.8), area.top, area.right - badge.right - canvas.px(0.8), area.height
    )
    canvas.write(place.name, room, 4, words, bold=True, most=2, smallest=2.3)


def _tokens(
    canvas: Canvas, area: pygame.Rect, seat: int, place: Place, words: Colour, acting: bool
) -> pygame.Rect:
    """The tokens at the right end, bright if playable, or that the player is out; the room they take."""
    if place.out:
        width = min(canvas.px(9), area.width // 2)
        room = pygame.Rect(area.right - width, area.top, width, area.height)
        canvas.write(say("screen.out"), room, 3.6, words, bold=True, align="right")
        return room
    side, wide = min(canvas.px(5), area.height, area.width // 5), 0
    playable = {a.label for a in canvas.shown.prompt.accepts if isinstance(a, Press) and seat in a.seats}
    lit = any(label.startswith(token.split()[0]) for token in place.tokens for label in playable)
    tokens = place.tokens or _held(canvas, area, seat)
    for number, token in enumerate(reversed(tokens)):
        box = pygame.Rect(area.right - side - number * (side + canvas.px(0.6)), 0, side, side)
        if len(_short(token)) > SHORT:  # a word, alone there
            box.width = _wide(canvas, area, _short(token))
            box.right = area.right
            wide = box.width
        box.centery = area.centery
        dye = theme.BODIES.get(token)  # a die's colour
        canvas.panel(box, dye or (words if acting else canvas.colour(seat) if lit else theme.MIST), 0.9)
        ground = canvas.colour(seat) if acting and not dye else theme.INK
        room = theme.inner(box, canvas.px(0.4), 0)
        canvas.write(_short(token), room, TOKEN, ground, bold=True, align="centre", tell=False)
    width = wide or len(tokens) * (side + canvas.px(0.6))
    return pygame.Rect(area.right - width, area.top, width, area.height)


def _short(token: str) -> str:
    """What a token shows of its name: `Steal 2` only its number."""
    last = token.split()[-1]
    return last if len(last) <= SHORT else token


def _held(canvas: Canvas, area: pygame.Rect, seat: int) -> tuple[str, ...]:
    """What a player without tokens can do by holding the button: it is shown as a token is."""
    presses = canvas.shown.prompt.of_kind(Press)
    held = next((press.label for press in presses if press.hold and seat in press.seats), "")
    if not held:
        return ()
    wide = text.width_of(held, max(SMALLEST_PIXELS, canvas.px(SMALLEST)), bold=True)
    fits = wide <= _wide(canvas, area, held) - 2 * canvas.px(0.4)
    return (held if fits else held.split()[-1],)


def _wide(canvas: Canvas, area: pygame.Rect, words: str) -> int:
    """How wide a token with a word on it is: the score keeps two fifths of the line."""
    wanted = text.width_of(words, canvas.px(TOKEN), bold=True) + 2 * canvas.px(0.9)
    return min(wanted, round(area.width * 0.6))


def _may_press(canvas: Canvas, seat: int) -> bool:
    return any(seat in accept.seats for accept in canvas.shown.prompt.accepts)
