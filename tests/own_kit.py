"""A home with sets of one's own in it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from appliance import own_sets, pieces
from appliance.own_dice import OwnDice, OwnDie, save
from appliance.pieces import Die
from appliance.readers import reader
from appliance.vision.likeness import SIDE

CUBE = Die("cube", 6, "white", ("A", "B", "C", "D", "E", "F"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own for every test, and none of the owner's sets in use after it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(own_sets, "_dice", {})
    monkeypatch.setattr(own_sets, "_tiles", {})
    monkeypatch.setattr(pieces, "_own", {})
    yield tmp_path
    reader.cache_clear()  # it may know pieces that were taught
    own_sets._enrolled.cache_clear()
    own_sets._enrolled_tiles.cache_clear()


@pytest.fixture
def sets(home: Path) -> Path:
    return home / "config" / "tallybox" / "sets"


@pytest.fixture
def plain(sets: Path) -> Path:
    """A set of one die with bare pictures, as its files."""
    pictures = tuple((np.full((SIDE, SIDE, 3), 40 + 30 * n, np.uint8),) for n in range(6))
    save(sets / "ours", OwnDice("ours", (OwnDie(CUBE, pictures), OwnDie(replace(CUBE, name="b"), ((),) * 6))))
    return sets / "ours"
