"""Service mode: the pages that try out the box's own parts, opened by two seat buttons held together."""

from collections.abc import Callable, Mapping

from appliance.drivers import (
    Closed,
    DialButton,
    DialTurned,
    Event,
    KeyReleased,
    KeyTyped,
    PartBack,
    PartFailed,
    SeatButton,
    Touched,
)
from appliance.drivers.debounce import Hold
from appliance.drivers.panel import PanelPins
from appliance.phrases import say
from appliance.rig import Rig
from appliance.screens import at
from appliance.screens.pages.service import LEAVE, draw_service
from appliance.screens.service import Entry, Parts, ServicePage
from appliance.screens.shown import Hotspot
from appliance.selftest_camera import CameraTrial
from appliance.selftest_dial import DialTrial
from appliance.selftest_parts import ButtonsTrial, LampsTrial, ScreenTrial, SoundTrial, Trial

TOGETHER = 3.0
"""Seconds for which two buttons are held to open it."""

AWAY = 2.0
"""Seconds for which one is held to leave a page."""

TRIALS: Mapping[str, Callable[[Rig, PanelPins], Trial]] = {
    "lamps": LampsTrial,
    "buttons": ButtonsTrial,
    "dial": DialTrial,
    "camera": CameraTrial,
    "screen": ScreenTrial,
    "sound": SoundTrial,
}


class Chord:
    """Tells once when exactly two seat buttons have been down together for long enough."""

    def __init__(self) -> None:
        self._down: dict[int, float] = {}

    def happened(self, event: Event) -> None:
        """A seat button goes down or up; other events are nothing to it."""
        if isinstance(event, SeatButton) and event.down:
            self._down[event.seat] = event.at
        elif isinstance(event, SeatButton):
            self._down.pop(event.seat, None)

    def poll(self, now: float) -> bool:
        """Whether they have been by now."""
        if len(self._down) != 2 or now - max(self._down.values()) < TOGETHER:
            return False
        self._down.clear()
        return True


class Holds:
    """The seat buttons and the dial's push: let go early it is a tap, held for long it leaves.

    One that is down when a page opens does nothing until it was let go.
    """

    def __init__(self) -> None:
        self._holds: dict[int, Hold] = {}

    def happened(self, event: Event) -> int | None:
        """The seat whose button was tapped, or -1 for the dial's push; None if nothing was."""
        if not isinstance(event, SeatButton | DialButton):
            return None
        which = event.seat if isinstance(event, SeatButton) else -1
        hold = self._holds.setdefault(which, Hold(AWAY))
        if event.down:
            hold.down(event.at)
            return None
        return which if hold.up(event.at) == "tap" else None

    def poll(self, now: float) -> bool:
        """Whether one has been held for long enough; then all that are down are forgotten."""
        if not any(hold.poll(now) for hold in self._holds.values()):
            return False
        self._holds.clear()
        return True


class ServiceMode:
    """The list of parts and their trials on a rig. While it is `open`, the table hands it all events."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        self._rig = rig
        self._pins = pins
        self._holds = Holds()
        self._wells: dict[str, bool | None] = dict.fromkeys(TRIALS)
        self._chosen = 0
        self._part = ""
        self._trial: Trial | None = None
        self._hotspots: list[Hotspot] = []
        self._drawn: ServicePage | None = None
        self._drawn_on: object = None
        self.open = False

    def enter(self, part: str = "") -> None:
        """Show the list, or one part's page at once."""
        self.open, self._drawn, self._holds = True, None, Holds()
        self._dark()
        if part:
            self._try(part)

    def beat(self, events: list[Event], now: float) -> list[Event]:
        """One look at everything; returns the events that are the table's own, whatever page is shown."""
        theirs: list[Event] = [event for event in events if isinstance(event, Closed | PartFailed | PartBack)]
        for event in events:
            if self.open and event not in theirs:
                self._happened(event)
        if self.open and self._holds.poll(now):
            self._back()
        if self._trial:
            self._trial.tick(now)
        if self.open:
            self._show()
        return theirs

    @property
    def trial(self) -> Trial | None:
        """The trial under way, if any."""
        return self._trial

    def page(self) -> ServicePage:
        """What is shown now."""
        if self._trial:
            return self._trial.page()
        entries = [
            Entry(say(f"service.{part}"), say(f"service.{part}_line"), well)
            for part, well in self._wells.items()
        ]
        return ServicePage(say("service.list"), say("service.list_help"), Parts(tuple(entries), self._chosen))

    def _happened(self, event: Event) -> None:
        touched = at(self._hotspots, event.x, event.y) if isinstance(event, Touched) else None
        if touched == LEAVE or (isinstance(event, KeyTyped) and event.key == "escape"):
            self._back()
        elif self._trial:
            self._holds.happened(event)
            self._trial.happened(event)
        else:
            self._choose(event)

    def _choose(self, event: Event) -> None:
        """A part by its button, by its number's key, by a touch, or by the dial."""
        tapped = self._holds.happened(event)
        match event:
            case DialTurned(_, steps):
                self._chosen = min(max(self._chosen + steps, 0), len(TRIALS) - 1)
            case KeyTyped(_, "left" | "up" | "right" | "down" as key):
                step = 1 if key in ("right", "down") else -1
                self._chosen = min(max(self._chosen + step, 0), len(TRIALS) - 1)
            case KeyTyped(_, "enter"):
                tapped = -1
            case KeyTyped(_, key) if key.isdecimal():
                tapped = int(key) - 1
            case Touched(_, x, y):
                does = at(self._hotspots, x, y) or ""
                tapped = int(does.partition(" ")[2]) - 1 if does.startswith("seat ") else None
            case KeyReleased():
                return
        if tapped == -1:
            tapped = self._chosen
        if tapped is not None and tapped < len(TRIALS):
            self._chosen = tapped
            self._try(list(TRIALS)[tapped])

    def _try(self, part: str) -> None:
        self._part, self._trial = part, TRIALS[part](self._rig, self._pins)

    def _back(self) -> None:
        """From a page to the list, from the list to the table."""
        if self._trial is None:
            self.open = False
            return
        trial, self._trial = self._trial, None
        trial.close()
        if trial.done and not trial.asks:
            self._wells[self._part] = not trial.problems()
        elif trial.problems() and not trial.asks:
            self._wells[self._part] = False

    def _dark(self) -> None:
        """The game's lamps go out, and none of its bars stays."""
        self._rig.panel.lamps([])
        for name in ("bid", "play"):
            self._rig.panel.bar(name, 0.0)

    def _show(self) -> None:
        surface, page = self._rig.screen.surface, self.page()
        if page != self._drawn or surface is not self._drawn_on:
            self._hotspots = draw_service(surface, page)
            self._drawn, self._drawn_on = page, surface
        self._rig.screen.show()
