"""The sums of Bid & Bluff: cards dealt, squares to move, who wins (section D). Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

HIGHEST_BID = 5  # BB-5
MOST_CARDS = 8  # BB-3: six players, eight cards each and one for trump are 49 of 50
BONUS = 3  # BB-8
DIAGONAL_FROM = 4  # BB-9: so many players


@dataclass(frozen=True)
class Options:
    """The readings (R) of section D that a house may change."""

    zone_by_start_square: bool = True  # BB-12
    black_squares: bool = True  # BB-1: our own choice of squares; without them the board is open
    high_bids: bool = True  # BB-5: a bid above the cards dealt
    whole_move: bool = True  # BB-10: all squares, if some path allows it
    diagonal_gaps: bool = True  # BB-9: a diagonal step between two squares that are both barred


def cards_in(number: int) -> int:
    """The cards that each player gets in a round, from 1 on: 8 down to 1, up to 8, and so on (BB-3)."""
    step = (number - 1) % (2 * (MOST_CARDS - 1))
    return MOST_CARDS - step if step < MOST_CARDS else step - (MOST_CARDS - 2)


def squares(bid: int, tricks: int, in_zone: bool) -> int:
    """How far a die moves; made means exactly (BB-7, BB-8; BB-11 in the DO OR DIE ZONE)."""
    made = bid == tricks
    if in_zone:
        return (bid or 1) if made else 0
    return bid + BONUS if made else tricks


def squares_in_zone(bid: int, tricks: int, in_zone: bool, options: Options = Options()) -> int:
    """How many of a move's squares may lie in the zone or in FINISH (BB-12)."""
    by_start = options.zone_by_start_square
    return squares(bid, tricks, in_zone if by_start else True)


@dataclass(frozen=True)
class Entry:
    """A die that went into FINISH, and how many squares it had left."""

    seat: int
    over: int


def winner(entries: Sequence[Entry]) -> int | None:
    """Who wins, of those who entered FINISH in one round, in their order (BB-13); None if nobody did.

    The one who would go furthest over the line, and of these the first.
    """
    return max(entries, key=lambda entry: entry.over).seat if entries else None
