"""Where dice may go in Bid & Bluff: steps, barred squares, FINISH, the zone; against all paths one by one."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.bidandbluff.paths import Ground, Walk, walks
from appliance.pieces.track import BLACK, FINISH, START, WHITE, ZONE, Track, track

BOARD = track("bid-and-bluff")
OPEN = Track("open", ("SSSS", "....", "....", "....", "....", "....", "zzzz", "zzzz", "FFFF"))


def ends(
    board: Track,
    start: str,
    most: int,
    *taken: str,
    diagonal: bool = False,
    inside: int = 99,
    whole: bool = True,
    gaps: bool = True,
) -> list[str]:
    """The squares where a move may end, in alphabetical order."""
    ground = Ground(board, frozenset(taken), diagonal, gaps)
    return sorted(walk.end for walk in walks(ground, start, most, inside, whole=whole))


def test_bb9_steps_go_forward_or_sideways() -> None:
    assert ends(OPEN, "B3", 1) == ["A3", "B4", "C3"]
    assert ends(OPEN, "B3", 2) == ["A4", "B5", "C4", "D3"]


def test_bb9_dice_and_black_squares_are_not_walked_over() -> None:
    assert ends(OPEN, "B3", 1, "B4", "A3") == ["C3"]
    board = Track("black", ("SSSS", ".#..", "....", "FFFF"))
    assert ends(board, "B1", 2) == ["A2", "C2", "D1"]
    assert ends(board, "B1", 2, "A1") == ["C2", "D1"]


def test_bb9_with_four_players_also_diagonally_forward() -> None:
    assert ends(OPEN, "B3", 1, diagonal=True) == ["A3", "A4", "B4", "C3", "C4"]


def test_bb9_a_diagonal_step_between_two_barred_squares() -> None:
    taken = ("B4", "C3", "A3")
    assert ends(OPEN, "B3", 1, *taken, diagonal=True) == ["A4", "C4"]
    assert ends(OPEN, "B3", 1, *taken, diagonal=True, gaps=False) == []
    assert ends(OPEN, "B3", 1, "B4", diagonal=True, gaps=False) == ["A3", "A4", "C3", "C4"]


def test_bb9_no_square_is_entered_twice() -> None:
    shut = Track("shut", ("SSSS", "####", "FFFF"))
    assert ends(shut, "B1", 8) == ["D1"]  # as far as possible, and never back
    assert ends(shut, "B1", 1) == ["A1", "C1"]


def test_bb10_the_whole_number_must_be_used_if_some_path_allows_it() -> None:
    pocket = Track("pocket", ("SSSS", ".#..", "##..", "##..", "FFFF"))
    assert ends(pocket, "A1", 2) == ["C1"]  # A2 is a pocket, one step deep
    assert ends(pocket, "A1", 2, whole=False) == ["A2", "C1"]


def test_bb10_as_far_as_possible_and_the_rest_is_lost() -> None:
    ground = Ground(OPEN, frozenset({"B3", "A3", "C2", "D1"}), diagonal=False)
    assert walks(ground, "B1", 5, 5) == [Walk(("A1", "A2", "B2"), 2)]  # and not C1, where 4 are lost
    assert walks(ground, "B1", 5, 5)[0].lost == 2


def test_bb10_a_die_that_is_shut_in_does_not_move() -> None:
    assert ends(OPEN, "A1", 6, "A2", "B1") == []
    assert ends(OPEN, "A1", 0) == []


def test_bb13_finish_holds_any_number_and_what_is_left_over_is_counted() -> None:
    ground = Ground(OPEN, frozenset({FINISH}), diagonal=False)
    (home, *others) = walks(ground, "B8", 4, 4)
    assert home == Walk((FINISH,), 3)
    assert home.lost == 0
    assert others == []  # four squares do not fit into the row: all others would lose some


def test_bb13_the_way_that_leads_furthest_over_the_line_is_taken() -> None:
    (home, *_) = walks(Ground(OPEN, frozenset({"B8"}), diagonal=False), "B7", 5, 5)
    assert home.end == FINISH
    assert (len(home.squares), home.over) == (3, 2)


@pytest.mark.parametrize(("bid_squares", "end", "over"), [(8, FINISH, 2), (6, FINISH, 0)])
def test_bb12_a_move_from_the_last_white_row_may_carry_into_finish(
    bid_squares: int, end: str, over: int
) -> None:
    (home, *_) = walks(Ground(BOARD, frozenset(), diagonal=False), "B10", bid_squares, bid_squares)
    assert (home.end, home.over) == (end, over)


def test_bb12_other_reading_the_steps_in_the_zone_are_limited() -> None:
    assert set(ends(BOARD, "B10", 8, inside=0)) == {"A10"}  # C10 is black
    far = walks(Ground(BOARD, frozenset(), diagonal=False), "B10", 8, 5)
    assert all(sum(BOARD.kind(s) in ZONE + "F" for s in walk.squares) <= 5 for walk in far)
    assert min(walk.lost for walk in far) == 2  # one square aside, five in the zone


# Against all paths, one by one


def every_path(ground: Ground, start: str, most: int, most_in_zone: int) -> Iterator[tuple[list[str], bool]]:
    """All paths without a square twice, written down step by step; whether each could go no further."""
    board = ground.board

    def onward(path: list[tuple[int, int]]) -> Iterator[tuple[list[str], bool]]:
        row, column = path[-1]
        squares = [board.at(*place) for place in path[1:]]
        nexts = []
        if len(squares) < most and FINISH not in squares:
            for down in (0, 1):
                for side in (-1, 0, 1):
                    if not (down or side) or (down and side and not ground.diagonal):
                        continue
                    there = (row + down, column + side)
                    if not 0 <= there[1] < board.width or there in path:
                        continue
                    kind = board.rows[there[0]][there[1]]
                    if kind == BLACK or (kind != "F" and board.at(*there) in ground.taken):
                        continue
                    trodden = [*squares, board.at(*there)]
                    if sum(board.kind(s) in ZONE + "F" for s in trodden) <= most_in_zone:
                        nexts.append(there)
        if squares:
            yield squares, not nexts
        for there in nexts:
            yield from onward([*path, there])

    yield from onward([board.place(start)])


def by_force(ground: Ground, start: str, most: int, most_in_zone: int, whole: bool) -> dict[str, int]:
    """Where a move may end, with the most squares left over there."""
    ended = [path for path, stuck in every_path(ground, start, most, most_in_zone) if stuck]
    lost = {tuple(path): 0 if path[-1] == FINISH else most - len(path) for path in ended}
    least = min(lost.values(), default=0)
    found: dict[str, int] = {}
    for path in ended:
        if lost[tuple(path)] == least or not whole:
            trodden = sum(ground.board.kind(s) in ZONE + "F" for s in path)
            over = most - len(path)
            if path[-1] == FINISH:
                over = min(over, most_in_zone - trodden)
                found[FINISH] = max(found.get(FINISH, 0), over)
            else:
                found[path[-1]] = min(found.get(path[-1], 99), over)
    return found


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Ground, str]:
    width = draw(st.integers(1, 4))
    row = st.text(WHITE * 3 + BLACK, min_size=width, max_size=width)
    middle = draw(st.lists(row, min_size=1, max_size=3))
    rows = (START * width, *middle, *[ZONE * width] * draw(st.integers(0, 2)), "F" * width)
    board = Track("random", rows)
    free = [square for square in board.squares() if square != FINISH and board.kind(square) != BLACK]
    start = draw(st.sampled_from(free))
    taken = draw(st.sets(st.sampled_from(free), max_size=4)) - {start}
    return Ground(board, frozenset(taken), draw(st.booleans())), start


@given(grounds(), st.integers(0, 7), st.integers(0, 6), st.booleans())
def test_against_every_path_of_small_boards(
    drawn: tuple[Ground, str], most: int, most_in_zone: int, whole: bool
) -> None:
    ground, start = drawn
    found = walks(ground, start, most, most_in_zone, whole=whole)
    assert {walk.end: walk.over for walk in found} == by_force(ground, start, most, most_in_zone, whole)
    for walk in found:
        assert len(set(walk.squares)) == len(walk.squares) <= most
        assert list(walk.squares) in [path for path, _ in every_path(ground, start, most, most_in_zone)]


@given(st.data())
def test_somebody_can_always_go_forward_on_our_board(data: st.DataObject) -> None:
    """Wherever six dice stand, one of those in front can: the game never comes to a halt."""
    free = [s for s in BOARD.squares() if s != FINISH and BOARD.kind(s) != BLACK]
    stands = data.draw(st.lists(st.sampled_from(free), min_size=2, max_size=6, unique=True))
    ground = Ground(BOARD, frozenset(stands), diagonal=False)
    assert any(
        BOARD.place(walk.end)[0] > BOARD.place(square)[0]
        for square in stands
        for walk in walks(ground, square, 2, 2, whole=False)
    )
