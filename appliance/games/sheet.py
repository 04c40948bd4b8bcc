"""The score sheet that every game keeps: names, scores, and the prompts that carry the standing."""

from collections.abc import Iterable, Sequence

from appliance.games.judge import Judge
from appliance.games.prompts import GO_ON, Accept, Press, Prompt, Timer
from appliance.games.script import Part, ask
from appliance.games.views import Account, Booking, Chance, Final, Place, Standing, View
from appliance.phrases import say


class Sheet:
    """The mutable state that all games have; `room` is where the game's phrases are."""

    room = ""

    def __init__(self, names: Sequence[str], judge: Judge, scores: int = 0) -> None:
        self.names = tuple(names)
        self.judge = judge
        self.scores = [scores] * len(names)

    @property
    def count(self) -> int:
        """How many players the game began with."""
        return len(self.names)

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats, from 0."""
        return tuple(range(self.count))

    def tokens(self, seat: int) -> tuple[str, ...]:
        """What lies before a player, in a word each."""
        return ()

    def is_out(self, seat: int) -> bool:
        """Whether a player takes no further part."""
        return False

    def progress(self) -> str:
        """How far the game is."""
        return ""

    def standing(self) -> Standing:
        """The scores as values."""
        places = (
            Place(name, self.scores[seat], self.tokens(seat), self.is_out(seat))
            for seat, name in enumerate(self.names)
        )
        return Standing(tuple(places), self.progress())

    def prompt(
        self,
        phrase: str,
        view: View,
        /,
        *accepts: Accept,
        acting: tuple[int, ...] = (),
        timer: Timer | None = None,
        **values: object,
    ) -> Prompt:
        """A prompt with this sheet's standing; `phrase` names its headline and its help line.

        A phrase with a dot in it is one of another room.
        """
        full = phrase if "." in phrase else f"{self.room}.{phrase}"
        headline, help_line = (say(name, **values) for name in (full, f"{full}_help"))
        return Prompt(headline, help_line, accepts, view, self.standing(), timer, acting)

    def account(
        self,
        phrase: str,
        bookings: Iterable[Booking],
        /,
        chances: tuple[Chance, ...] = (),
        **values: object,
    ) -> Prompt:
        """A page with points and their reasons, until somebody pushes the dial."""
        full = phrase if "." in phrase else f"{self.room}.{phrase}"
        view = Account(say(full, **values), tuple(bookings), chances)
        go_on = Press(GO_ON, (), say("ending.go_on"))
        return self.prompt(full, view, go_on, acting=(), timer=None, **values)


def final_table(sheet: Sheet, winners: Sequence[str] = ()) -> Part[Standing]:
    """The last page: the winners, or whoever has the most points; several share."""
    names = tuple(winners) or sheet.standing().leaders
    phrase = "ending.won" if len(names) == 1 else "ending.shared"
    end = Press(GO_ON, (), say("ending.end"))
    yield from ask(sheet.prompt(phrase, Final(names), end, names=" & ".join(names)))
    return sheet.standing()
