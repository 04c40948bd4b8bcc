"""What the pages show that try out the box's own parts, as values; `pages.service` draws them."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from appliance.screens.shown import Seen


@dataclass(frozen=True)
class Entry:
    """A part on the list: its title, a line about it, and whether it was found well (None: not tried)."""

    title: str
    line: str
    well: bool | None = None


@dataclass(frozen=True)
class Parts:
    """The list of parts, and the one that the dial stands on."""

    entries: tuple[Entry, ...]
    chosen: int = 0


@dataclass(frozen=True)
class LampsOn:
    """Which lamp is lit, how many LEDs of each bar are on, whether the buzzer sounds.

    `lit` is a seat or None, `wired` are the seats with a lamp, `dark` those of which people say that it stays
    dark, `bars` the name of each bar, how many of its LEDs are on, and how many there are.
    """

    lit: int | None
    wired: tuple[int, ...]
    dark: tuple[int, ...]
    bars: tuple[tuple[str, int, int], ...]
    buzzing: bool


@dataclass(frozen=True)
class ButtonNow:
    """A seat's button: whether it is wired, is down now, was down from the start, and its presses so far."""

    wired: bool
    down: bool = False
    stuck: bool = False
    presses: int = 0


@dataclass(frozen=True)
class ButtonsNow:
    """All seat buttons."""

    buttons: tuple[ButtonNow, ...]


@dataclass(frozen=True)
class DialNow:
    """What the dial has counted, and whether it is pushed."""

    count: int
    down: bool


@dataclass(frozen=True)
class CameraNow:
    """The newest picture (blue-green-red) with its number, what was read in it, and what to say of it."""

    picture: npt.NDArray[np.uint8] | None = field(default=None, compare=False)
    number: int = 0
    seen: tuple[Seen, ...] = ()
    lines: tuple[str, ...] = ()
    well: bool = True


@dataclass(frozen=True)
class Card:
    """The test card, and where it was touched, in pixels."""

    touches: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Tones:
    """The names of all tones, and which of them is heard now."""

    names: tuple[str, ...]
    now: int | None = None


Body = Parts | LampsOn | ButtonsNow | DialNow | CameraNow | Card | Tones


@dataclass(frozen=True)
class ServicePage:
    """A whole page: what to do, how, what is wrong, and the body with the live state."""

    headline: str
    help: str
    body: Body
    notice: str = ""
