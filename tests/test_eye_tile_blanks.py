"""A lone blank tile where no mat is in view: sure beside tiles like it, asked about anywhere else."""

from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import TileArt, TileMake, tile_truth
from appliance.vision import tiles
from appliance.vision.plane import Image, Plane
from appliance.vision.reading import Symbol
from appliance.vision.tile_blanks import is_like
from appliance.vision.tile_finder import TILE, Spot
from appliance.vision.tile_look import UNCLEAR
from appliance.vision.tile_search import Places, places_in
from appliance.vision.tiles import TilesReader

READER = TilesReader(ENGLISH)
PALE, GROUND = (150, 195, 215), (60, 90, 120)
LETTERS = [Spot(TILE, x, y, 0.0, 40.0, 0.8) for x, y in ((100, 100), (170, 110), (110, 170))]


def clump(blank_at: tuple[float, float], body: tuple[int, int, int] = PALE) -> Table:
    """Four letters poured onto a dark table, and somewhere a blank tile; each turned its own way."""
    letters = zip("ERNK", ((-30, -20, 30), (0, -22, 80), (30, -18, 200), (-15, 8, 310)), strict=True)
    sheets = [Sheet(TileArt(letter, TileMake(body=PALE)), *at) for letter, at in letters]
    sheets.append(Sheet(TileArt("?", TileMake(body=body)), *blank_at, 115))
    view = View(width=1280, height=960, span=240)
    return Table(mat=Mat(GROUND, markers=False), sheets=tuple(sheets), view=view)


def the_blank(table: Table) -> Symbol:
    (blank,) = (item for item in READER.read(render(table)).items if item.symbol == "?")
    return blank


def test_a_blank_in_a_clump_is_sure() -> None:
    assert the_blank(clump((14, 10))).sure


@pytest.mark.parametrize("table", [clump((14, 10), (150, 180, 200)), clump((95, 70))], ids=["other", "apart"])
def test_one_of_another_colour_or_far_from_the_letters_is_asked_about(table: Table) -> None:
    assert not the_blank(table).sure


def drawn(own: tuple[int, int, int], ground: tuple[int, int, int] = GROUND) -> tuple[Image, Spot]:
    """Letters as the finder has them, and a plain place of some colour beside them."""
    image, place = np.full((300, 400, 3), ground, np.uint8), Spot(TILE, 175, 180, 0.0, 40.0, 0.6)
    for spot, colour in [(letter, PALE) for letter in LETTERS] + [(place, own)]:
        low, high = ((round(spot.x + by), round(spot.y + by)) for by in (-20, 20))
        cv2.rectangle(image, low, high, colour, -1)
    return image, place


def test_a_place_is_like_tiles_by_colour_size_and_nearness() -> None:
    image, place = drawn(PALE)
    assert is_like(image, place, LETTERS, [*LETTERS, place])
    assert not is_like(image, place, LETTERS[:2], [*LETTERS, place])
    for other in (replace(place, side=44.0), replace(place, x=390.0, y=290.0)):
        assert not is_like(image, other, LETTERS, [*LETTERS, other])


def test_a_gap_between_tiles_is_not_like_them_even_on_a_ground_nearly_of_their_colour() -> None:
    near = (141, 188, 210)
    assert dist(near, PALE) < 13
    for own, ground in ((GROUND, GROUND), (near, near), (PALE, PALE)):
        image, place = drawn(own, ground)
        assert not is_like(image, place, LETTERS, [*LETTERS, place])


@pytest.mark.parametrize(("off", "is_told"), [(0.0, True), (2.0, False)])
def test_a_blank_that_the_finder_hardly_trusts_is_told(
    monkeypatch: pytest.MonkeyPatch, off: float, is_told: bool
) -> None:
    """The bare table is not."""
    table = clump((60, 30))
    x, y = tile_truth(table)[-1].center

    def hardly(plane: Plane, side: float | None) -> Places:
        places = places_in(plane, side)
        (blank,) = (spot for spot in places.firm if dist((spot.x, spot.y), (x, y)) < 20)
        moved = replace(blank, x=blank.x + off * blank.side, trust=0.2)
        return places._replace(firm=[spot for spot in places.firm if spot is not blank], alone=[moved])

    monkeypatch.setattr(tiles, "places_in", hardly)
    reading = READER.read(render(table))
    assert "?" not in reading.symbols
    assert (UNCLEAR in reading.problems) is is_told
