"""Dice with pips and the number die on the virtual table: solids, prints, places, and dice that lean."""

from dataclasses import replace
from itertools import combinations
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import Missing
from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed, lay_row, reach, roll
from appliance.virtual.glyphs import number_glyph, pips_glyph
from appliance.virtual.render import render
from appliance.virtual.scene import Finish, Mat, Pips, Table, View, default_font, truth
from appliance.virtual.solids import lying
from appliance.virtual.variety import SEEN, any_finish, any_pips

PIP_SET = dice_set("bid-and-bluff")
NUMBER = dice_set("anagrascramble").dice[0]


def spots(mask: np.ndarray) -> int:
    """How many separate marks there are."""
    return cv2.connectedComponents((mask > 127).astype(np.uint8))[0] - 1


def test_the_sets_of_the_sheets() -> None:
    assert len({die.body for die in PIP_SET.dice}) == len(PIP_SET.dice) == 6
    assert all(die.has_pips and sorted(die.faces) == list("012345") for die in PIP_SET.dice)
    assert not any(die.has_pips for die in (*dice_set("anabid").dice, NUMBER))
    assert [die.name for die in dice_set("bid-and-bluff:red").dice] == ["red"]
    assert sorted(NUMBER.faces) == sorted(["7", "7", "6", "6", "6", "5", "5", "5", "4", "4", "Pass", "*"])


def test_a_dodecahedron_has_twelve_pentagons_and_is_as_high_as_said() -> None:
    solid = lying(12, 20, 0, 0)
    assert len(solid.faces) == 12
    assert all(len(face.corners) == 5 for face in solid.faces)
    assert np.ptp(solid.corners[:, 2]) == pytest.approx(20)
    edges = [
        dist(solid.corners[a], solid.corners[b])
        for face in solid.faces
        for a, b in zip(face.corners, np.roll(face.corners, 1), strict=True)
    ]
    assert np.allclose(edges, edges[0])
    normals = [face.frame[:, 2] for face in solid.faces]
    assert all(not np.allclose(a, b) for a, b in combinations(normals, 2))


def test_the_symbol_of_a_number_die_points_to_a_corner() -> None:
    top = lying(12, 20, 3, 0).faces[3]
    corners = lying(12, 20, 3, 0).corners[list(top.corners)]
    head = corners[corners[:, 1].argmin()]
    assert head[0] == pytest.approx(0, abs=1e-9)  # turn 0: straight up in the picture


def test_a_die_that_leans_stands_on_an_edge() -> None:
    flat, leaning = lying(6, 16, 0, 10), lying(6, 16, 0, 10, lean=45)
    assert leaning.corners[:, 2].min() == pytest.approx(0)
    assert np.sum(leaning.corners[:, 2] < 1e-9) == 2
    assert np.ptp(leaning.corners[:, 2]) == pytest.approx(16 * 2**0.5)
    assert np.sum(flat.corners[:, 2] < 1e-9) == 4


@pytest.mark.parametrize("number", range(7))
def test_as_many_pips_are_drawn_as_are_said(number: int) -> None:
    assert spots(pips_glyph(str(number), Pips())) == number
    assert spots(pips_glyph(str(number), Pips(hollow=0.5))) == number


def test_more_than_six_pips_are_refused() -> None:
    with pytest.raises(Missing, match="'7' pips"):
        pips_glyph("7", Pips())


def test_numbers_are_told_apart_and_the_six_is_marked() -> None:
    font = default_font()
    plain, dotted = Finish(), Finish(dotted=True)
    masks = [number_glyph(font, symbol, plain) for symbol in ("4", "5", "6", "7", "Pass", "*")]
    assert len({mask.tobytes() for mask in masks}) == 6
    assert spots(number_glyph(font, "5", plain)) == 1
    assert spots(number_glyph(font, "6", plain)) == spots(number_glyph(font, "6", dotted)) == 2
    assert (
        number_glyph(font, "Pass", plain).tobytes()
        != number_glyph(font, "Pass", Finish(capitals=True)).tobytes()
    )
    stars = [number_glyph(font, "*", Finish(star=points)) for points in (0, 5, 6)]
    assert len({star.tobytes() for star in stars}) == 3


@pytest.mark.parametrize("turn", [0, 33])
def test_a_picture_shows_the_pips_where_the_truth_says(turn: float) -> None:
    die = PIP_SET.dice[3]  # blue with white pips
    placed = tuple(
        Placed(die, face, 60.0 * (face % 3) - 60, 50.0 * (face // 3) - 25, turn) for face in range(6)
    )
    finish = replace(Finish(), size=20.0)
    table = Table(placed, Mat(markers=False), view=View(noise=0), finish=finish)
    image = render(table)
    for true in truth(table):
        source = np.array(true.corners, np.float32)
        target = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)
        face = cv2.warpPerspective(image, cv2.getPerspectiveTransform(source, target), (90, 90))
        white = cv2.inRange(face, (150, 150, 150), (255, 255, 255))
        assert spots(white[8:-8, 8:-8]) == int(true.symbol)
        assert true.body == "blue"


def test_dice_of_all_shapes_lie_apart_or_touch() -> None:
    dice = [*PIP_SET.dice[:3], NUMBER, Die("n2", 12, "red", NUMBER.faces)]
    for seed in range(6):
        placed = roll(Random(seed), dice, touching=0.8, size=20)
        assert placed == roll(Random(seed), dice, touching=0.8, size=20)
        for one, other in combinations(placed, 2):
            # Inscribed circles never overlap.
            assert dist((one.x, one.y), (other.x, other.y)) > 20
    row = lay_row(placed, [3, 0, 4], size=20)
    assert [row[i].x for i in (3, 0, 4)] == sorted(row[i].x for i in (3, 0, 4))


def test_a_number_die_reaches_as_far_as_its_corners() -> None:
    out = np.hypot(*lying(12, 18, 0, 0).corners[:, :2].T).max()
    assert out <= reach(NUMBER) < out + 0.3


def test_the_square_about_a_number_die_is_as_wide_as_its_outline() -> None:
    table = Table((Placed(NUMBER, 0, 0, 0, 0),), view=View(above=1e6))
    true = truth(table)[0]
    solid = lying(12, 18, 0, 0)
    across = solid.corners[:, :2] @ [0, 1]
    outline = np.ptp(across) * 1280 / 440
    assert dist(true.corners[0], true.corners[1]) == pytest.approx(outline, rel=0.08)


def test_makes_of_pips_vary_and_keep_their_colours() -> None:
    rng = Random(3)
    makes = [any_pips(rng, any_finish(rng, SEEN, [default_font()])) for _ in range(40)]
    assert len({make.pips for make in makes}) == 40
    assert any(make.pips.disc for make in makes)
    assert all(make.pips.away + make.pips.radius < 0.48 for make in makes)
    purple = makes[0].colours("purple")[0]
    assert purple[0] > purple[1] < purple[2]
