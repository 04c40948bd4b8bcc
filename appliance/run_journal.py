"""`tallybox journal`: what was played, for people and as data."""

import json
from collections.abc import Sequence
from pathlib import Path

from appliance.config import Config
from appliance.errors import Missing
from appliance.games.auctionscrabble import game as auctionscrabble
from appliance.games.catalogue import Setup
from appliance.games.script import Misfit, transcript
from appliance.journal import MAIN, GameRecord, Journal, JournalError
from appliance.lexicon import Lexicon


def show(what: str, number: int | None, file: str | None) -> int:
    """Print a list of games, one game as people saw it, games as JSON, or one game as GCG.

    While the journal could not be written, games went into others beside it (`journal-2.db`): the list has
    them all, and `file` names the one to show or export from.
    """
    folder = Config.load().state.directory
    beside = sorted(folder.glob(MAIN.replace(".", "-*.")))
    files = [folder / file] if file else [p for p in (folder / MAIN, *beside) if p.exists()]
    if file and not files[0].exists():
        raise Missing(f"there is no journal {files[0]}")
    if not files:
        print("no games yet")
        return 0
    if what != "list":
        _show(what, number, files[0])
        return 0
    for path in files:
        if path.name != MAIN:
            print(f"{path.name}:")
        try:
            _show(what, None, path)
        except JournalError as error:  # the others are listed all the same
            print(error)
    return 0


def _show(what: str, number: int | None, path: Path) -> None:
    journal = Journal(path)
    try:
        games = [g for g in journal.games() if number is None or g.id == number]
        if number is not None and not games:
            raise Missing(f"the journal has no game {number}")
        if what == "list":
            print("\n".join(map(_line, games)) or "no games yet")
        elif what == "export":
            for game in games:
                print(json.dumps(_values(journal, game)))
        elif what == "gcg":
            print(_gcg(journal, games), end="")
        elif games:
            print(_line(games[-1]), *_as_seen(journal, games[-1]), sep="\n")
    finally:
        journal.close()


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


def _gcg(journal: Journal, games: Sequence[GameRecord]) -> str:
    """The newest game of Auction Scrabble among these; `Missing` if there is none."""
    of_tiles = [game for game in games if game.setup["game"] == auctionscrabble.NAME]
    if not of_tiles:
        raise Missing("GCG is for games of Auction Scrabble, and there is none to export")
    setup = Setup.from_values(of_tiles[-1].setup)
    answers = [step.answer for step in journal.steps(of_tiles[-1].id)]
    with Lexicon.open() as lexicon:
        return auctionscrabble.as_gcg(setup.names, setup.options, lexicon, answers)


def _as_seen(journal: Journal, game: GameRecord) -> list[str]:
    answers = [step.answer for step in journal.steps(game.id)]
    with Lexicon.open() as lexicon:
        try:
            return transcript(Setup.from_values(game.setup).begin(lexicon), answers)
        except (ValueError, Misfit) as error:
            return [str(error), *map(str, answers)]
