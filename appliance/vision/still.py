"""Whether the table lies still: the picture against the last one and against one some frames ago."""

from collections import deque

import cv2
import numpy as np

from appliance.vision.locate import Image

QUIET_FRAMES = 5
"""Frames in a row without motion that make the table still: a sixth of a second at 30 frames a second."""

MOVING = 7.0
"""Largest blurred difference of a resting table under a sensor's noise, with some room."""

NO_FRAME_BEFORE = 255.0
"""The difference of the very first frame from nothing."""

_SIZE = (320, 240)


class Stillness:
    """Fed with frames and their times, says whether what they show is at rest. No clock of its own."""

    def __init__(self, quiet_frames: int = QUIET_FRAMES, moving: float = MOVING) -> None:
        self._moving = moving
        self._past: deque[Image] = deque(maxlen=quiet_frames + 1)
        self._quiet = 0
        self._needed = quiet_frames
        self._since: float | None = None
        self.difference = 0.0
        """The last frame's largest difference from an earlier one, in grey values."""

    def feed(self, image: Image, at: float) -> bool:
        """Take the frame exposed at second `at`; whether the table is still now."""
        small = _small(image)
        earlier = [self._past[-1], self._past[0]] if self._past else []
        self.difference = max((_difference(small, past) for past in earlier), default=NO_FRAME_BEFORE)
        self._past.append(small)
        if self.difference > self._moving:
            self._quiet, self._since = 0, None
            if len(self._past) > 1:
                # What moved before this frame must not be held against the frames after it.
                self._past = deque([small], maxlen=self._past.maxlen)
            return False
        self._quiet += 1
        if self._quiet >= self._needed and self._since is None:
            self._since = at
        return self.still

    @property
    def still(self) -> bool:
        """Whether enough quiet frames have passed."""
        return self._since is not None

    @property
    def since(self) -> float | None:
        """Second of the frame with which the table became still, or None while it moves."""
        return self._since

    def reset(self) -> None:
        """Forget all frames."""
        self._past.clear()
        self._quiet, self._since = 0, None


def _small(image: Image) -> Image:
    small = cv2.resize(image, _SIZE, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else small
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), np.uint8)


def _difference(one: Image, other: Image) -> float:
    """Largest difference after the common one is taken out: lamps flicker and exposures drift."""
    if one.shape != other.shape:
        return 255.0
    away = cv2.subtract(one, other, dtype=cv2.CV_16S).astype(np.float32)
    away -= float(np.median(away[::4, ::4]))
    return float(np.abs(away).max())
