"""The two networks for tiles: one reads a crop, one finds tiles and board squares in a whole picture."""

from pathlib import Path

import torch
from torch import nn

from appliance.vision.tile_finder import CHANNELS
from appliance.vision.tile_net import CROP, WIDTH


class TileNet(nn.Module):
    """Five convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 32, size=5, stride=2),
            *_block(32, 32),
            *_block(32, 48),
            nn.MaxPool2d(2),
            *_block(48, 80),
            *_block(80, 80),
            nn.MaxPool2d(2),
            nn.Conv2d(80, 128, CROP // 8),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv2d(128, WIDTH, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x 40 x 40, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


class FinderNet(nn.Module):
    """Convolutions only, a quarter of the picture's size from the second on, with holes for a wide view."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 16, stride=2),
            *_block(16, 32, stride=2),
            *_block(32, 32),
            *_block(32, 32, holes=2),
            *_block(32, 32, holes=4),
            *_block(32, 32, holes=8),
            *_block(32, 32, holes=2),
            *_block(32, 32),
            nn.Conv2d(32, CHANNELS, 1),
        )

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Maps (n x CHANNELS x h/4 x w/4) of pictures (n x 3 x h x w, 0…1)."""
        maps: torch.Tensor = self.layers(pictures)
        return maps


def _block(before: int, after: int, *, size: int = 3, stride: int = 1, holes: int = 1) -> list[nn.Module]:
    rim = holes * (size // 2)
    convolution = nn.Conv2d(before, after, size, stride=stride, padding=rim, dilation=holes, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU()]


def export(net: nn.Module, path: Path, shape: tuple[int, ...], open_axes: dict[int, str]) -> None:
    """Write the network as ONNX with those axes of its input open."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, *shape),),
        str(path),
        input_names=["pictures"],
        output_names=["answers"],
        dynamic_axes={"pictures": open_axes, "answers": open_axes},
        opset_version=13,
        dynamo=False,
    )
    print(f"wrote {path} ({path.stat().st_size / 1024:.0f} KiB)", flush=True)
