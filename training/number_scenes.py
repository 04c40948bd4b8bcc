"""Crops of number dice to train with: rendered tables, cut up where dice are and where none is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, dist, exp, hypot, log, radians, sin
from random import Random

from appliance.pieces import ALPHABET, Die, dice_set
from appliance.virtual.dice import Placed, roll
from appliance.virtual.geometry import turned
from appliance.virtual.render import render
from appliance.virtual.scene import Colour, Finish, Table, Truth, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.variety import SEEN, any_finish, any_mat, any_pips, any_view
from appliance.vision.finder import NUMBER, Sighted, at_scale
from appliance.vision.number_faces import FACE, FIFTH, MARGIN, SLANTED, SYMBOLS, TURNS, patch
from appliance.vision.plane import Image, bare
from appliance.vision.pose import guesses
from appliance.vision.straighten import cut
from training import cores
from training.faces import Shown, shown
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
_SIDES = (18, 110)  # pixels of the outline's width
_OUTLINE = 1.18  # distance of the outline's opposite edges over the die's height
_OWN = tuple(symbol for symbol in SYMBOLS if symbol in dice_set("anagrascramble").dice[0].faces)
_OTHERS = ("0", "00", "13", "14", "15", "16", "17", "18", "19", "20", "A", "E", "K", "X")
_FACE_OFF = 0.18  # of the outline's width: no farther from a crop's middle lies the face that is meant
_BESIDE = 0.5  # share of dice of which a face beside the top is looked at, too, if it can be read
_SAME, _LOOKS = 0.42, 2  # of the side: so near the finder sees a die or a side of it; so many such crops
_MOST_LEAN = 30.0  # degrees; beyond 31.7 another face is uppermost


@dataclass(frozen=True)
class Sample:
    """A die with its surroundings as it was cut out, and what it is.

    That is the face nearest to the middle, the top or one beside it. `angle` is its symbol's turn in degrees
    clockwise, `tilt` and `ring` (degrees) are as the network tells them, `off` is how far right and down of
    the middle the face is seen, over the outline's width that was told, `larger` the true one over that.
    """

    wide: Image
    label: int
    angle: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)
    off: tuple[float, float] = (0.0, 0.0)
    larger: float = 1.0
    ring: float = 0.0


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
    side = exp(rng.uniform(*map(log, _SIDES)))
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
    """As a camera of a box stands, or from where a hand holds one, mostly from far to one side."""
    chance = rng.random()
    if chance < 0.45:
        return view
    return anywhere(rng, view) if chance < 0.55 else aside(rng, view)


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
        faces = list(shown(lying, table, SLANTED)) if lying.die.sides == 12 else []
        about = [one for one in found if hypot(one.x - x, one.y - y) < _SAME * side]
        about.sort(key=lambda one: -one.score)
        for seen in about[:_LOOKS] or [_might(rng, x, y, side)]:
            yield _cut(image, _posed(image, seen), faces)
        beside = [face for face in faces if dist((face.x, face.y), (x, y)) > _FACE_OFF * side]
        if beside and rng.random() < _BESIDE:
            yield _cut(image, _about(rng, rng.choice(beside)), faces)
        if rng.random() < 0.06:  # a side, a gap, a piece of it
            away, way = rng.uniform(0.4, 0.7) * side, rng.uniform(0, 360)
            place = (x + away * cos(radians(way)), y + away * sin(radians(way)))
            piece = Sighted(NUMBER, *place, side * rng.uniform(0.5, 1.1), rng.uniform(0, FIFTH), 1.0)
            yield _cut(image, piece, faces)


def _side(true: Truth) -> float:
    return sum(dist(true.corners[k], true.corners[k - 1]) for k in range(4)) / 4


def _might(rng: Random, x: float, y: float, side: float) -> Sighted:
    """Where the finder might see a die."""
    x, y = (c + rng.gauss(0, 0.06) * side for c in (x, y))
    return Sighted(NUMBER, x, y, side * exp(rng.gauss(0, 0.08)), 0.0, 1.0)


def _about(rng: Random, face: Shown) -> Sighted:
    """Where a look at a face of a die may be: with its symbol at any of its turns."""
    x, y = (c + rng.gauss(0, 0.04) * face.side for c in (face.x, face.y))
    angle = face.angle + 360 / TURNS * rng.randrange(TURNS) + rng.gauss(0, 6)
    return Sighted(NUMBER, x, y, face.side * exp(rng.gauss(0, 0.06)), angle % FIFTH, 1.0)


def _nothings(rng: Random, table: Table, image: Image, found: list[Sighted]) -> Iterator[Sample]:
    """What the finder takes for a number die where there is none, and any piece of the table."""
    dice = [(true.center, _side(true)) for true in truth(table)]

    def free(x: float, y: float) -> bool:
        return all(dist((x, y), middle) > 0.5 * side for middle, side in dice)

    wrong = [one for one in found if free(one.x, one.y)]
    for one in sorted(wrong, key=lambda one: -one.score)[:2]:
        yield _cut(image, _posed(image, one), ())
    x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
    if free(x, y) and rng.random() < 0.2:
        yield _cut(image, _posed(image, Sighted(NUMBER, x, y, dice[0][1], 0.0, 1.0)), ())


def _cut(image: Image, die: Sighted, faces: Sequence[Shown]) -> Sample:
    """What is seen of a die so placed, of which these faces can be read."""
    wide, back = cut(image, patch(die), 0, size=WIDE, margin=MARGIN * AROUND), -die.angle
    face = min(faces, key=lambda one: dist((one.x, one.y), (die.x, die.y)), default=None)
    if face is None or dist((face.x, face.y), (die.x, die.y)) > _FACE_OFF * die.side:
        return Sample(wide, NOTHING)
    label = SYMBOLS.index(face.symbol) if face.symbol in SYMBOLS else NOTHING
    off = turned((face.x - die.x) / die.side, (face.y - die.y) / die.side, back)
    tilt, larger = turned(*face.tilt, back), face.side / die.side
    return Sample(wide, label, face.angle + back, tilt, off, larger, face.ring + back)


def _posed(image: Image, found: Sighted) -> Sighted:
    return guesses(bare(image), [found], NUMBER)[0][0].die
