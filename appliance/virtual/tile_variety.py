"""Random tiles, boards and crosswords: what training sees, and what is held back for measuring."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual.board import LABELS, BoardMake
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import EMPTY, TILE, TileMake

_TOP = 1400.0  # sides in mm of what covers the whole table

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Bodies = tuple[tuple[Colour, Colour], ...]

_DARK: Colour = (34, 30, 32)
SEEN_TILES: Bodies = (
    *(((188, 222, 236), _DARK), ((214, 232, 240), _DARK), ((200, 208, 212), (26, 26, 26))),
    *(((150, 196, 222), (26, 30, 40)), ((120, 172, 208), (20, 24, 36)), ((228, 232, 234), (40, 36, 36))),
    *(((206, 212, 214), (120, 40, 30)), ((180, 214, 230), (40, 40, 130)), ((160, 205, 235), (30, 40, 20))),
    *(((70, 96, 140), (30, 190, 220)), ((44, 40, 40), (225, 228, 230)), ((60, 30, 90), (120, 200, 230))),
)
"""Bodies and inks of tiles that training has."""
HELD_OUT_TILES: Bodies = (
    *(((170, 212, 228), (44, 40, 44)), ((222, 230, 230), (60, 30, 30)), ((138, 184, 214), (24, 24, 30))),
    *(((196, 216, 224), (30, 34, 50)), ((140, 190, 225), (30, 30, 90))),
)

Palette = tuple[Colour, Colour, Colour, Colour, Colour]
"""Plain, double letter, triple letter, double word, triple word."""

SEEN_BOARDS: tuple[Palette, ...] = (
    ((176, 206, 200), (222, 196, 150), (188, 110, 30), (176, 170, 236), (56, 52, 214)),
    ((60, 100, 40), (215, 160, 90), (150, 70, 20), (140, 130, 240), (40, 30, 210)),
    ((150, 200, 215), (225, 205, 170), (190, 130, 60), (190, 180, 240), (70, 70, 225)),
    ((210, 216, 218), (235, 210, 170), (200, 120, 40), (190, 170, 250), (60, 60, 230)),
    ((110, 130, 60), (200, 180, 120), (160, 90, 30), (120, 150, 240), (40, 50, 190)),
    ((120, 90, 40), (210, 190, 140), (90, 50, 10), (160, 170, 230), (50, 60, 200)),
    ((70, 66, 62), (190, 150, 90), (140, 80, 20), (130, 120, 210), (40, 40, 170)),
    ((140, 170, 195), (190, 200, 140), (90, 150, 60), (110, 180, 240), (40, 110, 235)),
    ((190, 190, 170), (200, 160, 100), (130, 60, 60), (150, 200, 245), (50, 140, 240)),
)
HELD_OUT_BOARDS: tuple[Palette, ...] = (
    ((186, 212, 214), (214, 180, 120), (170, 100, 50), (160, 160, 226), (64, 44, 196)),
    ((84, 118, 58), (204, 172, 110), (136, 84, 40), (150, 146, 226), (48, 48, 190)),
    ((160, 186, 190), (230, 200, 150), (176, 120, 20), (170, 196, 244), (40, 90, 226)),
    ((96, 84, 72), (196, 170, 110), (128, 84, 30), (140, 140, 216), (52, 48, 186)),
)


@dataclass(frozen=True)
class ClothArt:
    """A flat thing without squares or letters: a table top of wood, a cloth, a sheet of paper, a rack."""

    size: tuple[float, float]
    colour: Colour
    grain: float = 0.0
    check: float = 0.0
    thick: float = 0.0
    corner: float = 0.0
    seed: int = 0

    def paint(self) -> Image:
        """Its colour with streaks along and a check of stripes both ways."""
        return _cloth(self.size, self.colour, self.grain, self.check, self.seed)


@lru_cache(maxsize=8)
def _cloth(size: tuple[float, float], colour: Colour, grain: float, check: float, seed: int) -> Image:
    rng = np.random.default_rng(seed)
    w, h = (max(8, round(side * 1.5)) for side in size)
    image = np.empty((h, w, 3), np.float32)
    image[:] = colour
    if grain:
        noise = np.zeros((h, w), np.float32)
        for fine in (2, 6, 20):
            streaks = rng.standard_normal((max(2, h // fine), max(2, w // (fine * 14)))).astype(np.float32)
            noise += cv2.resize(streaks, (w, h), interpolation=cv2.INTER_CUBIC)
        planks = np.repeat(rng.standard_normal(h // 90 + 2), 90)[:h].astype(np.float32)
        image += grain * (noise + planks[:, None])[:, :, None] * np.array([0.8, 0.9, 1.0], np.float32)
    if check:
        period = int(rng.integers(12, 60))
        stripe = ((np.arange(max(w, h)) // period) % 2).astype(np.float32) - 0.5
        image += check * (stripe[:h, None] + stripe[None, :w])[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def any_tiles(rng: Random, fonts: Sequence[str], bodies: Bodies = SEEN_TILES) -> TileMake:
    """Tiles of one make: mostly cream plastic or wood, dark print, the value at the lower right."""
    body, ink = rng.choice(bodies[:9] if rng.random() < 0.88 else bodies)
    side = TILE * rng.uniform(0.95, 1.03)
    return TileMake(
        font=rng.choice(fonts),
        size=(side, side * (rng.uniform(1.0, 1.08) if rng.random() < 0.3 else 1.0)),
        thick=rng.uniform(3, 6),
        rounding=rng.uniform(0.02, 0.16),
        body=tinted(rng, body, 14),
        ink=tinted(rng, ink, 14),
        letter=rng.uniform(0.38, 0.62),
        lift=rng.uniform(-0.03, 0.1),
        aside=rng.uniform(-0.02, 0.09),
        value=rng.uniform(0.11, 0.22) if rng.random() < 0.88 else 0.0,
        inset=rng.uniform(0.06, 0.15),
        stretch=rng.uniform(0.8, 1.4) if rng.random() < 0.4 else 1.0,
        weight=rng.randint(-3, 7) if rng.random() < 0.4 else 0,
        grain=rng.uniform(2, 12) if rng.random() < 0.5 else 0.0,
        engraved=rng.uniform(0.1, 0.6) if rng.random() < 0.25 else 0.0,
        bevel=rng.uniform(0.0, 0.06),
        line=rng.uniform(0.1, 0.5) if rng.random() < 0.08 else 0.0,
    )


def any_board(
    rng: Random, fonts: Sequence[str], palettes: Sequence[Palette] = SEEN_BOARDS, *, wild: float = 0.25
) -> BoardMake:
    """A board of one make; a share `wild` of them in colours of their own."""
    plain, dl, tl, dw, tw = (tinted(rng, colour, 18) for colour in rng.choice(palettes))
    if rng.random() < wild:
        plain, dl, tl, dw, tw = (any_colour(rng) for _ in range(5))
    line = tinted(rng, plain, 0)
    if rng.random() < 0.8:
        line = rng.choice([(236, 240, 240), (30, 30, 30), (60, 60, 60), (150, 160, 160)])
    elif max(plain) > 60:
        b, g, r = (int(channel * 0.6) for channel in plain)
        line = (b, g, r)
    light = sum(plain) > 380
    return BoardMake(
        pitch=rng.uniform(19.8, 20.8),
        rim=rng.uniform(4, 22),
        outer=rng.choice([0.0, 0.0, 6.0, 14.0]),
        plain=plain,
        triple_word=tw,
        double_word=dw,
        triple_letter=tl,
        double_letter=dl,
        rim_colour=plain if rng.random() < 0.25 else any_colour(rng),
        line_colour=line,
        ink=rng.choice([(30, 30, 30), (240, 240, 240)]) if not light else (30, 30, 30),
        line=rng.uniform(0.4, 1.8),
        inset=rng.uniform(0.5, 1.5) if rng.random() < 0.2 else 0.0,
        teeth=rng.uniform(1.5, 2.6) if rng.random() < 0.3 else 0.0,
        labels=rng.choice(list(LABELS)),
        centre=rng.choice(["star", "star", "dot", "plain"]),
        font=rng.choice(fonts),
        named=rng.random() < 0.3,
        speckle=rng.uniform(0, 6),
        counted=rng.random() < 0.5,
    )


def any_top(rng: Random) -> tuple[Sheet, ...]:
    """A table top under everything: nothing more than the ground, or wood, or a cloth."""
    if rng.random() < 0.35:
        return ()
    wood = rng.random() < 0.7
    cloth = ClothArt(
        (_TOP, _TOP),
        tinted(rng, rng.choice([(96, 140, 176), (60, 90, 140), (140, 175, 200), (40, 50, 70)]), 20)
        if wood
        else any_colour(rng),
        grain=rng.uniform(2, 12) if wood else rng.uniform(0, 3),
        check=0.0 if wood else rng.choice([0.0, 10.0, 30.0]),
        seed=rng.randrange(4),
    )
    return (Sheet(cloth, 0.0, 0.0, rng.uniform(0, 180)),)


def is_top(sheet: Sheet) -> bool:
    """Whether it is such a table top, which would hide a pattern."""
    return sheet.art.size[0] >= _TOP


def crossword(rng: Random, tiles: Sequence[str], size: tuple[int, int], *, dense: float = 0.15) -> list[str]:
    """The tiles in words crossing each other, in rows of text of `size` rows and columns; letters by chance.

    Not all may find a place.
    """
    rows, columns = size
    grid = [[EMPTY] * columns for _ in range(rows)]
    left = list(tiles)
    spots: list[tuple[int, int]] = [(rows // 2, columns // 2)]
    for _ in range(400):
        if not left:
            break
        r, c = rng.choice(spots)
        down = rng.random() < 0.5
        length = rng.randint(2, 8)
        back = rng.randrange(length)
        run = [(r + (k - back) * down, c + (k - back) * (not down)) for k in range(length)]
        if not all(0 <= a < rows and 0 <= b < columns for a, b in run):
            continue
        fresh = [(a, b) for a, b in run if grid[a][b] == EMPTY]
        if rng.random() > dense and _crowded(grid, fresh, down):
            continue
        for a, b in sorted(fresh, key=lambda at: abs(at[0] - r) + abs(at[1] - c)):
            if left:
                grid[a][b] = left.pop()
                spots.append((a, b))
    return ["".join(row) for row in grid]


def trimmed(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows without empty ones at the rim."""
    filled = [r for r, row in enumerate(rows) if row.strip(EMPTY)]
    columns = [c for c in range(len(rows[0])) if any(row[c] != EMPTY for row in rows)]
    return tuple(rows[r][columns[0] : columns[-1] + 1] for r in range(filled[0], filled[-1] + 1))


def any_letter(rng: Random, blanks: float = 0.05) -> str:
    """A letter, all alike likely, or a blank in that share of cases."""
    return "?" if rng.random() < blanks else rng.choice(_LETTERS)


def any_colour(rng: Random) -> Colour:
    """Any colour at all."""
    return rng.randint(20, 240), rng.randint(20, 240), rng.randint(20, 240)


def tinted(rng: Random, colour: Colour, by: int) -> Colour:
    """The colour a little lighter or darker, and its channels a little apart."""
    grey = rng.randint(-by, by)
    b, g, r = (max(4, min(250, c + grey + rng.randint(-by // 2, by // 2))) for c in colour)
    return b, g, r


def _crowded(grid: Sequence[Sequence[str]], fresh: Sequence[tuple[int, int]], down: bool) -> bool:
    """Whether new tiles would lie beside others across their word."""
    rows, columns = len(grid), len(grid[0])
    for r, c in fresh:
        for side in (-1, 1):
            a, b = (r, c + side) if down else (r + side, c)
            if 0 <= a < rows and 0 <= b < columns and grid[a][b] != EMPTY:
                return True
    return len(fresh) == 0
