"""What the eye says of pieces that the picture's edge cuts, so that they cannot be read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from appliance.readers import Reader
from appliance.virtual.render import render
from appliance.virtual.scene import Table, Truth, View, truth
from benchmarks.tables import matched, share

_NEARER = (0.55, 0.85)  # times as far away as where all of the table's pieces are in the picture
_SHOWS = 1 / 6  # of a top, from which it is not to be passed over


def cut(
    some: Iterable[Table],
    reader: Reader,
    what: str,
    truths: Callable[[Table], Sequence[Truth]] = truth,
) -> str:
    """A line about these tables seen from nearer, as far as the picture's edge cuts pieces on them.

    `what` names them and tells from where they are seen.
    """
    said = total = 0
    for table in map(_from_nearer, some):
        reading = reader.read(render(table))
        passed = [true for true, item in matched(truths(table), reading)[0] if item is None]
        if any(_shown(true, table.view) > _SHOWS for true in passed):
            total += 1
            said += bool(reading.problems)
    return (
        f"Of {total} tables {what} on which the picture's edge cuts some that are not read, "
        f"{share(said, total)} have a word."
    )


def _from_nearer(table: Table) -> Table:
    nearer, view = Random(table.seed).uniform(*_NEARER), table.view
    return replace(table, view=replace(view, span=view.span * nearer, above=view.above * nearer))


def _shown(true: Truth, view: View) -> float:
    """The share of its top that is in the picture."""
    ring = np.array(true.corners, np.float32)
    whole = np.array([[0, 0], [view.width, 0], [view.width, view.height], [0, view.height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(ring, whole)
    return float(inside / cv2.contourArea(ring))
