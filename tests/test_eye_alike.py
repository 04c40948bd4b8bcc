"""Letters that typefaces draw alike but for a turn: two such are told apart less than a network says."""

import numpy as np

from appliance.vision.alike import less_apart


def test_two_symbols_are_told_apart_less_and_all_else_stays() -> None:
    likely = np.array([[[0.50, 0.04, 0.10], [0.20, 0.01, 0.15]]])  # two turns of three symbols
    table = np.log(likely)
    less_apart(table, 0, 1, 0.5)
    now = np.exp(table)
    first, second, third = now.sum(axis=(0, 1))
    assert np.isclose(np.log(first / second), 0.5 * np.log(0.70 / 0.05))
    assert np.isclose(first + second, 0.75)
    assert np.isclose(third, 0.25)
    assert np.isclose(now[0, 0, 0] / now[0, 1, 0], 0.50 / 0.20)  # each keeps its turns
