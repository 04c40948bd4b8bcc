"""A box that is killed at any moment is followed by one that shows what people saw last."""

from pathlib import Path

import pytest

from tests.power.kills import killed

KILLS = 40


@pytest.mark.slow
def test_the_next_box_goes_on_where_the_killed_one_stood(tmp_path: Path) -> None:
    result = killed(tmp_path, KILLS, seed=1)
    assert result.wrong == []
    assert result.resumed == KILLS
    assert result.pages > KILLS // 4  # the games went on meanwhile
