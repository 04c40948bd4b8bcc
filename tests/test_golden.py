"""Golden games of every game: same answers, same prompts, same scores."""

from pathlib import Path

import pytest

from appliance.games.catalogue import GAMES, Setup, game
from appliance.games.prompts import Answer
from appliance.games.script import transcript
from appliance.lexicon import Lexicon
from tests.bot_kit import NAMES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_transcripts(lexicon: Lexicon, path: Path) -> None:
    """Real whole games as text: `make golden` writes them anew."""
    head, *lines = path.read_text("utf-8").splitlines()
    seats, *variants = head.removeprefix("# ").split()
    play = Setup.of(game(path.stem.rpartition("-")[0]), NAMES[: int(seats)], variants).begin(lexicon)
    answers = [Answer.parse(line[2:]) for line in lines if line.startswith("> ")]
    assert transcript(play, answers) == lines
    assert play.over


@pytest.mark.parametrize("name", GAMES)
def test_there_are_golden_games(name: str) -> None:
    assert len(list(GOLDEN.glob(f"{name}-*.txt"))) >= 3
