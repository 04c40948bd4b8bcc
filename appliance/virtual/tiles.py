"""Scrabble tiles as sheets: what is printed on one, whole layouts of them, and what a reader should say."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees
from random import Random
from unicodedata import is_normalized

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.pieces.tiles import BLANK, ENGLISH
from appliance.virtual.geometry import Array, turned
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import Colour, Table, Truth, View, default_font
from appliance.virtual.sheets import Sheet

TILE = 19.0
"""Side of a usual tile in mm."""

EMPTY = "."

_PER_MM = 8
_OVER = 2  # the print is drawn so many times finer, then averaged down


@dataclass(frozen=True)
class TileMake:
    """How the tiles of one box are made; lengths are shares of the tile's side unless said otherwise.

    `size` is width and height and `thick` the thickness in mm. `letter` is the height of capitals, `lift` how
    far letters stand above the tile's middle, `aside` to the left of it. `value` is the height of the
    numbers (0: none are printed), `inset` their distance from the lower right edges. `stretch` and `weight`
    are as a die's. `grain` is the contrast of wood in grey values, `engraved` how strongly the edges of
    letters are shaded, `bevel` the width of a lighter and darker rim, `line` the darkness of a printed frame.
    """

    font: str = ""
    size: tuple[float, float] = (TILE, TILE)
    thick: float = 4.0
    rounding: float = 0.08
    body: Colour = (188, 222, 236)
    ink: Colour = (34, 30, 32)
    letter: float = 0.5
    lift: float = 0.03
    aside: float = 0.03
    value: float = 0.17
    inset: float = 0.1
    stretch: float = 1.0
    weight: int = 0
    grain: float = 0.0
    engraved: float = 0.0
    bevel: float = 0.03
    line: float = 0.0


@dataclass(frozen=True)
class TileArt:
    """One tile: a capital letter or `?` for a blank, its make, its value (None: as in the English box).

    The letter may have a mark, as in Ä, if the value is given. `piece` only varies the grain of the wood.
    """

    letter: str
    make: TileMake = TileMake()
    value: int | None = None
    piece: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.make.size

    @property
    def thick(self) -> float:
        """Thickness in mm."""
        return self.make.thick

    @property
    def corner(self) -> float:
        """Radius of the rounded corners in mm."""
        return self.make.rounding * self.make.size[0]

    def paint(self) -> Image:
        """The printed side, upright."""
        make = self.make
        w, h = (round(side * _PER_MM) for side in make.size)
        image = _body(make, w, h, self.piece)
        if self.letter != BLANK:
            ink = _print(make, self.letter, self._value(), w, h)
            image = _inked(image, ink, make)
        return np.clip(image, 0, 255).astype(np.uint8)

    def _value(self) -> str:
        if not self.make.value:
            return ""
        value = ENGLISH.value(self.letter) if self.value is None else self.value
        return str(value) if value else ""


def lay_layout(
    rows: Sequence[str],
    x: float = 0.0,
    y: float = 0.0,
    turn: float = 0.0,
    rng: Random | None = None,
    *,
    make: TileMake | None = None,
    gap: float = 0.6,
    slip: float = 0.3,
    lean: float = 1.2,
) -> tuple[Sheet, ...]:
    """A loose crossword of tiles, its middle at (x, y) mm and turned by `turn` degrees clockwise.

    `rows` are text: `.` empty, letters, `?` a blank tile; the sheets come in their reading order. With an
    `rng` each tile slips (standard deviation in mm) and leans (degrees) a little.
    """
    chosen = make or TileMake()
    pitch = (chosen.size[0] + gap, chosen.size[1] + gap)
    middle = (max(map(len, rows)) - 1) / 2, (len(rows) - 1) / 2
    sheets = []
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter == EMPTY:
                continue
            dx, dy, da = _hand(rng, slip, lean)
            u, v = (column - middle[0]) * pitch[0] + dx, (row - middle[1]) * pitch[1] + dy
            art = TileArt(letter, chosen, piece=rng.randrange(64) if rng else 0)
            right, down = turned(u, v, turn)
            sheets.append(Sheet(art, x + right, y + down, (turn + da) % 360))
    return tuple(sheets)


def tile_truth(table: Table) -> tuple[Truth, ...]:
    """The truth of every tile of the scene, in the order of its sheets; the body is `tile`."""
    return tuple(_truth(sheet, table.view) for sheet in table.sheets if isinstance(sheet.art, TileArt))


def places(rows: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Row and column of each tile of text rows, in the order in which they are laid."""
    return tuple((r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != EMPTY)


def _hand(rng: Random | None, slip: float, lean: float) -> tuple[float, float, float]:
    if rng is None:
        return 0.0, 0.0, 0.0
    return (
        max(-2.0 * slip, min(2.0 * slip, rng.gauss(0, slip))),
        max(-2.0 * slip, min(2.0 * slip, rng.gauss(0, slip))),
        max(-2.5 * lean, min(2.5 * lean, rng.gauss(0, lean))),
    )


def _truth(sheet: Sheet, view: View) -> Truth:
    ring = view.pixels(sheet.corners(sheet.art.thick))
    middle = view.pixels([[sheet.x, sheet.y, sheet.base + sheet.art.thick]])[0]
    up = (ring[0] + ring[1]) - (ring[2] + ring[3])
    letter = sheet.art.letter if isinstance(sheet.art, TileArt) else ""
    return Truth(
        letter,
        "tile",
        (float(middle[0]), float(middle[1])),
        tuple((float(x), float(y)) for x, y in ring),
        degrees(atan2(up[0], -up[1])) % 360,
    )


def _body(make: TileMake, w: int, h: int, piece: int) -> Array:
    """The empty tile: its colour, grain, rim and frame (h x w x 3)."""
    image = np.empty((h, w, 3))
    image[:] = make.body
    if make.grain:
        image += make.grain * _wood(w, h, piece)[:, :, None]
    edge = max(1, round(make.bevel * w))
    if make.bevel:
        image[:edge] *= 1.05
        image[:, :edge] *= 1.03
        image[-edge:] *= 0.86
        image[:, -edge:] *= 0.9
    if make.line:
        frame = np.zeros((h, w), np.float32)
        at = 2 * edge + 3
        cv2.rectangle(frame, (at, at), (w - 1 - at, h - 1 - at), 1.0, 2, cv2.LINE_AA)
        image *= 1 - make.line * frame[:, :, None]
    return image


@lru_cache(maxsize=64)
def _wood(w: int, h: int, piece: int) -> Array:
    """Streaks along the tile, about zero with deviation one (h x w)."""
    rng = np.random.default_rng(piece)
    coarse = rng.standard_normal((max(2, h // 6), max(2, w // 60)))
    streaks = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(streaks / max(0.1, float(streaks.std())), np.float64)


def _print(make: TileMake, letter: str, value: str, w: int, h: int) -> Array:
    """How much ink lies where, 0…1 (h x w)."""
    font = make.font or default_font()
    big = np.zeros((h * _OVER, w * _OVER), np.uint8)
    mask = glyph(font, letter, weight=make.weight)
    tall = make.letter * h * _OVER / CAP
    middle = ((0.5 - make.aside) * big.shape[1], (0.5 - make.lift) * big.shape[0])
    # Letters stand on one line: what hangs below (the tail of a Q) does not lift the rest; marks stand above.
    line = middle[1] + CAP * tall / 2
    size = (
        min(0.86 * big.shape[1], mask.shape[1] * tall * make.stretch),
        mask.shape[0] * tall,
    )
    stands = size[1] <= 1.06 * CAP * tall or not is_normalized("NFD", letter)
    top = line - size[1] if stands else middle[1] - CAP * tall / 2
    _stamp(big, mask, middle[0] - size[0] / 2, top, size)
    if value:
        digits = [glyph(font, digit) for digit in value]
        scale = make.value * h * _OVER / CAP
        right = big.shape[1] * (1 - make.inset)
        bottom = big.shape[0] * (1 - make.inset)
        for mask in reversed(digits):
            size = (mask.shape[1] * scale, mask.shape[0] * scale)
            _stamp(big, mask, right - size[0], bottom - size[1], size)
            right -= size[0] + 0.12 * CAP * scale
    return np.asarray(cv2.resize(big, (w, h), interpolation=cv2.INTER_AREA), np.float64) / 255


def _stamp(big: Image, mask: Image, left: float, top: float, size: tuple[float, float]) -> None:
    """Put the mask into the picture at that place, where it fits."""
    w, h = max(1, round(size[0])), max(1, round(size[1]))
    small = np.asarray(cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    x, y = round(left), round(top)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(big.shape[1], x + w), min(big.shape[0], y + h)
    if x1 > x0 and y1 > y0:
        part = big[y0:y1, x0:x1]
        np.maximum(part, small[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def _inked(image: Array, ink: Array, make: TileMake) -> Array:
    colour = np.array(make.ink, float)
    painted = image * (1 - ink[:, :, None]) + colour * ink[:, :, None]
    if make.engraved:
        lower = np.roll(ink, 2, axis=(0, 1)) - ink
        painted += make.engraved * 70 * lower[:, :, None]
    return painted
