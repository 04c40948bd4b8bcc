"""The desk: one window with the appliance's screen and, beside it, the table as the camera sees it.

Number keys press the seat buttons and the arrows turn the dial, on mock pins, so that the same gpiozero code
runs as on the box. The mouse moves dice; a die that is picked up is turned upright, as a hand would.
"""

from functools import lru_cache

import cv2
import pygame

from appliance.drivers import SEAT_KEYS, Event, Image, KeyReleased, KeyTyped, Screen, Touched
from appliance.drivers.mock_pins import Fingers
from appliance.phrases import say
from appliance.virtual.scene import default_font
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera

PAPER, INK, DIM = (24, 26, 30), (236, 236, 230), (150, 152, 156)


class Desk:
    """A `Screen` whose left part is the appliance's."""

    def __init__(
        self,
        window: Screen,
        fingers: Fingers,
        top: Tabletop,
        camera: TabletopCamera,
    ) -> None:
        self._window = window
        self._fingers = fingers
        self._top = top
        self._camera = camera
        self._held: int | None = None
        self._print: tuple[Image | None, pygame.Surface] = (None, pygame.Surface((1, 1)))
        self._parts: tuple[pygame.Surface, pygame.Rect, pygame.Rect] | None = None

    @property
    def surface(self) -> pygame.Surface:
        """The appliance's part of the window."""
        self._layout()
        return self._own

    def _layout(self) -> tuple[pygame.Surface, pygame.Rect, pygame.Rect]:
        window = self._window.surface
        if self._parts is None or self._parts[0] is not window:
            width, height = window.get_size()
            own = pygame.Rect(0, 0, max(480, round(width * 0.58)), height)
            room = pygame.Rect(own.right, 0, max(1, width - own.width), height)
            picture = pygame.Rect(room.x + 8, 0, room.width - 16, round((room.width - 16) * 0.75))
            picture.centery = round(height * 0.45)
            self._parts = window, own.clip(window.get_rect()), picture
            # A surface of its own: pygame's smooth lines go wrong on a part of another one.
            self._own = pygame.Surface(self._parts[1].size)
        return self._parts

    def show(self) -> None:
        """Both halves, before people's eyes."""
        window, own, picture = self._layout()
        window.blit(self._own, own)
        window.fill(PAPER, pygame.Rect(own.right, 0, window.get_width() - own.right, window.get_height()))
        self._drag(picture)
        if self._camera.latest is not None:
            window.blit(self._developed(self._camera.latest, picture.size), picture)
        self._captions(window, picture)
        self._window.show()

    def _developed(self, image: Image, size: tuple[int, int]) -> pygame.Surface:
        """The camera's picture as a surface of that size; made anew only for a new one."""
        if self._print[0] is not image or self._print[1].get_size() != size:
            shot = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
            self._print = image, pygame.image.frombuffer(shot[:, :, ::-1].tobytes(), size, "RGB")
        return self._print[1]

    def _captions(self, window: pygame.Surface, picture: pygame.Rect) -> None:
        font = _font(max(11, picture.width // 38))
        lines = [(say("desk.table"), INK, picture.top - font.get_height() - 4)]
        thrown = self._top.wanted() is not None
        first = say("desk.throw", n=self._top.next_count) if thrown else say("desk.lay")
        for number, line in enumerate([first, *say("desk.keys").splitlines()]):
            lines.append((line, DIM, picture.bottom + 8 + number * (font.get_height() + 2)))
        for text, colour, y in lines:
            window.blit(font.render(text, True, colour), (picture.x, y))

    def poll(self) -> list[Event]:
        """The window's events, less those that were hands on the table or on the panel."""
        return [event for event in self._window.poll() if not self._taken(event)]

    def _taken(self, event: Event) -> bool:
        match event:
            case KeyTyped(_, key) | KeyReleased(_, key) if key in SEAT_KEYS:
                seat = int(key) - 1
                (self._fingers.press if isinstance(event, KeyTyped) else self._fingers.release)(seat)
            case KeyTyped(_, "left" | "right" as key):
                self._fingers.turn(1 if key == "right" else -1)
            case KeyTyped(_, "space"):
                self._top.hands()
            case KeyTyped(_, "+" | "-" as key) if self._top.wanted():
                self._top.count = min(9, max(6, self._top.count + (1 if key == "+" else -1)))
            case Touched(_, x, y):
                return self._touched(x, y)
            case _:
                return False
        return True

    def die_at(self, x: int, y: int) -> int | None:
        """The die under that pixel of the window, if any."""
        _, _, picture = self._layout()
        return self._top.at(*self._place(picture, x, y)) if picture.collidepoint(x, y) else None

    def _touched(self, x: int, y: int) -> bool:
        _, own, _ = self._layout()
        self._held = self.die_at(x, y)
        return not own.collidepoint(x, y)

    def _drag(self, picture: pygame.Rect) -> None:
        if self._held is None:
            return
        if not pygame.mouse.get_pressed()[0]:
            self._held = None
            return
        x, y = pygame.mouse.get_pos()
        place = self._place(picture, *_inside(picture, x, y))
        self._top.move(self._held, *place, turn=0.0)

    def _place(self, picture: pygame.Rect, x: int, y: int) -> tuple[float, float]:
        return self._top.place((x - picture.x) / picture.width, (y - picture.y) / picture.height)

    def close(self) -> None:
        """Take the window away."""
        self._window.close()


@lru_cache(4)
def _font(size: int) -> pygame.font.Font:
    return pygame.font.Font(default_font(), size)


def _inside(area: pygame.Rect, x: int, y: int) -> tuple[int, int]:
    return min(max(x, area.left), area.right - 1), min(max(y, area.top), area.bottom - 1)
