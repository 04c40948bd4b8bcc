"""A party at AnagraScramble: tests say who does what, by name, and what the box should say."""

from appliance.games.anagrascramble import game as anagrascramble
from appliance.games.anagrascramble.rules import Options
from appliance.games.game_views import Checklist, Jumble
from appliance.games.prompts import MORE, TIME, Answer, Deal, Look, Press, Prompt, Tick
from appliance.games.script import Play, Refused
from appliance.lexicon import Lexicon


class Party:
    """Players in seat order: each sits to the LEFT of the one before. The first named goes first."""

    def __init__(self, lexicon: Lexicon, names: str, **options: object) -> None:
        self.names = names.split()
        chosen = Options(**options)  # type: ignore[arg-type]
        self.play = Play(lambda: anagrascramble.play(self.names, chosen, lexicon))

    @property
    def prompt(self) -> Prompt:
        return self.play.prompt

    def act(self, name: str | None, verb: str, value: str = "") -> "Party":
        self.play.give(Answer(None if name is None else self.names.index(name), verb, value))
        return self

    def refusal(self, name: str | None, verb: str, value: str = "") -> str:
        """Why this may not be done now; fails if it may."""
        answer = Answer(None if name is None else self.names.index(name), verb, value)
        before = len(self.play.answers)
        try:
            self.play.give(answer)
        except Refused as refused:
            assert len(self.play.answers) == before
            return str(refused)
        raise AssertionError(f"{answer} was not refused")

    @property
    def acting(self) -> str:
        """Who alone is to act."""
        (seat,) = self.prompt.acting
        return self.names[seat]

    # What happens at the table

    def roll(self, name: str, face: str) -> "Party":
        return self.act(name, "roll", face)

    def move(self, name: str, move: str) -> "Party":
        return self.act(name, "move", move)

    def card(self, jumble: str) -> "Party":
        """The card is dealt, shown or read, whichever is asked for; the first who may does it."""
        (accept,) = self.prompt.accepts
        name = self.names[accept.seats[0]]
        if isinstance(accept, Press):
            return self.act(name, accept.verb)
        assert isinstance(accept, Deal | Look)
        return self.act(name, accept.verb, jumble)

    def writes(self, words: str = "", others: int = 0) -> "Party":
        """Time runs out; these words are ticked, so many others are counted."""
        return self.act(None, TIME).ticks(words, others)

    def ticks(self, words: str = "", others: int = 0) -> "Party":
        for word in words.split():
            self.act(None, "tick", word)
        for _ in range(others):
            self.act(None, "tick", MORE)
        return self.act(self.names[-1], "counted")

    def go_on(self) -> "Party":
        return self.act(None, "go on")

    def turn(self, name: str, face: str, jumble: str, words: str = "") -> "Party":
        """A whole turn with no move, up to the next roll."""
        return self.roll(name, face).move(name, "play").card(jumble).writes(words).go_on()

    # What the screen says

    def says(self, text: str) -> bool:
        """Whether the screen's headline, help or page says this."""
        return text in "\n".join([self.prompt.headline, self.prompt.help, *self.prompt.view.lines()])

    @property
    def jumble(self) -> Jumble:
        assert isinstance(self.prompt.view, Jumble)
        return self.prompt.view

    @property
    def checklist(self) -> Checklist:
        assert isinstance(self.prompt.view, Checklist)
        return self.prompt.view

    @property
    def listed(self) -> tuple[str, ...]:
        """The words that may be ticked."""
        (tick,) = self.prompt.of_kind(Tick)
        return tick.words

    def moves(self) -> list[str]:
        """What may be chosen as a move."""
        accept = self.prompt.accept("move")
        assert accept
        every = ["pass", "play", "double", "triple", *(f"{n} letters" for n in range(4, 8))]
        return [m for m in every if not self.prompt.check(Answer(accept.seats[0], "move", m))]

    @property
    def scores(self) -> dict[str, int]:
        """Everybody whose score is not 0."""
        return {p.name: p.score for p in self.play.standing.places if p.score}

    def tokens(self, name: str) -> tuple[str, ...]:
        return self.play.standing.places[self.names.index(name)].tokens


def party(lexicon: Lexicon, names: str = "Ana Ben", cards: int = 2, **options: object) -> Party:
    """A party that plays a number of cards; the first named goes first."""
    made = Party(lexicon, names, cards=cards, **options)
    return made.act(made.names[0], "first")
