"""The box's own camera as the eye is to see by it: no mirror image, and without the lens's bend.

That bend is known once `tallybox calibrate --lens` has measured it.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from appliance.config import CameraSettings
from appliance.drivers import Camera, Clock, Frame, Image, Sink
from appliance.drivers.camera_any import open_camera
from appliance.errors import BadValue
from appliance.vision.lens import Lens, straight

FILE = "lens.json"
"""Where a box keeps its lens, beside its games."""

_log = logging.getLogger(__name__)


class MendedCamera:
    """A `Camera` whose pictures are mended before anybody sees them."""

    def __init__(self, camera: Camera, mend: Callable[[Image], Image]) -> None:
        self._camera = camera
        self._mend = mend

    def frame(self) -> Frame | None:
        """The newest frame, mended. Raises as the camera does."""
        frame = self._camera.frame()
        return frame and replace(frame, image=self._mend(frame.image))

    def sharpen(self) -> None:
        """Ask for one frame in full resolution."""
        self._camera.sharpen()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


def opened_camera(eye: CameraSettings, sink: Sink, clock: Clock, *, patient: bool = False) -> Camera:
    """The camera of the settings, its mirror image undone; opened, and waited for, as by `open_camera`."""
    camera = open_camera(eye.kind, sink, clock, eye.index, eye.size, eye.mains, eye.folder, patient=patient)
    return MendedCamera(camera, _unmirrored) if eye.mirrored else camera


def _unmirrored(image: Image) -> Image:
    return np.asarray(cv2.flip(image, 1), np.uint8)


def straightened(camera: Camera, state: Path) -> Camera:
    """The camera seen through its lens, if that is known; frames of another shape come as they are."""
    lens = known(state)
    return MendedCamera(camera, partial(straight, lens=lens)) if lens else camera


def known(state: Path) -> Lens | None:
    """The lens that this box keeps; None if there is none, or if its file is spoilt."""
    try:
        return Lens.from_values(json.loads((state / FILE).read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _log.warning("%s is not used: %s", state / FILE, error)
        return None


def keep(state: Path, lens: Lens) -> Path:
    """Write the lens down; returns the file. `BadValue` if it cannot be written."""
    file = state / FILE
    try:
        state.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(lens.as_values(), indent=2) + "\n", "utf-8")
    except OSError as error:
        raise BadValue(f"cannot write {file}: {error.strerror}") from error
    return file
