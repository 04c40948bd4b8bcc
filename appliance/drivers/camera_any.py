"""Opens the camera that the settings ask for."""

from pathlib import Path
from typing import Literal

from appliance.drivers import Camera, Clock, DriverError, Frame, Sink
from appliance.drivers.camera import LiveCamera, Source
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
    *,
    patient: bool = False,
) -> Camera:
    """A real camera, or the pictures of a folder if that is asked for by name.

    `auto` is the Pi's camera if picamera2 is installed and finds one, else a webcam. Raises `DriverError`,
    for `auto` with what is wrong with both, unless `patient`: then it waits for one. `Missing` for a folder
    without pictures.
    """
    if kind == "folder":
        from appliance.drivers.camera_files import FolderCamera

        return FolderCamera.of(folder or ".", clock)
    webcam, own = WebcamSource(clock, index, size), PiCameraSource(clock, index, size, mains)
    source: Source = Either(own, webcam) if kind == "auto" else webcam if kind == "webcam" else own
    return LiveCamera(source, sink, clock, patient=patient)


class Either:
    """The Pi's camera, or where there is none a webcam: looked for anew at every opening."""

    def __init__(self, own: Source, webcam: Source) -> None:
        self._own = own
        self._webcam = webcam
        self._open = own

    def open(self) -> None:
        """Take the one or the other. Raises `DriverError`."""
        self._open = self._own
        try:
            self._own.open()
        except DriverError as error:
            # A Pi's camera that is there, but busy or broken, is not passed over for another plugged in.
            if error.fault not in ("library missing", "not connected"):
                raise
            self._own.close()
            self._open = self._webcam
            try:
                self._webcam.open()
            except DriverError as other:
                remedy = f"{other.remedy} Nor is there a Pi's camera: {error.fault}. {error.remedy}"
                raise DriverError("camera", other.fault, remedy) from error

    def read(self) -> Frame:
        """The next frame of the one that is open."""
        return self._open.read()

    def read_sharp(self) -> Frame:
        """The same in full resolution."""
        return self._open.read_sharp()

    def close(self) -> None:
        """Give it back."""
        self._open.close()
