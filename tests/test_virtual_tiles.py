"""Tiles and boards on the virtual table: what is drawn, where it lies, and its truth."""

from math import dist
from random import Random

import numpy as np
import pytest

from appliance.pieces.premiums import PREMIUMS
from appliance.virtual.board import BoardArt, BoardMake, grid_truth, lay_board, lay_hand
from appliance.virtual.render import render
from appliance.virtual.scene import Light, Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import any_board, any_letter, any_tiles, any_top, crossword, trimmed
from appliance.virtual.tiles import TileArt, TileMake, lay_layout, places, tile_truth

ROWS = ("CAT..", "..I?N", "..P..")
BARE = Mat(markers=False)


def board_rows(words: dict[tuple[int, int], str]) -> list[str]:
    grid = [["."] * 15 for _ in range(15)]
    for (row, column), word in words.items():
        grid[row][column : column + len(word)] = list(word)
    return ["".join(row) for row in grid]


def test_a_tile_has_a_letter_and_a_value_and_a_blank_has_neither() -> None:
    make = TileMake(bevel=0.0)
    plain = TileArt("?", make).paint()
    assert (plain == plain[0, 0]).all()
    q = TileArt("Q", make).paint()
    h, w = q.shape[:2]
    dark = q.max(axis=2) < 90
    assert dark[h // 5 : h * 3 // 4, w // 5 : w * 3 // 4].any()
    assert dark[int(0.72 * h) :, int(0.6 * w) :].any()
    unvalued = TileArt("E", TileMake(value=0.0, bevel=0.0)).paint()
    assert not (unvalued.max(axis=2) < 90)[int(0.8 * h) :, int(0.7 * w) :].any()


def test_a_mark_stands_above_the_letter_which_stays_on_its_line() -> None:
    make = TileMake(bevel=0.0)
    bare, marked = (TileArt(letter, make, value=0).paint().max(axis=2) < 90 for letter in ("O", "Ö"))
    rows = [np.flatnonzero(ink.any(axis=1)) for ink in (bare, marked)]
    assert rows[1][0] < rows[0][0] - 5
    assert abs(int(rows[1][-1]) - int(rows[0][-1])) <= 1


def test_the_value_is_the_box_s_unless_told() -> None:
    assert (TileArt("Z").paint() == TileArt("Z", value=10).paint()).all()
    assert (TileArt("Z").paint() != TileArt("Z", value=3).paint()).any()
    assert (TileArt("Z", value=0).paint() == TileArt("Z", TileMake(value=0.0)).paint()).all()


def test_art_is_a_value_and_always_paints_the_same() -> None:
    make = any_tiles(Random(3), [""])
    assert TileArt("A", make) == TileArt("A", make)
    assert hash(BoardArt(BoardMake())) == hash(BoardArt())
    assert (
        BoardArt(any_board(Random(2), [""])).paint() == BoardArt(any_board(Random(2), [""])).paint()
    ).all()


@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 200.0])
def test_a_layout_lies_side_by_side_at_any_turn(turn: float) -> None:
    sheets = lay_layout(ROWS, 10, -5, turn)
    table = Table(sheets=sheets, mat=BARE)
    true = dict(zip(places(ROWS), tile_truth(table), strict=True))
    assert [t.symbol for t in true.values()] == list("CATI?NP")
    assert all(abs((t.angle - turn + 180) % 360 - 180) < 0.5 for t in true.values())
    pitch = dist(true[0, 0].center, true[0, 1].center)
    assert pitch == pytest.approx(dist(true[0, 2].center, true[1, 2].center), rel=0.02)
    assert pitch == pytest.approx(1.03 * dist(true[0, 0].corners[0], true[0, 0].corners[1]), rel=0.02)


def test_a_hand_lays_a_little_beside_but_always_alike_for_a_seed() -> None:
    one, two = (lay_layout(ROWS, rng=Random(4)) for _ in range(2))
    assert one == two
    assert one != lay_layout(ROWS, rng=Random(5))
    straight = lay_layout(ROWS)
    assert all(dist((a.x, a.y), (b.x, b.y)) < 1.0 for a, b in zip(one, straight, strict=True))


def test_tiles_lie_in_the_middle_of_their_squares() -> None:
    table = Table(
        sheets=lay_board(board_rows({(7, 7): "QI", (0, 0): "A", (14, 14): "?"}), turn=90),
        view=View(span=440),
        mat=BARE,
    )
    ring = grid_truth(table)
    assert ring is not None
    for (row, column), true in zip(((0, 0), (7, 7), (7, 8), (14, 14)), tile_truth(table), strict=True):
        u, v = (column + 0.5) / 15, (row + 0.5) / 15
        square = ring[0] * (1 - u) * (1 - v) + ring[1] * u * (1 - v) + ring[2] * u * v + ring[3] * (1 - u) * v
        # A tile's upper side stands above the board and seems to lie a little farther out.
        assert dist(true.center, square) < 4


def test_premiums_have_their_colours() -> None:
    make = BoardMake(labels="none", centre="plain")
    image = BoardArt(make).paint()
    for row, line in enumerate(PREMIUMS):
        for column, premium in enumerate(line):
            at = [round((make.rim + (k + 0.5) * make.pitch) * image.shape[0] / 324) for k in (row, column)]
            assert tuple(image[at[0], at[1]].tolist()) == make.colour(premium)


@pytest.mark.parametrize(("premium", "counted", "marks"), [("T", True, 3), ("d", True, 2), ("d", False, 4)])
def test_premiums_have_marks_about_them(premium: str, counted: bool, marks: int) -> None:
    make = BoardMake(labels="none", teeth=2.0, counted=counted)
    image = BoardArt(make).paint()
    row, column = next(
        (r, c) for r, line in enumerate(PREMIUMS) for c, one in enumerate(line) if one == premium
    )
    scale = image.shape[0] / BoardArt(make).size[0]
    top, bottom, right = ((make.rim + k * make.pitch) * scale for k in (row, row + 1, column + 1))
    beside = image[round(top) : round(bottom), round(right + make.teeth / 2 * scale)]
    marked = (beside == make.colour(premium)).all(axis=1)
    assert (np.diff(marked.astype(int)) == 1).sum() == marks


def test_tiles_hands_and_tops_change_the_picture() -> None:
    board = lay_board(board_rows({}))
    view = View(width=640, height=480, span=460)
    empty = render(Table(sheets=board, view=view, mat=BARE))
    for more in (lay_layout(("A",)), lay_hand(0, 0, 30)):
        assert (render(Table(sheets=(*board, *more), view=view, mat=BARE)) != empty).any()
    tops = [any_top(Random(k)) for k in range(8)]
    assert () in tops
    assert any(isinstance(s, Sheet) for top in tops for s in top)


def test_crosswords_hang_together() -> None:
    for seed in range(12):
        rng = Random(seed)
        rows = trimmed(crossword(rng, [any_letter(rng) for _ in range(20)], (9, 9)))
        cells = set(places(rows))
        assert len(cells) == 20
        reached = {min(cells)}
        for _ in range(20):
            reached |= {
                (r + a, c + b) for r, c in reached for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            } & cells
        assert reached == cells
        assert np.array([list(row) for row in rows]).ndim == 2


def test_a_lamp_shines_on_a_board_s_tiles_and_not_on_the_cloth_beside_them() -> None:
    rows = ("EEEE",) * 3
    view = View(width=400, height=300, span=160.0, noise=0.0, blur=0.0)
    bare, shiny = (
        render(Table(mat=BARE, light=Light(glare=glare), view=view, sheets=lay_layout(rows), seed=2)).astype(
            int
        )
        for glare in (0.0, 1.0)
    )
    lit = (shiny - bare).max(axis=2) > 30
    tiles = view.pixels([[x, y, 4.0] for x in (-39, 39) for y in (-30, 30)])
    (left, low), (right, high) = (
        np.floor(tiles.min(axis=0)).astype(int),
        np.ceil(tiles.max(axis=0)).astype(int),
    )
    assert lit.sum() > 500
    assert lit.sum() == lit[low : high + 1, left : right + 1].sum()
    assert (shiny >= bare).all()
