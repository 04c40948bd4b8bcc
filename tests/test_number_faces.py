"""Number dice from aside: which of the faces that a camera sees is the top."""

from dataclasses import replace
from math import dist, radians, sin

import numpy as np
import pytest

from appliance.pieces import Die
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Finish, Mat, Table, View, truth
from appliance.vision import d12, number_faces
from appliance.vision.d12 import D12Reader
from appliance.vision.finder import NUMBER, Sighted
from appliance.vision.number_faces import BESIDE, FIFTH, SLANTED, SYMBOLS, tipped
from appliance.vision.plane import Plane
from appliance.vision.pose import Guess, guesses
from training.faces import Shown, shown

DIE = Die("any", 12, "white", SYMBOLS[:12])
PLACED = tuple(
    Placed(DIE, face, x, y, 50.0 * face)
    for face, x, y in ((2, -50.0, 0.0), (4, 0.0, 30.0), (7, 5.0, -35.0), (6, 55.0, 5.0))
)


def table(aside: float, *, markers: bool = False) -> Table:
    view = View(span=560 if markers else 220, above=500, tilt=(aside, 0.0), width=1600)
    return Table(PLACED, Mat(GREEN, markers=markers), view=view, finish=Finish(size=22.0))


@pytest.fixture(scope="module")
def eye() -> D12Reader:
    return D12Reader(None)


@pytest.mark.parametrize("aside", [0.0, 20.0, 38.0])
def test_what_is_seen_of_a_top_tells_where_the_faces_beside_it_are(aside: float) -> None:
    for die in PLACED:
        faces = list(shown(die, table(aside), SLANTED))
        top = next(face for face in faces if face.symbol == die.symbol)
        assert np.hypot(*top.tilt) == pytest.approx(sin(radians(aside)), abs=0.12)
        for other in faces:
            if other is not top:
                assert min(dist(other.tilt, where) for where in beside(top)) < 0.03
    assert (len(faces) > 1) == (aside > 15)


def beside(face: Shown) -> np.ndarray:
    """Where the middles of the faces beside one are seen, as the eye reckons it (5 x 2)."""
    ways = np.radians(face.ring + FIFTH * np.arange(5))
    slope = np.sqrt(1 - BESIDE**2)
    facing = np.column_stack([slope * np.cos(ways), slope * np.sin(ways), np.full(5, BESIDE)])
    return np.asarray((facing @ tipped(*face.tilt).T)[:, :2])


@pytest.mark.parametrize("markers", [True, False])
def test_tops_are_read_where_other_faces_look_more_at_the_camera(eye: D12Reader, *, markers: bool) -> None:
    scene = table(36.0, markers=markers)
    for die in PLACED:
        top, *others = sorted(shown(die, scene, SLANTED), key=lambda face: face.symbol != die.symbol)
        assert not others or min(np.hypot(*face.tilt) for face in others) < np.hypot(*top.tilt)
    reading = eye.read(render(scene))
    assert sorted(reading.symbols) == sorted(die.symbol for die in PLACED)


def test_where_all_dice_may_be_taken_in_two_ways_the_finder_rather_saw_their_tops() -> None:
    tops, others = np.array([[0.5, 0.1], [0.48, 0.08], [0.5, 0.06]]), np.array([-0.3, 0.35])
    seen = [np.vstack([top, others + 0.01 * k]) for k, top in enumerate(tops)]
    usual, clear = number_faces._usual(seen)
    assert dist(usual, tops[1]) < 0.05
    assert not clear
    usual, clear = number_faces._usual([some[::-1] for some in seen])
    assert dist(usual, others) < 0.05
    assert not clear
    assert number_faces._usual([tops[:1], *seen])[1]


def test_dice_that_may_be_taken_otherwise_nearly_as_well_are_asked_about(
    eye: D12Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(item.sure for item in eye.read(render(table(36.0))).items)
    monkeypatch.setattr(number_faces, "_CLEARLY", 4.0)
    reading = eye.read(render(table(36.0)))
    assert len(reading.items) == len(PLACED)
    assert not any(item.sure for item in reading.items)


def test_a_die_of_which_several_faces_are_found_counts_once() -> None:
    dice = [Sighted(NUMBER, x, 100.0, 80.0, 0.0, score) for x, score in ((100, 0.4), (130, 0.6), (240, 0.5))]
    assert sorted(number_faces._apart(dice, np.array([True, True, True]))) == [1, 2]
    assert number_faces._apart(dice, np.array([True, False, False])) == [0]


@pytest.mark.parametrize("off", [(0.14, 0.0), (0.0, -0.14)])
def test_a_die_is_looked_at_again_where_it_truly_lies(
    eye: D12Reader, monkeypatch: pytest.MonkeyPatch, off: tuple[float, float]
) -> None:
    """Beside it the network that tells how dice lie may have it."""

    def astray(plane: Plane, *args: object) -> list[list[Guess]]:
        return [[moved(guess) for guess in some] for some in guesses(plane, *args)]  # type: ignore[arg-type]

    def moved(guess: Guess) -> Guess:
        (right, down), die = off, guess.die
        return replace(guess, die=replace(die, x=die.x + right * die.side, y=die.y + down * die.side))

    monkeypatch.setattr(d12, "guesses", astray)
    scene = table(0.0)
    reading, true = eye.read(render(scene)), truth(scene)
    assert sorted(reading.symbols) == sorted(one.symbol for one in true)
    for item in reading.items:
        assert min(dist(item.center, one.center) for one in true) < 8
