"""What a prompt shows: frozen values that a screen draws and a transcript prints. Closed, for all games."""

from dataclasses import dataclass

from appliance.games.game_views import GameView
from appliance.phrases import say


@dataclass(frozen=True)
class Place:
    """One player's line of the standing."""

    name: str
    score: int
    tokens: tuple[str, ...] = ()
    out: bool = False


@dataclass(frozen=True)
class Standing:
    """Who has how much, in seat order, and how far the game is."""

    places: tuple[Place, ...]
    progress: str = ""

    def __str__(self) -> str:
        return " · ".join(f"{p.name} {p.score}{' (out)' if p.out else ''}" for p in self.places)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names with the highest score; several share the lead."""
        best = max(place.score for place in self.places)
        return tuple(place.name for place in self.places if place.score == best)

    @property
    def ranking(self) -> tuple[Place, ...]:
        """Best first; equal scores in seat order."""
        return tuple(sorted(self.places, key=lambda place: -place.score))


@dataclass(frozen=True)
class Throw:
    """Somebody is to throw dice: what to do, as a short line, and the letters thrown by others so far."""

    who: str
    hint: str
    thrown: tuple[tuple[str, str], ...] = ()

    def lines(self) -> list[str]:
        """The view as text."""
        return [f"{name}: {letter}" for name, letter in self.thrown]


@dataclass(frozen=True)
class Letters:
    """The letters of a roll, large."""

    letters: tuple[str, ...]
    note: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return [" ".join(self.letters)]


@dataclass(frozen=True)
class Ladder:
    """An auction: the letters, the bids so far (name, bid or "no bid"), and the one that stands."""

    letters: tuple[str, ...]
    bidder: str
    bids: tuple[tuple[str, str], ...]
    high: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return []


@dataclass(frozen=True)
class Spelling:
    """Words being spelled: how many of which length are owed, those okayed, and a steal under way."""

    letters: tuple[str, ...]
    speller: str
    judge: str
    goal: int
    length: int
    words: tuple[str, ...]
    barred: tuple[str, ...] = ()
    steal: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return []


@dataclass(frozen=True)
class Doubts:
    """Words that may be challenged: each with its state ("", "found", "thrown out"), and who wants to."""

    speller: str
    words: tuple[tuple[str, str], ...]
    willing: tuple[str, ...] = ()
    entry: str = ""

    def lines(self) -> list[str]:
        """The view as text."""
        return [self.entry] if self.entry else []


@dataclass(frozen=True)
class Booking:
    """Points for one player with the reason in words."""

    name: str
    points: int
    reason: str

    def __str__(self) -> str:
        return f"{self.name} {self.points:+d}: {self.reason}"


@dataclass(frozen=True)
class Chance:
    """What could have been spelled: the length, how many words, and the commonest of them."""

    length: int
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Account:
    """What a roll came to, and what could have been bid."""

    title: str
    bookings: tuple[Booking, ...]
    chances: tuple[Chance, ...] = ()

    def lines(self) -> list[str]:
        """The view as text."""
        could = [
            say("view.chance", n=c.count, length=c.length, words=", ".join(c.examples)) for c in self.chances
        ]
        return [*map(str, self.bookings), *could]


@dataclass(frozen=True)
class Final:
    """The final table."""

    winners: tuple[str, ...]

    def lines(self) -> list[str]:
        """The view as text."""
        return []


@dataclass(frozen=True)
class Menu:
    """A list to choose from: each entry with its answer's value, a title and a line about it."""

    entries: tuple[tuple[str, str, str], ...]

    def lines(self) -> list[str]:
        """The view as text."""
        return [title for _, title, _ in self.entries]


@dataclass(frozen=True)
class Joining:
    """Seats of the table: each with the name of who sits there, or "" while it is free."""

    names: tuple[str, ...]

    def lines(self) -> list[str]:
        """The view as text."""
        return [", ".join(name for name in self.names if name)]


@dataclass(frozen=True)
class Countdown:
    """A plain timer of so many seconds: "ready", "running", "stopped" or "up"."""

    seconds: float
    state: str

    def lines(self) -> list[str]:
        """The view as text."""
        return [self.state]


View = Throw | Letters | Ladder | Spelling | Doubts | Account | Final | Menu | Joining | Countdown | GameView
