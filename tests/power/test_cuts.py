"""The plug is pulled while boxes write on a real file system: every confirmed answer is there afterwards."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.journal import Journal
from appliance.lexicon import Lexicon
from tests.power.disk import KINDS, lacking, recorded
from tests.power.story import Losses, Opened, pulled, written

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing")]

POINTS = 100
"""Moments; each makes three images."""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder in memory, where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="tallybox-", dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def lost(place: Path, words: Lexicon, points: int, opened: Opened = lambda journal: None) -> Losses:
    with recorded(place) as disk:
        story = written(disk, words, opened)
    return pulled(disk, story, words, points, place)


def test_nothing_is_lost_when_the_plug_is_pulled(place: Path, lexicon: Lexicon) -> None:
    losses = lost(place, lexicon, POINTS)
    assert losses.wrong == []
    assert losses.images == POINTS * len(KINDS)


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_journal_that_does_not_wait_for_the_disk_is_found_out(
    synchronous: str, place: Path, lexicon: Lexicon
) -> None:
    def hurried(journal: Journal) -> None:
        journal._db.execute(f"PRAGMA synchronous = {synchronous}")

    losses = lost(place, lexicon, POINTS // 10, hurried)
    assert any("were confirmed" in wrong for wrong in losses.wrong)
