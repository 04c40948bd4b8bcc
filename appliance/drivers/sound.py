"""Short tones, made of sines when the box starts: no sound files."""

import logging
import math
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from appliance.drivers import Tone
from appliance.drivers.faults import load

RATE = 44_100
"""Samples a second."""
RAMP = 0.005
"""Seconds for which a note swells and dies away; a hard edge would click."""

AGAIN = 10
"""A sound card that was lost is looked for with every so many tones: each try takes a moment."""

Note = tuple[float, float]
"""Pitch in Hz and length in seconds; a pitch of 0 is a rest."""

TONES: dict[Tone, tuple[Note, ...]] = {
    "press": ((880, 0.06),),
    "good": ((660, 0.09), (990, 0.16)),
    "bad": ((220, 0.12), (165, 0.24)),
    "tick": ((1200, 0.03),),
    "time up": ((520, 0.16), (0, 0.05), (520, 0.16), (0, 0.05), (390, 0.4)),
    "win": ((523, 0.12), (659, 0.12), (784, 0.12), (1047, 0.4)),
}

_log = logging.getLogger(__name__)


class Silence:
    """A `Sound` that makes none."""

    def play(self, tone: Tone) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class PygameSound:
    """A `Sound` through pygame's mixer; on a machine without audio it is silent, and the log says why.

    A sound card that goes in mid-game is looked for again.
    """

    def __init__(self, volume: float = 0.6) -> None:
        self.silent_because = ""
        self._sounds: dict[Tone, Any] = {}
        self._mixer: Any = None
        self._volume = volume
        self._missed = 0
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            pygame = load("sound", "pygame")
            self._open(pygame.mixer)
        except Exception as error:  # ours, pygame's, or what one without a mixer raises
            self.silent_because = str(error)
            _log.warning("no sound: %s", error)

    def play(self, tone: Tone) -> None:
        """Start a tone; returns at once."""
        if self._missed:
            self._missed += 1
            if self._missed % AGAIN == 0:
                self._find()
        sound = self._sounds.get(tone)
        if sound is None:
            return
        if self._mixer.get_init() is None:  # to play now would crash pygame 2.6, not raise
            self._lose()
            return
        sound.play()

    def _lose(self) -> None:
        """The sound card is gone: silence, and now and then another try."""
        self.silent_because = "the mixer was closed"
        _log.warning("no sound any more: %s", self.silent_because)
        self._sounds.clear()
        self._missed = 1

    def _find(self) -> None:
        try:
            self._open(self._mixer)
        except Exception as error:  # still gone
            self.silent_because = str(error)
            return
        self.silent_because, self._missed = "", 0
        _log.warning("sound: back")

    def close(self) -> None:
        """Give the audio device back."""
        self._sounds.clear()
        if self._mixer is not None:
            self._mixer.quit()
            self._mixer = None

    def _open(self, mixer: Any) -> None:
        mixer.init(RATE, -16, 1, 512)  # a short buffer: a press should be heard at once
        rate, _, channels = mixer.get_init()  # the device may have given us another rate, and two channels
        for tone, notes in TONES.items():
            self._sounds[tone] = mixer.Sound(buffer=samples(notes, rate, channels, self._volume).tobytes())
        self._mixer = mixer


def samples(notes: tuple[Note, ...], rate: int, channels: int, volume: float) -> npt.NDArray[np.int16]:
    """The notes one after another, as signed 16-bit samples, each repeated for every channel."""
    wave = np.concatenate([_note(pitch, seconds, rate) for pitch, seconds in notes])
    return np.repeat((wave * volume * 32_767).astype(np.int16), channels)


def _note(pitch: float, seconds: float, rate: int) -> npt.NDArray[np.float64]:
    time = np.arange(int(seconds * rate)) / rate
    # A second harmonic lets small speakers, which swallow the fundamental, be heard.
    wave = 0.75 * np.sin(2 * math.pi * pitch * time) + 0.25 * np.sin(4 * math.pi * pitch * time)
    envelope: npt.NDArray[np.float64] = np.minimum(1.0, np.minimum(time, time[::-1]) / RAMP)
    return wave * envelope
