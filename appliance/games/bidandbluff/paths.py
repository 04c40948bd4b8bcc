"""Where a die may go in Bid & Bluff, and by which way (BB-9, BB-10, BB-12). Pure functions."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.pieces.track import BLACK, FINISH, GOAL, ZONE, Track


@dataclass(frozen=True)
class Walk:
    """A way along the board: the squares entered, the last one where it ends; `over` are squares left over.

    In FINISH these are the ones over the line (BB-13), elsewhere they are lost (BB-10).
    """

    squares: tuple[str, ...]
    over: int

    @property
    def end(self) -> str:
        """The square where it ends."""
        return self.squares[-1]

    @property
    def lost(self) -> int:
        """The squares that are forfeited (BB-10)."""
        return 0 if self.end == FINISH else self.over


Place = tuple[int, int, int, int]
"""Row, column, the side that the last step went to (-1, 0 or 1), and how many squares lay in the zone."""


@dataclass(frozen=True)
class Ground:
    """What a die may tread on: the board, squares with other dice, and by which steps."""

    board: Track
    taken: frozenset[str]
    diagonal: bool
    gaps: bool = True

    def steps(self, place: Place) -> Iterator[Place]:
        """The places one step on.

        Nothing goes backward, so only turning round within a row could enter a square twice (BB-9).
        """
        row, column, turn, inside = place
        for side in (0, -1, 1) if self.diagonal else (0,):
            if self.is_free(row + 1, column + side) and not (side and self._shuts(row, column, side)):
                yield row + 1, column + side, 0, inside + self._in_zone(row + 1)
        for side in (-1, 1):
            if turn != -side and self.is_free(row, column + side):
                yield row, column + side, side, inside + self._in_zone(row)

    def _in_zone(self, row: int) -> bool:
        return bool(set(self.board.rows[row]) & {ZONE, GOAL})

    def is_free(self, row: int, column: int) -> bool:
        """Whether a die may step there; FINISH holds any number (BB-9, BB-13)."""
        if not (0 <= column < self.board.width and row < len(self.board.rows)):
            return False
        kind = self.board.rows[row][column]
        return kind == GOAL or (kind != BLACK and self.board.at(row, column) not in self.taken)

    def _shuts(self, row: int, column: int, side: int) -> bool:
        """Whether a diagonal step would squeeze between two barred squares, where that is not allowed."""
        return not (self.gaps or self.is_free(row + 1, column) or self.is_free(row, column + side))


def walks(ground: Ground, start: str, most: int, most_in_zone: int, *, whole: bool = True) -> list[Walk]:
    """All that a move may come to, one walk for each square where it may end; the furthest squares first.

    A walk takes `most` squares, of which at most `most_in_zone` in the zone and FINISH (BB-12), or enters
    FINISH before. If no walk takes them all, those that lose the fewest count (BB-10); without `whole`, so
    does any that can go no further. None if there is no step at all.
    """
    ended: list[Walk] = []
    walked: dict[Place, tuple[str, ...]] = {(*ground.board.place(start), 0, 0): ()}
    for left in range(most, -1, -1):
        further: dict[Place, tuple[str, ...]] = {}
        for place, squares in walked.items():
            if squares and squares[-1] == FINISH:
                ended.append(Walk(squares, min(left, most_in_zone - place[3])))
                continue
            steps = [step for step in ground.steps(place) if step[3] <= most_in_zone] if left else []
            for step in steps:
                further.setdefault(step, (*squares, ground.board.at(*step[:2])))
            if squares and not steps:
                ended.append(Walk(squares, left))
        walked = further
    return _allowed(ended, ground.board, whole)


def _allowed(ended: list[Walk], board: Track, whole: bool) -> list[Walk]:
    """Those that lose the fewest squares, or else all: the best one to each square, the furthest first."""
    least = min((walk.lost for walk in ended), default=0)
    best: dict[str, Walk] = {}
    for walk in sorted(ended, key=lambda walk: (walk.lost, -walk.over)):
        if walk.lost == least or not whole:
            best.setdefault(walk.end, walk)
    return sorted(best.values(), key=lambda walk: (-board.place(walk.end)[0], walk.end))
