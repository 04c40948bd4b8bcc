"""What tiles show, decided together: by others of the same letter, by their neighbours, by numbers."""

from math import dist
from random import Random

import numpy as np
import pytest

from appliance.pieces.tiles import ENGLISH
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View
from appliance.virtual.tiles import lay_layout, tile_truth
from appliance.vision.straighten import Patch
from appliance.vision.tile_alike import agreed
from appliance.vision.tile_decide import among, likely
from appliance.vision.tile_net import LETTERS, SYMBOLS, VALUES, Faces

SMALL = View(width=960, height=720)


def test_a_doubtful_letter_is_compared_with_the_others() -> None:
    rows = ("ITITE", "TIEHI")
    table = Table(sheets=lay_layout(rows, turn=12, rng=Random(1)), view=SMALL)
    true = tile_truth(table)
    upright = [Patch(6, *one.center, one.angle, dist(one.corners[0], one.corners[1])) for one in true]
    known = np.full((len(true), len(SYMBOLS)), 1e-6)
    for row, one in zip(known, true, strict=True):
        row[SYMBOLS.index(one.symbol)] = 1.0
    doubtful = known.copy()
    for tile, rival in ((0, "T"), (1, "I"), (7, "T")):
        doubtful[tile, SYMBOLS.index(true[tile].symbol)] = 0.35
        doubtful[tile, SYMBOLS.index(rival)] = 0.65
    doubtful /= doubtful.sum(axis=1, keepdims=True)
    judged = agreed(doubtful, render(table), upright)
    assert [SYMBOLS[i] for i in judged.argmax(axis=1)] == [one.symbol for one in true]
    assert judged.sum(axis=1) == pytest.approx(1.0)
    # Doubtful ones do not talk each other into anything.
    unsure = known.copy()
    some = [k for k, one in enumerate(true) if one.symbol in "IT"]
    unsure[np.ix_(some, [SYMBOLS.index("I"), SYMBOLS.index("T")])] = 0.35, 0.65
    unsure /= unsure.sum(axis=1, keepdims=True)
    assert agreed(unsure, render(table), upright) == pytest.approx(unsure, abs=0.02)
    # Of a letter that no other tile has, no other tile can say that it is one.
    lone = known / known.sum(axis=1, keepdims=True)
    lone[8] = 1e-6
    lone[8, [SYMBOLS.index("H"), SYMBOLS.index("N")]] = 0.4, 0.6
    assert agreed(lone, render(table), upright)[8] == pytest.approx(lone[8] / lone[8].sum())


def test_what_is_a_tile_counts_for_its_neighbours() -> None:
    """The same doubt is a tile among tiles, and none among print."""
    doubt = 0.6
    for others, tile in ((0.01, True), (0.99, False)):
        nothing = np.array([others] * 20 + [doubt])
        letters = np.full((21, 4, 26), 1.0) * ((1 - nothing) / 105)[:, None, None]
        seen = Faces(np.log(letters), np.log((1 - nothing) / 105), np.log(nothing), np.zeros((21, 4, 9)))
        judged = among(seen)
        assert (judged.nothing[-1] < np.log(0.2)) == tile
        whole = np.exp(judged.letters).sum(axis=(1, 2)) + np.exp(judged.blank) + np.exp(judged.nothing)
        assert whole == pytest.approx(1.0)


def test_only_a_number_that_is_there_is_a_witness() -> None:
    """A doubtful O is as likely without a number as if nothing told of it; with a 10 it is a Q."""
    letters = np.full((3, 4, 26), -30.0)
    letters[:, 0, [LETTERS.index("O"), LETTERS.index("Q")]] = np.log([0.8, 0.2])
    values = np.full((3, 4, len(VALUES)), np.log(1e-4))
    values[1, :, [VALUES.index(""), VALUES.index("1")]] = np.log([[0.985], [0.015]])
    values[2, :, VALUES.index("10")] = 0.0
    table = likely(Faces(letters, np.full(3, -30.0), np.full(3, -30.0), values), ENGLISH)
    untold, bare, ten = table[:, 0, LETTERS.index("Q")]
    assert bare == pytest.approx(untold, rel=0.05)
    assert ten > 0.5 > untold
