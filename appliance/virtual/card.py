"""A card of AnagraScramble on the virtual table: its front as `tallybox cards` prints it."""

from dataclasses import dataclass

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.phrases import say
from appliance.pieces import cards as print_of
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import Colour, default_font

_PER_MM = 8


def _bgr(colour: tuple[int, int, int]) -> Colour:
    return colour[2], colour[1], colour[0]


PAPER, BLACK = _bgr(print_of.PAPER), _bgr(print_of.BLACK)


@dataclass(frozen=True)
class CardArt:
    """The front of a card: its jumble, its deck, its number, and how it was printed.

    `font` is a font file or empty for the shipped one, `letter` the height of the capitals over the usual;
    `band` without a deck's colour gives a card of somebody else's, with the jumble in its middle.
    """

    jumble: str
    deck: str = "green"
    number: int = 1
    font: str = ""
    letter: float = 1.0
    paper: Colour = PAPER
    ink: Colour = BLACK
    band: Colour | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return print_of.SIZE

    @property
    def thick(self) -> float:
        """Thickness in mm."""
        return print_of.THICK

    @property
    def corner(self) -> float:
        """Radius of the rounded corners in mm."""
        return print_of.CORNER

    def paint(self) -> Image:
        """The front, upright, `_PER_MM` pixels a mm."""
        width, height = print_of.SIZE
        image = np.empty((round(height * _PER_MM), round(width * _PER_MM), 3), np.uint8)
        image[:] = self.paper
        middle = print_of.MIDDLE
        if self.deck:
            self._paint_band(image)
        else:
            middle = height / 2
        capital = print_of.CAPITAL * self.letter
        wide = glyph(self._font, self.jumble).shape[1] / CAP * capital
        capital *= min(1.0, print_of.WIDEST / wide)
        _print(image, self._font, self.jumble, capital, (width / 2, middle), 0.5, self.ink)
        return image

    @property
    def _font(self) -> str:
        return self.font or default_font()

    def _paint_band(self, image: Image) -> None:
        width, height = print_of.SIZE
        rim, r = print_of.RIM, 1.5
        left, top = rim, height - rim - print_of.BAND
        colour = self.band or _bgr(print_of.INKS[self.deck])
        for dx, dy in ((r, 0.0), (0.0, r)):
            corners = (left + dx, top + dy), (width - rim - dx, height - rim - dy)
            (x0, y0), (x1, y1) = ((round(x * _PER_MM), round(y * _PER_MM)) for x, y in corners)
            image[y0:y1, x0:x1] = colour
        for x in (left + r, width - rim - r):
            for y in (top + r, height - rim - r):
                centre = (round(x * _PER_MM), round(y * _PER_MM))
                cv2.circle(image, centre, round(r * _PER_MM), colour, cv2.FILLED, cv2.LINE_AA)
        line = top + print_of.BAND / 2
        white = (255, 255, 255)
        _print(image, self._font, say(f"cards.{self.deck}"), print_of.SMALL, (2 * rim, line), 0.0, white)
        _print(image, self._font, str(self.number), print_of.SMALL, (width - 2 * rim, line), 1.0, white)


def _print(
    image: Image, font: str, text: str, capital: float, at: tuple[float, float], share: float, ink: Colour
) -> None:
    """Print a line with its middle at that height in mm, and that share of it to the left of the place."""
    mask = glyph(font, text)
    scale = capital * _PER_MM / CAP
    size = (max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale)))
    alpha = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)[:, :, None] / 255
    # A Q hangs below the line: the capitals' middle counts, not the ink's.
    x, y = round(at[0] * _PER_MM - share * size[0]), round((at[1] - capital / 2) * _PER_MM)
    part = image[y : y + size[1], x : x + size[0]]
    alpha = alpha[: part.shape[0], : part.shape[1]]
    part[:] = np.round(part * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)
