"""A picamera2 without a camera: the signatures of the real one, and the behaviour that was observed of it."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import pytest

from appliance.drivers import Image
from appliance.drivers.clock import ManualClock

MODES = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
"""A Camera Module 3's."""

FASTEST = 0.001
"""Seconds; a picture never comes within."""

NOTHING: Mapping[str, Any] = MappingProxyType({})

FOUND = {"ExposureTime": 33_700, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.2), "LensPosition": 1.25}
"""What the automatics arrive at."""


@dataclass
class Bench:
    """The Pi that the fake runs on: what is plugged in, and what was done to it."""

    clock: ManualClock
    cameras: int = 1
    taken: bool = False
    stuck: bool = False
    pulled_out: bool = False
    gives: str | None = None
    """The format that it gives whatever is asked; None gives what is asked."""
    advertised: set[str] = field(
        default_factory=lambda: {
            *("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"),
            *("FrameDurationLimits", "AfMode", "LensPosition"),
        }
    )
    modes: list[dict[str, Any]] | None = field(default_factory=lambda: list(MODES))
    shows: Image | None = None
    """What lies before it; None is blue at the left, red at the right."""
    opened: int = 0
    asked: dict[str, Any] = field(default_factory=dict)
    controls: list[dict[str, Any]] = field(default_factory=list)
    late: float = 0.04
    """Seconds from the exposure to the delivery."""

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let `import picamera2` find the fake."""
        module = ModuleType("picamera2")
        bench = self

        class Plugged(Picamera2):
            def __init__(
                self,
                camera_num: int = 0,
                verbose_console: Any = None,
                tuning: Any = None,
                allocator: Any = None,
            ) -> None:
                self.bench = bench
                super().__init__(camera_num, verbose_console, tuning, allocator)

            @staticmethod
            def global_camera_info() -> list[dict[str, Any]]:
                return [{"Model": "imx708", "Num": number} for number in range(bench.cameras)]

        module.Picamera2 = Plugged  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "picamera2", module)


class WaitsForEver(BaseException):
    """Where the real library would never return; no `except Exception` hides it."""


class CompletedRequest:
    """One frame; its arrays are gone once it is released."""

    def __init__(self, request: Image, picam2: "Picamera2") -> None:
        self._image: Image | None = request
        self._camera = picam2

    def make_array(self, name: str) -> Image:
        if self._image is None or name != "main":
            raise RuntimeError(f"Stream {name!r} is not defined")
        return self._image.copy()

    def get_metadata(self) -> dict[str, Any]:
        bench = self._camera.bench
        known = {name: value for name, value in FOUND.items() if name in bench.advertised}
        return {"SensorTimestamp": int((bench.clock.now() - bench.late) * 1e9), **known}

    def release(self) -> None:
        self._image = None
        if self._camera.camera.stopped:
            raise RuntimeError("Failed to queue request: Permission denied")


class Beneath:
    """libcamera's own camera, which picamera2 gives the memory for pictures to."""

    stopped = False

    def stop(self) -> None:
        self.stopped = True


class Picamera2:
    """The camera."""

    bench: Bench

    def __init__(
        self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
    ) -> None:
        if self.bench.taken:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        if camera_num >= self.bench.cameras:
            raise RuntimeError(f"No camera number {camera_num} found")
        self.bench.taken = True
        self.bench.opened += 1
        self.camera = Beneath()
        self.started = False
        self._waiting = False  # for a picture that nobody waits for any more
        self._dead = False  # the thread that does what it is asked for: an error has ended it
        self._config: dict[str, Any] | None = None

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return []

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        if self.bench.modes is None:
            raise RuntimeError("The camera has no raw stream")
        return self.bench.modes

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict.fromkeys(self.bench.advertised, (0, 1, 0))

    def create_video_configuration(
        self,
        main: Any = NOTHING,
        lores: Any = None,
        raw: Any = NOTHING,
        transform: Any = NOTHING,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: Any = NOTHING,
        display: Any = "main",
        encode: Any = "main",
        queue: bool = True,
        sensor: Any = NOTHING,
        use_case: str = "video",
    ) -> dict[str, Any]:
        return {"main": dict(main), "sensor": dict(sensor), "controls": dict(controls)}

    def configure(self, camera_config: Any = None) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self._refuse_unknown(camera_config["controls"])
        self.bench.asked = camera_config
        main = dict(camera_config["main"])
        if self.bench.gives is not None:
            main["format"] = self.bench.gives  # silently, as libcamera does
        self._config = {**camera_config, "main": main}

    def camera_configuration(self) -> dict[str, Any]:
        assert self._config is not None
        return self._config

    def set_controls(self, controls: Any) -> None:
        self._refuse_unknown(controls)
        self.bench.controls.append(dict(controls))

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        if self._config is None:
            raise TypeError("'NoneType' object is not subscriptable")
        self.started = True

    def stop(self) -> None:
        if self.started and self._waiting:
            raise WaitsForEver("behind the picture that never came; cancel_all_and_flush() was not called")
        if self.started and self._dead:
            raise WaitsForEver("for a thread that has ended; close() does not need it")
        self.started = False

    def cancel_all_and_flush(self) -> None:
        self._waiting = False

    def close(self) -> None:
        self.started = False
        self.bench.taken = False

    @contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[CompletedRequest]:
        if self.bench.stuck or (wait is not None and wait < FASTEST):
            if wait is None:
                raise WaitsForEver("for a picture")
            self._waiting = True
            raise TimeoutError
        if self.bench.pulled_out:
            self._dead = True
            raise RuntimeError("Camera frontend has timed out: disconnected")
        request = CompletedRequest(self._picture(), self)
        try:
            yield request
        finally:
            request.release()

    def _picture(self) -> Image:
        width, height = self.camera_configuration()["main"]["size"]
        if self.bench.shows is not None:
            return as_format(self.bench.shows, self.camera_configuration()["main"]["format"])
        blue_left = np.zeros((height, width, 3), np.uint8)
        blue_left[:, : width // 2, 0] = 255
        blue_left[:, width // 2 :, 2] = 255
        return as_format(blue_left, self.camera_configuration()["main"]["format"])

    def _refuse_unknown(self, controls: Any) -> None:
        for name in controls:
            if name not in self.bench.advertised:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")


def as_format(image: Image, form: str) -> Image:
    """A blue-green-red picture as the real library hands it out in that format, row padding included."""
    import cv2

    height, width = image.shape[:2]
    if form == "RGB888":
        return image
    if form == "BGR888":
        return np.ascontiguousarray(image[..., ::-1])
    if form in ("XRGB8888", "XBGR8888"):
        return cv2.cvtColor(image, cv2.COLOR_BGR2BGRA if form == "XRGB8888" else cv2.COLOR_BGR2RGBA).astype(
            np.uint8
        )
    planes = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).astype(np.uint8)
    if form == "NV12":
        u, v = planes[height:].reshape(2, -1)
        return np.concatenate([planes[:height], np.stack([u, v], 1).reshape(-1, width)])
    if form == "YUV420":
        pad = 32
        luma = np.pad(planes[:height], ((0, 0), (0, pad)))
        chroma = np.pad(planes[height:].reshape(-1, width // 2), ((0, 0), (0, pad // 2)))
        return np.concatenate([luma, chroma.reshape(-1, width + pad)])
    return image
