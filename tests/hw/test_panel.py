"""The box's own panel on a real kernel: gpiozero, lgpio, and pins that are driven from outside."""

import time
from collections.abc import Iterator
from statistics import median

import pytest

from appliance.drivers.debounce import CHATTER
from tests.hw.board import missing
from tests.hw.presses import PanelInside, answered_presses, panel, press_pairs

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(missing()), reason=missing() or "all is here")]

LAMPS = (2, 4)


@pytest.fixture(scope="module")
def booted() -> Iterator[PanelInside]:
    with panel() as inside:
        yield inside


@pytest.fixture
def box(booted: PanelInside) -> PanelInside:
    booted.open()
    return booted


def test_presses_and_turns_are_heard_in_order(box: PanelInside) -> None:
    for seat in (1, 2, 1):
        box.tap(box.wired["buttons"][seat - 1])
    box.turn(2)
    box.turn(-1)
    box.tap(box.wired["dial_push"])
    heard = box.heard(11)
    assert [str(one) for one in heard] == [
        *("seat 1 down", "seat 1 up", "seat 2 down", "seat 2 up", "seat 1 down", "seat 1 up"),
        *("dial 1", "dial 1", "dial -1", "dial down", "dial up"),
    ]
    assert [one.at for one in heard] == sorted(one.at for one in heard)


@pytest.mark.parametrize("levels", [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)])
def test_the_right_lamps_shine(box: PanelInside, levels: tuple[float, float]) -> None:
    box.guest.ask("lamps", levels)
    for line, level in zip(LAMPS, levels, strict=True):
        assert box.board.becomes(line, level == 1.0)


def test_a_dimmed_lamp_is_neither_dark_nor_bright(box: PanelInside) -> None:
    box.guest.ask("lamps", (0.0, 0.3))
    assert box.board.flickers(LAMPS[1])
    assert box.board.becomes(LAMPS[0], False)


def test_all_is_dark_once_the_panel_is_closed(box: PanelInside) -> None:
    box.guest.ask("lamps", (1.0, 1.0))
    assert all(box.board.becomes(line, True) for line in LAMPS)
    box.guest.ask("close")
    assert all(box.board.becomes(line, False) for line in LAMPS)


def test_a_button_that_is_down_at_the_start_is_told_of(booted: PanelInside) -> None:
    assert booted.open(leant_on=(2,)) == [1]
    booted.release(2)
    assert [str(one) for one in booted.heard(1)] == ["seat 2 up"]


def test_a_contact_that_chatters_is_one_press(box: PanelInside) -> None:
    line = box.wired["buttons"][0]
    for _ in range(50):  # until we were fast enough to pass for a contact
        begun = time.perf_counter()
        for closed in (True, False, True, False, True):
            box.board.ground(line, closed)
        chattered = time.perf_counter() - begun < CHATTER
        box.rest()
        box.release(1)
        box.rest()
        heard = [str(one) for one in box.heard(2)]
        if chattered:
            break
    assert chattered
    assert heard == ["seat 1 down", "seat 1 up"]


def test_pins_that_somebody_else_has_are_busy(box: PanelInside) -> None:
    refused = box.guest.ask("second", box.wired)
    assert refused["fault"] == "busy"
    assert "GPIO2" in refused["says"]


def test_presses_of_the_same_moment_are_both_heard(box: PanelInside) -> None:
    first, second = box.wired["buttons"]
    box.board.drive((first, False), (second, False))
    assert {str(one) for one in box.heard(2)} == {"seat 1 down", "seat 2 down"}
    box.board.drive((first, True), (second, True))
    assert {str(one) for one in box.heard(2)} == {"seat 1 up", "seat 2 up"}


def test_two_presses_a_millisecond_apart_keep_their_order(booted: PanelInside) -> None:
    pairs = press_pairs(booted, 1000, seed=1)
    assert pairs.heard == pairs.pressed
    assert len(pairs.near) >= 1000


def test_a_lamp_answers_a_press_within_milliseconds(booted: PanelInside) -> None:
    took = answered_presses(booted, 100)
    assert len(took) == 100
    assert median(took) <= 0.005
