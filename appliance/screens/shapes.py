"""Round shapes with smooth edges, which pygame's own drawing lacks; made large once, and kept."""

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from appliance.screens.theme import Colour

FINE = 4
"""How many times as large a shape is drawn before it is made small."""

Draw = Callable[[pygame.Surface, int, Colour], object]


@lru_cache(maxsize=256)
def disc(diameter: int, colour: Colour) -> pygame.Surface:
    """A filled circle."""
    return _small(
        diameter, colour, lambda big, side, c: pygame.draw.circle(big, c, (side // 2,) * 2, side // 2)
    )


def rounded(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, radius: float) -> None:
    """A filled rectangle with round corners."""
    r = int(min(radius, rect.width / 2, rect.height / 2))
    surface.fill(colour, rect.inflate(-2 * r, 0))
    surface.fill(colour, rect.inflate(0, -2 * r))
    if r < 1:
        return
    whole = disc(2 * r, colour)
    for x, left in ((rect.left, 0), (rect.right - r, r)):
        for y, top in ((rect.top, 0), (rect.bottom - r, r)):
            surface.blit(whole, (x, y), (left, top, r, r))


def framed(
    surface: pygame.Surface, rect: pygame.Rect, edge: Colour, ground: Colour, radius: float, width: int
) -> None:
    """A rectangle with round corners and an edge of another colour."""
    rounded(surface, rect, edge, radius)
    rounded(surface, rect.inflate(-2 * width, -2 * width), ground, radius - width)


def ring(surface: pygame.Surface, box: pygame.Rect, part: float, colour: Colour, width: float) -> None:
    """An arc from the top, clockwise over `part` (0…1) of a circle."""
    if part <= 0:
        return
    centre, outer = box.center, box.width / 2 - 1
    steps = max(2, math.ceil(part * max(48, outer)))
    turns = [2 * math.pi * (part * n / steps) for n in range(steps + 1)]

    def edge(radius: float) -> list[tuple[float, float]]:
        return [(centre[0] + radius * math.sin(a), centre[1] - radius * math.cos(a)) for a in turns]

    # The plain polygon stays inside; thin smooth lines make its edges.
    pygame.draw.polygon(surface, colour, [*edge(outer - 1), *reversed(edge(outer - width + 1))])
    for radius in (outer - 0.5, outer - 1, outer - width + 0.5, outer - width + 1):
        pygame.draw.aalines(surface, colour, False, edge(radius))


@lru_cache(maxsize=256)
def icon(name: str, side: int, colour: Colour) -> pygame.Surface:
    """A small picture by name; see `ICONS`."""
    return _small(side, colour, ICONS[name])


def _small(side: int, colour: Colour, draw: Draw) -> pygame.Surface:
    side = max(1, side)
    big = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    big.fill((*colour, 0))  # the colour itself, unseen: black would darken the edges
    draw(big, side * FINE, colour)
    return pygame.transform.smoothscale(big, (side, side))


def _points(side: int, *places: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * side, y * side) for x, y in places]


def _thick(big: pygame.Surface, side: int, colour: Colour, *places: tuple[float, float]) -> None:
    """A line through the places, with round ends and joints."""
    points, width = _points(side, *places), max(1, round(side * 0.13))
    pygame.draw.lines(big, colour, False, points, width)
    for point in points:
        pygame.draw.circle(big, colour, point, width / 2)


def _minus(big: pygame.Surface, side: int, colour: Colour) -> None:
    _thick(big, side, colour, (0.22, 0.5), (0.78, 0.5))


def _plus(big: pygame.Surface, side: int, colour: Colour) -> None:
    _minus(big, side, colour)
    _thick(big, side, colour, (0.5, 0.22), (0.5, 0.78))


def _left(big: pygame.Surface, side: int, colour: Colour) -> None:
    _thick(big, side, colour, (0.62, 0.2), (0.34, 0.5), (0.62, 0.8))


def _right(big: pygame.Surface, side: int, colour: Colour) -> None:
    _thick(big, side, colour, (0.38, 0.2), (0.66, 0.5), (0.38, 0.8))


def _tick(big: pygame.Surface, side: int, colour: Colour) -> None:
    _thick(big, side, colour, (0.18, 0.54), (0.42, 0.76), (0.82, 0.28))


def _cross(big: pygame.Surface, side: int, colour: Colour) -> None:
    _thick(big, side, colour, (0.24, 0.24), (0.76, 0.76))
    _thick(big, side, colour, (0.76, 0.24), (0.24, 0.76))


def _crown(big: pygame.Surface, side: int, colour: Colour) -> None:
    peaks = ((0.08, 0.3), (0.3, 0.52), (0.5, 0.16), (0.7, 0.52), (0.92, 0.3))
    pygame.draw.polygon(big, colour, _points(side, (0.16, 0.8), *peaks, (0.84, 0.8)))
    for peak in (peaks[0], peaks[2], peaks[4]):
        pygame.draw.circle(big, colour, (peak[0] * side, peak[1] * side), side * 0.08)


def _undo(big: pygame.Surface, side: int, colour: Colour) -> None:
    angles = (n * 0.2 - 1.35 for n in range(20))
    arc = [(0.54 + 0.28 * math.sin(a), 0.54 - 0.28 * math.cos(a)) for a in angles]
    _thick(big, side, colour, *arc)
    pygame.draw.polygon(big, colour, _points(side, (0.26, 0.76), (0.05, 0.44), (0.47, 0.44)))


def _dial(big: pygame.Surface, side: int, colour: Colour) -> None:
    pygame.draw.circle(big, colour, (side / 2, side / 2), side * 0.44, max(1, round(side * 0.1)))
    _thick(big, side, colour, (0.5, 0.5), (0.5, 0.24))


def _keys(big: pygame.Surface, side: int, colour: Colour) -> None:
    pygame.draw.rect(big, colour, _box(side, 0.06, 0.22, 0.88, 0.56), round(side * 0.08), round(side * 0.1))
    for row, count in ((0.34, 4), (0.48, 4)):
        for n in range(count):
            big.fill(colour, _box(side, 0.19 + n * 0.17, row, 0.1, 0.08))
    big.fill(colour, _box(side, 0.3, 0.62, 0.4, 0.07))


def _back(big: pygame.Surface, side: int, colour: Colour) -> None:
    shape = ((0.04, 0.5), (0.3, 0.2), (0.96, 0.2), (0.96, 0.8), (0.3, 0.8))
    pygame.draw.polygon(big, colour, _points(side, *shape))
    clear = (*colour, 0)
    for a, b in (((0.48, 0.36), (0.76, 0.64)), ((0.76, 0.36), (0.48, 0.64))):
        pygame.draw.lines(big, clear, False, _points(side, a, b), max(1, round(side * 0.1)))


def _clock(big: pygame.Surface, side: int, colour: Colour) -> None:
    pygame.draw.circle(big, colour, (side / 2, side * 0.56), side * 0.38, max(1, round(side * 0.09)))
    big.fill(colour, _box(side, 0.42, 0.03, 0.16, 0.13))
    _thick(big, side, colour, (0.5, 0.56), (0.5, 0.36))
    _thick(big, side, colour, (0.5, 0.56), (0.63, 0.64))


def _pentagon(big: pygame.Surface, side: int, colour: Colour) -> None:
    turns = [2 * math.pi * n / 5 for n in range(5)]
    corners = [(0.5 + 0.5 * math.sin(turn), 0.53 - 0.5 * math.cos(turn)) for turn in turns]
    pygame.draw.polygon(big, colour, _points(side, *corners))


def _hammer(big: pygame.Surface, side: int, colour: Colour) -> None:
    """A mallet that comes down to the left, and the block for it."""
    width = max(1, round(side * 0.11))
    pygame.draw.lines(big, colour, False, _points(side, (0.42, 0.4), (0.94, 0.72)), width)
    head = ((0.36, 0.02), (0.62, 0.18), (0.36, 0.6), (0.1, 0.44))
    pygame.draw.polygon(big, colour, _points(side, *head))
    for a, b in (((0.3, -0.02), (0.7, 0.23)), ((0.02, 0.4), (0.43, 0.65))):
        pygame.draw.lines(big, colour, False, _points(side, a, b), width)
    pygame.draw.rect(big, colour, _box(side, 0.08, 0.84, 0.5, 0.12), 0, round(side * 0.04))


def _star(big: pygame.Surface, side: int, colour: Colour) -> None:
    turns = [math.pi * n / 5 for n in range(10)]
    radii = [0.44, 0.19] * 5
    corners = [
        (0.5 + r * math.sin(turn), 0.53 - r * math.cos(turn)) for r, turn in zip(radii, turns, strict=True)
    ]
    pygame.draw.polygon(big, colour, _points(side, *corners))


def _play(big: pygame.Surface, side: int, colour: Colour) -> None:
    pygame.draw.polygon(big, colour, _points(side, (0.26, 0.14), (0.86, 0.5), (0.26, 0.86)))


def _warning(big: pygame.Surface, side: int, colour: Colour) -> None:
    pygame.draw.polygon(big, colour, _points(side, (0.5, 0.06), (0.98, 0.92), (0.02, 0.92)))
    clear = (*colour, 0)
    big.fill(clear, _box(side, 0.45, 0.36, 0.1, 0.28))
    big.fill(clear, _box(side, 0.45, 0.71, 0.1, 0.1))


def _box(side: int, x: float, y: float, width: float, height: float) -> pygame.Rect:
    return pygame.Rect(round(x * side), round(y * side), round(width * side), round(height * side))


ICONS: dict[str, Draw] = {
    "back": _back,
    "clock": _clock,
    "cross": _cross,
    "crown": _crown,
    "dial": _dial,
    "hammer": _hammer,
    "keys": _keys,
    "left": _left,
    "minus": _minus,
    "pentagon": _pentagon,
    "play": _play,
    "plus": _plus,
    "right": _right,
    "star": _star,
    "tick": _tick,
    "undo": _undo,
    "warning": _warning,
}
