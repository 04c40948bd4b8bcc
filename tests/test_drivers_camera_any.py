"""Which camera is opened."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.drivers import DriverError, PartBack, PartFailed
from appliance.drivers.camera import LiveCamera
from appliance.drivers.camera_any import Either, open_camera
from appliance.drivers.camera_opencv import WebcamSource
from appliance.drivers.camera_picamera2 import PiCameraSource
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.errors import Missing
from tests.fakes.picamera2 import Bench


def test_a_folder_is_only_taken_when_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    camera = open_camera("folder", EventQueue().put, ManualClock(), folder=tmp_path)
    assert camera.frame() is not None
    camera.close()
    with pytest.raises(Missing):
        open_camera("folder", EventQueue().put, ManualClock(), folder=tmp_path / "none")


def test_auto_prefers_the_pis_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    bench = Bench(clock)
    bench.install(monkeypatch)
    camera = open_camera("auto", EventQueue().put, clock, size=(64, 48))
    assert bench.taken
    camera.close()


def test_auto_says_what_is_wrong_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DriverError, match="/dev/video60") as caught:
        open_camera("auto", EventQueue().put, ManualClock(), index=60)
    assert "No picamera2 here" in caught.value.remedy


def test_a_busy_camera_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(ManualClock(), taken=True)
    bench.install(monkeypatch)
    for kind in ("auto", "picamera2"):
        with pytest.raises(DriverError) as caught:
            open_camera(kind, EventQueue().put, bench.clock)  # type: ignore[arg-type]
        assert caught.value.fault == "busy"


def test_a_patient_camera_is_found_when_it_is_plugged_in_later(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, events = ManualClock(), EventQueue()
    bench = Bench(clock, cameras=0)
    bench.install(monkeypatch)
    source = Either(PiCameraSource(clock, 0, (64, 48)), WebcamSource(clock, 60))
    camera = LiveCamera(source, events.put, clock, thread=False, patient=True)
    assert [type(event) for event in events.drain()] == [PartFailed]
    with pytest.raises(DriverError, match="not connected"):
        camera.frame()
    assert camera.step() > 0
    bench.cameras = 1
    assert camera.step() == 0
    assert [type(event) for event in events.drain()] == [PartBack]
    assert camera.frame() is not None
    camera.close()
