"""Loose tiles in whole frames: layouts at any turn, single tiles, blanks, and what is put into words."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.board import BoardMake, lay_board
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, WOOD, Light, Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import TileArt, TileMake, lay_layout, tile_truth
from appliance.vision import health
from appliance.vision.plane import Image
from appliance.vision.reading import SURE, TILES, Reading
from appliance.vision.straighten import Patch
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_gaps import gaps
from appliance.vision.tile_look import UNCLEAR, looked_at
from appliance.vision.tile_net import Faces, Judge
from appliance.vision.tiles import NO_TILES, TilesReader
from tests.strange_pictures import draw

READER = TilesReader(ENGLISH)
SMALL = View(width=960, height=720)
WORDS = ("..Q...", "BRUISE", "..I..A", "..T..T")
TOOTHED = (
    *("...............", "...............", "..SPRUNG.......", ".......U.......", "....HALMS......"),
    *(".......M.......", "....V..I.......", "...FIRNS.......", "..K.T..........", ".MOSEN........."),
    *("..D.NY.........", "..E............", "..R............", "...............", "..............."),
)
"""Fifteen rows of a board whose tiles lie on many squares that count double."""


def taking(is_letter: Callable[[float], bool]) -> Judge:
    """A reader that sees an E in places so far to the right, and nothing elsewhere."""

    def judge(_: Image, places: Sequence[Patch]) -> Faces:
        there = np.array([is_letter(place.x) for place in places])
        letters = np.full((len(places), 4, 26), -20.0)
        letters[:, 0, 4] = np.where(there, -0.01, -9.0)
        nothing = np.where(there, -9.0, -0.01)
        return Faces(letters, np.full(len(places), -20.0), nothing, np.zeros((len(places), 4, 9)))

    return judge


def agrees(reading: Reading, table: Table) -> None:
    true = tile_truth(table)
    assert len(reading.items) == len(true)
    for one in true:
        item = min(reading.items, key=lambda i: dist(i.center, one.center))
        side = dist(one.corners[0], one.corners[1])
        assert dist(item.center, one.center) < 0.12 * side
        assert item.symbol == one.symbol
        if one.symbol != "?":
            assert abs((item.angle - one.angle + 180) % 360 - 180) < 8
            assert dist(item.corners[0], one.corners[0]) < 0.2 * side


@pytest.mark.parametrize("turn", [0, 35, 140, 221, 270])
def test_a_crossword_at_any_turn(turn: float) -> None:
    table = Table(sheets=lay_layout(WORDS, 5, -8, turn, Random(turn)), view=SMALL)
    reading = READER.read(render(table))
    assert reading.kind == TILES
    assert reading.layouts == (WORDS,)
    agrees(reading, table)
    assert reading.sure, reading.problems


def test_layouts_and_single_tiles_come_in_reading_order() -> None:
    rng = Random(2)
    sheets = (
        *lay_layout(("WORD",), -90, -70, 20, rng),
        *lay_layout(("K",), 60, -70, 200, rng),
        *lay_layout(("NOON", "O...", "T..."), -60, 50, 280, rng),
        *lay_layout(("V",), 90, 60, 0, rng),
    )
    table = Table(sheets=sheets, mat=Mat(GREEN), view=SMALL)
    reading = READER.read(render(table))
    assert reading.layouts == (("WORD",), ("K",), ("NOON", "O...", "T..."), ("V",))
    agrees(reading, table)


def test_blanks_count_as_tiles() -> None:
    rows = ("C?T", "..I", "?.P")
    reading = READER.read(
        render(Table(sheets=lay_layout((*rows, "S.."), turn=70, rng=Random(3)), view=SMALL))
    )
    assert Counter(reading.symbols) == Counter("C?TI?PS")


@pytest.mark.parametrize("noise", [0, 18])
def test_a_letter_that_a_lamp_bleaches_is_no_blank_for_sure(noise: float) -> None:
    picture = render(Table(sheets=lay_layout(("CA?ES",), rng=Random(3)), view=SMALL))
    plain = READER.read(picture).items[2]
    grain = np.random.default_rng(3).normal(0, noise, picture.shape)
    bleached = np.clip(np.minimum(picture * 1.6, 255) + grain, 0, 255).astype(np.uint8)
    bright = READER.read(bleached).items[2]
    assert (plain.symbol, bright.symbol) == ("?", "?")
    assert (plain.sure, bright.sure) == (True, False)


def test_blank_tiles_close_a_gap_in_a_word() -> None:
    rows = ("H?USE",)
    reading = READER.read(render(Table(sheets=lay_layout(rows, turn=250, rng=Random(4)), view=SMALL)))
    assert reading.layouts == (rows,)


@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.7, 89.7), (89.7, 0.7)])
@pytest.mark.parametrize(("right", "down"), [(93.0, 0.0), (0.0, 93.0)])
def test_a_place_between_two_tiles_is_seen_whatever_their_edges_are_counted_from(
    angles: tuple[float, float], right: float, down: float
) -> None:
    one, other = (
        Spot(TILE, 100, 100, angles[0], 44, 0.9),
        Spot(TILE, 100 + right, 100 + down, angles[1], 45, 0.5),
    )
    for pair in ([one, other], [other, one]):
        (gap,) = gaps(pair)
        assert dist((gap.x, gap.y), (100 + right / 2, 100 + down / 2)) < 1


@pytest.mark.parametrize("rows", [("TRAINS", "E?DOLE", "ANISE?", "M.UPON"), ("?ARD", "OH.O", "D.IN")])
def test_blank_tiles_and_gaps_in_a_block(rows: tuple[str, ...]) -> None:
    sheets = lay_layout(rows, turn=12, rng=Random(8), gap=0.3, slip=0.15)
    reading = READER.read(render(Table(sheets=sheets, view=SMALL)))
    assert reading.layouts == (rows,)


def test_tiles_that_the_finder_misplaced_in_a_row_are_spaced_anew() -> None:
    judge = taking(lambda x: abs((x + 50) % 100 - 50) < 12)

    def row(*places: float, last: float = 0.0) -> list[float]:
        angles = [0.0] * (len(places) - 1) + [last]
        seen = [Spot(TILE, x, 200.0, a, 90.0, 0.5) for x, a in zip(places, angles, strict=True)]
        spots, told = looked_at(np.zeros((400, 900, 3), np.uint8), seen, judge)
        return sorted(
            round(spot.x) for spot, nothing in zip(spots, told.nothing, strict=True) if nothing < -1
        )

    assert row(100, 200, 350, 450, 600, 700) == [100, 200, 300, 400, 500, 600, 700]
    assert row(100, 200, 350, 450, 600, last=89.0) == [100, 200, 300, 400, 500, 600]  # each of them once
    assert row(100, 200, 600, 700) == [100, 200, 600, 700]  # nothing was seen between
    assert row(100, 200, 350, 570) == [100, 200]  # nor is there a tile at the end


def test_what_is_hardly_trusted_beside_tiles_is_one_if_it_has_a_letter() -> None:
    judge = taking(lambda x: x < 350)
    firm, hardly = ([Spot(TILE, x, 200.0, 0.0, 90.0, 0.5) for x in some] for some in ((100, 200), (300, 400)))
    spots, _ = looked_at(np.zeros((400, 900, 3), np.uint8), firm, judge, hardly)
    assert [spot.x for spot in spots] == [100, 200, 300]


@pytest.mark.parametrize("seed", [7, 32, 41])
def test_tiles_that_marks_of_a_board_frame_are_tiles(seed: int) -> None:
    green = replace(BoardMake(), pitch=20.67, plain=(45, 95, 20), line_colour=(10, 40, 10), line=0.6)
    board = replace(green, double_word=(130, 120, 235), teeth=2.0, labels="none", centre="plain")
    tiles = TileMake(body=(200, 215, 220), thick=4.5, lift=0.08, aside=0.06)
    even = Light(azimuth=200, elevation=75, ambient=0.8, shadow=0.2, softness=6)
    view = View(width=992, height=976, span=345, above=800)
    sheets = lay_board(TOOTHED, board, tiles, Random(seed))
    reading = TilesReader(None).read(
        render(Table((), Mat(markers=False), even, view, seed=seed, sheets=sheets))
    )
    assert "".join(sorted(reading.symbols)) == "".join(sorted("".join(TOOTHED).replace(".", "")))


def test_plain_squares_without_letters_are_asked_about() -> None:
    sheets = (*lay_layout(("?",), -40, 0, 20), *lay_layout(("?",), 40, 10, 50))
    reading = READER.read(render(Table(sheets=sheets, view=SMALL)))
    assert set(reading.symbols) == {"?"}
    assert not any(item.sure for item in reading.items)
    assert UNCLEAR in reading.problems


def test_a_plain_tile_in_another_light_than_its_neighbours_is_told_of() -> None:
    words = (*lay_layout(("CAT",), -60, 30, 20, Random(1)), *lay_layout(("DOE",), 40, 50, 200, Random(2)))
    darker = TileMake(body=(130, 155, 165))
    sheets = (*words, *lay_layout(("?",), 50, -45, 50, make=darker))
    reading = READER.read(render(Table(sheets=sheets, mat=Mat(GREEN, markers=False), view=SMALL)))
    assert sorted(reading.layouts) == [("CAT",), ("DOE",)]
    assert UNCLEAR in reading.problems


def test_letters_that_look_alike_upside_down_follow_their_neighbours() -> None:
    plain = TileMake(value=0.0)
    for rows in (("NAME",), ("ZINC",), ("MOW", "A..", "T.."), ("WOW", "E..", "D..")):
        reading = TilesReader(None).read(
            render(Table(sheets=lay_layout(rows, turn=115, make=plain), view=SMALL))
        )
        assert reading.layouts == (rows,)


@pytest.mark.parametrize("turn", [80, 170, 260])
def test_tiles_that_touch_by_chance_are_read_each_its_own_way(turn: int) -> None:
    pair = (*lay_layout(("R",), -10, 0, 1), *lay_layout(("G",), 12, 3, turn))
    reading = READER.read(render(Table(sheets=(*pair, *lay_layout(("T",), 12, 60, 40)), view=SMALL)))
    assert sorted(reading.symbols) == ["G", "R", "T"]
    assert all(item.sure for item in reading.items)
    assert len(reading.layouts) == 3


def test_spots_are_millimetres_on_the_mat() -> None:
    table = Table(sheets=lay_layout(("A",), 60, -40), view=View(tilt=(3, -2), turn=5))
    spot = READER.read(render(table)).items[0].spot
    assert spot is not None
    assert dist(spot, (60, -40)) < 1.5
    bare = replace(table, mat=Mat(WOOD, markers=False))
    assert READER.read(render(bare)).items[0].spot is None


def test_lamplight_on_the_mat_does_not_colour_the_tiles() -> None:
    table = Table(sheets=lay_layout(WORDS, 5, -8, 35, Random(35)), view=SMALL)
    lamp = Light(gains=(0.5, 0.85, 1.1))
    by_day, by_lamp = (READER.read(render(replace(table, light=light))) for light in (Light(), lamp))
    agrees(by_lamp, table)
    assert [item.body for item in by_lamp.items] == [item.body for item in by_day.items]


def test_a_table_without_a_mat() -> None:
    table = Table(sheets=lay_layout(WORDS, turn=33, rng=Random(6)), mat=Mat(GREEN, markers=False), view=SMALL)
    reading = READER.read(render(table))
    assert reading.layouts == (WORDS,)
    agrees(reading, table)


@pytest.mark.parametrize("side", [22, 60, 190])
@pytest.mark.parametrize("ground", [(40, 60, 30), (214, 218, 220)])
def test_tiles_of_any_size_on_any_ground(side: float, ground: tuple[int, int, int]) -> None:
    view = View(width=960, height=720, span=960 * 19 / side)
    sheets = lay_layout(("TABLE",) if side < 100 else ("BOX",), turn=25, rng=Random(7))
    table = Table(sheets=sheets, mat=Mat(ground, markers=False), view=view)
    reading = TilesReader(None).read(render(table))
    agrees(reading, table)
    assert len(reading.layouts) == 1


def test_a_large_frame_is_read_in_its_own_pixels() -> None:
    image = cv2.resize(render(Table(sheets=lay_layout(("QUIET",), turn=10))), (4000, 3000))
    reading = READER.read(np.asarray(image, np.uint8))
    assert (reading.width, reading.height) == (4000, 3000)
    assert reading.layouts == (("QUIET",),)
    corners = reading.items[0].corners
    assert dist(corners[0], corners[1]) == pytest.approx(19 * 4000 / 440, rel=0.1)


def test_more_of_a_letter_than_the_box_has_is_said() -> None:
    image = render(Table(sheets=lay_layout(("QUEENQ",), turn=5), view=SMALL))
    reading = READER.read(image)
    assert "2 tiles Q seen, but the box has only 1" in reading.problems
    assert not reading.sure
    assert not any(item.sure for item in reading.items if item.symbol == "Q")
    assert TilesReader(None).read(image).sure


def test_tiles_askew_are_said() -> None:
    sheets = (*lay_layout(("AB",)), Sheet(TileArt("C"), 0, 19.6))
    assert not READER.read(render(Table(sheets=sheets, view=SMALL))).sure


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (np.zeros((480, 640, 3), np.uint8), health.BLACK),
        (np.full((480, 640, 3), 120, np.uint8), NO_TILES),
        (np.full((9, 9, 3), 120, np.uint8), health.TINY),
        (render(Table()), NO_TILES),
    ],
)
def test_frames_without_tiles_are_put_into_words(frame: np.ndarray, problem: str) -> None:
    reading = READER.read(frame)
    assert reading.items == ()
    assert problem in reading.problems
    assert not reading.sure


@pytest.mark.parametrize("shape", [(8, 3000, 3), (40, 40, 3), (17, 900, 3), (300, 17, 3), (2, 2, 3)])
def test_no_shape_of_frame_raises(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    frame = cv2.GaussianBlur(rng.integers(0, 256, shape, np.uint8), (0, 0), 3)
    assert READER.read(np.asarray(frame, np.uint8)).height == shape[0]


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(BadValue, match="expected"):
        READER.read(np.zeros((9, 9), np.uint8))


def test_a_page_of_print_beside_the_tiles_is_passed_over() -> None:
    table = Table(sheets=lay_layout(WORDS, -60, 0, 20, Random(6)), mat=Mat(GREEN, markers=False), view=SMALL)
    image = render(table)
    image[40:700, 600:] = cv2.resize(draw("text", 900), (360, 660), interpolation=cv2.INTER_AREA)
    reading = READER.read(image)
    assert reading.layouts == (WORDS,)
    agrees(reading, table)


@pytest.mark.parametrize("seed", [31, 71, 171])
def test_letters_seen_in_clouds_are_asked_about(seed: int) -> None:
    """To the network that reads they are plain; to the finder hardly tiles, or to it hardly there at all."""
    reading = TilesReader(None).read(draw("noise", seed))
    assert max(item.confidence for item in reading.items) > SURE
    assert not any(item.sure for item in reading.items)


def test_small_chequers_beside_the_tiles_do_not_tell_their_size() -> None:
    table = Table(sheets=lay_layout(WORDS, -60, 0, 20, Random(6)), mat=Mat(GREEN, markers=False), view=SMALL)
    image = render(table)
    cells = (np.indices((26, 14)).sum(axis=0) % 2 * 150 + 50).astype(np.uint8)
    chequers = cv2.resize(cells, None, fx=26, fy=26, interpolation=cv2.INTER_NEAREST)
    image[20 : 20 + 676, 590 : 590 + 364] = chequers[:, :, None]
    reading = READER.read(image)
    assert WORDS in reading.layouts


def test_the_json_has_the_layouts() -> None:
    data = READER.read(render(Table(sheets=lay_layout(("CAT", "..O"), turn=90), view=SMALL))).as_json("a.png")
    assert data["layouts"] == [{"rows": ["CAT", "..O"], "tiles": 4}]
