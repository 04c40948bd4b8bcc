"""Tiles taken from the pool in Speed Scrabble (SS-4, SS-7) and Idaho (ID-2, ID-3)."""

from collections.abc import Sequence

from appliance.errors import BadValue
from appliance.pieces.tiles import ENGLISH, RACK

TILES = len(ENGLISH.bag)


def takes(players: int, tiles: int = TILES) -> tuple[int, int]:
    """How often all players can take one tile after the deal, and how many tiles are left over (SS-7)."""
    if players < 1 or players * RACK > tiles:
        raise BadValue(f"{tiles} tiles are not enough to deal {RACK} to each of {players} players")
    return divmod(tiles - players * RACK, players)


def picks(unused: int) -> int:
    """How many tiles a player with so many unused ones takes at a PICK! (ID-2)."""
    return max(0, RACK - unused)


def share_out(wanted: Sequence[int], pool: int, caller: int) -> tuple[int, ...]:
    """What each seat gets of a pool: one tile at a time, the caller first, then clockwise (ID-3).

    The seats are in clockwise order. With enough tiles everybody gets what they want.
    """
    got = [0] * len(wanted)
    order = [*range(caller, len(wanted)), *range(caller)]
    while pool and any(got[seat] < wanted[seat] for seat in order):
        for seat in order:
            if pool and got[seat] < wanted[seat]:
                got[seat] += 1
                pool -= 1
    return tuple(got)
