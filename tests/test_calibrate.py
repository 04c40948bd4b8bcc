"""Setting the camera up: what is said of a picture of the mat, and the lens measured on a printed page."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from appliance import doctor
from appliance.boxes import real_box
from appliance.calibrate import SETTLED, WANTED, apart, settled, uncovered, watched
from appliance.cli import main
from appliance.config import Config
from appliance.drivers import Frame, Image
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.errors import BadValue
from appliance.findings import judge, where
from appliance.phrases import say
from appliance.pieces import dice_set
from appliance.pieces.track import track
from appliance.straight_camera import FILE, MendedCamera, keep, known, opened_camera, straightened
from appliance.virtual.chart import holds
from appliance.virtual.dice import roll
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, GREY, Light, Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.track import TrackArt
from appliance.vision.health import WHITE
from appliance.vision.lens import Lens, Sighting, bend, measure, sighted, straight, straight_matrix

BENT = View(bend=-0.05)
FOCAL = View().width * View().above / View().span


@pytest.fixture(scope="module")
def mat() -> Image:
    """The mat as it should be seen."""
    return render(Table())


@pytest.fixture(scope="module")
def pages() -> list[Image]:
    """The calibration page, as a camera with a bent lens sees it held."""
    return [render(table) for table in holds(BENT)]


@pytest.fixture(scope="module")
def views(pages: list[Image]) -> list[Sighting]:
    seen = [sighted(image) for image in pages]
    return [view for view in seen if view]


@pytest.fixture(scope="module")
def lens(views: list[Sighting]) -> Lens:
    return measure(views, (1280, 960))


# What is said of the mat


@pytest.mark.parametrize(
    "table",
    [
        Table(),
        Table(mat=Mat(GREEN)),
        Table(mat=Mat(GREY), view=View(tilt=(4, -3), turn=180)),
        Table(sheets=(Sheet(TrackArt(track("bid-and-bluff")), 0.0, 0.0),)),
    ],
    ids=["black", "green", "grey, from the other side", "with a board"],
)
def test_a_mat_as_it_should_be_seen(table: Table) -> None:
    assert judge(render(table)).problems == ()


def darkened(image: Image) -> Image:
    image[:, :640] //= 4
    return image


def glaring(image: Image) -> Image:
    shine = np.zeros(image.shape, np.uint8)
    cv2.circle(shine, (640, 480), 60, (200, 200, 200), -1)
    return np.asarray(cv2.add(image, cv2.GaussianBlur(shine, (0, 0), 20)), np.uint8)


def covered(image: Image) -> Image:
    image[:180, 1080:] = 30
    return image


BAD = {
    "dark": (darkened, r"too dark at the left: white paper is \d\d of 255"),
    "glare": (glaring, "glare in the middle, or something bright"),
    "marker": (covered, "a marker is not seen: at the upper right; uncover it, or move"),
    "focus": (
        lambda image: cv2.GaussianBlur(image, (0, 0), 3),
        r"out of focus everywhere: edges are 1\.\d mm",
    ),
    "focus, a part": (
        lambda image: np.vstack([image[:480], cv2.GaussianBlur(image, (0, 0), 3)[480:]]),
        "out of focus at the bottom",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_with_its_place(mat: Image, name: str) -> None:
    spoil, words = BAD[name]
    (problem,) = judge(spoil(mat.copy())).problems
    with pytest.raises(ValueError, match=words):
        raise ValueError(problem)


def test_a_picture_that_is_nearly_all_white_is_said_to_be_overexposed() -> None:
    paper = Mat((236, 238, 238), markers=False)
    table = Table(roll(Random(0), dice_set("anabid").dice[:3]), paper)
    assert judge(cv2.convertScaleAbs(render(table), alpha=1.25)).problems == (WHITE,)


def test_a_mirror_image_is_said_and_the_mat_seen_all_the_same(mat: Image) -> None:
    found = judge(np.ascontiguousarray(mat[:, ::-1]))
    assert found.problems == (say("calibrate.mirrored"),)
    assert found.aim
    assert found.aim.tilt < 1


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Table(light=Light(level=0.3)), "too dark everywhere"),
        (Table(light=Light(level=1.6)), "too bright everywhere"),
        (Table(light=Light(gradient=0.6)), "uneven light: at the lower right it is"),
        (Table(view=View(noise=22)), "the picture is grainy"),
        (Table(view=View(tilt=(0, 15))), "askew, by 15°"),
        (Table(view=View(shift=(-38, 0))), "the mat is cut off at the left, 20 mm"),
        (Table(view=View(shift=(-38, 0))), "markers are not seen: at the upper left, at the lower left"),
        (Table(view=View(span=1000)), "a die of 14 mm has 18 and needs 20"),
        (Table(view=BENT), "tallybox calibrate --lens"),
        (Table(mat=Mat(markers=False)), "no mat in view"),
        (Table(view=View(shift=(60, 60))), "markers are not seen: at the upper right, at the lower right, "),
        (Table(view=View(blur=5)), "out of focus everywhere"),
        (Table(light=Light(level=0.0)), "the picture is black"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_scenes_with_one_thing_wrong(table: Table, words: str) -> None:
    problems = judge(render(table)).problems
    assert any(words in problem for problem in problems), problems
    assert len(problems) <= 2


@pytest.mark.parametrize("tilt", [(6, 0), (-9, 5), (0, 18)])
def test_the_tilt_is_told_without_and_with_the_lens(tilt: tuple[float, float]) -> None:
    frame = render(Table(view=View(tilt=tilt)))
    true = np.degrees(np.arccos(np.prod(np.cos(np.radians(tilt)))))
    for focal, most in ((None, 1.0), (FOCAL, 0.2)):
        found = judge(frame, focal)
        assert found.aim
        assert found.aim.tilt == pytest.approx(true, abs=most)


def test_the_mat_tells_how_far_the_lens_bends() -> None:
    off = [bend(render(Table(view=View(bend=by)))) for by in (-0.04, -0.02, 0.0, 0.02)]
    assert off[2] < 0.3
    assert off[0] > 1.8 * off[1] > 1.5
    assert off[3] > 0.7


def test_places_in_words() -> None:
    assert where([(0, 0), (1, 0), (2, 0)]) == "at the left"
    assert where([(2, 1), (2, 2), (1, 2)]) == "at the lower right"
    assert where([(1, 1)]) == "in the middle"
    assert where([(0, 0), (0, 2), (2, 0), (2, 2)]) == "all around the middle"
    assert where([(row, column) for row in range(3) for column in range(3)]) == "everywhere"


# The lens


def test_the_lens_is_found_and_taken_out(lens: Lens) -> None:
    assert lens.error < 0.3
    # The lens of the scene leaves the corners where they are, and so enlarges the middle.
    assert lens.focal == pytest.approx((1.05 * FOCAL, 1.05 * FOCAL), rel=0.01)
    assert lens.middle == pytest.approx((640, 480), abs=6)
    bent = render(Table(view=BENT))
    assert bend(bent) > 2
    assert bend(straight(bent, lens)) < 0.4
    assert not judge(straight(bent, lens)).problems


def test_a_finer_frame_is_straightened_alike_and_another_shape_left(lens: Lens) -> None:
    fine = np.asarray(cv2.resize(render(Table(view=BENT)), (2560, 1920)), np.uint8)
    assert bend(straight(fine, lens)) < 0.4
    assert straight_matrix(lens, (2560, 1920))[0, 0] == pytest.approx(
        2 * straight_matrix(lens, (1280, 960))[0, 0], rel=0.002
    )
    wide = fine[:1440]
    assert straight(wide, lens) is wide


def test_nothing_that_the_frame_shows_is_lost(lens: Lens) -> None:
    frame = np.zeros((960, 1280, 3), np.uint8)
    for number, (x, y) in enumerate(((20, 20), (1259, 20), (1259, 939), (20, 939))):
        cv2.circle(frame, (x, y), 9, (60 * number + 60,) * 3, -1)
    shown = straight(frame, lens)
    assert all((abs(shown.astype(int) - 60 * n) < 9).all(axis=2).sum() > 100 for n in range(1, 5))


def test_views_that_tell_too_little_are_refused(views: list[Sighting]) -> None:
    with pytest.raises(BadValue, match="5 views of the calibration page; the lens needs 6"):
        measure(views[:5], (1280, 960))
    with pytest.raises(BadValue, match="too alike"):
        measure([views[0]] * 8, (1280, 960))
    assert sighted(np.full((480, 640, 3), 90, np.uint8)) is None


def test_a_side_that_no_view_reached_is_named(views: list[Sighting]) -> None:
    assert uncovered(views, (1280, 960)) == []
    left = [replace(view, pixels=view.pixels * (0.6, 1.0)) for view in views]
    assert uncovered(left, (1280, 960)) == ["at the right"]


def test_a_lens_is_kept_and_known_again(tmp_path: Path, lens: Lens) -> None:
    assert known(tmp_path) is None
    assert keep(tmp_path / "new", lens) == tmp_path / "new" / FILE
    assert known(tmp_path / "new") == lens
    camera = Still([np.zeros((96, 128, 3), np.uint8)])
    assert isinstance(straightened(camera, tmp_path / "new"), MendedCamera)
    assert straightened(camera, tmp_path) is camera


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"size": [0, 0]}', "\ufffd"])
def test_a_spoilt_lens_is_not_used(
    tmp_path: Path, lens: Lens, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert known(tmp_path) is None
    assert "is not used" in caplog.text
    with pytest.raises(BadValue, match="no lens"):
        Lens.from_values({**lens.as_values(), "focal": [0, 0]})


# Cameras


class Still:
    """A camera that shows pictures, each so many times; then nothing more."""

    def __init__(self, images: Sequence[Image], times: int = 1) -> None:
        self._images = iter([image for image in images for _ in range(times)])
        self.sharp = self.closed = False

    def frame(self) -> Frame | None:
        image = next(self._images, None)
        return None if image is None else Frame(0.0, image)

    def sharpen(self) -> None:
        self.sharp = True

    def close(self) -> None:
        self.closed = True


def test_the_straight_camera_passes_all_on(lens: Lens) -> None:
    bent = render(Table(view=BENT))
    camera = Still([bent])
    eye = MendedCamera(camera, partial(straight, lens=lens))
    frame = eye.frame()
    assert frame
    assert np.array_equal(frame.image, straight(bent, lens))
    assert eye.frame() is None
    eye.sharpen()
    eye.close()
    assert camera.sharp
    assert camera.closed


def test_the_camera_may_find_its_exposure(mat: Image) -> None:
    clock = ManualClock()
    assert settled(Still([mat // 4, mat]), clock) is mat
    assert clock.now() == pytest.approx(SETTLED, abs=0.1)
    with pytest.raises(BadValue, match="no picture for 3 seconds"):
        settled(Still([]), clock)


def test_a_page_counts_once_wherever_it_rests(pages: list[Image], views: list[Sighting]) -> None:
    said: list[str] = []
    camera = Still([*pages[:2], pages[1], pages[2], pages[1], pages[1], pages[0], pages[0], pages[0]])
    size, seen = watched(camera, ManualClock(), said.append)
    assert size == (1280, 960)
    assert [apart(view, views[n]) for view, n in zip(seen, (1, 0), strict=True)] == [0, 0]
    assert said == [say("calibrate.view", n=n, of=WANTED) for n in (1, 2)]


# The command


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "state" / "tallybox"


def folder(path: Path, images: Sequence[Image]) -> str:
    path.mkdir()
    for number, image in enumerate(images):
        cv2.imwrite(str(path / f"{number}.png"), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return str(path)


def test_the_virtual_table_is_well_and_leaves_no_trace(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--virtual"]) == 0
    out = capsys.readouterr().out
    assert "2.9 pixels a mm, a die of 14 mm has 41, a tile of 19 mm 55" in out
    assert "virtual table: all is well" in out
    assert not home.exists()


def test_pictures_are_judged_one_by_one(
    home: Path, tmp_path: Path, mat: Image, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--pictures", folder(tmp_path / "some", [mat, darkened(mat.copy())])]) == 1
    out = capsys.readouterr().out
    assert "0.png: all is well" in out
    assert "1.png: too dark at the left" in out
    kept = json.loads((home / "light.json").read_text("utf-8"))
    assert kept["problems"][0].startswith("too dark at the left")
    assert kept["paper"][0][0] < 80 < kept["paper"][0][2]
    assert kept["pixels_a_mm"] == pytest.approx(1280 / 440, rel=0.01)


def test_the_lens_from_pictures_is_kept(
    home: Path, tmp_path: Path, pages: list[Image], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = [np.asarray(cv2.resize(page, (640, 480), interpolation=cv2.INTER_AREA)) for page in pages]
    shown = [*shown[:7], shown[0] // 50]
    assert main(["calibrate", "--lens", "--pictures", folder(tmp_path / "some", shown)]) == 0
    out = capsys.readouterr().out
    assert "7.png: the calibration page is not seen whole enough" in out
    assert "in 7 views" in out
    found = known(home)
    assert found
    assert bend(straight(render(Table(view=BENT)), found)) < 0.6


def test_the_box_sees_through_its_lens(
    home: Path, tmp_path: Path, lens: Lens, monkeypatch: pytest.MonkeyPatch
) -> None:
    bent = render(Table(view=BENT))
    settings = f'[camera]\nkind = "folder"\nfolder = "{folder(tmp_path / "some", [bent])}"\n'
    (tmp_path / "ours.toml").write_text(settings + '[panel]\nkind = "none"\n[sound]\non = false\n', "utf-8")
    monkeypatch.setenv("TALLYBOX_CONFIG", str(tmp_path / "ours.toml"))
    keep(home, lens)
    box = real_box(Config.load())
    try:
        assert box.rig.camera
        frame = box.rig.camera.frame()
    finally:
        box.close()
    assert frame
    assert np.array_equal(frame.image, straight(bent, lens))


def test_the_box_undoes_a_mirror_image_before_the_lens(
    home: Path, tmp_path: Path, lens: Lens, monkeypatch: pytest.MonkeyPatch
) -> None:
    bent = render(Table(view=BENT))
    some = folder(tmp_path / "some", [np.ascontiguousarray(bent[:, ::-1])])
    settings = f'[camera]\nkind = "folder"\nfolder = "{some}"\nmirrored = true\n'
    (tmp_path / "ours.toml").write_text(settings, "utf-8")
    monkeypatch.setenv("TALLYBOX_CONFIG", str(tmp_path / "ours.toml"))
    keep(home, lens)
    config = Config.load()
    camera = straightened(opened_camera(config.camera, EventQueue().put, ManualClock()), home)
    frame = camera.frame()
    camera.close()
    assert frame
    assert np.array_equal(frame.image, straight(bent, lens))


def test_the_doctor_knows_of_the_lens(home: Path, lens: Lens) -> None:
    def said() -> doctor.Check:
        return next(doctor._lens({"state": [str(home)]}, {}))

    assert (said().ok, said().found) == (False, "not measured")
    keep(home, lens)
    assert said().ok
    assert "in 10 views" in said().found
    (home / FILE).write_text("[]", "utf-8")
    assert "measure it again" in said().remedy


def test_pictures_without_the_page_give_no_lens(
    home: Path, tmp_path: Path, mat: Image, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--lens", "--pictures", folder(tmp_path / "some", [mat])]) == 1
    assert "0 views of the calibration page, 6 are needed" in capsys.readouterr().out
    assert known(home) is None
    assert main(["calibrate", "--pictures", str(tmp_path / "nowhere")]) == 2


def test_pictures_of_two_sizes_are_no_one_camera(tmp_path: Path, pages: list[Image]) -> None:
    shown = folder(tmp_path / "some", [pages[0], pages[1][:480]])
    assert main(["calibrate", "--lens", "--pictures", shown]) == 2


def test_the_lens_of_the_virtual_table_is_not_the_boxs(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--lens", "--virtual"]) == 0
    out = capsys.readouterr().out
    assert "focal length 203" in out
    assert "Not kept" in out
    assert known(home) is None
