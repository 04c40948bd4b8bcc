"""Run in the guest: the box's webcam driver on the kernel's vivid, a webcam without hardware.

It shows eight bars: white, yellow, cyan, green, magenta, red, blue, black. Taking its driver away from the
device is what the kernel does when a plug is pulled.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

from appliance.drivers import DriverError
from appliance.drivers.camera import LiveCamera
from appliance.drivers.camera_opencv import WebcamSource
from appliance.drivers.clock import SystemClock
from appliance.drivers.events import EventQueue
from tests.hw import errands

Said = Mapping[str, object]
CLOCK = SystemClock()
SIZE = (640, 480)
BARS = 8

_DRIVER = Path("/sys/bus/platform/drivers/vivid")


def grab() -> Said:
    """Some frames: the colour in the middle of each bar of the last one, and how old it is."""
    source = WebcamSource(CLOCK, 0, SIZE)
    source.open()
    with closing(source):
        frames = [source.read() for _ in range(5)]
    height, width, _ = frames[-1].image.shape
    middles = [frames[-1].image[height * 3 // 4, (2 * bar + 1) * width // (2 * BARS)] for bar in range(BARS)]
    return {
        "shape": frames[-1].image.shape,
        "bars": [middle.tolist() for middle in middles],
        "age": CLOCK.now() - frames[-1].at,
        "span": frames[-1].at - frames[0].at,
    }


def pull_out() -> Said:
    """Pull the plug under a running camera, look for it in vain, plug it in again."""
    events = EventQueue()
    with closing(LiveCamera(WebcamSource(CLOCK, 0, SIZE), events.put, CLOCK, thread=False)) as camera:
        camera.step()
        (_DRIVER / "unbind").write_text("vivid.0")
        waits = [camera.step(), camera.step()]
        says = refused()
        (_DRIVER / "bind").write_text("vivid.0")
        waits.append(camera.step())
        told = [type(event).__name__ for event in events.drain()]
        return {"waits": waits, "events": told, "gone": says, "back": camera.frame() is not None}


def busy() -> Said:
    """Try to open it while another program has it."""
    code = "import cv2; c = cv2.VideoCapture(0); print(c.read()[0], flush=True); input()"
    with Popen([sys.executable, "-c", code], stdin=PIPE, stdout=PIPE, text=True) as other:
        assert other.stdout
        assert other.stdin
        assert other.stdout.readline() == "True\n"
        said = {**refused(), "by": other.pid}
        other.stdin.write("\n")
    return said


def refused() -> Said:
    """Why it cannot be opened, as people are told."""
    try:
        WebcamSource(CLOCK, 0, SIZE).open()
    except DriverError as error:
        return {"fault": error.fault, "says": str(error)}
    return {"fault": "none", "says": ""}


def main() -> None:
    """For as long as the guest runs."""
    os.environ["OPENCV_LOG_LEVEL"] = "ERROR"
    errands.run({"grab": grab, "pull out": pull_out, "busy": busy})


if __name__ == "__main__":
    main()
