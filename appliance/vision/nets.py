"""The package's small networks, run by OpenCV itself."""

from functools import cache
from importlib import resources

import cv2
import numpy as np

from appliance.errors import Missing


@cache
def net(name: str) -> cv2.dnn.Net:
    """The network of that name; `Missing` if the package lacks it."""
    path = resources.files("appliance.vision") / "models" / f"{name}.onnx"
    if not path.is_file():
        raise Missing(f"the model {path.name} is not in the package; `make train` builds it")
    return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))
