"""What the box shows of itself: the picture, the lamps, the timer bars, the last seconds' ticks."""

from collections.abc import Sequence

from appliance.drivers import BARS
from appliance.games.prompts import Prompt, Timer
from appliance.rig import Rig
from appliance.screens import draw
from appliance.screens.shown import Hotspot, Shown

MAY_ACT, MUST_ACT = 0.15, 1.0
"""How bright the lamps are of those who may press, and of those whom the game waits for."""

TICKING = 3
"""The last seconds of a timer, one tick each."""


class Face:
    """The screen, lamps, bars and ticks of a rig. Draws only what has changed."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.hotspots: list[Hotspot] = []
        """What can be touched on the picture."""
        self.pictures = 0
        """How often the screen was shown one."""
        self._drawn: Shown | None = None
        self._drawn_on: object = None
        self._ticked = 0

    def picture(self, shown: Shown) -> None:
        """The screen's picture."""
        surface = self._rig.screen.surface
        if shown != self._drawn or surface is not self._drawn_on:
            self.hotspots = draw(surface, shown)
            self._drawn, self._drawn_on = shown, surface
        self._rig.screen.show()
        self.pictures += 1

    def forget(self) -> None:
        """Somebody else drew on the screen: the next picture is drawn anew."""
        self._drawn = None

    def lamps(self, prompt: Prompt, chairs: Sequence[int]) -> None:
        """Bright for whoever must act, dim for those who may."""
        levels = [0.0] * (max(chairs, default=-1) + 1)
        for accept in prompt.accepts:
            for seat in accept.seats:
                levels[chairs[seat]] = MAY_ACT
        for seat in prompt.acting:
            levels[chairs[seat]] = MUST_ACT
        self._rig.panel.lamps(levels)

    def bars(self, timer: Timer | None, left: float) -> None:
        """The running timer's bar; the other one dark."""
        for name in BARS:
            self._rig.panel.bar(name, left / timer.seconds if timer and timer.bar == name else 0.0)

    def tick(self, left: float, paused: bool) -> None:
        """One tick in each of the last seconds."""
        second = int(left) + 1 if left < TICKING and not paused else 0
        if second and second != self._ticked:
            self._rig.sound.play("tick")
        self._ticked = second

    def dark(self) -> None:
        """All lamps and bars off."""
        self._rig.panel.lamps([])
        for name in BARS:
            self._rig.panel.bar(name, 0.0)
