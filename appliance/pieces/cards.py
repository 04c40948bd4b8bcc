"""The cards of AnagraScramble, in mm: what is printed, what the virtual table draws, what the eye expects.

A card lies on its long side. Places are from its upper left corner, right and down.
"""

SIZE = (88.0, 63.0)
"""Width and height; long words stay large that way."""

CORNER = 3.0
"""Radius of the corners."""

THICK = 0.3

RIM = 3.5
"""White all around: the eye needs it against any table, and cutting is never exact."""

BAND = 9.0
"""Height of the coloured band along the lower rim, with the deck's name and the card's number."""

MIDDLE = 24.5
"""How far down the middle of the jumble lies."""

CAPITAL = 12.0
"""Height of its capitals, smaller where the letters are wide."""

WIDEST = 76.0
"""Width of the jumble at most."""

SMALL = 3.0
"""Height of the capitals in the band."""

INKS = {"green": (22, 120, 62), "red": (190, 30, 40)}
"""Colours of the bands by deck: red, green, blue, each 0…255."""

BLACK = (24, 24, 28)
PAPER = (250, 249, 245)
