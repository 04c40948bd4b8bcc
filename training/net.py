"""The networks that read a letter die's top or tell how a die lies, and what all networks are made of."""

from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory

import onnx
import torch
from onnx import TensorProto
from onnx.helper import make_tensor_value_info
from torch import nn

from appliance.vision import letters, nets
from training.quantize import quantized, weights

_HALVES = any(torch.cpu.get_capabilities().get(name) for name in ("avx512_bf16", "amx_bf16", "bf16"))
"""Whether the processor reckons with half the digits (bfloat16); the last is Arm's name."""


class DieNet(nn.Module):
    """Five convolutions with batch norm, then two that stand for dense layers; for crops of `size` pixels."""

    size = letters.CROP

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 24, size=5, stride=2),
            *block(24, 32),
            *block(32, 32),
            nn.MaxPool2d(2),
            *block(32, 64),
            nn.MaxPool2d(2),
            *block(64, 64),
            *dense(64, 96, self.size // 8, letters.WIDTH),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x size x size, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


class NearNet(nn.Module):
    """A wider one that looks at larger crops, where a glance of the other leaves a doubt."""

    size = letters.NEAR

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *block(3, 40, size=5, stride=2),
            *block(40, 64),
            *block(64, 64),
            nn.MaxPool2d(2),
            *block(64, 128),
            *block(128, 128),
            *block(128, 128),
            nn.MaxPool2d(2),
            *block(128, 160),
            *block(160, 160),
            *block(160, 192, stride=2),
            *dense(192, 128, self.size // 16, letters.WIDTH),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Answers (n x WIDTH x 1 x 1) to crops (n x 3 x size x size, 0…1)."""
        answer: torch.Tensor = self.layers(crops)
        return answer


class LyingNet(nn.Module):
    """Six convolutions with batch norm, then two for dense layers; tells how a die lies that fills a crop.

    `widths` are those of the convolutions and of the layer before the answers.
    """

    def __init__(self, size: int, widths: tuple[int, int, int, int, int, int, int], answers: int) -> None:
        super().__init__()
        first, second, third, fourth, fifth, sixth, hidden = widths
        self.layers = nn.Sequential(
            *block(3, first, size=5, stride=2),
            *block(first, second),
            *block(second, third, stride=2),
            *block(third, fourth),
            *block(fourth, fifth, stride=2),
            *block(fifth, sixth),
            nn.Conv2d(sixth, hidden, size // 8),
            nn.ReLU(),
            nn.Conv2d(hidden, answers, 1),
        )

    def forward(self, looks: torch.Tensor) -> torch.Tensor:
        """Answers (n x `answers` x 1 x 1) to crops (n x 3 x `size` x `size`, 0…1)."""
        answer: torch.Tensor = self.layers(looks)
        return answer


def answered(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """A network's answers to pictures (n x 3 x h x w, 0…1) to learn from, in half the digits inside.

    Those are enough for the layers, and take half the time; but eight times as long on processors that have
    no commands for them, where they are not used.
    """
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=_HALVES):
        answers: torch.Tensor = net(pictures.contiguous(memory_format=torch.channels_last))
    return answers.float()


def block(before: int, after: int, *, size: int = 3, stride: int = 1, holes: int = 1) -> list[nn.Module]:
    """A convolution that keeps the size but for its stride, with `holes` between what it looks at."""
    rim = holes * (size // 2)
    layer = nn.Conv2d(before, after, size, stride=stride, padding=rim, dilation=holes, bias=False)
    return [layer, nn.BatchNorm2d(after), nn.ReLU()]


def dense(before: int, hidden: int, size: int, answers: int) -> list[nn.Module]:
    """Two convolutions, the first over all size x size places that are left: they stand for dense layers."""
    return [nn.Conv2d(before, hidden, size), nn.ReLU(), nn.Dropout(0.1), nn.Conv2d(hidden, answers, 1)]


def rare(last: nn.Module, kinds: int, logit: float) -> None:
    """Let the first answers of a network's last layer begin at the logit of what hardly any place shows."""
    assert isinstance(last, nn.Conv2d)
    assert last.bias is not None
    nn.init.constant_(last.bias[:kinds], logit)


def resume(net: nn.Module, path: Path) -> None:
    """Give the network the weights of an exported one.

    There batch norms are part of the convolutions. Here each takes the mean and spread of the first pictures
    that it sees for its own, and undoes what it would do to them, so that it can learn on.
    """
    kinds = (nn.Conv2d, nn.ConvTranspose2d)
    layers = [layer for layer in net.modules() if isinstance(layer, (*kinds, nn.BatchNorm2d))]
    convolutions = [k for k, layer in enumerate(layers) if isinstance(layer, kinds)]
    with torch.no_grad():
        for k, layer_weights in zip(convolutions, weights(onnx.load(path).graph), strict=True):
            weight, bias = map(torch.tensor, layer_weights)
            layer, norm = layers[k], layers[min(k + 1, len(layers) - 1)]
            assert isinstance(layer, kinds)
            layer.weight.copy_(weight)
            if isinstance(norm, nn.BatchNorm2d):
                norm.bias.copy_(bias)
                norm.register_forward_pre_hook(_measure)
            elif layer.bias is not None:
                layer.bias.copy_(bias)


def gone_on(net: nn.Module, path: Path, pictures: torch.Tensor) -> nn.Module:
    """An earlier network as it was; `net` gets its weights, its batch norms take measure of the pictures."""
    resume(net.cpu(), path)
    with torch.no_grad():
        net.to(pictures.device)(pictures)
    return deepcopy(net).eval()


def _measure(norm: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    spread, mean = torch.var_mean(inputs[0].detach().float(), dim=(0, 2, 3))
    with torch.no_grad():
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)
    norm._forward_pre_hooks.clear()


ANY_NUMBER = {0: "n"}
"""Open axes of a network that reads crops of one size."""

ANY_SIZE = {0: "n", 2: "h", 3: "w"}
"""Open axes of one that looks at whole pictures."""


def export(
    net: nn.Module, path: Path, pictures: torch.Tensor, open_axes: dict[int, str] = ANY_NUMBER
) -> None:
    """Write the network as ONNX in bytes, with those axes open; see `quantize.quantized` for the pictures."""
    was = net.training
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        written = Path(folder) / path.name
        torch.onnx.export(
            net,
            (pictures[:2],),
            str(written),
            input_names=[nets.PICTURES],
            output_names=[nets.ANSWERS],
            dynamic_axes={nets.PICTURES: open_axes, nets.ANSWERS: open_axes},
            opset_version=13,
            dynamo=False,
        )
        _show_layers(written)
        quantized(written, path, pictures.numpy())
    net.train(was)
    print(f"wrote {path} ({path.stat().st_size / 1024:.0f} KiB)", flush=True)


def _show_layers(path: Path) -> None:
    """Let a network that pools give the layers too by which crops are compared: see `nets.layers`."""
    model = onnx.load(path)
    names = {"Relu": nets.HIDDEN, "MaxPool": nets.DRAWN}
    last = {node.op_type: node for node in model.graph.node if node.op_type in names}
    if len(last) < len(names):
        return
    for kind, node in last.items():
        for later in model.graph.node:
            for k, name in enumerate(later.input):
                if name == node.output[0]:
                    later.input[k] = names[kind]
        node.output[0] = names[kind]
        model.graph.output.append(make_tensor_value_info(names[kind], TensorProto.FLOAT, [None] * 4))
    onnx.save(model, path)
