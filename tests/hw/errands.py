"""In the guest: does one thing after the other that the outside wants done, and tells what came of it."""

import faulthandler
import subprocess
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any

from appliance.drivers import Event
from tests.hw.inside import Order, take_orders, tell

Errands = Mapping[str, Callable[..., Mapping[str, object]]]
"""By what the outside says: what is done with the words that follow."""

HANGS = 600
"""Seconds after which an errand is not only slow, while the outside still has patience to be told where."""


def run(errands: Errands) -> None:
    """For as long as the guest runs."""
    orders: SimpleQueue[Event] = SimpleQueue()
    take_orders(orders.put, time.monotonic)
    tell("ready", seconds=time.monotonic())
    while True:
        order = orders.get()
        assert isinstance(order, Order)
        what, *words = order.words
        tell(what, **_done(errands, what, words))


def _done(errands: Errands, what: str, words: list[Any]) -> Mapping[str, object]:
    begun = time.monotonic()
    faulthandler.dump_traceback_later(HANGS)  # so that a test that fails says where
    done = errands[what](*words)
    faulthandler.cancel_dump_traceback_later()
    return {**done, "took": time.monotonic() - begun}


def mount(device: str, folder: str) -> None:
    """A drive that the outside brought."""
    subprocess.run(["/bin/busybox", "mkdir", "-p", folder], check=True)
    subprocess.run(["/bin/busybox", "mount", "-t", "ext4", "-o", "ro", device, folder], check=True)
