"""Which parts make up a box: the real ones, those of a desk, and those that nobody sees."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from appliance.config import Config
from appliance.drivers import Camera, Clock, DriverError, Panel, Screen, Sound
from appliance.drivers.clock import ManualClock, SystemClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel, PanelPins
from appliance.drivers.pins_lgpio import lgpio_factory
from appliance.drivers.screen import PygameScreen
from appliance.drivers.sound import PygameSound, Silence
from appliance.errors import Missing
from appliance.looking import Looking
from appliance.pieces import dice_set
from appliance.rig import Rig
from appliance.straight_camera import opened_camera, straightened
from appliance.virtual.desk import Desk
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera

T = TypeVar("T")

UNSEEN = (800, 480)
"""Size of a screen that nobody sees: that of the box's own."""


@dataclass
class Box:
    """A rig with what is needed to end it, and, on a virtual table, the hands and dice of it."""

    rig: Rig
    ends: ExitStack
    faults: list[DriverError] = field(default_factory=list)
    fingers: Fingers | None = None
    top: Tabletop | None = None

    def close(self) -> None:
        """Give every part back."""
        self.ends.close()


def has_display() -> bool:
    """Whether a window can be seen here."""
    if sys.platform != "linux" or os.environ.get("SDL_VIDEODRIVER"):
        return os.environ.get("SDL_VIDEODRIVER") not in ("dummy", "offscreen")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def real_box(config: Config) -> Box:
    """The box on its own hardware; a part that is out of order is named in `faults` and left out."""
    clock, events, ends = SystemClock(), EventQueue(), ExitStack()
    faults: list[DriverError] = []

    def have(opened: Callable[[], T]) -> T | None:
        try:
            return opened()
        except DriverError as error:
            faults.append(error)
        except Missing as error:  # a folder without pictures in place of a camera
            faults.append(DriverError("camera", "not connected", str(error)))
        return None

    screen = PygameScreen(clock, config.screen.size, config.screen.fullscreen)
    ends.callback(screen.close)
    panel: Panel | None = None
    if config.panel.kind == "gpio":
        panel = have(lambda: GpioPanel(config.panel.pins(), lgpio_factory(), events.put, clock))
    camera: Camera | None = have(
        lambda: straightened(
            opened_camera(config.camera, events.put, clock, patient=True), config.state.directory
        )
    )
    if panel is None:  # keys and touch still work; the screen says what is wrong with the panel
        panel = GpioPanel(PanelPins(), mock_factory(clock), events.put, clock)
    sound: Sound = PygameSound(config.sound.volume) if config.sound.on else Silence()
    ends.callback(panel.close)
    ends.callback(sound.close)
    if camera:
        ends.callback(camera.close)
    return Box(Rig(clock, events, panel, screen, sound, Looking(), camera, events.wait), ends, faults)


def desk_box(config: Config, seed: int) -> Box:
    """A window with the virtual table beside the appliance's screen."""
    clock = SystemClock()
    sound: Sound = PygameSound(config.sound.volume) if config.sound.on else Silence()
    window = PygameScreen(clock, config.screen.size, config.screen.fullscreen)
    return _virtual(config, clock, seed, sound, window, seen=True)


def unseen_box(config: Config, seed: int) -> Box:
    """A virtual table that nobody sees, on a clock that only moves when the table waits."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    clock = ManualClock()
    return _virtual(config, clock, seed, Silence(), PygameScreen(clock, UNSEEN), seen=False)


def _virtual(
    config: Config,
    clock: Clock,
    seed: int,
    sound: Sound,
    window: PygameScreen,
    *,
    seen: bool,
) -> Box:
    ends, events = ExitStack(), EventQueue()
    factory, pins = mock_factory(clock), config.panel.pins()
    panel = GpioPanel(pins, factory, events.put, clock)
    fingers = Fingers(factory, pins)
    top = Tabletop(clock, dice_set("anabid"), seed)
    camera = TabletopCamera(top, clock)
    screen: Screen = Desk(window, fingers, top, camera) if seen else window
    ends.callback(screen.close)
    ends.callback(sound.close)
    ends.callback(panel.close)
    wait = events.wait if isinstance(clock, SystemClock) else clock.sleep
    rig = Rig(clock, events, panel, screen, sound, Looking(), camera, wait, chance=Random(seed))
    return Box(rig, ends, [], fingers, top)
