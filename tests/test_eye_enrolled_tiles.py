"""Reading tiles by pictures of them: likeness against the network's word, blanks, boards, the unseen."""

from functools import cache

import numpy as np
import pytest

from appliance import own_sets
from appliance.changes import drawn_tiles
from appliance.own_tiles import OwnTile, OwnTiles
from appliance.readers import reader
from appliance.virtual.board import lay_board
from appliance.virtual.render import render
from appliance.virtual.scene import Light, Mat, Table, View
from appliance.virtual.tiles import lay_layout
from appliance.vision.board import BoardReader
from appliance.vision.enrolled_tiles import EnrolledTiles, TileLook
from appliance.vision.likeness import CROP, SIDE
from appliance.vision.locate import locate
from appliance.vision.plane import Image
from appliance.vision.straighten import Patch, cut
from appliance.vision.tile_net import LETTERS, MARGIN, faces
from appliance.vision.tile_search import places_in
from appliance.vision.tiles import TilesReader

PRINTED = "ABCDEFGHI?"
MEANT = dict(zip(PRINTED, "TUVWXYZSR?", strict=True))
"""What the letters of a secret alphabet stand for: no network knows, only who was shown it."""

SMALL = View(width=800, height=600, noise=1.0)
OTHER_LIGHT = Light(level=0.7, azimuth=80, elevation=40, gains=(0.9, 1.0, 1.1))


@cache
def shown(printed: str = PRINTED) -> tuple[tuple[str, Image], ...]:
    """Each symbol printed on a tile with a picture of it."""
    plane = locate(render(Table(sheets=lay_layout([printed], 0, 20, 3, gap=2.0), view=SMALL)))
    row = sorted(places_in(plane, None).firm, key=lambda spot: spot.x)
    patches = [Patch(6, s.x, s.y, (s.angle + 45) % 90 - 45, s.side) for s in row]
    pictures = [cut(plane.image, patch, 0, size=SIDE, margin=MARGIN * SIDE / CROP) for patch in patches]
    return tuple(zip(printed, pictures, strict=True))


@pytest.fixture(scope="module")
def secret() -> EnrolledTiles:
    return EnrolledTiles([TileLook(MEANT[symbol], picture) for symbol, picture in shown()])


def test_a_secret_alphabet_is_read_by_whoever_was_shown_it(secret: EnrolledTiles) -> None:
    sheets = (*lay_layout(["BADGE"], -40, 30, 200), *lay_layout(["CHI?F"], 50, -40, 75))
    image = render(Table(sheets=sheets, view=SMALL, light=OTHER_LIGHT))
    said = {rows[0] for rows in TilesReader(None, enrolled=secret).read(image).layouts}
    assert said == {"".join(MEANT[symbol] for symbol in word) for word in ("BADGE", "CHI?F")}
    assert {rows[0] for rows in TilesReader(None).read(image).layouts} == {"BADGE", "CHI?F"}


def test_letters_that_the_network_takes_for_print_are_found_by_their_pictures() -> None:
    marks = dict(zip("%#+*", "TUVW", strict=True))
    known = EnrolledTiles([TileLook(marks[mark], picture) for mark, picture in shown("%#+*")])
    image = render(Table(sheets=lay_layout(["#*+%"], 20, 10, 75), view=SMALL, light=OTHER_LIGHT))
    assert len(TilesReader(None).read(image).items) < len(marks)
    assert TilesReader(None, enrolled=known).read(image).layouts == (("UWVT",),)


def test_a_board_is_read_by_pictures_too(secret: EnrolledTiles) -> None:
    rows = ["." * 15 for _ in range(15)]
    rows[7] = "....BADGE......"
    image = render(Table(mat=Mat(markers=False), sheets=lay_board(rows), view=View(width=1000, height=750)))
    meant = "".join(MEANT.get(symbol, symbol) for symbol in rows[7])
    assert BoardReader(None, enrolled=secret).read(image).rows[7] == meant


@pytest.mark.usefixtures("home")
def test_games_read_a_drawn_tile_by_tiles_with_the_name_of_the_box() -> None:
    before = render(Table(view=SMALL))
    now = render(Table(sheets=lay_layout(["E"], 30, 10, 20), view=SMALL))
    drawn = drawn_tiles(before, now)
    assert drawn
    assert drawn.symbols == ("E",)
    kept = tuple(OwnTile(MEANT[symbol], (picture,)) for symbol, picture in shown())
    own_sets.use_set(OwnTiles("english", kept, "any"))
    drawn = drawn_tiles(before, now)
    assert drawn
    assert drawn.symbols == (MEANT["E"],)
    assert reader("tiles", "english").read(now).symbols == (MEANT["E"],)


def test_probabilities_add_up_and_what_is_none_stays_none(secret: EnrolledTiles) -> None:
    plane = locate(render(Table(sheets=lay_layout(["FACE"], 0, 0, 0), view=SMALL)))
    patches = [Patch(6, s.x, s.y, s.angle, s.side) for s in places_in(plane, None).firm]
    patches.append(Patch(6, 150, 150, 20, patches[0].width))
    seen, plain = secret.faces(plane.image, patches), faces(plane.image, patches)
    whole = np.exp(seen.letters).sum(axis=(1, 2)) + np.exp(seen.blank) + np.exp(seen.nothing)
    assert whole == pytest.approx(1, abs=1e-6)
    assert np.exp(seen.nothing[-1]) > 0.9
    assert seen.values == pytest.approx(plain.values)


def test_what_was_not_shown_is_still_read() -> None:
    known = EnrolledTiles([TileLook(symbol, picture) for symbol, picture in shown() if symbol not in "AE"])
    image = render(Table(sheets=lay_layout(["FACED"], 5, 9, 40), view=SMALL, light=OTHER_LIGHT))
    assert TilesReader(enrolled=known).read(image).layouts == (("FACED",),)


def test_how_much_of_the_pictures_the_network_reads_by_itself(secret: EnrolledTiles) -> None:
    assert secret.share == pytest.approx(0.1)  # the blank
    assert EnrolledTiles([TileLook(*look) for look in shown()]).share == 1.0


def test_no_patches(secret: EnrolledTiles) -> None:
    assert secret.faces(np.zeros((50, 50, 3), np.uint8), []).letters.shape == (0, 4, len(LETTERS))
