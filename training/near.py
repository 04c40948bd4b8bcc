"""Train the network that looks at letter dice from near: `python -m training.near`."""

from training.fit import options
from training.letters import MODEL, train
from training.net import NearNet


def main() -> None:
    """Make the data as for the one that glances, train, export, and say how well it does."""
    out = MODEL.with_name("dice-letters-near.onnx")
    train(NearNet(), options(__doc__, scenes=6000, rounds=30, out=out))


if __name__ == "__main__":
    main()
