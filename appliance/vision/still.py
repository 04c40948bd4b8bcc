"""Whether the table lies still: the picture against the last one and against one some frames ago.

The light may change meanwhile: lamps flicker in bands, clouds pass, and people's shadows. What changes
smoothly over the picture is therefore taken out first; things that move have edges.
"""

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image

QUIET = 0.16
"""Seconds without motion that make the table still."""

QUIET_FRAMES = 5
"""So many frames without motion that is, at 30 frames a second."""

MOVING = 2.5
"""Least difference that is motion, in grey values; a noisy picture needs more."""

Floats = npt.NDArray[np.float32]

_FEWEST = 3  # frames without motion, of however slow a camera
_SIZE = (320, 240)
_SMOOTH = (7, 7)  # pixels: the edges of shadows are wider
_DARK = 2.0  # grey values added to both, so that nothing is divided by nothing
_RIM = 2  # pixels at the picture's border, which are noisier
_NOISE, _NOISIEST = 7.0, 12.0  # deviations of the noise that are no motion, up to so many grey values
_SHADED = 0.08  # of the light that was taken out may remain at edges


class Stillness:
    """Fed with frames and their times, says whether what they show is at rest. No clock of its own."""

    def __init__(self, quiet: float = QUIET, moving: float = MOVING) -> None:
        self._moving = moving
        self._needed = quiet
        self._past: deque[tuple[float, Floats]] = deque()
        self._rested: float | None = None  # since when nothing has moved, as far as it is known
        self._quiet = 0
        self._still = False
        self.moved = False
        """Whether the last frame shows motion; the very first one cannot."""

    def feed(self, image: Image, at: float) -> bool:
        """Take the frame exposed at second `at`; whether the table is still now."""
        small = _small(image)
        self.moved = self._has_moved(small)
        if self.moved or self._rested is None:
            # What moved before this frame must not be held against the frames after it.
            self._past.clear()
            self._rested, self._quiet, self._still = at, 0, False
        else:
            self._quiet += 1
        self._past.append((at, small))
        while len(self._past) > 2 and self._past[1][0] <= at - self._needed:
            self._past.popleft()
        if self.calm >= self._needed and self._quiet >= _FEWEST:
            self._still = True
        return self._still

    def _has_moved(self, small: Floats) -> bool:
        """Whether the picture differs from the last, the middle or the oldest one that is kept."""
        past = self._past
        # A die that stands on its edge for a moment goes back to where it was: the middle one shows that.
        near = {len(past) // 2, len(past) - 1} if past else ()
        if any(_excess(small, past[n][1], self._moving) > 0 for n in near):
            return True
        if len(past) < 3 or _excess(small, past[0][1], self._moving) <= 0:
            return False
        if self._still or _excess(small, past[1][1], self._moving) > 0:
            return True
        # Only the oldest differs, exposed while things came to rest: rest began with the next.
        past.popleft()
        self._rested = past[0][0]
        self._quiet -= 1
        return False

    @property
    def calm(self) -> float:
        """Seconds between the first and the last frame of those without motion in between."""
        return self._past[-1][0] - self._rested if self._rested is not None else 0.0

    @property
    def still(self) -> bool:
        """Whether enough quiet frames have passed."""
        return self._still

    def reset(self) -> None:
        """Forget all frames."""
        self._past.clear()
        self._rested, self._quiet, self._still, self.moved = None, 0, False, False


def differs(one: Image, other: Image, least: float = MOVING) -> bool:
    """Whether two pictures of a table at rest show more of a difference than light and noise explain."""
    return _excess(_small(one), _small(other), least) > 0


def _small(image: Image) -> Floats:
    small = cv2.resize(image, _SIZE, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else small
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.2) + _DARK, np.float32)


def _excess(one: Floats, other: Floats, least: float) -> float:
    """By how many grey values the pictures differ more than still ones may, the change of light taken out."""
    light = cv2.divide(cv2.blur(one, _SMOOTH), cv2.blur(other, _SMOOTH))
    lit = cv2.multiply(other, light)
    rough = cv2.absdiff(one, lit)[_RIM:-_RIM, _RIM:-_RIM]
    away = rough - _SHADED * cv2.absdiff(lit, other)[_RIM:-_RIM, _RIM:-_RIM]
    # Bright parts are the noisier ones; a tenth of a normal deviate is farther off than 1.645 deviations.
    noise = float(np.quantile(rough[::4, ::4], 0.9)) / 1.645
    return float(away.max()) - max(least, min(_NOISE * noise, _NOISIEST))
