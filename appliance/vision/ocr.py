"""Tesseract, which reads what it is good at: a line of capitals, level and dark on white."""

import logging
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

from appliance.vision.plane import Image

MISSING = "Tesseract is not installed, which reads lines of print: apt install tesseract-ocr"
FAILED = "Tesseract failed: {why}"

_SETTINGS = "--psm 7 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CAPITAL = 44  # pixels: what it was trained on, about
_SECONDS = 10


@dataclass(frozen=True)
class Line:
    """What was read: capitals without spaces, how sure the reader is (0…1), and why nothing could be."""

    text: str
    trust: float
    problem: str = ""


def read_line(ink: Image, capital: float) -> Line:
    """Read one level line from ink on nothing, 0…255, whose capitals have that height in pixels."""
    tesseract = _tesseract()
    if tesseract is None:
        return Line("", 0.0, MISSING)
    scale = _CAPITAL / capital
    size = (max(1, round(ink.shape[1] * scale)), max(1, round(ink.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    page = 255 - np.asarray(cv2.resize(ink, size, interpolation=way), np.uint8)
    page = np.asarray(cv2.copyMakeBorder(page, 12, 12, 24, 24, cv2.BORDER_CONSTANT, value=255), np.uint8)
    try:
        found = tesseract.image_to_data(
            page, config=_SETTINGS, output_type=tesseract.Output.DICT, timeout=_SECONDS
        )
    except Exception as error:  # whatever is wrong with a program that is not ours, the game goes on by hand
        logging.getLogger(__name__).warning("%s", error)
        return Line(
            "", 0.0, FAILED.format(why=str(error).strip().splitlines()[-1] if str(error) else "no reason")
        )
    pairs = zip(found["text"], found["conf"], strict=True)
    words = [(text.strip(), float(trust)) for text, trust in pairs if text.strip()]
    letters = "".join(text for text, _ in words)
    total = sum(len(text) * max(0.0, trust) for text, trust in words)
    return Line(letters, total / max(1, len(letters)) / 100)


@cache
def _tesseract() -> Any:
    try:
        import pytesseract

        pytesseract.get_tesseract_version()
    except Exception:  # not installed, not on the path, or not to be run: it is all the same to the box
        return None
    return pytesseract
