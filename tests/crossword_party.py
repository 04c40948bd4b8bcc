"""A party at Speed Scrabble or Idaho: tests say who calls, votes and lays what."""

from collections.abc import Callable

from appliance.games.catalogue import Setup, game
from appliance.games.game_views import Crosswords, Pool
from appliance.games.judge import Judge
from appliance.games.prompts import TIME, Answer, Choose, Press
from appliance.games.scrabble.building import build
from appliance.games.script import Refused
from appliance.games.votes import YES
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import ENGLISH

Draw = Callable[[int], int]


class Party:
    """Players in seat order, each to the left of the one before; variants as a command line gives them."""

    def __init__(self, lexicon: Judge, kind: str, names: str, variants: str = "") -> None:
        self.names = names.split()
        setup = Setup.of(game(kind), self.names, variants.split())
        self.play = setup.begin(lexicon)

    def act(self, name: str | None, verb: str, value: str = "") -> "Party":
        self.play.give(Answer(None if name is None else self.names.index(name), verb, value))
        return self

    def refusal(self, name: str | None, verb: str, value: str = "") -> str:
        """Why this may not be done now; fails if it may."""
        try:
            self.act(name, verb, value)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"{name} {verb} was not refused")

    def begin(self) -> "Party":
        """Whoever may says the first GO!."""
        (go,) = self.play.prompt.of_kind(Press)
        return self.act(self.names[go.seats[0]] if go.seats else None, "go")

    def call(self, *names: str) -> "Party":
        """One or more call in the same breath."""
        self.act(names[0], "go")
        for name in names[1:]:
            self.act(name, "go too")
        return self.act(None, TIME) if self.play.prompt.timer else self

    def calls(self, name: str, times: int) -> "Party":
        for _ in range(times):
            self.call(name)
        return self

    def stuck(self) -> "Party":
        return self.act(None, "stuck")

    def vote(self, stands: bool) -> "Party":
        """All vote alike."""
        while yes := self.play.prompt.accept(YES):
            self.act(self.names[yes.seats[0]], "yes" if stands else "no")
        return self

    def votes(self, **voices: bool) -> "Party":
        for name, voice in voices.items():
            self.act(name, "yes" if voice else "no")
        return self

    def lies(self, name: str, text: str) -> "Party":
        """The camera looks when this player asks: `2:JAM/E.. 1:Q`."""
        return self.act(name, "layouts", text)

    def as_read(self) -> "Party":
        return self.act(None, "verdict", "as read")

    def by_hand(self) -> "Party":
        if self.play.prompt.accept("verdict"):
            return self.act(None, "verdict", "by hand")
        return self.act(None, "by hand")

    def doubt(self, name: str, word: str, stands: bool) -> "Party":
        """A player doubts a word, and all vote alike."""
        return self.act(name, "doubt").act(name, "word", word).vote(stands)

    def unused(self, **counts: int) -> "Party":
        """What they say they have not used, after a PICK! counted by hand."""
        self.by_hand()
        for name, count in counts.items():
            self.act(name, "unused", str(count))
        return self

    def go_on(self) -> "Party":
        return self.act(None, "go on")

    def says(self, text: str) -> bool:
        """Whether the screen's headline, help or page says this."""
        prompt = self.play.prompt
        return text in "\n".join([prompt.headline, prompt.help, *prompt.view.lines(), self.note])

    @property
    def note(self) -> str:
        view = self.play.prompt.view
        return view.note if isinstance(view, Pool) else ""

    @property
    def pool(self) -> int:
        assert isinstance(self.play.prompt.view, Pool)
        return self.play.prompt.view.left

    @property
    def holding(self) -> dict[str, int]:
        """How many tiles each holds, as the screen says."""
        assert isinstance(self.play.prompt.view, Pool)
        return {name: int(what.split()[-2]) for name, what in self.play.prompt.view.rows}

    @property
    def wrong(self) -> str:
        """What the open page finds wrong."""
        view = self.play.prompt.view
        assert isinstance(view, Crosswords)
        return " · ".join(problem for _, _, _, problems in view.layouts for problem in problems)

    @property
    def suggested(self) -> str:
        (choose,) = self.play.prompt.of_kind(Choose)
        return choose.suggest

    @property
    def scores(self) -> dict[str, int]:
        """Everybody whose score is not 0."""
        return {place.name: place.score for place in self.play.standing.places if place.score}


def legal(lexicon: Lexicon, count: int, draw: Draw) -> str:
    """A legal crossword of that many tiles, as a look says it."""
    letters = [tile for tile in ENGLISH.bag if tile != "?"]
    return "/".join(build(letters, count, lexicon, draw))
