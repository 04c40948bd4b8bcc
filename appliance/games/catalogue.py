"""Which games there are, and what a table must agree on before one starts."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from appliance.errors import BadValue, Missing, did_you_mean
from appliance.games.anabid import bot as anabid_bot
from appliance.games.anabid import game as anabid
from appliance.games.anabid import rules as anabid_rules
from appliance.games.anagrascramble import bot as anagrascramble_bot
from appliance.games.anagrascramble import game as anagrascramble
from appliance.games.anagrascramble import rules as anagrascramble_rules
from appliance.games.auctionscrabble import bot as auctionscrabble_bot
from appliance.games.auctionscrabble import game as auctionscrabble
from appliance.games.auctionscrabble import rules as auctionscrabble_rules
from appliance.games.bidandbluff import bot as bidandbluff_bot
from appliance.games.bidandbluff import game as bidandbluff
from appliance.games.bidandbluff import rules as bidandbluff_rules
from appliance.games.bots import Bot
from appliance.games.idaho import game as idaho
from appliance.games.idaho import rules as idaho_rules
from appliance.games.judge import Judge
from appliance.games.scrabble import bot as crosswords_bot
from appliance.games.scrabble import calls
from appliance.games.script import Play, Script
from appliance.games.speedscrabble import game as speedscrabble
from appliance.games.views import Standing
from appliance.phrases import say

Options = Any
"""A frozen dataclass of one game's own: every field has a default."""


@dataclass(frozen=True)
class Game:
    """One game of the box.

    `rules` counts up whenever the script asks for other answers than before, so that a journal made by
    other rules is known. `variants` are the options that the menu offers as switches.
    """

    name: str
    seats: range
    options: type
    variants: tuple[str, ...]
    rules: int
    play: Callable[[Sequence[str], Options, Judge], Script]
    bot: Bot

    @property
    def title(self) -> str:
        """The name that people see."""
        return say(f"{self.name}.title")


GAMES = {
    game.name: game
    for game in (
        Game(
            anabid.NAME,
            anabid.SEATS,
            anabid_rules.Options,
            ("beginner", "places", "quotable", "bidtacular", "wordsmith", "compensation"),
            1,
            anabid.play,
            anabid_bot.sensibly,
        ),
        Game(
            anagrascramble.NAME,
            anagrascramble.SEATS,
            anagrascramble_rules.Options,
            ("red", "both", "printed_cards", "tokens"),
            1,
            anagrascramble.play,
            anagrascramble_bot.sensibly,
        ),
        Game(
            auctionscrabble.NAME,
            auctionscrabble.SEATS,
            auctionscrabble_rules.Options,
            ("words_checked", "exchange", "floor"),
            1,
            auctionscrabble.play,
            auctionscrabble_bot.sensibly,
        ),
        Game(
            bidandbluff.NAME,
            bidandbluff.SEATS,
            bidandbluff_rules.Options,
            ("black_squares", "zone_by_start_square", "high_bids"),
            1,
            bidandbluff.play,
            bidandbluff_bot.sensibly,
        ),
        Game(
            speedscrabble.NAME,
            speedscrabble.SEATS,
            calls.Options,
            ("games", "two_sets", "player_starts"),
            1,
            speedscrabble.play,
            crosswords_bot.sensibly,
        ),
        Game(
            idaho.NAME,
            idaho.SEATS,
            idaho_rules.Options,
            ("games", "two_sets", "player_starts"),
            1,
            idaho.play,
            crosswords_bot.sensibly,
        ),
    )
}


def game(name: str) -> Game:
    """The game of that name; `Missing` with the nearest one if there is none."""
    if name not in GAMES:
        raise Missing(f"no game named {name!r}{did_you_mean(name, GAMES)}; there are: {', '.join(GAMES)}")
    return GAMES[name]


@dataclass(frozen=True)
class Setup:
    """What was agreed on before the game: who plays, at which seat buttons (chairs, from 0), how."""

    game: Game
    names: tuple[str, ...]
    chairs: tuple[int, ...]
    options: Options

    @classmethod
    def of(cls, game: Game, names: Sequence[str], variants: Iterable[str] = ()) -> "Setup":
        """A set-up by names and variant texts such as `beginner`, `places=no`, `steal_seconds=15`."""
        if len(names) not in game.seats:
            raise BadValue(
                f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {len(names)}"
            )
        if len(set(names)) != len(names) or not all(names):
            raise BadValue(f"every player needs a name of their own, not {', '.join(names)}")
        return cls(game, tuple(names), tuple(range(len(names))), options_of(game, variants))

    def begin(self, judge: Judge) -> Play[Standing]:
        """The game's script with these players and options, at its first prompt."""
        return Play(lambda: self.game.play(self.names, self.options, judge))

    def as_values(self) -> dict[str, Any]:
        """The set-up as plain values, for the journal."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "names": list(self.names),
            "chairs": list(self.chairs),
            "options": dataclasses.asdict(self.options),
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "Setup":
        """The set-up of a journal; `BadValue` if it was made by other rules."""
        kind = game(values["game"])
        known = {field.name for field in dataclasses.fields(kind.options)}
        if values["rules"] != kind.rules or set(values["options"]) != known:
            raise BadValue(f"this game of {kind.title} was begun by other rules than the box has now")
        options = kind.options(**values["options"])
        return cls(kind, tuple(values["names"]), tuple(values["chairs"]), options)


def options_of(game: Game, variants: Iterable[str]) -> Options:
    """The game's options with some changed; `BadValue` names the one that cannot be."""
    defaults = game.options()
    types = {field.name: type(getattr(defaults, field.name)) for field in dataclasses.fields(defaults)}
    changes: dict[str, Any] = {}
    for text in variants:
        name, _, value = text.replace("-", "_").partition("=")
        if name.startswith("no_") and not value:
            name, value = name.removeprefix("no_"), "no"
        if name not in types:
            raise BadValue(f"{game.title} has no variant {name!r}{did_you_mean(name, types)}")
        changes[name] = _option(name, types[name], value)
    return dataclasses.replace(defaults, **changes)


def _option(name: str, kind: type, value: str) -> bool | int:
    switches = {"": True, "yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if kind is bool and value.lower() in switches:
        return switches[value.lower()]
    if kind is int and value.isdecimal() and int(value) > 0:
        return int(value)
    wanted = "yes or no" if kind is bool else "a number above 0"
    raise BadValue(f"variant {name} takes {wanted}, not {value!r}")
