"""The camera over the virtual table."""

from functools import lru_cache

from appliance.drivers import Clock, Frame, Image
from appliance.virtual.render import develop, expose
from appliance.virtual.tabletop import Tabletop

FRAMES = 15
"""Frames a second that the virtual camera takes."""


class TabletopCamera:
    """A `Camera` over a virtual table top. The scene is drawn once as long as nothing moves."""

    def __init__(self, top: Tabletop, clock: Clock) -> None:
        self._top = top
        self._clock = clock
        self._next = float("-inf")
        self._shots = 0
        self._expose = lru_cache(2)(expose)
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
        return Frame(now, self.latest)

    def close(self) -> None:
        """Nothing to give back."""
