"""Pictures and files of every kind that are no game: a result or a clear error, and never a sure symbol."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from appliance.drivers.camera_files import load_image
from appliance.errors import BadValue
from appliance.pieces import dice_set
from appliance.readers import ANY, KINDS, reader
from appliance.run_read import read_file
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import Table, truth
from appliance.vision.reading import Reading
from tests.strange_pictures import ALIKE, NOTHING, Image, draw

SETS = {
    "letter-dice": ("anabid", ANY),
    "pip-dice": ("bid-and-bluff", ANY),
    "d12": ("anagrascramble", ANY),
    "tiles": ("english", ANY),
    "board": ("english", ANY),
    "card": ("anagrascramble", ANY),
}
READERS = [(kind, pieces) for kind in KINDS for pieces in SETS.get(kind, (ANY,))]

SEEDS = range(int(os.environ.get("PICTURES", "20")))
"""Pictures of each subject that the slow tests show each reader; `make fuzz PICTURES=2` is quick."""

MOST_SECONDS, MOST_MEGABYTES = 5.0, 1000
SMALL = 400
DIE = 40
"""Pixels from a die's middle to its farthest corner on a picture of the virtual table, and some more."""


def sure(reading: Reading) -> str:
    return " ".join(item.symbol for item in reading.items if item.sure)


def well_formed(reading: Reading) -> bool:
    """Whether it can be printed, has probabilities, and says something where it shows nothing."""
    json.dumps(reading.as_json("a"), allow_nan=False)
    said = bool(reading.items or reading.problems or reading.kind == "board")
    return said and all(0 <= item.confidence <= 1 for item in reading.items)


def used() -> float:
    """Seconds of computing so far, those of Tesseract with them: a busy machine makes nothing slower."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def small(image: Image) -> Image:
    """At most `SMALL` pixels each way, to be quick: a part of the picture, as large as it was."""
    return np.ascontiguousarray(image[:SMALL, :SMALL])


@pytest.fixture(scope="module")
def table() -> tuple[Image, list[str]]:
    """A picture of six dice, and what they show."""
    placed = roll(Random(2), dice_set("anabid").dice[:6])
    return render(Table(dice=placed)), sorted(die.symbol for die in placed)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_shown_gives_a_reading(kind: str) -> None:
    eye = reader(kind)
    subjects = (*NOTHING, *ALIKE)
    for subject in subjects[:: 4 if kind == "card" else 1]:  # Tesseract is started for each line of a card
        reading = eye.read(small(draw(subject, 101)))
        assert well_formed(reading), subject


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (17, 2500), (31, 33)], ids=str)
def test_pictures_of_strange_shapes(kind: str, shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    for picture in (noise, np.full_like(noise, 90)):
        reading = reader(kind).read(picture)
        assert well_formed(reading)
        assert not sure(reading)


@pytest.mark.parametrize("kind", KINDS)
def test_parts_of_a_picture(kind: str, table: tuple[Image, list[str]]) -> None:
    rng = Random(kind)
    for _ in range(1 if kind == "card" else 3):
        width, height = rng.randint(20, 500), rng.randint(20, 400)
        x, y = rng.randrange(1280 - width), rng.randrange(960 - height)
        assert well_formed(reader(kind).read(np.ascontiguousarray(table[0][y : y + height, x : x + width])))


def test_letters_of_pages_are_asked_about_however_much_they_look_like_dice() -> None:
    readings = [reader("letter-dice", ANY).read(draw("text", page)) for page in (6, 16, 17)]
    assert max(item.confidence for reading in readings for item in reading.items) > 0.9
    assert not any(map(sure, readings))


@pytest.mark.fuzz
@pytest.mark.parametrize("pieces", SETS["letter-dice"])
def test_a_part_of_a_picture_has_no_die_where_there_is_none(pieces: str) -> None:
    eye, rng = reader("letter-dice", pieces), Random(5)
    invented: list[str] = []
    for number in range(40):
        scene = Table(dice=roll(Random(number), dice_set("anabid").dice), seed=number)
        width, height = rng.randint(60, 900), rng.randint(60, 700)
        x, y = rng.randrange(1280 - width), rng.randrange(960 - height)
        reading = eye.read(np.ascontiguousarray(render(scene)[y : y + height, x : x + width]))
        dice = [np.subtract(true.center, (x, y)) for true in truth(scene)]
        invented += [
            f"{number}: {item.symbol} at {item.center}"
            for item in reading.items
            if item.sure and min(np.hypot(*(die - item.center)) for die in dice) > DIE
        ]
    assert invented == []


@pytest.mark.fuzz
@pytest.mark.parametrize(("kind", "pieces"), READERS)
def test_nothing_is_never_taken_for_a_piece(kind: str, pieces: str) -> None:
    eye = reader(kind, pieces)
    taken, slow = [], []
    for subject, seed in ((subject, seed) for subject in NOTHING for seed in SEEDS):
        picture = draw(subject, seed)
        start = used()
        reading = eye.read(picture)
        seconds = used() - start
        if sure(reading):
            taken.append(f"{subject} {seed}: {sure(reading)[:40]}")
        if seconds > MOST_SECONDS:
            slow.append(f"{subject} {seed}: {seconds:.1f} s")
    assert (taken, slow) == ([], [])


@pytest.mark.fuzz
@pytest.mark.parametrize(("kind", "pieces"), READERS)
def test_what_is_alike_is_read_in_time(kind: str, pieces: str) -> None:
    eye = reader(kind, pieces)
    for subject, seed in ((subject, seed) for subject in ALIKE for seed in SEEDS):
        picture = draw(subject, seed)
        start = used()
        assert well_formed(eye.read(picture))
        assert used() - start < MOST_SECONDS, (subject, seed)


# Files


QUICK = {"compress_level": 1}  # for PNG; other formats do not mind


def turned(image: Pillow.Image) -> dict[str, Any]:
    """What makes an animation: a second picture, of the same upside down."""
    return {"save_all": True, "append_images": [image.rotate(180)], **QUICK}


FILES: dict[str, tuple[str, str, Any]] = {
    "grey": ("png", "L", {}),
    "grey and transparent": ("png", "LA", {}),
    "transparent": ("png", "RGBA", QUICK),
    "palette": ("png", "P", {}),
    "two colours": ("png", "1", {}),
    "printer's": ("jpg", "CMYK", {}),
    "printer's TIFF": ("tif", "CMYK", {}),
    "progressive": ("jpg", "RGB", {"progressive": True}),
    "animated WebP": ("webp", "RGB", turned),
    "animated WebP, transparent": ("webp", "RGBA", turned),
    "animated PNG": ("png", "RGB", turned),
    "many pages": ("tif", "RGB", turned),
    "packed TIFF": ("tif", "RGB", {"compression": "tiff_lzw"}),
    "Lab": ("tif", "LAB", {}),
    "turned on its side": (
        "jpg",
        "RGB",
        {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\x01\0\0\0\0\0\0"},
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_pictures_of_every_make_are_read(tmp_path: Path, name: str, table: tuple[Image, list[str]]) -> None:
    suffix, mode, options = FILES[name]
    picture = Pillow.fromarray(np.ascontiguousarray(table[0][:, :, ::-1])).convert(mode)
    path = tmp_path / f"a.{suffix}"
    picture.save(path, **(options(picture) if callable(options) else options))
    reading = read_file(reader("letter-dice", "anabid"), str(path), "letter-dice")
    assert sorted(reading.symbols) == table[1], reading.problems
    assert (reading.width, reading.height) == (1280, 960)


@pytest.mark.parametrize("suffix", ["gif", "ppm", "ico", "tga", "pcx"])
def test_pictures_of_another_make_are_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    Pillow.new("RGB", (64, 48), (200, 30, 40)).save(path)
    with pytest.raises(BadValue, match="no picture that the box can read; it reads PNG, JPEG"):
        load_image(path)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "bmp", "tif"])
def test_spoilt_bytes_give_a_picture_or_a_reason(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A spoilt size may be any; up to the usual limit it would be tried, at a second each.
    monkeypatch.setattr("appliance.drivers.camera_files.LARGEST_OTHER", 200_000)
    rng = Random(suffix)
    cv2.imwrite(str(tmp_path / f"whole.{suffix}"), small(draw("clock", 1))[:120, :160])
    whole = (tmp_path / f"whole.{suffix}").read_bytes()
    path = tmp_path / f"spoilt.{suffix}"
    outcomes = set()
    for number in range(80):
        data = bytearray(whole)
        for _ in range(rng.choice((1, 3, 20))):
            data[rng.randrange(60 if number % 2 else len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            shape = load_image(path).image.shape
            outcomes.add(len(shape) == 3 and shape[2] == 3)
        except BadValue as error:
            outcomes.add(str(path) in str(error))
    assert outcomes == {True}


READ_ALL = """
import sys
from resource import RUSAGE_SELF, getrusage
from appliance.readers import KINDS, reader
from appliance.run_read import read_file
for kind in KINDS:
    eye = reader(kind)
    before = getrusage(RUSAGE_SELF)
    reading = read_file(eye, sys.argv[1], kind)
    after = getrusage(RUSAGE_SELF)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Not ru_maxrss: that begins with what the process that started this one takes.
    most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(kind, reading.width * reading.height, used, int(most.split()[1]) / 1024)
"""


@pytest.mark.fuzz
def test_a_hundred_megapixels_stay_within_time_and_memory(
    tmp_path: Path, table: tuple[Image, list[str]]
) -> None:
    path = tmp_path / "huge.jpg"
    cv2.imwrite(str(path), cv2.resize(table[0], (11_600, 8_700), interpolation=cv2.INTER_NEAREST))
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL, str(path)], capture_output=True, text=True, check=True
    )
    lines = [line.split() for line in done.stdout.splitlines() if line.split()[0] in KINDS]
    assert [line[0] for line in lines] == list(KINDS)
    for kind, pixels, seconds, megabytes in lines:
        assert int(pixels) > 100_000_000, kind
        assert float(seconds) < MOST_SECONDS, kind
        assert float(megabytes) < MOST_MEGABYTES, kind
