"""The playing mat, in mm: what is printed, what the eye looks for, and what the virtual table draws."""

SIZE = (400.0, 300.0)
"""Width and height of the mat."""

MARKER = 36.0
"""Side of a marker's black square; a white rim of a sixth of it lies around."""

INSET = 24.0
"""Distance of a marker's middle from the mat's two nearest edges."""

DICTIONARY = "DICT_4X4_50"
"""OpenCV's name of the ArUco markers; 0 to 3 are in the corners, clockwise from the upper left."""


def middle(number: int) -> tuple[float, float]:
    """The middle of a marker from the mat's upper left."""
    right, below = (side - INSET for side in SIZE)
    return ((INSET, INSET), (right, INSET), (right, below), (INSET, below))[number]
