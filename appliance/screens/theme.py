"""Colours and sizes of every page. Sizes are in units: about a hundredth of the screen's height."""

import pygame

Colour = tuple[int, int, int]

NIGHT: Colour = (17, 19, 29)
"""Behind everything."""
PANEL: Colour = (31, 35, 52)
RAISED: Colour = (49, 55, 80)
"""What can be touched and is not anybody's own."""
LINE: Colour = (70, 78, 108)
IVORY: Colour = (247, 242, 230)
MIST: Colour = (178, 184, 206)
"""Words of second rank."""
INK: Colour = (17, 19, 29)
"""Words on any bright ground."""
FELT: Colour = (22, 58, 56)
FELT_LINE: Colour = (52, 104, 98)
GOOD: Colour = (94, 222, 148)
WARM: Colour = (255, 196, 82)
BAD: Colour = (255, 122, 112)
ON: Colour = (32, 140, 84)
"""The ground of a switch that is on."""
DIE: Colour = (250, 245, 232)
DIE_EDGE: Colour = (206, 196, 170)

WOOD: Colour = (243, 224, 186)
"""A tile."""
WOOD_EDGE: Colour = (196, 164, 112)
BACK: Colour = (214, 186, 140)
"""A tile that lies face down."""
CRIMSON: Colour = (150, 16, 60)
"""The letter that a blank stands for."""
CARDS: dict[str, Colour] = {"green": (32, 116, 76), "red": (170, 52, 52)}
"""AnagraScramble's decks."""
SQUARE: Colour = (40, 60, 64)
"""A plain square of the letter board; the premium ones as in `appliance.pieces.premiums`."""
PREMIUMS: dict[str, Colour] = {
    "T": (188, 58, 62),
    "D": (190, 112, 126),
    "t": (44, 92, 178),
    "d": (92, 142, 186),
}
PATH: Colour = (226, 224, 214)
"""A square that dice may stand on."""
RED_PATH: Colour = (196, 70, 64)
"""Such a square at the start and in the last rows."""
BODIES: dict[str, Colour] = {
    "red": (232, 78, 68),
    "orange": (255, 150, 66),
    "yellow": (250, 206, 66),
    "green": (70, 186, 112),
    "blue": (76, 138, 232),
    "purple": (178, 114, 224),
    "white": (244, 244, 240),
    "black": (130, 132, 140),
}
"""Dice by the names of their colours."""

SEATS: tuple[Colour, ...] = (
    (255, 107, 97),  # red
    (92, 165, 255),  # blue
    (255, 212, 71),  # yellow
    (86, 214, 137),  # green
    (240, 240, 244),  # white
    (255, 160, 77),  # orange
    (218, 150, 255),  # violet
)
"""One a seat button, like those of an arcade; always with the seat's number, for eyes that mix colours up."""

READABLE: tuple[tuple[Colour, Colour], ...] = (
    *((words, ground) for words in (IVORY, MIST) for ground in (NIGHT, PANEL, RAISED)),
    *((words, ground) for words in (GOOD, WARM, BAD) for ground in (NIGHT, PANEL)),
    *((INK, ground) for ground in (IVORY, MIST, WARM, BAD, GOOD, DIE, *SEATS)),
    *((seat, ground) for seat in SEATS for ground in (NIGHT, PANEL)),
    (IVORY, FELT),
    (WARM, FELT),
    *((IVORY, card) for card in CARDS.values()),
    *((INK, body) for body in BODIES.values()),
    *((words, ground) for words in (INK, CRIMSON) for ground in (WOOD, WARM)),
    (INK, BACK),
)
"""All pairs of words and ground that pages use; a test holds them to a contrast of 4.5."""

LEAST_TOUCH = 26
"""Pixels that a place to touch has at least each way, on the smallest screen."""


def unit(size: tuple[int, int]) -> float:
    """The unit of a screen in pixels: a hundredth of its height, less on one that is nearly square."""
    width, height = size
    return min(height / 100, width / 158)


def seat_colour(chair: int) -> Colour:
    """The colour of a seat button (from 0)."""
    return SEATS[chair % len(SEATS)]


def mix(colour: Colour, other: Colour, part: float) -> Colour:
    """`part` of the other colour in the first; 0…1."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def inner(rect: pygame.Rect, x: float, y: float | None = None) -> pygame.Rect:
    """The rectangle without a margin of so many pixels each side."""
    return rect.inflate(-2 * round(x), -2 * round(x if y is None else y))
