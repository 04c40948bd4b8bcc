"""Random scenes of dice with pips, number dice, letter dice and other things, with where each die is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import cos, dist, exp, floor, log, radians, sin
from random import Random

import cv2
import numpy as np

from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import Placed, lay_block, roll
from appliance.virtual.geometry import turned
from appliance.virtual.render import render
from appliance.virtual.scene import Colour, Finish, Mat, Pips, Table, Truth, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import SEEN, any_finish, any_mat, any_pips, any_view
from appliance.vision.plane import Image
from training.beside import beside
from training.fingers import draw_finger, near
from training.grounds import patterned, train_grounds
from training.lights import lit
from training.props import Cloth, Squares, any_colour
from training.views import anywhere, aside, seated
from training.wells import in_wells

PIPS, NUMBER, LETTER, TIPPED = "pips", "number", "letter", "tipped"
"""What a die of a scene is to be taken for."""

WIDTH = 640
_LUMINANCE = (0.114, 0.587, 0.299)  # of blue, green and red
_NUMERALS = ("4", "5", "6", "7", "Pass", "*")
_PLAIN: tuple[Colour, ...] = ((228, 234, 236), (188, 222, 236), (170, 205, 225), (205, 215, 220))
_TABLES: tuple[Colour, ...] = (
    *((236, 238, 240), (215, 225, 230), (150, 150, 148), (120, 122, 124)),
    *((96, 140, 176), (60, 80, 110), (32, 32, 34)),
)
_PAPERS = 2  # of these, the first, are white as paper is
_IN_PLACE = 0.5  # share of the boards on which each die stands in a square
_OTHERS = ("1", "2", "3", "8", "10", "11", "12")


@dataclass(frozen=True)
class Mix:
    """What scenes are like, by shares (0…1).

    `snaps` have pale dice of one make in a heap on paper or a table, as by a phone, `paper` of them in any
    case on paper; of the others `mats` have a mat. `aside` of those without are seen from far to one side,
    `seats` of these from a seat. `stirred` of the makes have marbled dice. In `blocks` of all the dice are
    set side by side, in `tiles` of all letter tiles lie beside them, in `wells` of all they lie in a tray
    with a well for each.
    """

    snaps: float
    mats: float
    aside: float
    stirred: float
    blocks: float = 0.15
    tiles: float = 0.2
    wells: float = 0.0
    paper: float = 0.0
    seats: float = 0.0


EVERYWHERE, WITHOUT_MAT = Mix(0.15, 0.35, 0.3, 0.12), Mix(0.3, 0.0, 0.45, 0.25)
"""What all networks learn from, and what the one does that finds dice where there is no mat."""


@dataclass(frozen=True)
class Seen:
    """One die in the picture: `kind` as above, `sides` how many faces it has.

    `side` is a cube's; of other dice the distance of the outline's opposite edges. `lighter` tells whether
    what is printed is lighter than the body, `disc` whether pips are cut out of a disc.
    """

    kind: str
    true: Truth
    side: float
    sides: int
    lighter: bool
    disc: bool


@dataclass(frozen=True)
class Scene:
    """A picture of a table and its dice; `others` are the middles and sides of what is no die."""

    table: Table
    image: Image
    dice: tuple[Seen, ...]
    others: tuple[tuple[float, float, float], ...]


def scene(
    rng: Random,
    fonts: list[str],
    numbers: float,
    largest: float = 110,
    octahedra: float = 0.0,
    letters: float = 0.1,
    tipped: Callable[[Random, Placed], Placed] | None = None,
    mix: Mix = EVERYWHERE,
    drawn: Callable[[Table], Image] = render,
) -> Scene:
    """A random scene; `numbers` and `octahedra` are shares of such dice, `largest` a side in pixels.

    `letters` is the share of letters among the cubes. One die in ten leans, unless `tipped` chooses. The
    table is `drawn` so.
    """
    size = rng.uniform(12, 30)
    snap = rng.random() < mix.snaps
    on_mat = not snap and rng.random() < mix.mats
    side = exp(rng.uniform(log(18), log(largest)))
    span = rng.uniform(440, 530) if on_mat else WIDTH * size / side
    field = (min(span * 0.75, 330.0), min(span * 0.54, 250.0))
    if not on_mat:
        field = (span * 0.9, span * 0.66)
    most = max(1, min(13, round(field[0] * field[1] / (size * 2.1) ** 2)))
    dice = [any_die(rng, number, numbers, octahedra, letters) for number in range(rng.randint(1, most))]
    mat = any_mat(rng, SEEN, markers=on_mat)
    if snap:
        on_paper = mix.paper and rng.random() < mix.paper
        mat = replace(mat, colour=near(rng, rng.choice(_TABLES[:_PAPERS] if on_paper else _TABLES), 12))
    elif rng.random() < 0.5:
        mat = replace(mat, colour=any_colour(rng))
    mat = patterned(rng, mat, train_grounds())
    finish = any_make(rng, fonts, size, mat, dice, pale=snap, stirred=mix.stirred)
    touching = rng.choice((0.3, 0.6, 0.9) if snap else (0.0, 0.2, 0.5, 0.8))
    while True:
        try:
            placed = roll(rng, dice, field=field, size=size, touching=touching)
            break
        except ValueError:
            dice.pop()
    ground = None if snap or mat.pattern else _ground(rng, span)
    if mix.wells and rng.random() < mix.wells:
        paint = finish.colours(dice[0].body)[0]
        placed, walls = in_wells(rng, placed, size, paint)
    else:
        placed, walls = _set(rng, placed, ground, size, mix.blocks), ()
    # From there what leans and what lies flat look alike: all lie flat.
    oblique = not on_mat and rng.random() < mix.aside
    if tipped or not oblique:
        placed = tuple((tipped or _tipped)(rng, one) for one in placed)
    light = lit(rng)
    if snap and rng.random() < 0.5:  # a phone often makes the paper too bright
        light = replace(light, level=rng.uniform(0.95, 1.3))
    view = any_view(rng, SEEN, span=(span, span), width=WIDTH)
    if not on_mat:
        seat = oblique and mix.seats and rng.random() < mix.seats
        view = (seated if seat else aside if oblique else anywhere)(rng, view)
    things, others = beside(rng, span, size, placed, fonts, mix.tiles)
    sheets = (*((ground,) if ground else ()), *walls, *things)
    table = Table(placed, mat, light, view, finish, rng.randrange(1 << 30), sheets)
    image = drawn(table)
    if rng.random() < 0.2:
        _shade(rng, image)
    seen = [seen_as(one, true, finish) for one, true in zip(placed, truth(table), strict=True)]
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        _finger(rng, image, WIDTH / span * rng.uniform(12, 20), seen)
    inside = tuple(s for s in seen if 0 < s.true.center[0] < WIDTH and 0 < s.true.center[1] < 480)
    pixels = view.pixels([(x, y, 0) for x, y, _ in others] or [(0, 0, 0)])
    sides = [wide * WIDTH / span for _, _, wide in others]
    middles = tuple((float(x), float(y), wide) for (x, y), wide in zip(pixels, sides, strict=False))
    return Scene(table, image, inside, middles)


def any_die(rng: Random, number: int, numbers: float, octahedra: float, letters: float) -> Die:
    """A die of its own colour: an octahedron, with numbers, or letters, by these shares; or with pips."""
    body = f"die {number}"
    if octahedra and rng.random() < octahedra:
        return Die(body, 8, body, tuple(rng.choice(ALPHABET) for _ in range(8)))
    if rng.random() < numbers:
        some = _NUMERALS if rng.random() < 0.85 else _OTHERS
        return Die(body, 12, body, tuple(rng.choice(some) for _ in range(12)))
    if rng.random() < letters:
        return Die(body, 6, body, tuple(rng.choice(ALPHABET) for _ in range(6)))
    if rng.random() < 0.2:
        return Die(body, 6, body, ("0",) * 6)
    return Die(body, 6, body, tuple(rng.sample("0123456", 6)))


def any_make(
    rng: Random, fonts: list[str], size: float, mat: Mat, dice: list[Die], *, pale: bool, stirred: float
) -> Finish:
    """A make of dice of that size in mm; `pale` ones have one colour, of `stirred` a share is marbled."""
    base = any_pips(rng, any_finish(rng, SEEN, fonts))
    usual = {name: (paint, ink) for name, paint, ink in base.bodies}
    bodies = []
    shared = rng.choice(_PLAIN if pale else (*_PLAIN, any_colour(rng), near(rng, mat.colour, 14)))
    one_make, print_of_all = pale or rng.random() < 0.3, _apart(rng, shared)
    for die in dice:
        chance = rng.random()
        if one_make:
            paint, ink = near(rng, shared, 4), print_of_all
        elif chance < 0.15:  # of the mat's own colour
            paint = near(rng, mat.colour, 14)
            ink = _apart(rng, paint)
        elif chance < 0.5:
            paint = any_colour(rng)
            ink = _apart(rng, paint)
        else:
            paint, ink = rng.choice(list(usual.values()))
        if rng.random() < 0.12:  # worn off
            ink = _between(ink, paint, rng.uniform(0.2, 0.55))
        bodies.append((die.body, paint, ink))
    swirls = _swirls(rng, bodies) if rng.random() < stirred else ()
    return replace(base, size=size, bodies=tuple(bodies), pips=_rare(rng, base.pips), swirls=swirls)


def _swirls(rng: Random, bodies: list[tuple[str, Colour, Colour]]) -> tuple[tuple[str, Colour], ...]:
    """A second colour for most bodies, from which their pips can be told, too."""
    return tuple((body, _apart(rng, ink)) for body, _, ink in bodies if rng.random() < 0.8)


def _rare(rng: Random, pips: Pips) -> Pips:
    """Now and then pips that few makes have: rings, very large ones, a disc about them all."""
    chance = rng.random()
    if chance < 0.16:
        return replace(pips, hollow=rng.uniform(0.25, 0.7))
    if chance < 0.24:
        radius = rng.uniform(0.12, 0.16)
        return replace(pips, radius=radius, away=min(rng.uniform(0.24, 0.3), 0.47 - radius))
    if chance < 0.32:
        disc = rng.uniform(0.38, 0.48)
        return replace(pips, disc=disc, away=min(pips.away, disc - pips.radius - 0.02))
    return pips


def _between(first: Colour, second: Colour, share: float) -> Colour:
    b, g, r = (round(a + share * (z - a)) for a, z in zip(first, second, strict=True))
    return b, g, r


def _apart(rng: Random, paint: Colour) -> Colour:
    """A colour of pips that can be told from the body's."""
    for _ in range(50):
        ink = any_colour(rng) if rng.random() < 0.3 else rng.choice(((28, 26, 26), (240, 240, 240)))
        if abs(sum(ink) - sum(paint)) > 200 or dist(ink, paint) > 150:
            return ink
    return (240, 240, 240) if sum(paint) < 380 else (28, 26, 26)


def _tipped(rng: Random, placed: Placed) -> Placed:
    if rng.random() < 0.1:
        least, most = {6: (22, 45), 8: (15, 35), 12: (14, 32)}[placed.die.sides]
        return replace(placed, lean=rng.choice((-1, 1)) * rng.uniform(least, most))
    return placed


def seen_as(placed: Placed, true: Truth, finish: Finish) -> Seen:
    """A die of a scene, with where it truly is."""
    side = sum(dist(true.corners[k], true.corners[k - 1]) for k in range(4)) / 4
    paint, ink = finish.colours(placed.die.body)
    lighter = float(np.dot(ink, _LUMINANCE)) > float(np.dot(paint, _LUMINANCE))
    kind = PIPS if placed.die.has_pips else NUMBER if placed.die.sides == 12 else LETTER
    return Seen(TIPPED if placed.lean else kind, true, side, placed.die.sides, lighter, finish.pips.disc > 0)


def _ground(rng: Random, span: float) -> Sheet | None:
    """What is spread on the mat, now and then: a printed board, a cloth."""
    chance = rng.random()
    if chance < 0.35:
        wide, high = span * rng.uniform(0.5, 1.1), span * rng.uniform(0.3, 0.9)
        turn = rng.choice((0, rng.gauss(0, 20)))
        return Sheet(Squares((wide, high), rng.randrange(1 << 20)), 0, 0, turn)
    if chance < 0.65:
        cloth = Cloth((span * 1.5, span * 1.5), rng.randrange(1 << 20))
        return Sheet(cloth, 0, 0, rng.uniform(0, 360))
    return None


def _set(
    rng: Random, placed: tuple[Placed, ...], ground: Sheet | None, size: float, blocks: float
) -> tuple[Placed, ...]:
    """The dice as they were thrown, or as players set them: side by side, or on a board in its squares."""
    if rng.random() < blocks:
        return in_a_block(rng, placed, size)
    if ground and rng.random() < _IN_PLACE:
        return _in_squares(rng, placed, ground, size)
    return placed


def in_a_block(rng: Random, placed: tuple[Placed, ...], size: float) -> tuple[Placed, ...]:
    """The dice side by side in a row or a few rows about the table's middle; most touch."""
    gap = size * (rng.uniform(0.0, 0.05) if rng.random() < 0.6 else rng.uniform(0.05, 0.4))
    middle = replace(placed[0], x=rng.gauss(0, size), y=rng.gauss(0, size))
    if rng.random() < 0.5:  # along the picture's sides
        middle = replace(middle, turn=rng.gauss(0, 6) % 360)
    columns = rng.choice((len(placed), rng.randint(1, len(placed)), round(len(placed) ** 0.5)))
    return lay_block((middle, *placed[1:]), columns, rng, gap=gap, size=size)


def _in_squares(rng: Random, placed: tuple[Placed, ...], ground: Sheet, size: float) -> tuple[Placed, ...]:
    """The dice each in the square nearest to it, as players set them; one die a square, none if too small."""
    if not isinstance(ground.art, Squares) or ground.art.cell < 1.05 * size:
        return placed
    cell, (w, h) = ground.art.cell, ground.art.size
    standing: dict[tuple[int, int], Placed] = {}
    for one in placed:
        right, down = turned(one.x, one.y, -ground.turn)
        square = floor((right + w / 2) / cell), floor((down + h / 2) / cell)
        u, v = (
            (k + 0.5) * cell - side / 2 + rng.gauss(0, 0.05) * size
            for k, side in zip(square, (w, h), strict=True)
        )
        x, y = turned(u, v, ground.turn)
        turn = ground.turn + rng.choice((0, 90, 180, 270)) + rng.gauss(0, 3)
        standing.setdefault(square, replace(one, x=x, y=y, turn=turn % 360))
    return tuple(standing.values())


def _shade(rng: Random, image: Image) -> None:
    """A soft shadow of something out of the picture, in place."""
    h, w = image.shape[:2]
    corners = [[rng.uniform(-0.3, 1.3) * w, rng.uniform(-0.3, 1.3) * h] for _ in range(rng.randint(3, 5))]
    cover = np.zeros((h, w), np.uint8)
    cv2.fillPoly(cover, [np.array(corners, np.int32)], 255)
    soft = cv2.GaussianBlur(cover, (0, 0), rng.uniform(1.5, 20)).astype(np.float32)[:, :, None] / 255
    image[:] = (image * (1 - rng.uniform(0.2, 0.6) * soft)).astype(np.uint8)


def _finger(rng: Random, image: Image, wide: float, seen: list[Seen]) -> None:
    """A finger that reaches into the picture from one side, in place, unless it would hide a die."""
    way = rng.uniform(0, 360)
    h, w = image.shape[:2]
    tip = np.array([rng.uniform(0.05, 0.95) * w, rng.uniform(0.05, 0.95) * h])
    root = tip + 2 * w * np.array([cos(radians(way)), sin(radians(way))])
    for die in seen:
        share = np.dot(np.array(die.true.center) - tip, root - tip) / np.dot(root - tip, root - tip)
        along = np.clip(share, 0, 1)
        if dist(die.true.center, tip + along * (root - tip)) < 0.5 * wide + 0.6 * die.side:
            return
    draw_finger(rng, image, tip, way, wide)
