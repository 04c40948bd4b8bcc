"""The 15 × 15 board as a sheet, with tiles laid on it, and a hand that reaches over it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.pieces.premiums import PREMIUMS
from appliance.virtual.geometry import Array, turned
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import Colour, Table, default_font
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import EMPTY, TileArt, TileMake

SIZE = 15
THICK = 0.8
"""Thickness of a board in mm: what lies on the table throws its shadow on it."""

_PER_MM = 4
_SAID = {
    "T": ("TRIPLE", "WORD"),
    "D": ("DOUBLE", "WORD"),
    "t": ("TRIPLE", "LETTER"),
    "d": ("DOUBLE", "LETTER"),
}
LABELS: dict[str, dict[str, tuple[str, ...]]] = {
    "none": {},
    "words": {premium: (*said, "SCORE") for premium, said in _SAID.items()},
    "short": {"T": ("3W",), "D": ("2W",), "t": ("3L",), "d": ("2L",)},
    "letters": {"T": ("TW",), "D": ("DW",), "t": ("TL",), "d": ("DL",)},
}
"""What stands on premium squares, by the name of the style: lines of text by premium."""


@dataclass(frozen=True)
class BoardMake:
    """How a board is made; lengths in mm.

    Colours are of plain squares and of the premiums `T` `D` `t` `d`. `line` is the width of the lines between
    squares, `inset` how far the colour of a square stays away from them. `teeth` are how far marks of premium
    squares stick out into their neighbours, four a side or, if `counted`, two or three in the middle as they
    double or treble. `centre` is `star`, `dot` or `plain`. `rim` is the border around the squares, `outer` a
    frame of `rim_colour` around that. `named` prints letters and numbers on the rim.
    """

    pitch: float = 20.0
    rim: float = 12.0
    outer: float = 0.0
    plain: Colour = (176, 206, 200)
    triple_word: Colour = (56, 52, 214)
    double_word: Colour = (176, 170, 236)
    triple_letter: Colour = (188, 110, 30)
    double_letter: Colour = (222, 196, 150)
    rim_colour: Colour = (60, 90, 40)
    line_colour: Colour = (236, 240, 240)
    ink: Colour = (30, 30, 30)
    line: float = 0.8
    inset: float = 0.0
    teeth: float = 0.0
    counted: bool = False
    labels: str = "words"
    centre: str = "star"
    font: str = ""
    named: bool = False
    speckle: float = 0.0

    def colour(self, premium: str) -> Colour:
        """The colour of squares of that premium, `.` being plain."""
        named = {"T": self.triple_word, "D": self.double_word, "t": self.triple_letter}
        return (named | {"d": self.double_letter}).get(premium, self.plain)


@dataclass(frozen=True)
class BoardArt:
    """A board of that make."""

    make: BoardMake = BoardMake()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        side = SIZE * self.make.pitch + 2 * (self.make.rim + self.make.outer)
        return side, side

    @property
    def thick(self) -> float:
        """Thickness in mm."""
        return THICK

    @property
    def corner(self) -> float:
        """Radius of the corners in mm."""
        return 3.0

    def paint(self) -> Image:
        """The board, row 0 above."""
        return _board(self.make).copy()


def lay_board(
    rows: Sequence[str],
    make: BoardMake | None = None,
    tiles: TileMake | None = None,
    rng: Random | None = None,
    *,
    x: float = 0.0,
    y: float = 0.0,
    turn: float = 0.0,
    slip: float = 0.35,
    lean: float = 1.5,
    shift: tuple[float, float] = (0.0, 0.0),
    slips: Mapping[tuple[int, int], tuple[float, float]] | None = None,
) -> tuple[Sheet, ...]:
    """A board with its middle at (x, y) mm, turned by `turn` degrees clockwise, and the tiles of 15 rows.

    `.` is empty, `?` a blank tile. With an `rng` tiles slip (standard deviation in mm) and lean (degrees) by
    chance; `shift` moves all of them by mm along the board's own axes, `slips` some, by row and column.
    """
    board, chosen = BoardArt(make or BoardMake()), tiles or TileMake()
    sheets = [Sheet(board, x, y, turn)]
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter == EMPTY:
                continue
            du, dv = (slips or {}).get((row, column), (0.0, 0.0))
            u = (column - SIZE // 2) * board.make.pitch + shift[0] + du + _by_hand(rng, slip)
            v = (row - SIZE // 2) * board.make.pitch + shift[1] + dv + _by_hand(rng, slip)
            art = TileArt(letter, chosen, piece=rng.randrange(64) if rng else 0)
            right, down = turned(u, v, turn)
            sheets.append(Sheet(art, x + right, y + down, (turn + _by_hand(rng, lean)) % 360, THICK))
    return tuple(sheets)


def grid_truth(table: Table) -> Array | None:
    """The four corners (4 x 2, pixels) of the board's squares, from the upper left of row 0 clockwise."""
    for sheet in table.sheets:
        if isinstance(sheet.art, BoardArt):
            make = sheet.art.make
            share = SIZE * make.pitch / sheet.art.size[0]
            ring = sheet.corners(THICK)
            middle = ring.mean(axis=0)
            return table.view.pixels(middle + share * (ring - middle))
    return None


@dataclass(frozen=True)
class SkinArt:
    """A part of a hand: rounded, of one colour."""

    size: tuple[float, float]
    colour: Colour = (140, 170, 216)
    thick: float = 14.0

    @property
    def corner(self) -> float:
        """Radius of the corners in mm."""
        return min(self.size) * 0.48

    def paint(self) -> Image:
        """Skin, darker towards its sides."""
        w, h = (max(8, round(side)) for side in self.size)
        across = np.linspace(-1, 1, w)
        shade = 1 - 0.28 * across**4
        image = np.array(self.colour, float) * np.broadcast_to(shade[None, :, None], (h, w, 1))
        return np.asarray(np.clip(image, 0, 255), np.uint8)


def lay_hand(
    x: float, y: float, turn: float = 0.0, colour: Colour = (140, 170, 216), base: float = 12.0
) -> tuple[Sheet, ...]:
    """A hand with its finger tips near (x, y), pointing up at turn 0, and its arm behind."""
    parts = [((72.0, 260.0), 0.0, 270.0), ((88.0, 100.0), 0.0, 120.0)]
    parts += [((17.0, 85.0), (finger - 1.5) * 21, 42.0 + 7 * abs(finger - 1.3)) for finger in range(4)]
    parts += [((20.0, 75.0), -54.0, 100.0)]
    places = [turned(u, v, turn) for _, u, v in parts]
    return tuple(
        Sheet(SkinArt(size, colour), x + right, y + down, turn, base)
        for (size, _, _), (right, down) in zip(parts, places, strict=True)
    )


def _by_hand(rng: Random | None, spread: float) -> float:
    return max(-2.5 * spread, min(2.5 * spread, rng.gauss(0, spread))) if rng else 0.0


@lru_cache(maxsize=4)
def _board(make: BoardMake) -> Image:
    """The painted board; do not write into it."""
    side = round(BoardArt(make).size[0] * _PER_MM)
    image = np.empty((side, side, 3), np.uint8)
    image[:] = make.rim_colour
    near, pitch = make.rim + make.outer, make.pitch
    if make.outer:
        # A frame of its own around a border in the colour of the plain squares.
        _box(image, make.outer, side / _PER_MM - make.outer, make.plain, (0, 0))
    _box(image, near - make.line, near + SIZE * pitch + make.line, make.line_colour, (0, 0))
    for row, line in enumerate(PREMIUMS):
        for column, premium in enumerate(line):
            rim = make.line / 2 + (make.inset if premium != EMPTY else 0.0)
            at = (near + column * pitch, near + row * pitch)
            _box(image, make.line / 2, pitch - make.line / 2, make.plain, at)
            _box(image, rim, pitch - rim, make.colour(premium), at)
    for row, line in enumerate(PREMIUMS):
        for column, premium in enumerate(line):
            at = (near + column * pitch, near + row * pitch)
            if premium != EMPTY:
                _teeth(image, make, at, premium)
                _label(image, make, at, LABELS[make.labels].get(premium, ()))
    _centre(image, make, near + SIZE // 2 * pitch)
    if make.named:
        _names(image, make)
    if make.speckle:
        noise = np.random.default_rng(5).standard_normal((side // 3, side // 3)).astype(np.float32)
        rough = cv2.resize(noise, (side, side))[:, :, None] * make.speckle
        image = np.clip(image + rough, 0, 255).astype(np.uint8)
    return image


def _box(image: Image, low: float, high: float, colour: Colour, at: tuple[float, float]) -> None:
    """Fill the square from `low` to `high` mm both ways, counted from `at`."""
    x0, y0, x1, y1 = (round((a + b) * _PER_MM) for b in (low, high) for a in at)
    image[y0:y1, x0:x1] = colour


def _teeth(image: Image, make: BoardMake, at: tuple[float, float], premium: str) -> None:
    """Small marks around a premium square that stick out into its neighbours."""
    if not make.teeth:
        return
    colour, middle = make.colour(premium), make.pitch / 2
    places = [make.pitch * k / 5 for k in range(1, 5)]
    if make.counted:
        many = 2 if premium in "dD" else 3
        places = [middle + 2 * make.teeth * (k - (many - 1) / 2) for k in range(many)]
    for along in places:
        for across in (-make.teeth / 2, make.pitch + make.teeth / 2):
            for u, v in ((along, across), (across, along)):
                x, y = (at[0] + u) * _PER_MM, (at[1] + v) * _PER_MM
                half = make.teeth * _PER_MM / 2
                cv2.rectangle(
                    image, (round(x - half), round(y - half)), (round(x + half), round(y + half)), colour, -1
                )


def _label(image: Image, make: BoardMake, at: tuple[float, float], lines: Sequence[str]) -> None:
    """Text in the middle of a square."""
    if not lines:
        return
    tall = make.pitch * (0.32 if len(lines) == 1 else 0.15) * _PER_MM
    step = tall * 1.5
    middle = (at[0] + make.pitch / 2) * _PER_MM
    for number, text in enumerate(lines):
        y = (at[1] + make.pitch / 2) * _PER_MM + (number - (len(lines) - 1) / 2) * step
        _text(image, make, text, (middle, y), tall, 0.86 * make.pitch * _PER_MM)


def _text(
    image: Image, make: BoardMake, text: str, at: tuple[float, float], tall: float, most: float
) -> None:
    mask = glyph(make.font or default_font(), text)
    scale = min(tall / CAP, most / mask.shape[1])
    w, h = max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)[:, :, None] / 255
    x, y = round(at[0] - w / 2), round(at[1] - h / 2)
    if x < 0 or y < 0 or x + w > image.shape[1] or y + h > image.shape[0]:
        return
    part = image[y : y + h, x : x + w]
    part[:] = part * (1 - small) + np.array(make.ink) * small


def _centre(image: Image, make: BoardMake, near: float) -> None:
    """The mark in the middle of the board."""
    if make.centre == "plain":
        return
    middle = (near + make.pitch / 2) * _PER_MM
    out = 0.38 * make.pitch * _PER_MM
    if make.centre == "dot":
        cv2.circle(image, (round(middle), round(middle)), round(out), make.ink, -1, cv2.LINE_AA)
        return
    turns = np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2, 0.42, 1.0) * out
    ring = np.stack([middle + reach * np.sin(turns), middle - reach * np.cos(turns)], axis=1)
    cv2.fillPoly(image, [np.round(ring * 16).astype(np.int32)], make.ink, cv2.LINE_AA, 4)


def _names(image: Image, make: BoardMake) -> None:
    """Letters above and numbers beside the squares, as tournament boards have them."""
    side = image.shape[0]
    near = (make.outer + make.rim / 2) * _PER_MM
    tall = 0.45 * make.rim * _PER_MM
    for k in range(SIZE):
        middle = (make.outer + make.rim + (k + 0.5) * make.pitch) * _PER_MM
        _text(image, make, chr(ord("A") + k), (middle, near), tall, 99)
        _text(image, make, chr(ord("A") + k), (middle, side - near), tall, 99)
        _text(image, make, str(k + 1), (near, middle), tall, 99)
        _text(image, make, str(k + 1), (side - near, middle), tall, 99)
