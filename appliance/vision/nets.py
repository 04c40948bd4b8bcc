"""The package's small networks, run in bytes by ONNX Runtime: OpenCV's dnn takes some four times as long."""

from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt
import onnxruntime

from appliance.errors import Missing
from appliance.vision.plane import Image

PICTURES = "pictures"
"""What networks take: n x height x width x 3 bytes, blue-green-red."""

ANSWERS, HIDDEN, DRAWN = "answers", "hidden", "drawn"
"""What networks give: their answers, and those that pool also their hidden layer and the map before it."""

_AT_ONCE = 16  # crops; more at once are no faster and take more memory

Floats = npt.NDArray[np.float32]


@cache
def net(name: str) -> onnxruntime.InferenceSession:
    """The network of that name; `Missing` if the package lacks it."""
    path = resources.files("appliance.vision") / "models" / f"{name}.onnx"
    if not path.is_file():
        raise Missing(f"the model {path.name} is not in the package; `make train` builds it")
    settings = onnxruntime.SessionOptions()
    # So small networks gain little from more cores, which the screen and the camera want.
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path.read_bytes(), settings, providers=["CPUExecutionProvider"])


def answers(name: str, crops: Image, width: int) -> npt.NDArray[np.float64]:
    """The network's answers (n x `width`) to crops (n x height x width x 3, blue-green-red)."""
    if not len(crops):
        return np.empty((0, width))
    return layers(name, crops, ANSWERS)[0].reshape(len(crops), width).astype(np.float64)


def layers(name: str, crops: Image, *wanted: str) -> list[Floats]:
    """Some of what the network gives, each n x …, to crops as above."""
    parts = [crops[start : start + _AT_ONCE] for start in range(0, max(1, len(crops)), _AT_ONCE)]
    given = [net(name).run(wanted, {PICTURES: part}) for part in parts]
    return [np.concatenate(column) for column in zip(*given, strict=True)]


def maps(name: str, picture: Image) -> Floats:
    """The network's maps (channels x rows x columns) of a whole picture (height x width x 3)."""
    return np.asarray(net(name).run([ANSWERS], {PICTURES: picture[None]})[0][0], np.float32)


def log_softmax(raw: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Log-probabilities along the last axis."""
    shifted = raw - raw.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float64)
