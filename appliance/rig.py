"""The parts of one box, put together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom

from appliance.drivers import Camera, Clock, Image, Panel, Screen, Sound
from appliance.drivers.events import EventQueue
from appliance.looking import Looking


@dataclass
class Rig:
    """The parts of one box.

    `wait` lets time pass, up to so many seconds, until something happens; `keep` puts the frame of a settled
    roll aside under a name, for disputes. `chance` is what the box deals by.
    """

    clock: Clock
    events: EventQueue
    panel: Panel
    screen: Screen
    sound: Sound
    looking: Looking
    camera: Camera | None
    wait: Callable[[float], object]
    keep: Callable[[Image, str], None] = lambda image, name: None
    chance: Random = field(default_factory=SystemRandom)
