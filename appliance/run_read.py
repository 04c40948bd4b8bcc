"""`tallybox read`: photographs in, symbols out."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from appliance import own_sets
from appliance.drivers.camera_files import Loaded, load_image
from appliance.errors import BadValue, Missing
from appliance.pieces import set_names
from appliance.readers import ANY, Reader, reader
from appliance.vision.reading import BOARD, LETTER_DICE, TILES, Reading, Symbol

USUAL = {LETTER_DICE: "anabid"}
"""The set that is meant where none is named; of all other kinds any."""


def read(files: Sequence[str], kind: str, pieces: str | None, as_json: bool) -> int:
    """Read each file and print what lies there; 1 if one could not be read. `Missing` for a bad request."""
    problems = own_sets.use(os.environ)
    if pieces in problems and pieces not in set_names():
        raise BadValue(problems[pieces])
    eye = reader(kind, pieces or USUAL.get(kind, ANY))
    for file in files:
        if not Path(file).is_file():
            raise Missing(f"there is no file {file}")
    unread = False
    for file in files:
        reading = read_file(eye, file, kind)
        unread |= not (reading.items or reading.sure)
        print(json.dumps(reading.as_json(file)) if as_json else in_words(file, reading), flush=True)
    return int(unread)


def read_file(eye: Reader, file: str, kind: str) -> Reading:
    """The reading of one file, in pixels of the file's own picture."""
    try:
        loaded = load_image(file)
    except (BadValue, OSError) as error:
        return Reading(kind, 0, 0, 0.0, (), (str(error),))
    return at_full_size(eye.read(loaded.image), loaded)


def at_full_size(reading: Reading, loaded: Loaded) -> Reading:
    """The reading of a picture that was loaded smaller than it is, in pixels of the picture."""

    def item(symbol: Symbol) -> Symbol:
        center, a, b, c, d = (loaded.to_file(*point) for point in (symbol.center, *symbol.corners))
        return replace(symbol, center=center, corners=(a, b, c, d))

    return replace(
        reading,
        width=loaded.width,
        height=loaded.height,
        items=tuple(item(symbol) for symbol in reading.items),
    )


def in_words(file: str, reading: Reading) -> str:
    """For people: the symbols, or rows of tiles; a question mark behind what is not sure; what was wrong."""
    if reading.kind in (BOARD, TILES):
        grids = reading.layouts if reading.kind == TILES else (reading.rows,)
        rows = ["  ".join(row) for grid in grids for row in ("", *grid)]
        return "\n".join([f"{file}: {'; '.join(reading.problems) or len(reading.items)}", *rows[1:]])
    symbols = " ".join(item.symbol + ("" if item.sure else "?") for item in reading.items)
    return f"{file}: {'; '.join([symbols, *reading.problems] if symbols else reading.problems)}"
