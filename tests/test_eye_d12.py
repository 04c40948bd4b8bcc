"""The number die as the eye reads it: each face, any turn, any mat, and things that are no number die."""

from dataclasses import replace
from math import dist
from random import Random

import numpy as np
import pytest

from appliance.pieces import dice_set
from appliance.readers import reader
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Light, Mat, Table, View, truth
from appliance.vision import d12, health
from appliance.vision.d12 import ONE, D12Reader
from appliance.vision.dice import COCKED, NO_DICE
from appliance.vision.finder import Sides, Sighted, sighted
from appliance.vision.number_faces import SYMBOLS
from appliance.vision.plane import Plane
from appliance.vision.reading import D12, SURE

SET = dice_set("anagrascramble")
DIE = SET.dice[0]
OWN = sorted(set(DIE.faces))
ANY = replace(DIE, faces=SYMBOLS[:12])


@pytest.fixture(scope="module")
def eye() -> D12Reader:
    return D12Reader(SET)


@pytest.fixture(scope="module")
def any_eye() -> D12Reader:
    return D12Reader(None)


@pytest.mark.parametrize("face", [DIE.faces.index(symbol) for symbol in OWN], ids=OWN)
def test_each_face_at_any_turn(eye: D12Reader, face: int) -> None:
    turn = 37.0 * face % 360
    scene = Table((Placed(DIE, face, 90 - turn / 2, turn / 4 - 40, turn),), finish=Finish(size=20.0))
    reading = eye.read(render(scene))
    true = truth(scene)[0]
    assert reading.symbols == (true.symbol,)
    item = reading.items[0]
    assert reading.kind == D12
    assert dist(item.center, true.center) < 6
    assert item.spot is not None
    assert dist(item.spot, (scene.dice[0].x, scene.dice[0].y)) < 3
    if true.symbol != "*":
        assert abs((item.angle - true.angle + 180) % 360 - 180) < 8


@pytest.mark.parametrize("body", ["white", "blue", "red", "black", "green"])
def test_dice_of_any_colour_on_any_mat(eye: D12Reader, body: str) -> None:
    placed = roll(Random(body), [replace(DIE, body=body)], size=22)
    for mat in (Mat(GREEN), Mat((214, 218, 220), markers=False)):
        reading = eye.read(render(Table(placed, mat, view=View(turn=3), finish=Finish(size=22.0))))
        assert reading.symbols == (placed[0].symbol,)


@pytest.mark.parametrize("body", ["black", "blue"])
def test_a_dark_die_on_a_dark_table_in_dim_light_is_read(eye: D12Reader, body: str) -> None:
    placed = (Placed(replace(DIE, body=body), 0, -40, 20, 30),)
    table = Mat((30, 28, 26), markers=False)
    reading = eye.read(render(Table(placed, table, Light(level=0.2), finish=Finish(size=20.0))))
    assert reading.symbols == ("7",)
    assert health.BLACK not in reading.problems


def test_letter_dice_and_pips_are_no_number_die(eye: D12Reader) -> None:
    dice = [*dice_set("anabid").dice[:4], *dice_set("bid-and-bluff").dice[:3]]
    reading = eye.read(render(Table(roll(Random(3), dice))))
    assert not any(item.sure for item in reading.items)


def test_two_number_dice_are_said(eye: D12Reader) -> None:
    placed = (Placed(DIE, 0, -40, 0, 0), Placed(replace(DIE, body="red"), 9, 40, 0, 80))
    reading = eye.read(render(Table(placed, finish=Finish(size=20.0))))
    assert sorted(reading.symbols) == ["4", "7"]
    assert ONE in reading.problems
    assert not reading.sure


def test_other_numbers_are_not_taken_for_one(eye: D12Reader) -> None:
    other = replace(DIE, faces=("1", "2", "3", "8", "10", "11", "12", "1", "2", "3", "8", "10"))
    for face in range(7):
        reading = eye.read(
            render(Table((Placed(other, face, 20, 10, 50.0 * face),), finish=Finish(size=20.0)))
        )
        assert not any(item.sure for item in reading.items)
        assert not set(reading.symbols) - set(OWN)


@pytest.mark.parametrize("number", range(1, 13))
def test_dice_of_any_make_show_one_to_twelve(any_eye: D12Reader, number: int) -> None:
    for dotted in (False, True):
        placed = (Placed(ANY, number - 1, 15, -5, 77.0 * number), Placed(ANY, number % 12, -35, 20, 31.0))
        scene = Table(placed, finish=Finish(size=22.0, dotted=dotted))
        reading = any_eye.read(render(scene))
        assert sorted(reading.symbols) == sorted(one.symbol for one in placed)
        assert any(item.sure for item in reading.items)
        assert reading.problems == ()


def test_the_games_own_die_is_read_without_knowing_it(any_eye: D12Reader) -> None:
    for symbol in OWN:
        scene = Table((Placed(DIE, DIE.faces.index(symbol), 20, 10, 200.0),), finish=Finish(size=22.0))
        assert any_eye.read(render(scene)).symbols == (symbol,)


@pytest.mark.parametrize("aside", [12.0, 24.0])
def test_dice_that_all_seem_to_lean_alike_are_seen_from_one_side(any_eye: D12Reader, aside: float) -> None:
    placed = tuple(
        Placed(ANY, face, x, y, 50.0 * face)
        for face, x, y in ((2, -50.0, 0.0), (4, 0.0, 30.0), (7, 5.0, -35.0), (6, 55.0, 5.0))
    )
    view = View(span=220, above=400, tilt=(aside, 0.0))
    scene = Table(placed, Mat(GREEN, markers=False), view=view, finish=Finish(size=22.0))
    reading = any_eye.read(render(scene))
    assert sorted(reading.symbols) == ["3", "5", "7", "8"]
    assert COCKED not in reading.problems
    tipped = replace(scene, dice=(replace(placed[0], lean=24.0, twist=90.0), *placed[1:]))
    assert COCKED in any_eye.read(render(tipped)).problems


def test_small_dice_in_a_large_picture_are_looked_at_in_all_of_its_pixels(any_eye: D12Reader) -> None:
    lying = ((3, -300.0, 200.0, 20.0), (4, 310.0, -150.0, 250.0), (7, 10.0, -50.0, 100.0))
    placed = tuple(Placed(ANY, *one) for one in lying)
    view = View(span=4000, above=5200, width=4032)
    scene = Table(placed, Mat(GREEN, markers=False), view=view, finish=Finish(size=24.0))
    assert sorted(any_eye.read(render(scene)).symbols) == ["4", "5", "8"]


def test_a_small_die_without_a_mat_must_be_plainer_to_be_believed(eye: D12Reader) -> None:
    for size, least in ((11.0, 0.995), (20.0, SURE)):
        placed, view = (Placed(DIE, 10, 0, 0, 15),), View(span=560, width=960)
        bare = Table(placed, Mat(GREEN, markers=False), view=view, finish=Finish(size=size))
        (item,) = eye.read(render(bare)).items
        assert item.least == least
        assert item.sure == (item.confidence >= least)
        (item,) = eye.read(render(replace(bare, mat=Mat(GREEN)))).items
        assert item.least == SURE


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (np.zeros((480, 640, 3), np.uint8), health.BLACK),
        (np.full((480, 640, 3), 120, np.uint8), NO_DICE),
        (render(Table()), NO_DICE),
    ],
)
def test_frames_without_the_die_are_put_into_words(eye: D12Reader, frame: np.ndarray, problem: str) -> None:
    reading = eye.read(frame)
    assert reading.items == ()
    assert problem in reading.problems


@pytest.mark.parametrize("markers", [True, False])
def test_a_number_on_what_hardly_looks_like_a_die_is_asked_about(
    eye: D12Reader, monkeypatch: pytest.MonkeyPatch, *, markers: bool
) -> None:
    """To the network that reads it is plain; without a mat it may as well be print, or clouds."""

    def faintly(plane: Plane, *kinds: int, sides: Sides | None) -> list[Sighted]:
        return [replace(one, score=min(one.score, 0.4)) for one in sighted(plane, *kinds, sides=sides)]

    monkeypatch.setattr(d12, "sighted", faintly)
    scene = Table((Placed(DIE, 10, 0, 0, 15),), Mat(markers=markers), finish=Finish(size=20.0))
    (item,) = eye.read(render(scene)).items
    assert item.confidence > SURE
    assert item.sure == markers


def test_the_reader_is_found_by_name() -> None:
    scene = Table((Placed(DIE, 10, 0, 0, 15),), finish=Finish(size=20.0))
    said = reader("d12").read(render(scene)).as_json("x.png")
    assert said["kind"] == "d12"
    assert [item["symbol"] for item in said["items"]] == ["Pass"]


@pytest.mark.parametrize("lean", [-28.0, -20.0, 20.0, 28.0])
def test_a_die_that_leans_is_not_believed(eye: D12Reader, lean: float) -> None:
    for number in range(3):
        flat = roll(Random(number), [DIE], size=20)
        scene = Table((replace(flat[0], lean=lean),), Mat(GREEN), finish=Finish(size=20.0))
        reading = eye.read(render(scene))
        assert COCKED in reading.problems
        assert not any(item.sure for item in reading.items)


def test_without_a_mat_a_die_is_rather_seen_from_aside_than_leaning_a_little(eye: D12Reader) -> None:
    placed, bare, finish = Placed(DIE, 1, 10.0, -5.0, 33.0), Mat(GREEN, markers=False), Finish(size=20.0)
    aside = eye.read(render(Table((placed,), bare, view=View(span=240, tilt=(17.0, 0.0)), finish=finish)))
    assert aside.symbols == (placed.symbol,)
    assert aside.sure
    tipped = Table((replace(placed, lean=32.0),), bare, view=View(span=240), finish=finish)
    assert COCKED in eye.read(render(tipped)).problems


@pytest.mark.parametrize("markers", [True, False])
def test_a_flat_die_that_is_seen_from_one_side_does_not_lean(eye: D12Reader, markers: bool) -> None:
    for x, y in ((-120.0, -95.0), (120.0, -95.0), (120.0, 95.0)):
        placed = (Placed(DIE, 0, x, y, 40.0),)
        scene = Table(placed, Mat(GREEN, markers=markers), view=View(above=520), finish=Finish(size=20.0))
        reading = eye.read(render(scene))
        assert reading.symbols == ("7",)
        assert reading.sure
