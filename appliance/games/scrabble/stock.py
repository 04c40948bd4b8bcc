"""Which tiles on view cannot come from one box."""

from collections import Counter
from collections.abc import Iterable

from appliance.phrases import say
from appliance.pieces.tiles import TileSet, face


def reasons(tile_set: TileSet, tiles: Iterable[str], boxes: int = 1) -> tuple[str, ...]:
    """Why these tiles cannot come from that number of boxes, a sentence a letter; empty if they can."""
    seen = Counter(map(face, tiles))
    return tuple(
        say("scrabble.too_many", tile=tile, n=seen[tile], stock=tile_set.counts.get(tile, 0) * boxes)
        for tile in tile_set.excess(seen.elements(), boxes)
    )
