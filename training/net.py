"""The networks for dice: one reads the raw colours of a letter die's top, one the ink of a number die's."""

from pathlib import Path

import onnx
import torch
from onnx.numpy_helper import to_array
from torch import nn

from appliance.pieces import ALPHABET
from appliance.vision import letters, straighten


class DieNet(nn.Module):
    """Five convolutions with batch norm, then two that stand for dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 24, size=5, stride=2),
            *_block(24, 32),
            *_block(32, 32),
            nn.MaxPool2d(2),
            *_block(32, 64),
            nn.MaxPool2d(2),
            *_block(64, 64),
            nn.Conv2d(64, 96, letters.CROP // 8),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv2d(96, letters.WIDTH, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x 40 x 40, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


class LetterNet(nn.Module):
    """Five convolutions with batch norm; nothing but those, so that any batch size fits."""

    def __init__(self, symbols: int = len(ALPHABET)) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(1, 12),
            nn.MaxPool2d(2),
            *_block(12, 32),
            *_block(32, 32),
            nn.MaxPool2d(2),
            *_block(32, 64),
            *_block(64, 64),
            nn.MaxPool2d(2),
            nn.Conv2d(64, 80, straighten.CROP // 8),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv2d(80, symbols + 1, 1),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x symbols + 1 x 1 x 1) to crops (n x 1 x 32 x 32, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


def _block(before: int, after: int, *, size: int = 3, stride: int = 1) -> list[nn.Module]:
    layer = nn.Conv2d(before, after, size, stride=stride, padding=size // 2, bias=False)
    return [layer, nn.BatchNorm2d(after), nn.ReLU()]


def resume(net: nn.Module, path: Path) -> None:
    """Give the network the weights of an exported one; its batch norms then do nothing but add."""
    graph = onnx.load(path).graph
    tensors = {t.name: torch.from_numpy(to_array(t).copy()) for t in graph.initializer}
    nodes = [node for node in graph.node if node.op_type in ("Conv", "ConvTranspose")]
    pairs = [(tensors[node.input[1]], tensors[node.input[2]]) for node in nodes]
    kinds = (nn.Conv2d, nn.ConvTranspose2d)
    layers = [layer for layer in net.modules() if isinstance(layer, (*kinds, nn.BatchNorm2d))]
    convolutions = [k for k, layer in enumerate(layers) if isinstance(layer, kinds)]
    with torch.no_grad():
        for k, (weight, bias) in zip(convolutions, pairs, strict=True):
            layer, norm = layers[k], layers[min(k + 1, len(layers) - 1)]
            assert isinstance(layer, kinds)
            layer.weight.copy_(weight)
            if isinstance(norm, nn.BatchNorm2d):
                norm.weight.fill_((1 + norm.eps) ** 0.5)
                norm.bias.copy_(bias)
            elif layer.bias is not None:
                layer.bias.copy_(bias)


def export(net: nn.Module, path: Path, crops: tuple[int, int, int]) -> None:
    """Write the network, which reads crops of that shape, as ONNX with an open batch size."""
    was = net.training
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(4, *crops),),
        str(path),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    net.train(was)
