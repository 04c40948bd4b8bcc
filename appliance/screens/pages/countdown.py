"""The box as a plain timer: one ring, and digits that the whole room can read."""

import pygame

from appliance.games.views import Countdown
from appliance.screens import frame
from appliance.screens.canvas import Canvas


def countdown(canvas: Canvas, area: pygame.Rect, view: Countdown) -> None:
    """The seconds left in a ring; full before the start, empty when the time is up."""
    clock = canvas.shown.prompt.timer
    if clock:
        left = canvas.shown.left.get(clock.bar, view.seconds)
    else:
        left = 0.0 if view.state == "up" else view.seconds
    frame.clock_face(canvas, area, left, left / view.seconds if view.seconds else 0.0, 30)
