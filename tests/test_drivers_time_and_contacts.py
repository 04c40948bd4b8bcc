"""The clock, the queue, and the pure objects that make sense of contacts and fingers."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.drivers import Clock, Event, SeatButton
from appliance.drivers.clock import ManualClock, SystemClock
from appliance.drivers.debounce import CHATTER, LOST, Change, Debounce, Hold, Quadrature
from appliance.drivers.events import EventQueue


def test_the_manual_clock_moves_only_when_told() -> None:
    clock: Clock = ManualClock(5)
    assert clock.now() == clock.now() == 5
    clock.sleep(2.5)
    clock.sleep(-1)
    assert clock.now() == 7.5


def test_the_manual_clock_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="forwards"):
        ManualClock().advance(-1)


def test_the_system_clock_runs() -> None:
    clock: Clock = SystemClock()
    before = clock.now()
    clock.sleep(0)
    assert clock.now() >= before


def test_events_come_out_by_their_own_time() -> None:
    queue = EventQueue()
    late, early = SeatButton(2.001, 4, True), SeatButton(2.0, 1, True)
    queue.put(late)
    queue.put(early)
    assert queue.drain() == [early, late]
    assert queue.drain() == []


def test_events_of_one_moment_come_out_as_they_arrived() -> None:
    queue = EventQueue()
    events = [SeatButton(1.0, seat, True) for seat in (3, 0, 6)]
    for event in events:
        queue.put(event)
    assert queue.drain() == events


@given(st.lists(st.floats(0, 1e6)))
def test_nothing_is_lost_in_the_queue(times: list[float]) -> None:
    queue = EventQueue()
    for at in times:
        queue.put(Event(at))
    assert [event.at for event in queue.drain()] == sorted(times)


def test_a_waiting_table_is_woken() -> None:
    queue = EventQueue()
    assert not queue.wait(0)
    thread = threading.Thread(target=queue.put, args=(Event(1.0),))
    thread.start()
    assert queue.wait(10)
    thread.join()


def test_a_press_acts_on_its_first_edge() -> None:
    button = Debounce()
    assert button.edge(1.0, True) == [Change(1.0, True)]
    assert button.down


def test_chatter_is_one_press() -> None:
    button = Debounce()
    changes = [c for i in range(9) for c in button.edge(1 + i * 0.002, i % 2 == 0)]
    changes += button.settle(1.1, True)
    assert changes == [Change(1.0, True)]


def test_chatter_across_the_end_of_the_window_is_one_press() -> None:
    button = Debounce()
    changes = [*button.edge(1.0, True), *button.edge(1.019, False), *button.edge(1.021, True)]
    assert changes == [Change(1.0, True)]


def test_a_tap_shorter_than_the_chatter_is_released_at_its_own_time() -> None:
    button = Debounce()
    button.edge(1.0, True)
    assert button.edge(1.005, False) == []
    assert button.settle(1.01, False) == []
    assert button.settle(1.03, False) == [Change(1.005, False)]


def test_two_quick_taps_are_two_even_if_nobody_looked_in_between() -> None:
    button = Debounce()
    changes = [c for at, down in ((1.0, True), (1.005, False), (1.1, True)) for c in button.edge(at, down)]
    assert changes == [Change(1.0, True), Change(1.005, False), Change(1.1, True)]


def test_a_lost_release_cannot_stick() -> None:
    button = Debounce()
    button.edge(1.0, True)
    assert button.settle(2.0, False) == []
    assert button.settle(2.01 + LOST, False) == [Change(2.0, False)]


def test_an_edge_that_is_only_late_keeps_its_own_time() -> None:
    button = Debounce()
    assert button.settle(1.010, True) == []
    assert button.edge(1.0, True) == [Change(1.0, True)]
    assert button.settle(1.1, True) == []


def test_an_edge_that_comes_after_all_is_not_a_second_press() -> None:
    button = Debounce()
    button.settle(1.0, True)
    assert button.settle(1.01 + LOST, True) == [Change(1.0, True)]
    assert button.edge(0.999, True) == []
    assert button.settle(1.2, True) == []


@given(st.lists(st.floats(CHATTER * 1.01, 5), max_size=20))
def test_clean_edges_pass_unchanged(gaps: list[float]) -> None:
    button, at, told = Debounce(), 0.0, []
    for i, gap in enumerate(gaps):
        at += gap
        told.append(button.edge(at, i % 2 == 0) == [Change(at, i % 2 == 0)])
    assert all(told)


Step = tuple[float, bool, bool, bool]


@given(
    st.lists(st.tuples(st.floats(0, 0.1), st.booleans(), st.booleans(), st.booleans()), max_size=40),
)
def test_whatever_the_contact_does_changes_alternate_and_the_level_wins(steps: list[Step]) -> None:
    """Each step: time passed, the new level, whether its edge got lost, whether the table looked then."""
    button, at, level, changes = Debounce(), 0.0, False, []
    for gap, new, lost, looked in steps:
        at += gap
        if new != level and not lost:
            changes += button.edge(at, new)
        level = new
        if looked:
            changes += button.settle(at, level)
    for look in (0.03, 0.06, 0.12, 0.18):
        changes += button.settle(at + look, level)
    assert button.down == level
    assert [change.down for change in changes] == [i % 2 == 0 for i in range(len(changes))]
    assert [change.at for change in changes] == sorted(change.at for change in changes)
    assert (len(changes) % 2 == 1) == level


def test_a_tap_fires_on_release() -> None:
    hold = Hold()
    hold.down(1.0)
    assert hold.poll(1.5) is None
    assert hold.up(1.5) == "tap"
    assert hold.up(1.6) is None


def test_a_hold_fires_once_without_waiting_for_the_release() -> None:
    hold = Hold()
    hold.down(1.0)
    assert hold.poll(1.6) == "hold"
    assert hold.poll(1.7) is None
    assert hold.up(1.8) is None


def test_a_hold_that_nobody_polled_is_still_a_hold() -> None:
    hold = Hold()
    hold.down(1.0)
    assert hold.up(1.7) == "hold"


def test_a_button_that_is_down_at_the_start_does_nothing_until_released() -> None:
    hold = Hold()
    assert hold.poll(9.0) is None
    assert hold.up(9.1) is None
    hold.down(9.2)
    assert hold.up(9.3) == "tap"


@given(st.floats(0, 100), st.floats(0, 3), st.lists(st.floats(0, 3)))
def test_every_press_is_exactly_one_of_the_two(at: float, length: float, looks: list[float]) -> None:
    hold = Hold()
    hold.down(at)
    fired = [hold.poll(at + look) for look in sorted(looks) if look < length]
    fired.append(hold.up(at + length))
    long = (at + length) - at >= 0.6
    assert [one for one in fired if one] == ["hold" if long else "tap"]


CLOCKWISE = [(True, False), (True, True), (False, True), (False, False)]
BACK = [(False, True), (True, True), (True, False), (False, False)]


def turned(dial: Quadrature, levels: list[tuple[bool, bool]]) -> int:
    return sum(dial.level(a, b) for a, b in levels)


def test_the_dial_counts_detents_both_ways() -> None:
    dial = Quadrature()
    assert turned(dial, CLOCKWISE * 3) == 3
    assert turned(dial, BACK * 2) == -2


def test_a_dial_with_two_detents_a_turn_counts_both() -> None:
    assert turned(Quadrature(2), CLOCKWISE * 3) == 6
    assert turned(Quadrature(2), BACK * 2) == -4


def test_half_a_turn_and_back_is_nothing() -> None:
    assert turned(Quadrature(), [(True, False), (True, True), (True, False), (False, False)]) == 0


@given(st.lists(st.integers(0, 3)), st.booleans())
def test_chatter_of_the_dial_adds_up_to_nothing(wobbles: list[int], clockwise: bool) -> None:
    """Each contact may flicker while the dial passes; one lap is one detent all the same."""
    way = CLOCKWISE if clockwise else BACK
    levels, before = [], (False, False)
    for place in way:
        levels += [place, *[before, place] * wobbles.count(way.index(place))]
        before = place
    assert turned(Quadrature(), levels) == (1 if clockwise else -1)


@given(st.integers(0, 2))
def test_one_lost_edge_loses_no_detent(lost: int) -> None:
    assert turned(Quadrature(), [place for i, place in enumerate(CLOCKWISE) if i != lost]) == 1
