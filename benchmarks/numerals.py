"""Number dice of any make, with 1 to 12, as phones see them: some of several colours, on paper, on tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from appliance.pieces import Die
from appliance.virtual.dice import roll
from appliance.virtual.scene import BODIES, MORE_BODIES, Table
from appliance.virtual.variety import HELD_OUT, any_finish, any_pips
from appliance.vision.d12 import SIDES
from appliance.vision.number_faces import SYMBOLS
from benchmarks.snaps import as_large, taken

NUMERALS = "any makes, 1 to 12, no set known"
"""What these dice are, in words."""

_DICE = 4
_OUTLINE = 1.18  # width of the outline over the die's height


def one_of_any_make(body: str) -> Die:
    """A die of that colour with all twelve numbers."""
    return Die(body, SIDES, body, SYMBOLS[:SIDES])


def numerals(seed: int, count: int, fonts: Sequence[str], place: str) -> Iterator[Table]:
    """So many tables of four dice each, a quarter of them on each ground, seen from there."""
    for number in range(count):
        rng = Random(f"{seed}/{number}/{place}/numerals")
        side, width = as_large(rng)
        size = rng.uniform(16, 24)
        span = width * size * _OUTLINE / side
        dice = [one_of_any_make(body) for body in rng.sample(list(BODIES | MORE_BODIES), _DICE)]
        placed = roll(rng, dice, size=size, field=(max(120.0, min(span * 0.6, 250.0)), 100.0))
        finish = replace(any_pips(rng, any_finish(rng, HELD_OUT, fonts)), size=size)
        yield taken(rng, number, placed, finish, span, width, place)
