"""The accounts of Auction Scrabble: points, racks, the board, the bag, and what was done, for the record."""

from collections import Counter
from collections.abc import Iterable, Sequence

from appliance.games import sheet
from appliance.games.auctionscrabble.rules import Options, has_room, left_of, rack_order
from appliance.games.game_views import Crossboard
from appliance.games.judge import Judge
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.gcg_moves import Lay, Move
from appliance.games.scrabble.gcg_write import Entry, Line, Note
from appliance.games.scrabble.placement import Play
from appliance.games.scrabble.scoring import ALL_TILES_BONUS, Word
from appliance.games.scrabble.squares import Square
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, ENGLISH, RACK

BAG = len(ENGLISH.bag)


class Sheet(sheet.Sheet):
    """The mutable state of one game. An account is `options.points` less `paid` plus `earned` (AU-9)."""

    room = "auction-scrabble"

    def __init__(self, names: Sequence[str], options: Options, judge: Judge, log: list[Entry]) -> None:
        super().__init__(names, judge, options.points)  # AU-1
        self.options = options
        self.racks: list[list[str]] = [[] for _ in names]
        self.board = Board()
        self.drawn: Counter[str] = Counter()
        self.among = ENGLISH.bag
        """The tiles that can still come out of the bag, by what was seen of it."""
        self.emptied = False  # somebody found nothing more in the bag
        self.paid = [0] * len(names)
        self.earned = [0] * len(names)
        self.round = 0
        self.last = ""
        self.log = log

    def tokens(self, seat: int) -> tuple[str, ...]:
        """The player's letters; all lie open (AU-1)."""
        return ("".join(self.racks[seat]),) if self.racks[seat] else ()

    def progress(self) -> str:
        """Which round it is, and how full the bag."""
        if self.round:
            return say("auction-scrabble.progress", round=self.round, n=self.left)
        return say("auction-scrabble.progress_opening", n=self.left)

    # The bag

    @property
    def left(self) -> int:
        """How many tiles are in the bag, counted from those that were seen."""
        return 0 if self.emptied else max(BAG - self.drawn.total(), 0)

    @property
    def room_for_more(self) -> tuple[int, ...]:
        """Who has fewer than seven tiles (AU-5)."""
        return tuple(seat for seat in self.seats if has_room(self.racks[seat]))

    # What happens

    def draw(self, tile: str) -> None:
        """A tile has come out of the bag (AU-2)."""
        self.drawn[tile] += 1
        self.among = tuple((Counter(ENGLISH.bag) - self.drawn).elements())

    def buy(self, seat: int, tile: str, price: int) -> None:
        """A tile goes to a player, who pays what he bid (AU-3)."""
        self.racks[seat] = rack_order([*self.racks[seat], tile])
        self.paid[seat] += price
        self.scores[seat] -= price
        self.last = say("auction-scrabble.sold", name=self.names[seat], tile=named(tile), n=price)
        self.log.append(Note(self.last))

    def lay(self, seat: int, play: Play, points: int) -> None:
        """A play lies on the board and is added to the account at once (AU-7)."""
        self.write(seat, Lay(play.start, play.down, play.tiles), points)
        self.racks[seat] = left_of(self.racks[seat], tuple(play.laid.values()))
        self.board = self.board.put(play.laid)
        self.earned[seat] += points
        self.scores[seat] += points

    def put_back(self, seat: int, tiles: Sequence[str]) -> None:
        """Tiles go back into the bag."""
        self.racks[seat] = left_of(self.racks[seat], tiles)
        self.drawn -= Counter(tiles)
        self.among = (*self.among, *tiles)

    def write(self, seat: int, move: Move, points: int) -> None:
        """Note a move for the record."""
        self.log.append(Line(seat, "".join(self.racks[seat]), move, points))

    # What is shown

    def crossboard(
        self,
        seat: int,
        *,
        play: Play | None = None,
        new: Iterable[Square] = (),
        made: Iterable[Word] = (),
        problems: tuple[str, ...] = (),
    ) -> Crossboard:
        """The board with a rack and a play on it (50 for seven tiles, AU-7), or with squares in question."""
        brought = [(word.text, word.points) for word in made]
        if brought and play and len(play.laid) >= RACK:
            brought.append((say("auction-scrabble.all_tiles"), ALL_TILES_BONUS))
        return Crossboard(
            (self.board.put(play.laid) if play else self.board).rows,
            self.names[seat],
            "".join(self.racks[seat]),
            tuple((square.row, square.column) for square in (play.laid if play else new)),
            tuple(brought),
            problems,
            self.left,
        )


def named(tile: str) -> str:
    """What people call a tile."""
    return say("auction-scrabble.blank_tile") if tile == BLANK else tile
