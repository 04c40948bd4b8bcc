"""The virtual table: dice that lie where they should, rows, truth, and pictures that repeat."""

from math import dist
from random import Random

import numpy as np
import pytest

from appliance.errors import BadValue, Missing
from appliance.pieces import Die, dice_set
from appliance.virtual.dice import Placed, lay_block, lay_row, reach, roll
from appliance.virtual.geometry import project, turned
from appliance.virtual.glyphs import draws_letters, glyph
from appliance.virtual.render import develop, expose, render
from appliance.virtual.scene import Finish, Mat, Table, View, default_font, truth
from appliance.virtual.solids import lying
from appliance.virtual.variety import HELD_OUT, SEEN, any_finish, any_light, any_mat, any_view

DICE = dice_set("anabid").dice


def test_a_roll_repeats_with_its_seed_and_dice_lie_apart() -> None:
    placed = roll(Random(4), DICE)
    assert placed == roll(Random(4), DICE)
    assert placed != roll(Random(5), DICE)
    for i, one in enumerate(placed):
        assert one.symbol in one.die.faces
        assert all(dist((one.x, one.y), (o.x, o.y)) > 17 for o in placed[:i])


def test_touching_dice_touch_but_do_not_overlap() -> None:
    placed = roll(Random(1), DICE, touching=1.0)
    gaps = [min(dist((a.x, a.y), (b.x, b.y)) for b in placed if b is not a) for a in placed]
    assert max(gaps) < 2 * max(reach(die) for die in DICE)
    assert min(gaps) > 17


def test_a_field_without_room_is_refused() -> None:
    with pytest.raises(BadValue, match="no room for 9 dice"):
        roll(Random(1), DICE, field=(30, 30))


def test_a_row_keeps_faces_and_lies_in_reading_order() -> None:
    placed = roll(Random(2), DICE)
    laid = lay_row(placed, [3, 0, 7], turn=30)
    assert [p.face for p in laid] == [p.face for p in placed]
    row = [laid[i] for i in (3, 0, 7)]
    assert all(p.turn == 30 for p in row)
    assert row[0].x < row[1].x < row[2].x
    assert row[0].y < row[1].y < row[2].y
    loose = [p for i, p in enumerate(laid) if i not in (3, 0, 7)]
    assert all(dist((a.x, a.y), (b.x, b.y)) > 24 for a in loose for b in row)


@pytest.mark.parametrize("order", [[0, 0], [9], [-1]])
def test_a_row_of_dice_that_are_not_there_is_refused(order: list[int]) -> None:
    with pytest.raises(BadValue, match="cannot lay"):
        lay_row(roll(Random(2), DICE), order)


@pytest.mark.parametrize(("columns", "rows"), [(6, 1), (3, 2), (1, 6), (4, 2)])
def test_a_block_keeps_faces_and_fills_rows(columns: int, rows: int) -> None:
    placed = roll(Random(2), [die for die in DICE if die.sides == 6][:6])
    laid = lay_block(placed, columns, Random(1), gap=0.4)
    assert [p.face for p in laid] == [p.face for p in placed]
    near = [min(dist((a.x, a.y), (b.x, b.y)) for b in laid if b is not a) for a in laid]
    assert near == pytest.approx([18.4] * 6, abs=1)
    turn = placed[0].turn
    lines = {round(turned(p.x - laid[0].x, p.y - laid[0].y, -turn)[1] / 18.4) for p in laid}
    assert len(lines) == rows
    assert all((p.turn - turn + 10) % 90 < 20 for p in laid)


@pytest.mark.parametrize("sides", [6, 8, 12])
def test_every_face_can_lie_on_top_and_level(sides: int) -> None:
    for face in range(sides):
        solid = lying(sides, 18, face, 77)
        top = solid.faces[face]
        assert np.allclose(top.frame[:, 2], [0, 0, 1])
        assert np.allclose(solid.corners[list(top.corners), 2], solid.corners[:, 2].max())
        assert solid.corners[:, 2].min() == pytest.approx(0)
        assert all(np.linalg.det(f.frame) == pytest.approx(1) for f in solid.faces)  # nothing is mirrored
    with pytest.raises(BadValue, match="10 sides"):
        lying(10, 18, 0, 0)


def test_the_camera_sees_the_middle_in_the_middle_and_high_things_larger() -> None:
    projection = View().projection()
    assert project([0, 0, 0], projection)[0] == pytest.approx([640, 480])
    low, high = project([100, 0, 0], projection)[0], project([100, 0, 18], projection)[0]
    assert high[0] > low[0] > 640


def test_the_truth_lies_on_the_dice() -> None:
    table = Table(roll(Random(3), DICE[:6]), Mat(markers=False), view=View(noise=0))
    image = render(table)
    for true, placed in zip(truth(table), table.dice, strict=True):
        assert true.symbol == placed.symbol
        assert true.angle == pytest.approx(placed.turn, abs=2)
        x, y = (round(c) for c in true.center)
        assert image[y - 18 : y + 18, x - 18 : x + 18].max() > 180  # a white die on a black mat


def test_a_scene_always_gives_the_same_picture_and_shots_differ_by_noise() -> None:
    table = Table(roll(Random(3), DICE), seed=9)
    one = render(table)
    assert np.array_equal(one, render(table))
    exposed = expose(table)
    other = develop(exposed, table.view, seed=1)
    assert np.abs(one.astype(int) - other).mean() == pytest.approx(2.0, abs=1.2)
    assert np.array_equal(develop(exposed, View(noise=0), 1), exposed)


@pytest.mark.parametrize("variety", [SEEN, HELD_OUT])
def test_varied_scenes_can_be_drawn(variety: type) -> None:
    rng = Random(8)
    for _ in range(3):
        table = Table(
            roll(rng, DICE),
            any_mat(rng, variety, markers=True),  # type: ignore[arg-type]
            any_light(rng, variety),  # type: ignore[arg-type]
            any_view(rng, variety, width=640),  # type: ignore[arg-type]
            any_finish(rng, variety, [default_font()]),  # type: ignore[arg-type]
        )
        assert render(table).shape == (480, 640, 3)


def test_a_die_half_out_of_the_picture_is_cut_off() -> None:
    die = Die("one", 6, "red", ("A", "B", "C", "D", "E", "F"))
    for x in (-220.0, 220.0, 400.0):
        table = Table((roll(Random(1), [die])[0].__class__(die, 0, x, 0, 10),))
        assert render(table).shape == (960, 1280, 3)


def test_the_shipped_font_has_all_letters() -> None:
    assert draws_letters(default_font())
    assert glyph(default_font(), "M", underlined=True).shape[0] > glyph(default_font(), "M").shape[0]
    for lacking in (" ", "漢"):  # an empty face, and a box
        with pytest.raises(Missing):
            glyph(default_font(), lacking)


# Cameras that look from aside


def test_the_eye_lies_where_all_sight_begins() -> None:
    view = View(tilt=(35, -8), turn=20, shift=(12, -5))
    toward = view.projection() @ [*view.eye(), 1.0]
    assert np.allclose(toward, 0, atol=1e-6)
    assert View(above=700).eye() == pytest.approx([0, 0, 700])


def test_a_square_seen_from_aside_is_square_again_in_a_taller_picture() -> None:
    square = [(-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0)]
    seen = View(tilt=(45, 0), above=5000).pixels(square)
    undone = View(tilt=(45, 0), above=5000, tall=2**0.5).pixels(square)
    for pixels, ratio in ((seen, 2**-0.5), (undone, 1.0)):
        assert np.ptp(pixels[:, 1]) / np.ptp(pixels[:, 0]) == pytest.approx(ratio, rel=0.01)


def test_of_two_dice_in_touch_the_one_nearer_to_the_lens_hides_the_other() -> None:
    white, black = ("white", (240, 240, 240), (0, 0, 0)), ("black", (0, 0, 0), (0, 0, 0))
    far, near = (Die(name, 6, name, ("0",) * 6) for name in ("white", "black"))
    finish = Finish(size=16, bodies=(white, black))
    view = View(tilt=(40, 0), span=100, above=200, blur=0, noise=0)
    side = 1 if view.eye()[1] > 0 else -1
    dice = (Placed(near, 0, 0, side * 8, 0), Placed(far, 0, 0, -side * 8, 0))
    image = expose(Table(dice, Mat(markers=False), view=view, finish=finish))
    for x, y in view.pixels([(0, side * away, 16) for away in (2, 5, 8)]):
        assert image[round(y), round(x)].max() < 30  # the black one's top, and not the white one's side
