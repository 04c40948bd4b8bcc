"""`tallybox journal`: what was played, for people and as data."""

import json

from appliance.config import Config
from appliance.errors import Missing
from appliance.games.catalogue import Setup
from appliance.games.script import Misfit, Play, transcript
from appliance.journal import GameRecord, Journal
from appliance.lexicon import Lexicon


def show(what: str, number: int | None) -> int:
    """Print a list of games, one game as people saw it, or games as JSON."""
    path = Config.load().state.directory / "journal.db"
    if not path.exists():
        print("no games yet")
        return 0
    journal = Journal(path)
    try:
        games = [g for g in journal.games() if number is None or g.id == number]
        if number is not None and not games:
            raise Missing(f"the journal has no game {number}")
        if what == "list":
            print(*map(_line, games), sep="\n")
        elif what == "export":
            for game in games:
                print(json.dumps(_values(journal, game)))
        elif games:
            print(_line(games[-1]), *_as_seen(journal, games[-1]), sep="\n")
    finally:
        journal.close()
    return 0


def _line(game: GameRecord) -> str:
    state = "ended" if game.ended else "not finished"
    names = ", ".join(game.setup["names"])
    return f"{game.id:4}  {game.begun[:16].replace('T', ' ')}  {game.setup['game']}  {names}  ({state})"


def _values(journal: Journal, game: GameRecord) -> dict[str, object]:
    return {
        "game": game.id,
        "begun": game.begun,
        "ended": game.ended,
        "setup": dict(game.setup),
        "records": journal.lines(game.id),
    }


def _as_seen(journal: Journal, game: GameRecord) -> list[str]:
    answers = [step.answer for step in journal.steps(game.id)]
    with Lexicon.open() as lexicon:
        try:
            setup = Setup.from_values(game.setup)
            play = Play(lambda: setup.game.play(setup.names, setup.options, lexicon))
            return transcript(play, answers)
        except (ValueError, Misfit) as error:
            return [str(error), *map(str, answers)]
