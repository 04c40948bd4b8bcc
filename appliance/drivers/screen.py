"""The screen, keys and touches through pygame; on a window, a whole screen, or SDL's dummy."""

import os
from typing import TYPE_CHECKING, Any

from appliance.drivers import (
    Clock,
    Closed,
    DriverError,
    Event,
    KeyReleased,
    KeyTyped,
    PartBack,
    PartFailed,
    Touched,
)
from appliance.drivers.faults import load

if TYPE_CHECKING:
    import pygame

INVISIBLE = ("dummy", "offscreen")
"""SDL's drivers that show nothing; it takes the second by itself where there is no display."""

CONSOLE = "KMSDRM"
"""SDL's driver on a console without a desktop, as pygame names it."""

ONE_TOUCH = 0.1
"""Seconds within which a finger and the mouse at the same place are one touch, told twice by the desktop."""
AGAIN = 2.0
"""Seconds between attempts to find a lost screen."""

SAME_PLACE = 0.02
"""How far apart those two may be, as a part of the screen's width."""


class PygameScreen:
    """A `Screen` in a window that can be resized, or on the whole screen.

    `size` is in pixels; None takes the whole desktop. Raises `DriverError` if there is nothing to show it on:
    SDL's invisible drivers are used only where `SDL_VIDEODRIVER` asks for them. A screen that is lost later
    is looked for again; until then the table draws on a surface that nobody sees. One that is lost on a
    console ends the box, which its unit starts again.
    """

    def __init__(
        self,
        clock: Clock,
        size: tuple[int, int] | None = (1280, 720),
        fullscreen: bool = False,
        title: str = "Tallybox",
    ) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        self._pygame: Any = load("screen", "pygame")
        self._clock = clock
        self._names = _key_names(self._pygame)
        self._down: dict[int, str] = {}
        self._last_touch = (Touched(float("-inf"), 0, 0), "")
        self._lost: float | None = None  # the second of the last attempt to find it
        self._unseen: pygame.Surface | None = None
        self._wanted = (size, fullscreen, title)
        self._open(*self._wanted)

    @property
    def surface(self) -> "pygame.Surface":
        """What the table draws on; another one after the window was resized."""
        surface: pygame.Surface | None = self._pygame.display.get_surface()
        if surface is not None:
            self._unseen = None
            return surface
        if self._unseen is None:
            self._unseen = self._pygame.Surface(self._wanted[0] or (1280, 720))
        return self._unseen

    def show(self) -> None:
        """Bring the surface before people's eyes; `poll` tells if that cannot be done."""
        if self._lost is None and self._pygame.display.get_surface() is not None:
            self._pygame.display.flip()

    def poll(self) -> list[Event]:
        """Keys and touches since the last call; call it from the main thread.

        Raises `DriverError` if the screen of a console is lost.
        """
        now = self._clock.now()
        try:
            told = [self._event(now, event) for event in self._pygame.event.get()]
        except self._pygame.error as error:  # SDL's video is closed
            if self._driver == CONSOLE:
                # Bookworm's pygame 2.1 keeps a renderer that is gone, and would crash when it opens the next.
                raise _no_display(str(error)) from error
            return self._look_again(now, str(error))
        return [event for event in told if event is not None]

    def _look_again(self, now: float, reason: str) -> list[Event]:
        """Try to open the lost screen, not too often; tells when it went and when it came back."""
        news: list[Event] = [PartFailed(now, _no_display(reason))] if self._lost is None else []
        if self._lost is None or now - self._lost >= AGAIN:
            self._lost = now
            try:
                self._open(*self._wanted)
            except DriverError:
                return news
            self._lost = None
            news.append(PartBack(now, "screen"))
        return news

    def close(self) -> None:
        """Take the window away."""
        self._pygame.display.quit()

    def _open(self, size: tuple[int, int] | None, fullscreen: bool, title: str) -> None:
        pygame = self._pygame
        try:
            # One by one, and never pygame.init(): that opens the sound card as well.
            pygame.display.init()
            pygame.font.init()
            self._driver = driver = pygame.display.get_driver()
            if driver in INVISIBLE and os.environ.get("SDL_VIDEODRIVER", "") != driver:
                raise pygame.error("SDL found no display")
            pygame.display.set_caption(title)
            fullscreen = fullscreen or driver == CONSOLE  # there are no windows
            flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
            if fullscreen and driver not in INVISIBLE:
                # Without it a mode that the screen lacks comes in another size, or black under KMSDRM.
                flags |= pygame.SCALED
            if driver == CONSOLE:
                # SDL 2.26 of Bookworm takes OpenGL first, and stays black; a Pi has OpenGL ES in any case.
                os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
            pygame.display.set_mode(size or pygame.display.get_desktop_sizes()[0], flags)
            pygame.mouse.set_visible(not fullscreen)  # the box has a finger, not an arrow
        except pygame.error as error:
            pygame.display.quit()
            raise _no_display(str(error)) from error

    def _event(self, now: float, event: Any) -> Event | None:
        pygame = self._pygame
        kind = event.type
        if kind == pygame.KEYDOWN:
            return self._key_down(now, event)
        if kind == pygame.KEYUP:
            key = self._down.pop(event.key, None)
            return None if key is None else KeyReleased(now, key)
        if kind == pygame.FINGERDOWN:
            width, height = self.surface.get_size()
            x, y = min(int(event.x * width), width - 1), min(int(event.y * height), height - 1)
            return self._touch(Touched(now, x, y), "finger")
        # Where no finger events come (Xwayland) a finger is a mouse; where they do, SDL marks its imitation.
        if kind == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
            return self._touch(Touched(now, *event.pos), "mouse")
        if kind == pygame.QUIT:
            return Closed(now)
        return None

    def _key_down(self, now: float, event: Any) -> Event | None:
        key = self._name(event)
        if key is None:
            return None
        self._down[event.key] = key
        return KeyTyped(now, key)

    def _name(self, event: Any) -> str | None:
        pygame = self._pygame
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and event.key == pygame.K_z:
            return "undo"
        name = self._names.get(event.key)
        if name is not None:
            return name
        return event.unicode if len(event.unicode) == 1 and event.unicode.isprintable() else None

    def _touch(self, touch: Touched, by: str) -> Touched | None:
        """The touch, unless it is the last one told again in the other way."""
        last, last_by = self._last_touch
        near = self.surface.get_width() * SAME_PLACE
        here = abs(touch.x - last.x) <= near and abs(touch.y - last.y) <= near
        if by != last_by and here and touch.at - last.at <= ONE_TOUCH:
            return None
        self._last_touch = (touch, by)
        return touch


def _key_names(pygame: Any) -> dict[int, str]:
    """The keys that type no character, by pygame's code."""
    named = {
        pygame.K_RETURN: "enter",
        pygame.K_KP_ENTER: "enter",
        pygame.K_BACKSPACE: "backspace",
        pygame.K_DELETE: "delete",
        pygame.K_ESCAPE: "escape",
        pygame.K_TAB: "tab",
        pygame.K_SPACE: "space",
        pygame.K_LEFT: "left",
        pygame.K_RIGHT: "right",
        pygame.K_UP: "up",
        pygame.K_DOWN: "down",
        pygame.K_HOME: "home",
        pygame.K_END: "end",
        pygame.K_PAGEUP: "page up",
        pygame.K_PAGEDOWN: "page down",
    }
    return named | {getattr(pygame, f"K_F{number}"): f"f{number}" for number in range(1, 13)}


def _no_display(reason: str) -> DriverError:
    return DriverError(
        "screen",
        "not connected",
        f"There is nothing to show a picture on ({reason}). Start it on a desktop, or with a monitor plugged "
        "in; on Raspberry Pi OS Lite with apt's python3-pygame, as pip's cannot draw without a desktop. "
        "SDL_VIDEODRIVER=dummy plays unseen.",
    )
