"""Rendered scenes of tiles, loose and on boards, with what a reader should find in them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import dist, exp, hypot, log
from random import Random
from unicodedata import normalize

import cv2
import numpy as np

from appliance.errors import Missing
from appliance.pieces.tiles import BLANK, ENGLISH
from appliance.virtual import tile_variety as variety
from appliance.virtual.board import SIZE, SkinArt, grid_truth, lay_board, lay_hand
from appliance.virtual.dice import Placed, lay_block, roll
from appliance.virtual.geometry import Array
from appliance.virtual.glyphs import glyph
from appliance.virtual.racks import from_the_front, lay_rack
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Light, Mat, Table, View, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import EMPTY, TILE, TileArt, TileMake, lay_layout, tile_truth
from appliance.virtual.variety import SEEN, any_mat, any_sensor
from appliance.vision.plane import Image
from training.grounds import patterned, train_grounds
from training.lights import lit
from training.solids import any_die, any_make
from training.tile_prints import prints

SIDE = 640
"""Width and height of the scenes in pixels."""
_MIXED = 0.45
"""Share of the scenes in which each tile is of a make of its own."""
_BARE = 0.3
"""Share of the scenes that have no tile, but prints."""

_MARKED = 0.06
"""Share of the letters that have a mark above them if such a one is among these."""

_WITH_MARKS = "ÄÄÁÀÂÃÅČĆÉÈÊËĚÍÎÏÑŇŃÖÖÓÒÔÕŐŘŠŚÜÜÚÙÛŮŰÝŸŽŹŻ"

_BLANKS = 0.1  # more than in any box: they are the hardest to tell from squares
_BOARD = 260.0  # mm from its middle, where it covers nothing any more
_RACKED = 0.25  # share of the rows that stand on a rack
_IN_FRONT = 0.2  # share of the scenes of loose tiles in which most rows do, seen as by their player
_PRINTED = 0.35  # share of the scenes of loose tiles with pages, labels or cards beside or under them
_TOOTHED = 0.3  # share of the boards that are given marks about premium squares, which frame tiles, too
_EVEN = 0.45  # share of the scenes in light from all about, in which tiles hardly throw shadows
_DICED = 0.3  # share of the scenes with dice beside the tiles
_SET = 0.3  # share of these in which the dice are side by side
_AWAY = 0.7  # of their sides together, from the middle of a tile to that of a die
_HIGH = 0.3  # share of the scenes that are seen from so high that tiles show no sides


@dataclass(frozen=True)
class Spot:
    """A tile or an empty square (symbol `.`): printed value, middle, angle and side in pixels.

    Its letter may have a mark, as in Ä.
    """

    symbol: str
    value: str
    x: float
    y: float
    angle: float
    side: float


@dataclass(frozen=True)
class Scene:
    """A picture, the tiles and empty squares in it, and the pixels where a hand hides them (255)."""

    image: Image
    tiles: tuple[Spot, ...]
    squares: tuple[Spot, ...]
    hidden: Image


def scene(seed: int, fonts: list[str], number: int) -> Scene:
    """A scene with tiles of 20 to 64 pixels; always the same for a seed, the same fonts and a number."""
    rng = Random(f"{seed}/{number}")
    side = exp(rng.uniform(log(20), log(64)))
    span = SIDE * TILE / side
    make = variety.any_tiles(rng, fonts)
    view = _view(rng, span)
    if rng.random() < _BARE:
        sheets = (*variety.any_top(rng), *prints(rng, span, fonts, 4, full=0.6))
    elif rng.random() < 0.5:
        sheets = _on_a_board(rng, span, make, fonts)
    elif rng.random() < _IN_FRONT:
        turn = rng.uniform(0, 360)
        view = replace(view, tilt=from_the_front(rng, turn))
        sheets = _loose(rng, span, make, fonts, racked=0.8, turn=turn)
    else:
        sheets = _loose(rng, span, make, fonts)
    if rng.random() < _MIXED:
        sheets = tuple(_remade(rng, sheet, fonts) for sheet in sheets)
    if rng.random() < 0.5:
        sheets = tuple(_revalued(rng, sheet) for sheet in sheets)
    sheets = tuple(_marked(rng, sheet) for sheet in sheets)
    ground = _ground(rng)
    if ground.pattern:
        sheets = tuple(sheet for sheet in sheets if not variety.is_top(sheet))
    dice, finish = _dice(rng, span, fonts, ground, sheets) if rng.random() < _DICED else ((), Finish())
    table = Table(dice, ground, _lamp(rng), view, finish, rng.randrange(1 << 30), sheets)
    return _seen(table)


def inside(spot: Spot, edge: float = 0.55) -> bool:
    """Whether the tile lies in the picture, so many sides from its rim."""
    return all(edge * spot.side < c < SIDE - edge * spot.side for c in (spot.x, spot.y))


def hidden(one: Scene, spot: Spot, reach: float = 0.4) -> bool:
    """Whether a hand lies within so many sides of the tile's middle."""
    low_x, low_y = (max(0, int(c - reach * spot.side)) for c in (spot.x, spot.y))
    high_x, high_y = (int(c + reach * spot.side) + 1 for c in (spot.x, spot.y))
    return bool(one.hidden[low_y:high_y, low_x:high_x].any())


def _on_a_board(rng: Random, span: float, make: TileMake, fonts: list[str]) -> tuple[Sheet, ...]:
    board = variety.any_board(rng, fonts)
    if rng.random() < _TOOTHED:
        board = replace(board, teeth=rng.uniform(1.2, 3.0))
    count = rng.choice([0, rng.randint(3, 30), rng.randint(20, 100)])
    rows = variety.crossword(rng, [variety.any_letter(rng, _BLANKS) for _ in range(count)], (SIZE, SIZE))
    away = max(0.0, (330 - span) / 2) + 15
    x, y = rng.uniform(-away, away), rng.uniform(-away, away)
    sheets = lay_board(
        rows,
        board,
        make,
        rng,
        x=x,
        y=y,
        turn=rng.gauss(0, 6) + 90 * rng.randrange(4) if rng.random() < 0.6 else rng.uniform(0, 360),
        slip=rng.uniform(0.1, 0.6),
        lean=rng.uniform(0.3, 3),
        shift=_shift(rng),
        slips=_slips(rng, rows),
    )
    beside: tuple[Sheet, ...] = ()
    if rng.random() < 0.2:
        some = _loose(rng, span, make, fonts)
        beside = tuple(one for one in some if hypot(one.x - x, one.y - y) > _BOARD or variety.is_top(one))
    hand = ()
    if rng.random() < 0.2:
        skin = rng.choice([(140, 170, 216), (110, 140, 190), (60, 84, 130), (170, 190, 226)])
        hand = lay_hand(rng.uniform(-80, 80), rng.uniform(-80, 80), rng.uniform(0, 360), skin)
    return (*variety.any_top(rng), *beside, *sheets, *hand)


def _shift(rng: Random) -> tuple[float, float]:
    """By how many mm all tiles lie beside their squares: hardly, or the board was bumped."""
    if rng.random() < 0.75:
        return rng.gauss(0, 0.8), rng.gauss(0, 0.8)
    return rng.uniform(-9, 9), rng.uniform(-9, 9)


def _slips(rng: Random, rows: Sequence[str]) -> dict[tuple[int, int], tuple[float, float]]:
    """By how many mm single tiles lie nearer to a free neighbouring square than they should."""
    if rng.random() < 0.5:
        return {}
    slips = {}
    for row in range(SIZE):
        for column in range(SIZE):
            down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
            beside = rows[row + down : row + down + 1] if row + down >= 0 else ()
            free = any(0 <= column + right < SIZE and line[column + right] == EMPTY for line in beside)
            if rows[row][column] != EMPTY and free and rng.random() < 0.2:
                far = rng.uniform(2, 10)
                slips[row, column] = (far * right, far * down)
    return slips


def _loose(
    rng: Random,
    span: float,
    make: TileMake,
    fonts: list[str],
    *,
    racked: float = _RACKED,
    turn: float | None = None,
) -> tuple[Sheet, ...]:
    """Tiles in groups among other things, that share of their rows on racks, turned by chance or about so."""
    sheets: list[Sheet] = [*variety.any_top(rng)]
    if rng.random() < _PRINTED:
        sheets += prints(rng, span, fonts, 3)
    for _ in range(rng.randint(0, 3)):
        paper = variety.ClothArt(
            (rng.uniform(10, 120), rng.uniform(10, 160)),
            variety.any_colour(rng),
            grain=rng.uniform(0, 5),
            thick=rng.choice([0.0, 0.3, 6.0]),
            corner=rng.uniform(0, 5),
        )
        sheets.append(Sheet(paper, *_spot(rng, span), rng.uniform(0, 360)))
    tiles: list[Sheet] = []
    taken: list[tuple[float, float, float]] = []
    for _ in range(rng.randint(1, max(2, min(14, int(span / 25))))):
        rows = _rows(rng)
        reach = 10 + 10 * hypot(len(rows), len(rows[0]))
        for _ in range(20):
            x, y = _spot(rng, span)
            if all(hypot(x - a, y - b) > reach + r for a, b, r in taken):
                break
        else:
            continue
        taken.append((x, y, reach))
        mine = rng.gauss(turn, 8) if turn is not None else _turn(rng)
        if len(rows) == 1 and rng.random() < racked:
            tiles += lay_rack(rng, rows[0], make, variety.any_colour(rng), x, y, mine)
            continue
        tiles += lay_layout(
            rows,
            x,
            y,
            mine,
            rng,
            make=make,
            gap=rng.choice([rng.uniform(0.1, 0.8), rng.uniform(0.3, 2.5)]),
            slip=rng.uniform(0.05, 0.5),
            lean=rng.uniform(0.2, 2.5),
        )
    return (*sheets, *tiles)


def _turn(rng: Random) -> float:
    return rng.uniform(0, 360) if rng.random() < 0.8 else rng.gauss(0, 3)


def _rows(rng: Random) -> tuple[str, ...]:
    """A tile, a word, a block with some holes, or a crossword."""
    if rng.random() < 0.12:
        signs = [variety.any_letter(rng, 2 * _BLANKS) for _ in range(30)] + [EMPTY]
        wide = rng.randint(2, 9)
        return tuple("".join(rng.choices(signs, k=wide)) for _ in range(rng.randint(2, 6)))
    many = rng.choice([1, rng.randint(2, 8), rng.randint(5, 25)])
    letters = [variety.any_letter(rng, _BLANKS) for _ in range(many)]
    if many == 1 or rng.random() < 0.4:
        return ("".join(letters[:8]),)
    rows = variety.crossword(rng, letters, (9, 9), dense=rng.choice([0.1, 1.0]))
    return variety.trimmed(rows)


def _revalued(rng: Random, sheet: Sheet) -> Sheet:
    """The tile with another number than the English box has, so that letters are not read off numbers."""
    if not isinstance(sheet.art, TileArt):
        return sheet
    value = rng.choice([1, 1, 2, 3, 4, 5, 6, 8, 10])
    return replace(sheet, art=replace(sheet.art, value=value))


def _remade(rng: Random, sheet: Sheet, fonts: list[str]) -> Sheet:
    """The tile in another make, its print wider or bolder: more shapes than there are fonts."""
    if not isinstance(sheet.art, TileArt):
        return sheet
    make = replace(
        variety.any_tiles(rng, fonts),
        stretch=exp(rng.gauss(0, 0.2)),
        weight=rng.choice([0, rng.randint(-5, 9)]),
    )
    return replace(sheet, art=replace(sheet.art, make=make))


def _marked(rng: Random, sheet: Sheet) -> Sheet:
    """The tile, if it is to have a mark and its font draws one, with a letter that the game does not know."""
    art = sheet.art
    if not isinstance(art, TileArt) or art.letter == BLANK or rng.random() > _MARKED:
        return sheet
    alike = [one for one in _WITH_MARKS if normalize("NFD", one)[0] == art.letter]
    drawn = [one for one in alike if _is_drawn(art.make.font, one)]
    if not drawn:
        return sheet
    value = ENGLISH.value(art.letter) if art.value is None else art.value
    return replace(sheet, art=replace(art, letter=rng.choice(drawn), value=value))


def _is_drawn(font: str, letter: str) -> bool:
    """Whether the font draws a letter with its mark: as wide as without, and higher."""
    with suppress(Missing):
        bare, marked = glyph(font, normalize("NFD", letter)[0]), glyph(font, letter)
        return marked.shape[0] > 1.12 * bare.shape[0] and 0.8 < marked.shape[1] / bare.shape[1] < 1.25
    return False


def _dice(
    rng: Random, span: float, fonts: list[str], ground: Mat, sheets: Sequence[Sheet]
) -> tuple[tuple[Placed, ...], Finish]:
    """Dice of any make beside the tiles, most with letters and of one colour: thrown, or set side by side."""
    size = rng.uniform(12, 22)
    letters, numbers = rng.choice((1.0, 1.0, 0.5, 0.0)), rng.choice((0.0, 0.0, 0.2))
    dice = [any_die(rng, number, numbers, 0.0, letters) for number in range(rng.randint(1, 9))]
    finish = any_make(rng, fonts, size, ground, dice, pale=rng.random() < 0.6, stirred=0.1)
    field = max(0.9 * span, 7 * size)
    placed = roll(rng, dice, field=(field, field), size=size, touching=rng.choice((0.0, 0.4, 0.8)))
    if rng.random() < _SET:
        columns = rng.choice((len(placed), rng.randint(1, len(placed))))
        gap = size * rng.choice((0.0, rng.uniform(0, 0.3)))
        placed = lay_block(placed, columns, rng, gap=gap, size=size)
    tiles = [sheet for sheet in sheets if isinstance(sheet.art, TileArt)]
    away = _AWAY * (size + TILE)
    free = [one for one in placed if all(hypot(one.x - t.x, one.y - t.y) > away for t in tiles)]
    return tuple(free), finish


def _ground(rng: Random) -> Mat:
    mat = any_mat(rng, SEEN, markers=False)
    if rng.random() < 0.3:
        mat = Mat(variety.any_colour(rng), markers=False, texture=rng.uniform(0, 5))
    return patterned(rng, mat, train_grounds())


def _lamp(rng: Random) -> Light:
    lamp = lit(rng)
    if rng.random() > _EVEN:
        return lamp
    return replace(
        lamp, elevation=rng.uniform(60, 88), ambient=rng.uniform(0.75, 1.0), shadow=rng.uniform(0, 0.12)
    )


def _view(rng: Random, span: float) -> View:
    steep = rng.choices((4, 14, 32), (5, 3, 2))[0]
    return View(
        width=SIDE,
        height=SIDE,
        span=span,
        above=max(span * (rng.uniform(1.5, 4) if rng.random() < _HIGH else 1), rng.uniform(450, 900)),
        tilt=(rng.uniform(-steep, steep), rng.uniform(-steep, steep)),
        turn=0.0,
        shift=(rng.uniform(-6, 6), rng.uniform(-6, 6)),
        blur=rng.uniform(0.3, 1.5),
        noise=rng.uniform(1, 9),
        jpeg=rng.randint(35, 95) if rng.random() < 0.4 else None,
        fringe=rng.uniform(0.3, 1.5) if rng.random() < 0.4 else 0.0,
        sensor=any_sensor(rng, SEEN.flaws),
    )


def _spot(rng: Random, span: float) -> tuple[float, float]:
    return rng.uniform(-0.5, 0.5) * span, rng.uniform(-0.5, 0.5) * span


def _seen(table: Table) -> Scene:
    hidden = np.zeros((SIDE, SIDE), np.uint8)
    for sheet in table.sheets:
        if isinstance(sheet.art, SkinArt):
            hull = cv2.convexHull(table.view.pixels(sheet.corners(sheet.art.thick)).astype(np.float32))
            cv2.fillConvexPoly(hidden, hull.astype(np.int32), 255)
    arts = [sheet.art for sheet in table.sheets if isinstance(sheet.art, TileArt)]
    tiles = []
    for art, true in zip(arts, tile_truth(table), strict=True):
        side = hypot(*np.subtract(true.corners[1], true.corners[0]))
        tiles.append(Spot(art.letter, _value(art), *true.center, true.angle, float(side)))
    dice = [true.center for true in truth(table)]
    squares = _squares(grid_truth(table), [(tile.x, tile.y) for tile in tiles] + dice)
    return Scene(render(table), tuple(tiles), squares, hidden)


def _value(art: TileArt) -> str:
    if art.letter == "?" or not art.make.value:
        return ""
    return str(ENGLISH.value(art.letter) if art.value is None else art.value)


def _squares(ring: Array | None, taken: list[tuple[float, float]]) -> tuple[Spot, ...]:
    """The board's squares on which nothing lies of what has its middle there."""
    if ring is None:
        return ()
    flat = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    place = cv2.getPerspectiveTransform(flat, ring.astype(np.float32))
    middles = np.array([[[c + 0.5, r + 0.5] for c in range(SIZE)] for r in range(SIZE)]).reshape(-1, 1, 2)
    points = cv2.perspectiveTransform(middles, place)[:, 0]
    side = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean()) / SIZE
    right = ring[1] - ring[0]
    angle = float(np.degrees(np.arctan2(right[1], right[0])))
    free = [at for at in points.tolist() if all(dist(at, one) > 0.85 * side for one in taken)]
    return tuple(Spot(".", "", x, y, angle % 360, side) for x, y in free)
