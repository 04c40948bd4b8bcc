"""The package's small networks, run by OpenCV itself."""

from functools import cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import Missing


@cache
def net(name: str) -> cv2.dnn.Net:
    """The network of that name; `Missing` if the package lacks it."""
    path = resources.files("appliance.vision") / "models" / f"{name}.onnx"
    if not path.is_file():
        raise Missing(f"the model {path.name} is not in the package; `make train` builds it")
    return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))


def answers(name: str, crops: npt.NDArray[np.uint8], width: int) -> npt.NDArray[np.float64]:
    """The network's answers (n x `width`) to crops (n x height x width x 3, blue-green-red)."""
    reader = net(name)
    out = np.empty((len(crops), width))
    # One by one: as fast as all at once, where OpenCV lays itself out anew for every other number of crops.
    for number, crop in enumerate(crops.transpose(0, 3, 1, 2).astype(np.float32) / 255):
        reader.setInput(crop[None])
        out[number] = reader.forward().reshape(width)
    return out


def log_softmax(raw: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Log-probabilities along the last axis."""
    shifted = raw - raw.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float64)
