"""Train the letters' network that looks from near long on a graphics card: `python -m training.near`."""

from functools import partial

from appliance.virtual.variety import SEEN
from appliance.vision.letters import NEAR, WIDTH
from training.crops import of_scene
from training.fonts import train_fonts
from training.looks import Crops, Looks, arrays
from training.net import NearNet
from training.taught import LargeNet, options, taught


def main() -> None:
    """Draw, train, export, and say how well it does."""
    chosen = options(__doc__, seed=51001)
    taught(
        chosen,
        "dice-letters-near.onnx",
        partial(LargeNet, NEAR, WIDTH),
        NearNet,
        scene=partial(of_scene, chosen.seed, train_fonts(), SEEN),
        arrays=arrays,
        stored=Crops,
        looks=partial(Looks, size=NEAR),
    )


if __name__ == "__main__":
    main()
