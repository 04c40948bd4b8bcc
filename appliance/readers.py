"""The eye for each kind of object, opened when it is first needed."""

from functools import lru_cache
from typing import Protocol

from appliance.drivers import Image
from appliance.errors import Missing, did_you_mean
from appliance.lexicon import Lexicon
from appliance.lexicon.decks import every_card, solved
from appliance.own_sets import box_of, enrolled, enrolled_tiles, tile_sets
from appliance.pieces import dice_set
from appliance.pieces.tiles import ENGLISH, TileSet
from appliance.vision.board import BoardReader
from appliance.vision.card import CardReader
from appliance.vision.d12 import D12Reader
from appliance.vision.dice import DiceReader
from appliance.vision.pips import PipReader
from appliance.vision.reading import BOARD, CARD, D12, LETTER_DICE, PIP_DICE, TILES, Reading
from appliance.vision.tiles import TilesReader

ANY = "any"
"""In place of a set: whatever lies there."""

KINDS = (LETTER_DICE, PIP_DICE, D12, TILES, BOARD, CARD)
"""What can be read so far."""


class Reader(Protocol):
    """Reads one frame."""

    def read(self, frame: Image) -> Reading:
        """What lies there (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""


@lru_cache(16)
def reader(kind: str, pieces: str = ANY) -> Reader:
    """The reader of that kind for a set of pieces; `Missing` if there is no such kind or set."""
    match kind:
        case "letter-dice":
            return DiceReader(None if pieces == ANY else dice_set(pieces), enrolled=enrolled(pieces))
        case "pip-dice":
            return PipReader(None if pieces == ANY else dice_set(pieces))
        case "d12":
            return D12Reader(None if pieces == ANY else dice_set(pieces))
        case "tiles":
            return TilesReader(tile_box(pieces), enrolled=enrolled_tiles(pieces))
        case "board":
            return BoardReader(tile_box(pieces), enrolled=enrolled_tiles(pieces))
        case "card":
            return _card_reader(pieces)
    raise Missing(f"no kind {kind!r}{did_you_mean(kind, KINDS)}; there is: {', '.join(KINDS)}")


def tile_box(pieces: str) -> TileSet | None:
    """The box of tiles of that name, or that the owner's of that name are like; None for any letters."""
    boxes = {ANY: None, ENGLISH.name: ENGLISH}
    box = box_of(pieces) or pieces
    if box in boxes:
        return boxes[box]
    raise Missing(f"no box of tiles {pieces!r}; there are: {', '.join((*boxes, *tile_sets()))}")


def _card_reader(pieces: str) -> CardReader:
    """For the box's own decks, for cards of any make, or for both where nothing is said."""
    jumbles = [card.jumble for card in every_card()]
    match pieces:
        case "anagrascramble":
            return CardReader(jumbles)
        case "any" | "":
            return CardReader(jumbles if not pieces else (), solvable=_solvable)
    raise Missing(f"no cards named {pieces!r}; there are: anagrascramble, {ANY}")


def _solvable(letters: str) -> bool:
    return bool(solved(letters, _lexicon()).solutions)


@lru_cache(1)
def _lexicon() -> Lexicon:
    return Lexicon.open()
