"""What a page draws on: a surface with its unit, which keeps what was written and can be touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pygame

from appliance.screens import shapes, text, theme
from appliance.screens.shown import Hotspot, Shown
from appliance.screens.theme import Colour

Align = Literal["left", "centre", "right"]

SMALLEST = 2.7
"""Units of the smallest size that words shrink to before they are cut off."""
SMALLEST_PIXELS = 9


@dataclass(frozen=True)
class Written:
    """A text of the picture, the lines that it became, and the room that they take."""

    text: str
    lines: tuple[str, ...]
    area: pygame.Rect


class Canvas:
    """A surface for one picture of `shown`. All sizes are in units, all rectangles in pixels."""

    def __init__(self, surface: pygame.Surface, shown: Shown) -> None:
        self.surface = surface
        self.shown = shown
        self.unit = theme.unit(surface.get_size())
        self.area = surface.get_rect()
        self.hotspots: list[Hotspot] = []
        self.written: list[Written] = []

    # Measures

    def px(self, units: float) -> int:
        """So many units in pixels."""
        return round(units * self.unit)

    @property
    def gap(self) -> int:
        """The usual space between two things, in pixels."""
        return self.px(1.8)

    def rows(self, area: pygame.Rect, count: int, gap: int | None = None) -> list[pygame.Rect]:
        """The area in rows of equal height."""
        gap = self.gap if gap is None else gap
        edges = [area.top + round((area.height + gap) * n / count) for n in range(count + 1)]
        return [pygame.Rect(area.left, top, area.width, end - gap - top) for top, end in pairwise(edges)]

    def columns(self, area: pygame.Rect, count: int, gap: int | None = None) -> list[pygame.Rect]:
        """The area in columns of equal width."""
        gap = self.gap if gap is None else gap
        edges = [area.left + round((area.width + gap) * n / count) for n in range(count + 1)]
        return [pygame.Rect(left, area.top, end - gap - left, area.height) for left, end in pairwise(edges)]

    # Players

    def chair(self, seat: int) -> int:
        """The seat button (from 0) of a player."""
        chairs = self.shown.chairs
        return chairs[seat] if seat < len(chairs) else seat

    def colour(self, seat: int) -> Colour:
        """The colour of a player's seat button."""
        return theme.seat_colour(self.chair(seat))

    def seat_of(self, name: str) -> int | None:
        """The player of that name."""
        places = self.shown.prompt.standing.places
        return next((seat for seat, place in enumerate(places) if place.name == name), None)

    # Drawing

    def panel(self, area: pygame.Rect, colour: Colour = theme.PANEL, radius: float = 2.2) -> None:
        """A filled box with round corners."""
        shapes.rounded(self.surface, area, colour, radius * self.unit)

    def frame(
        self,
        area: pygame.Rect,
        edge: Colour,
        ground: Colour = theme.PANEL,
        radius: float = 2.2,
        width: float = 0.6,
    ) -> None:
        """A box with an edge of another colour."""
        pixels = max(1, self.px(width))
        shapes.framed(self.surface, area, edge, ground, radius * self.unit, pixels)

    def icon(self, name: str, area: pygame.Rect, colour: Colour, size: float | None = None) -> None:
        """A small picture in the middle of the area, `size` units high or as large as fits."""
        side = min(area.size) if size is None else min(self.px(size), *area.size)
        picture = shapes.icon(name, side, colour)
        self.surface.blit(picture, picture.get_rect(center=area.center))

    def disc(self, area: pygame.Rect, colour: Colour) -> None:
        """A filled circle in the middle of the area."""
        picture = shapes.disc(min(area.size), colour)
        self.surface.blit(picture, picture.get_rect(center=area.center))

    def badge(
        self,
        area: pygame.Rect,
        seat: int,
        lit: bool = True,
        ground: Colour = theme.PANEL,
        on_own: bool = False,
    ) -> None:
        """A player's seat button with its number.

        Dark with a coloured edge if it is not lit, dark with a coloured number on a ground of its own colour.
        """
        side = min(area.size)
        box = pygame.Rect(0, 0, side, side)
        box.center = area.center
        colour = self.colour(seat)
        self.disc(box, theme.NIGHT if on_own else colour)
        if not lit:
            self.disc(theme.inner(box, max(1, side * 0.1)), ground)
        number = str(self.chair(seat) + 1)
        words = theme.INK if lit and not on_own else colour
        self.write(number, theme.inner(box, side * 0.12), 99, words, bold=True, align="centre", tell=False)

    def write(
        self,
        words: str,
        area: pygame.Rect,
        size: float,
        colour: Colour = theme.IVORY,
        *,
        bold: bool = False,
        align: Align = "left",
        most: int = 1,
        smallest: float = SMALLEST,
        top: bool = False,
        tell: bool = True,
    ) -> pygame.Rect:
        """Words in the area, in at most `most` lines of at most `size` units; returns the room they take.

        They shrink to `smallest`, then end in an ellipsis. `tell` is off for what is no text, such as marks.
        """
        if not words or area.width < 1 or area.height < 1:
            return pygame.Rect(area.topleft, (0, 0))
        least = max(SMALLEST_PIXELS, self.px(smallest))
        largest = max(least, min(self.px(size), area.height))
        pixels, lines = text.fit(text.clean(words), area.width, area.height, largest, least, bold, most)
        height = text.line_height(pixels, bold)
        y = area.top if top else area.top + (area.height - height * len(lines)) // 2
        room: list[pygame.Rect] = []
        for number, line in enumerate(lines):
            picture = text.rendered(line, pixels, bold, colour)
            box = picture.get_rect(top=y + number * height, left=area.left)
            if align == "centre":
                box.centerx = area.centerx
            elif align == "right":
                box.right = area.right
            self.surface.blit(picture, box)
            room.append(box)
        taken = room[0].unionall(room[1:])
        if tell:
            self.written.append(Written(words, lines, taken))
        return taken

    def tell(self, words: str, area: pygame.Rect) -> None:
        """Count something drawn, such as a row of dice, as text of the picture."""
        self.written.append(Written(words, (words,), area))

    # Touching

    def touch(self, area: pygame.Rect, does: str) -> None:
        """The area can be touched, unless it reaches into one that was told before."""
        area = area.clip(self.area)
        if area.width > 0 and area.height > 0 and area.collidelist([s.area for s in self.hotspots]) < 0:
            self.hotspots.append(Hotspot(area, does))

    def touch_around(self, hole: pygame.Rect, does: str) -> None:
        """All of the picture but that hole can be touched."""
        whole = self.area
        self.touch(pygame.Rect(0, 0, whole.width, hole.top), does)
        self.touch(pygame.Rect(0, hole.bottom, whole.width, whole.bottom - hole.bottom), does)
        self.touch(pygame.Rect(0, hole.top, hole.left, hole.height), does)
        self.touch(pygame.Rect(hole.right, hole.top, whole.right - hole.right, hole.height), does)

    def press(self, area: pygame.Rect, seat: int, hold: bool = False) -> None:
        """A touch of the area is a press of a player's seat button."""
        self.touch(area, f"{'hold' if hold else 'seat'} {self.chair(seat) + 1}")


def texts(written: Sequence[Written]) -> list[str]:
    """The texts alone, in the order of drawing."""
    return [entry.text for entry in written]
