"""What lies about and is no tile, though it has letters, edges or squares: pages, labels, clocks, cards."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, exp, log, pi, sin
from random import Random

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from training.props import any_colour

_PER_MM = 4
_MOST = 1600  # pixels a side
_CAPITALS = "AABCDEEFGHIIJKLMNNOOPQRSSTTUVWXYZ"
_SMALL = "aabcdeeefghiijklmnnoopqrsttuvwxyz"
_HANGING = "gjpqy"


@dataclass(frozen=True)
class Print:
    """A printed thing of one of the `KINDS`, in that font, `size` in mm; the seed varies all else."""

    kind: str
    size: tuple[float, float]
    font: str
    seed: int
    thick: float = 0.2
    corner: float = 0.0

    def paint(self) -> Image:
        """About four pixels a mm."""
        rng = Random(self.seed)
        w, h = (max(16, min(_MOST, round(_PER_MM * side))) for side in self.size)
        ground, ink = _pair(rng)
        image = np.empty((h, w, 3), np.uint8)
        image[:] = ground
        KINDS[self.kind](image, ink, self.font, rng)
        return image


def _pair(rng: Random) -> tuple[Colour, Colour]:
    """Paper and ink: mostly dark on light, sometimes the other way round or any two colours."""
    light = rng.choice(((236, 240, 242), (250, 250, 250), (190, 220, 235), any_colour(rng)))
    dark = rng.choice(((30, 28, 28), (20, 20, 20), (90, 40, 20), any_colour(rng)))
    return (light, dark) if rng.random() < 0.75 else (dark, light)


def _height(rng: Random, least: float = 2.2, most: float = 34.0) -> float:
    """Height of capitals in pixels of the print, small as in a book or large as on a poster."""
    return _PER_MM * exp(rng.uniform(log(least), log(most)))


def _stamp(image: Image, mask: Image, left: float, top: float, ink: Colour) -> None:
    """Put ink where the mask is, as far as it lies in the picture."""
    x, y = round(left), round(top)
    h, w = mask.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + w), min(image.shape[0], y + h)
    if x1 > x0 and y1 > y0:
        part = image[y0:y1, x0:x1]
        share = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
        part[:] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _sign(font: str, symbol: str, high: float, weight: int = 0) -> Image:
    """The symbol as a mask in which capitals are so high."""
    mask = glyph(font, symbol, weight=weight)
    size = tuple(max(1, round(side * high / CAP)) for side in mask.shape[1::-1])
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _line(image: Image, text: str, at: tuple[float, float], high: float, font: str, ink: Colour) -> float:
    """Write the text from a point on its base line; where it ends."""
    x, base = at
    for symbol in text:
        if symbol == " ":
            x += 0.55 * high
            continue
        mask = _sign(font, symbol, high)
        hang = 0.28 * high if symbol in _HANGING else 0.0
        _stamp(image, mask, x, base - mask.shape[0] + hang, ink)
        x += mask.shape[1] + 0.14 * high
    return x


def _word(rng: Random, signs: str) -> str:
    return "".join(rng.choice(signs) for _ in range(rng.randint(1, 10)))


def _page(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Lines of print, ragged or with gaps, of small letters, of capitals, or of figures."""
    high = _height(rng, 2.2, 16.0)
    signs = rng.choice((_SMALL, _SMALL + _CAPITALS, _CAPITALS, _CAPITALS, "0123456789" + _CAPITALS))
    step = high * rng.uniform(1.35, 2.4)
    y = step
    while y < image.shape[0] + high:
        x = rng.uniform(0, 2) * high
        while x < image.shape[1] * rng.uniform(0.75, 1.05):
            x = _line(image, _word(rng, signs), (x, y), high, font, ink) + high * rng.uniform(0.4, 1.2)
        y += step * (2 if rng.random() < 0.08 else 1)


def _poster(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """A few large words or single letters, anywhere."""
    for _ in range(rng.randint(1, 9)):
        high = _height(rng, 6.0, 40.0)
        at = rng.uniform(-0.1, 0.8) * image.shape[1], rng.uniform(0.1, 1.1) * image.shape[0]
        text = _word(rng, _CAPITALS)[: rng.choice((1, 3, 12))]
        _line(image, text, at, high, font, ink if rng.random() < 0.7 else any_colour(rng))


def _puzzle(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Letters in rows and columns without anything between them, or in boxes that touch: a word search."""
    high = _height(rng, 3.0, 14.0)
    step = high * rng.uniform(1.5, 3.0)
    lined, signs = rng.random() < 0.35, rng.choice((_CAPITALS, _CAPITALS, "123456789", _SMALL))
    filled = rng.uniform(0.4, 1.0)
    width = max(1, round(high * rng.uniform(0.02, 0.1)))
    for row in range(int(image.shape[0] / step) + 1):
        for column in range(int(image.shape[1] / step) + 1):
            x, y = column * step, row * step
            if lined:
                corner = round(x), round(y)
                cv2.rectangle(image, corner, (round(x + step), round(y + step)), ink, width, cv2.LINE_AA)
            if rng.random() < filled:
                mask = _sign(font, rng.choice(signs), high)
                aside, down = (step - mask.shape[1]) / 2, (step - mask.shape[0]) / 2
                _stamp(image, mask, x + aside, y + down, ink)


def _label(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Bars, a field of dots, and a line of figures."""
    h, w = image.shape[:2]
    x, end, unit = rng.uniform(0, 0.3) * w, rng.uniform(0.5, 1.0) * w, w / rng.uniform(60, 260)
    top, low = rng.uniform(0, 0.4) * h, rng.uniform(0.5, 1.0) * h
    while x < end:
        wide = unit * rng.choice((1, 1, 2, 3))
        cv2.rectangle(image, (round(x), round(top)), (round(x + wide), round(low)), ink, -1)
        x += wide + unit * rng.choice((1, 1, 2, 3))
    _line(image, "".join(rng.choices("0123456789", k=12)), (0.1 * w, low + 0.1 * h), 0.08 * h, font, ink)
    cells = rng.randint(17, 45)
    dots = np.random.default_rng(rng.getrandbits(32)).random((cells, cells)) < 0.5
    side = round(rng.uniform(0.2, 0.6) * min(w, h))
    mask = cv2.resize(dots.astype(np.uint8) * 255, (side, side), interpolation=cv2.INTER_NEAREST)
    _stamp(image, np.asarray(mask, np.uint8), rng.uniform(0, w - side), rng.uniform(0, h - side), ink)


def _rounds(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Discs and rings of a few sizes, some with a letter or a figure, some in rows."""
    radius = _height(rng, 2.0, 25.0)
    rows = rng.random() < 0.4
    step = 2 * radius * rng.uniform(1.02, 1.6)
    for n in range(rng.randint(3, 80)):
        if rows:
            row, column = divmod(n, max(1, int(image.shape[1] / step)))
            x, y = (column + 0.5) * step, (row + 0.5) * step
        else:
            x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
        r = radius if rows else radius * rng.uniform(0.3, 1.6)
        body = ink if rng.random() < 0.5 else any_colour(rng)
        thick = rng.choice((-1, -1, max(1, round(r * rng.uniform(0.04, 0.3)))))
        cv2.circle(image, (round(x), round(y)), max(2, round(r)), body, thick, cv2.LINE_AA)
        if rng.random() < 0.35:
            mask = _sign(font, rng.choice(_CAPITALS + "0123456789"), r * rng.uniform(0.5, 1.1))
            tint = any_colour(rng) if thick < 0 else ink
            _stamp(image, mask, x - mask.shape[1] / 2, y - mask.shape[0] / 2, tint)


def _checks(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """A chequered cloth, a floor with joints, squares apart, or a wall of bricks."""
    side = _height(rng, 4.0, 36.0)
    other = any_colour(rng) if rng.random() < 0.5 else ink
    kind, gap = rng.choice(("chess", "floor", "bricks", "woven")), side * rng.uniform(0.02, 0.35)
    for row in range(int(image.shape[0] / side) + 2):
        slide = (row % 2) * side if kind == "bricks" else 0.0
        for column in range(int(image.shape[1] / side) + 2):
            wide = 2 * side if kind == "bricks" else side
            x, y = column * wide - slide, row * side
            low, high = (round(x), round(y)), (round(x + wide), round(y + side))
            if kind == "chess" and (row + column) % 2:
                cv2.rectangle(image, low, high, ink, -1)
            elif kind == "woven" and row % 2 + column % 2:
                cv2.rectangle(image, low, high, ink if row % 2 and column % 2 else other, -1)
            elif kind in ("floor", "bricks"):
                inner = round(x + wide - gap), round(y + side - gap)
                cv2.rectangle(image, low, inner, ink, -1)


def _dial(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Clocks and scales: figures or strokes around a middle, and hands."""
    h, w = image.shape[:2]
    face = any_colour(rng)
    for _ in range(rng.choice((1, 1, 3, 6))):
        radius = rng.uniform(0.12, 0.55) * min(w, h)
        x, y = rng.uniform(0.1, 0.9) * w, rng.uniform(0.1, 0.9) * h
        cv2.circle(image, (round(x), round(y)), round(radius), face, -1, cv2.LINE_AA)
        cv2.circle(image, (round(x), round(y)), round(radius), ink, max(1, round(radius / 20)), cv2.LINE_AA)
        count, high = rng.choice((12, 12, 10, 24)), radius * rng.uniform(0.12, 0.24)
        marks = rng.choice(("figures", "strokes", "letters"))
        for n in range(count):
            a = 2 * pi * n / count
            u, v = x + 0.78 * radius * sin(a), y - 0.78 * radius * cos(a)
            if marks == "strokes":
                end = round(x + 0.95 * radius * sin(a)), round(y - 0.95 * radius * cos(a))
                cv2.line(image, (round(u), round(v)), end, ink, max(1, round(radius / 25)), cv2.LINE_AA)
                continue
            text = str(n or count) if marks == "figures" else rng.choice(_CAPITALS)
            mask = _sign(font, text, high)
            _stamp(image, mask, u - mask.shape[1] / 2, v - mask.shape[0] / 2, ink)
        for far in (0.5, 0.72):
            a = rng.uniform(0, 2 * pi)
            end = round(x + far * radius * sin(a)), round(y + far * radius * cos(a))
            cv2.line(image, (round(x), round(y)), end, ink, max(1, round(radius / 18)), cv2.LINE_AA)


def _strokes(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Ruled lines, a lattice of them, pens and threads, drawn by hand or straight."""
    h, w = image.shape[:2]
    thick = rng.randint(1, 10)
    if rng.random() < 0.5:
        for along in range(rng.choice((1, 2))):
            step = _height(rng, 2.0, 25.0)
            for n in range(int(max(w, h) / step) + 1):
                ends = [[n * step, 0], [n * step, h]] if along else [[0, n * step], [w, n * step]]
                cv2.polylines(image, [np.array(ends).astype(np.int32)], False, ink, thick, cv2.LINE_AA)
    noise = np.random.default_rng(rng.getrandbits(32))
    for _ in range(rng.randint(0, 12)):
        points = noise.standard_normal((rng.randint(2, 60), 2)).cumsum(axis=0) * rng.uniform(5, 60)
        points += [rng.uniform(0, w), rng.uniform(0, h)]
        cv2.polylines(image, [points.astype(np.int32)], rng.random() < 0.2, ink, thick, cv2.LINE_AA)


def _deck(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Playing cards: a white oblong, an index in two corners, some signs in columns."""
    long = rng.uniform(30, 90) * _PER_MM
    for _ in range(rng.randint(1, 9)):
        card = np.full((round(long), round(0.7 * long), 3), rng.choice((250, 235)), np.uint8)
        tint = rng.choice(((30, 30, 30), (40, 30, 200)))
        mask = _sign(font, rng.choice("AKQJ23456789"), 0.13 * long)
        _stamp(card, mask, 0.05 * long, 0.05 * long, tint)
        _stamp(card, mask[::-1, ::-1], 0.65 * long - mask.shape[1], 0.95 * long - mask.shape[0], tint)
        for n in range(rng.randint(0, 9)):
            middle = round((0.22 + 0.26 * (n % 2)) * long), round((0.25 + 0.12 * (n // 2)) * long)
            cv2.circle(card, middle, round(0.04 * long), tint, -1, cv2.LINE_AA)
        a, shift = (
            rng.uniform(0, 2 * pi),
            (rng.uniform(0, 1) * image.shape[1], rng.uniform(0, 1) * image.shape[0]),
        )
        place = np.array([[cos(a), -sin(a), shift[0]], [sin(a), cos(a), shift[1]]])
        size = image.shape[1::-1]
        cover = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), place, size)
        image[cover > 128] = cv2.warpAffine(card, place, size)[cover > 128]


def _patches(image: Image, ink: Colour, font: str, rng: Random) -> None:
    """Blocks, notes and sweets of any colours, oblong or with many corners; squares seldom."""
    for _ in range(rng.randint(2, 40)):
        middle = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
        side, corners = _height(rng, 3.0, 30.0), rng.choice((3, 4, 4, 4, 5, 6))
        if corners == 4:
            share = rng.uniform(0.15, 0.75) if rng.random() < 0.8 else 1.0
            ring = cv2.boxPoints((middle, (side, side * share), rng.uniform(0, 90)))
        else:
            first = rng.uniform(0, pi)
            turns = [first + 2 * pi * n / corners for n in range(corners)]
            ring = np.array([(middle[0] + side / 2 * cos(a), middle[1] + side / 2 * sin(a)) for a in turns])
        cv2.fillConvexPoly(image, np.asarray(ring).astype(np.int32), any_colour(rng), cv2.LINE_AA)


KINDS: dict[str, Callable[[Image, Colour, str, Random], None]] = {
    "page": _page,
    "poster": _poster,
    "puzzle": _puzzle,
    "label": _label,
    "rounds": _rounds,
    "checks": _checks,
    "dial": _dial,
    "strokes": _strokes,
    "deck": _deck,
    "patches": _patches,
}
"""What a print shows; each paints on a picture of plain ground in one ink."""


def any_print(rng: Random, size: tuple[float, float], fonts: list[str]) -> Print:
    """A print of any kind; those with letters are the commonest."""
    kind = rng.choice(("page", "page", "page", "poster", "poster", "puzzle", "puzzle", *KINDS))
    return Print(kind, size, rng.choice(fonts), rng.randrange(1 << 30), corner=rng.choice((0.0, 0.0, 3.0)))


def prints(rng: Random, span: float, fonts: list[str], most: int, full: float = 0.0) -> tuple[Sheet, ...]:
    """One to `most` prints on a table `span` mm wide, at any turn; in a share `full` one shows alone."""
    sheets = []
    for number in range(rng.randint(1, most)):
        all_over = number == 0 and rng.random() < full
        wide = span * (1.5 if all_over else exp(rng.uniform(log(0.15), log(1.2))))
        size = wide, wide * (1.0 if all_over else rng.uniform(0.5, 1.2))
        x, y = (rng.uniform(-0.45, 0.45) * span * (not all_over) for _ in range(2))
        turn = rng.uniform(0, 360) if rng.random() < 0.6 else rng.gauss(0, 3)
        sheets.append(Sheet(any_print(rng, size, fonts), x, y, turn))
    # The largest lies lowest.
    return tuple(sorted(sheets, key=lambda sheet: -sheet.art.size[0]))
