"""How a die lies: its shape, and where its top is and how turned, when the finder is a little wrong."""

from math import cos, dist, radians, sin

import pytest

from appliance.pieces import Die
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View, truth
from appliance.vision.finder import CUBE, FOLDS, NUMBER, OCTAHEDRON, Sighted
from appliance.vision.plane import bare
from appliance.vision.pose import Guess, guesses

VIEW = View(width=640, height=480, span=230.0)
OFF = {CUBE: 0.06, OCTAHEDRON: 0.09, NUMBER: 0.11}
"""How far beside its top's middle a die of each kind may be seen, in sides."""
SHAPES = {CUBE: (6, "R"), OCTAHEDRON: (8, "R"), NUMBER: (12, "5")}


def dice(kind: int) -> Table:
    """Six dice of that shape, each turned otherwise."""
    sides, symbol = SHAPES[kind]
    placed = [
        Placed(
            Die(str(n), sides, ("white", "blue", "red")[n % 3], (symbol,) * sides),
            0,
            -70.0 + 70 * (n % 3),
            -35.0 + 70 * (n // 3),
            11.0 + 37 * n,
        )
        for n in range(6)
    ]
    return Table(tuple(placed), view=VIEW, seed=4)


def looked_at(table: Table, off: float, larger: float, *kinds: int) -> list[list[Guess]]:
    """The dice as guessed, told by the finder to lie so far beside (in sides) and to be so much larger."""
    found = []
    for n, true in enumerate(truth(table)):
        side = dist(true.corners[0], true.corners[1])
        way = radians(73 * n)
        x, y = true.center[0] + off * side * cos(way), true.center[1] + off * side * sin(way)
        found.append(Sighted(CUBE, x, y, side * larger, 0.0, 0.9))
    return guesses(bare(render(table)), found, *kinds)


@pytest.mark.parametrize("kind", SHAPES, ids=["cube", "octahedron", "number die"])
@pytest.mark.parametrize(("off", "larger"), [(0.0, 1.0), (0.1, 0.88), (0.12, 1.15)])
def test_place_size_and_turn_are_put_right(kind: int, off: float, larger: float) -> None:
    table = dice(kind)
    for true, some in zip(truth(table), looked_at(table, off, larger, *SHAPES), strict=True):
        die, side = some[0].die, dist(true.corners[0], true.corners[1])
        assert die.kind == kind
        assert dist((die.x, die.y), true.center) < OFF[kind] * side
        assert abs(die.side / side - 1) < 0.12
        fold = 360 / FOLDS[kind]
        assert abs((die.angle - true.angle + fold / 2) % fold - fold / 2) < 6


def test_only_the_kinds_asked_for_are_guessed() -> None:
    for some in looked_at(dice(OCTAHEDRON), 0.0, 1.0, CUBE):
        assert [guess.die.kind for guess in some] == [CUBE]
        assert some[0].chance < 0.2


def test_where_nothing_lies_no_kind_is_likely() -> None:
    picture = bare(render(Table((), view=VIEW)))
    places = [Sighted(CUBE, 100.0 + 110 * n, 200.0 + 20 * n, 44.0, 0.0, 0.5) for n in range(5)]
    for some in guesses(picture, places, *SHAPES):
        assert sum(guess.chance for guess in some) < 0.5
