"""Whether a thing is a die with pips: what networks, finder and a plain face's colour say together."""

import pytest

from appliance.vision.pip_chances import FREE, STRANGE, TAKEN, chance


def test_a_plain_face_is_likelier_a_die_s_where_only_that_die_has_its_colour() -> None:
    free, taken, strange = (chance(0.8, 0.45, plain=True, colour=c) for c in (FREE, TAKEN, STRANGE))
    assert free > 0.7
    assert max(taken, strange) < 0.3


def test_pips_of_a_known_set_are_believed_though_the_finder_hardly_saw_the_die() -> None:
    assert chance(0.999, 0.15, plain=False, colour=FREE) > 0.95
    assert chance(0.999, 0.15, plain=True, colour=STRANGE) < 0.8


@pytest.mark.parametrize("colour", [None, STRANGE, FREE, TAKEN])
@pytest.mark.parametrize("plain", [True, False])
def test_the_more_the_network_says_so_the_likelier(plain: bool, colour: int | None) -> None:
    said = [chance(share, 0.5, plain=plain, colour=colour) for share in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert said == sorted(said)
    assert 0 < said[0] < 0.2
    assert said[-1] < 1
