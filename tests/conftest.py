import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from appliance.lexicon import Lexicon


@pytest.fixture(scope="session")
def lexicon() -> Iterator[Lexicon]:
    with Lexicon.open() as lexicon:
        yield lexicon
