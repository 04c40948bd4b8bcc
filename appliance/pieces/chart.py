"""The calibration page, in mm: a chequerboard with a marker in each white square (ChArUco)."""

COLUMNS, ROWS = 7, 10
"""Squares across and down; the one at the upper left is black."""

SQUARE = 25.0
"""Side of a square."""

MARKER = 18.0
"""Side of a marker's black square, in the middle of a white square."""

FIRST = 10
"""Number of the first marker, of the mat's dictionary: the mat's own are 0 to 3."""
