"""Random scenes of dice on the squares of Bid & Bluff's board, upon which plain dice look like print."""

from collections.abc import Callable
from random import Random

from appliance.pieces import Die
from appliance.pieces.track import track
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import Table, truth
from appliance.virtual.sheets import Sheet
from appliance.virtual.track import TrackArt
from appliance.virtual.variety import SEEN, any_mat, any_view
from training.lights import lit
from training.solids import EVERYWHERE, Scene, any_make, seen_as

_BOARD = track("bid-and-bluff")
_PLAIN = 0.6  # share of the dice that have no pips at all
_ALONG = 0.6  # and of those that stand about along the squares


def on_track(
    rng: Random, fonts: list[str], tipped: Callable[[Random, Placed], Placed] = lambda _, placed: placed
) -> Scene:
    """The board on the mat with three to nine dice of one make, each in a square of its own.

    `tipped` may make them lean.
    """
    size, mat = rng.uniform(13, 20), any_mat(rng, SEEN, markers=True)
    dice = [_die(rng, f"die {number}") for number in range(rng.randint(3, 9))]
    finish = any_make(rng, fonts, size, mat, dice, pale=False, stirred=EVERYWHERE.stirred)
    placed = []
    for die, square in zip(dice, rng.sample(list(_BOARD.squares()), len(dice)), strict=True):
        x, y = _BOARD.middle(square)
        along = rng.random() < _ALONG
        turn = rng.choice((0, 90, 180, 270)) + rng.gauss(0, 5) if along else rng.uniform(0, 360)
        one = Placed(die, rng.randrange(6), x + rng.gauss(0, 1), y + rng.gauss(0, 1), turn % 360)
        placed.append(tipped(rng, one))
    view = any_view(rng, SEEN, width=rng.choice((960, 1280)))
    sheet = Sheet(TrackArt(_BOARD), 0, 0)
    table = Table(tuple(placed), mat, lit(rng), view, finish, rng.randrange(1 << 30), (sheet,))
    seen = tuple(seen_as(one, true, finish) for one, true in zip(placed, truth(table), strict=True))
    return Scene(table, render(table), seen, ())


def _die(rng: Random, name: str) -> Die:
    faces = ("0",) * 6 if rng.random() < _PLAIN else tuple(rng.sample("0123456", 6))
    return Die(name, 6, name, faces)
