"""What lies beside the dice of a scene: coins, tiles, cards, pages, crumbs, and words of letter tiles."""

from dataclasses import replace
from math import cos, dist, exp, radians, sin
from random import Random

from appliance.virtual.dice import Placed
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import any_letter, any_tiles
from appliance.virtual.tiles import lay_layout
from training.props import Card, Coin, Plate
from training.tile_prints import prints

_PRINTED = 0.2  # share of the scenes with pages and the like, upon which dice may lie


def beside(
    rng: Random, span: float, size: float, placed: tuple[Placed, ...], fonts: list[str], tiles: float
) -> tuple[tuple[Sheet, ...], list[tuple[float, float, float]]]:
    """What lies beside the dice, and the middles and sides in mm of what might be taken for one."""
    sheets: list[Sheet] = []
    if rng.random() < 0.12:
        at = (rng.uniform(-span / 2, span / 2), rng.uniform(-span * 0.37, span * 0.37))
        card = Card((size * rng.uniform(3, 5), size * rng.uniform(3, 5)), rng.randrange(1 << 20))
        sheets.append(Sheet(card, *at, rng.uniform(0, 360)))
    others = []
    if rng.random() < _PRINTED:
        sheets += prints(rng, span, fonts, most=2, full=0.5)
        for _ in range(4):
            x, y = rng.uniform(-0.45, 0.45) * span, rng.uniform(-0.33, 0.33) * span
            if all(dist((x, y), (p.x, p.y)) > 1.2 * size for p in placed):
                others.append((x, y, size * exp(rng.uniform(-1.0, 0.2))))
    words = _words(rng, span, size, fonts) if rng.random() < tiles else []
    for thing in _things(rng, span, size) + words:
        if all(dist((thing.x, thing.y), (p.x, p.y)) > 1.2 * size + thing.art.size[0] / 2 for p in placed):
            sheets.append(thing)
            others.append((thing.x, thing.y, thing.art.size[0]))
    return tuple(sheets), others


def _things(rng: Random, span: float, size: float) -> list[Sheet]:
    """Coins, tiles, words of tiles, crumbs and screws anywhere."""
    things: list[Sheet] = []
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        x, y = rng.uniform(-span / 2, span / 2), rng.uniform(-span * 0.37, span * 0.37)
        turn, seed, chance = rng.uniform(0, 360), rng.randrange(1 << 20), rng.random()
        wide = size * rng.uniform(0.7, 1.5)
        thick = rng.choice((0.3, rng.uniform(1.5, 4.5)))
        corner = rng.uniform(0, 2)
        if chance < 0.3:
            things.append(Sheet(Coin(wide, rng.uniform(1.1, 2.5), seed), x, y, turn))
        elif chance < 0.7:
            high = wide * rng.choice((1.0, 1.0, 1.1, 2.0))
            things.append(Sheet(Plate((wide, high), thick, seed, corner), x, y, turn))
        elif chance < 0.85:  # a word
            step = wide * rng.uniform(1.0, 1.1)
            for k in range(rng.randint(3, 7)):
                along = (x + k * step * cos(radians(turn)), y + k * step * sin(radians(turn)))
                plate = Plate((wide, wide), max(1.5, thick), seed // 64 * 64 + rng.randrange(64), corner)
                things.append(Sheet(plate, *along, turn))
        elif chance < 0.95:
            for _ in range(rng.randint(1, 5)):
                at = (x + rng.gauss(0, 2 * size), y + rng.gauss(0, 2 * size))
                crumb = Coin(rng.uniform(1.0, 6.0), rng.uniform(0.5, 3), rng.randrange(1 << 20))
                things.append(Sheet(crumb, *at, turn))
        else:
            screw = Plate((rng.uniform(2, 5), rng.uniform(10, 40)), rng.uniform(1.5, 4), seed, 1.0)
            things.append(Sheet(screw, x, y, turn))
    return things


def _words(rng: Random, span: float, size: float, fonts: list[str]) -> list[Sheet]:
    """Letter tiles of one make, about as large as the dice: alone, in words, in blocks."""
    make = any_tiles(rng, fonts)
    wide, (across, down) = size * rng.uniform(0.8, 1.4), make.size
    scale = wide / across
    make = replace(make, size=(wide, down * scale), thick=make.thick * scale)
    tiles: list[Sheet] = []
    for _ in range(rng.randint(1, 4)):
        many = rng.choice((1, rng.randint(2, 8), rng.randint(2, 8)))
        rows = ["".join(any_letter(rng) for _ in range(many)) for _ in range(rng.choice((1, 1, 1, 3)))]
        x, y = rng.uniform(-0.5, 0.5) * span, rng.uniform(-0.37, 0.37) * span
        gap = scale * rng.choice((rng.uniform(0.1, 1.0), rng.uniform(0.3, 3.0)))
        tiles += lay_layout(rows, x, y, rng.uniform(0, 360), rng, make=make, gap=gap, slip=0.3 * scale)
    return tiles
