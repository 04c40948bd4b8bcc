"""Which symbol an upright crop shows: a small network, run by OpenCV itself."""

from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from appliance.errors import Missing
from appliance.pieces import ALPHABET
from appliance.vision.locate import Image
from appliance.vision.straighten import Patch, inks

NOTHING = len(ALPHABET)
"""Column of the network's answer for a crop that is no symbol at all."""

TEMPERATURE = 0.8
"""By which the network's answers are divided, measured so that its probabilities come true."""

Floats = npt.NDArray[np.float64]


def evidence(image: Image, patches: list[Patch]) -> list[Floats]:
    """For each patch the log-probability of every turn and symbol: (turns + 1) x 27.

    The last row holds, in its first place, that of no symbol; the rest of it is minus infinity.
    """
    crops = [crop for patch in patches for crop in inks(image, patch)]
    if not crops:
        return []
    raw = logits(np.stack(crops)) / TEMPERATURE
    answers, start = [], 0
    for patch in patches:
        answers.append(joint(raw[start : start + patch.turns]))
        start += patch.turns
    return answers


def joint(raw: Floats) -> Floats:
    """Softmax over turns and symbols together of the network's answers to all turns of one face."""
    table = np.full((len(raw) + 1, NOTHING), -np.inf)
    table[:-1] = raw[:, :NOTHING]
    table[-1, 0] = raw[:, NOTHING].mean() + np.log(len(raw))
    table -= table.max()
    return np.asarray(table - np.log(np.exp(table).sum()), np.float64)


def logits(crops: Image) -> Floats:
    """The network's answers (n x 28) to crops (n x 32 x 32)."""
    net = _net()
    net.setInput((crops.astype(np.float32) / 255)[:, None])
    return np.asarray(net.forward(), np.float64).reshape(len(crops), NOTHING + 1)


@lru_cache(maxsize=1)
def _net() -> cv2.dnn.Net:
    path = resources.files("appliance.vision") / "models" / "letters.onnx"
    if not path.is_file():
        raise Missing(f"the model {path.name} is not in the package; `make train` builds it")
    return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))
