"""The eye's small networks: what they answer, and that they tell it to nobody else."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from appliance.errors import Missing
from appliance.vision import nets
from appliance.vision.letters import CROP, WIDTH

MODELS = Path(nets.__file__).parent / "models"
_LOOK = f"""
import numpy
from appliance.vision import nets
nets.answers("dice-letters", numpy.zeros((1, {CROP}, {CROP}, 3), numpy.uint8), {WIDTH})
"""


def _noise(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(7).integers(0, 255, (count, CROP, CROP, 3), np.uint8)


def test_many_crops_are_answered_as_one_by_one() -> None:
    crops = _noise(40)
    alone = np.concatenate([nets.answers("dice-letters", crop[None], WIDTH) for crop in crops])
    assert np.ptp(alone, axis=0).max() > 0.1
    assert nets.answers("dice-letters", crops, WIDTH) == pytest.approx(alone, abs=1e-3)


def test_no_crops_have_no_answers() -> None:
    assert nets.answers("dice-letters", _noise(0), WIDTH).shape == (0, WIDTH)


def test_networks_take_pictures_in_bytes_and_are_small_together() -> None:
    models = sorted(MODELS.glob("*.onnx"))
    assert len(models) == 10
    assert {nets.net(path.stem).get_inputs()[0].type for path in models} == {"tensor(uint8)"}
    assert sum(path.stat().st_size for path in models) < 5e6


def test_a_network_that_is_not_there_is_named() -> None:
    with pytest.raises(Missing, match=r"dice-cups\.onnx"):
        nets.answers("dice-cups", _noise(1), WIDTH)


def test_looking_leaves_nothing_at_home(tmp_path: Path) -> None:
    """Newer versions of what runs them keep there what they will report to their makers."""
    env = {**os.environ, "HOME": str(tmp_path)}
    env.pop("XDG_CACHE_HOME", None)
    subprocess.run([sys.executable, "-c", _LOOK], env=env, check=True)
    assert list(tmp_path.iterdir()) == []
