"""The screen on a console without a desktop, photographed from outside the guest."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from appliance.drivers import Image
from appliance.screens import draw
from tests.hw.alike import Likeness, likeness
from tests.hw.guest import Guest
from tests.hw.pc import BOOKWORM, SCREEN, TRIXIE, missing, pc, screenshot
from tests.screen_samples import samples

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(missing()), reason=missing() or "all is here")]

PAGES = ("jumble", "board", "tricks")


@pytest.fixture(scope="module", params=[BOOKWORM, TRIXIE], ids=lambda system: str(system.release))
def guest(request: pytest.FixtureRequest) -> Iterator[Guest]:
    with pc("inside_screen", request.param, screen=True) as guest:
        yield guest


def drawn(name: str) -> Image:
    """What a desk shows of that page."""
    surface = pygame.Surface(SCREEN)
    draw(surface, samples()[name])
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[..., ::-1])


def shown(guest: Guest, name: str) -> Likeness:
    """How near the guest's screen comes to that."""
    guest.ask("page", name)
    return likeness(screenshot(guest), drawn(name))


@pytest.mark.parametrize("fullscreen", [True, False], ids=["whole screen", "window asked for"])
def test_the_screen_shows_what_the_desk_shows(guest: Guest, fullscreen: bool) -> None:
    opened = guest.ask("open", *SCREEN, fullscreen)
    assert opened["driver"] == "KMSDRM"
    assert opened["size"] == list(SCREEN)
    for name in PAGES:
        seen = shown(guest, name)
        assert seen.same, (name, seen, opened)
    other = likeness(screenshot(guest), drawn(PAGES[0]))
    assert not other.same  # the page of before is gone


def test_a_size_that_the_screen_lacks_fills_it_all_the_same(guest: Guest) -> None:
    opened = guest.ask("open", 640, 360, True)
    assert opened["size"] == [640, 360]
    guest.ask("page", PAGES[0])
    photograph = screenshot(guest)
    assert photograph.shape == (SCREEN[1], SCREEN[0], 3)
    assert photograph.std() > 10
    assert np.ptp(photograph[:, : SCREEN[0] // 8]) > 0
    assert np.ptp(photograph[:, -SCREEN[0] // 8 :]) > 0


def test_a_lost_screen_ends_the_box_and_the_next_one_has_it(guest: Guest) -> None:
    guest.ask("open", *SCREEN, True)
    assert shown(guest, PAGES[0]).same
    lost = guest.ask("lose")
    assert lost["fault"] == "not connected"
    assert lost["ends with"] == 1
    assert guest.ask("open", *SCREEN, True)["driver"] == "KMSDRM"
    assert shown(guest, PAGES[1]).same
