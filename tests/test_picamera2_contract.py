"""The fake picamera2 is held to the real one: to its signatures, its habits, and to all that the driver uses.

What the real one answered is kept in two files; `tests/hw/test_camera.py` holds them to the real library.
"""

import ast
from pathlib import Path

import pytest

from appliance.drivers import camera_picamera2 as driver
from appliance.drivers.clock import ManualClock
from tests.fakes import picamera2 as fake
from tests.fakes.picamera2_habits import HABITS, SIGNATURES, habits, recorded, signature, signatures

CLASSES = {"Picamera2": fake.Picamera2, "CompletedRequest": fake.CompletedRequest}
HOLDERS = {"camera", "self._camera", "library", "request"}
"""How the driver names what is picamera2's."""


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> fake.Bench:
    bench = fake.Bench(ManualClock())
    bench.install(monkeypatch)
    return bench


def test_signatures_are_those_of_the_real_library() -> None:
    assert signatures(CLASSES) == dict(recorded(SIGNATURES))


def test_habits_are_those_of_the_real_library(bench: fake.Bench) -> None:
    import picamera2

    assert habits(picamera2.Picamera2) == dict(recorded(HABITS))


def test_whatever_the_driver_uses_is_recorded() -> None:
    used = {
        node.attr
        for node in ast.walk(ast.parse(Path(driver.__file__).read_text("utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in HOLDERS
    }
    assert len(used) > 10
    assert used <= {asked.partition(".")[2] for asked, _ in recorded(SIGNATURES)}


def test_a_drift_would_be_seen() -> None:
    class Drifted(fake.Picamera2):
        def set_controls(self, ctrls: object) -> None:
            pass

        def captured_request(self, wait: object = None) -> None:  # type: ignore[override]
            pass

    found = signatures(CLASSES | {"Picamera2": Drifted})
    wrong = {asked for asked, answered in recorded(SIGNATURES) if found[asked] != answered}
    assert wrong == {"Picamera2.set_controls", "Picamera2.captured_request"}
    assert signature(lambda a, *b, c=3, **d: None) == "a, *b, c=3, **d"
