"""Train the tiles' network long on a graphics card: `python -m training.tiles_taught`."""

from functools import partial

from appliance.vision.tile_net import CROP, WIDTH
from training.fonts import train_fonts
from training.taught import LargeNet, options, taught
from training.tile_crops import of_scene
from training.tile_looks import Crops, TileLooks, arrays
from training.tile_net import TileNet
from training.tiles import MODEL


def main() -> None:
    """Draw, train, export, and say how well it does."""
    chosen = options(__doc__, seed=71001)
    taught(
        chosen,
        MODEL,
        partial(LargeNet, CROP, WIDTH),
        TileNet,
        scene=partial(of_scene, chosen.seed, train_fonts()),
        arrays=arrays,
        stored=Crops,
        looks=TileLooks,
    )


if __name__ == "__main__":
    main()
