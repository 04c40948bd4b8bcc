"""The camera over the virtual table."""

from dataclasses import replace
from functools import lru_cache

from appliance.drivers import Clock, Frame, Image
from appliance.virtual.render import develop, expose
from appliance.virtual.scene import Table
from appliance.virtual.tabletop import Tabletop

FRAMES = 15
"""Frames a second that the virtual camera takes."""

FINER = 2
"""How many times more pixels each way its full resolution has."""


class TabletopCamera:
    """A `Camera` over a virtual table top. The scene is drawn once as long as nothing moves."""

    def __init__(self, top: Tabletop, clock: Clock) -> None:
        self._top = top
        self._clock = clock
        self._next = float("-inf")
        self._shots = 0
        self._expose = lru_cache(2)(expose)
        self._sharpen = False
        self.latest: Image | None = None

    def frame(self) -> Frame | None:
        """A new picture of the table, not more often than `FRAMES` a second."""
        now = self._clock.now()
        if now < self._next:
            return None
        self._next = now + 0.999 / FRAMES
        self._shots += 1
        scene = self._top.scene()
        self.latest = develop(self._expose(scene), scene.view, self._shots)
        sharp, self._sharpen = self._sharpen, False
        return Frame(now, self._fine(scene), sharp) if sharp else Frame(now, self.latest)

    def _fine(self, scene: Table) -> Image:
        view = replace(scene.view, width=FINER * scene.view.width, height=FINER * scene.view.height)
        return develop(expose(replace(scene, view=view)), view, self._shots)

    def sharpen(self) -> None:
        """Ask for one frame of finer pixels; it comes with the next."""
        self._sharpen = True

    def close(self) -> None:
        """Nothing to give back."""
