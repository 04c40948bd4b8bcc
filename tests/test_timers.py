"""Named timers: when they start, run on, stand still and end."""

import pytest

from appliance.games.prompts import Timer
from appliance.timers import Stopwatch

MINUTE = Timer("play", 60, "play")


@pytest.fixture
def watch() -> Stopwatch:
    watch = Stopwatch()
    watch.follow(MINUTE, now=100)
    return watch


def test_it_starts_with_the_first_prompt_that_carries_it(watch: Stopwatch) -> None:
    assert watch.left(100) == 60
    assert watch.left(130) == 30


def test_it_runs_on_while_the_next_ones_carry_it_too(watch: Stopwatch) -> None:
    watch.follow(MINUTE, now=120)
    assert watch.left(130) == 30


def test_another_name_is_another_timer(watch: Stopwatch) -> None:
    watch.follow(Timer("bid 2", 10, "bid"), now=120)
    assert watch.left(120) == 10


def test_it_stops_with_the_first_prompt_that_does_not_carry_it(watch: Stopwatch) -> None:
    watch.follow(None, now=120)
    assert not watch.over(1000)
    watch.follow(MINUTE, now=130)
    assert watch.left(130) == 60


def test_it_is_over_at_its_end_and_not_before(watch: Stopwatch) -> None:
    assert not watch.over(159.99)
    assert watch.over(160)
    assert watch.left(200) == 0


def test_a_pause_costs_nothing(watch: Stopwatch) -> None:
    watch.pause(120)
    assert not watch.over(1000)
    watch.go_on(1000)
    assert watch.left(1010) == 30


def test_it_goes_on_with_what_was_left(watch: Stopwatch) -> None:
    watch.resume_with(MINUTE, used=45)
    assert watch.left(500) == 15
    assert not watch.over(10_000)
    watch.go_on(600)
    assert watch.left(610) == 5
