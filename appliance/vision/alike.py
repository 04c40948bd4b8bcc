"""Letters that some typefaces draw alike but for a turn: what a network says of two such is believed less."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def less_apart(table: Floats, one: int, other: int, share: float) -> None:
    """Make the logarithm of two symbols' odds, over all turns, `share` as large.

    The table (n x turns x symbols) has the logarithms of probabilities and is changed in place.
    """
    said, instead = (np.logaddexp.reduce(table[:, :, symbol], axis=1) for symbol in (one, other))
    both, odds = np.logaddexp(said, instead), share * (said - instead)
    table[:, :, one] += (both - np.logaddexp(0, -odds) - said)[:, None]
    table[:, :, other] += (both - np.logaddexp(0, odds) - instead)[:, None]
