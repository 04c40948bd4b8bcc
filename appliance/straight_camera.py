"""The camera with its lens's bend taken out, once `tallybox calibrate --lens` has measured that."""

import json
import logging
from dataclasses import replace
from pathlib import Path

from appliance.drivers import Camera, Frame
from appliance.errors import BadValue
from appliance.vision.lens import Lens, straight

FILE = "lens.json"
"""Where a box keeps its lens, beside its games."""

_log = logging.getLogger(__name__)


class StraightCamera:
    """A `Camera` whose frames are straightened; those of another shape than the lens's come as they are."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        self._camera = camera
        self._lens = lens

    def frame(self) -> Frame | None:
        """The newest frame, straight. Raises as the camera does."""
        frame = self._camera.frame()
        return frame and replace(frame, image=straight(frame.image, self._lens))

    def sharpen(self) -> None:
        """Ask for one frame in full resolution."""
        self._camera.sharpen()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


def straightened(camera: Camera, state: Path) -> Camera:
    """The camera as the box is to see by it: through its lens, if that is known."""
    lens = known(state)
    return StraightCamera(camera, lens) if lens else camera


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
