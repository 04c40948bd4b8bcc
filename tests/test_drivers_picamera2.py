"""The Pi's camera, on a fake picamera2 that has the real one's signatures and bad habits."""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from appliance.drivers import Camera, DriverError, Event, PartBack, PartFailed
from appliance.drivers.camera import FIRST_WAIT, LONGEST_WAIT, LiveCamera
from appliance.drivers.camera_picamera2 import (
    SETTLE,
    PiCameraSource,
    blue_green_red,
    locked_controls,
    widest_mode,
)
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import FRAMES, TabletopCamera
from tests.fakes import picamera2 as fake
from tests.table_kit import TableKit


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1000)


@pytest.fixture
def bench(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> fake.Bench:
    bench = fake.Bench(clock)
    bench.install(monkeypatch)
    return bench


@pytest.fixture
def events() -> EventQueue:
    return EventQueue()


def camera(clock: ManualClock, events: EventQueue, index: int = 0) -> LiveCamera:
    return LiveCamera(PiCameraSource(clock, index, (320, 240)), events.put, clock, thread=False)


def test_frames_are_blue_green_red_with_the_time_of_their_exposure(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    pi: Camera = (eye := camera(clock, events))
    assert pi.frame() is None
    assert eye.step() == 0
    frame = pi.frame()
    assert frame is not None
    assert frame.at == pytest.approx(1000 - bench.late)
    assert frame.image.shape == (240, 320, 3)
    assert frame.image[0, 0].tolist() == [255, 0, 0]
    assert pi.frame() is None
    pi.close()
    assert not bench.taken
    pi.close()


@pytest.mark.parametrize("form", ["BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
def test_a_format_that_was_not_asked_for_is_read_all_the_same(
    form: str, clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    bench.gives = form
    eye = camera(clock, events)
    eye.step()
    frame = eye.frame()
    assert frame is not None
    assert frame.image.shape == (240, 320, 3)
    assert frame.image.dtype == np.uint8
    assert frame.image[100, 10].astype(int) == pytest.approx([255, 0, 0], abs=4)
    assert frame.image[200, 300].astype(int) == pytest.approx([0, 0, 255], abs=4)


def test_an_unknown_format_is_refused(clock: ManualClock, bench: fake.Bench, events: EventQueue) -> None:
    bench.gives = "SRGGB10"
    with pytest.raises(DriverError, match="SRGGB10"):
        camera(clock, events)
    assert not bench.taken


def test_the_whole_view_is_asked_for_in_one_mode(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    camera(clock, events)
    assert bench.asked["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert widest_mode(fake.MODES, (5000, 5000)) is None


def test_exposure_and_colour_are_locked_when_they_have_settled(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    eye = camera(clock, events)
    for _ in range(SETTLE - 1):
        eye.step()
    assert not any("AeEnable" in controls for controls in bench.controls)
    eye.step()
    locked = bench.controls[-1]
    assert locked["ExposureTime"] == 30_000
    assert locked["AnalogueGain"] == pytest.approx(2.0 * 33.7 / 30)
    assert locked["AeEnable"] is False
    assert locked["AwbEnable"] is False
    assert locked["ColourGains"] == (1.5, 2.2)
    assert (locked["AfMode"], locked["LensPosition"]) == (0, 1.25)


def test_a_camera_with_few_controls_works(clock: ManualClock, bench: fake.Bench, events: EventQueue) -> None:
    bench.advertised = {"AwbEnable", "ColourGains"}
    bench.modes = None
    eye = camera(clock, events)
    for _ in range(SETTLE):
        assert eye.step() == 0
    assert bench.controls == [{"AwbEnable": False, "ColourGains": (1.5, 2.2)}]


def test_daylight_shorter_than_a_flicker_stays() -> None:
    assert locked_controls({"ExposureTime": 4000, "AnalogueGain": 1.0}, 10_000)["ExposureTime"] == 4000
    assert locked_controls({}, 10_000) == {}


def test_no_camera(clock: ManualClock, bench: fake.Bench, events: EventQueue) -> None:
    bench.cameras = 0
    with pytest.raises(DriverError, match="ribbon cable") as caught:
        camera(clock, events)
    assert caught.value.fault == "not connected"


def test_a_number_too_many(clock: ManualClock, bench: fake.Bench, events: EventQueue) -> None:
    with pytest.raises(DriverError, match="asks for 3"):
        camera(clock, events, 3)


def test_busy(clock: ManualClock, bench: fake.Bench, events: EventQueue) -> None:
    bench.taken = True
    with pytest.raises(DriverError) as caught:
        camera(clock, events)
    assert caught.value.fault == "busy"


def test_library_missing(clock: ManualClock, events: EventQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DriverError, match="--system-site-packages") as caught:
        camera(clock, events)
    assert caught.value.fault == "library missing"


@pytest.mark.parametrize(
    ("code", "fault", "words"),
    [
        ("import libcamera", "library missing", "apt only"),
        (
            "raise ValueError('numpy.dtype size changed, may indicate')",
            "library broken",
            "Two versions of numpy",
        ),
        ("raise ImportError('undefined symbol: foo')", "library broken", "undefined symbol"),
        ("raise SystemError('init')", "library broken", "doctor"),
    ],
)
def test_library_broken(
    code: str,
    fault: str,
    words: str,
    clock: ManualClock,
    events: EventQueue,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "picamera2.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setitem(sys.modules, "libcamera", None)
    with pytest.raises(DriverError, match=words) as caught:
        camera(clock, events)
    assert caught.value.fault == fault
    sys.modules.pop("picamera2", None)


def test_libcamera_itself_may_fail(
    clock: ManualClock, events: EventQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("picamera2")

    class Broken:
        @staticmethod
        def global_camera_info() -> None:
            raise RuntimeError("no DMA heap")

    module.Picamera2 = Broken  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(DriverError, match="no DMA heap") as caught:
        camera(clock, events)
    assert caught.value.fault == "library broken"


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


@pytest.mark.parametrize("how", ["pulled_out", "stuck"])
def test_lost_and_back_in_mid_game(
    how: str, clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    eye = camera(clock, events)
    eye.step()
    setattr(bench, how, True)
    assert eye.step() == FIRST_WAIT
    with pytest.raises(DriverError, match="ribbon cable") as caught:
        eye.frame()
    assert caught.value.fault == "not connected"
    assert [eye.step() for _ in range(6)] == [2, 4, 8, 16, LONGEST_WAIT, LONGEST_WAIT]
    assert kinds(events.drain()) == [PartFailed]  # told once
    assert not bench.taken  # each attempt gives the device back
    setattr(bench, how, False)
    assert eye.step() == 0
    assert events.drain() == [PartBack(1000, "camera")]
    assert eye.frame() is not None
    setattr(bench, how, True)
    assert eye.step() == FIRST_WAIT  # the waits begin anew


def test_a_camera_that_stops_beneath_its_library_is_lost_and_found(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    source = PiCameraSource(clock)
    eye = LiveCamera(source, events.put, clock, thread=False)
    eye.step()
    source._camera.camera.stop()  # with a picture ready, whose memory can then not be given back
    assert eye.step() == FIRST_WAIT
    with pytest.raises(DriverError, match="ribbon cable") as caught:
        eye.frame()
    assert caught.value.fault == "not connected"
    assert eye.step() == 0
    assert kinds(events.drain()) == [PartFailed, PartBack]


def test_an_error_that_nobody_thought_of_is_told_too(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    class Odd(PiCameraSource):
        def read(self) -> None:  # type: ignore[override]
            raise ZeroDivisionError("odd")

    eye = LiveCamera(Odd(clock), events.put, clock, thread=False)
    assert eye.step() == FIRST_WAIT
    with pytest.raises(DriverError, match="odd"):
        eye.frame()


def test_the_thread_delivers_and_ends(clock: ManualClock, bench: fake.Bench) -> None:
    events = EventQueue()
    eye = LiveCamera(PiCameraSource(clock, 0, (64, 48)), events.put, clock)
    bench.pulled_out = True
    assert events.wait(10)
    eye.close()
    assert kinds(events.drain())[0] is PartFailed
    assert not bench.taken


def test_a_stamp_of_another_clock_is_not_believed(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    bench.late = 900
    eye = camera(clock, events)
    eye.step()
    frame = eye.frame()
    assert frame is not None
    assert frame.at == 1000


def test_the_fake_pads_rows_as_the_real_one_does() -> None:
    plain = np.full((48, 64, 3), (10, 200, 30), np.uint8)
    padded = fake.as_format(plain, "YUV420")
    assert padded.shape == (72, 96)
    assert blue_green_red(padded, "YUV420", 64, 48)[0, 0].astype(int) == pytest.approx([10, 200, 30], abs=4)


def test_one_frame_in_full_resolution_of_the_same_view_and_exposure(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    eye = camera(clock, events)
    for _ in range(SETTLE):
        eye.step()
    locked = bench.controls[-1]
    eye.sharpen()
    eye.step()
    eye.step()  # a usual frame follows before anybody looks: the sharp one is kept
    frame = eye.frame()
    assert frame
    assert frame.sharp
    assert frame.image.shape == (2592, 3456, 3)  # of 4608 x 2592, four to three as usual
    assert locked in bench.controls[-3:]
    eye.step()
    usual = eye.frame()
    assert usual
    assert (usual.sharp, usual.image.shape) == (False, (240, 320, 3))


def test_a_camera_without_modes_has_no_finer_picture(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    bench.modes = None
    eye = camera(clock, events)
    eye.sharpen()
    eye.step()
    frame = eye.frame()
    assert frame
    assert (frame.sharp, frame.image.shape) == (True, (240, 320, 3))


def test_a_camera_lost_while_it_is_switched_is_looked_for_again(
    clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    eye = camera(clock, events)
    bench.pulled_out = True
    eye.sharpen()
    assert eye.step() == FIRST_WAIT
    bench.pulled_out = False
    eye.step()
    frame = eye.frame()
    assert frame
    assert frame.sharp  # the wish is not forgotten


@pytest.mark.parametrize("how", ["pulled_out", "stuck"])
def test_a_sharp_frame_that_does_not_come_leaves_the_camera_free(
    how: str, clock: ManualClock, bench: fake.Bench, events: EventQueue
) -> None:
    eye = camera(clock, events)
    setattr(bench, how, True)
    eye.sharpen()
    assert eye.step() == FIRST_WAIT
    assert not bench.taken
    eye.close()


def test_a_look_in_mid_game_waits_for_a_camera_that_is_lost_and_returns(
    lexicon: Lexicon, bench: fake.Bench
) -> None:
    """Through picamera2 and the reader: what was thrown while the camera was away is read when it is back."""
    clock = bench.clock
    top = Tabletop(clock, dice_set("anabid"), seed=3)
    over = TabletopCamera(top, clock)
    eye = LiveCamera(PiCameraSource(clock, 0, (1280, 960)), EventQueue().put, clock, thread=False)
    kit = TableKit(lexicon, camera=eye, clock=clock)

    def watch(pictures: int) -> None:
        for _ in range(pictures):
            clock.advance(1 / FRAMES)
            if (shot := over.frame()) is not None:
                bench.shows = shot.image
            eye.step()
            kit.beat()

    kit.anabid()
    watch(20)
    bench.stuck = True
    watch(2)
    assert kit.says("camera: not connected")
    top.throw(dice_set("anabid").dice[:5] + dice_set("anabid").dice[7:])
    watch(30)
    assert kit.prompt.headline == "Ana: roll the dice"
    bench.stuck = False
    watch(30)
    assert not kit.says("camera: not connected")
    assert kit.prompt.headline == "Ana: read the letters out, twice"
    assert sorted(kit.play.answers[-1].value.split()) == sorted(placed.symbol for placed in top.dice)
    kit.close()
