"""Games whose parts go and come back, and what they are held to."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from appliance.drivers import DriverError
from appliance.drivers.clock import ManualClock
from appliance.drivers.screen import PygameScreen
from appliance.drivers.sound import PygameSound
from appliance.games import bots
from appliance.games import setup as setting_up
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer, Look, Prompt
from appliance.games.script import Part, Play
from appliance.games.timer import countdown
from appliance.games.views import Place, Standing
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.table import Record
from tests.bot_kit import Recalling
from tests.fakes import failing
from tests.fakes.devices import ScriptedScreen
from tests.fakes.eye import StillCamera, ToldReader
from tests.fakes.failing import Failing
from tests.fakes.players import Players
from tests.table_kit import PINS, TableKit

SEED = 3
NAMES = ["Ana", "Ben", "Cleo"]
AWAY = 1.0
"""Seconds for which a part is away each time."""

SHORT = (0, 30)
"""Answers of the quick proofs; the slow ones play to the end."""

PARTS = ("camera", "panel", "screen", "sound", "words", "stuck", "storm")

BESIDE = "beside games"

Span = tuple[int, int]
"""The answers of a game from which and up to which it is played at the table; those before are replayed."""

END = 100_000
WHOLE = ((0, END),)
SPANS: dict[str, tuple[Span, ...]] = {"auction-scrabble": ((0, 150), (400, 415), (600, END))}
"""A game that is too long to be played whole for every part: where all its states are."""


class Game(TableKit):
    """A table in the middle of a game, with all its parts, and players who know what they want."""

    def __init__(
        self, words: Lexicon, patch: pytest.MonkeyPatch, bots_words: Lexicon, seed: int = SEED
    ) -> None:
        clock = ManualClock(100.0)
        super().__init__(words, clock=clock)
        self.rig.screen = ScriptedScreen((480, 320))
        self.patch = patch
        self.rig.chance = Random(0)
        self.rig.looking._eye_for = lambda look: ToldReader(look, lambda: self.players.value, self.count)
        self.still = StillCamera(clock, lambda: any(True for _ in self.prompt.of_kind(Look)))
        self.rig.camera = self.still
        self.seed = seed
        self.bots_words = Recalling(bots_words)

    def count(self) -> int:
        return max(1, len(self.prompt.standing.places))

    def plays(self, play: Play[Any], bot: bots.Bot, record: Record | None = None) -> "Game":
        self.players = Players(self, bot, self.bots_words, self.seed)
        chairs = list(range(len(play.prompt.standing.places) or 7))
        self.open(play, chairs, record)
        return self

    def to_the_end(self, most: int = END, each: Callable[[], None] = lambda: None) -> "Game":
        """Play until it is over, or so many answers were given."""
        while self.table.playing and len(self.play.answers) < most:
            self.players.step()
            each()
            self.beat()
            assert not self.players.late
        return self


class Outcome(NamedTuple):
    """What a game came to."""

    answers: list[Answer]
    standing: Standing
    kinds: set[tuple[str, ...]]


def kind_of(prompt: Prompt) -> tuple[str, ...]:
    """A state of a game: the page, and what may be done."""
    asked = sorted({type(accept).__name__ + "!" * accept.hold for accept in prompt.accepts})
    return (type(prompt.view).__name__, *asked)


def outcome(game: Game, kinds: set[tuple[str, ...]]) -> Outcome:
    result = game.play.result if game.play.over else game.play.standing
    assert isinstance(result, Standing)
    return Outcome(list(game.play.answers), result, kinds)


def story(name: str, words: Lexicon) -> tuple[Play[Any], bots.Bot]:
    """A game from its first prompt, and who plays it; or all that is before and beside games."""
    if name == BESIDE:
        return Play(before_and_beside), bots.anything
    setup = Setup.of(GAMES[name], NAMES)
    return setup.begin(words), setup.game.bot


def before_and_beside() -> Part[Standing]:
    """The menu, the set-up of a game, the question whether to go on with one, and the plain timer."""
    yield from setting_up.choose_game()
    yield from setting_up.set_up("anabid", [""] * 7)
    yield from setting_up.go_on_with("Anabid!", "2026-01-01", Standing((Place("Ana", 3),)))
    yield from countdown(9.0, 7)
    return Standing(())


@cache
def by_script(name: str, most: int) -> list[Answer]:
    """The game's first answers, by its players at no table."""
    with Lexicon.open() as words:
        play, bot = story(name, words)
        for n in range(most):
            play.give(bot(play.prompt, Random(f"{SEED} {n}"), Recalling(words)))
        return play.answers


@cache
def undisturbed(name: str, span: Span) -> Outcome:
    """The game as it goes where nothing fails."""
    with Lexicon.open() as words, pytest.MonkeyPatch.context() as patch:
        game = Game(words, patch, words)
        kinds: set[tuple[str, ...]] = set()
        play, bot = story(name, words)
        play.replay(by_script(name, span[0]))
        game.plays(play, bot)
        game.players.opened = lambda prompt: kinds.add(kind_of(prompt))
        kinds.add(kind_of(game.prompt))
        game.to_the_end(span[1]).close()
        return outcome(game, kinds)


Noticed = Callable[[], bool]
"""Whether the box has noticed by now that the part is away."""


class Disturber:
    """Takes a part away for a while at each kind of state, the first time that it comes up."""

    def __init__(self, game: Game, fault: Failing, is_noticed: Noticed | None) -> None:
        self.game = game
        self.fault = fault
        self._is_noticed = is_noticed
        self.kinds: set[tuple[str, ...]] = set()
        self.noticed = 0
        """Beats in which the box knew that the part was away."""
        self._until: float | None = None

    def opened(self, prompt: Prompt) -> None:
        """A prompt is open: if it is one of a new kind, the part goes."""
        kind = kind_of(prompt)
        if kind not in self.kinds:
            self.kinds.add(kind)
            if self._until is None:
                self.fault.go()
            self._until = self.game.clock.now() + AWAY

    def each(self) -> None:
        """Before every beat."""
        self.noticed += bool(self._is_noticed and self._is_noticed())
        if self._until is not None and self.game.clock.now() >= self._until:
            self.fault.back()
            self._until = None


def part_of(game: Game, part: str, words: Failing) -> tuple[Failing, Noticed | None]:
    """The part, ready to go, and how the box notices; None where nothing is wrong with a part."""
    table = game.table
    if part == "camera":
        lost = DriverError("camera", "not connected", "Plug it in.")
        still = game.still
        go, back = (lambda: setattr(still, "lost", lost)), (lambda: setattr(still, "lost", None))
        return Failing(go, back), lambda: "camera" in table._faults
    if part == "panel":
        return failing.pins(game.fingers._factory, PINS), lambda: "panel" in table._faults
    if part == "screen":
        game.rig.screen = PygameScreen(game.clock, (480, 320))
        return failing.screen(game.patch), lambda: "screen" in table._faults
    if part == "sound":
        sound = game.rig.sound = PygameSound()
        return failing.sound(game.patch), lambda: bool(sound.silent_because)
    if part == "words":
        return words, lambda: "lexicon" in table._faults
    if part == "stuck":
        return failing.Stuck(game).failing(), None
    return failing.storm(game, range(len(NAMES), 7)), None


def disturbed(name: str, part: str, span: Span, patch: pytest.MonkeyPatch, path: Path) -> Disturber:
    """Play with the part going at every kind of state; all that must hold is asserted."""
    with Lexicon.open() as whole:
        words, lost = failing.words(whole)
        game = Game(words, patch, whole)
        fault, is_noticed = part_of(game, part, lost)
        journal = Journal(path)
        record = Record(journal, journal.begin({}))
        play, bot = story(name, words)
        play.replay(by_script(name, span[0]))
        for answer in play.answers:
            journal.answer(record.game, answer, 0.0)
        game.plays(play, bot, record)
        disturber = Disturber(game, fault, is_noticed)
        game.players.opened = disturber.opened
        disturber.opened(game.prompt)
        game.to_the_end(span[1], disturber.each)
        fault.back()
        expected = undisturbed(name, span)
        assert game.play.answers == expected.answers
        assert outcome(game, set()).standing == expected.standing
        assert [step.answer for step in journal.steps(record.game)] == expected.answers
        assert disturber.kinds == expected.kinds
        journal.close()
        game.close()
    return disturber


# Presses without end


def stormed(seconds: float, patch: pytest.MonkeyPatch, path: Path) -> tuple[int, int]:
    """Games while two hundred presses a second come on all seats; how many came, and how many answers."""
    chance, presses, answers = Random(7), 0, 0
    with Lexicon.open() as words:
        game = Game(words, patch, words)
        sleep = game.clock.sleep

        def stormy(rest: float) -> None:
            nonlocal presses
            until = game.clock.now() + rest
            while game.clock.now() < until:
                game.fingers.tap(chance.randrange(7))
                presses += 1
                sleep(min(0.005, until - game.clock.now()))

        game.rig.wait = stormy
        journal = Journal(path)
        while (
            presses < 200 * seconds
        ):  # time that runs out makes the clock jump, and none is pressed meanwhile
            play, bot = story("anabid", words)
            record = Record(journal, journal.begin({}))
            game.plays(play, bot, record)
            while presses < 200 * seconds and game.table.playing:
                game.players.step()
                game.beat()
                assert [step.answer for step in journal.steps(record.game)] == play.answers
                assert not game.table._faults
            again = play.again()
            again.replay(play.answers)
            assert (again.standing, again.prompt) == (play.standing, play.prompt)
            answers += len(play.answers)
        game.rig.wait = sleep  # and when it is over, people play on
        before = len(play.answers)
        game.to_the_end(before + 5)
        assert len(play.answers) == before + 5 or play.over
        journal.close()
        game.close()
    return presses, answers
