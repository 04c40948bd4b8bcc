"""Labelled crops to train with: rendered tables of letter dice, cut up where dice are and where none is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, degrees, dist, exp, hypot, log, radians, sin
from random import Random

import cv2
import numpy as np

from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import D6_SIZE, Placed, roll
from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.render import render
from appliance.virtual.scene import BODIES, Colour, Finish, Table, Truth, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import (
    SEEN,
    Variety,
    any_finish,
    any_light,
    any_mat,
    any_pips,
    any_view,
)
from appliance.vision.finder import CUBE, OCTAHEDRON, at_scale
from appliance.vision.letters import CROP, MARGINS
from appliance.vision.plane import Image, bare
from appliance.vision.straighten import D8_FACE, Patch, cut
from training import cores
from training.fingers import draw_finger, near
from training.grounds import patterned, train_grounds
from training.lights import lit
from training.props import Cloth, Coin, Squares, any_colour
from training.recut import well_within
from training.solids import in_a_block
from training.tile_prints import prints
from training.views import anywhere, aside

WIDE, AROUND = 80, 1.6
"""Side in pixels of a stored crop, and over what the network sees, so that it can be shifted and turned."""

NOTHING, LEANS = len(ALPHABET), len(ALPHABET) + 1
"""Labels after those of the symbols: no such die lies there, and one that does not lie flat."""

_PICTURE = (640, 480)
_WRONG, _OF_PATTERN = 2, 6  # most things of a scene, plain or not, that the finder wrongly takes for dice
_CAPITAL = 18
_LETTERS = (*ALPHABET, *ALPHABET, *"BCEFGHIJLMMNOQTUVWWYZ", "Qu", "Qu")
"""Those that are taken for another come more often."""
_FOR_WIDE = (*"ABCDFGJKLOPRSTUVXY", "Qu", "Qu")
"""Those that are no others, turned, where a font is far wider than usual."""
_WIDE_FONT = 0.15  # share of the scenes
_ASIDE = 0.2  # share of the scenes that are seen from far to one side
_BLOCKS = 0.15  # and of those whose dice are set side by side
_MARKED = (frozenset("MWNZ"), frozenset("MW"), frozenset("NZ"), frozenset({"M", "W", "N", "Z", "E"}))


@dataclass(frozen=True)
class Sample:
    """A face with its surroundings, upright, as one of a die with `sides` (6 or 8) would be looked at.

    Of a letter on paper `sides` is 0.
    """

    wide: Image
    sides: int
    label: int


def samples(seed: int, scenes: int, fonts: Sequence[str], variety: Variety = SEEN) -> list[Sample]:
    """The crops of that many scenes; the same for a seed and fonts, on any number of cores."""
    return cores.drawn(partial(of_scene, seed, fonts, variety), scenes)


def of_scene(seed: int, fonts: Sequence[str], variety: Variety, number: int) -> list[Sample]:
    """Those of one scene."""
    rng = Random(seed * 1_000_003 + number)
    table = scene(rng, fonts, variety)
    image, dice = render(table), truth(table)
    others = _fingered(rng, image, table, dice)
    some = [*_faces(rng, image, table, dice), *_nothings(rng, image, table, dice, others)]
    some += _taken(rng, image, table, dice)
    return [*some, _printed(rng, fonts)] if number % 2 else some


def scene(rng: Random, fonts: Sequence[str], variety: Variety) -> Table:
    """A table of letter dice, some others among them, apart or in heaps, near or far."""
    side = rng.uniform(70, 120) if rng.random() < 0.08 else exp(rng.uniform(log(17), log(75)))
    span = _PICTURE[0] * D6_SIZE / side
    field = (span * 0.9, span * 0.66)
    most = min(14, round(field[0] * field[1] / (D6_SIZE * 2.2) ** 2))
    letters = _FOR_WIDE if rng.random() < _WIDE_FONT else _LETTERS
    dice = [_die(rng, number, letters) for number in range(rng.randint(max(1, most // 2), max(2, most)))]
    touching = rng.choice((0.0, 0.3, 0.7, 0.95))
    while True:
        try:
            placed = roll(rng, dice, field=field, touching=touching)
            break
        except ValueError:
            dice.pop()
    if rng.random() < _BLOCKS:
        placed = in_a_block(rng, placed, D6_SIZE)
    mat = any_mat(rng, variety, markers=False)
    if variety is SEEN and rng.random() < 0.4:
        mat = replace(mat, colour=any_colour(rng))
    mat = patterned(rng, mat, train_grounds() if variety is SEEN else ())
    oblique = rng.random() < _ASIDE
    if not oblique:  # from aside what leans and what lies flat look alike
        placed = tuple(_tipped(rng, one) for one in placed)
    view = any_view(rng, variety, span=(span, span), width=_PICTURE[0])
    return Table(
        placed,
        mat,
        lit(rng) if variety is SEEN else any_light(rng, variety),
        (aside if oblique else anywhere)(rng, view),
        _finish(rng, variety, fonts, mat.colour, dice),
        rng.randrange(1 << 30),
        _grounds(rng, span, fonts, bare=mat.pattern is None),
    )


def _die(rng: Random, number: int, letters: Sequence[str]) -> Die:
    body, kind = f"die {number}", rng.random()
    if kind < 0.04:
        return Die(body, 6, body, tuple(rng.choice("0123456") for _ in range(6)))
    sides = 6 if kind < 0.55 else 8
    return Die(body, sides, body, tuple(rng.choice(letters) for _ in range(sides)))


def _tipped(rng: Random, placed: Placed) -> Placed:
    if rng.random() > 0.2:
        return placed
    return replace(placed, lean=rng.choice((-1, 1)) * rng.uniform(20, 45))


def _finish(
    rng: Random, variety: Variety, fonts: Sequence[str], ground: Colour, dice: Sequence[Die]
) -> Finish:
    marked = rng.choice(_MARKED) if rng.random() < 0.45 else frozenset()
    if variety is SEEN:
        # Letters wider than they are high would make any N a Z that lies on its side, but for marks.
        is_wide = {face for die in dice for face in die.faces} <= set(_FOR_WIDE)
        widest = 1.8 if is_wide else 1.6 if marked >= {"N", "Z"} else 1.3
        variety = replace(variety, letter=(0.42, 0.78), stretch=(0.78, widest), weight=(-3, 6))
    base = any_pips(rng, any_finish(rng, variety, fonts))
    usual = [(paint, ink) for name, paint, ink in base.bodies if name in BODIES]
    shared = _paints(rng, usual, ground) if rng.random() < 0.25 else None
    bodies = tuple((die.body, *(shared or _paints(rng, usual, ground))) for die in dice)
    rounding = rng.uniform(0.02, 0.22)
    return replace(base, bodies=bodies, underlined=marked, rounding=rounding)


def _paints(rng: Random, usual: list[tuple[Colour, Colour]], ground: Colour) -> tuple[Colour, Colour]:
    """Body and letter colour of a die: usual ones, pale ones with any ink, any, or the ground's own."""
    chance = rng.random()
    if chance < 0.5:
        return rng.choice(usual)
    if chance < 0.65:
        pale = rng.choice(((228, 234, 236), (188, 222, 236), (205, 215, 220)))
        body = near(rng, pale, 16)
    else:
        body = near(rng, ground, 14) if chance < 0.75 else any_colour(rng)
    for _ in range(30):
        ink = any_colour(rng) if rng.random() < 0.4 else rng.choice(((28, 26, 26), (240, 240, 240)))
        if dist(ink, body) > 130:
            return body, ink
    return body, ((240, 240, 240) if sum(body) < 380 else (28, 26, 26))


def _grounds(rng: Random, span: float, fonts: Sequence[str], *, bare: bool) -> tuple[Sheet, ...]:
    """What lies below the dice: nothing but a bare table, a cloth, a board, pages; and coins beside them."""
    sheets, chance = [], rng.random() if bare else rng.uniform(0.35, 1)
    if chance < 0.15:
        wide, high = span * rng.uniform(0.5, 1.1), span * rng.uniform(0.3, 0.9)
        sheets.append(Sheet(Squares((wide, high), rng.randrange(1 << 20)), 0, 0, rng.gauss(0, 20)))
    elif chance < 0.35:
        cloth = Cloth((span * 1.3, span * 1.3), rng.randrange(1 << 20))
        sheets.append(Sheet(cloth, 0, 0, rng.uniform(0, 360)))
    elif chance < 0.45:
        sheets += prints(rng, span, list(fonts), most=2, full=0.5)
    for _ in range(rng.choice((0, 0, 0, 0, 0, 1, 2))):
        at = (rng.uniform(-0.45, 0.45) * span, rng.uniform(-0.33, 0.33) * span)
        coin = Coin(D6_SIZE * rng.uniform(0.7, 1.4), rng.uniform(0.3, 2.5), rng.randrange(1 << 20))
        sheets.append(Sheet(coin, *at, 0))
    return tuple(sheets)


# Cutting up


def _faces(rng: Random, image: Image, table: Table, dice: Sequence[Truth]) -> Iterator[Sample]:
    """Every die's top, or what it is if it shows none."""
    for lying, true in zip(table.dice, dice, strict=True):
        sides = lying.die.sides
        extent = sum(dist(true.corners[k], true.corners[k - 1]) for k in range(4)) / 4
        width = extent * (1.0 if sides == 6 else D8_FACE)
        x, y = true.center
        if not well_within(image, x, y, width):
            continue
        angle = true.angle
        if lying.lean:
            label = LEANS
            angle += rng.gauss(0, 8) if rng.random() < 0.7 else rng.uniform(0, 360)
            x, y = (c + rng.gauss(0, 0.08) * width for c in (x, y))
        else:
            label = NOTHING if lying.die.has_pips else ALPHABET.index(true.symbol)
        yield Sample(_wide(image, sides, x, y, angle, width), sides, label)
        chance = rng.random()
        if chance < 0.04:  # taken for the other shape
            other, size = (8, width * rng.uniform(0.5, 1.0)) if sides == 6 else (6, width * 1.5)
            yield Sample(_wide(image, other, x, y, rng.uniform(0, 360), size), other, NOTHING)
        elif chance < 0.055:  # at a wrong scale
            size = width * rng.choice((0.4, 0.5, 2.0))
            yield Sample(_wide(image, sides, x, y, angle, size), sides, NOTHING)
        elif chance < 0.085:  # a side, a corner, a gap, or a piece of the neighbour
            away, way = rng.uniform(0.6, 1.1) * extent, rng.uniform(0, 360)
            x, y = x + away * cos(radians(way)), y + away * sin(radians(way))
            if _free(dice, x, y, 0.5 * extent):
                yield Sample(_wide(image, sides, x, y, angle, width), sides, NOTHING)


def _nothings(
    rng: Random, image: Image, table: Table, dice: Sequence[Truth], others: list[tuple[float, float]]
) -> Iterator[Sample]:
    """Coins, fingers and the table, where dice are not."""
    size = D6_SIZE * _PICTURE[0] / table.view.span
    coins = [(sheet.x, sheet.y, 0.0) for sheet in table.sheets if isinstance(sheet.art, Coin)]
    if coins:
        others = others + [(float(x), float(y)) for x, y in table.view.pixels(coins)]
    if rng.random() < 0.2:
        others = [*others, (rng.uniform(0, _PICTURE[0]), rng.uniform(0, _PICTURE[1]))]
    for x, y in others:
        if _free(dice, x, y, 0.9 * size):
            sides = rng.choice((6, 8))
            width = size * rng.uniform(0.8, 1.3) * (1.0 if sides == 6 else 0.7)
            yield Sample(_wide(image, sides, x, y, rng.uniform(0, 360), width), sides, NOTHING)


def _taken(rng: Random, image: Image, table: Table, dice: Sequence[Truth]) -> Iterator[Sample]:
    """What the finder takes for a die where none is; in patterns of any size."""
    size, most = D6_SIZE * _PICTURE[0] / table.view.span, _WRONG
    factor = rng.uniform(16, 34) / size
    if table.mat.pattern is not None:
        most, factor = _OF_PATTERN, factor * rng.choice((0.25, 0.5, 1.0, 1.0, 2.0))
    found = at_scale(bare(image), min(1.5, factor), CUBE, OCTAHEDRON)
    wrong = [one for one in found if _free(dice, one.x, one.y, 0.7 * size)]
    for one in sorted(wrong, key=lambda one: -one.score)[:most]:
        sides, share = (6, 1.0) if one.kind == CUBE else (8, D8_FACE)
        yield Sample(_wide(image, sides, one.x, one.y, one.angle, one.side * share), sides, NOTHING)


def _printed(rng: Random, fonts: Sequence[str]) -> Sample:
    """A letter alone on paper, as on a card."""
    label = rng.randrange(26)
    mask = glyph(rng.choice(fonts), ALPHABET[label], weight=rng.choice((0, 0, 0, 2, 4)))
    scale = _CAPITAL * WIDE / AROUND / CROP / CAP * exp(rng.gauss(0, 0.08))
    wide = scale * rng.uniform(0.85, 1.15)
    small = cv2.resize(mask, None, fx=wide, fy=scale, interpolation=cv2.INTER_AREA)
    h, w = small.shape
    y, x = (max(0, (WIDE - side) // 2) for side in (h, w))
    share = np.zeros((WIDE, WIDE), np.float32)
    share[y : y + h, x : x + w] = small[:WIDE, :WIDE] / np.float32(255)
    paper, ink = rng.choice((((235, 238, 240), (30, 28, 28)), ((0, 0, 0), (255, 255, 255))))
    picture = np.array(paper) + (np.array(ink) - paper) * share[:, :, None]
    return Sample(picture.astype(np.uint8), 0, label)


def _free(dice: Sequence[Truth], x: float, y: float, away: float) -> bool:
    return all(hypot(true.center[0] - x, true.center[1] - y) > away for true in dice)


def _wide(image: Image, sides: int, x: float, y: float, angle: float, width: float) -> Image:
    return cut(image, Patch(6, x, y, angle, width), 0, size=WIDE, margin=MARGINS[sides] * AROUND)


def _fingered(rng: Random, image: Image, table: Table, dice: Sequence[Truth]) -> list[tuple[float, float]]:
    """A finger drawn into some pictures, in place, where it hides no die; places on it."""
    if rng.random() < 0.8:
        return []
    size = D6_SIZE * _PICTURE[0] / table.view.span
    wide, way = size * rng.uniform(0.7, 1.1), rng.uniform(0, 2 * np.pi)
    tip = np.array([rng.uniform(0.1, 0.9) * side for side in _PICTURE])
    places = [tip + along * size * np.array([cos(way), sin(way)]) for along in np.arange(0, 60, 0.5)]
    if not all(_free(dice, *place, 0.7 * size + 0.5 * wide) for place in places):
        return []
    draw_finger(rng, image, tip, degrees(way), wide)
    return [(float(x), float(y)) for x, y in (places[0], places[1])]
