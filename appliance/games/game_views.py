"""What single games show, as frozen values like those of `appliance.games.views`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Jumble:
    """AnagraScramble's card: whose, the letters (none while it lies face down), its deck, what is at stake.

    `target` is the length to reach (0 before the roll), `coin` 1, or 2 and 3 for Double and Triple.
    """

    who: str
    letters: str
    deck: str
    target: int = 0
    coin: int = 1
    note: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        stake = [f"{self.target}" + (f" × {self.coin}" if self.coin > 1 else "")] if self.target else []
        return [" ".join(x for x in (self.deck, self.letters, *stake, self.note) if x)]


@dataclass(frozen=True)
class Checklist:
    """A card's words with their values, those ticked, and how many others were written."""

    who: str
    letters: str
    words: tuple[tuple[str, int], ...]
    ticked: tuple[str, ...] = ()
    others: int = 0
    target: int = 0

    def lines(self) -> list[str]:
        """The view as text."""
        return []


@dataclass(frozen=True)
class Lot:
    """A tile under the hammer: bids so far (name, amount or what else), the one that stands, all racks."""

    tile: str
    value: int
    bidder: str
    bids: tuple[tuple[str, str], ...]
    high: str
    racks: tuple[tuple[str, str], ...]
    left: int = 0

    def lines(self) -> list[str]:
        """The view as text."""
        return [f"{name}: {rack}" for name, rack in self.racks if rack]


@dataclass(frozen=True)
class Crossboard:
    """The 15 × 15 board (rows of text, blanks in lower case), a rack, and what the last play made.

    `new` are the squares (row, column) of the last play; `words` its words with their points; `problems` what
    is wrong with it.
    """

    rows: tuple[str, ...]
    who: str = ""
    rack: str = ""
    new: tuple[tuple[int, int], ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    problems: tuple[str, ...] = ()
    left: int = 0

    def lines(self) -> list[str]:
        """The view as text."""
        made = [f"{word} {points}" for word, points in self.words]
        return [*([f"{self.who}: {self.rack}"] if self.rack else []), *made, *self.problems]


@dataclass(frozen=True)
class Track:
    """Bid & Bluff's board: rows of characters (see pieces), dice on it, and where one may go.

    `dice` are colour, player and square; `ways` the squares that may be chosen, `chosen` one of them.
    """

    rows: tuple[str, ...]
    dice: tuple[tuple[str, str, str], ...]
    mover: str = ""
    steps: int = 0
    ways: tuple[str, ...] = ()
    chosen: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        stands = " ".join(f"{colour}@{square}" for colour, _, square in self.dice)
        return [line for line in (stands, " ".join(self.ways)) if line]


@dataclass(frozen=True)
class Tricks:
    """A round of Bid & Bluff: cards dealt, who deals, each player's colour, bid and tricks ("" if open)."""

    cards: int
    dealer: str
    rows: tuple[tuple[str, str, str, str], ...]
    reminder: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return [" · ".join(f"{name} {bid or '?'}/{tricks or '?'}" for name, _, bid, tricks in self.rows)]


@dataclass(frozen=True)
class Pool:
    """Speed Scrabble and Idaho: tiles left face down, what each player takes or holds, and a note."""

    left: int
    rows: tuple[tuple[str, str], ...]
    note: str = ""
    called: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return [f"{self.left}", *(f"{name}: {what}" for name, what in self.rows if what)]


@dataclass(frozen=True)
class Crosswords:
    """Loose layouts, a player's name, rows of text, points or "", and what is wrong with it."""

    layouts: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...]

    def lines(self) -> list[str]:
        """The view as text."""
        return [
            " ".join(x for x in (f"{name}:", "/".join(rows), points, "; ".join(wrong)) if x)
            for name, rows, points, wrong in self.layouts
        ]


@dataclass(frozen=True)
class Ballot:
    """A vote: the question, and each player's voice ("yes", "no" or "" while it is out)."""

    question: str
    voices: tuple[tuple[str, str], ...]

    def lines(self) -> list[str]:
        """The view as text."""
        return [f"{name}: {voice}" for name, voice in self.voices if voice]


GameView = Jumble | Checklist | Lot | Crossboard | Track | Tricks | Pool | Crosswords | Ballot
