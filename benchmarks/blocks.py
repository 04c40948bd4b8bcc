"""Tables whose dice are set side by side, in a row or in several, as players set words and rolls."""

from dataclasses import replace
from random import Random

from appliance.virtual.dice import lay_block
from appliance.virtual.scene import Table

SIDE_BY_SIDE = "side by side"
"""Which tables are so, in words."""

SET_SO = "Side by side: in one row or several, each symbol any way up; on half of the tables the dice touch."
"""What is to be said of these tables."""

_TOUCHING, _APART = (0.0, 0.04), (0.04, 0.3)  # of a die's side, from one to the next
_TOUCH = 0.5  # share of the tables


def side_by_side(table: Table) -> Table:
    """The table's dice so, in its middle, each symbol any way up."""
    rng = Random(f"block/{table.seed}")
    size, many = table.finish.size, len(table.dice)
    gap = size * rng.uniform(*(_TOUCHING if rng.random() < _TOUCH else _APART))
    columns = rng.choice((many, rng.randint(1, many), round(many**0.5)))
    first = replace(table.dice[0], x=0.0, y=0.0)
    return replace(table, dice=lay_block((first, *table.dice[1:]), columns, rng, gap=gap, size=size))
