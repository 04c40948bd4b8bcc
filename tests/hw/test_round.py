"""A round of Anabid! on the whole box in a guest: dice before its eye, hands at the kernel's pins."""

import time
from collections.abc import Iterator

import pytest

from tests.hw.board import Board, board, missing
from tests.hw.guest import PATIENCE

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(missing()), reason=missing() or "all is here")]

BUTTONS, LAMPS, DIAL, PUSH = (0, 1), (2, 4), (5, 6), 7
"""As in the settings of `inside_round.py`."""


class Round:
    """Two people at the box; seats as they count them, from 1."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.guest = board.guest
        board.pull_up(*BUTTONS, *DIAL, PUSH)

    def page(self) -> str:
        """The headline of the next page that the box opens."""
        return str(self.guest.hear("page")["says"])

    def throw(self, letters: str) -> None:
        """Dice with these letters come to lie before the camera."""
        self.guest.ask("throw", *letters)

    def lay(self, word: str) -> None:
        """A word is laid of them."""
        self.guest.ask("lay", *word)
        self.see("offered", word)

    def press(self, seat: int) -> None:
        """Press a seat's button and let it go."""
        self.board.tap(BUTTONS[seat - 1])

    def turn_to(self, value: str) -> None:
        """Turn the dial clockwise, detent by detent, until that is chosen."""
        for _ in range(20):
            if self.chosen() == value:
                return
            before = self.chosen()
            self.board.turn(*DIAL, 1)
            until = time.monotonic() + PATIENCE
            while self.chosen() == before and time.monotonic() < until:
                time.sleep(0.1)
        raise AssertionError(f"the dial never came to {value}")

    def chosen(self) -> str:
        """What the dial stands at."""
        return str(self.guest.ask("see")["chosen"])

    def push(self) -> None:
        """Push the dial."""
        self.board.tap(PUSH)

    def see(self, what: str, value: str) -> None:
        """Wait until the box shows that."""
        seen, until = {what: None}, time.monotonic() + PATIENCE
        while seen[what] != value:
            assert time.monotonic() < until, f"{what} is never {value}, but {seen}\n{self.guest.log()}"
            time.sleep(0.2)
            seen = self.guest.ask("see")

    def shines(self, bright: tuple[int, ...], dim: tuple[int, ...] = ()) -> bool:
        """Whether these seats' lamps shine, those are dimmed, and the others are dark."""
        looks = (
            self.board.flickers(line) if seat in dim else self.board.becomes(line, seat in bright)
            for seat, line in enumerate(LAMPS, 1)
        )
        return all(looks)


@pytest.fixture
def table() -> Iterator[Round]:
    with board("inside_round") as outside:
        table = Round(outside)
        outside.guest.hear("ready")
        yield table


def test_a_round_is_played_through_the_pins(table: Round) -> None:
    assert "Ana" in table.page()
    assert table.shines(bright=(1,))
    table.throw("A")
    assert "Ben" in table.page()
    assert table.shines(bright=(2,))
    table.throw("T")

    assert table.page() == "Ana: roll the dice"
    assert table.shines(bright=(1,))
    table.throw("ACERBT")
    assert table.page() == "Ana: read the letters out, twice"
    table.press(1)

    assert table.page() == "Ana: your bid?"
    assert table.shines(bright=(1,))
    table.turn_to("1x3")
    table.press(1)
    assert table.page() == "Ben: beat 1x3?"
    assert table.shines(bright=(2,))
    table.press(2)

    assert table.page() == "Ana spells: 1 × 3 letters"
    assert table.shines(bright=(1,), dim=(2,))
    table.lay("CAR")
    table.press(2)
    assert table.page() == "Ana spells: 1 × 3 letters"
    table.press(1)

    assert table.page() == "Any doubts about Ana’s words?"
    assert table.shines(bright=(), dim=(2,))
    table.push()
    assert table.page() == "Ana bid 1x3"
    assert table.shines(bright=())
    table.push()
    assert table.page() == "Ben: roll the dice"
    assert table.shines(bright=(2,))

    first, second, thrown, *rest = table.guest.ask("see")["answers"]
    assert (first, second) == ("1 roll = A", "2 roll = T")
    assert sorted(thrown) == sorted("1 roll = A C E R B T")  # in the order in which they lie
    assert rest == [
        *("1 announced", "1 bid = 1x3", "2 bid = no bid"),
        *("2 word = CAR", "1 done", "- go on", "- go on"),
    ]
