"""The score sheet of Bid & Bluff: whose die is which and where it stands, the bids and tricks of a round."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from appliance.games import sheet
from appliance.games.bidandbluff.paths import Ground, Walk, walks
from appliance.games.bidandbluff.rules import DIAGONAL_FROM, Options, cards_in, squares, squares_in_zone
from appliance.games.game_views import Track, Tricks
from appliance.games.judge import Judge
from appliance.games.looks import track_text
from appliance.games.seats import from_seat, going
from appliance.games.views import Booking
from appliance.phrases import say
from appliance.pieces import dice_set
from appliance.pieces.track import BLACK, FINISH, WHITE, ZONE, track

PIECES = "bid-and-bluff"
"""The name of the dice and of the board."""


class Sheet(sheet.Sheet):
    """The mutable state of one game; a score is how many rows a die is past START, over the line too."""

    room = "bid-and-bluff"

    def __init__(self, names: Sequence[str], options: Options, judge: Judge) -> None:
        super().__init__(names, judge)
        self.options = options
        self.board = track(PIECES)
        if not options.black_squares:
            rows = tuple(row.replace(BLACK, WHITE) for row in self.board.rows)
            self.board = replace(self.board, rows=rows)
        self.dealer = 0
        self.round = 0
        self.colours: dict[int, str] = {}
        self.stands: dict[int, str] = {}
        self.bids: dict[int, int] = {}
        self.tricks: dict[int, int] = {}

    @property
    def order(self) -> list[int]:
        """All seats from the dealer's left, clockwise (BB-2)."""
        return from_seat(next(going(self.dealer, "left", self.count)), "left", self.count)

    @property
    def cards(self) -> int:
        """The cards that each player gets in this round (BB-3)."""
        return cards_in(self.round)

    @property
    def free_colours(self) -> tuple[str, ...]:
        """The dice that nobody has chosen."""
        bodies = (die.body for die in dice_set(PIECES).dice)
        return tuple(body for body in bodies if body not in self.colours.values())

    @property
    def free_starts(self) -> tuple[str, ...]:
        """The squares of START without a die."""
        return tuple(square for square in self.board.starts if square not in self.stands.values())

    def tokens(self, seat: int) -> tuple[str, ...]:
        """The colour of a player's die."""
        return (self.colours[seat],) if seat in self.colours else ()

    def progress(self) -> str:
        """Which round it is, of how many cards."""
        return say("bid-and-bluff.progress", n=self.round, cards=self.cards) if self.round else ""

    def next_round(self) -> None:
        """New cards; no bids and no tricks yet."""
        self.round += 1
        self.bids, self.tricks = {}, {}

    # Moves

    def in_zone(self, seat: int) -> bool:
        """Whether a player's die stands in the DO OR DIE ZONE."""
        return self.board.kind(self.stands[seat]) == ZONE

    def squares(self, seat: int) -> int:
        """How far a player's die may go in this round (BB-8, BB-11)."""
        return squares(self.bids[seat], self.tricks[seat], self.in_zone(seat))

    def walks(self, seat: int) -> list[Walk]:
        """Where a player's die may go."""
        taken = frozenset(square for other, square in self.stands.items() if other != seat)
        diagonal = self.count >= DIAGONAL_FROM
        ground = Ground(self.board, taken, diagonal, self.options.diagonal_gaps)
        bid, tricks = self.bids[seat], self.tricks[seat]
        inside = squares_in_zone(bid, tricks, self.in_zone(seat), self.options)
        return walks(ground, self.stands[seat], self.squares(seat), inside, whole=self.options.whole_move)

    def put(self, seat: int, square: str, over: int = 0) -> None:
        """A player's die stands there now; in FINISH it would have gone so many squares further (BB-13)."""
        self.stands[seat] = square
        self.scores[seat] = self.board.place(square)[0] + (over if square == FINISH else 0)

    def stands_text(self, moved: dict[int, str] | None = None) -> str:
        """Where all dice must stand, as a look tells it, after some have moved."""
        stands = self.stands | (moved or {})
        return track_text({self.colours[seat]: square for seat, square in stands.items()})

    # What is shown

    def track(
        self, mover: int | None = None, steps: int = 0, ways: Iterable[str] = (), chosen: str = ""
    ) -> Track:
        """The board with the dice on it."""
        dice = ((self.colours[seat], self.names[seat], square) for seat, square in self.stands.items())
        name = "" if mover is None else self.names[mover]
        return Track(self.board.rows, tuple(dice), name, steps, tuple(ways), chosen)

    def table(self, reminder: str = "") -> Tricks:
        """The bids and tricks of the round, from the dealer's left."""
        rows = (
            (self.names[s], self.colours.get(s, ""), _open(self.bids, s), _open(self.tricks, s))
            for s in self.order
        )
        cards, dealer = (self.cards, self.names[self.dealer]) if self.round else (0, "")
        return Tricks(cards, dealer, tuple(rows), reminder)

    def result(self) -> tuple[Booking, ...]:
        """How far everybody moves, and why, from the dealer's left (BB-7)."""
        return tuple(Booking(self.names[seat], self.squares(seat), self._why(seat)) for seat in self.order)

    def _why(self, seat: int) -> str:
        bid, tricks = self.bids[seat], self.tricks[seat]
        why = ("made" if bid == tricks else "missed") + ("_zone" if self.in_zone(seat) else "")
        return say(f"bid-and-bluff.why_{why}", bid=bid, tricks=tricks)


def _open(entries: dict[int, int], seat: int) -> str:
    """A number, or "" while it is open."""
    return str(entries.get(seat, ""))
