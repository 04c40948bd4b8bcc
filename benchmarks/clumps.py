"""Clumps of tiles as they are poured onto a table: touching or nearly, each turned its own way."""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from random import Random

import cv2
import numpy as np

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.geometry import Array
from appliance.virtual.scene import Table
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles, any_top
from appliance.virtual.tiles import TileArt, TileMake
from appliance.virtual.variety import HELD_OUT, any_light, any_mat, any_view

_MANY = (4, 18)  # tiles
_FAR = 1.45  # sides from the middle of one to that of a next one at most: some touch
_WIDTHS = (1280, 1920)
_NARROWEST, _ROOM = 180.0, 1.35  # mm across the picture at least, and over the clump's own width


def clumps(seed: int, count: int, fonts: Sequence[str]) -> Iterator[tuple[Table, list[tuple[str, ...]]]]:
    """So many tables with a clump each; no rows, as there are none to read."""
    for number in range(count):
        rng = Random(f"clump/{seed}/{number}")
        bag = list(ENGLISH.bag)
        rng.shuffle(bag)
        sheets = _clump(rng, bag[: rng.randint(*_MANY)], any_tiles(rng, fonts, HELD_OUT_TILES))
        wide = 2 * max(max(abs(sheet.x), abs(sheet.y)) for sheet in sheets) + 60
        span = max(_NARROWEST, _ROOM * wide)
        view = any_view(rng, HELD_OUT, span=(span, span), width=rng.choice(_WIDTHS))
        mat, light = any_mat(rng, HELD_OUT, markers=False), any_light(rng, HELD_OUT)
        table = Table(
            mat=mat, light=light, view=view, seed=rng.randrange(1 << 30), sheets=(*any_top(rng), *sheets)
        )
        yield table, []


def _clump(rng: Random, letters: Sequence[str], make: TileMake) -> list[Sheet]:
    """The tiles, each beside one of those before it and on none."""
    side = max(make.size)
    laid: list[Sheet] = []
    outlines: list[Array] = []
    for letter in letters:
        while True:
            x = y = 0.0
            if laid:
                beside, way = rng.choice(laid), rng.uniform(0, 360)
                far = side * rng.uniform(1.0, _FAR)
                x, y = beside.x + far * cos(radians(way)), beside.y + far * sin(radians(way))
            art = TileArt(letter, make, piece=rng.randrange(64))
            sheet = Sheet(art, x, y, rng.uniform(0, 360))
            outline = sheet.corners(0.0)[:, :2].astype(np.float32)
            if not any(cv2.intersectConvexConvex(outline, other)[0] > 0 for other in outlines):
                break
        laid.append(sheet)
        outlines.append(outline)
    return laid
