"""The yardstick: Tesseract on single upright crops."""

import cv2
import numpy as np

from appliance.virtual.scene import Truth
from appliance.vision.plane import Image

_SETTINGS = "--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIZE = 96


class Yardstick:
    """Reads one die's crop under four turns and keeps the answer that Tesseract trusts most."""

    def __init__(self) -> None:
        self.missing = ""
        try:
            import pytesseract

            pytesseract.get_tesseract_version()
            self._tesseract = pytesseract
        except Exception as error:  # whatever is wrong with it, the benchmark goes on without
            self.missing = f"{type(error).__name__}: {error}"

    def read(self, image: Image, true: Truth) -> str:
        """The letter, or nothing."""
        best, answer = -1.0, ""
        corners = np.array(true.corners, np.float32)
        for turn in range(4):
            crop = _crop(image, np.roll(corners, -turn, axis=0))
            data = self._tesseract.image_to_data(
                crop, config=_SETTINGS, output_type=self._tesseract.Output.DICT
            )
            for text, trust in zip(data["text"], data["conf"], strict=True):
                if text.strip() and float(trust) > best:
                    best, answer = float(trust), text.strip()
        return answer


def _crop(image: Image, corners: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Image:
    """The face enlarged, dark letters on white as Tesseract likes them, with a rim."""
    inset = corners.mean(axis=0) + 0.8 * (corners - corners.mean(axis=0))
    target = np.array([[0, 0], [_SIZE, 0], [_SIZE, _SIZE], [0, _SIZE]], np.float32)
    place = cv2.getPerspectiveTransform(inset.astype(np.float32), target)
    grey = cv2.cvtColor(cv2.warpPerspective(image, place, (_SIZE, _SIZE)), cv2.COLOR_BGR2GRAY)
    if np.median(grey) < (int(grey.min()) + int(grey.max())) / 2:
        grey = 255 - grey
    grey = cv2.normalize(grey, None, 0, 255, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    return np.asarray(cv2.copyMakeBorder(grey, 16, 16, 16, 16, cv2.BORDER_REPLICATE), np.uint8)
