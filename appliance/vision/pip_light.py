"""What light does to the tops of dice with pips: it hides a pip, or makes a middle look like one."""

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision import bodies, health
from appliance.vision.plane import Image

_GLARE = 100  # grey values, or on a plain top of any colour, over the body from which a spot may hide a pip
_PALE = 190  # levels that such a top's middle has of each colour then: what hides a pip is all but white
_LIKE_PIPS = 0.75  # of how much lighter than the body pips are: with such a spot, too, one may be lost in it
_BLEACHED = 80  # levels of a colour over what is beside it, from which a spot may hide a dark pip
_WHITE, _FADED = 232, 70  # levels of a middle that is as white as the camera has it, and of pips under it
_BESIDE = 0.19, 0.27  # of the top's side: how far from its middle that is
_CORNERS = 0.2, 0.24, 0.28, 0.32, 0.36  # of its side: how far from the middle, both ways, pips may be
_COLOURED, _OF_IT = 20, 0.4  # levels of colour that pips have beside the body's, and how much of it one has
_AS_DARK = 0.2  # of the others' darkness, what a spot has at least that is counted as one of them
_PLAIN = 70  # levels by which dark pips are so plain that a middle which is not as dark is none

Floats = npt.NDArray[np.float64]


def hides(
    face: Image,
    top: Image | None,
    colour: npt.NDArray[np.float32],
    pips: int,
    *,
    lighter: bool,
    disc: bool,
) -> bool:
    """Whether light may have made the pips of a top (n x n x 3) one more or fewer, or taken them all.

    `face` is balanced, `top` as the camera has it, if that is known. `colour` is the body's, `lighter` tells
    whether the pips are lighter, `disc` whether they are cut out of a disc.
    """
    near = len(face) // 2 - 2
    middle = face[near:-near, near:-near].reshape(-1, 3).mean(axis=0)
    if pips == 0:
        blown = top is not None and health.is_blown(top)
        return blown or (float((middle - colour).max()) > _GLARE and float(middle.min()) > _PALE)
    if disc:
        return False
    if pips in (3, 5):
        return top is not None and _is_no_pip(top, lighter=lighter)
    if pips == 1:
        return top is not None and not lighter and _is_left(top)
    if pips not in (2, 4):
        return False
    if not lighter:  # the glare takes a dark pip's place, and the body's colour
        beside = np.maximum(_beside_the_middle(face), colour)  # large pips may lie there
        bleached = float((middle - beside).max()) > _BLEACHED
        return bleached or (top is not None and _is_faded(top))
    lit = (middle - colour) @ bodies.LUMINANCE
    like_pips = _LIKE_PIPS * float(np.percentile((face - colour) @ bodies.LUMINANCE, 98))
    return float(lit) > min(_GLARE, like_pips)


def _beside_the_middle(face: Image) -> Floats:
    """The colour around a top's middle, where no pip is."""
    size = len(face)
    rows, columns = np.mgrid[:size, :size] - (size - 1) / 2
    away = np.hypot(rows, columns) / size
    return np.asarray(np.median(face[(away > _BESIDE[0]) & (away < _BESIDE[1])], axis=0), np.float64)


def _is_faded(top: Image) -> bool:
    """Whether a top's dark pips are pale, and its middle is as white as the camera has it.

    Where light has taken that much from some pips it may have taken all from one.
    """
    smooth = cv2.blur(top, (3, 3))
    rim, near = len(top) // 8, len(top) // 2 - 2
    grey = smooth[rim:-rim, rim:-rim] @ bodies.LUMINANCE
    middle = smooth[near:-near, near:-near].min(axis=2)
    pale = float(np.median(grey) - np.percentile(grey, 2)) < _FADED
    return pale and float(middle.mean()) > _WHITE


def _is_left(top: Image) -> bool:
    """Whether a lone dark pip is pale, and where others may lie all is as white as the camera has it."""
    smooth = np.asarray(cv2.blur(top, (3, 3)), np.float64)
    corners = [_opposite(smooth, away, way).min() for away in _CORNERS for way in (1, -1)]
    middle = smooth[len(top) // 2, len(top) // 2]
    pale = float((_beside_the_middle(top) - middle) @ bodies.LUMINANCE) < _FADED
    return pale and float(np.median(corners)) > _WHITE


def _is_no_pip(top: Image, *, lighter: bool) -> bool:
    """Whether a top's middle may be shade or light instead of a pip as the others are."""
    middle, pips, body = _beside_the_body(top)
    return _is_shade(middle, pips, body) or (not lighter and _is_light(middle, pips))


def _is_shade(middle: Floats, pips: Floats, body: Floats) -> bool:
    """Whether a top's middle is dark as its coloured pips are, but hardly has their colour.

    So looks the flat middle of a shining, rounded top, whose sides lie in the light.
    """
    light = body / max(1.0, float(np.hypot.reduce(body)))
    colours, own = (some - (some @ light)[..., None] * light for some in (pips, middle))
    most = int(np.argmax(np.square(colours).sum(axis=1)))
    coloured, darkness = colours[most], float(pips[most] @ light)
    if float(np.hypot.reduce(coloured)) < _COLOURED:
        return False
    as_dark = float(middle @ light) / darkness > _AS_DARK if darkness else False
    return as_dark and float(own @ coloured) < _OF_IT * float(coloured @ coloured)


def _is_light(middle: Floats, pips: Floats) -> bool:
    """Whether a top's middle is hardly dark though its dark pips plainly are: it is none, but glare.

    Of 2,185 drawn tops with three or five dark pips, rightly counted, 8 are so; of 7 counted so that have one
    less 5, on two tables with one glare each.
    """
    darkest = -float((pips @ bodies.LUMINANCE).min())
    return darkest > _PLAIN and -float(middle @ bodies.LUMINANCE) < _AS_DARK * darkest


def _beside_the_body(top: Image) -> tuple[Floats, Floats, Floats]:
    """By how much a top's middle and places of pips differ from the colour around the middle; and that."""
    smooth = np.asarray(cv2.blur(top, (3, 3)), np.float64)
    body = _beside_the_middle(top)
    pips = np.array([_opposite(smooth, away, way) for away in _CORNERS for way in (1, -1)]) - body
    return smooth[len(top) // 2, len(top) // 2] - body, pips, body


def _opposite(top: Floats, away: float, way: int) -> Floats:
    """The mean colour of a top's two places so far from its middle along one diagonal or the other."""
    middle, step = (len(top) - 1) / 2, away * len(top)
    places = [(round(middle + side * way * step), round(middle + side * step)) for side in (1, -1)]
    return np.asarray(np.mean([top[place] for place in places], axis=0), np.float64)
