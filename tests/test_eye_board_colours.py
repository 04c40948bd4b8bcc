"""What the colour of a board's square tells: a tile without a letter, or a square of nearly its colour."""

import cv2
import numpy as np
import pytest

from appliance.vision.board_colours import KINDS, Floats, by_colour

ROW = [(7, column) for column in range(4, 11)]
PLAIN = [(0, 4), (2, 4), (4, 3)]
"""Plain squares with no tile that is told by its letter."""


def board(apart: float, noise: float, like_tiles: float) -> tuple[Floats, Floats]:
    """Colours of squares, with a row of tiles of another hue (Lab units), and how likely each has a tile.

    Of `PLAIN` it is not known; their colour is so far from the squares' own to the tiles' (0…1).
    """
    rng = np.random.default_rng(1)
    lab = np.full((15, 15, 3), (60.0, 2.0, 10.0))
    lab[KINDS != "."] += (0, 30, 0)
    tile = np.full((15, 15), 0.02)
    body = np.array([60.0, 2.0, 10.0 + apart])
    for place in ROW:
        lab[place], tile[place] = body, 0.99
    for place in PLAIN:
        lab[place] += (0, 0, like_tiles * apart)
        tile[place] = 0.5
    lab += rng.normal(0, noise, lab.shape)
    colours = cv2.cvtColor(lab.astype(np.float32), cv2.COLOR_Lab2BGR).astype(np.float64) * 255
    return colours, tile


@pytest.mark.parametrize("apart", [5.0, 12.0])
def test_on_an_even_board_a_small_difference_tells_blanks_from_squares(apart: float) -> None:
    blanks = by_colour(*board(apart, 0.2, like_tiles=1.0))
    squares = by_colour(*board(apart, 0.2, like_tiles=0.0))
    for place in PLAIN:
        assert blanks[place] > 100
        assert squares[place] < 1 / 100


def test_where_squares_differ_as_much_among_themselves_it_tells_little() -> None:
    blanks = by_colour(*board(5.0, 2.0, like_tiles=1.0))
    squares = by_colour(*board(5.0, 2.0, like_tiles=0.0))
    for place in PLAIN:
        assert blanks[place] < 40
        assert squares[place] > 1 / 40


def test_a_colour_that_is_neither_tells_little() -> None:
    colours, tile = board(6.0, 0.2, like_tiles=0.0)
    for place in PLAIN:
        colours[place] = (40, 160, 40)
    said = by_colour(colours, tile)
    for place in PLAIN:
        assert 1 / 3 < said[place] < 3


def test_without_tiles_to_compare_with_colours_tell_nothing() -> None:
    colours, tile = board(6.0, 0.2, like_tiles=1.0)
    for place in ROW[2:]:
        tile[place] = 0.5
    assert (by_colour(colours, tile) == 1).all()
