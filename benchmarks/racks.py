"""Racks as players photograph them: up to seven tiles in a row against wood or plastic, from the front."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, log
from random import Random

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.racks import from_the_front, lay_rack
from appliance.virtual.scene import Colour, Table
from appliance.virtual.tile_variety import HELD_OUT_TILES, any_tiles, any_top
from appliance.virtual.variety import HELD_OUT, any_light, any_mat, any_view

_FULL = 7
_SIDES = (28.0, 200.0)  # pixels of a tile
_WIDTHS = (1280, 1920, 3264, 4032)
_ACROSS = (9.5, 60.0)  # tiles that fit across the picture
_COLOURS: tuple[Colour, ...] = (
    *((70, 110, 160), (95, 150, 195), (40, 62, 95), (35, 35, 38)),
    *((40, 90, 30), (120, 40, 30), (40, 30, 120), (225, 228, 230)),
)


def racks(
    seed: int, count: int, fonts: Sequence[str], *, own: bool = False
) -> Iterator[tuple[Table, list[tuple[str, ...]]]]:
    """So many tables with a rack each, if `own` of its tiles' colour, and what its row says."""
    for number in range(count):
        rng = Random(f"rack/{seed}/{number}")
        bag = list(ENGLISH.bag)
        rng.shuffle(bag)
        make = any_tiles(rng, fonts, HELD_OUT_TILES)
        word = "".join(bag[: rng.choice((_FULL, _FULL, _FULL, rng.randint(1, _FULL)))])
        side = exp(rng.uniform(*map(log, _SIDES)))
        least, most = (tiles * side for tiles in _ACROSS)
        width = rng.choice([width for width in _WIDTHS if least < width < most])
        turn = rng.gauss(0, 6) if rng.random() < 0.7 else rng.uniform(0, 360)
        colour = rng.choice((make.body,) if own else _COLOURS)
        b, g, r = (min(250, max(5, level + rng.randint(-15, 15))) for level in colour)
        sheets = lay_rack(rng, word, make, (b, g, r), turn=turn)
        span = width * make.size[0] / side
        view = any_view(rng, HELD_OUT, span=(span, span), width=width)
        view = replace(
            view,
            above=max(200.0, rng.uniform(0.8, 1.6) * span),
            tilt=from_the_front(rng, turn),
            turn=0.0,
            blur=view.blur * (width / 1280) ** 0.5,
        )
        mat, light = any_mat(rng, HELD_OUT, markers=False), any_light(rng, HELD_OUT)
        table = Table(
            mat=mat, light=light, view=view, seed=rng.randrange(1 << 30), sheets=(*any_top(rng), *sheets)
        )
        yield table, [(word,)]
