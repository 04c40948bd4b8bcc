import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from hypothesis import settings

from appliance.app import App
from appliance.boxes import Box, unseen_box
from appliance.config import Config
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from tests.anabid_party import FIVE, Party, party
from tests.own_kit import home, plain, sets  # noqa: F401 - fixtures
from tests.table_kit import TableKit

settings.register_profile("box", deadline=None)  # a busy machine is no reason to fail
settings.load_profile("box")


@pytest.fixture(scope="session")
def lexicon() -> Iterator[Lexicon]:
    with Lexicon.open() as lexicon:
        yield lexicon


@pytest.fixture
def five(lexicon: Lexicon) -> Party:
    """The five of the Anabid! sheet's example, Alex to roll."""
    return party(lexicon, FIVE)


@pytest.fixture
def sheet(five: Party) -> Party:
    """The sheet's own example, up to the spelling: Marcus is to make three 5-letter words of ACERBT."""
    return five.roll("ACERBT").bids("Alex 6x3, Reza 10x3, Marcus 3x5, Dan -, Eve -")


@pytest.fixture
def table(lexicon: Lexicon) -> Iterator[TableKit]:
    kit = TableKit(lexicon)
    yield kit
    kit.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.db")
    yield journal
    journal.close()


@pytest.fixture
def box() -> Iterator[Box]:
    """A whole box that nobody sees, seed 7."""
    box = unseen_box(Config(), seed=7)
    yield box
    box.close()


@pytest.fixture
def app(box: Box, journal: Journal, lexicon: Lexicon) -> App:
    return App(box, journal, lexicon)
