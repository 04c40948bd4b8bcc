"""What systemd is told of the box: that it is ready, that it lives, what it shows, that it stops."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from appliance.table import Table

SWITCH_OFF = 86
"""The exit code with which the box asks its unit to switch the machine off."""

OFTEN = 4
"""How often the watchdog is fed in the time that it allows."""


def is_service(env: Mapping[str, str] = os.environ) -> bool:
    """Whether systemd started this process, and listens."""
    return bool(env.get("NOTIFY_SOCKET"))


def notify(text: str, env: Mapping[str, str] = os.environ) -> None:
    """Send systemd one message, such as `READY=1` (sd_notify(3)); does nothing where nobody listens."""
    address = env.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):  # an abstract socket, which has no file
        address = "\0" + address[1:]
    # A message that cannot be sent must not stop a game; if they all fail, the watchdog comes.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as messages:
        messages.setblocking(False)
        if address:
            messages.sendto(text.encode(), address)


class Alive:
    """Feeds systemd's watchdog after each beat of a table that brought a new picture to the screen.

    It has no thread of its own: a loop that hangs, or that turns without drawing, starves the dog. The first
    picture says that the box is ready; each new headline goes into what `systemctl status` shows.
    """

    def __init__(
        self, env: Mapping[str, str] = os.environ, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._env = env
        self._now = now
        allowed = int(env.get("WATCHDOG_USEC") or 0) / 1e6
        self._pause = allowed / OFTEN if allowed else float("inf")
        self._fed = float("-inf")
        self._pictures = 0
        self._headline = ""

    def __call__(self, table: Table) -> None:
        """After every beat of the table."""
        if table.face.pictures == self._pictures:
            return
        lines = [] if self._pictures else ["READY=1"]
        self._pictures = table.face.pictures
        if self._now() - self._fed >= self._pause:
            self._fed = self._now()
            lines.append("WATCHDOG=1")
        headline = table.prompt.headline + (" (paused)" if table.paused else "")
        if headline != self._headline:
            self._headline = headline
            lines.append(f"STATUS={headline}")
        if lines:
            notify("\n".join(lines), self._env)
