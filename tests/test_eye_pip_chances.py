"""Whether a thing is a die with pips: what networks, finder and all else that is to be seen say together."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from appliance.vision.pip_chances import FREE, STRANGE, TAKEN, of_any, of_set, of_set_elsewhere
from training.pip_chances import fitted


def test_a_plain_face_is_likelier_a_die_s_where_only_that_die_has_its_colour() -> None:
    free, taken, strange = (of_set(0.8, 0.45, 0, colour=c) for c in (FREE, TAKEN, STRANGE))
    assert free > 0.7
    assert max(taken, strange) < 0.3


def test_pips_of_a_known_set_are_believed_though_the_finder_hardly_saw_the_die() -> None:
    assert of_set(0.999, 0.15, 3, colour=FREE) > 0.95
    assert of_set(0.999, 0.15, 0, colour=STRANGE) < 0.8


def test_a_plain_face_of_no_known_set_is_believed_beside_dice_of_its_size() -> None:
    assert of_any(0.99, 0.5, 0) < 0.8
    assert of_any(0.99, 0.5, 0, company=True) > 0.95


def test_a_shadow_of_none_of_the_set_s_colours_is_less_likely_a_plain_face_elsewhere_too() -> None:
    free, strange = (of_set_elsewhere(0.97, 0.4, 0, colour=c, company=True) for c in (FREE, STRANGE))
    assert strange < free
    assert of_set_elsewhere(0.97, 0.4, 0, colour=FREE) < strange  # what lies about tells more


def test_many_things_that_are_no_dice_make_each_that_looks_like_one_less_likely() -> None:
    said = [of_any(0.995, 0.6, 4, strangers=n) for n in (0, 1, 4, 40)]
    assert said == sorted(said, reverse=True)
    assert said[0] > 0.95 > 0.5 > said[-1]


@pytest.mark.parametrize(
    "chance",
    [
        of_any,
        *(partial(of, colour=c) for of in (of_set, of_set_elsewhere) for c in (STRANGE, FREE, TAKEN)),
    ],
)
@pytest.mark.parametrize("pips", [0, 1, 6])
def test_the_more_the_network_says_so_the_likelier(chance: Callable[..., float], pips: int) -> None:
    said = [chance(share, 0.5, pips) for share in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert said == sorted(said)
    assert 0 < said[0] < 0.2
    assert said[-1] < 1


def test_the_fit_finds_the_weights_by_which_the_truth_came_about() -> None:
    rng = np.random.default_rng(1)
    weights = np.array([-1.0, 1.5, -0.5])
    evidence = np.column_stack([np.ones(20_000), rng.normal(0, 2, (20_000, 2))])
    is_so = rng.random(20_000) < 1 / (1 + np.exp(-evidence @ weights))
    assert np.abs(fitted(evidence, is_so.astype(float)) - weights).max() < 0.1
