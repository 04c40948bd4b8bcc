"""The Raspberry Pi's own camera, through picamera2 and libcamera."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from glob import glob
from typing import Any

import numpy as np

from appliance.drivers import Clock, DriverError, Frame, Image
from appliance.drivers.camera import stamped
from appliance.drivers.faults import busy, holder, load

FRAME_TIMEOUT = 5.0
"""Seconds to wait for a frame; libcamera itself would wait for ever."""
SETTLE = 30
"""Frames for which exposure and white balance may find their values before they are locked."""
SETTLE_AGAIN = 4
"""Frames to wait for after the camera was started with exposure and white balance as they were."""
BUFFERS, FEW_BUFFERS = 6, 2
"""Frames that libcamera keeps memory for: usual ones, and large ones."""
FRAME_MICROSECONDS = 50_000
"""The shortest time between frames: 20 a second show whether dice lie still, and the Pi stays cool."""


class PiCameraSource:
    """The camera of that number, for a `LiveCamera`.

    Everything runs in one mode of the sensor, as another mode would crop differently. After `SETTLE` frames
    exposure, white balance and lens are locked: a colour that drifts changes the reading. `mains` is the
    frequency of the light in Hz, whose flicker the exposure must not cut.
    """

    def __init__(
        self, clock: Clock, index: int = 0, size: tuple[int, int] = (1280, 960), mains: int = 50
    ) -> None:
        self._clock = clock
        self._index = index
        self._size = size
        self._flicker = 500_000 // mains
        self._camera: Any = None
        self._format = ""
        self._height = 0
        self._width = 0
        self._frames = 0
        self._locked: dict[str, Any] = {}

    def open(self) -> None:
        """Take the camera. Raises `DriverError` with the fault."""
        library = load("camera", "picamera2").Picamera2
        try:
            found = library.global_camera_info()
        except Exception as error:  # libcamera's manager itself may fail, with a plain RuntimeError
            raise _fault(error) from error
        if len(found) <= self._index:
            raise DriverError("camera", "not connected", _not_found(self._index, len(found)))
        try:
            self._camera = library(self._index)
            self._configure(self._size)
            self._camera.start()
        except DriverError:
            raise
        except Exception as error:
            raise _fault(error) from error
        self._frames = 0
        self._locked = {}

    def read(self) -> Frame:
        """The next frame, blue-green-red."""
        try:
            with self._camera.captured_request(wait=FRAME_TIMEOUT) as request:
                raw = request.make_array("main")
                metadata = request.get_metadata()
            self._frames += 1
            if self._frames == SETTLE:
                self._lock(metadata)
        except TimeoutError as error:
            self._forget()
            raise _lost(f"No picture for {FRAME_TIMEOUT:.0f} s") from error
        except Exception as error:
            raise _fault(error) from error
        stamp = metadata.get("SensorTimestamp", 0) / 1e9
        return Frame(
            stamped(stamp, self._clock.now()), blue_green_red(raw, self._format, self._width, self._height)
        )

    def read_sharp(self) -> Frame:
        """One frame in the sensor's full resolution; the camera is stopped and started for it.

        What was locked stays so. Without a larger mode of the sensor it is a frame like any other. After an
        error the camera is left as it is, to be closed.
        """
        largest = largest_size(_sensor_modes(self._camera), self._size)
        if largest == self._size:
            return replace(self.read(), sharp=True)
        try:
            self._switch(largest, FEW_BUFFERS)
            for _ in range(SETTLE_AGAIN):  # the first frames of a mode are exposed as it likes
                frame = self.read()
            self._switch(self._size)
        except DriverError:
            raise
        except Exception as error:
            raise _fault(error) from error
        return replace(frame, sharp=True)

    def _switch(self, size: tuple[int, int], buffers: int = BUFFERS) -> None:
        self._camera.stop()
        self._configure(size, buffers)
        self._set(self._locked)
        self._camera.start()

    def close(self) -> None:
        """Give the camera back, or the next program finds it busy."""
        if self._camera is None:
            return
        self._forget()
        camera, self._camera = self._camera, None
        # Without a stop() before it: that is done by picamera2's thread, which an error may have ended.
        with suppress(Exception):  # a camera that was pulled out fails here; it is gone anyway
            camera.close()

    def _forget(self) -> None:
        """Take back what picamera2 was asked for and has not done.

        A picture that was not waited for to the end stays first in its queue, and `stop` waits behind it: for
        ever, if no picture comes.
        """
        with suppress(Exception):  # an old picamera2 has no such method
            self._camera.cancel_all_and_flush()

    def _configure(self, size: tuple[int, int], buffers: int = BUFFERS) -> None:
        camera = self._camera
        options: dict[str, Any] = {
            "main": {"size": size, "format": "RGB888"},  # its name for B, G, R in memory
            "buffer_count": buffers,
        }
        mode = widest_mode(_sensor_modes(camera), size)
        if mode is not None:
            options["sensor"] = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        camera.configure(camera.create_video_configuration(**options))
        self._set({"FrameDurationLimits": (FRAME_MICROSECONDS, 1_000_000)})
        # configure() may silently give another format and size than was asked for.
        main = camera.camera_configuration()["main"]
        self._format, (self._width, self._height) = main["format"], main["size"]
        if self._format not in _TO_BGR:
            raise DriverError(
                "camera",
                "library broken",
                f"libcamera gives pictures as {self._format}, which the box cannot read.",
            )

    def _lock(self, metadata: Mapping[str, Any]) -> None:
        self._locked = locked_controls(metadata, self._flicker)
        self._set(self._locked)

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set those controls that this camera has; libcamera refuses all if one is not advertised."""
        known = {name: value for name, value in controls.items() if name in self._camera.camera_controls}
        if known:
            self._camera.set_controls(known)


def locked_controls(metadata: Mapping[str, Any], flicker: int) -> dict[str, Any]:
    """The controls that hold what the automatics have found, with an exposure of whole flickers of the light.

    Times in microseconds. An exposure shorter than one flicker stays as it is: that is daylight, without any.
    """
    controls: dict[str, Any] = {}
    if "ExposureTime" in metadata:
        exposure = int(metadata["ExposureTime"])
        gain = float(metadata.get("AnalogueGain", 1.0))
        if exposure >= flicker:
            whole = exposure // flicker * flicker
            exposure, gain = whole, gain * exposure / whole  # as bright as before
        controls |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain}
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
    if "LensPosition" in metadata:
        controls |= {"AfMode": 0, "LensPosition": float(metadata["LensPosition"])}  # 0 is manual
    return controls


def widest_mode(modes: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> Mapping[str, Any] | None:
    """Of a sensor's modes the one that sees most of the scene, with the fewest pixels that are enough."""
    enough = [mode for mode in modes if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    if not enough:
        return None
    return min(enough, key=lambda mode: (-_area(mode["crop_limits"][2:]), _area(mode["size"])))


def largest_size(modes: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> tuple[int, int]:
    """The sensor's largest picture that sees as much as `size` does; `size` itself if there is no larger."""
    usual = widest_mode(modes, size)
    if usual is None:
        return size
    as_wide = [m for m in modes if _area(m["crop_limits"][2:]) >= _area(usual["crop_limits"][2:])]
    widest = max(as_wide, key=lambda mode: _area(mode["size"]))["size"]
    # The same shape as the usual picture, or the eye would see another part of the table.
    share = min(widest[0] / size[0], widest[1] / size[1])
    return (int(size[0] * share) // 2 * 2, int(size[1] * share) // 2 * 2) if share > 1 else size


def blue_green_red(raw: Image, form: str, width: int, height: int) -> Image:
    """A camera's picture in libcamera's format `form`, as the eye takes it."""
    import cv2

    if form == "RGB888":  # libcamera names from the high byte down: in memory this is B, G, R
        return np.ascontiguousarray(raw[:height, :width, :3])
    code: int = getattr(cv2, _TO_BGR[form])
    if form in ("YUV420", "NV12"):
        # The planes lie below each other, and each row may be padded.
        return cv2.cvtColor(_without_padding(raw, form, width, height), code).astype(np.uint8, copy=False)
    return cv2.cvtColor(raw[:height, :width], code).astype(np.uint8, copy=False)


_TO_BGR = {
    "RGB888": "",
    "BGR888": "COLOR_RGB2BGR",
    "XRGB8888": "COLOR_BGRA2BGR",
    "XBGR8888": "COLOR_RGBA2BGR",
    "YUV420": "COLOR_YUV2BGR_I420",
    "NV12": "COLOR_YUV2BGR_NV12",
}


def _without_padding(raw: Image, form: str, width: int, height: int) -> Image:
    if form == "NV12" or raw.shape[1] == width:
        return np.ascontiguousarray(raw[:, :width])
    # In YUV420 two half rows of colour share one row of the stride, each padded.
    stride = raw.shape[1]
    luma = raw[:height, :width]
    chroma = raw[height:].reshape(-1, stride // 2)[:, : width // 2]
    return np.concatenate([luma, chroma.reshape(-1, width)])


def _area(size: Sequence[int]) -> int:
    return int(size[0]) * int(size[1])


def _sensor_modes(camera: Any) -> Sequence[Mapping[str, Any]]:
    try:
        modes: Sequence[Mapping[str, Any]] = camera.sensor_modes
        return [mode for mode in modes if {"size", "bit_depth", "crop_limits"} <= mode.keys()]
    except Exception:  # a camera without a raw stream has none to tell of
        return []


def _not_found(index: int, count: int) -> str:
    if count:
        return f"There are {count} cameras, numbered from 0; the config asks for {index}."
    return (
        "libcamera finds no camera. Switch the Pi off, check the ribbon cable at both ends, and look with: "
        "rpicam-hello --list-cameras."
    )


def _lost(why: str) -> DriverError:
    return DriverError("camera", "not connected", f"{why}. Check the camera's ribbon cable at both ends.")


def _fault(error: Exception) -> DriverError:
    """What an error of picamera2 means; it has no classes of its own, so its words must do."""
    if isinstance(error, DriverError):
        return error
    words = str(error).lower()
    if any(sign in words for sign in ("busy", "acquire", "__init__ sequence did not complete", "in use")):
        return busy("camera", "The camera", holder(*glob("/dev/media*"), *glob("/dev/video*")))
    if "failed to queue request" in words:  # a picture's memory given back to a camera that has stopped
        return _lost("It has stopped")
    if isinstance(error, IndexError) or "no camera" in words or "disconnected" in words:
        return _lost(str(error))
    return DriverError(
        "camera",
        "library broken",
        f"picamera2 fails: {type(error).__name__}: {error}. `tallybox doctor` says which versions are here.",
    )
