"""The owner's own tiles, as they were shown to the box: which letters, and pictures of them."""

import json
from dataclasses import dataclass
from pathlib import Path

from appliance.drivers import Image
from appliance.errors import BadValue
from appliance.own_files import FILE, pictures_in, sheet_of, table_of, text_of, write
from appliance.pieces.tiles import ENGLISH
from appliance.vision.enrolled_tiles import TileLook
from appliance.vision.reading import TILES
from appliance.vision.tile_net import SYMBOLS

ANY = "any"
"""In place of a box of tiles: how many there are, and what is printed on them beside the letters, is open."""

_SHEET = "tiles.png"
_HEAD = """\
# Tiles of one's own, as they were shown to the box. Letters may be mended here, ? is a blank: the first one
# is that of the topmost row of the pictures, and so on. The box of tiles that they are like in numbers and
# values is "english"; with "any" of them that is left open.
"""


@dataclass(frozen=True)
class OwnTile:
    """A letter or `?`, and the pictures of such tiles (`SIDE` x `SIDE` x 3), upright."""

    symbol: str
    pictures: tuple[Image, ...]


@dataclass(frozen=True)
class OwnTiles:
    """The owner's tiles of one set, one of each symbol, and the box that they are like."""

    name: str
    tiles: tuple[OwnTile, ...] = ()
    box: str = ENGLISH.name

    @property
    def looks(self) -> list[TileLook]:
        """All pictures, each with what it shows."""
        return [TileLook(tile.symbol, picture) for tile in self.tiles for picture in tile.pictures]

    @property
    def missing(self) -> tuple[str, ...]:
        """The symbols of which there is no picture."""
        there = {look.symbol for look in self.looks}
        return tuple(symbol for symbol in SYMBOLS if symbol not in there)


def load(folder: Path) -> OwnTiles:
    """The tiles in a folder; `BadValue` says what is wrong with its files, `Missing` that there are none."""
    table, file = table_of(folder), folder / FILE
    if table.get("kind") != TILES:
        raise BadValue(f"{file}: kind {table.get('kind')!r}; expected {TILES!r}")
    letters, sheet, box = (text_of(table, key, f"{file}:") for key in ("letters", "pictures", "box"))
    symbols = letters.split()
    strange = [symbol for symbol in symbols if symbol not in (*SYMBOLS,)]
    twice = [symbol for n, symbol in enumerate(symbols) if symbol in symbols[:n]]
    if strange:
        raise BadValue(f"{file}: letters has {strange[0]!r}; expected A to Z, or ?")
    if twice:
        raise BadValue(f"{file}: letters has {twice[0]!r} twice")
    if box not in (ENGLISH.name, ANY):
        raise BadValue(f"{file}: box = {box!r}; expected {ENGLISH.name!r} or {ANY!r}")
    looks = pictures_in(folder, sheet, len(symbols), f"{file}:")
    return OwnTiles(folder.name, tuple(map(OwnTile, symbols, looks)), box)


def save(folder: Path, own: OwnTiles) -> None:
    """Write the tiles; `BadValue` if they cannot be written."""
    letters = " ".join(tile.symbol for tile in own.tiles)
    texts = {"box": own.box, "letters": letters, "pictures": _SHEET}
    lines = [_HEAD, *(f"{key} = {json.dumps(text)}" for key, text in texts.items())]
    write(folder, TILES, lines, {_SHEET: sheet_of([tile.pictures for tile in own.tiles])})
