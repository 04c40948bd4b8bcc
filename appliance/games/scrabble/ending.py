"""How Auction Scrabble's accounts are closed (AU-9 to AU-12)."""

from collections.abc import Iterable, Sequence

from appliance.errors import BadValue
from appliance.pieces.tiles import ENGLISH, TileSet


def total(initial: int, bids: int, points: int) -> int:
    """What an account holds: what was given, less all bids paid, plus all words (AU-9)."""
    return initial - bids + points


def adjustments(
    left: Sequence[Iterable[str]],
    first: int | None,
    accounts: Sequence[int] | None = None,
    tile_set: TileSet = ENGLISH,
) -> tuple[int, ...]:
    """What the tiles left over add to each account, by seat (AU-11; AU-12 if nobody finished).

    `first` is the seat that used up its tiles first; it gets the full value of all that others hold. With
    `accounts` nobody is taken below 0. `BadValue` if the first finisher still holds tiles.
    """
    values = [tile_set.worth(tiles) for tiles in map(tuple, left)]
    if first is not None and tuple(left[first]):
        raise BadValue(f"seat {first + 1} has not finished: it still holds {''.join(left[first])}")
    changes = [-value for value in values]
    if accounts is not None:
        changes = [max(change, -max(account, 0)) for change, account in zip(changes, accounts, strict=True)]
    if first is not None:
        changes[first] = sum(values)
    return tuple(changes)
