"""The same table once more, its top with a pattern that no training scene had."""

from dataclasses import replace
from random import Random

from appliance.errors import Missing
from appliance.virtual.scene import Table
from appliance.virtual.tile_variety import is_top
from training.grounds import held_out_grounds, patterned

PATTERNED = "on tables with a pattern"
"""How such tables are called."""

ABOUT = (
    "Tables with a pattern show one of 22 pictures of stone, bricks, floor tiles, wood, roughcast or grass",
    "that no training scene had, 40 to 500 mm wide, in its own or other colours.",
)
"""What is to be said of them."""


def with_pattern(table: Table) -> Table:
    """The table, which has no mat, with wood, stone, floor tiles, grass or bricks all over.

    `Missing` where the pictures for it were not fetched.
    """
    files = held_out_grounds()
    if not files:
        raise Missing("no pictures of table tops here: run training/grounds.sh")
    mat = patterned(Random(f"top/{table.seed}"), table.mat, files, share=1.0)
    return replace(table, mat=mat, sheets=tuple(sheet for sheet in table.sheets if not is_top(sheet)))
