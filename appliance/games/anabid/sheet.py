"""The score sheet of Anabid!: scores, tokens, who is in, and the prompts that carry them."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from appliance.games.anabid.rules import OUT_BELOW, VALUE, Options, Points, Steal, totals
from appliance.games.prompts import GO_ON, Accept, Press, Prompt, Timer
from appliance.games.views import Account, Booking, Chance, Place, Standing, View
from appliance.lexicon import Entry, Found
from appliance.phrases import say

EXAMPLES = 12


class Judge(Protocol):
    """What a game asks the lexicon."""

    def words(
        self, tiles: Sequence[str], *, shortest: int, longest: int, standard: bool = False
    ) -> dict[int, list[Found]]:
        """The words of these tiles by length, common ones first; `standard` leaves out the rarest."""

    def look_up(self, word: str, *, places: bool, punctuation: bool) -> Entry:
        """Whether a word is in the agreed list, and why."""


class Sheet:
    """The mutable state of one game; everything else of a script is local values."""

    def __init__(self, names: Sequence[str], options: Options, judge: Judge) -> None:
        self.names = tuple(names)
        self.options = options
        self.judge = judge
        self.scores = [0] * len(names)  # AN-4
        self.tokens: list[list[int]] = [[] if options.wordsmith else [1, 2] for _ in names]  # AN-4, AN-47
        self.playing = set(range(len(names)))
        self.dice = 0
        self.roll = self.rolls = 0

    @property
    def count(self) -> int:
        """How many players the game began with (AN-40)."""
        return len(self.names)

    def standing(self) -> Standing:
        """The scores as values."""
        places = (
            Place(name, score, tuple(f"Steal {token}" for token in tokens), seat not in self.playing)
            for seat, (name, score, tokens) in enumerate(
                zip(self.names, self.scores, self.tokens, strict=True)
            )
        )
        progress = say("anabid.progress", roll=self.roll, rolls=self.rolls) if self.roll else ""
        return Standing(tuple(places), progress)

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
        """A prompt with this sheet's standing; `phrase` names its headline and its help line."""
        headline, help_line = (say(f"anabid.{name}", **values) for name in (phrase, f"{phrase}_help"))
        return Prompt(headline, help_line, accepts, view, self.standing(), timer, acting)

    def book(self, entries: Iterable[Points]) -> None:
        """Add the points of a roll to the scores."""
        for seat, points in totals(entries).items():
            self.scores[seat] += points

    def spend(self, steal: Steal) -> None:
        """The token goes back into the bag whatever comes of it (AN-28)."""
        self.tokens[steal.seat].remove(steal.owed)

    def eliminate(self) -> None:
        """Below -20 a player takes no further part (AN-38)."""
        self.playing -= {seat for seat, score in enumerate(self.scores) if score < OUT_BELOW}

    def bookings(self, entries: Iterable[Points]) -> tuple[Booking, ...]:
        """The entries with names and reasons in words."""
        return tuple(
            Booking(self.names[e.seat], e.points, say(f"anabid.why_{e.why}", word=e.word)) for e in entries
        )

    def account(
        self, phrase: str, entries: Iterable[Points], letters: tuple[str, ...], /, **values: object
    ) -> Prompt:
        """The page after a roll: the points, and what could have been bid."""
        headline = say(f"anabid.{phrase}", **values)
        view = Account(headline, self.bookings(entries), self.chances(letters))
        go_on = Press(GO_ON, (), say("anabid.go_on"))
        return self.prompt(phrase, view, go_on, acting=(), timer=None, **values)

    def chances(self, letters: tuple[str, ...]) -> tuple[Chance, ...]:
        """What the letters held, for each length that scores; longest first, common words first."""
        found = self.judge.words(letters, shortest=min(VALUE), longest=max(VALUE), standard=True)
        return tuple(
            Chance(length, len(words), tuple(word.word for word in words[:EXAMPLES]))
            for length, words in sorted(found.items(), reverse=True)
            if words
        )
