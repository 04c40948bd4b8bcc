"""A clock that stands years back, or jumps there: the box says so, and nothing hangs on it."""

import os
import subprocess
import sys
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from appliance.journal import MAIN, Journal
from appliance.lexicon import Lexicon
from tests.power.disk import REPOSITORY
from tests.power.halfway import HALF, answers_in, half_written, played_on, the_whole

pytestmark = pytest.mark.slow

NOW = "appliance.journal._now"


def at(year: int) -> str:
    return f"{year}-11-21T12:00:00.000+00:00"


def test_a_whole_game_while_the_clock_jumps(
    tmp_path: Path, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    years = cycle((2026, 2031, 1970, 2000))
    monkeypatch.setattr(NOW, lambda: at(next(years)))
    with closing(Journal(tmp_path / MAIN)) as journal:
        assert played_on(journal, "", lexicon) == [""]
        assert answers_in(journal) == the_whole().answers


def test_a_box_without_a_battery_that_starts_years_before_its_last_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(NOW, lambda: at(2999))
        before = half_written(tmp_path / MAIN)
    env = {**os.environ, "STATE_DIRECTORY": str(tmp_path), "HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    box = [sys.executable, "-m", "appliance", "play", "--virtual", "--resume", "--shots", str(tmp_path)]
    done = subprocess.run(box, env=env, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "The clock is wrong" in done.stderr
    assert "the last game was played 2999-11-21 12:00" in done.stderr
    with closing(Journal(tmp_path / MAIN)) as journal:
        (game,) = journal.games()
        assert game.ended
        assert answers_in(journal)[:HALF] == before
