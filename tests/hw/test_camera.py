"""The camera's driver and the eye on the real picamera2 and libcamera, in a guest, with pictures we know."""

from collections.abc import Iterator

import pytest

from tests.fakes.picamera2_habits import HABITS, SIGNATURES, recorded
from tests.hw.guest import Guest
from tests.hw.pc import missing, pc
from tests.hw.sights import PIECES, Sight, sights
from tests.hw.virtual_libcamera import SIZE

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(missing()), reason=missing() or "all is here")]

OFF = 3.0
"""Grey levels by which a picture may differ on average after a JPEG, and half of its colours' pixels."""


@pytest.fixture(scope="module")
def known() -> dict[str, Sight]:
    return sights()


@pytest.fixture(scope="module")
def guest(known: dict[str, Sight]) -> Iterator[Guest]:
    with pc("inside_camera", pictures={name: sight.picture for name, sight in known.items()}) as guest:
        yield guest


def test_the_library_has_the_signatures_and_habits_that_the_fake_is_held_to(guest: Guest) -> None:
    real = guest.ask("contract")
    assert real["signatures"] == dict(recorded(SIGNATURES))
    assert real["habits"] == dict(recorded(HABITS))


def test_a_format_that_was_not_asked_for_comes_out_as_the_same_picture(guest: Guest) -> None:
    seen = guest.ask("grab", "roll-1")
    assert seen["given"] != seen["asked"]
    assert seen["shape"] == [SIZE[1], SIZE[0], 3]
    assert seen["off"] < OFF
    assert "ExposureTime" not in seen["controls"]  # locking what there is not does no harm
    assert seen["sharp"] == [True, SIZE[1], SIZE[0], 3]
    age, span = seen["ages"]
    assert 0 <= age < span  # by our clock, however slow the guest is


@pytest.mark.parametrize("name", ["roll-1", "roll-2", "roll-3"])
def test_the_dice_are_read_right(guest: Guest, known: dict[str, Sight], name: str) -> None:
    reading = guest.ask("read", name, PIECES)
    assert reading["symbols"] == known[name].symbols
    assert reading["problems"] == []


def test_a_camera_that_gives_no_more_pictures_is_told_and_found_again(guest: Guest) -> None:
    lost = guest.ask("lose", 0)
    (went, why), (came, _) = lost["events"]
    assert (went, came) == ("PartFailed", "PartBack")
    assert "not connected" in why
    assert "No picture for 5 s" in why or "It has stopped" in why  # one that was ready cannot be given back
    assert "ribbon cable" in why
    assert lost["waits"][-1] == 0
    assert lost["waits"][0] > 0
    assert lost["back"]


def test_four_faults_have_four_messages(guest: Guest) -> None:
    told = [
        guest.ask("busy", 0),
        guest.ask("refused", 7),
        guest.ask("unplugged"),
        guest.ask("alone", "without library"),
    ]
    assert [one["fault"] for one in told] == ["busy", "not connected", "not connected", "library missing"]
    for one, words in zip(
        told, ("in use", "the config asks for 7", "ribbon cable", "--system-site-packages"), strict=True
    ):
        assert words in one["says"]
    assert guest.ask("refused", 0)["fault"] == "none"  # and none of that left the camera taken
