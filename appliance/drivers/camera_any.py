"""Opens the camera that the settings ask for."""

from pathlib import Path
from typing import Literal

from appliance.drivers import Camera, Clock, DriverError, Sink
from appliance.drivers.camera import LiveCamera
from appliance.drivers.camera_opencv import WebcamSource
from appliance.drivers.camera_picamera2 import PiCameraSource

Kind = Literal["auto", "picamera2", "webcam", "folder"]


def open_camera(
    kind: Kind,
    sink: Sink,
    clock: Clock,
    index: int = 0,
    size: tuple[int, int] = (1280, 960),
    mains: int = 50,
    folder: str | Path | None = None,
) -> Camera:
    """A real camera, or the pictures of a folder if that is asked for by name.

    `auto` is the Pi's camera if picamera2 is installed and finds one, else a webcam. Raises `DriverError`,
    for `auto` with what is wrong with both; `Missing` for a folder without pictures.
    """
    if kind == "folder":
        from appliance.drivers.camera_files import FolderCamera

        return FolderCamera.of(folder or ".", clock)
    webcam = WebcamSource(clock, index, size)
    if kind == "webcam":
        return LiveCamera(webcam, sink, clock)
    try:
        return LiveCamera(PiCameraSource(clock, index, size, mains), sink, clock)
    except DriverError as error:
        # A Pi's camera that is there, but busy or broken, is not passed over for another that is plugged in.
        if kind == "picamera2" or error.fault not in ("library missing", "not connected"):
            raise
        try:
            return LiveCamera(webcam, sink, clock)
        except DriverError as other:
            raise DriverError(
                "camera",
                other.fault,
                f"{other.remedy} Nor is there a Pi's camera: {error.fault}. {error.remedy}",
            ) from error
