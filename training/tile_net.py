"""The two networks for tiles: one reads a crop, one finds tiles and board squares in a whole picture."""

import torch
from torch import nn

from appliance.vision.tile_finder import CHANNELS
from appliance.vision.tile_net import CROP, WIDTH
from training.net import block, dense, rare


class TileNet(nn.Module):
    """Nine convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 32, size=5, stride=2),
            *block(32, 48),
            *block(48, 64),
            nn.MaxPool2d(2),
            *block(64, 112),
            *block(112, 112),
            *block(112, 112),
            nn.MaxPool2d(2),
            *block(112, 144),
            *block(144, 144),
            *block(144, 152, stride=2),
            *dense(152, 104, CROP // 16, WIDTH),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x 48 x 48, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


class FinderNet(nn.Module):
    """Convolutions only, a quarter of the picture's size from the second on, with holes for a wide view."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 32, stride=2),
            *block(32, 48, stride=2),
            *block(48, 48),
            *block(48, 48, holes=2),
            *block(48, 48, holes=4),
            *block(48, 48, holes=8),
            *block(48, 48, holes=2),
            *block(48, 48),
            nn.Conv2d(48, CHANNELS, 1),
        )
        rare(self.layers[-1], 2, -3.0)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Maps (n x CHANNELS x h/4 x w/4) of pictures (n x 3 x h x w, 0…1)."""
        maps: torch.Tensor = self.layers(pictures)
        return maps
