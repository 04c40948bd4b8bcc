"""A webcam, through OpenCV."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from appliance.drivers import Clock, DriverError, Frame, Image
from appliance.drivers.camera import stamped
from appliance.drivers.faults import broken, busy, holder, load


class WebcamSource:
    """The webcam of that number, for a `LiveCamera`; `size` is asked for, the camera may give another."""

    def __init__(self, clock: Clock, index: int = 0, size: tuple[int, int] = (1280, 960)) -> None:
        self._clock = clock
        self._index = index
        self._size = size
        self._cv2: Any = None
        self._capture: Any = None

    def open(self) -> None:
        """Take the device. Raises `DriverError` with the fault."""
        self._cv2 = load("camera", "cv2")
        if not hasattr(self._cv2, "VideoCapture"):
            raise broken("camera", "cv2", AttributeError("it has no VideoCapture"))
        capture = self._cv2.VideoCapture(self._index)
        if not capture.isOpened():
            capture.release()
            raise self._not_opened()
        for option, value in (
            (self._cv2.CAP_PROP_FRAME_WIDTH, self._size[0]),
            (self._cv2.CAP_PROP_FRAME_HEIGHT, self._size[1]),
            (self._cv2.CAP_PROP_BUFFERSIZE, 1),  # an old frame shows a table that has changed
        ):
            capture.set(option, value)
        self._capture = capture

    def read(self) -> Frame:
        """The next frame; OpenCV gives up by itself after ten seconds."""
        got, image = self._capture.read()
        now = self._clock.now()
        if not got or image is None:
            raise DriverError(
                "camera",
                "not connected",
                f"Webcam {self._index} gives no pictures any more. Plug it in again.",
            )
        # With Video4Linux the position is the kernel's monotonic stamp of the frame.
        return Frame(
            stamped(self._capture.get(self._cv2.CAP_PROP_POS_MSEC) / 1000, now), _colour(self._cv2, image)
        )

    def read_sharp(self) -> Frame:
        """The next frame: a webcam has no better one than its settings ask for."""
        return replace(self.read(), sharp=True)

    def close(self) -> None:
        """Give the device back."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _not_opened(self) -> DriverError:
        device = f"/dev/video{self._index}"
        if not Path("/dev").exists():  # not a Unix: no way to know more
            return DriverError("camera", "not connected", f"No webcam {self._index} here. Plug one in.")
        if not Path(device).exists():
            others = ", ".join(sorted(path.name for path in Path("/dev").glob("video*"))) or "none"
            return DriverError(
                "camera",
                "not connected",
                f"There is no {device} (cameras here: {others}). Plug the webcam in, or set another index.",
            )
        if not os.access(device, os.R_OK | os.W_OK):
            return DriverError(
                "camera",
                "not connected",
                f"{device} is there, but this user may not open it. Run: sudo usermod -aG video $USER, "
                "then log in again.",
            )
        return busy("camera", device, holder(device))


def _colour(cv2: Any, image: Image) -> Image:
    """Blue-green-red, whatever a driver gives: some cameras are grey."""
    if image.ndim == 2:
        grey: Image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return grey
    return image
