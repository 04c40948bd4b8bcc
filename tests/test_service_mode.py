"""Service mode: opened by two held buttons where they mean nothing, a page a part, and back to the game."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pygame
import pytest

from appliance.drivers import Closed, DriverError, KeyReleased, KeyTyped, PartFailed, Touched
from appliance.drivers.clock import ManualClock
from appliance.games import setup as setting_up
from appliance.games.script import Play
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from appliance.run_game import opened
from appliance.screens.pages.service import paint_service
from appliance.screens.service import CameraNow, Card, ServicePage
from appliance.selftest_camera import CameraTrial
from appliance.service_mode import TRIALS, ServiceMode
from appliance.virtual.desk import Desk
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from tests.table_kit import PINS, TableKit

SIZES = ((480, 320), (800, 480), (1280, 720), (1920, 1080))


class Serviced(TableKit):
    """A table whose parts can be tried out."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.service = self.table.service = ServiceMode(self.rig, PINS)

    def menu(self) -> "Serviced":
        self.open(Play(setting_up.choose_game), list(range(7)))
        return self

    def hold_two(self, first: int = 2, second: int = 5, seconds: float = 3.2) -> "Serviced":
        """Two seat buttons (from 1), held together and let go."""
        for seat in (first, second):
            self.fingers.press(seat - 1)
        self.beat().advance(seconds)
        for seat in (first, second):
            self.fingers.release(seat - 1)
        self.clock.advance(0.1)
        self.beat(2)
        return self

    def hold_one(self, seat: int) -> "Serviced":
        self.fingers.press(seat - 1)
        self.beat().advance(2.1)
        self.fingers.release(seat - 1)
        self.clock.advance(0.1)
        self.beat(2)
        return self

    def page(self) -> ServicePage:
        return self.service.page()


@pytest.fixture
def box(lexicon: Lexicon) -> Iterator[Serviced]:
    kit = Serviced(lexicon)
    yield kit
    kit.close()


# Opening and leaving


def test_two_buttons_held_in_the_menu_open_it(box: Serviced) -> None:
    assert box.menu().hold_two().service.open
    assert box.page().headline == "Which part shall be tried?"


def test_held_too_short_or_alone_or_three_together_they_do_not(box: Serviced) -> None:
    box.menu().hold_two(seconds=2.5)
    assert not box.service.open
    box.hold_one(3).hold_one(3)
    assert not box.service.open
    box.fingers.press(6)
    assert not box.hold_two().service.open


def test_in_a_game_two_held_buttons_are_only_buttons(box: Serviced) -> None:
    box.anabid()
    assert not box.hold_two().service.open
    assert not box.table.paused


def test_in_a_pause_they_open_it_and_the_game_is_where_it_was(box: Serviced) -> None:
    box.spelling()
    prompt, answers = box.prompt, list(box.play.answers)
    left = box.table.stopwatch.left(box.clock.now())
    box.hold_dial().hold_two()
    assert box.service.open
    box.advance(40).hold_one(1)
    assert not box.service.open
    assert box.table.paused
    assert box.prompt is prompt
    assert box.says("Go on?")
    box.press(1)
    assert not box.table.paused
    assert box.play.answers == answers
    assert box.table.stopwatch.left(box.clock.now()) == pytest.approx(left, abs=1.5)
    assert box.lit()


def test_a_single_button_still_ends_a_pause(box: Serviced) -> None:
    box.anabid().hold_dial()
    assert box.table.paused
    assert not box.press(3).table.paused


def test_a_button_that_is_down_since_before_the_pause_does_not_end_it(box: Serviced) -> None:
    box.anabid()
    box.fingers.press(4)
    box.beat().hold_dial()
    box.fingers.release(4)
    box.advance(0.1)
    assert box.table.paused


@pytest.mark.parametrize("locked", [False, True])
def test_the_settings_lock_it(locked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text(f"[service]\nlocked = {str(locked).lower()}\n")
    monkeypatch.setenv("TALLYBOX_CONFIG", str(settings))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    with opened(virtual=True) as app:
        assert (app.table.service is None) == locked


def test_at_a_desk_two_number_keys_are_two_buttons(lexicon: Lexicon) -> None:
    box = Serviced(lexicon)
    top = Tabletop(box.clock, dice_set("anabid"), seed=2)
    box.rig.screen = Desk(box.screen, box.fingers, top, TabletopCamera(top, box.clock))
    box.menu()
    box.screen.happen = [KeyTyped(box.clock.now(), key) for key in "25"]
    box.beat().advance(3.2)
    assert box.service.open
    box.screen.happen = [KeyReleased(box.clock.now(), key) for key in "25"]
    box.beat().advance(0.1)
    box.key("4")
    box.advance(0.1)
    assert type(box.service.trial) is TRIALS["camera"]
    box.close()


def test_where_it_is_locked_nothing_opens(box: Serviced) -> None:
    box.table.service = None
    box.menu().hold_two()
    assert not box.service.open
    assert box.says("What shall we play?")


def test_the_menu_is_drawn_again_afterwards(box: Serviced) -> None:
    box.menu()
    before = pygame.image.tobytes(box.screen.surface, "RGB")
    box.hold_two()
    assert pygame.image.tobytes(box.screen.surface, "RGB") != before
    box.hold_one(4).turn(1).turn(-1)
    box.table.inputs.notice = ""
    assert pygame.image.tobytes(box.beat().screen.surface, "RGB") == before


def test_closing_the_window_and_lost_parts_are_the_tables_own(box: Serviced) -> None:
    box.menu().hold_two()
    box.events.put(PartFailed(box.clock.now(), DriverError("camera", "not connected", "Plug it in.")))
    box.beat()
    assert "Plug it in" in box.table.shown(box.clock.now()).fault
    box.events.put(Closed(box.clock.now()))
    box.beat()
    assert box.table.closed
    assert not box.table.playing


def test_each_beat_shows_a_picture_so_that_the_watchdog_is_fed(box: Serviced) -> None:
    box.menu().hold_two()
    before = box.table.face.pictures, box.screen.shown
    box.beat(5)
    assert (box.table.face.pictures, box.screen.shown) == (before[0] + 5, before[1] + 5)


# Pages


@pytest.mark.parametrize(("number", "part"), list(enumerate(TRIALS, 1)))
def test_each_part_has_a_page_and_a_held_button_leads_back(box: Serviced, number: int, part: str) -> None:
    box.menu().hold_two().press(number)
    assert type(box.service.trial) is TRIALS[part]
    box.hold_one(7)
    assert box.service.open
    assert box.service.trial is None
    assert not box.hold_one(7).service.open


def test_a_part_is_chosen_by_the_dial_by_keys_and_by_touch(box: Serviced) -> None:
    box.menu().hold_two().turn(2).push()
    assert type(box.service.trial) is TRIALS["dial"]
    box.key("escape").key("5")
    assert type(box.service.trial) is TRIALS["screen"]
    box.key("escape").key("left").key("enter")
    assert type(box.service.trial) is TRIALS["camera"]
    box.key("escape")
    box.table.face.hotspots = box.service._hotspots
    box.touch("seat 2")
    assert type(box.service.trial) is TRIALS["buttons"]
    box.table.face.hotspots = box.service._hotspots
    assert box.touch("key escape").service.trial is None


def test_lamps_come_on_one_by_one_and_go_out_on_leaving(box: Serviced) -> None:
    box.menu().hold_two().press(1)
    seen = set()
    for _ in range(16):
        seen.add(tuple(box.lit()))
        box.advance(0.6)
    assert {(n,) for n in range(1, 8)} <= seen
    box.hold_one(3)
    assert box.lit() == []


def test_a_pressed_button_lights_up_on_its_page_and_the_list_remembers(box: Serviced) -> None:
    box.menu().hold_two().press(2)
    box.fingers.press(3)
    box.beat()
    assert [button.down for button in box.page().body.buttons] == [n == 3 for n in range(7)]
    box.fingers.release(3)
    box.advance(0.1)
    for seat in (1, 2, 3, 5, 6, 7):
        box.press(seat)
    assert box.page().headline == "All 7 buttons work"
    box.hold_one(1)
    assert [entry.well for entry in box.page().body.entries] == [None, True, None, None, None, None]


def test_the_dial_page_counts(box: Serviced) -> None:
    box.menu().hold_two().press(3)
    box.turn(4)
    assert box.page().body.count == 4
    box.turn(-6)
    assert box.page().body.count == -2


def test_a_touch_leaves_a_cross_on_the_card(box: Serviced) -> None:
    box.menu().hold_two().press(5)
    box.screen.happen.append(Touched(box.clock.now(), 40, 50))
    box.beat()
    assert box.page().body == Card(((40, 50),))


def test_the_camera_page_shows_why_there_is_none(box: Serviced) -> None:
    box.menu().hold_two().press(4)
    assert "no camera here" in texts(box.page(), (800, 480))


# Pictures


def texts(page: ServicePage, size: tuple[int, int]) -> list[str]:
    return [entry.text for entry in paint_service(pygame.Surface(size), page).written]


def pages(box: Serviced) -> dict[str, ServicePage]:
    """Every page, with something going on."""
    box.menu().hold_two()
    found = {"list": box.page()}
    for number, part in enumerate(TRIALS, 1):
        box.press(number)
        if part == "buttons":
            box.fingers.press(2)
        if part == "dial":
            box.turn(-3)
        box.advance(0.7)
        found[part] = box.page()
        box.fingers.release(2)
        box.key("escape")
    picture = np.full((960, 1280, 3), 120, np.uint8)
    lines = ("1280 × 960 pixels, 15 pictures a second", "read: A C E", "too dark at the left")
    found["camera with a picture"] = ServicePage(
        "What the camera sees", "Help", CameraNow(picture, 1, (), lines, False)
    )
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_texts_of_every_page_fit_and_do_not_overlap(box: Serviced, size: tuple[int, int]) -> None:
    whole = pygame.Rect((0, 0), size)
    for name, page in pages(box).items():
        canvas = paint_service(pygame.Surface(size), page)
        boxes = [(entry.text, entry.area) for entry in canvas.written if entry.area.width]
        assert all(whole.contains(area) for _, area in boxes), name
        tight = [(text, area.inflate(0, -round(area.height * 0.2))) for text, area in boxes]
        clashes = [(a, b) for (a, one), (b, two) in combinations(tight, 2) if one.colliderect(two)]
        assert not clashes, (name, clashes)
        if size[0] >= 800:
            cut = [entry.text for entry in canvas.written if entry.lines[-1].endswith("…")]
            assert not cut, name
        assert any(spot.does == "key escape" for spot in canvas.hotspots), name


def test_the_camera_page_reads_dice_and_judges_the_light(lexicon: Lexicon) -> None:
    clock = ManualClock(100.0)
    top = Tabletop(clock, dice_set("anabid"), seed=3)
    top.restore("ACERBT")
    kit = TableKit(lexicon, camera=TabletopCamera(top, clock), clock=clock)
    trial = CameraTrial(kit.rig, PINS)
    while not trial.done:
        trial.tick(clock.now())
        clock.advance(0.1)
    assert trial.problems() == []
    body = trial.page().body
    assert isinstance(body, CameraNow)
    assert sorted(seen.symbol for seen in body.seen) == sorted("ACERBT")
    assert isinstance(body.picture, np.ndarray)
    kit.close()
