"""The capabilities of the box: one Protocol each, and the events that they put into the table's one queue.

Threads live only behind these Protocols. A driver never knows a rule; the table never knows a pin.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
import numpy.typing as npt

from appliance.errors import ApplianceError

if TYPE_CHECKING:
    import pygame

Image = npt.NDArray[np.uint8]
"""A frame as the eye takes it: height x width x 3, blue-green-red."""

Bar = Literal["bid", "play"]
BARS: tuple[Bar, ...] = ("bid", "play")

Fault = Literal["not connected", "library missing", "library broken", "busy"]
"""The four things that can be wrong with a part; each has its own remedy."""


class DriverError(ApplianceError, OSError):
    """A part of the box that does not work: which one, which of the four faults, and what to do."""

    def __init__(self, part: str, fault: Fault, remedy: str) -> None:
        super().__init__(f"{part}: {fault}. {remedy}")
        self.part = part
        self.fault: Fault = fault
        self.remedy = remedy


@dataclass(frozen=True)
class Event:
    """Something that happened; `at` is the monotonic second of the happening itself, not of its arrival."""

    at: float


@dataclass(frozen=True)
class SeatButton(Event):
    """A seat's button went down or up. Seats count from 0."""

    seat: int
    down: bool


@dataclass(frozen=True)
class DialTurned(Event):
    """The dial moved by `steps` detents, clockwise positive."""

    steps: int


@dataclass(frozen=True)
class DialButton(Event):
    """The dial was pushed or let go."""

    down: bool


SEAT_KEYS = "1234567"
"""The keys that stand for the seat buttons, on the box and at a desk."""


@dataclass(frozen=True)
class KeyTyped(Event):
    """A key went down: one printable character, or a name such as `enter`, `backspace`, `escape`, `undo`."""

    key: str


@dataclass(frozen=True)
class KeyReleased(Event):
    """A key was let go; `key` is what its `KeyTyped` said, though shift may have been let go before."""

    key: str


@dataclass(frozen=True)
class Touched(Event):
    """A finger or the mouse on the appliance's screen, in pixels of its surface."""

    x: int
    y: int


@dataclass(frozen=True)
class PartFailed(Event):
    """A part stopped working in mid-game."""

    error: DriverError


@dataclass(frozen=True)
class PartBack(Event):
    """A part that had failed works again."""

    part: str


@dataclass(frozen=True)
class Closed(Event):
    """The window was closed, or the service asked to stop."""


Sink = Callable[[Event], None]
"""Where a driver puts its events; callable from any thread."""


@dataclass(frozen=True)
class Frame:
    """One picture of the table and the monotonic second of its exposure; `sharp`: in full resolution."""

    at: float
    image: Image
    sharp: bool = False


class Clock(Protocol):
    """Monotonic time, injected everywhere so that tests can advance it."""

    def now(self) -> float:
        """Seconds since some fixed moment."""

    def sleep(self, seconds: float) -> None:
        """Let that much time pass."""


class Camera(Protocol):
    """Looks down on the table."""

    def frame(self) -> Frame | None:
        """The newest frame not yet handed out, or None; never blocks.

        Raises `DriverError` while the camera is out of order.
        """

    def sharpen(self) -> None:
        """Ask for one frame in the camera's full resolution; it comes as one of the next, and is `sharp`."""

    def close(self) -> None:
        """Give the device back."""


class Panel(Protocol):
    """Seat buttons, seat lamps, the dial, two timer bars and the buzzer; any of them may be absent."""

    def lamps(self, levels: Sequence[float]) -> None:
        """Light the seat lamps, one level 0…1 a seat; seats beyond the sequence go dark."""

    def bar(self, name: Bar, level: float) -> None:
        """Fill a timer bar to `level` 0…1."""

    def buzz(self, seconds: float) -> None:
        """Sound the buzzer for that long, without waiting for it; zero silences it."""

    def tick(self, now: float) -> None:
        """Do what only time brings: end the buzz, find a lost edge. Call it each turn of the loop."""

    @property
    def held_at_start(self) -> tuple[int, ...]:
        """Seats whose button has been down since the panel was opened: stuck, or leant on."""

    def close(self) -> None:
        """Everything dark, pins released."""


class Screen(Protocol):
    """A surface to draw on, and the keys and touches that come with it."""

    @property
    def surface(self) -> "pygame.Surface":
        """What the table draws the appliance's picture on."""

    def show(self) -> None:
        """Bring the surface before people's eyes."""

    def poll(self) -> list[Event]:
        """Keys and touches since the last call; call it from the main thread."""

    def close(self) -> None:
        """Take the window away."""


Tone = Literal["press", "good", "bad", "tick", "time up", "win"]


class Sound(Protocol):
    """Short tones."""

    def play(self, tone: Tone) -> None:
        """Start a tone; returns at once."""

    def close(self) -> None:
        """Give the audio device back."""
