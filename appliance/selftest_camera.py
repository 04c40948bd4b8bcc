"""Trying out the camera: its picture, what is read in it, and whether the mat is well lit and in focus."""

from dataclasses import replace

from appliance.drivers import DriverError, Frame
from appliance.drivers.panel import PanelPins
from appliance.errors import ApplianceError
from appliance.findings import judge
from appliance.phrases import say
from appliance.readers import reader
from appliance.rig import Rig
from appliance.screens.service import CameraNow, ServicePage
from appliance.screens.shown import Seen
from appliance.selftest_parts import Trial
from appliance.vision.reading import LETTER_DICE

EVERY = 1.5
"""Seconds from one look at the picture to the next; each takes a part of a second."""

SETTLED, LATE = 2.5, 10.0
"""Seconds until a camera has found its exposure, and after which no picture will come any more."""


class CameraTrial(Trial):
    """The newest picture, and every now and then what is read in it and how the mat is lit."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        self._now = CameraNow()
        self._frames = 0
        self._first = 0.0
        self._looked = 0.0
        self._fault = "" if rig.camera else say("service.camera_none")
        self._problems: list[str] = []
        self.done = rig.camera is None

    def tick(self, now: float) -> None:
        """The next picture, if there is one."""
        if self.rig.camera is None:
            return
        try:
            frame = self.rig.camera.frame()
            self._fault = ""
        except DriverError as error:
            frame, self._fault = None, str(error)
        if frame is not None:
            self._show(frame, now)
        late = now - self.started >= LATE
        self.done = self.done or late
        if late and not self._frames and not self._fault:
            self._fault = say("service.camera_late", seconds=LATE)

    def _show(self, frame: Frame, now: float) -> None:
        self._first = self._first if self._frames else now
        self._frames += 1
        self._now = replace(self._now, picture=frame.image, number=self._frames)
        if now - self._first >= SETTLED and (not self._looked or now - self._looked >= EVERY):
            self._look(frame, now)
            self._looked = now

    def _look(self, frame: Frame, now: float) -> None:
        """What is read and how the mat is lit, in words."""
        height, width = frame.image.shape[:2]
        rate = (self._frames - 1) / max(1e-9, now - self._first)
        lines = [say("service.camera_got", width=width, height=height, rate=rate)]
        try:
            found, read = judge(frame.image), reader(LETTER_DICE).read(frame.image)
        except ApplianceError as error:  # an array that is no picture
            self._problems = [str(error)]
            return
        seen = tuple(
            Seen(item.symbol, item.sure, item.center[0] / width, item.center[1] / height)
            for item in read.items
        )
        symbols = " ".join(one.symbol if one.sure else f"{one.symbol}?" for one in seen)
        lines.append(say("service.camera_read", symbols=symbols) if seen else say("service.camera_bare"))
        # Dice on the mat are bright and cover it: aim and light are judged by an empty one.
        self._problems = [] if seen else list(found.problems)
        lines += self._problems or ([] if seen else [say("service.camera_good")])
        self._now = replace(self._now, seen=seen, lines=tuple(lines), well=not self._problems)
        self.said += [line for line in lines if line not in self.said[-12:]]
        self.done = True

    def page(self) -> ServicePage:
        """The picture with what is said of it."""
        lost = replace(self._now, picture=None, seen=(), lines=(self._fault,), well=False)
        body = lost if self._fault else self._now
        return ServicePage(say("service.camera_now"), say("service.camera_help"), body)

    def problems(self) -> list[str]:
        """That there is no picture, or what is wrong with it."""
        return [self._fault] if self._fault else list(self._problems)
