"""The premium squares of the board of 15 × 15 (AU-7), for the eye, the virtual table and the games."""

# One quarter with its middle lines; the board is the same in all four. T and D multiply a word by three
# and two, t and d a letter.
_QUARTER = """
T..d...T
.D...t..
..D...d.
d..D...d
....D...
.t...t..
..d...d.
T..d...D
"""
_HALF = [row + row[-2::-1] for row in _QUARTER.split()]
PREMIUMS = (*_HALF, *_HALF[-2::-1])
"""Rows of characters: `T` `D` word times three, two; `t` `d` letter times three, two; `.` plain."""
