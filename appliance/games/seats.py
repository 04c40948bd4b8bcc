"""Seats round a table. Seat i + 1 sits to the left of seat i, so right is counter-clockwise: i - 1."""

from collections.abc import Collection, Iterator
from typing import Literal

Direction = Literal["right", "left"]


def next_to(seat: int, direction: Direction, seats: Collection[int], count: int) -> int:
    """The next of `seats` after `seat` in that direction round a table of `count` seats."""
    return next(s for s in going(seat, direction, count) if s in seats)


def going(seat: int, direction: Direction, count: int) -> Iterator[int]:
    """All seats in turn, beginning beside `seat` and ending with `seat` itself."""
    step = 1 if direction == "left" else -1
    return ((seat + step * n) % count for n in range(1, count + 1))


def from_seat(seat: int, direction: Direction, count: int) -> list[int]:
    """All seats in turn, beginning with `seat` itself."""
    return [seat, *list(going(seat, direction, count))[:-1]]
