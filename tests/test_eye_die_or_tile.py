"""Letter dice and tiles in one picture: each reader keeps to its own, and asks rather than mistake one."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from appliance.pieces import dice_set
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Mat, Table, View
from appliance.virtual.tiles import TileMake, lay_layout
from appliance.vision import die_among_tiles, tile_among_dice
from appliance.vision.dice import DiceReader
from appliance.vision.die_among_tiles import as_dice
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.one_make import Counted, by_makes, mostly_one_kind, of_one_make
from appliance.vision.plane import bare
from appliance.vision.reading import Reading
from appliance.vision.straighten import Patch
from appliance.vision.tile_among_dice import as_tiles, numberless
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_look import DOUBTFUL
from appliance.vision.tile_net import VALUES, Faces
from appliance.vision.tiles import TilesReader

ANABID = dice_set("anabid")
WORDS = (("QUIZ", -105, -70, 10), ("FJORD", 90, -78, -12))


USUAL, BARE = TileMake(), TileMake(value=0.0)
"""Tiles with numbers, and without."""


def together(*, mat: bool = True, make: TileMake = USUAL) -> Table:
    """Six dice about the middle, two words of tiles beside them."""
    placed = roll(Random(3), ANABID.dice[:6], field=(120, 80))
    sheets = [lay_layout((word,), x, y, turn, make=make) for word, x, y, turn in WORDS]
    ground = Mat(colour=GREEN, markers=mat)
    return Table(placed, ground, sheets=tuple(sheet for some in sheets for sheet in some))


def surely(reading: Reading) -> list[str]:
    return sorted(item.symbol for item in reading.items if item.sure)


def test_words_of_tiles_beside_dice_on_the_mat_are_not_read_as_dice() -> None:
    table = together()
    reading = DiceReader(ANABID).read(render(table))
    assert sorted(reading.symbols) == sorted(die.symbol for die in table.dice)


@pytest.mark.parametrize("mat", [True, False])
def test_no_tile_is_surely_a_die_where_any_letters_may_lie(mat: bool) -> None:
    table = together(mat=mat)
    dice = sorted(die.symbol for die in table.dice)
    assert all(symbol in dice for symbol in surely(DiceReader(None).read(render(table))))


@pytest.mark.parametrize("mat", [True, False])
def test_no_tile_without_a_number_is_surely_a_die_beside_dice_of_another_make(mat: bool) -> None:
    table = together(mat=mat, make=BARE)
    dice = sorted(die.symbol for die in table.dice)
    assert surely(DiceReader(None).read(render(table))) == dice


@pytest.mark.parametrize("mat", [True, False])
def test_no_die_is_surely_a_tile_beside_tiles_without_numbers(mat: bool) -> None:
    table = together(mat=mat, make=BARE)
    reading = TilesReader(ENGLISH).read(render(table))
    assert surely(reading) == sorted("".join(word for word, *_ in WORDS))
    assert reading.problems


@pytest.mark.parametrize("mat", [True, False])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_lone_tile_with_a_number_is_asked_about_though_it_has_the_dices_colours(
    mat: bool, number: int
) -> None:
    table = together(mat=mat)
    bodies = tuple((die.die.body, USUAL.body, USUAL.ink) for die in table.dice)
    table = replace(table, finish=Finish(bodies=bodies), sheets=table.sheets[number : number + 1])
    reading = DiceReader(None).read(render(table))
    assert surely(reading) == sorted(die.symbol for die in table.dice)


def test_what_is_a_die_by_itself_is_asked_about_and_not_passed_over_among_tiles_of_its_make(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiles = 8
    none, number, score = [0.9] * tiles + [0.001], [0.0] * tiles + [0.02], [0.4] * tiles + [0.9]
    said = np.array([[1 - k, 0.0, 0.0, k] for k in none])

    def at(some: Sequence[Sighted] | Sequence[Patch]) -> list[int]:
        return [round(one.x / 60) - 1 for one in some]

    monkeypatch.setattr(tile_among_dice, "kinds", lambda plane, some: said[at(some)])
    monkeypatch.setattr(tile_among_dice, "numberless", lambda plane, tops: np.array(number)[at(tops)])
    dice = [Sighted(CUBE, 60.0 * (k + 1), 48.0, 40.0, 0.0, score[k]) for k in range(tiles + 1)]
    tops = [Patch(6, die.x, die.y, 0.0, die.side) for die in dice]
    chance = as_tiles(bare(np.full((96, 600, 3), (120, 150, 180), np.uint8)), dice, tops)
    assert chance[:tiles].min() > 0.999
    assert DOUBTFUL < chance[tiles] < 0.5


@pytest.mark.parametrize("mat", [True, False])
def test_pieces_of_one_make_look_alike(mat: bool) -> None:
    table = together(mat=mat)
    places = [(die.x, die.y) for die in table.dice] + [(tile.x, tile.y) for tile in table.sheets]
    image, view = render(table), table.view
    pixels = view.pixels([(x, y, 4.0) for x, y in places])
    sides = [14.0] * len(table.dice) + [19.0] * len(table.sheets)
    patches = [
        Patch(6, x, y, 0.0, side * view.width / view.span) for (x, y), side in zip(pixels, sides, strict=True)
    ]
    alike, told = of_one_make(bare(image), patches)
    dice, tiles = slice(len(table.dice)), slice(len(table.dice), None)
    assert told.all()
    assert alike[tiles, tiles].min() > 0.6
    assert alike[dice, tiles].max() < 0.3


def test_what_light_has_blown_has_no_hue_to_be_told_by() -> None:
    white = bare(np.full((96, 320, 3), 255, np.uint8))
    alike, told = of_one_make(white, [Patch(6, x, 48.0, 0.0, side) for x, side in ((60, 40.0), (200, 60.0))])
    assert not told.any()
    assert alike[0, 1] < 0.2
    assert np.diag(alike).tolist() == [1.0, 1.0]


def test_no_die_is_taken_for_a_tile_for_want_of_a_number_where_all_are_of_one_make() -> None:
    odds, alike, told = np.full(6, 5.0), np.full((6, 6), 0.9), np.ones((6, 6), bool)
    every, most, counted = np.ones(6, bool), np.arange(6) > 0, Counted(same=4.5, other=10.0)
    assert (by_makes(odds, every, alike, told, counted) < 0).all()
    assert (by_makes(odds, most, alike, told, counted) < 0).tolist() == most.tolist()


def test_hundreds_that_look_alike_are_weighed_as_well() -> None:
    many, counted = 400, Counted(same=4.5, other=10.0)
    alike, told, bald = np.ones((many, many)), np.ones((many, many), bool), np.zeros(many, bool)
    with np.errstate(all="raise"):
        likely = [mostly_one_kind(by_makes(np.full(many, k), bald, alike, told, counted)) for k in (-9, 9)]
    assert likely[0].max() < 0.01
    assert likely[1].min() > 0.99


@pytest.mark.parametrize("mat", [True, False])
def test_no_die_is_surely_a_tile(mat: bool) -> None:
    table = together(mat=mat)
    reading = TilesReader(ENGLISH).read(render(table))
    letters = sorted("".join(word for word, *_ in WORDS))
    assert all(letter in letters for letter in surely(reading))
    assert reading.problems or len(reading.items) == len(letters)
    alone = TilesReader(ENGLISH).read(render(replace(table, dice=())))
    assert surely(alone) == letters


def test_a_number_beside_the_letter_is_seen_or_missed() -> None:
    view = View(width=640, height=480, span=220)
    table = Table(mat=Mat(markers=False), view=view, sheets=lay_layout(("QH",)))
    bald = replace(table, sheets=lay_layout(("QH",), make=BARE))
    image, pitch = render(table), 640 / 220 * 19.6
    patches = [Patch(6, 320 + side * pitch / 2, 240, 0.0, 640 / 220 * 19.0) for side in (-1, 1)]
    assert (numberless(bare(image), patches) < 0.05).all()
    assert (numberless(bare(render(bald)), patches) > 0.5).all()


def test_dice_alone_on_the_mat_are_no_tiles_for_sure() -> None:
    table = Table(roll(Random(8), ANABID.dice[:6], field=(120, 80)), Mat(GREEN), seed=8)
    reading = TilesReader(ENGLISH).read(render(table))
    assert not surely(reading)
    assert reading.problems


@pytest.mark.parametrize(("numberless", "dice"), [(0.98, False), (0.6, True)])
def test_what_plainly_has_no_number_is_a_tile_though_it_lies_like_a_die(
    monkeypatch: pytest.MonkeyPatch, numberless: float, dice: bool
) -> None:
    monkeypatch.setattr(die_among_tiles, "kinds", lambda plane, some: np.tile([0.96, 0.0, 0.0, 0.04], (4, 1)))
    letters, values = np.full((4, 4, 26), -30.0), np.full((4, 4, len(VALUES)), -30.0)
    letters[:, 0, 0], values[:, 0, VALUES.index("")] = 0.0, np.log(numberless)
    seen = Faces(letters, np.full(4, -30.0), np.full(4, -30.0), values)
    spots = [Spot(TILE, 60.0 * k, 50.0, 0.0, 40.0, 0.8) for k in range(1, 5)]
    chance = as_dice(bare(np.zeros((96, 320, 3), np.uint8)), spots, seen, bare=True)
    assert bool((chance > DOUBTFUL).all()) is dice
    assert bool((chance < 1e-6).all()) is not dice
