"""A party at Auction Scrabble: tests say who does what, by name, and what the box should say."""

from appliance.games.auctionscrabble import game as auction
from appliance.games.auctionscrabble.rules import Options, as_seen
from appliance.games.game_views import Crossboard, Lot
from appliance.games.prompts import Choose, Press
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.gcg_write import Entry
from appliance.games.scrabble.placement import Play as Laid
from appliance.games.script import Play
from appliance.lexicon import Lexicon
from tests.anabid_party import Party


class AuctionParty(Party):
    """Players in seat order: each sits to the LEFT of the one before. The first named is player 1."""

    def __init__(self, lexicon: Lexicon, names: str, **options: object) -> None:
        self.names = names.split()
        self.log: list[Entry] = []
        made = Options(**options)  # type: ignore[arg-type]
        self.play = Play(lambda: auction.play(self.names, made, lexicon, self.log))

    # The auction

    @property
    def actor(self) -> str:
        """Whose turn it is."""
        (seat,) = self.play.prompt.acting
        return self.names[seat]

    def draw(self, tile: str) -> "AuctionParty":
        """Whoever is assigned the next tile draws this one."""
        self.act(self.actor, "tile", tile)
        return self

    def lot(self, tile: str, bids: str = "") -> "AuctionParty":
        """A tile with all its bids, `Ben 1, Ana 2, Ben -`: a dash leaves; whoever is not named leaves."""
        self.draw(tile)
        for part in filter(None, bids.split(", ")):
            name, bid = part.split()
            self.bid(name, bid)
        while self.play.prompt.accept("leave"):
            self.act(self.actor, "leave")
        return self

    def bid(self, name: str, bid: str) -> "AuctionParty":
        self.act(name, "leave") if bid == "-" else self.act(name, "bid", bid)
        return self

    def deals(self, **racks: str) -> "AuctionParty":
        """The opening auction, in which nobody bids: everybody gets these tiles for 0."""
        waiting = {name: list(tiles) for name, tiles in racks.items()}
        while self.play.prompt.accept("tile") and any(waiting.values()):
            self.lot(waiting[self.actor].pop(0))
        return self

    def empty(self) -> "AuctionParty":
        """Whoever is to draw finds the bag empty."""
        self.act(self.actor, "empty")
        return self

    @property
    def view(self) -> Lot:
        view = self.play.prompt.view
        assert isinstance(view, Lot)
        return view

    @property
    def offers(self) -> range:
        """The bids that the dial offers."""
        (choose,) = self.play.prompt.of_kind(Choose)
        values = choose.rows[0].values
        assert isinstance(values, range)
        return values

    def rack(self, name: str) -> str:
        return "".join(self.tokens(name))

    # The board

    @property
    def crossboard(self) -> Crossboard:
        view = self.play.prompt.view
        assert isinstance(view, Crossboard)
        return view

    @property
    def board(self) -> Board:
        """The board as it lies; only while the prompt shows it."""
        return Board(self.crossboard.rows)

    def shows(self, board: Board) -> "AuctionParty":
        """The camera sees this board."""
        self.act(self.actor, "board", as_seen(board))
        return self

    def lays(self, name: str, text: str, blanks: str = "") -> "AuctionParty":
        """A player lays tiles, `8D C.T` or `D8 C.T`, lower case for blanks, and says what those are."""
        assert self.actor == name
        play = Laid.parse(text)
        self.shows(self.board.put(play.laid))
        for letter in blanks or "".join(tile.upper() for tile in play.tiles if tile.islower()):
            self.act(name, "blank", letter)
        return self

    def stands(self) -> "AuctionParty":
        """The play is taken as it lies."""
        self.act(None, "verdict", "stands")
        return self

    def out(self) -> "AuctionParty":
        """The play is not allowed, and the tiles are taken back."""
        self.act(None, "verdict", "out").go_on()
        return self

    def scored(self, name: str, text: str) -> int:
        """Lays, and returns what the account gained."""
        before = self.account(name)
        self.lays(name, text).stands()
        return self.account(name) - before

    def passes(self, *names: str) -> "AuctionParty":
        for name in names:
            assert self.actor == name
            self.act(name, "pass")
        return self

    def account(self, name: str) -> int:
        return self.play.standing.places[self.seat(name)].score

    @property
    def accounts(self) -> list[int]:
        return [place.score for place in self.play.standing.places]

    def offered(self, name: str) -> set[str]:
        """The verbs that a player may use now, with or without the dial."""
        seat = self.seat(name)
        return {a.verb for a in self.play.prompt.accepts if seat in a.seats or not a.seats}

    def holds(self, verb: str) -> bool:
        """Whether a verb is for a button that is held."""
        return any(p.verb == verb and p.hold for p in self.play.prompt.of_kind(Press))
