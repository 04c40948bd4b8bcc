"""The one queue between the drivers' threads and the table."""

from threading import Condition

from appliance.drivers import Event


class EventQueue:
    """Takes events from any thread and hands them out in the order in which they happened.

    Who pressed first is decided by the event's own time: a thread that was woken late must not cost a player
    the buzzer. Events of the same moment come out in the order of their arrival.
    """

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._arrived = Condition()

    def put(self, event: Event) -> None:
        """Add an event; this is the drivers' `Sink`."""
        with self._arrived:
            self._events.append(event)
            self._arrived.notify_all()

    def drain(self) -> list[Event]:
        """Everything since the last call, by time; empty if there was nothing."""
        with self._arrived:
            events, self._events = self._events, []
        return sorted(events, key=lambda event: event.at)  # a stable sort: ties stay as they came

    def wait(self, timeout: float | None = None) -> bool:
        """Block until there is an event, for `timeout` seconds at most; says whether there is one."""
        with self._arrived:
            return self._arrived.wait_for(lambda: bool(self._events), timeout)
