"""What every live camera has in common: a thread that grabs, and what to do when it is lost and found."""

import logging
from threading import Event as Flag
from threading import Lock, Thread
from typing import Protocol

from appliance.drivers import Clock, DriverError, Frame, PartBack, PartFailed, Sink
from appliance.drivers.faults import broken

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
"""Seconds between attempts to find a lost camera: doubled from the first to the longest."""

CLOCKS_DIFFER = 5.0
"""Seconds by which a frame's stamp may differ from the clock; beyond, it was stamped by another clock."""

_log = logging.getLogger(__name__)


class Source(Protocol):
    """A camera that can be opened, read and closed, again and again, by one thread."""

    def open(self) -> None:
        """Take the device. Raises `DriverError`."""

    def read(self) -> Frame:
        """The next frame; waits for it, but not for ever. Raises `DriverError` when there will be none."""

    def read_sharp(self) -> Frame:
        """The same in full resolution, `sharp`; it may take seconds."""

    def close(self) -> None:
        """Give the device back; harmless if it is not open."""


class LiveCamera:
    """A `Camera` on a `Source`.

    Opening raises `DriverError` at once, unless `patient`: then a camera that is missing at first is waited
    for like a lost one. That is looked for again and again, less and less often; the table hears when it goes
    and comes, and `frame` raises in between. With `thread=False` the caller calls `step`.
    """

    part = "camera"

    def __init__(
        self, source: Source, sink: Sink, clock: Clock, *, thread: bool = True, patient: bool = False
    ) -> None:
        self._source = source
        self._sink = sink
        self._clock = clock
        self._lock = Lock()
        self._newest: Frame | None = None
        self._fault: DriverError | None = None
        self._wait = FIRST_WAIT
        self._sharpen = Flag()
        self._closing = Flag()
        self._thread: Thread | None = None
        try:
            self._open()
        except DriverError as error:
            if not patient:
                raise
            self._lost(error)
        if thread:
            self._thread = Thread(target=self._run, name="camera", daemon=True)
            self._thread.start()

    def frame(self) -> Frame | None:
        """The newest frame not yet handed out, or None. Raises `DriverError` while the camera is lost."""
        with self._lock:
            if self._fault is not None:
                raise self._fault
            frame, self._newest = self._newest, None
            return frame

    def sharpen(self) -> None:
        """Ask for one frame in full resolution; it comes as one of the next."""
        self._sharpen.set()

    def close(self) -> None:
        """Give the device back; a second call does nothing."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._source.close()

    def step(self) -> float:
        """Grab one frame, or look once for the lost camera; answers the seconds until the next step."""
        try:
            if self._fault is not None:
                self._open()
            wanted = self._sharpen.is_set()
            frame = self._source.read_sharp() if wanted else self._source.read()
            if wanted:
                self._sharpen.clear()
        except DriverError as error:
            return self._lost(error)
        except Exception as error:  # a thread that dies here would leave the table waiting for ever
            return self._lost(broken(self.part, "The camera's driver", error))
        self._found(frame)
        return 0.0

    def _run(self) -> None:
        wait = 0.0
        while not self._closing.wait(wait):
            wait = self.step()

    def _open(self) -> None:
        try:
            self._source.open()
        except DriverError:
            self._source.close()  # half open is busy for the next attempt
            raise

    def _lost(self, error: DriverError) -> float:
        self._source.close()
        with self._lock:
            known, self._fault, self._newest = self._fault, error, None
        if known is None:
            _log.warning("%s", error)
            self._sink(PartFailed(self._clock.now(), error))
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait

    def _found(self, frame: Frame) -> None:
        with self._lock:
            known, self._fault = self._fault, None
            if self._newest is None or frame.sharp or not self._newest.sharp:  # a sharp one is not lost
                self._newest = frame
        if known is not None:
            _log.warning("%s: back", self.part)
            self._sink(PartBack(self._clock.now(), self.part))
        self._wait = FIRST_WAIT


def stamped(seconds: float, now: float) -> float:
    """When a frame was exposed: by its own stamp, if that is of our clock; otherwise now.

    Never later: some drivers stamp a frame with the moment at which it ought to be whole.
    """
    return min(seconds, now) if abs(now - seconds) <= CLOCKS_DIFFER else now
