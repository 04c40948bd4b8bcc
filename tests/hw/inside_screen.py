"""Run in the guest: the box's screen on the kernel's graphics, without a desktop."""

import json
import os
import sys
from collections.abc import Mapping

os.environ |= {"SDL_VIDEODRIVER": "kmsdrm", "SDL_AUDIODRIVER": "dummy", "XDG_RUNTIME_DIR": "/tmp"}

import pygame

from appliance.drivers import DriverError
from appliance.drivers.clock import SystemClock
from appliance.drivers.screen import PygameScreen
from appliance.screens import draw
from tests.hw import errands
from tests.hw.inside import tell
from tests.screen_samples import samples

Said = Mapping[str, object]


class Shower:
    """One screen at a time, opened as the settings would have it."""

    def __init__(self) -> None:
        self._screen: PygameScreen | None = None

    def open(self, width: int, height: int, fullscreen: bool) -> Said:
        """Take the screen; says which driver SDL took, and how large the surface is.

        A second time begins in a new process, as on a box: pygame 2.1.2 of Bookworm ends with a segmentation
        fault when a scaled screen is opened again after it was closed.
        """
        if self._screen:
            order = json.dumps([width, height, fullscreen])
            os.execv(sys.executable, [sys.executable, "-m", __spec__.name, order])
        self._screen = PygameScreen(SystemClock(), (width, height), fullscreen)
        return {
            "driver": pygame.display.get_driver(),
            "size": self._screen.surface.get_size(),
            "sdl": ".".join(map(str, pygame.get_sdl_version())),
            "pygame": pygame.version.ver,
        }

    def page(self, name: str) -> Said:
        """Show a page; both buffers of the card have it then."""
        assert self._screen
        for _ in range(2):
            draw(self._screen.surface, samples()[name])
            self._screen.show()
            self._screen.poll()
        return {}

    def lose(self) -> Said:
        """SDL's video is closed beneath the box; says with what it ends therefore, if it does."""
        assert self._screen
        pygame.display.quit()
        try:
            self._screen.poll()
        except DriverError as error:
            self._screen.close()
            return {"fault": error.fault, "ends with": error.exit_code}
        return {"fault": "none"}


def main() -> None:
    """For as long as the guest runs."""
    shower = Shower()
    if len(sys.argv) > 1:
        tell("open", **shower.open(*json.loads(sys.argv[1])))
    errands.run({"open": shower.open, "page": shower.page, "lose": shower.lose})


if __name__ == "__main__":
    main()
