"""What the modules share that run in a guest: lines of JSON from and to the serial port."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any

from appliance.drivers import Event, Sink

MARK = "@ "
"""The same as in `guest.py`, of which nothing may be imported in here."""


@dataclass(frozen=True)
class Order(Event):
    """Something that the outside wants done."""

    words: tuple[Any, ...]


def tell(what: str, **values: object) -> None:
    """Tell the outside."""
    sys.stdout.write(f"{MARK}{json.dumps({'what': what, **values})}\n")
    sys.stdout.flush()


def take_orders(sink: Sink, now: Callable[[], float]) -> None:
    """From now on put what the outside says among the other events."""

    def listen() -> None:
        for line in sys.stdin:
            sink(Order(now(), tuple(json.loads(line))))

    Thread(target=listen, name="orders", daemon=True).start()
