"""`tallybox calibrate`: says how the camera sees the mat, and with --lens measures its lens."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import numpy as np

from appliance.config import Config
from appliance.drivers import Camera, Clock, Event, Image
from appliance.drivers.camera_files import SUFFIXES, load_image
from appliance.drivers.clock import ManualClock, SystemClock
from appliance.errors import BadValue, Missing
from appliance.findings import PIECES, Findings, judge, where
from appliance.phrases import say
from appliance.pieces import dice_set
from appliance.straight_camera import keep, known, opened_camera, straightened
from appliance.virtual.chart import holds
from appliance.virtual.render import render
from appliance.virtual.scene import View
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from appliance.vision.lens import VIEWS, Lens, Sighting, measure, sighted, straight_matrix, unbent

LIGHT_FILE = "light.json"
"""Where a box keeps what was found last, beside its games."""

WANTED = 12
"""Views of the calibration page that are asked for."""

PATIENCE, SETTLED = 180.0, 3.0
"""Seconds for all views, and until a camera has found its exposure."""

POOR = 1.0
"""Pixels of 1280 by which the page's corners may miss."""

_BEAT = 0.05  # seconds between looks at a camera
_RESTING = 0.0015  # of the picture's width, that a page moves between two frames though it is held still
_ELSEWHERE = 0.05  # of the width, by which a new view of the page differs from each one before
_COVERED = 0.2  # of the picture along each of its sides, that some view should reach


def calibrate(virtual: bool, pictures: str | None, lens: bool) -> int:
    """Look at the mat, or at the calibration page, and say what was found; 1 if it should be better."""
    config = Config.load()
    if lens:
        return _lens(config, virtual, pictures)
    found = [_said(name, judge(image, focal)) for name, image, focal in _mats(config, virtual, pictures)]
    if not virtual:
        _keep_light(config.state.directory, found[-1])
    return int(any(one.problems for one in found))


# The mat


def _mats(config: Config, virtual: bool, pictures: str | None) -> Iterator[tuple[str, Image, float | None]]:
    """Pictures of the mat with their names, and the lens's focal length in pixels where it is known."""
    if pictures:
        yield from ((name, image, None) for name, image in folder(pictures))
    elif virtual:
        clock = ManualClock()
        camera = TabletopCamera(Tabletop(clock, dice_set("anabid"), 0), clock)
        yield say("calibrate.virtual"), settled(camera, clock), None
    else:
        state = config.state.directory
        with _opened(config) as (real, now):
            image = settled(straightened(real, state), now)
        yield say("calibrate.camera"), image, _focal(known(state), image)


def _focal(lens: Lens | None, image: Image) -> float | None:
    size = (image.shape[1], image.shape[0])
    return float(straight_matrix(lens, size)[0, 0]) if lens and lens.fits(size) else None


def folder(name: str) -> Iterator[tuple[str, Image]]:
    """The pictures of a folder by name; `Missing` if there are none."""
    path = Path(name)
    files = sorted(f for f in path.iterdir() if f.suffix.lower() in SUFFIXES) if path.is_dir() else []
    if not files:
        raise Missing(f"no pictures in a folder {name}")
    for file in files:
        yield file.name, load_image(file).image


@contextmanager
def _opened(config: Config) -> Iterator[tuple[Camera, Clock]]:
    """The box's own camera; `DriverError` if it is out of order."""
    clock = SystemClock()
    camera = opened_camera(config.camera, _unheard, clock)
    try:
        yield camera, clock
    finally:
        camera.close()


def _unheard(_: Event) -> None:
    """Nobody waits for the camera's news: `frame` raises while it is lost."""


def settled(camera: Camera, clock: Clock) -> Image:
    """The newest frame once exposure has had time to settle; `BadValue` if none comes."""
    image, start = None, clock.now()
    while clock.now() < start + SETTLED:
        frame = camera.frame()
        image = frame.image if frame else image
        clock.sleep(_BEAT)
    if image is None:
        raise BadValue(say("calibrate.no_frame", seconds=SETTLED))
    return image


def _said(name: str, found: Findings) -> Findings:
    """Print the findings of one picture."""
    if found.aim and found.light:
        paper = list(found.light.paper.values()) or [0.0]
        sides = {piece: side * found.aim.scale for piece, side, _ in PIECES}
        print(
            say(
                "calibrate.measured",
                name=name,
                scale=found.aim.scale,
                blur=found.blur,
                tilt=found.aim.tilt,
                low=min(paper),
                high=max(paper),
                noise=found.light.noise,
                **sides,
            )
        )
    print(
        *[f"{name}: {problem}" for problem in found.problems] or [say("calibrate.good", name=name)], sep="\n"
    )
    return found


def _keep_light(state: Path, found: Findings) -> None:
    values = {"made": datetime.now().astimezone().isoformat(timespec="seconds"), **found.as_values()}
    try:
        state.mkdir(parents=True, exist_ok=True)
        (state / LIGHT_FILE).write_text(json.dumps(values, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise BadValue(f"cannot write {state / LIGHT_FILE}: {error.strerror}") from error


# The lens


def _lens(config: Config, virtual: bool, pictures: str | None) -> int:
    if pictures:
        size, views = from_pictures(folder(pictures))
    elif virtual:
        size, views = from_pictures(
            (say("calibrate.view", n=n, of=WANTED), render(table)) for n, table in enumerate(holds(View()), 1)
        )
    else:
        print(say("calibrate.hold", n=WANTED), flush=True)
        with _opened(config) as (camera, clock):
            size, views = watched(camera, clock, lambda line: print(line, flush=True))
    if len(views) < VIEWS:
        print(say("calibrate.alike", n=len(views), need=VIEWS))
        return 1
    lens = measure(views, size)
    if lens.error > POOR * size[0] / 1280:
        print(say("calibrate.poor_lens", error=lens.error))
        return 1
    moved = corner_moved(lens)
    print(say("calibrate.lens", focal=lens.focal[0], error=lens.error, n=lens.views, moved=moved))
    for place in uncovered(views, size):
        print(say("calibrate.uncovered", where=place))
    print(
        say("calibrate.not_kept")
        if virtual
        else say("calibrate.kept", file=keep(config.state.directory, lens))
    )
    return 0


def from_pictures(pictures: Iterable[tuple[str, Image]]) -> tuple[tuple[int, int], list[Sighting]]:
    """The size of the pictures and the views of the page in them; `BadValue` if their sizes differ."""
    size, views = (0, 0), []
    for name, image in pictures:
        if size not in ((0, 0), (image.shape[1], image.shape[0])):
            raise BadValue(
                f"{name} has another size than the pictures before: the lens needs all of one camera"
            )
        size = (image.shape[1], image.shape[0])
        view = sighted(image)
        if view:
            views.append(view)
        else:
            print(say("calibrate.without_page", name=name))
    return size, views


def watched(
    camera: Camera, clock: Clock, tell: Callable[[str], None]
) -> tuple[tuple[int, int], list[Sighting]]:
    """Views of a page that somebody holds before the camera, each once it rests in a new place."""
    size, last = (0, 0), None
    views: list[Sighting] = []
    end = clock.now() + PATIENCE
    while len(views) < WANTED and clock.now() < end:
        frame = camera.frame()
        if frame is not None:
            size = (frame.image.shape[1], frame.image.shape[0])
            before, last = last, sighted(frame.image)
            rests = last and before and apart(last, before) < _RESTING * size[0]
            if last and rests and all(apart(last, view) > _ELSEWHERE * size[0] for view in views):
                views.append(last)
                tell(say("calibrate.view", n=len(views), of=WANTED))
        clock.sleep(_BEAT)
    return size, views


def apart(one: Sighting, other: Sighting) -> float:
    """How many pixels the corners that both show lie apart, in the mean; endless where they share none."""
    places = dict(zip(other.numbers, other.pixels, strict=True))
    shared = [np.hypot(*(p - places[n])) for n, p in zip(one.numbers, one.pixels, strict=True) if n in places]
    return float(np.mean(shared)) if shared else float("inf")


def corner_moved(lens: Lens) -> float:
    """By how many pixels the lens puts the picture's corners from where a straight lens would."""
    w, h = lens.size
    corners = np.array([[0.0, 0.0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]])
    return float(np.linalg.norm(unbent(corners, lens) - corners, axis=1).max())


def uncovered(views: Iterable[Sighting], size: tuple[int, int]) -> list[str]:
    """The sides of the picture that no view of the page came near."""
    share = np.concatenate([view.pixels for view in views]) / size
    low, high = share.min(axis=0), 1 - share.max(axis=0)
    far = {(1, 0): low[0], (0, 1): low[1], (1, 2): high[0], (2, 1): high[1]}
    return [where([cell]) for cell, away in far.items() if away > _COVERED]
