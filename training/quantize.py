"""Quantization: networks in bytes, which run two to three times as quickly and lose next to nothing."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto
from onnx.helper import make_node, make_tensor_value_info
from onnx.numpy_helper import from_array, to_array
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantType, quantize_static

from appliance.vision.nets import PICTURES

Floats = npt.NDArray[np.float32]

_AT_ONCE = 16  # pictures; the library wants as many each time
_BYTES = {"scale": np.array(1 / 255, np.float32), "zero_point": np.array(0, np.uint8)}  # 0…1


def quantized(written: Path, path: Path, pictures: Floats) -> None:
    """Write the network in one file to the other so that weights and what passes between layers are bytes.

    It takes pictures in bytes, too. `pictures` (n x 3 x h x w, 0…1) tell how far the numbers between its
    layers reach. Weights have seven bits: with eight, sums run over on processors that lack instructions for
    neural networks (ONNX Runtime, "Quantize ONNX models"). The last layer reckons as before: among its
    answers are places beside logits, whose steps would be far too coarse. Its weights are kept in 16 bits.
    """
    last = onnx.load(written).graph.node[-1]
    quantize_static(
        written,
        path,
        _Pictures(pictures),
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=[last.name],
        calibrate_method=CalibrationMethod.Percentile,
        extra_options={"TensorQuantOverrides": {PICTURES: [_BYTES]}},
    )
    model = onnx.load(path)
    _take_bytes(model.graph)
    halve(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, path)


class _Pictures(CalibrationDataReader):  # type: ignore[misc]  # the library says nothing of its types
    """Hands pictures to the library, some at once."""

    def __init__(self, pictures: Floats) -> None:
        ends = range(_AT_ONCE, len(pictures) + 1, _AT_ONCE)
        self._parts = iter([{PICTURES: pictures[end - _AT_ONCE : end]} for end in ends])

    def get_next(self) -> dict[str, Floats] | None:
        return next(self._parts, None)


def _take_bytes(graph: onnx.GraphProto) -> None:
    """Let the network take pictures as cameras give them (n x h x w x 3, bytes)."""
    first = next(node for node in graph.node if node.input[0] == PICTURES)
    assert first.op_type == "QuantizeLinear"
    graph.node.remove(first)
    graph.node.insert(0, make_node("Transpose", [PICTURES], [first.output[0]], perm=[0, 3, 1, 2]))
    (given,) = (one for one in graph.input if one.name == PICTURES)
    number, _, height, width = (axis.dim_param or axis.dim_value for axis in given.type.tensor_type.shape.dim)
    graph.input.remove(given)
    graph.input.append(make_tensor_value_info(PICTURES, TensorProto.UINT8, [number, height, width, 3]))


def halve(graph: onnx.GraphProto) -> None:
    """Keep the last layer's weights in 16 bits; they are made 32 again when the network is opened."""
    name = graph.node[-1].input[1]
    (whole,) = (tensor for tensor in graph.initializer if tensor.name == name)
    half = from_array(to_array(whole).astype(np.float16), f"{name}_half")
    graph.initializer.remove(whole)
    graph.initializer.append(half)
    graph.node.insert(0, make_node("Cast", [half.name], [name], to=TensorProto.FLOAT))


def weights(graph: onnx.GraphProto) -> Iterator[tuple[Floats, Floats]]:
    """Weights and biases of a quantized network's layers in order, as numbers again."""
    told = {tensor.name: to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast":
            told[node.output[0]] = told[node.input[0]].astype(np.float32)
        elif node.op_type == "DequantizeLinear" and node.input[0] in told:
            whole, steps = told[node.input[0]], told[node.input[1]]
            axis = next((one.i for one in node.attribute if one.name == "axis"), 0)
            apart = [1] * whole.ndim
            if steps.size > 1:
                apart[axis] = -1
            told[node.output[0]] = whole.astype(np.float32) * steps.reshape(apart)
    for node in graph.node:
        if node.op_type in ("Conv", "ConvTranspose"):
            yield told[node.input[1]], told[node.input[2]]
