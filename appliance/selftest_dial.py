"""Trying out the dial: so many clicks to each side, and what a wrong count tells of its wiring."""

from appliance.drivers import DialButton, DialTurned, Event
from appliance.drivers.panel import PanelPins
from appliance.phrases import say
from appliance.rig import Rig
from appliance.screens.service import DialNow, ServicePage
from appliance.selftest_parts import Trial

CLICKS = 5
"""So many that people are asked for."""


class DialTrial(Trial):
    """So many clicks to the right, then to the left, each ended by a push."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        self._counted: list[int] = []
        self._count = 0
        self._down = False
        self.done = not self._is_wired

    @property
    def _is_wired(self) -> bool:
        return None not in (self.pins.dial_a, self.pins.dial_b, self.pins.dial_push)

    def happened(self, event: Event) -> None:
        """A click counts; the push ends a turn."""
        if isinstance(event, DialTurned):
            self._count += event.steps
        elif isinstance(event, DialButton):
            self._down = event.down
            if event.down:
                self._pushed()

    def _pushed(self) -> None:
        if len(self._counted) == 2:  # once more from the start
            self._counted = []
        side = say("service.left" if self._counted else "service.right")
        self._counted.append(self._count)
        self.said.append(say("service.dial_counted", n=CLICKS, side=side, count=f"{self._count:+d}"))
        self._count, self.done = 0, len(self._counted) == 2

    def page(self) -> ServicePage:
        """The number counted."""
        heads = ("service.dial_right", "service.dial_left")
        problems = [] if not self._counted else self.problems()
        if not self._is_wired:
            head = say("service.dial_none")
        elif self.done:
            head = problems[0] if problems else say("service.dial_done")
        else:
            head = say(heads[len(self._counted)], n=CLICKS)
        notice = " · ".join(problems) if self.done else ""
        return ServicePage(head, say("service.dial_help"), DialNow(self._count, self._down), notice)

    def problems(self) -> list[str]:
        """What is wrong with the counts, or that there was no push."""
        if not self._is_wired:
            return [say("service.dial_none")]
        if not self.done:
            return [say("service.dial_push", pin=self.pins.dial_push)]
        right, left = self._counted
        problem = miscounted(right, -left, self.pins)
        return [problem] if problem else []


def miscounted(right: int, left: int, pins: PanelPins) -> str:
    """What is wrong if the asked-for clicks to each side counted as so many, or ""."""
    names = {"a": pins.dial_a, "b": pins.dial_b}
    if right == left == CLICKS:
        return ""
    if right == left == 0:
        return say("service.dial_nothing", **names)
    if right < 0 and left < 0:
        return say("service.dial_backwards", **names)
    if {right, left} <= {CLICKS // 2, CLICKS // 2 + 1}:
        return say("service.dial_half")
    if {right, left} <= {2 * CLICKS, 2 * CLICKS - 1, 2 * CLICKS + 1}:
        return say("service.dial_twice")
    return say("service.dial_wrong", n=CLICKS, count=right if right != CLICKS else left)
