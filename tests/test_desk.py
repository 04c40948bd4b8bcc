"""The desk: keys press mock pins, the mouse moves dice, and the window shows both halves."""

from collections.abc import Iterator

import pygame
import pytest

from appliance.drivers import KeyReleased, KeyTyped, SeatButton, Touched
from appliance.drivers.clock import ManualClock
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel
from appliance.pieces import dice_set
from appliance.virtual.desk import Desk
from appliance.virtual.tabletop import Tabletop, Wanted
from appliance.virtual.tabletop_camera import TabletopCamera
from appliance.vision.dice import DiceReader
from tests.fakes.devices import ScriptedScreen
from tests.table_kit import PINS

SIZE = (1280, 720)


class DeskKit:
    """A desk on a scripted window."""

    def __init__(self) -> None:
        self.clock = ManualClock(10.0)
        self.window = ScriptedScreen(SIZE)
        self.events: list[object] = []
        factory = mock_factory(self.clock)
        self.panel = GpioPanel(PINS, factory, self.events.append, self.clock)
        self.top = Tabletop(self.clock, dice_set("anabid"), seed=2)
        self.camera = TabletopCamera(self.top, self.clock)
        self.top.hands = self.throw
        self.desk = Desk(self.window, Fingers(factory, PINS), self.top, self.camera)

    def key(self, key: str) -> list[object]:
        """What of a key, typed and let go, is left for the table."""
        self.window.happen = [KeyTyped(self.clock.now(), key), KeyReleased(self.clock.now(), key)]
        return list(self.desk.poll())

    def throw(self) -> None:
        wanted = self.top.wanted()
        if wanted:
            self.top.throw_for(wanted)

    def on_screen(self, number: int) -> tuple[int, int]:
        """Where in the window a die lies."""
        left, right = 0, SIZE[0] - 1
        spots = [
            (x, y)
            for x in range(left, right, 6)
            for y in range(0, SIZE[1], 6)
            if self.desk.die_at(x, y) == number
        ]
        assert spots
        return spots[len(spots) // 2]


@pytest.fixture
def kit() -> Iterator[DeskKit]:
    pygame.font.init()
    kit = DeskKit()
    yield kit
    kit.panel.close()


def test_number_keys_press_pins(kit: DeskKit) -> None:
    assert kit.key("3") == []
    assert [(e.seat, e.down) for e in kit.events if isinstance(e, SeatButton)] == [(2, True)]
    kit.clock.advance(0.1)
    kit.panel.tick(kit.clock.now())
    assert [(e.seat, e.down) for e in kit.events if isinstance(e, SeatButton)][-1] == (2, False)


def test_letters_reach_the_table(kit: DeskKit) -> None:
    assert [getattr(event, "key", "") for event in kit.key("q")] == ["q", "q"]


def test_space_throws_what_the_game_wants(kit: DeskKit) -> None:
    kit.key("space")
    assert kit.top.dice == ()  # nothing is wanted now
    kit.top.wanted = lambda: Wanted("anabid", 6, 9)
    kit.key("+")
    kit.key("space")
    assert len(kit.top.dice) == 8
    assert kit.top.rolling
    kit.clock.advance(3.0)
    assert not kit.top.rolling
    kit.top.wanted = lambda: Wanted("anabid", 8, 8)
    before = {placed.die.name for placed in kit.top.dice}
    kit.key("space")
    assert {placed.die.name for placed in kit.top.dice} == before  # the same dice for the whole game


def test_one_white_die_for_the_first_turn(kit: DeskKit) -> None:
    kit.top.wanted = lambda: Wanted("anabid:white", 1, 1)
    kit.key("space")
    assert [placed.die.body for placed in kit.top.dice] == ["white"]


def test_the_mouse_picks_a_die_up_turns_it_upright_and_puts_it_down(
    kit: DeskKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.top.restore("ACERBT")
    x, y = kit.on_screen(2)
    symbol = kit.top.dice[2].symbol
    kit.window.happen = [Touched(kit.clock.now(), x, y)]
    assert kit.desk.poll() == []
    goal = kit.on_screen(4)[0], y + 40
    monkeypatch.setattr(pygame.mouse, "get_pressed", lambda: (True, False, False))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: goal)
    kit.desk.show()
    moved = kit.top.dice[2]
    assert kit.desk.die_at(*goal) == 2
    assert (moved.symbol, moved.turn) == (symbol, 0.0)
    monkeypatch.setattr(pygame.mouse, "get_pressed", lambda: (False, False, False))
    kit.desk.show()
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (5, 5))
    kit.desk.show()
    assert kit.top.dice[2] == moved


def test_a_touch_on_the_box_reaches_the_table(kit: DeskKit) -> None:
    kit.window.happen = [Touched(kit.clock.now(), 40, 40)]
    assert len(kit.desk.poll()) == 1


def test_both_halves_are_in_the_window(kit: DeskKit) -> None:
    kit.desk.surface.fill((200, 30, 30))
    kit.top.restore("ACERBT")
    kit.camera.frame()
    kit.desk.show()
    assert kit.window.surface.get_at((20, 20))[:3] == (200, 30, 30)
    colours = {tuple(kit.window.surface.get_at((x, 330))) for x in range(760, 1270)}
    assert len(colours) > 50  # a photograph, not a plain colour
    assert kit.window.shown == 1


def test_what_hands_lay_the_reader_reads(kit: DeskKit) -> None:
    kit.top.restore("ACERBT")
    assert kit.top.lay("TRACE")
    assert not kit.top.lay("TREAT")  # only one T
    frame = kit.camera.frame()
    assert frame
    assert sorted(DiceReader(dice_set("anabid")).read(frame.image).symbols) == sorted("ACERBT")
    assert kit.camera.frame() is None  # not yet time for another one
