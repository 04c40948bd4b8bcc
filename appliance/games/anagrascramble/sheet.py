"""The score sheet of AnagraScramble: scores, coins, the cards that were played, and the page after one."""

from collections.abc import Iterable, Sequence

from appliance.games import sheet
from appliance.games.anagrascramble.rules import COINS, Options, Points, payout, total
from appliance.games.judge import Judge
from appliance.games.prompts import Prompt
from appliance.games.views import Booking, Chance
from appliance.lexicon.decks import Card, card_of, deck, solved
from appliance.phrases import say

EXAMPLES = 12


class Sheet(sheet.Sheet):
    """The mutable state of one game; everything else of a script is local values."""

    room = "anagrascramble"

    def __init__(self, names: Sequence[str], options: Options, judge: Judge) -> None:
        super().__init__(names, judge)
        self.options = options
        self.cards = options.cards
        self.played = 0
        self.coins: dict[int, int] = {}
        self.dealt: set[str] = set()
        self.coming: Card | None = None  # dealt face down, its colour shown (AS-4)

    @property
    def jumbles(self) -> tuple[str, ...]:
        """Every card that may come, in the order of the decks; all of them again once all were dealt."""
        every = [card.jumble for name in self.options.decks for card in deck(name)]
        return tuple(jumble for jumble in every if jumble not in self.dealt) or tuple(every)

    @property
    def back(self) -> str:
        """The colour of the coming card as far as it is known (AS-4)."""
        if self.coming:
            return self.coming.deck
        unknown = self.options.printed_cards or self.options.both
        return "" if unknown else self.options.decks[0]

    def take(self, jumble: str) -> Card:
        """The card with these letters leaves the box; one that was dealt before means a new shuffle."""
        if jumble in self.dealt:
            self.dealt.clear()
        self.dealt.add(jumble)
        return card_of(jumble) or solved(jumble, self.judge)

    def tokens(self, seat: int) -> tuple[str, ...]:
        """The coin that lies before a player (AS-6 c)."""
        return tuple(name.title() for name, times in COINS.items() if self.coins.get(seat) == times)

    def progress(self) -> str:
        """How many cards were played; past the agreed number the round is finished (AS-15)."""
        if not self.cards:
            return ""
        phrase = "progress" if self.played < self.cards else "last_round"
        return say(f"anagrascramble.{phrase}", n=self.played, cards=self.cards)

    def book(self, seat: int, entries: Sequence[Points]) -> None:
        """Add the points of a card to a player's score, below 0 too (AS-14); the coin goes back."""
        self.scores[seat] += total(entries)
        self.coins.pop(seat, None)

    def bookings(self, seat: int, entries: Iterable[Points]) -> tuple[Booking, ...]:
        """The entries with name and reasons in words."""
        return tuple(
            Booking(
                self.names[seat],
                e.points,
                say(f"anagrascramble.why_{e.why}", n=len(e.words), words=", ".join(e.words)),
            )
            for e in entries
        )

    def after_card(self, seat: int, entries: Sequence[Points], card: Card) -> Prompt:
        """The page after a card: the points, and what it had held."""
        solution = " / ".join(card.solutions) or card.jumble
        bookings, chances = self.bookings(seat, entries), self.chances(card)
        return self.account("settled", bookings, chances, name=self.names[seat], solution=solution)

    def chances(self, card: Card) -> tuple[Chance, ...]:
        """What the card held, length by length, longest first, common words first; slurs are not shown."""
        found = self.judge.words(tuple(card.jumble), shortest=4, longest=7)
        shown = [(n, [f.word for f in found[n] if f.word in card.words]) for n in sorted(found, reverse=True)]
        return tuple(Chance(n, len(words), tuple(words[:EXAMPLES])) for n, words in shown if words)

    def tokens_owed(self) -> Prompt:
        """Who gets how many tokens, and who owes them (AS-17); the scores stay as they are."""
        each = zip(self.names, payout(self.scores), strict=True)
        reasons = [say(f"anagrascramble.why_{why}") for why in ("even", "gets", "owes")]
        return self.account("payout", [Booking(name, n, reasons[(n > 0) - (n < 0)]) for name, n in each])
