"""What lies before the guest's cameras: dice on the virtual table, and what is known to be on top of them."""

from dataclasses import dataclass
from random import Random

from appliance.drivers import Image
from appliance.pieces import dice_set
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, GREY, Light, Mat, Table, View

PIECES = "anabid"


@dataclass(frozen=True)
class Sight:
    """A picture, and the symbols on top of its dice in the order of the alphabet."""

    picture: Image
    symbols: list[str]


def sights() -> dict[str, Sight]:
    """Three rolls on mats of different colours, as those of `test_eye_dice.py`."""
    light, view = Light(gains=(0.9, 1, 1.1)), View(tilt=(2, -2), turn=4)
    found = {}
    for seed, mat in enumerate((Mat(), Mat(GREEN), Mat(GREY)), 1):
        table = Table(roll(Random(seed), dice_set(PIECES).dice), mat, light, view)
        found[f"roll-{seed}"] = Sight(render(table, seed), sorted(placed.symbol for placed in table.dice))
    return found
