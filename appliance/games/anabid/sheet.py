"""The score sheet of Anabid!: scores, tokens, who is in, and the page after a roll."""

from collections.abc import Iterable, Sequence

from appliance.games import sheet
from appliance.games.anabid.rules import OUT_BELOW, VALUE, Options, Points, Steal, totals
from appliance.games.judge import Judge
from appliance.games.prompts import Prompt
from appliance.games.views import Booking, Chance
from appliance.phrases import say

EXAMPLES = 12


class Sheet(sheet.Sheet):
    """The mutable state of one game; everything else of a script is local values."""

    room = "anabid"

    def __init__(self, names: Sequence[str], options: Options, judge: Judge) -> None:
        super().__init__(names, judge)  # AN-4
        self.options = options
        self.held: list[list[int]] = [[] if options.wordsmith else [1, 2] for _ in names]  # AN-4, AN-47
        self.playing = set(range(len(names)))
        self.dice = 0
        self.roll = self.rolls = 0

    def tokens(self, seat: int) -> tuple[str, ...]:
        """The steal tokens that a player still has."""
        return tuple(f"Steal {token}" for token in self.held[seat])

    def is_out(self, seat: int) -> bool:
        """Whether a player is eliminated."""
        return seat not in self.playing

    def progress(self) -> str:
        """Which roll it is."""
        return say("anabid.progress", roll=self.roll, rolls=self.rolls) if self.roll else ""

    def book(self, entries: Iterable[Points]) -> None:
        """Add the points of a roll to the scores."""
        for seat, points in totals(entries).items():
            self.scores[seat] += points

    def spend(self, steal: Steal) -> None:
        """The token goes back into the bag whatever comes of it (AN-28)."""
        self.held[steal.seat].remove(steal.owed)

    def eliminate(self) -> None:
        """Below -20 a player takes no further part (AN-38)."""
        self.playing -= {seat for seat, score in enumerate(self.scores) if score < OUT_BELOW}

    def bookings(self, entries: Iterable[Points]) -> tuple[Booking, ...]:
        """The entries with names and reasons in words."""
        return tuple(
            Booking(self.names[e.seat], e.points, say(f"anabid.why_{e.why}", word=e.word)) for e in entries
        )

    def after_roll(
        self, phrase: str, entries: Iterable[Points], letters: tuple[str, ...], /, **values: object
    ) -> Prompt:
        """The page after a roll: the points, and what could have been bid."""
        return self.account(phrase, self.bookings(entries), self.chances(letters), **values)

    def chances(self, letters: tuple[str, ...]) -> tuple[Chance, ...]:
        """What the letters held, for each length that scores; longest first, common words first."""
        found = self.judge.words(letters, shortest=min(VALUE), longest=max(VALUE), standard=True)
        return tuple(
            Chance(length, len(words), tuple(word.word for word in words[:EXAMPLES]))
            for length, words in sorted(found.items(), reverse=True)
            if words
        )
