"""Run in the guest: the box's camera driver on picamera2 and libcamera, and its reader of dice behind that.

With words after its name it does one errand in a process of its own, as libcamera lists its cameras but once.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from appliance.drivers import DriverError, Event
from appliance.drivers.camera import LiveCamera
from appliance.drivers.camera_any import open_camera
from appliance.drivers.camera_picamera2 import SETTLE, PiCameraSource
from appliance.drivers.clock import SystemClock
from appliance.drivers.events import EventQueue
from tests.fakes.picamera2_habits import habits, signatures
from tests.hw import errands
from tests.hw.virtual_libcamera import BLACK, PICTURES, SIZE, WHITE, import_picamera2, plug_in

Said = Mapping[str, object]
CLOCK = SystemClock()
ALONE = "alone"


def cameras() -> Said:
    """Those that the library finds."""
    found = import_module("picamera2").Picamera2.global_camera_info()
    return {"models": [camera["Model"] for camera in found]}


def contract() -> Said:
    """What the real classes' methods take, and how they answer wrong use."""
    library = import_module("picamera2")
    classes = {"Picamera2": library.Picamera2.__base__, "CompletedRequest": library.CompletedRequest}
    return {"signatures": signatures(classes), "habits": habits(library.Picamera2)}


def grab(name: str) -> Said:
    """Frames until exposure and the like would be locked; compare the last one with the picture it is of."""
    source = PiCameraSource(CLOCK, _number(name), SIZE)
    source.open()
    with closing(source):
        frames = [source.read() for _ in range(SETTLE + 2)]
        age = CLOCK.now() - frames[-1].at
        camera: Any = source._camera
        film = np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), float)
        true = ((film - BLACK) * 255 / (WHITE - BLACK)).clip(0, 255)
        sharp = source.read_sharp()
        return {
            "asked": "RGB888",
            "given": camera.camera_configuration()["main"]["format"],
            "controls": sorted(camera.camera_controls),
            "shape": frames[-1].image.shape,
            "off": float(np.abs(frames[-1].image - true).mean()),
            "ages": [age, frames[-1].at - frames[0].at],
            "sharp": [sharp.sharp, *sharp.image.shape],
        }


def read(name: str, pieces: str) -> Said:
    """What the box's eye reads in what the box's camera sees, both as a game would have them."""
    from appliance.readers import reader

    camera = open_camera("picamera2", EventQueue().put, CLOCK, _number(name), SIZE)
    with closing(camera):
        frame = None
        while frame is None:
            frame = camera.frame()
            CLOCK.sleep(0.02)
    reading = reader("letter-dice", pieces).read(frame.image)
    return {
        "symbols": sorted(reading.symbols),
        "sure": all(item.sure for item in reading.items),
        "problems": reading.problems,
    }


def lose(number: int) -> Said:
    """Let libcamera stop beneath picamera2, as if a cable came off: the driver waits, tells and recovers."""
    events = EventQueue()
    source = PiCameraSource(CLOCK, number, SIZE)
    camera = LiveCamera(source, events.put, CLOCK, thread=False)
    with closing(camera):
        camera.step()
        inner: Any = source._camera
        inner.camera.stop()
        begun, waits = CLOCK.now(), []
        while not waits or waits[-1]:
            waits.append(camera.step())
        told = events.drain()
        return {
            "waits": waits,
            "events": [_told(event) for event in told],
            "seconds": [event.at - begun for event in told],
            "back": camera.frame() is not None,
        }


def busy(number: int) -> Said:
    """Open a camera that this box itself has open already."""
    with closing(open_camera("picamera2", EventQueue().put, CLOCK, number, SIZE)):
        return refused(number)


def refused(number: int) -> Said:
    """Why a camera cannot be opened, as people are told."""
    try:
        open_camera("picamera2", EventQueue().put, CLOCK, number, SIZE).close()
    except DriverError as error:
        return {"fault": error.fault, "says": str(error)}
    return {"fault": "none", "says": ""}


def without_library() -> Said:
    """The same where apt's libcamera is not to be found from the virtual environment."""
    sys.modules["libcamera"] = None  # type: ignore[assignment]
    return refused(0)


def alone(errand: str, *words: object, **environment: str) -> Said:
    """Do an errand in another process."""
    command = [sys.executable, "-m", __spec__.name, errand, json.dumps(words)]
    done = subprocess.run(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True
    )
    said: Said = json.loads(done.stdout.splitlines()[-1])
    return said


def unplugged() -> Said:
    """Why none can be opened where libcamera finds none."""
    return alone("refused", 0, LIBCAMERA_PIPELINES_MATCH_LIST="uvcvideo")


def _number(name: str) -> int:
    """By which number libcamera has the camera that sees this; it has an order of its own."""
    found: list[str] = cameras()["models"]  # type: ignore[assignment]
    return found.index(name)


def _told(event: Event) -> list[str]:
    return [type(event).__name__, str(getattr(event, "error", ""))]


ERRANDS: errands.Errands = {
    **{"cameras": cameras, "contract": contract, "grab": grab, "read": read, "lose": lose, "busy": busy},
    **{"refused": refused, "without library": without_library, "unplugged": unplugged, ALONE: alone},
}


def main() -> None:
    """One errand if it is named, else all that the outside wants."""
    os.environ["LIBCAMERA_LOG_LEVELS"] = "*:ERROR"
    if len(sys.argv) > 1:
        errand, words = sys.argv[1:]
        if errand != "without library":
            import_picamera2()
        print(json.dumps(ERRANDS[errand](*json.loads(words))))
        return
    errands.mount("/dev/vdc", str(PICTURES))
    Path("/dev/shm").mkdir(exist_ok=True)
    plug_in()
    import_picamera2()
    errands.run(ERRANDS)


if __name__ == "__main__":
    main()
