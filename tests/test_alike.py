"""The comparison of screens has teeth: what the box must not show is not taken for its page."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2
import numpy as np
import pygame
import pytest

from appliance.drivers import Image
from appliance.screens import draw
from tests.hw.alike import likeness
from tests.screen_samples import samples


def drawn(name: str, size: tuple[int, int] = (800, 480)) -> Image:
    surface = pygame.Surface(size)
    draw(surface, samples()[name])
    colours = pygame.surfarray.array3d(surface)
    return np.ascontiguousarray(colours.swapaxes(0, 1)[..., ::-1])


@pytest.fixture(scope="module")
def page() -> Image:
    return drawn(sorted(samples())[0])


def test_the_same_page_is_the_same(page: Image) -> None:
    assert likeness(page, page) == (0, 0, 1)


def test_letters_smoothed_in_another_way_are_the_same(page: Image) -> None:
    assert likeness(cv2.GaussianBlur(page, (3, 3), 0.4).astype(np.uint8), page).same


@pytest.mark.parametrize("name", sorted(samples())[1:4])
def test_another_page_is_not(page: Image, name: str) -> None:
    assert not likeness(drawn(name), page).same


def test_a_black_screen_is_not(page: Image) -> None:
    assert not likeness(np.zeros_like(page), page).same


def test_a_screen_of_the_background_alone_is_not(page: Image) -> None:
    assert not likeness(np.full_like(page, page[-1, -1]), page).same


@pytest.mark.parametrize("change", ["shifted", "upside down", "red for blue", "a line is missing"])
def test_a_page_that_is_not_right_is_not(page: Image, change: str) -> None:
    wrong = page.copy()
    if change == "shifted":
        wrong = np.roll(page, (6, 6), (0, 1))
    elif change == "upside down":
        wrong = page[::-1].copy()
    elif change == "red for blue":
        wrong = page[..., ::-1].copy()
    else:
        headline = page[: page.shape[0] // 8]
        headline = headline.copy()
        wrong[: headline.shape[0]] = page[-1, -1]
    assert not likeness(wrong, page).same


def test_a_screen_of_another_size_is_not(page: Image) -> None:
    assert not likeness(page[:-1], page).same
