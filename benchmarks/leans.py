"""What the eye says of dice that lean, and whether it believes them."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from appliance.readers import Reader
from appliance.virtual.render import render
from appliance.virtual.scene import Table, truth
from appliance.vision.dice import COCKED
from benchmarks.tables import matched, share


def leaning(
    some: Iterable[Table], reader: Reader, least: float, most: float, *, seed: int, where: str = ""
) -> str:
    """A line about the first die of each table, made to lean by so many degrees to any side.

    `where` tells what else lies there and from where it is seen, unless that is as usual.
    """
    rng = Random(f"lean/{least}/{seed}")
    said = believed = total = 0
    for table in some:
        first = replace(table.dice[0], lean=rng.uniform(least, most), twist=rng.uniform(0, 360))
        tipped = replace(table, dice=(first, *table.dice[1:]))
        reading = reader.read(render(tipped))
        (_, item), *_ = matched(truth(tipped), reading)[0]
        total += 1
        said += COCKED in reading.problems
        believed += item is not None and item.sure
    return (
        f"Of {total} dice that lean by {least} to {most}°{where}, {share(said, total)} are said to; "
        f"{share(believed, total)} are believed."
    )
