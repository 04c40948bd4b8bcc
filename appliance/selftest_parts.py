"""What is done to try out one part of the box, and what is made of it: lamps, buttons, screen, sound.

A trial is told what happens and what time it is. It says in words what it saw, shows a page, and finds
problems; where only people can tell, it has a question for them.
"""

from abc import ABC, abstractmethod

from appliance.drivers import BARS, Event, SeatButton, Tone, Touched
from appliance.drivers.panel import PanelPins
from appliance.drivers.sound import PygameSound, Silence
from appliance.phrases import say
from appliance.rig import Rig
from appliance.screens.service import ButtonNow, ButtonsNow, Card, LampsOn, ServicePage, Tones

STEP = 0.6
"""Seconds for which each lamp is on."""

PAUSE = 1.2
"""Seconds from one tone to the next."""

TONES: tuple[Tone, ...] = ("press", "good", "bad", "tick", "time up", "win")


class Trial(ABC):
    """What all trials have; each sees the events and the time, and has a page of its own."""

    asks = ""
    """What only people can tell, as a question; "" if the box can."""
    remedy = ""
    """What to do if they say no."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        self.rig = rig
        self.pins = pins
        self.started = rig.clock.now()
        self.said: list[str] = []
        self.done = False
        """Whether all has been seen, or asked for, once."""

    def happened(self, event: Event) -> None:  # noqa: B027 - not all care
        """An event of a part."""

    def tick(self, now: float) -> None:  # noqa: B027
        """A moment later."""

    @abstractmethod
    def page(self) -> ServicePage:
        """The page as it is now."""

    def problems(self) -> list[str]:
        """What is wrong, as far as the box can tell by now."""
        return []

    def close(self) -> None:  # noqa: B027
        """Everything dark and silent again."""


class LampsTrial(Trial):
    """Each lamp, each LED of the bars and the buzzer, one after another, over and over."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        lamps = [("lamp", seat) for seat, pin in enumerate(pins.lamps) if pin is not None]
        bars = [(name, led) for name in BARS for led in range(1, len(pins.bar(name)) + 1)]
        self._steps: list[tuple[str, int]] = [*lamps, *bars]
        self._steps += [("buzzer", 0)] if pins.buzzer is not None else []
        self._now = -1
        self._dark: set[int] = set()
        self.done = not self._steps
        self.asks, self.remedy = (
            (say("service.lamps_ask"), say("service.lamps_not")) if self._steps else ("", "")
        )

    def happened(self, event: Event) -> None:
        """A button says that its lamp stays dark, or shines after all."""
        if isinstance(event, SeatButton) and event.down and ("lamp", event.seat) in self._steps:
            self._dark ^= {event.seat}

    def tick(self, now: float) -> None:
        """The next one, if it is time for it."""
        if not self._steps:
            return
        turns, step = divmod(int((now - self.started) / STEP), len(self._steps))
        self.done = self.done or turns > 0
        if step == self._now:
            return
        self._now = step
        kind, which = self._steps[step]
        panel = self.rig.panel
        panel.lamps([float(kind == "lamp" and seat == which) for seat in range(len(self.pins.lamps))])
        for name in BARS:
            leds = len(self.pins.bar(name))
            panel.bar(name, which / leds if kind == name else 0.0)
        panel.buzz(STEP / 2 if kind == "buzzer" else 0.0)
        if not turns:
            self.said.append(say("service.lamps_now", what=self._name()))

    def _name(self) -> str:
        kind, which = self._steps[self._now]
        if kind == "lamp":
            return say("service.lamp", n=which + 1)
        if kind == "buzzer":
            return say("service.buzzer")
        return say("service.bar", n=which, name=say(f"service.{kind}"))

    def page(self) -> ServicePage:
        """The panel's face."""
        kind, which = self._steps[self._now] if self._now >= 0 else ("", 0)
        bars = tuple(
            (say(f"service.{name}"), which if kind == name else 0, len(self.pins.bar(name))) for name in BARS
        )
        wired = tuple(seat for seat, pin in enumerate(self.pins.lamps) if pin is not None)
        lit = which if kind == "lamp" else None
        body = LampsOn(lit, wired, tuple(sorted(self._dark)), bars, kind == "buzzer")
        head = say("service.lamps_now", what=self._name()) if self._now >= 0 else say("service.lamps")
        return ServicePage(head, say("service.lamps_help"), body, " · ".join(self.problems()))

    def problems(self) -> list[str]:
        """None wired, or dark by what people say."""
        if not self._steps:
            return [say("service.lamps_none")]
        return [say("service.lamps_dark", n=n + 1, pin=self.pins.lamps[n]) for n in sorted(self._dark)]

    def close(self) -> None:
        """All off."""
        self.rig.panel.lamps([])
        for name in BARS:
            self.rig.panel.bar(name, 0.0)
        self.rig.panel.buzz(0.0)


class ButtonsTrial(Trial):
    """Each button is to go down and up once."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        self._wired = [seat for seat, pin in enumerate(pins.buttons) if pin is not None]
        self._since: dict[int, float] = {}
        self._presses = dict.fromkeys(self._wired, 0)
        self.done = not self._wired

    def happened(self, event: Event) -> None:
        """A button goes down or up."""
        if not isinstance(event, SeatButton):
            return
        number = event.seat + 1
        if event.down:
            self._since[event.seat] = event.at
            self.said.append(say("service.buttons_down", n=number))
            return
        since = self._since.pop(event.seat, None)
        if since is not None:  # one that was held from the start was never pressed
            self._presses[event.seat] += 1
            self.said.append(say("service.buttons_up", n=number, seconds=event.at - since))
        self.done = all(self._presses.values()) and not self.rig.panel.held_at_start

    def page(self) -> ServicePage:
        """All buttons side by side."""
        stuck = self.rig.panel.held_at_start
        buttons = tuple(
            ButtonNow(
                seat in self._wired,
                seat in self._since or seat in stuck,
                seat in stuck,
                self._presses.get(seat, 0),
            )
            for seat in range(max(1, len(self.pins.buttons)))
        )
        head = say("service.buttons_all", n=len(self._wired)) if self.done else say("service.buttons_now")
        lines = [say("service.buttons_stuck", n=n + 1, pin=self.pins.buttons[n]) for n in stuck]
        return ServicePage(head, say("service.buttons_help"), ButtonsNow(buttons), " · ".join(lines))

    def problems(self) -> list[str]:
        """Buttons that were never pressed, and those that are held down."""
        if not self._wired:
            return [say("service.buttons_none")]
        stuck = self.rig.panel.held_at_start
        lines = [say("service.buttons_stuck", n=n + 1, pin=self.pins.buttons[n]) for n in stuck]
        never = [n for n, presses in self._presses.items() if not presses and n not in stuck]
        return lines + [say("service.buttons_never", n=n + 1, pin=self.pins.buttons[n]) for n in never]


class ScreenTrial(Trial):
    """The test card, and crosses where it is touched."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        self._touches: tuple[tuple[int, int], ...] = ()
        self.asks, self.remedy = say("service.screen_ask"), say("service.screen_not")
        self.done = True

    def _name(self) -> str:
        width, height = self.rig.screen.surface.get_size()
        return say("service.screen_now", width=width, height=height, driver=driver())

    def happened(self, event: Event) -> None:
        """A touch leaves a cross; the last few stay."""
        if isinstance(event, Touched):
            self._touches = (*self._touches[-9:], (event.x, event.y))
            self.said.append(say("service.screen_touched", x=event.x, y=event.y))

    def page(self) -> ServicePage:
        """The card."""
        return ServicePage(self._name(), say("service.screen_help"), Card(self._touches))


def driver() -> str:
    """What SDL draws through."""
    import pygame

    return pygame.display.get_driver() if pygame.display.get_init() else "memory"


class SoundTrial(Trial):
    """All tones, one after another, over and over."""

    def __init__(self, rig: Rig, pins: PanelPins) -> None:
        super().__init__(rig, pins)
        self._now = -1
        self.done = bool(self.problems())
        self.asks, self.remedy = (
            ("", "") if self.done else (say("service.sound_ask"), say("service.sound_not"))
        )

    def tick(self, now: float) -> None:
        """The next tone, if it is time for it."""
        turns, tone = divmod(int((now - self.started) / PAUSE), len(TONES))
        self.done = self.done or turns > 0
        if tone == self._now or self.problems():
            return
        self._now = tone
        self.rig.sound.play(TONES[tone])
        if not turns:
            self.said.append(say("service.sound_now", name=_names()[tone]))

    def page(self) -> ServicePage:
        """The tones' names."""
        names = _names()
        head = say("service.sound_now", name=names[self._now]) if self._now >= 0 else say("service.sound")
        body = Tones(names, self._now if self._now >= 0 else None)
        return ServicePage(head, say("service.sound_help"), body, " · ".join(self.problems()))

    def problems(self) -> list[str]:
        """That there is no sound, if the box knows it."""
        sound = self.rig.sound
        if isinstance(sound, Silence):
            return [say("service.sound_off")]
        why = sound.silent_because if isinstance(sound, PygameSound) else ""
        return [say("service.sound_silent", why=why)] if why else []


def _names() -> tuple[str, ...]:
    return tuple(say(f"service.{tone.replace(' ', '_')}") for tone in TONES)
