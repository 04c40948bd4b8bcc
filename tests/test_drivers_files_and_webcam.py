"""Pictures from files, however they were made, and the webcam on a scripted cv2.VideoCapture."""

import base64
import struct
import zlib
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.drivers import Camera, DriverError, PartBack, PartFailed
from appliance.drivers.camera import FIRST_WAIT, LiveCamera
from appliance.drivers.camera_files import FolderCamera, load_image
from appliance.drivers.camera_opencv import WebcamSource
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.drivers.image_header import header, is_whole
from appliance.errors import BadValue, Missing
from tests.fakes.devices import ScriptedCamera

CMYK_RED = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5N"
    "cXlwZHhcZWdj/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/a"
    "AA4EQwBNAFkASwAAPwCgJ+n6gAD/2Q=="
)
"""16 x 8 pixels of pure red."""

ORANGE = (10, 120, 240)
"""In blue, green, red."""


def picture(width: int = 40, height: int = 30) -> np.ndarray:
    return np.full((height, width, 3), ORANGE, np.uint8)


def write(path: Path, image: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "bmp", "tif"])
def test_every_format_is_read(tmp_path: Path, suffix: str) -> None:
    loaded = load_image(write(tmp_path / f"Würfel.{suffix}", picture()))
    assert (loaded.width, loaded.height, loaded.scale) == (40, 30, 1)
    assert loaded.image.shape == (30, 40, 3)
    assert loaded.image[15, 20].astype(int) == pytest.approx(ORANGE, abs=6)


def test_grey_sixteen_bits_and_transparent_pictures_become_plain(tmp_path: Path) -> None:
    grey = load_image(write(tmp_path / "grey.png", np.full((8, 8), 99, np.uint8)))
    assert grey.image[0, 0].tolist() == [99, 99, 99]
    deep = load_image(write(tmp_path / "deep.png", np.full((8, 8, 3), 0x8000, np.uint16)))
    assert deep.image[0, 0].astype(int) == pytest.approx([128] * 3, abs=1)
    clear = np.zeros((8, 8, 4), np.uint8)
    clear[:, 4:, 3] = 255
    over = load_image(write(tmp_path / "clear.png", clear))
    assert over.image[0, 0].tolist() == [255, 255, 255]
    assert over.image[0, 7].tolist() == [0, 0, 0]


def test_a_printers_jpeg_is_read(tmp_path: Path) -> None:
    (tmp_path / "cmyk.jpg").write_bytes(CMYK_RED)
    loaded = load_image(tmp_path / "cmyk.jpg")
    assert loaded.image.shape == (8, 16, 3)
    assert loaded.image[4, 8].astype(int) == pytest.approx([0, 0, 255], abs=30)


def exif_turned(jpeg: bytes) -> bytes:
    """The same JPEG with a note that it has to be turned by 90 degrees clockwise."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_a_turned_picture_is_measured_upright(tmp_path: Path) -> None:
    flat = write(tmp_path / "flat.jpg", picture(40, 30))
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(exif_turned(flat.read_bytes()))
    loaded = load_image(turned)
    assert loaded.image.shape == (40, 30, 3)
    assert (loaded.width, loaded.height) == (30, 40)


def test_a_large_jpeg_comes_reduced_and_places_can_be_told_in_its_own_pixels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.drivers.camera_files.WORKING", 30_000)
    large = picture(600, 400)
    large[200:, 300:] = 255
    loaded = load_image(write(tmp_path / "large.jpg", large))
    assert loaded.image.shape == (100, 150, 3)
    assert (loaded.width, loaded.height, loaded.scale) == (600, 400, 4)
    assert loaded.to_file(75, 50) == (300, 200)
    assert loaded.image[10, 10].astype(int) == pytest.approx(ORANGE, abs=6)
    assert loaded.image[90, 140].tolist() == [255, 255, 255]
    assert load_image(write(tmp_path / "large.png", large)).image.shape == (100, 150, 3)


def png_that_claims(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IEND\xaeB`\x82"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("empty.png", b"", "empty"),
        ("text.jpg", b"this is a letter", "no picture"),
        ("phone.heic", b"\0\0\0\x18ftypheic", "no picture that the box can read; it reads PNG, JPEG"),
        ("bomb.png", png_that_claims(30_000, 30_000), "30000 x 30000 is too large"),
        ("none.png", png_that_claims(0, 10), "no picture"),
        ("hollow.png", png_that_claims(10, 10), "damaged"),
        ("start.jpg", b"\xff\xd8\xff", "no picture"),
        ("start.png", b"\x89PNG\r\n\x1a\n\0\0", "no picture"),
        ("riff.webp", b"RIFF1234WAVE" + bytes(30), "no picture"),
    ],
)
def test_what_is_no_picture_says_why(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadValue, match=words) as caught:
        load_image(tmp_path / name)
    assert name in str(caught.value)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"nowhere\.png: there is no such file"):
        load_image(tmp_path / "nowhere.png")
    with pytest.raises(BadValue, match="folder"):
        load_image(tmp_path)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "bmp", "tif"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.97])
def test_a_picture_that_is_cut_off_is_never_half_shown(tmp_path: Path, suffix: str, part: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), np.uint8)
    path = write(tmp_path / f"a.{suffix}", noise)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(BadValue):
        load_image(path)


def test_a_jpeg_with_something_behind_it_is_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jpg", picture())
    path.write_bytes(path.read_bytes() + b"\xff\xda a phone's moving picture \xff\xda")
    assert load_image(path).width == 40


@given(st.sampled_from(["png", "jpg", "webp", "bmp", "tif"]), st.data())
def test_no_bytes_break_the_reading_of_the_header(suffix: str, data: st.DataObject) -> None:
    whole = bytearray(cv2.imencode(f".{suffix}", picture())[1].tobytes())
    for _ in range(data.draw(st.integers(0, 6))):
        whole[data.draw(st.integers(0, min(len(whole), 400) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    found = header(cut)
    if found is not None:
        is_whole(found, cut)


def test_a_folder_is_a_camera(tmp_path: Path) -> None:
    clock = ManualClock(3)
    for name, grey in (("b.png", 200), ("a.jpg", 100)):
        write(tmp_path / name, np.full((8, 8, 3), grey, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    folder = FolderCamera.of(tmp_path, clock)
    camera: Camera = folder
    shown = []
    for _ in range(3):
        frame = camera.frame()
        assert frame is not None
        assert frame.at == 3
        shown.append((folder.file.name, int(frame.image[0, 0, 0])))
        folder.next()
    camera.close()
    assert shown == [("a.jpg", 100), ("b.png", 200), ("a.jpg", 100)]


def test_a_folder_can_go_on_by_itself(tmp_path: Path) -> None:
    clock = ManualClock()
    files = [write(tmp_path / f"{i}.png", picture()) for i in range(3)]
    folder = FolderCamera(files, clock, seconds=2)
    names = []
    for _ in range(4):
        names.append(folder.file.name)
        clock.advance(2)
    assert names == ["0.png", "1.png", "2.png", "0.png"]


def test_no_pictures_no_camera(tmp_path: Path) -> None:
    clock = ManualClock()
    with pytest.raises(Missing, match="no pictures"):
        FolderCamera([], clock)
    with pytest.raises(Missing, match="no pictures in this folder"):
        FolderCamera.of(tmp_path, clock)
    with pytest.raises(Missing, match="no such folder"):
        FolderCamera.of(tmp_path / "none", clock)


def test_the_scripted_camera_is_a_camera() -> None:
    camera: Camera = ScriptedCamera(ManualClock(2), [picture(), DriverError("camera", "busy", "Stop it.")])
    frame = camera.frame()
    assert frame is not None
    assert frame.at == 2
    with pytest.raises(DriverError, match="busy"):
        camera.frame()
    assert camera.frame() is None
    camera.close()


class Capture:
    """A scripted `cv2.VideoCapture`."""

    opens: ClassVar[bool] = True
    gives: ClassVar[list[Any]] = []
    stamp: ClassVar[float] = 0.0

    def __init__(self, index: int) -> None:
        self.released = False

    def isOpened(self) -> bool:
        return self.opens

    def set(self, option: int, value: float) -> bool:
        return True

    def get(self, option: int) -> float:
        return self.stamp * 1000

    def read(self) -> tuple[bool, Any]:
        image = Capture.gives.pop(0) if Capture.gives else None
        return image is not None, image

    def release(self) -> None:
        self.released = True


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> type[Capture]:
    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    monkeypatch.setattr(Capture, "opens", True)
    monkeypatch.setattr(Capture, "gives", [])
    monkeypatch.setattr(Capture, "stamp", 0.0)
    return Capture


def test_the_webcam_is_lost_and_found(webcam: type[Capture]) -> None:
    clock, queue = ManualClock(100), EventQueue()
    webcam.gives, webcam.stamp = [picture(), picture()[..., 0]], 99.97
    eye = LiveCamera(WebcamSource(clock), queue.put, clock, thread=False)
    assert eye.step() == eye.step() == 0
    frame = eye.frame()
    assert frame is not None
    assert frame.at == pytest.approx(99.97)
    assert frame.image.shape == (30, 40, 3)  # the second was grey
    assert eye.step() == FIRST_WAIT
    with pytest.raises(DriverError, match="Plug it in again"):
        eye.frame()
    webcam.opens = False
    assert eye.step() == 2 * FIRST_WAIT
    webcam.opens, webcam.gives, webcam.stamp = True, [picture()], 0.0
    assert eye.step() == 0
    frame = eye.frame()
    assert frame is not None
    assert frame.at == 100  # without a stamp the time of arrival must do
    webcam.gives, webcam.stamp = [picture()], 100.02
    assert eye.step() == 0
    frame = eye.frame()
    assert frame is not None
    assert frame.at == 100  # and no picture is of what has not been yet
    assert [type(event) for event in queue.drain()] == [PartFailed, PartBack]
    eye.close()


def test_no_webcam(webcam: type[Capture]) -> None:
    webcam.opens = False
    with pytest.raises(DriverError, match="/dev/video77") as caught:
        LiveCamera(WebcamSource(ManualClock(), 77), EventQueue().put, ManualClock(), thread=False)
    assert caught.value.fault == "not connected"


@pytest.mark.parametrize(
    ("allowed", "fault", "words"), [(True, "busy", "zoom"), (False, "not connected", "usermod")]
)
def test_a_webcam_that_does_not_open(
    webcam: type[Capture], monkeypatch: pytest.MonkeyPatch, allowed: bool, fault: str, words: str
) -> None:
    webcam.opens = False
    monkeypatch.setattr("appliance.drivers.camera_opencv.Path.exists", lambda path: True)
    monkeypatch.setattr("appliance.drivers.camera_opencv.os.access", lambda path, mode: allowed)
    monkeypatch.setattr("appliance.drivers.camera_opencv.holder", lambda device: "zoom (process 9)")
    with pytest.raises(DriverError, match=words) as caught:
        WebcamSource(ManualClock()).open()
    assert caught.value.fault == fault
