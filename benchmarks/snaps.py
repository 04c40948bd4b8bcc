"""Tables as phones see them: a dozen pale dice of one make, many of them touching, on paper and on tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin
from random import Random

from appliance.errors import BadValue
from appliance.pieces import Die
from appliance.virtual.dice import Placed, roll
from appliance.virtual.scene import Colour, Finish, Table, View, truth
from appliance.virtual.variety import HELD_OUT, SEEN, any_finish, any_light, any_mat, any_pips, any_view
from benchmarks.blocks import SIDE_BY_SIDE, side_by_side
from benchmarks.tops import PATTERNED, with_pattern
from benchmarks.trays import IN_A_TRAY, in_tray

SAID = (
    "By a phone: a dozen cream or white dice of one make, half of them touching, 20 to 250 pixels wide in",
    "pictures of 1 to 12 megapixels, on white paper, grey tables, wood and black, from any side and up to",
    "some 20° off straight above, from 25 to 40° where that is said, and from a seat 40 to 55°, then about",
    "along the picture's sides; these grounds, and the light of half of the tables, are as in training. No",
    "set is known. Two alone are two dice of such a table, the others taken away.",
)
"""What is to be said of these tables."""

ABOVE, ASIDE, SEAT = "by a phone", "by a phone from aside", "by a phone from a seat"
"""From where tables are seen, in words."""

_AWAY = {ASIDE: (25.0, 40.0), SEAT: (40.0, 55.0)}  # degrees off straight above
_SEEDS = {ABOVE: "snap", ASIDE: "aside", SEAT: "seat"}
_DICE = 12
_SIDES = (20.0, 250.0)  # pixels
_WIDTHS = (1280, 1920, 3264, 4032)
_LEAST_WIDE = 10  # dice that fit across a picture at least
_GROUNDS: tuple[tuple[Colour, ...], ...] = (
    ((236, 238, 238), (215, 225, 228)),
    ((120, 122, 124), (150, 150, 148), (95, 98, 100)),
    ((96, 140, 176), (60, 80, 110)),
    ((30, 30, 34),),
)
_INKS: tuple[Colour, ...] = ((30, 25, 20), (120, 50, 30), (30, 30, 150))
_EDGE = 8  # pixels of a picture within which no die's top lies
_FARTHER = 1.1  # times, until all dice are in the picture


def snaps(
    seed: int, count: int, fonts: Sequence[str], symbols: Sequence[str], place: str = ABOVE
) -> Iterator[Table]:
    """So many tables, a quarter of them on each ground, seen from there; each die has six of the symbols."""
    for number in range(count):
        rng = Random(f"{seed}/{number}/{_SEEDS[place]}")
        side, width = as_large(rng)
        finish = one_make(rng, fonts)
        span = width * finish.size / side
        dice = [Die("any", 6, "cream", tuple(rng.sample(list(symbols), 6))) for _ in range(_DICE)]
        placed = _thrown(rng, dice, finish.size, min(span * 0.68, 300.0))
        yield taken(rng, number, placed, finish, span, width, place)


def from_both_places(
    seed: int, count: int, fonts: Sequence[str], symbols: Sequence[str]
) -> Iterator[tuple[str, list[Table], list[Table]]]:
    """So many tables from nearly above, and from aside: how, in words, and the same with two dice each."""
    for place in (ABOVE, ASIDE):
        some = list(snaps(seed, count, fonts, symbols, place))
        yield place, some, [_pair(table) for table in some]


def in_all_ways(name: str, some: list[Table], two: list[Table]) -> dict[str, list[Table]]:
    """Such tables by how they are in words: also with a pattern, in a tray, side by side, with two dice."""
    return {
        name: some,
        f"{name}, {PATTERNED}": list(map(with_pattern, some)),
        f"{name}, {IN_A_TRAY}": list(map(in_tray, some)),
        f"{name}, {SIDE_BY_SIDE}": [whole(side_by_side(table)) for table in some],
        f"two alone {name}": two,
    }


def as_large(rng: Random) -> tuple[float, int]:
    """Pixels of a die's side, and of the picture's width."""
    side = _SIDES[0] * (_SIDES[1] / _SIDES[0]) ** rng.random()
    return side, rng.choice([width for width in _WIDTHS if width > _LEAST_WIDE * side])


def taken(
    rng: Random,
    number: int,
    placed: tuple[Placed, ...],
    finish: Finish,
    span: float,
    width: int,
    place: str,
) -> Table:
    """These dice on the ground whose turn it is, as a phone sees so many mm in so many pixels from there."""
    ground = _GROUNDS[number % len(_GROUNDS)]
    mat = replace(any_mat(rng, HELD_OUT, markers=False), colour=rng.choice(ground))
    light = any_light(rng, rng.choice((HELD_OUT, SEEN)))
    view = _view(rng, span, width, place)
    return whole(Table(placed, mat, light, view, finish, rng.randrange(1 << 30)))


def _pair(table: Table) -> Table:
    return replace(table, dice=tuple(Random(table.seed).sample(table.dice, 2)))


def one_make(rng: Random, fonts: Sequence[str]) -> Finish:
    """A make of cream dice, 14 to 18 mm wide."""
    finish = replace(any_pips(rng, any_finish(rng, HELD_OUT, fonts)), size=rng.uniform(14, 18))
    cream = (rng.randint(165, 228), rng.randint(205, 230), rng.randint(220, 240))
    return replace(finish, bodies=(("cream", cream, rng.choice(_INKS)),))


def _view(rng: Random, span: float, width: int, place: str) -> View:
    view = any_view(rng, HELD_OUT, span=(span, span), width=width)
    above = max(180.0, rng.uniform(0.8, 1.6) * span)
    tilt = (rng.gauss(0, 7), rng.gauss(0, 7))
    if place in _AWAY:
        away, way = rng.uniform(*_AWAY[place]), radians(90 * rng.randrange(4) + rng.gauss(0, 8))
        tilt = (away * cos(way), away * sin(way))
    return replace(view, above=above, tilt=tilt, turn=rng.uniform(0, 360))


def _thrown(rng: Random, dice: Sequence[Die], size: float, wide: float) -> tuple[Placed, ...]:
    """The dice, on as little of the table as they need."""
    while True:
        try:
            return roll(rng, dice, size=size, field=(wide, 0.72 * wide), touching=0.5)
        except BadValue:
            wide *= _FARTHER


def whole(table: Table) -> Table:
    """The table from so far away that all dice are in the picture."""
    while not all(_is_inside(table.view, *corner) for true in truth(table) for corner in true.corners):
        view = table.view
        table = replace(table, view=replace(view, span=view.span * _FARTHER, above=view.above * _FARTHER))
    return table


def _is_inside(view: View, x: float, y: float) -> bool:
    return _EDGE < x < view.width - _EDGE and _EDGE < y < view.height - _EDGE
