"""The webcam's driver on the kernel's own test camera, in a guest."""

from collections.abc import Iterator

import pytest

from tests.hw.guest import Guest
from tests.hw.pc import missing, pc

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(missing()), reason=missing() or "all is here")]

BARS = ("bgr", "gr", "bg", "g", "br", "r", "b", "")
"""Which of blue, green and red shine in the bars: white, yellow, cyan, green, magenta, red, blue, black."""


@pytest.fixture(scope="module")
def guest() -> Iterator[Guest]:
    with pc("inside_webcam") as guest:
        yield guest


def test_frames_are_blue_green_red_with_the_kernels_stamp(guest: Guest) -> None:
    seen = guest.ask("grab")
    assert seen["shape"][2] == 3
    for bar, bright in zip(seen["bars"], BARS, strict=True):
        assert ["b" if level > 100 else "" for level in bar[:1]] == ["b" if "b" in bright else ""]
        assert (bar[1] > 100, bar[2] > 100) == ("g" in bright, "r" in bright)
    assert seen["age"] >= 0
    assert seen["span"] > 0


def test_a_webcam_that_is_pulled_out_is_told_and_found_again(guest: Guest) -> None:
    lost = guest.ask("pull out")
    assert lost["events"] == ["PartFailed", "PartBack"]
    assert lost["gone"]["fault"] == "not connected"
    assert "There is no /dev/video0" in lost["gone"]["says"]
    assert lost["waits"][0] < lost["waits"][1]
    assert lost["waits"][2] == 0
    assert lost["back"]


def test_a_webcam_that_another_program_has_is_busy_and_that_is_named(guest: Guest) -> None:
    refused = guest.ask("busy")
    assert refused["fault"] == "busy"
    assert f"process {refused['by']}" in refused["says"]
