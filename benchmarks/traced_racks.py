"""Racks as they stand on a table: tiles lean back against them, and players look down at their rows.

Here they have depth, which `appliance.virtual.racks` draws all in one plane.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin
from random import Random
from typing import NamedTuple

import numpy as np

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.scene import Colour, Table, Truth, View
from appliance.virtual.solids import Array, upright
from appliance.virtual.tile_variety import HELD_OUT_TILES, ClothArt, any_tiles, any_top
from appliance.virtual.tiles import TileArt, TileMake
from appliance.virtual.variety import HELD_OUT, any_light, any_mat, any_view
from training.traced import Leant

_FEWEST, _FULL = 4, 7  # tiles of a row
_LEANS = (15.0, 32.0)  # degrees off upright, of tiles on a rack
_SEEN = (18.0, 58.0)  # degrees off straight above, from where players look
_ASIDE = 7.0  # degrees, in which they sit to one side
_WIDTHS = (1280, 1920)  # pixels
_ROOM = (1.2, 2.4)  # pictures' widths over the rack's
_BACK, _LIP, _FOOT = (9.0, 19.0), (2.0, 4.0), 7.0  # mm: the board behind tiles, the lip, and what bears both
_WOODS: tuple[Colour, ...] = ((40, 75, 120), (30, 55, 90), (100, 150, 190), (60, 90, 60), (40, 40, 44))


class Rack(NamedTuple):
    """A table with a rack: what leans, what the row says, and where its tiles are seen."""

    table: Table
    leant: tuple[Leant, ...]
    word: str
    truth: tuple[Truth, ...]


def racks_with_depth(seed: int, count: int, fonts: Sequence[str]) -> Iterator[Rack]:
    """So many tables with a rack each, of four tiles to seven."""
    for number in range(count):
        rng = Random(f"leant/{seed}/{number}")
        bag = [letter for letter in ENGLISH.bag if letter.isalpha()]
        word = "".join(rng.sample(bag, rng.choice((_FULL, _FULL, rng.randint(_FEWEST, _FULL)))))
        make = any_tiles(rng, fonts, HELD_OUT_TILES)
        leant = _rack(rng, word, make)
        view = _seen(rng, _FULL * make.size[0])
        mat, light = any_mat(rng, HELD_OUT, markers=False), any_light(rng, HELD_OUT)
        table = Table(mat=mat, light=light, view=view, seed=rng.randrange(1 << 30), sheets=any_top(rng))
        tiles = [one for one in leant if isinstance(one.art, TileArt)]
        yield Rack(table, leant, word, tuple(_truth(one, view) for one in tiles))


def _rack(rng: Random, word: str, make: TileMake) -> tuple[Leant, ...]:
    """The parts of a rack that looks towards the picture's lower side, and its tiles."""
    lean, turn = radians(rng.uniform(*_LEANS)), rng.gauss(0, 6)
    right, up, out = np.array([[1, 0, 0], [0, -sin(lean), cos(lean)], [0, cos(lean), sin(lean)]])
    wide, high = make.size
    long = _FULL * wide + rng.uniform(2, 20)
    wood, grain = rng.choice(_WOODS), rng.choice((0.0, rng.uniform(2, 8)))
    foot = np.array([0.0, 0.0, _FOOT])
    level = np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1]], float)

    def part(tall: float, thick: float, frame: Array, middle: Array) -> Leant:
        art = ClothArt((long, tall), wood, grain, thick=thick, corner=0.5, seed=rng.randrange(1 << 20))
        return Leant(art, frame, middle)

    leaning, back, lip = np.array([right, up, out]), rng.uniform(*_BACK), rng.uniform(*_LIP)
    parts = [
        part(back, 3.0, leaning, foot + back / 2 * up - 3.0 * out),
        part(22.0, _FOOT, level, np.array([0.0, -3.0, 0.0])),
        part(lip, 3.0, leaning, foot + lip / 2 * up + (make.thick + 0.2) * out),
    ]
    across = -len(word) * wide / 2 + rng.uniform(-0.5, 0.5) * (long - _FULL * wide)
    for letter in word:
        across += wide / 2
        middle = foot + across * right + (high / 2 + 0.2) * up
        parts.append(Leant(TileArt(letter, make, piece=rng.randrange(64)), leaning, middle))
        across += wide / 2 + abs(rng.gauss(0, 0.3))
    spin = upright(turn)
    return tuple(Leant(art, frame @ spin.T, spin @ middle) for art, frame, middle in parts)


def _seen(rng: Random, long: float) -> View:
    """A phone's view of a rack so long, from the side to which it looks."""
    span, width = long * rng.uniform(*_ROOM), rng.choice(_WIDTHS)
    view = any_view(rng, HELD_OUT, span=(span, span), width=width)
    tilt = (rng.uniform(*_SEEN), rng.gauss(0, _ASIDE))
    return replace(view, above=max(200.0, rng.uniform(0.9, 1.6) * span), tilt=tilt, turn=0.0)


def _truth(one: Leant, view: View) -> Truth:
    """Where a tile's upper side is seen."""
    right, up, out = one.frame
    w, h = one.art.size[0] / 2, one.art.size[1] / 2
    front = one.middle + one.art.thick * out
    ring = [front + x * w * right + y * h * up for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    (x, y), *corners = view.pixels([front, *ring]).tolist()
    letter = one.art.letter if isinstance(one.art, TileArt) else ""
    return Truth(letter, "tile", (x, y), tuple((a, b) for a, b in corners), 0.0)
