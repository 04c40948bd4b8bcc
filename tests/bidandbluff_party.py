"""A party at Bid & Bluff: tests say who does what, by name, and what the box should say."""

from dataclasses import replace

import pytest

from appliance.games.bidandbluff import game as bidandbluff
from appliance.games.bidandbluff import sheet
from appliance.games.bidandbluff.rules import Options
from appliance.games.game_views import Track
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Choose, Look
from appliance.games.script import Play, Refused
from appliance.pieces.track import track


class Party:
    """Players in seat order: each sits to the LEFT of the one before. The last named deals first."""

    def __init__(self, judge: Judge, names: str, **options: bool) -> None:
        self.names = names.split()
        self.play = Play(lambda: bidandbluff.play(self.names, Options(**options), judge))

    def begin(self, starts: str = "A1 B1 C1 D1 E1 F1") -> "Party":
        """The last named deals; all others choose before him, colours as they come, these squares."""
        self.act(self.names[-1], "highest")
        for name, start in zip(self.names, starts.split(), strict=False):
            (colours,) = self.play.prompt.of_kind(Choose)
            self.act(name, "colour", colours.rows[0].at(0)).act(name, "start", start)
        return self.placed()

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def act(self, name: str | None, verb: str, value: str = "") -> "Party":
        self.play.give(Answer(None if name is None else self.seat(name), verb, value))
        return self

    def refusal(self, name: str | None, verb: str, value: str = "") -> str:
        """Why this may not be done now; fails if it may."""
        before = len(self.play.answers)
        with pytest.raises(Refused) as caught:
            self.act(name, verb, value)
        assert len(self.play.answers) == before
        return str(caught.value)

    # What happens at the table

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        (seat,) = self.play.prompt.acting
        return self.names[seat]

    def placed(self) -> "Party":
        """The camera sees all dice where they should be."""
        (look,) = self.play.prompt.of_kind(Look)
        self.play.give(Answer(look.seats[0], look.verb, look.wanted))
        return self

    def deal(self) -> "Party":
        return self.act(self.turn, "dealt")

    def bids(self, *bids: int) -> "Party":
        """The bids, from the dealer's left; then the cards are played."""
        for bid in bids:
            self.act(self.turn, "bid", str(bid))
        return self

    def tricks(self, *tricks: int) -> "Party":
        """The tricks, from the dealer's left."""
        for taken in tricks:
            self.act(self.turn, "tricks", str(taken))
        return self

    def round(self, bids: tuple[int, ...], tricks: tuple[int, ...]) -> "Party":
        """A whole round up to the moves."""
        return self.deal().bids(*bids).act(None, "played").tricks(*tricks).act(None, "go on")

    def goes(self, name: str, square: str = "") -> "Party":
        """This player's die goes there, or where alone it can."""
        assert self.turn == name
        if self.play.prompt.accept("to"):
            self.act(name, "to", square)
        assert isinstance(self.play.prompt.view, Track)
        assert self.play.prompt.view.chosen == (square or self.play.prompt.view.chosen)
        return self.placed()

    @property
    def ways(self) -> list[str]:
        """Where the die may go that is to be moved."""
        assert isinstance(self.play.prompt.view, Track)
        return sorted(self.play.prompt.view.ways)

    @property
    def stands(self) -> dict[str, str]:
        """Where everybody's die stands, by name."""
        assert isinstance(self.play.prompt.view, Track)
        return {name: square for _, name, square in self.play.prompt.view.dice}

    @property
    def scores(self) -> list[int]:
        return [place.score for place in self.play.standing.places]

    def says(self, text: str) -> bool:
        """Whether the screen's headline, help or page says this."""
        prompt = self.play.prompt
        return text in "\n".join([prompt.headline, prompt.help, *prompt.view.lines()])


def short_board(monkeypatch: pytest.MonkeyPatch, *rows: str) -> None:
    """The party plays on a board of these rows."""
    board = replace(track("bid-and-bluff"), rows=rows)
    monkeypatch.setattr(sheet, "track", lambda name: board)
