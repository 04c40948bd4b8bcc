"""Crops of number dice to train with: rendered tables, cut up where dice are and where none is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import cos, dist, exp, hypot, log, radians, sin
from random import Random

import numpy as np

from appliance.pieces import ALPHABET, Die, dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.geometry import turned
from appliance.virtual.render import render
from appliance.virtual.scene import Colour, Finish, Table, Truth, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.solids import lying as solid_of
from appliance.virtual.variety import SEEN, any_finish, any_mat, any_pips, any_view
from appliance.vision.d12 import FACE, MARGIN, SYMBOLS
from appliance.vision.finder import NUMBER, Sighted, at_scale
from appliance.vision.plane import Array, Image, bare
from appliance.vision.pose import guesses
from appliance.vision.straighten import Patch, cut
from training import cores
from training.fingers import near
from training.fonts import train_fonts
from training.grounds import patterned, train_grounds
from training.lights import lit
from training.number_others import painted
from training.props import Cloth, Squares, any_colour
from training.tile_prints import prints
from training.views import anywhere, aside

WIDE, AROUND = 84, 1.6
"""Side in pixels of a stored crop, and over what the network sees, so that it can be shifted and turned."""

SIDE = WIDE / (AROUND * MARGIN * FACE)
"""Of the die in a stored crop, in pixels: the distance of its outline's opposite edges."""

NOTHING = len(SYMBOLS)
"""Label after those of the symbols: no such die lies there."""

_WIDTH = 640
_OUTLINE = 1.18  # distance of the outline's opposite edges over the die's height
_OWN = tuple(symbol for symbol in SYMBOLS if symbol in dice_set("anagrascramble").dice[0].faces)
_OTHERS = ("0", "00", "13", "14", "15", "16", "17", "18", "19", "20", "A", "E", "K", "X")
_MOST_LEAN = 30.0  # degrees; beyond 31.7 another face is uppermost


@dataclass(frozen=True)
class Sample:
    """A die with its surroundings as it was cut out, and what it is.

    `angle` is the symbol's turn in degrees clockwise, `tilt` where the top's middle is seen right and down
    of the die's own, over half its height.
    """

    wide: Image
    label: int
    angle: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)


def samples(seed: int, scenes: int) -> list[Sample]:
    """The crops of that many scenes: the same for a seed and the same fonts, on any number of cores."""
    return cores.drawn(partial(_crops, seed, train_fonts()), scenes)


def _crops(seed: int, fonts: list[str], number: int) -> list[Sample]:
    """Those of one scene."""
    rng = Random(seed * 1_000_037 + number)
    table = _scene(rng, fonts)
    image = render(table)
    # The finder sees dice of 12 to 56 pixels; of what it sees these are usual.
    factor = rng.uniform(22, 40) / (_OUTLINE * table.finish.size * _WIDTH / table.view.span)
    found = at_scale(bare(image), min(1.5, factor), NUMBER)
    some = [*_dice(rng, table, image, found), *_nothings(rng, table, image, found)]
    return [*some, Sample(painted(Random(f"{seed}/{number}"), fonts, WIDE, SIDE), NOTHING)]


def _scene(rng: Random, fonts: list[str]) -> Table:
    """A table of number dice, some others among them, apart or in heaps, some leaning."""
    size = rng.uniform(14, 30)
    side = exp(rng.uniform(log(30), log(110)))
    span = _WIDTH * _OUTLINE * size / side
    field = (span * 0.85, span * 0.62)
    most = min(12, max(1, round(field[0] * field[1] / (size * 2) ** 2)))
    dice = [_die(rng, number) for number in range(rng.randint((most + 1) // 2, most))]
    while True:
        try:
            placed = roll(rng, dice, field=field, size=size, touching=rng.choice((0.0, 0.0, 0.3, 0.8)))
            break
        except ValueError:
            dice.pop()
    mat = any_mat(rng, SEEN, markers=False)
    if rng.random() < 0.4:
        mat = replace(mat, colour=any_colour(rng))
    mat = patterned(rng, mat, train_grounds())
    view = replace(any_view(rng, SEEN, span=(span, span), width=_WIDTH), above=span * rng.uniform(0.85, 2))
    return Table(
        tuple(_tipped(rng, one) for one in placed),
        mat,
        lit(rng),
        _seen_from(rng, view),
        _finish(rng, fonts, size, mat.colour, dice),
        rng.randrange(1 << 30),
        _grounds(rng, span, fonts),
    )


def _seen_from(rng: Random, view: View) -> View:
    """Mostly as a camera of a box stands, now and then from where a hand holds one."""
    chance = rng.random()
    if chance < 0.7:
        return view
    return anywhere(rng, view) if chance < 0.85 else aside(rng, view)


def _die(rng: Random, number: int) -> Die:
    body, kind = f"die {number}", rng.random()
    if kind < 0.03:
        return Die(body, 6, body, tuple(rng.choice("0123456") for _ in range(6)))
    if kind < 0.1:
        sides = rng.choice((6, 8))
        return Die(body, sides, body, tuple(rng.choice(ALPHABET) for _ in range(sides)))
    some = _OWN if kind < 0.45 else SYMBOLS if kind < 0.95 else _OTHERS
    return Die(body, 12, body, tuple(rng.choice(some) for _ in range(12)))


def _tipped(rng: Random, placed: Placed) -> Placed:
    """The die flat, or leaning to any side, but with the same face uppermost."""
    if placed.die.sides != 12 or rng.random() < 0.7:
        return placed
    return replace(placed, lean=rng.uniform(5, _MOST_LEAN), twist=rng.uniform(0, 360))


def _finish(rng: Random, fonts: list[str], size: float, ground: Colour, dice: list[Die]) -> Finish:
    base = any_pips(rng, any_finish(rng, SEEN, fonts))
    usual = [(paint, ink) for _, paint, ink in base.bodies]
    return replace(base, size=size, bodies=tuple((die.body, *_paints(rng, usual, ground)) for die in dice))


def _paints(rng: Random, usual: list[tuple[Colour, Colour]], ground: Colour) -> tuple[Colour, Colour]:
    """Body and print of a die: usual colours, any, or the ground's own."""
    chance = rng.random()
    if chance < 0.6:
        return rng.choice(usual)
    body = near(rng, ground, 14) if chance < 0.75 else any_colour(rng)
    for _ in range(30):
        ink = any_colour(rng) if rng.random() < 0.4 else rng.choice(((28, 26, 26), (240, 240, 240)))
        if dist(ink, body) > 120:
            return body, ink
    return body, ((240, 240, 240) if sum(body) < 380 else (28, 26, 26))


def _grounds(rng: Random, span: float, fonts: list[str]) -> tuple[Sheet, ...]:
    """What lies below the dice: mostly nothing but the mat; a board, a cloth, pages."""
    chance = rng.random()
    if chance < 0.1:
        board = Squares((span * rng.uniform(0.5, 1.1), span * rng.uniform(0.3, 0.9)), rng.randrange(1 << 20))
        return (Sheet(board, 0, 0, rng.gauss(0, 20)),)
    if chance < 0.25:
        cloth = Cloth((span * 1.3, span * 1.3), rng.randrange(1 << 20))
        return (Sheet(cloth, 0, 0, rng.uniform(0, 360)),)
    if chance < 0.35:
        return tuple(prints(rng, span, fonts, most=2, full=0.5))
    return ()


# Cutting up


def _dice(rng: Random, table: Table, image: Image, found: list[Sighted]) -> Iterator[Sample]:
    """Every die as it is cut out; where the finder passes over it, as it might be."""
    h, w = image.shape[:2]
    for lying, true in zip(table.dice, truth(table), strict=True):
        (x, y), side = true.center, _side(true)
        if not (0.3 * side < x < w - 0.3 * side and 0.3 * side < y < h - 0.3 * side):
            continue
        known = lying.die.sides == 12 and true.symbol in SYMBOLS
        label = SYMBOLS.index(true.symbol) if known else NOTHING
        about = [one for one in found if hypot(one.x - x, one.y - y) < 0.3 * side]
        seen = max(about, key=lambda one: one.score, default=None) or _might(rng, x, y, side)
        yield _cut(image, seen, label, true.angle, tilt(lying, table))
        if rng.random() < 0.06:  # a side, a gap, a piece of it
            away, way = rng.uniform(0.4, 0.7) * side, rng.uniform(0, 360)
            beside = (x + away * cos(radians(way)), y + away * sin(radians(way)))
            piece = Sighted(NUMBER, *beside, side * rng.uniform(0.5, 1.1), rng.uniform(0, 72), 1.0)
            yield Sample(_wide(image, piece), NOTHING)


def _side(true: Truth) -> float:
    return sum(dist(true.corners[k], true.corners[k - 1]) for k in range(4)) / 4


def _might(rng: Random, x: float, y: float, side: float) -> Sighted:
    """Where the finder might see a die."""
    x, y = (c + rng.gauss(0, 0.06) * side for c in (x, y))
    return Sighted(NUMBER, x, y, side * exp(rng.gauss(0, 0.08)), 0.0, 1.0)


def tilt(lying: Placed, table: Table) -> tuple[float, float]:
    """Where the top's middle is seen right and down of the die's own, over half its height."""
    upper, own, _ = middles(lying, table)
    right, down = (upper - own) * 2 * table.view.span / (table.view.width * table.finish.size)
    return float(right), float(down)


def middles(lying: Placed, table: Table) -> Array:
    """Pixels (3 x 2) of a top's middle, of the die's own, and of what is 1 mm up from there on the top."""
    size = table.finish.size
    top = solid_of(lying.die.sides, size, *lying.pose).faces[lying.face]
    middle = np.array([lying.x, lying.y, 0.0]) + top.middle
    places = [middle, middle - top.frame[:, 2] * size / 2, middle - top.frame[:, 1]]
    return np.asarray(table.view.pixels(places), np.float64)


def _nothings(rng: Random, table: Table, image: Image, found: list[Sighted]) -> Iterator[Sample]:
    """What the finder takes for a number die where there is none, and any piece of the table."""
    dice = [(true.center, _side(true)) for true in truth(table)]

    def free(x: float, y: float) -> bool:
        return all(dist((x, y), middle) > 0.5 * side for middle, side in dice)

    wrong = [one for one in found if free(one.x, one.y)]
    for one in sorted(wrong, key=lambda one: -one.score)[:2]:
        yield _cut(image, one, NOTHING)
    x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
    if free(x, y) and rng.random() < 0.2:
        yield _cut(image, Sighted(NUMBER, x, y, dice[0][1], 0.0, 1.0), NOTHING)


def _cut(
    image: Image, found: Sighted, label: int, angle: float = 0.0, tilt: tuple[float, float] = (0.0, 0.0)
) -> Sample:
    """The die as the pose's network places it."""
    die = guesses(bare(image), [found], NUMBER)[0][0].die
    return Sample(_wide(image, die), label, angle - die.angle, turned(*tilt, -die.angle))


def _wide(image: Image, die: Sighted) -> Image:
    patch = Patch(6, die.x, die.y, die.angle, die.side * FACE)
    return cut(image, patch, 0, size=WIDE, margin=MARGIN * AROUND)
