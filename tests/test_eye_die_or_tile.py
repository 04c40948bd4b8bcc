"""Letter dice and tiles in one picture: each reader keeps to its own, and asks rather than mistake one."""

from dataclasses import replace
from random import Random

import pytest

from appliance.pieces import dice_set
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Mat, Table, View
from appliance.virtual.tiles import TileMake, lay_layout
from appliance.vision.dice import DiceReader
from appliance.vision.die_or_tile import numberless
from appliance.vision.plane import bare
from appliance.vision.reading import Reading
from appliance.vision.straighten import Patch
from appliance.vision.tiles import TilesReader

ANABID = dice_set("anabid")
WORDS = (("QUIZ", -105, -70, 10), ("FJORD", 90, -78, -12))


def together(*, mat: bool = True) -> Table:
    """Six dice about the middle, two words of tiles beside them."""
    placed = roll(Random(3), ANABID.dice[:6], field=(120, 80))
    sheets = [lay_layout((word,), x, y, turn) for word, x, y, turn in WORDS]
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
    bald = replace(table, sheets=lay_layout(("QH",), make=TileMake(value=0.0)))
    image, pitch = render(table), 640 / 220 * 19.6
    patches = [Patch(6, 320 + side * pitch / 2, 240, 0.0, 640 / 220 * 19.0) for side in (-1, 1)]
    assert (numberless(bare(image), patches) < 0.05).all()
    assert (numberless(bare(render(bald)), patches) > 0.5).all()
