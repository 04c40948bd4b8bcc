"""Where tiles are looked for: at the size that they have in the picture."""

from random import Random

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import ClothArt
from appliance.virtual.tiles import lay_layout
from appliance.vision.tiles import TilesReader


def test_a_tile_in_the_squares_of_a_cloth_is_seen() -> None:
    """In a coarser picture the finder takes the N for one of them."""
    cloth = Sheet(ClothArt((1400.0, 1400.0), (73, 22, 153), check=160.0), 0.0, 0.0, 14)
    lone = (*lay_layout(("Q",), 50, -30, 6), *lay_layout(("N",), -50, -50, 245))
    words = (*lay_layout(("CAT",), -60, 30, 355, Random(15)), *lay_layout(("DOE",), 40, 60, 317))
    view = View(width=960, height=720, noise=7, blur=1.0)
    table = Table(mat=Mat(markers=False), sheets=(cloth, *words, *lone), view=view)
    reading = TilesReader(ENGLISH).read(render(table))
    assert sorted(reading.layouts) == [("CAT",), ("DOE",), ("N",), ("Q",)]
    assert reading.sure
