"""Train the network that finds dice where there is no mat: `python -m training.finder_anywhere`.

It is that of `training.finder`, wider, and learns from scenes as phones see them, many from far to one side.
"""

from functools import partial

from training.finder import FinderNet, trained, windows
from training.fit import options
from training.solids import WITHOUT_MAT

MODEL, WIDTHS = "dice-finder-anywhere.onnx", (20, 48, 96, 48)
"""What the network is called, and its widths."""


def main() -> None:
    """Make the data, train, export, and say how well it does on scenes of the same kind."""
    trained(
        FinderNet(WIDTHS), MODEL, options(__doc__, scenes=320, rounds=10), partial(windows, mix=WITHOUT_MAT)
    )


if __name__ == "__main__":
    main()
