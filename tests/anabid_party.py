"""A party at Anabid!: tests say who does what, by name, and what the box should say."""

from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.prompts import TIME, Answer, Choose, Press, Spell
from appliance.games.script import Play, Refused
from appliance.games.views import Ladder
from appliance.lexicon import Lexicon


class Party:
    """Players in seat order: each sits to the LEFT of the one before. The first named rolls first."""

    def __init__(self, lexicon: Lexicon, names: str, **options: object) -> None:
        self.names = names.split()
        self.play = Play(lambda: anabid.play(self.names, Options(**options), lexicon))  # type: ignore[arg-type]

    def begin(self, first: str | None = None) -> "Party":
        """Everybody rolls one die; `first` (or the first named) gets the A."""
        for name in self.names:
            self.act(name, "roll", "A" if name == (first or self.names[0]) else "T")
        return self

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def act(self, name: str | None, verb: str, value: str = "") -> "Party":
        self.play.give(Answer(None if name is None else self.seat(name), verb, value))
        return self

    def refusal(self, name: str | None, verb: str, value: str = "") -> str:
        """Why this may not be done now; fails if it may."""
        answer = Answer(None if name is None else self.seat(name), verb, value)
        before = len(self.play.answers)
        try:
            self.play.give(answer)
        except Refused as refused:
            assert len(self.play.answers) == before
            return str(refused)
        raise AssertionError(f"{answer} was not refused")

    # What happens at the table

    def roll(self, letters: str) -> "Party":
        """The roller's dice fall; the letters are announced."""
        (roller,) = self.play.prompt.acting
        self.act(self.names[roller], "roll", " ".join(letters.replace("Qu", "q")).replace("q", "Qu"))
        if self.play.prompt.accept("coin"):
            return self
        return self.announce()

    def announce(self) -> "Party":
        (roller,) = self.play.prompt.acting
        return self.act(self.names[roller], "announced")

    def coin(self, face: str) -> "Party":
        return self.act(None, "coin", face).announce()

    def bids(self, text: str) -> "Party":
        """`Alex 6x3, Reza 10x3, Dan -`: a dash passes."""
        for part in text.split(", "):
            name, bid = part.split()
            self.act(name, "bid", "no bid" if bid == "-" else bid)
        return self

    def spells(self, words: str) -> "Party":
        for word in words.split():
            self.act(self.judge, "word", word)
        return self

    @property
    def judge(self) -> str:
        (spell,) = self.play.prompt.of_kind(Spell)
        return self.names[spell.seats[0]]

    @property
    def bidder(self) -> str:
        """Whose bid is awaited."""
        (choose,) = self.play.prompt.of_kind(Choose)
        assert choose.verb == "bid"
        return self.names[choose.seats[0]]

    def done(self) -> "Party":
        (press,) = (p for p in self.play.prompt.of_kind(Press) if p.verb == "done")
        return self.act(self.names[press.seats[0]], "done")

    def time(self) -> "Party":
        return self.act(None, TIME)

    def go_on(self) -> "Party":
        return self.act(None, "go on")

    def challenges(self, *names: str) -> "Party":
        """These want to challenge, in the order of their presses; nobody else does."""
        for name in names:
            self.act(name, "challenge")
        if self.play.prompt.accept("challenge"):
            self.go_on()
        return self

    def doubts(self, name: str, word: str, found: bool) -> "Party":
        """It is this player's turn to challenge; the list has the word or not."""
        self.act(name, "doubt", word)
        return self.act(None, "verdict", "found" if found else "not found")

    def says(self, text: str) -> bool:
        """Whether the screen's headline, help or page says this."""
        prompt = self.play.prompt
        return text in "\n".join([prompt.headline, prompt.help, *prompt.view.lines()])

    def suggested(self, verb: str) -> str:
        """Where the dial stands when this is to be chosen."""
        (choose,) = (c for c in self.play.prompt.of_kind(Choose) if c.verb == verb)
        return choose.suggest

    @property
    def scores(self) -> dict[str, int]:
        """Everybody whose score is not 0."""
        return {p.name: p.score for p in self.play.standing.places if p.score}

    def tokens(self, name: str) -> tuple[str, ...]:
        return self.play.standing.places[self.seat(name)].tokens


FIVE = "Alex Eve Dan Marcus Reza"
"""Alex rolls; Reza sits to his right, Marcus to hers: seats go to the left, so they come last."""


def party(lexicon: Lexicon, names: str, **options: object) -> Party:
    """A party whose first turn is the first named's."""
    return Party(lexicon, names, **options).begin()


def lose(game: Party, name: str, challenges: int) -> None:
    """`name` loses that many challenges against a single good word each, over as many rolls."""
    for _ in range(challenges):
        letters = "ACERBT"
        game.roll(letters)
        speller = next(n for n in game.names if n != name)
        while game.play.prompt.accept("bid"):
            bidder = game.bidder
            already = isinstance(game.play.prompt.view, Ladder) and game.play.prompt.view.high
            game.bids(f"{bidder} 1x3" if bidder == speller and not already else f"{bidder} -")
        game.spells("ACE").done().challenges(name).doubts(name, "ACE", found=True).go_on()


def eliminate(game: Party, name: str) -> None:
    lose(game, name, 2)
    assert game.scores[name] == -30


def rollers(game: Party, rolls: int) -> str:
    order = ""
    for _ in range(rolls):
        (roller,) = game.play.prompt.acting
        order += game.names[roller]
        game.roll("ACERBT")
        while game.play.prompt.accept("bid"):
            game.bids(f"{game.bidder} -")
        game.go_on()
    return order
