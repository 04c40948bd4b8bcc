"""The files of a set of the owner's own: a text that may be mended by hand, and sheets of pictures.

A sheet has a row for each face or tile, in the order of the text, its looks side by side, `SIDE` pixels each;
black ones are none. Pictures are kept, and nothing that a network made of them, so they outlast a better one.
"""

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.errors import BadValue, Missing
from appliance.vision.likeness import SIDE

FORMAT = 1
"""Of the folders that this version writes, and the newest that it knows."""

FILE = "set.toml"
MOST_LOOKS = 8
"""Pictures of one face or tile."""

_SHEET = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.png")


def table_of(folder: Path) -> dict[str, Any]:
    """What the text of a set says; `BadValue` if that is none of ours, `Missing` if there is no text."""
    file = folder / FILE
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise Missing(f"there is no set in {folder}") from None
    except OSError as error:
        raise BadValue(f"{file}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # TOML that is none, or bytes that are no UTF-8
        raise BadValue(f"{file}: {error}") from None
    form = table.get("format")
    if form != FORMAT:
        newer = isinstance(form, int) and form > FORMAT
        why = "was made by a newer tallybox" if newer else "was not made by tallybox"
        raise BadValue(f"{file}: format {form!r} {why}; expected {FORMAT}")
    return table


def text_of(values: Mapping[str, Any], key: str, where: str) -> str:
    """The text of that name; `BadValue`, naming `where` it was looked for, if it is none."""
    value = values.get(key)
    if not isinstance(value, str):
        raise BadValue(f"{where} has {key} = {value!r}; expected text")
    return value


def pictures_in(folder: Path, sheet: str, rows: int, where: str) -> tuple[tuple[Image, ...], ...]:
    """The looks of each row; rows that are missing have none, those too many are of faces to come.

    `BadValue` if `sheet`, named `where`, is no name for one, cannot be read or is no such picture.
    """
    if not _SHEET.fullmatch(sheet):
        raise BadValue(f"{where} has pictures = {sheet!r}; expected a name such as die-1.png")
    file = folder / sheet
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError as error:
        raise BadValue(f"{file}: cannot be read ({error.strerror})") from None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        image = None
    if image is None:
        raise BadValue(f"{file}: is no picture")
    height, width = image.shape[:2]
    if height % SIDE or width % SIDE or width > MOST_LOOKS * SIDE:
        raise BadValue(f"{file}: {width} × {height} pixels; expected squares of {SIDE}, {MOST_LOOKS} a row")
    looks = []
    for top in range(0, SIDE * rows, SIDE):
        cells = [image[top : top + SIDE, left : left + SIDE] for left in range(0, width, SIDE)]
        looks.append(tuple(np.asarray(cell, np.uint8) for cell in cells if cell.any()))
    return tuple(looks)


def write(folder: Path, kind: str, lines: Sequence[str], sheets: Mapping[str, bytes]) -> None:
    """Write a set, its pictures before its text, each file whole or not at all; `BadValue` if that fails."""
    text = [*lines[:1], f"format = {FORMAT}", f"kind = {json.dumps(kind)}", *lines[1:]]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in sheets.items():
            _put(folder / name, data)
        _put(folder / FILE, ("\n".join(text) + "\n").encode())
    except OSError as error:
        raise BadValue(f"cannot write the set in {folder}: {error.strerror}") from error


def sheet_of(pictures: Sequence[Sequence[Image]]) -> bytes:
    """The looks of a die or of tiles as one picture, in the form of a PNG file."""
    across = max((len(looks) for looks in pictures), default=0)
    sheet = np.zeros((SIDE * max(1, len(pictures)), SIDE * max(1, across), 3), np.uint8)
    for row, looks in enumerate(pictures):
        for column, look in enumerate(looks):
            sheet[SIDE * row : SIDE * (row + 1), SIDE * column : SIDE * (column + 1)] = look
    return bytes(cv2.imencode(".png", sheet)[1])


def _put(file: Path, data: bytes) -> None:
    """The file with that in it; whoever reads it meanwhile, or loses power, has the earlier one."""
    if file.exists() and file.read_bytes() == data:
        return
    beside = file.with_name(f".{file.name}.new")
    with beside.open("wb") as new:
        new.write(data)
        new.flush()
        os.fsync(new.fileno())
    beside.replace(file)
