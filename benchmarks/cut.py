"""What the eye says of pieces that the picture's edge cuts, so that they cannot be read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from appliance.readers import Reader
from appliance.virtual.render import render
from appliance.virtual.scene import Table, Truth, truth
from appliance.vision.at_edge import shown
from benchmarks.snaps import from_both_places
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
        if any(shown(true.corners, table.view.width, table.view.height) > _SHOWS for true in passed):
            total += 1
            said += bool(reading.problems)
    return (
        f"Of {total} tables {what} on which the picture's edge cuts some that are not read, "
        f"{share(said, total)} have a word."
    )


def cut_by_a_phone(
    seed: int, count: int, fonts: Sequence[str], symbols: Sequence[str], reader: Reader
) -> Iterator[str]:
    """A line about so many tables of dice with these symbols from each place that a phone sees them from."""
    for name, some, _ in from_both_places(seed, count, fonts, symbols):
        yield cut(some, reader, f"of dice {name}")


def _from_nearer(table: Table) -> Table:
    nearer, view = Random(table.seed).uniform(*_NEARER), table.view
    return replace(table, view=replace(view, span=view.span * nearer, above=view.above * nearer))
