"""Side faces of dice that are seen from aside: they lie nearer to the camera than any other die's top can."""

from collections.abc import Sequence
from math import hypot

import numpy as np
import numpy.typing as npt

from appliance.vision.finder import Sighted
from appliance.vision.tilt import SAID, Lie

_SHOWN = 0.25  # tilt of flat dice from which their side faces are seen at all
_NEARER, _FARTHER = 0.3, 1.05  # sides from the top's middle to a side face's, towards the camera; and at most
_TURNED = 0.75  # how much farther towards the camera than flat dice a side face seems tilted at least

Floats = npt.NDArray[np.float64]


def side_faces(dice: Sequence[Sighted], others: Sequence[Sighted], lie: Lie, *, on_mat: bool) -> list[bool]:
    """Which of the dice and other things found, that lie so, are side faces of the dice.

    On a mat, which is shown as from straight above, tops are square; elsewhere they are foreshortened.
    """
    leans = lie.leans
    tops = [one for one, lean in zip(dice, leans, strict=False) if lean < SAID]
    away = np.hypot(*lie.flat.T)
    turned = np.sum((lie.flat - lie.tops) * lie.flat, axis=1) / np.maximum(away, 1e-9)
    may_be = (leans > SAID) & (turned > _TURNED) & (away > _SHOWN)
    some = zip((*dice, *others), may_be, lie.flat, strict=True)
    return [bool(may) and _is_below(one, tops, seen, square=on_mat) for one, may, seen in some]


def _is_below(one: Sighted, tops: Sequence[Sighted], seen: Floats, *, square: bool) -> bool:
    """Whether it lies where a side face of one of these tops is seen.

    `seen` is how flat dice are seen there, as in `Lie`: away from the camera, and foreshortened along that
    unless tops are `square`.
    """
    tilt = hypot(*seen)
    along, longer = seen / tilt, 1.0 if square else hypot(1, tilt)
    for top in tops:
        right, down = ((one.x - top.x) / top.side, (one.y - top.y) / top.side)
        # The finder tells the mean of the two sides of a top that is foreshortened.
        towards = -(right * along[0] + down * along[1]) * longer**0.5
        beside = (right * along[1] - down * along[0]) / longer**0.5
        if towards > _NEARER and hypot(towards, beside) < _FARTHER:
            return True
    return False
